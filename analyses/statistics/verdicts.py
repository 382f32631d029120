"""Verdicts: balanced within a margin, not balanced, or not enough games (about how many more).

A verdict is asked of an `IntervalAt`: anything that gives an `Estimate` at a confidence level,
such as `partial(mean_from_histogram, counts, 2, look=look)`. A run that is looked at more than
once needs any-time intervals; then a verdict may be taken at any look.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import Estimate, percent
from analyses.statistics.forecasts import Reach, blocks_wanted, least
from analyses.statistics.likelihood import FloatArray

LEAST_P = 1e-12  # smaller p-values are returned as this

Outcome = Literal["balanced", "not balanced", "undecided"]


class IntervalAt(Protocol):
    """An interval that can be asked for at any confidence level."""

    def __call__(self, *, confidence_level: float) -> Estimate:
        """Return the estimate at this level."""


class Wording(NamedTuple):
    """How a verdict is put into words, and what a block costs."""

    unit: str = "points"
    scale: float = 100.0  # units in 1.0 of the estimate
    games_per_block: int = 1
    most_games: float = 1e9  # a longer forecast is cut short here
    inside: str = "balanced"
    outside: str = "not balanced"


POINTS = Wording()
POINTS_OF_SPREAD = Wording("points of spread")


@dataclass(frozen=True)
class Verdict:
    """What the blocks say about a margin.

    Parameters
    ----------
    outcome, text : str
        The verdict, and the same in words with the interval or the games that are missing.
    estimate, margin : Estimate, float
        What was judged, and against what, in the same unit.
    n_more : float
        Forecast of the games still needed; 0 if decided, inf if it cannot be told. A run that
        may be extended by it is looked at more than once.
    p_balanced, p_not_balanced : float
        Smallest error rate at which that verdict would be given, for `holm`. With any-time
        intervals they are valid at every look, and adjusted already for the family of the look.
    """

    outcome: Outcome
    text: str
    estimate: Estimate
    margin: float
    n_more: float
    p_balanced: float
    p_not_balanced: float


class _Bound(NamedTuple):
    """One end of an interval of a departure from balance, and the estimate it belongs to."""

    end: float
    value: float


class _Question(NamedTuple):
    """Which departures from `centre` are held against `margin`.

    An error rate alpha of the verdict means intervals at two-sided error alpha * upper for
    "balanced" and alpha * lower for "not balanced".
    """

    intervals: Sequence[IntervalAt]
    centre: float
    margin: float
    upper: float
    lower: float

    def highest(self, alpha: float) -> _Bound:
        """Return the largest upper bound; balanced if it is below the margin."""
        return max(_Bound(it.high, it.value) for it in self._departures(alpha * self.upper))

    def lowest(self, alpha: float) -> _Bound:
        """Return the largest lower bound; not balanced if it is above the margin."""
        return max(_Bound(it.low, it.value) for it in self._departures(alpha * self.lower))

    def _departures(self, error: float) -> list[Estimate]:
        """Return both signs of every departure, at two-sided `error`."""
        found = [interval(confidence_level=1.0 - error) for interval in self.intervals]
        return [_departure(it, self.centre, sign) for it in found for sign in (1.0, -1.0)]


def _departure(estimate: Estimate, centre: float, scale: float) -> Estimate:
    """Return scale * (estimate - centre)."""
    value, *ends = (scale * (x - centre) for x in (estimate.value, estimate.low, estimate.high))
    return Estimate(value, min(ends), max(ends), estimate.method, estimate.n)


def within(
    interval: IntervalAt,
    margin: float,
    *,
    centre: float = 0.0,
    confidence_level: float = 0.95,
    look: AnyTime | None = None,
    wording: Wording = POINTS,
) -> Verdict:
    """Judge whether a mean or a paired difference lies within `margin` of `centre`.

    Parameters
    ----------
    interval : IntervalAt
        Of the mean.
    margin : float
        Largest departure that counts as balanced, in the unit of the mean.
    centre : float, default 0
        The balanced value: 0 for a difference, 1/2 for the win share of one of two.
    confidence_level, look, wording
        Of the verdict; the `AnyTime` that `interval` uses, if it does; units and games a block.

    Returns
    -------
    Verdict
        Balanced if the interval lies inside the margin, not balanced if it lies outside.

    Notes
    -----
    The interval inside the margin is two one-sided tests at half the error each; the full error
    each would be allowed (Berger and Hsu 1996, Statistical Science 11, 283-302).

    Examples
    --------
    >>> from functools import partial
    >>> from analyses.statistics.estimates import mean_from_histogram
    >>> within(partial(mean_from_histogram, [60, 880, 60], 2), 0.02, centre=0.5).text
    'balanced within 2.0 points'
    """
    estimate = interval(confidence_level=confidence_level)
    question = _Question([interval], centre, margin, 1.0, 1.0)
    return _judge(question, estimate, 1.0 - confidence_level, look, wording)


def spread_of_seats(
    pairs: Sequence[IntervalAt],
    margin: float,
    *,
    confidence_level: float = 0.95,
    look: AnyTime | None = None,
    wording: Wording = POINTS_OF_SPREAD,
) -> Verdict:
    """Judge whether the best and the worst of m seats are less than `margin` apart.

    Parameters
    ----------
    pairs : sequence of IntervalAt
        One for every pair of seats i < j: the mean over blocks of (share of i) - (share of j).
    margin : float
        Largest spread (max - min of the true shares) that counts as balanced. For two seats a
        spread of 2 points is 1 point off 50 %.
    confidence_level, look, wording
        As in `within`; alpha = 1 - confidence_level is the error rate of either verdict.

    Returns
    -------
    Verdict
        Its estimate is the largest difference seen, between the two bounds below.

    Notes
    -----
    Balanced if every one-sided upper bound at level alpha is below the margin. This needs no
    correction: the pair that is truly furthest apart is one of them (intersection-union, Berger
    and Hsu 1996, Statistical Science 11, 283-302). Not balanced if some one-sided lower bound at
    level alpha / (m (m - 1)) is above it (Bonferroni over the ordered pairs).
    """
    if not pairs:
        raise ValueError("a spread needs two seats or more, so one pair or more")
    alpha = 1.0 - confidence_level
    question = _Question(pairs, 0.0, margin, 2.0, 1.0 / len(pairs))
    high, low = question.highest(alpha), question.lowest(alpha)
    value = max(abs(pair(confidence_level=confidence_level).value) for pair in pairs)
    method = f"largest difference of {len(pairs)} pairs, one-sided {percent(confidence_level)}"
    n = pairs[0](confidence_level=confidence_level).n
    estimate = Estimate(value, max(0.0, low.end), high.end, method, n)
    return _judge(question, estimate, alpha, look, wording)


def _judge(
    question: _Question, estimate: Estimate, alpha: float, look: AnyTime | None, wording: Wording
) -> Verdict:
    margin = question.margin
    if not margin > 0.0:
        raise ValueError(f"margin must be positive, got {margin}")
    limit = margin * wording.scale
    shown = f"{limit:.1f}" if math.isclose(limit, round(limit, 1)) else f"{limit:.6g}"
    outcome: Outcome = "undecided"
    n_more = 0.0
    if question.highest(alpha).end < margin:
        outcome, text = "balanced", f"{wording.inside} within {shown} {wording.unit}".rstrip()
    elif question.lowest(alpha).end > margin:
        outcome = "not balanced"
        departure = _departure(estimate, question.centre, wording.scale)
        text = f"{wording.outside}: {f'{departure} {wording.unit}'.rstrip()}, margin {shown}"
    else:
        n_more, text = _forecast(question, estimate.n, alpha, look, wording)
    return Verdict(outcome, text, estimate, margin, n_more, *_p_values(question))


def _p_values(question: _Question) -> tuple[float, float]:
    margin = question.margin
    most_upper, most_lower = (min(1.0, 1.0 / x) - 1e-6 for x in (question.upper, question.lower))
    balanced = least(lambda alpha: question.highest(alpha).end < margin, LEAST_P, most_upper)
    unbalanced = least(lambda alpha: question.lowest(alpha).end > margin, LEAST_P, most_lower)
    return min(1.0, balanced), min(1.0, unbalanced)


def _forecast(
    question: _Question, n: int, alpha: float, look: AnyTime | None, wording: Wording
) -> tuple[float, str]:
    """Return the games still needed and the verdict in words.

    N solves s (c_N + 0.67 [|estimate| < se]) / sqrt(N) = gap, with c the multiple of the standard
    error se = s / sqrt(n) at which the bound stands, and gap the distance from the estimate to
    the margin. 0.67 is a quartile of the normal: an estimate near 0 has two bounds to clear.
    Where the blocks agree, the interval is what they can have missed, and shrinks like c^2 / N.
    """
    end, factor = question.highest, question.upper
    if end(alpha).value > question.margin:
        end, factor = question.lowest, question.lower
    value, error = end(alpha).value, alpha * factor
    now, far = (abs(end(a).end - value) for a in (alpha, alpha / 100.0))
    if not (math.isfinite(now) and now > 0.0):
        return math.inf, "not enough games: too few to say how many more"
    reach = Reach(now, far, partial(_multiple, look, error), _multiple(look, error / 100.0, n), n)
    bounds = (
        math.log(2.0 / a) if look is None else look.threshold(n, a) for a in (error, error / 100.0)
    )
    gap = abs(question.margin - value)
    is_flat = gap > 0.0 and reach.is_flat(*bounds)
    extra = 0.67 if abs(value) < reach.error else 0.0
    blocks = blocks_wanted(reach, gap, extra, is_flat)
    n_more = float(f"{math.ceil((blocks - n) * wording.games_per_block):.2g}")
    if n_more > wording.most_games:
        return n_more, f"not enough games: more than {wording.most_games:,.0f} more"
    if gap < reach.error and not is_flat:
        return n_more, f"not enough games: too close to the border, at least {n_more:,.0f} more"
    return n_more, f"not enough games: about {n_more:,.0f} more"


def _multiple(look: AnyTime | None, error: float, blocks: float) -> float:
    """Standard errors on either side of a normal interval at two-sided `error`."""
    if look is None:
        return -float(ndtri(error / 2.0))
    return math.sqrt(2.0 * look.threshold(blocks, error))


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Return the p-values of a family, in the same order, adjusted by Holm's step-down method.

    Those adjusted to at most alpha may be claimed together: the chance of any false claim is at
    most alpha, whatever their dependence. The i-th smallest of k (i from 0) is multiplied by
    k - i, capped at 1, and raised to the largest adjusted value before it.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).round(6).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=np.float64)
    if not ((p >= 0.0) & (p <= 1.0)).all():
        raise ValueError("p-values must lie in [0, 1]")
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return np.minimum(adjusted, 1.0)
