"""Which constraints on Filler's cards hold, over one set of components or many generated ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from simcore.filler.assumptions import Assumptions
from simcore.filler.components import Components
from simcore.filler.constraints import constraints
from simcore.filler.generator import draw_components

__all__ = ["ConstraintCheck", "DeckCheck", "check_components", "check_generator"]


@dataclass(frozen=True)
class ConstraintCheck:
    """One constraint over all components that were checked.

    Attributes
    ----------
    constraint, allowed : str
        What is counted or compared, and what is allowed.
    found : str
        In the first components.
    n_met : int
        How many components meet it.
    lowest, highest : float or None
        Over all components, where what was found is a number.
    """

    constraint: str
    allowed: str
    found: str
    n_met: int
    lowest: float | None
    highest: float | None


@dataclass(frozen=True)
class DeckCheck:
    """Components and the constraints that they meet.

    Attributes
    ----------
    components : Components
        The first ones.
    n_decks : int
        How many were checked.
    rows : tuple of ConstraintCheck
        In the order of `simcore.filler.constraints`.
    seed : int or None
        Of the first ones; the others have the seeds that follow. None for given components.
    assumptions : Assumptions or None
        What the generator assumed.
    n_draws : tuple of int
        Draws that each deck took until every constraint held.
    """

    components: Components
    n_decks: int
    rows: tuple[ConstraintCheck, ...]
    seed: int | None = None
    assumptions: Assumptions | None = None
    n_draws: tuple[int, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """One row for each constraint."""
        frame = pd.DataFrame([vars(row) for row in self.rows])
        frame.insert(3, "n_decks", self.n_decks)
        frame.insert(5, "is_met", frame["n_met"] == self.n_decks)
        return frame.astype({"lowest": float, "highest": float})

    def summary(self) -> str:
        """Which constraints do not hold, and how many draws the generator needed."""
        broken = [row.constraint for row in self.rows if row.n_met < self.n_decks]
        verdict = f"not met: {'; '.join(broken)}" if broken else "all are met"
        if self.seed is None:
            return f"{len(self.rows)} constraints on a likeness of the printed cards: {verdict}."
        decks = f"{self.n_decks} decks" if self.n_decks > 1 else "this deck"
        return (
            f"{len(self.rows)} constraints on {decks}: {verdict}. Decks that break one are drawn "
            f"anew: at most {max(self.n_draws)} draw(s) were needed."
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "seed": self.seed,
            "decks": self.n_decks,
            "draws": list(self.n_draws),
            "notice": self.components.notice,
            "warnings": list(self.components.warnings),
            "assumptions": self.assumptions.to_dict() if self.assumptions else None,
            "rows": [vars(row) for row in self.rows],
        }


def check_components(components: Components) -> DeckCheck:
    """The constraints on given components, e.g. a designer's own: there they are no duty."""
    return DeckCheck(components, 1, _rows([components]))


def check_generator(
    seed: int, n_decks: int = 1, assumptions: Assumptions | None = None
) -> DeckCheck:
    """The constraints on generated components.

    Parameters
    ----------
    seed : int
        Of the first deck; the others have the seeds that follow.
    n_decks : int, default 1
        How many decks.
    assumptions : Assumptions, optional
        Those of the shipped deck if not given.
    """
    chosen = assumptions or Assumptions()
    drawn = [draw_components(seed + i, chosen) for i in range(n_decks)]
    boxes = [components for components, _ in drawn]
    n_draws = tuple(n for _, n in drawn)
    return DeckCheck(boxes[0], n_decks, _rows(boxes), seed, chosen, n_draws)


def _rows(boxes: Sequence[Components]) -> tuple[ConstraintCheck, ...]:
    rows = []
    for found in zip(*map(constraints, boxes), strict=True):
        values = [constraint.value for constraint in found if constraint.value is not None]
        rows.append(
            ConstraintCheck(
                constraint=found[0].name,
                allowed=found[0].allowed,
                found=found[0].found,
                n_met=sum(constraint.is_met for constraint in found),
                lowest=min(values, default=None),
                highest=max(values, default=None),
            )
        )
    return tuple(rows)
