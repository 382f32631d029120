"""What the sections of Fillit share: how many games who plays, notices and commands."""

from __future__ import annotations

from typing import Any

from reports.charts.fillit import short_name
from reports.line_ups import line_up
from reports.sections import Context
from simcore.fillit.layouts import RECONSTRUCTION

__all__ = [
    "CONFIGS",
    "RECORDED",
    "SCALED",
    "again",
    "named_short",
    "notices",
    "options",
    "plays",
    "scaled",
]

CONFIGS = (("2p", 0), ("3p", 0), ("2v2", 0), ("mini2", 0), ("mini3", 0))
"""Configurations, and who moves first."""

RECORDED = 1_000
"""Games at most whose every turn is looked at, which takes a second."""

SCALED = (
    "Search is slow, so it plays fewer games than '--games' says: the tables tell how many each "
    "figure rests on."
)


def scaled(context: Context, divisor: int, most: int = 10**9) -> int:
    """A part of the games asked for: what a slower strategy can play in the same time."""
    return max(20, min(most, context.games // divisor))


def plays(context: Context, divisor: int) -> dict[str, int]:
    """A strategy of each tier from 1 on, and how many games it plays under one rule set."""
    row = line_up("fillit")
    return {
        row.usual: scaled(context, divisor),
        row.strong: scaled(context, 5 * divisor),
        row.ladder[-1]: scaled(context, 5 * divisor),
    }


def named_short(frame: Any) -> Any:
    """A frame with the parameters of long strategies left out."""
    return frame.assign(strategy=[short_name(spec) for spec in frame["strategy"]])


def notices(*more: str) -> tuple[str, ...]:
    """The notice about layouts, then what else a reader should know."""
    return (*more, RECONSTRUCTION)


def again(context: Context, name: str) -> str:
    """The command that makes one section again."""
    return f"fillsim report fillit --only {name} {context.arguments}"


def options(context: Context) -> dict[str, Any]:
    """What every analysis takes, the rules left out."""
    return {"seed": context.seed, "workers": context.workers}
