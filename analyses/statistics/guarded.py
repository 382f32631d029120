"""Intervals that know what they have not seen: for verdicts, where rare blocks count.

A t-interval takes its width from the blocks that differ; where none does it has none, and would
prove anything. What n blocks can have missed is added to it here.
"""

from __future__ import annotations

import math

from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import Estimate
from analyses.statistics.verdicts import IntervalAt

__all__ = ["guarded", "unseen_share"]


def unseen_share(n_blocks: int, alpha: float, look: AnyTime | None = None) -> float:
    """Largest share of all blocks that `n_blocks` may well have missed, 1 - exp(-L / n).

    L is log(2 / alpha), or T_n of a run that may be looked at: the reach of the likelihood
    interval of n equal blocks (`analyses.statistics.likelihood`).
    """
    bound = math.log(2.0 / alpha) if look is None else look.threshold(n_blocks, alpha)
    return -math.expm1(-bound / n_blocks)


def guarded(
    interval: IntervalAt,
    most: float,
    look: AnyTime | None = None,
    *,
    confidence_level: float = 0.95,
) -> Estimate:
    """An interval with what its blocks can have missed, in quadrature.

    Parameters
    ----------
    interval : IntervalAt
        Of a mean without bounds.
    most : float
        How far from the mean a block that was missed is taken to lie.
    look : AnyTime, optional
        That of the interval.

    Notes
    -----
    A mean without bounds has no interval that always holds; `most` is an assumption. Where the
    blocks differ as much as it says, a hundred of them make the interval about 1 % wider.
    """
    found = interval(confidence_level=confidence_level)
    if found.n == 0 or not math.isfinite(found.half_width):
        return found
    reach = most * unseen_share(found.n, 1.0 - confidence_level, look)
    low, high = (math.hypot(end - found.value, reach) for end in (found.low, found.high))
    return Estimate(
        found.value, found.value - low, found.value + high, f"{found.method}, guarded", found.n
    )
