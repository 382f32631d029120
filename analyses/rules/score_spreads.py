"""How far apart the players end: best score less worst, in two matches on the same luck."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.runs.blocks import Blocks, Statistic
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import (
    Estimate,
    PairMoments,
    difference_of_means,
    mean_from_moments,
)
from analyses.statistics.paired import variance_saved
from simcore.engine import play_outcomes
from simcore.match import Match

__all__ = ["MOST_GAMES", "ScoreSpread", "score_spread", "spreads_of"]

MOST_GAMES = 4_000
"""Games of a side that are looked at: the sums of a run hold no spreads of single games, so that
its first blocks are played again."""

SPREAD = Statistic("score_spread_mean", "score")

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ScoreSpread:
    """Best final score less worst of a game, under two rule sets; asked like a `Measure`.

    Attributes
    ----------
    base : Blocks
        The match under the base rules.
    after, before : int64[n_blocks]
        Spreads under the other rules and under the base, added over the games of a block.
    n_rotations : int
        Games of a block.
    look : AnyTime, optional
        As in `Blocks`.
    most_games : int
        Of a side; no more are ever looked at.
    """

    base: Blocks
    after: IntArray
    before: IntArray
    n_rotations: int
    look: AnyTime | None = None
    most_games: int = MOST_GAMES
    name: str = "score_spread_mean"
    who: str = "game"
    is_share: bool = False
    statistic: Statistic = SPREAD

    @property
    def games_left(self) -> int:
        """How many more of a side would be looked at, if they were played."""
        most_blocks = self.most_games // self.n_rotations
        return (most_blocks - len(self.after)) * self.n_rotations

    def of(self, blocks: Blocks, *, confidence_level: float = 0.95) -> Estimate:
        """Its mean a game under the base or, of any other blocks, under the other rules."""
        x = (self.before if blocks is self.base else self.after).astype(object)
        return mean_from_moments(
            len(x),
            int(x.sum()),
            int(x @ x),
            divisor=self.n_rotations,
            confidence_level=confidence_level,
            look=self.look,
        )

    def change(self, blocks: Blocks, base: Blocks, *, confidence_level: float = 0.95) -> Estimate:
        """Its mean under the other rules less that under the base, paired by block."""
        del blocks, base
        level, n_games = confidence_level, self.n_rotations
        return difference_of_means(
            self._moments(), divisor=n_games, confidence_level=level, look=self.look
        )

    def saved(self, blocks: Blocks, base: Blocks) -> float:
        """Variance of that change on different luck over that on the same luck."""
        del blocks, base
        return variance_saved(self._moments())

    def owner(self, match: Match) -> str:
        """Whose it is in words."""
        del match
        return self.who

    def _moments(self) -> PairMoments:
        x, y = self.after.astype(object), self.before.astype(object)
        sums = (x.sum(), y.sum(), x @ x, x @ y, y @ y)
        return PairMoments(len(x), *(int(it) for it in sums))


def score_spread(blocks: Blocks, base: Blocks) -> ScoreSpread | None:
    """The spread of the final scores in two matches of one run.

    Parameters
    ----------
    blocks, base : Blocks
        A line-up under other rules and under the base, on the same luck. Their first blocks are
        played again, `MOST_GAMES` of a side at most.

    Returns
    -------
    ScoreSpread or None
        None where there is nobody to be apart from: one player, one score for all, or no games.
    """
    match = base.match
    n_blocks = min(base.n_blocks, MOST_GAMES // match.n_rotations)
    alone = match.n_seats < 2 or match.game.is_cooperative
    if alone or "score" not in match.game.seat_fields or n_blocks == 0:
        return None
    after, before = (
        spreads_of(play_outcomes(it.match, 0, n_blocks)["score"][..., : match.n_seats])
        for it in (blocks, base)
    )
    return ScoreSpread(base, after, before, match.n_rotations, base.look)


def spreads_of(scores: npt.NDArray[np.integer]) -> IntArray:
    """Best less worst of each game, added over the games of a block.

    Parameters
    ----------
    scores : int[n_blocks, n_rotations, n_seats]

    Returns
    -------
    int64[n_blocks]
    """
    wide = scores.astype(np.int64)
    spreads: IntArray = (wide.max(axis=2) - wide.min(axis=2)).sum(axis=1)
    return spreads
