"""Games of Filler one by one: the rows of mirror matches, and ratios with games as blocks.

In a mirror match one strategy sits at every seat, and every game has luck of its own, so that
games are independent. A stuck game has neither points nor winner: it is left out wherever the
share of stuck games is not the question.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr, stdtrit

from analyses.runs.lineup import Setting, blocks_for, playable_seats
from analyses.runs.outcomes import outcome_rows
from analyses.statistics.estimates import Estimate, percent, proportion
from analyses.statistics.verdicts import IntervalAt
from simcore.filler.rules import Rules
from simcore.match import Match
from simcore.summary import WIN_UNITS

__all__ = [
    "Games",
    "Ratios",
    "Shape",
    "numbers_of_players",
    "play_mirror",
    "ratios",
    "rules_in",
    "shape",
    "share",
]

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Shape:
    """What a statistic is called, and from which two numbers of a game it is made."""

    column: str
    over: Callable[[Games], Array]
    under: Callable[[Games], Array]


def shape(column: str, over: str, under: str = "") -> Shape:
    """A field of the outcome by game, over another one; ratio of the sums."""
    below = (lambda games: games.rows[under]) if under else (lambda games: np.ones(len(games.rows)))
    return Shape(column, lambda games: games.rows[over], below)


def rules_in(match: Match) -> Rules:
    """A match's rules, known to be those of Filler."""
    return cast(Rules, match.rules)


@dataclass(frozen=True)
class Games:
    """The games of one match.

    Attributes
    ----------
    match : Match
        Who played, under which rules.
    rows : OUTCOME[n_games]
        As the kernel leaves them.
    """

    match: Match
    rows: Array

    @property
    def n_games(self) -> int:
        """Games played, stuck ones included."""
        return len(self.rows)

    @property
    def n_seats(self) -> int:
        """Number of players."""
        return self.match.n_seats

    @property
    def n_stuck(self) -> int:
        """Games that the cap on days ended."""
        return int(self.rows["capped"].sum())

    @cached_property
    def finished(self) -> Games:
        """The games that came to their end."""
        return Games(self.match, self.rows[self.rows["capped"] == 0])

    @cached_property
    def wins(self) -> npt.NDArray[np.int64]:
        """By game and seat, in `WIN_UNITS`, shared by the winners; int64[n_games, n_seats]."""
        bits = self.rows["winners"][:, None] >> np.arange(self.n_seats) & 1
        n_winners = np.maximum(1, bits.sum(axis=1, keepdims=True))
        return np.asarray(WIN_UNITS * bits // n_winners, np.int64)

    @property
    def scores(self) -> Array:
        """Points by game and seat, int32[n_games, n_seats]."""
        scores: Array = self.rows["score"][:, : self.n_seats]
        return scores

    def at_place(self, field: str) -> Array:
        """``claims_at`` or ``points_at`` by place in the order of play, int32[n_games, n_seats]."""
        return np.stack([self.rows[f"{field}_{k}"] for k in range(self.n_seats)], axis=1)

    @property
    def who(self) -> str:
        """Strategy and number of players in words; of many parameters none is told."""
        spec = self.match.players[0].spec
        name = spec.partition("(")[0] if spec.count(",") > 1 else spec
        return f"{name}, {self.n_seats} players"

    def keys(self) -> dict[str, Any]:
        """What a row of a frame begins with."""
        player = self.match.players[0]
        return {"strategy": player.spec, "tier": player.tier, "n_seats": self.n_seats}


def numbers_of_players(plan: Setting, chosen: Sequence[int] = ()) -> list[int]:
    """The numbers of players asked for, or all that the components allow."""
    return list(chosen) or [n for n in playable_seats(plan.game, plan.rules) if n > 1]


def play_mirror(
    plan: Setting, strategy: str, n_seats: int, n_games: int, rules: Any = None
) -> Games:
    """One strategy at every seat, each game on luck of its own."""
    match = plan.match([strategy] * n_seats, "none", rules)
    return Games(match, outcome_rows(plan, match, blocks_for(n_games, 1))[:, 0])


@dataclass(frozen=True)
class Ratios:
    """Several ratios of sums over the same games.

    Attributes
    ----------
    value : float64[n]
        nan where there is nothing to divide by.
    cov : float64[n, n]
        Of their errors, games being the blocks.
    n_games : int64[n]
        Games in which the denominator is not 0.
    """

    value: Floats
    cov: Floats
    n_games: npt.NDArray[np.int64]

    def estimate(
        self, i: int, minus: int = -1, less: float = 0.0, *, confidence_level: float = 0.95
    ) -> Estimate:
        """Ratio `i`, less ratio `minus` where one is named, less a known number; a t-interval."""
        value, variance, n = self.value[i] - less, self.cov[i, i], int(self.n_games[i])
        if minus >= 0:
            value -= self.value[minus]
            variance += self.cov[minus, minus] - 2 * self.cov[i, minus]
            n = min(n, int(self.n_games[minus]))
        if n < 2:
            return Estimate(float(value) if n else math.nan, -math.inf, math.inf, "too few", n)
        reach = float(stdtrit(n - 1, (1 + confidence_level) / 2)) * math.sqrt(max(0.0, variance))
        method = f"t over games, {percent(confidence_level)}"
        return Estimate(float(value), float(value) - reach, float(value) + reach, method, n)

    def interval(self, i: int, minus: int = -1, less: float = 0.0) -> IntervalAt:
        """The estimate as a verdict asks for it."""
        return partial(self.estimate, i, minus, less)

    def p_value(self, i: int, minus: int = -1, less: float = 0.0) -> float:
        """Chance of an estimate as far from 0, two-sided; 1 where there are too few games."""
        half = self.estimate(i, minus, less, confidence_level=0.5)
        if half.n < 2:
            return 1.0
        if half.half_width == 0.0:
            return 1.0 if half.value == 0.0 else 0.0
        error = half.half_width / float(stdtrit(half.n - 1, 0.75))
        return 2.0 * float(stdtr(half.n - 1, -abs(half.value) / error))

    def __iter__(self) -> Iterator[Estimate]:
        """The estimates, in order."""
        return (self.estimate(i) for i in range(len(self.value)))


def ratios(over: npt.ArrayLike, under: npt.ArrayLike, also: npt.ArrayLike = 0.0) -> Ratios:
    """Sums over games of `over` by sums of `under`, each float[n_games, n].

    Notes
    -----
    Game g moves R = sum x / sum y by h_g = (x_g - R y_g) / sum y (linearisation), and the
    covariance of two ratios is the sum over games of the products of their h, times m / (m - 1)
    with m games that have a denominator. `also` is subtracted from h: what a game moves in a
    number that was taken off the ratio before.
    """
    x, y = (np.asarray(values, np.float64) for values in (over, under))
    total = y.sum(axis=0)
    n_games = (y != 0).sum(axis=0)
    known = np.where(total != 0, total, 1.0)
    value = x.sum(axis=0) / known
    moved = (x - value * y) / known - also
    swell = np.sqrt(n_games / np.maximum(1, n_games - 1))
    moved = moved * swell
    return Ratios(np.where(total != 0, value, math.nan), moved.T @ moved, n_games)


def share(found: Ratios, i: int, n_so: int, n: int) -> Estimate:
    """A ratio that is a share of `n` things; Wilson's interval where all or none are so."""
    if n_so in (0, n):
        return proportion(n_so, n)
    it = found.estimate(i)
    return Estimate(it.value, max(0.0, it.low), min(1.0, it.high), it.method, it.n)
