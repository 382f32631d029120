"""Means over several matches on the same luck, and the bootstrap: both work on groups of blocks.

Matches that share their luck are no independent evidence. Block b of every match belongs to
group b mod 200, and groups share nothing with each other, so that what is computed from all
matches gets its uncertainty from the groups: in closed form where it is a mean of win rates, by
drawing groups again where it is not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from analyses.runs.blocks import Blocks
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import (
    MIN_BLOCKS_ASYMPTOTIC,
    Estimate,
    any_time,
    independent_worth,
    percent,
)
from analyses.statistics.guarded import unseen_share
from simcore.summary import N_GROUPS

__all__ = [
    "Moved",
    "Term",
    "band",
    "guarded_difference",
    "mean_of_win_rates",
    "moved_mean",
    "resamples",
    "worth_of_mean",
]


class Term(NamedTuple):
    """A win rate that is added to a mean, or taken off with `sign` -1."""

    blocks: Blocks
    who: str
    sign: int = 1


class Moved(NamedTuple):
    """A mean of win rates, and how far groups of blocks move it.

    Parameters
    ----------
    value, error : float
        The mean and its standard error; nan and infinite where nothing is known.
    n_groups, n_blocks : int
        Groups that have blocks, and the fewest blocks of any match that has some.
    least : float
        0, or -1 where a rate is taken off.
    look : AnyTime, optional
        That of the matches.
    """

    value: float
    error: float
    n_groups: int
    n_blocks: int
    least: float
    look: AnyTime | None

    def multiple(self, alpha: float) -> float:
        """Standard errors on either side of an interval at two-sided error `alpha`."""
        if self.look is None:
            return float(stdtrit(self.n_groups - 1, 1.0 - alpha / 2))
        return math.sqrt(2.0 * self.look.threshold(self.n_blocks, alpha))


def mean_of_win_rates(
    terms: Sequence[Term], divisor: int, *, confidence_level: float = 0.95
) -> Estimate:
    """Sum of win rates with their signs over `divisor`, with a t-interval over groups of blocks.

    Parameters
    ----------
    terms : sequence of Term
        Win rates in matches on the same luck. A match without blocks is left out.
    divisor : int
        Matches over which the mean is taken.

    Returns
    -------
    Estimate
        Inside [0, 1], or [-1, 1] where a term is taken off.

    Notes
    -----
    Each rate is a ratio R = w / u of wins to what could be won. Group g moves the mean by
    h_g = sum of sign (w_g - R u_g) / u / divisor (delta method), and se^2 = G / (G - 1) sum h_g^2.
    In a run that was looked at more than once Student's t is replaced by sqrt(2 T_n) over blocks.
    """
    found, level = moved_mean(terms, divisor), percent(confidence_level)
    if found.n_groups == 0:
        return Estimate(math.nan, found.least, 1.0, "no blocks", 0)
    n, method = found.n_groups, f"block t, {level}, groups of blocks"
    reach = math.inf
    if n > 1:
        reach = found.multiple(1.0 - confidence_level) * found.error
        if found.look is not None:
            n = found.n_blocks
            method = f"asymptotic CS, {any_time(found.look, level)}, groups of blocks"
    low, high = max(found.least, found.value - reach), min(1.0, found.value + reach)
    return Estimate(found.value, low, high, method, n)


def guarded_difference(found: Moved, *, confidence_level: float = 0.95) -> Estimate:
    """The same for verdicts, where rare differences count: never of width zero.

    Parameters
    ----------
    found : Moved
        A difference of win rates.

    Returns
    -------
    Estimate
        `n` is the number of blocks. Of a run that may be looked at, nothing is known before
        `MIN_BLOCKS_ASYMPTOTIC` of them.

    Notes
    -----
    A t-interval does not know what it has not seen: where all blocks agree it has no width. What
    n blocks can have missed at this level is added in quadrature, (1 + |value|) times
    `analyses.statistics.guarded.unseen_share`. Where 100 blocks differ it makes the interval 2 %
    wider.
    """
    alpha, n = 1.0 - confidence_level, found.n_blocks
    is_early = found.look is not None and n < MIN_BLOCKS_ASYMPTOTIC
    if found.n_groups < 2 or is_early:
        return Estimate(found.value, -1.0, 1.0, "too few blocks", n)
    unseen = (1.0 + abs(found.value)) * unseen_share(n, alpha, found.look)
    reach = math.hypot(found.multiple(alpha) * found.error, unseen)
    low, high = max(-1.0, found.value - reach), min(1.0, found.value + reach)
    kind = "block t" if found.look is None else "asymptotic CS, any-time"
    method = f"{kind}, {percent(confidence_level)}, groups of blocks, guarded"
    return Estimate(found.value, low, high, method, n)


def moved_mean(terms: Sequence[Term], divisor: int) -> Moved:
    """The mean of `mean_of_win_rates` and its standard error, for intervals of any level."""
    value, moved = 0.0, np.zeros(N_GROUPS)
    used = np.zeros(N_GROUPS, bool)
    for blocks, who, sign in terms:
        if blocks.n_blocks == 0:
            continue
        wins, units = blocks.wins_by_group(who), blocks.most_wins * blocks.summary.group_blocks
        total = int(units.sum())
        rate = int(wins.sum()) / total
        value += sign * rate / divisor
        moved += sign * (wins - rate * units) / total / divisor
        used |= units > 0
    least = -1.0 if any(term.sign < 0 for term in terms) else 0.0
    n = int(used.sum())
    error = math.sqrt(n / (n - 1) * float(moved @ moved)) if n > 1 else math.inf
    n_blocks = min(filter(None, (term.blocks.n_blocks for term in terms)), default=0)
    look = terms[0].blocks.look if terms else None
    return Moved(value if n else math.nan, error, n, n_blocks, least, look)


def worth_of_mean(terms: Sequence[Term], divisor: int) -> float:
    """How many independent games one game was worth for such a mean; see `independent_worth`."""
    played = [(blocks, who) for blocks, who, _ in terms if blocks.n_blocks > 0]
    apart = sum(blocks.game_variance(who) / blocks.n_games for blocks, who in played)
    error = moved_mean(terms, divisor).error
    return independent_worth(apart / divisor**2, error**2, 1) if math.isfinite(error) else math.nan


def resamples(n: int, seed: int, n_groups: int = N_GROUPS) -> npt.NDArray[np.int64]:
    """How often each group is drawn, int64[n, n_groups]; the draws of a bootstrap of groups."""
    rng = np.random.Generator(np.random.Philox(seed))
    draws: npt.NDArray[np.int64] = rng.multinomial(n_groups, np.full(n_groups, 1 / n_groups), n)
    return draws


def band(value: float, drawn: npt.ArrayLike, n: int) -> Estimate:
    """A value with the middle 95 % of what the resamples gave; `n` is the number of groups."""
    found = np.asarray(drawn, np.float64)
    low, high = np.quantile(found, [0.025, 0.975], method="inverted_cdf")
    return Estimate(value, float(low), float(high), f"stability band, {percent(0.95)}", n)
