"""How far apart the seats are under rules that are held beside each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from analyses.rules.effects import is_self_play, line_up_of
from analyses.runs.blocks import Blocks
from analyses.seats.advantage import SeatAdvantage
from analyses.statistics.families import Finding, together
from analyses.tables import table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SEAT_SPREAD", "SeatsByRules", "seat_findings", "seat_table", "seats_by_rules"]

SEAT_SPREAD = "seat_spread"
"""What the question is called beside the other measures."""

SEAT_MARGIN = 0.02
"""Largest spread of the seats, best less worst, that counts as balanced: as in `seat_advantage`."""

SeatsByRules = dict[tuple[str, str], SeatAdvantage]
"""By label of the rules, the base too, and line-up."""


def seats_by_rules(pairs: Iterable[tuple[str, Blocks, Blocks]]) -> SeatsByRules:
    """The seats of each strategy against itself, under the base and under other rules.

    Parameters
    ----------
    pairs : iterable of (str, Blocks, Blocks)
        Label of the other rules, the line-up under them, and under the base. Those of several
        strategies are left out, and games in which no seat can win against another.
    """
    found: SeatsByRules = {}
    for variant, blocks, base in pairs:
        match = base.match
        if is_self_play(base) and match.n_seats > 1 and not match.game.is_cooperative:
            for label, played in (("base", base), (variant, blocks)):
                seats = SeatAdvantage((played,), SEAT_MARGIN, is_complete=True)
                found.setdefault((label, line_up_of(base)), seats)
    return found


def seat_findings(found: SeatsByRules) -> dict[tuple[str, str], Finding]:
    """Whether the seats are balanced, each by itself, not yet in its family."""
    return {key: next(iter(it.findings.values())) for key, it in found.items()}


def seat_table(found: SeatsByRules) -> pd.DataFrame:
    """One row for each strategy and rule set: best seat less worst, judged together."""
    line_ups = list(dict.fromkeys(line_up for _, line_up in found))
    ordered = sorted(found.items(), key=lambda item: line_ups.index(item[0][1]))
    judged = together(list(seat_findings(dict(ordered)).values()))
    return table(
        {"variant": label} | it.verdict_row(it.matches[0], finding)
        for ((label, _), it), finding in zip(ordered, judged, strict=True)
    )
