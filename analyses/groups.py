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

from analyses.blocks import Blocks
from analyses.estimates import Estimate, any_time, percent
from simcore.summary import N_GROUPS

__all__ = ["Term", "band", "mean_of_win_rates", "resamples"]


class Term(NamedTuple):
    """A win rate that is added to a mean, or taken off with `sign` -1."""

    blocks: Blocks
    who: str
    sign: int = 1


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
    n, level = int(used.sum()), percent(confidence_level)
    method = f"block t, {level}, groups of blocks"
    least = -1.0 if any(term.sign < 0 for term in terms) else 0.0
    if n == 0:
        return Estimate(math.nan, least, 1.0, "no blocks", 0)
    reach = math.inf
    if n > 1:
        error = math.sqrt(n / (n - 1) * float(moved @ moved))
        reach = float(stdtrit(n - 1, (1.0 + confidence_level) / 2)) * error
        look, n_blocks = terms[0].blocks.look, min(t.blocks.n_blocks for t in terms)
        if look is not None:
            n, method = n_blocks, f"asymptotic CS, {any_time(look, level)}, groups of blocks"
            reach = math.sqrt(2.0 * look.threshold(n, 1.0 - confidence_level)) * error
    low, high = max(least, value - reach), min(1.0, value + reach)
    return Estimate(value, low, high, method, n)


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
