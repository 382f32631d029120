"""From the sums and histograms of a run to estimates: one match's part of a `Summary`.

Everything here works on columns whose names the game gives, so it serves every game.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import (
    Estimate,
    PairMoments,
    difference_of_means,
    independent_worth,
    mean_from_histogram,
    mean_from_moments,
    ratio_from_moments,
)
from analyses.statistics.paired import small_differences, variance_of, variance_saved
from analyses.statistics.significance import p_from_histogram
from simcore.games import Game
from simcore.match import Match
from simcore.summary import WIN_UNITS, Summary

__all__ = [
    "Blocks",
    "Statistic",
    "game_statistics",
    "seat_statistics",
]


class Statistic(NamedTuple):
    """A column of a frame, and what it is counted from.

    Parameters
    ----------
    column : str
        Its name in frames.
    field : str
        The field of the outcome that is counted.
    per : str
        The field it is divided by; empty for "per game".
    is_share : bool
        Whether a game counts 0 or 1, so that the mean cannot leave [0, 1].
    """

    column: str
    field: str
    per: str = ""
    is_share: bool = False


SEAT_STATISTICS = (
    Statistic("score_mean", "score"),
    Statistic("turn_points_mean", "score", "turns_taken"),
    Statistic("bust_rate", "busts", "turns_taken"),
    Statistic("no_dice_rate", "no_dice", "turns_taken"),
    Statistic("fill_rate", "fills", "turns_taken"),
    Statistic("vengeance_hits_mean", "vengeance_hits"),
)
"""What is made of the fields by seat, where a game has them."""

GAME_STATISTICS = (
    Statistic("turns_mean", "turns"),
    Statistic("capped_rate", "capped", is_share=True),
    Statistic("ties_rate", "ties", is_share=True),
    Statistic("lead_changes_mean", "lead_changes"),
)
"""What is made of the fields of a game."""


def seat_statistics(game: Game) -> list[Statistic]:
    """The statistics of one seat; a field that none of them names gets its mean per game."""
    return _statistics(SEAT_STATISTICS, _told(game, game.seat_fields))


def game_statistics(game: Game) -> list[Statistic]:
    """The statistics of a whole game; a field that none of them names gets its mean."""
    fields = ["ties" if field == "winners" else field for field in game.game_fields]
    return _statistics(GAME_STATISTICS, _told(game, fields))


def _told(game: Game, fields: Iterable[str]) -> list[str]:
    """Fields without those that ``UNTOLD`` of ``analyses.<game>.columns`` names."""
    name = f"analyses.{game.name}.columns"
    has_columns = importlib.util.find_spec(f"analyses.{game.name}") is not None
    if not has_columns or importlib.util.find_spec(name) is None:
        return list(fields)
    untold = getattr(importlib.import_module(name), "UNTOLD", ())
    return [field for field in fields if field not in untold]


def _statistics(known: Iterable[Statistic], fields: Iterable[str]) -> list[Statistic]:
    fields = list(fields)
    fitting = [s for s in known if s.field in fields and s.per in ("", *fields)]
    named = {s.field for s in fitting} | {s.per for s in fitting}
    return fitting + [Statistic(f"{field}_mean", field) for field in fields if field not in named]


@dataclass(frozen=True)
class Blocks:
    """The blocks of one match, as a run summed them up.

    Attributes
    ----------
    match : Match
        What was played.
    summary : Summary
        Of the run it was played in.
    place : int, default 0
        Which of the run's matches it is.
    look : AnyTime, optional
        Makes all intervals valid however often the run was looked at before it ended.
    """

    match: Match
    summary: Summary
    place: int = 0
    look: AnyTime | None = None

    @property
    def n_blocks(self) -> int:
        """Blocks that were finished."""
        return self.summary.n_blocks

    @property
    def n_games(self) -> int:
        """Games that were finished."""
        return self.n_blocks * self.match.n_rotations

    @property
    def most_wins(self) -> int:
        """Wins of somebody who wins every game of a block, in `WIN_UNITS`."""
        return self.match.n_rotations * WIN_UNITS

    def win_counts(self, who: str) -> npt.NDArray[np.int64]:
        """Blocks by wins, int64[most_wins + 1]; `who` is ``entry0``, ``seat1``, ..."""
        return self.summary.histogram(self._name(who, "win"))[: self.most_wins + 1]

    def wins_by_group(self, who: str) -> npt.NDArray[np.int64]:
        """Wins by group of blocks in `WIN_UNITS`, int64[N_GROUPS]."""
        return self.summary.by_group(self._name(who, "win"))

    def win_rate(self, who: str, *, confidence_level: float = 0.95) -> Estimate:
        """Share of the games won, ties split."""
        counts, level = self.win_counts(who), confidence_level
        return mean_from_histogram(counts, self.most_wins, confidence_level=level, look=self.look)

    def win_diff_counts(
        self, who: str, other: str, than: Blocks | None = None
    ) -> npt.NDArray[np.int64]:
        """Blocks by wins of `who` less wins of `other`, int64[2 most_wins + 1].

        `other` sits in the match `than` of the same run, by default in this one. The summary
        counts differences inside a match, and those of the run's first match from the others.
        """
        second = than or self
        counts = self.summary.histogram(self._name(who, "win"), second._name(other, "win"))
        middle, reach = len(counts) // 2, self.most_wins
        return counts[middle - reach : middle + reach + 1]

    def win_rate_diff(
        self,
        who: str,
        other: str,
        than: Blocks | None = None,
        *,
        confidence_level: float = 0.95,
    ) -> Estimate:
        """Win rate of `who` less that of `other`, paired by block."""
        counts = self.win_diff_counts(who, other, than)
        lattice, level = 2 * self.most_wins, confidence_level
        return mean_from_histogram(
            counts, lattice, low=-1.0, confidence_level=level, look=self.look
        )

    def win_diff_p(self, who: str, other: str, than: Blocks | None = None) -> float:
        """P-value of no such difference, two-sided; below 0.05 where the interval leaves out 0."""
        counts = self.win_diff_counts(who, other, than)
        return p_from_histogram(counts, 2 * self.most_wins, 0.0, low=-1.0, look=self.look)

    def statistic(
        self, statistic: Statistic, who: str, *, confidence_level: float = 0.95
    ) -> Estimate:
        """One of `seat_statistics` of ``entry0``, ..., or of `game_statistics` of ``game``."""
        column, how = self._name(who, statistic.field), (confidence_level, self.look)
        if statistic.per:
            per = self._name(who, statistic.per)
            return ratio_from_moments(self._moments(column, per), **_at(*how))
        counts = self._rare(column) if statistic.is_share else None
        if counts is not None:
            return mean_from_histogram(counts, self.match.n_rotations, **_at(*how))
        total, squares = self.summary.sum(column), self.summary.product(column, column)
        n_games = self.match.n_rotations
        return mean_from_moments(self.n_blocks, total, squares, divisor=n_games, **_at(*how))

    def difference(
        self, statistic: Statistic, than: Blocks, who: str, *, confidence_level: float = 0.95
    ) -> tuple[Estimate, float]:
        """A statistic less that of another match on the same luck, and `variance_saved`.

        Of a mean per game; ratios of two fields have no such difference.
        """
        how, n_games = _at(confidence_level, self.look), self.match.n_rotations
        ours, theirs = (blocks._name(who, statistic.field) for blocks in (self, than))
        moments = self._moments(ours, theirs)
        counts = small_differences(moments, n_games) if statistic.is_share else None
        if counts is not None:
            found = mean_from_histogram(counts, 2 * n_games, low=-1.0, **how)
        else:
            found = difference_of_means(moments, divisor=n_games, **how)
        return found, variance_saved(moments)

    def win_variance_saved(self, who: str, than: Blocks) -> float:
        """`variance_saved` of the difference of one seat's or strategy's wins in two matches."""
        return variance_saved(self._moments(self._name(who, "win"), than._name(who, "win")))

    def game_variance(self, who: str) -> float:
        """Variance of the win share of one game over all games.

        Where a block is one game, as at a table of one, that of the blocks. Else the sums hold no
        squares of single games: a game without a tie counts 0 or 1, which gives
        p (1 - p); each tie takes off 1/2 in all, taken as shared by two and as often by one
        entry as by another. For two seats that is exact.
        """
        if self.match.n_rotations == 1:
            return self.block_variance(who)
        if self.n_games == 0:
            return math.nan
        rate = self.summary.sum(self._name(who, "win")) / (WIN_UNITS * self.n_games)
        ties = self.summary.sum(self._name("game", "ties")) / self.n_games
        return rate * (1.0 - rate) - ties / (2 * self.match.n_seats)

    def block_variance(self, who: str) -> float:
        """Variance of the mean win share of a block; nan with fewer than two blocks."""
        moments = self._moments(self._name(who, "win"), self._name(who, "win"))
        return variance_of(moments.n, moments.sum_x, moments.sum_xx) / self.most_wins**2

    def worth(self, *who: str) -> float:
        """How many independent games one game was worth, for the win rates of `who` together."""
        ours = sum(self.game_variance(one) for one in who)
        return independent_worth(
            ours, sum(self.block_variance(one) for one in who), self.match.n_rotations
        )

    def worth_of_difference(self, who: str, other: str, than: Blocks) -> float:
        """The same for a difference from another match on the same luck."""
        moments = self._moments(self._name(who, "win"), than._name(other, "win"))
        squares = moments.sum_xx - 2 * moments.sum_xy + moments.sum_yy
        block = variance_of(moments.n, moments.sum_x - moments.sum_y, squares) / self.most_wins**2
        games = self.game_variance(who) + than.game_variance(other)
        return independent_worth(games, block, self.match.n_rotations)

    def _name(self, who: str, field: str) -> str:
        return f"{self.place}/{who}.{field}"

    def _moments(self, x: str, y: str) -> PairMoments:
        total, product = self.summary.sum, self.summary.product
        return PairMoments(
            self.n_blocks, total(x), total(y), product(x, x), product(x, y), product(y, y)
        )

    def _rare(self, column: str) -> npt.NDArray[np.int64] | None:
        """Blocks by the games in which something was so, int64[n_rotations + 1].

        Sum and sum of squares fix the counts at 0, 1 and all of the games. They are right for
        two games a block and for rare events, where a t-interval would have no width. None
        where they cannot be right; then the event is common enough for a t-interval.
        """
        n_games = self.match.n_rotations
        total, squares = self.summary.sum(column), self.summary.product(column, column)
        counts = np.zeros(n_games + 1, np.int64)
        counts[-1] = total if n_games == 1 else (squares - total) // (n_games * (n_games - 1))
        counts[1] += 0 if n_games == 1 else total - n_games * counts[-1]
        counts[0] = self.n_blocks - counts[1:].sum()
        return counts if counts.min() >= 0 else None


def _at(confidence_level: float, look: AnyTime | None) -> Any:
    return {"confidence_level": confidence_level, "look": look}
