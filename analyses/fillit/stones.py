"""What stone moves do and what they are worth: to block, to free, to swap a chip or a pawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyses.fillit.games import Recorded, ratio_of, record_games, rules_in, self_play, share_of
from analyses.matches import opening
from analyses.meetings.comparisons import Comparison, compare
from analyses.runs.lineup import Options, setting
from analyses.tables import in_points, records, spread_out, table
from simcore.errors import UsageError
from simcore.fillit.records import PAWN_WINS
from strategies.fillit.stone_moves import BLOCKS, FREES, SWAPS_CHIP, SWAPS_PAWN

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["KINDS", "StoneMoves", "stone_moves"]

KINDS = {
    "block": BLOCKS,
    "free": FREES,
    "swap a chip": SWAPS_CHIP,
    "swap a pawn": SWAPS_PAWN,
}
"""One move can be of several kinds."""

NONE = "none of these"


@dataclass(frozen=True)
class StoneMoves:
    """Result of `stone_moves`.

    Attributes
    ----------
    recorded : Recorded
        Games of ``tuned`` against itself.
    comparisons : dict of str to Comparison
        By kind: ``tuned`` against one that forgoes such moves.
    """

    recorded: Recorded
    comparisons: dict[str, Comparison]

    def to_frame(self) -> pd.DataFrame:
        """One row for each kind: how common it is, what it does, and what it is worth."""
        return table(self._row(kind) for kind in [*KINDS, NONE])

    def _row(self, kind: str) -> dict[str, Any]:
        turns, rules = self.recorded.turns, rules_in(self.recorded.match)
        moved = turns["order"] != PAWN_WINS
        inside = moved & self._has(kind)
        n_turns, n_inside = self.recorded.per_game(moved), self.recorded.per_game(inside)

        def mean(name: str) -> dict[str, float]:
            total = self.recorded.per_game(turns[name] * inside)
            return spread_out(f"{name}_mean", ratio_of(total, n_inside))

        row: dict[str, Any] = {"config": rules.config, "layout": rules.layout, "stone_move": kind}
        row |= {"n_turns": int(moved.sum())}
        row |= spread_out("kind_rate", share_of(n_inside, n_turns))
        row |= mean("gained") | mean("own_line") | mean("enemy_line")
        found = self.comparisons.get(kind)
        nothing = dict.fromkeys(("win_rate_diff", "win_rate_diff_low", "win_rate_diff_high"))
        n_games = found.n_games if found else 0
        worth = spread_out("win_rate_diff", found.difference()) if found else nothing
        return row | {"n_games": n_games} | worth

    def _has(self, kind: str) -> np.ndarray:
        kinds: np.ndarray = self.recorded.turns["kinds"]
        return kinds == 0 if kind == NONE else kinds & KINDS[kind] > 0

    def summary(self) -> str:
        """One line per kind."""
        return "\n".join(
            f"{kind}: a player who forgoes such stone moves wins fewer of the games, by "
            f"{in_points(found.difference())}"
            for kind, found in self.comparisons.items()
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(found.n_games for found in self.comparisons.values())
        return {
            **opening(self.recorded.match, n_games, True),
            "kinds": records(self.to_frame(), "win_rate_diff"),
        }


def stone_moves(*, games: int, recorded: int, seed: int, **options: Unpack[Options]) -> StoneMoves:
    """Look at every stone move of recorded games, and play without each kind of them.

    Parameters
    ----------
    games : int
        For each kind, ``tuned`` against ``forgo`` with that kind.
    recorded : int
        Games of ``tuned`` whose turns are looked at.
    seed : int
        Every number follows from it.
    **options
        ``rules`` of two players, ``workers``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    StoneMoves
        By kind its share, what it adds to the slide and to the lines, and its worth.

    Notes
    -----
    What a stone move adds is held against the same slide without it; a line is what the best
    slide of a pawn would lay or send home. The worth is how many more games are won than by a
    player of the same judgement who makes no such move while another turn is legal; it falls
    short of the true worth as far as the player's judgement does.
    """
    plan = setting("fillit", seed, options)
    if plan.rules.setting.n_players != 2:
        raise UsageError(f"stone moves of configuration {plan.rules.config}; allowed: two players")
    match = self_play(plan, "tuned")
    found = {
        kind: compare(
            "fillit",
            "tuned",
            f"forgo(kinds={bit})",
            games=games,
            seed=seed,
            **options,
        )
        for kind, bit in KINDS.items()
    }
    return StoneMoves(record_games(plan, match, recorded), found)
