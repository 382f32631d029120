"""Where the game is played: how often each cell is visited, chipped and blocked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from analyses.fillit.games import Recorded, record_games, rules_in, self_play, share_of
from analyses.matches import opening
from analyses.runs.lineup import Options, setting
from analyses.tables import records, spread_out, table
from simcore.fillit.geometry import cells

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MAPS", "CellMaps", "cell_maps"]

Words = npt.NDArray[np.uint64]


def _any_chip(turns: np.ndarray) -> Words:
    chips: Words = turns["chips"]
    return np.asarray(np.bitwise_or.reduce(chips, axis=1), np.uint64)


MAPS: dict[str, Callable[[np.ndarray], Words]] = {
    "visited": lambda turns: turns["path"],
    "chipped": _any_chip,
    "blocked": lambda turns: turns["stones"],
}
"""Cells that the pawn passed in a turn, that hold a chip after it, that hold a stone after it."""


@dataclass(frozen=True)
class CellMaps:
    """Result of `cell_maps`.

    Attributes
    ----------
    recorded : Recorded
    """

    recorded: Recorded

    def to_frame(self) -> pd.DataFrame:
        """One row for each map and cell: in what share of the turns it is so; not the centre."""
        rules, turns = rules_in(self.recorded.match), self.recorded.turns
        per_turn = self.recorded.lengths
        masks = {name: mask_of(turns) for name, mask_of in MAPS.items()}
        return table(
            {
                "config": rules.config,
                "layout": rules.layout,
                "strategy": self.recorded.match.players[0].spec,
                "n_games": self.recorded.n_games,
                "n_turns": len(turns),
                "map": name,
                "cell_q": q,
                "cell_r": r,
            }
            | spread_out("cell_rate", share_of(self._in(mask, number), per_turn))
            for name, mask in masks.items()
            for number, (q, r) in enumerate(cells(rules.setting.board))
            if (q, r) != (0, 0)
        )

    def _in(self, mask: Words, number: int) -> npt.NDArray[np.int64]:
        return self.recorded.per_game(mask >> np.uint64(number) & np.uint64(1))

    def summary(self) -> str:
        """The busiest cell of each map."""
        frame = self.to_frame()
        best = frame.loc[frame.groupby("map", sort=False)["cell_rate"].idxmax()]
        return "\n".join(
            f"most often {row['map']}: cell ({row['cell_q']}, {row['cell_r']}), "
            f"{100 * row['cell_rate']:.1f} % of the turns"
            for row in best.to_dict("records")
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {
            **opening(self.recorded.match, self.recorded.n_games, True),
            "cells": records(self.to_frame(), "cell_rate"),
        }


def cell_maps(strategy: str, *, games: int, seed: int, **options: Unpack[Options]) -> CellMaps:
    """Record games of a strategy against itself and count what happens in each cell.

    Parameters
    ----------
    strategy : str
        Plays every seat.
    games : int
        How many are recorded; about a thousand a second.
    seed : int
        Every number follows from it.
    **options
        ``rules``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    CellMaps
        Shares of turns by cell, with intervals over games.
    """
    plan = setting("fillit", seed, options)
    return CellMaps(record_games(plan, self_play(plan, strategy), games))
