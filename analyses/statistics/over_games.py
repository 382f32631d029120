"""Means and ratios over independent games, one game a block, from arrays of their numbers."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from analyses.statistics.estimates import Estimate, PairMoments, percent, ratio_from_moments
from analyses.statistics.likelihood import fixed_threshold

__all__ = ["mean_over_games", "ratio_over_games"]


def mean_over_games(values: npt.ArrayLike, most: float = math.inf) -> Estimate:
    """Mean over independent games, those without a value left out, by a t-interval.

    Values between 0 and `most` have their mean there too; where all agree on a bound, the
    interval reaches as far as the likelihood ratio allows where no block is informative.
    """
    x = np.asarray(values, np.float64)
    x = x[~np.isnan(x)]
    n, method = len(x), f"t, {percent(0.95)}"
    if n < 2:
        return Estimate(float(x.mean()) if n else math.nan, 0.0, most, method, n)
    mean, error = float(x.mean()), float(x.std(ddof=1)) / math.sqrt(n)
    reach = float(stdtrit(n - 1, 0.975)) * error
    if error == 0.0 and math.isfinite(most):
        reach = fixed_threshold(n, 0, 0.05) * most / n
    return Estimate(mean, max(0.0, mean - reach), min(most, mean + reach), method, n)


def ratio_over_games(x: npt.ArrayLike, y: npt.ArrayLike) -> Estimate:
    """Ratio of two sums over independent games, by the delta method."""
    xs, ys = (np.asarray(counts).astype(object) for counts in (x, y))
    moments = PairMoments(len(xs), xs.sum(), ys.sum(), xs @ xs, xs @ ys, ys @ ys)
    return ratio_from_moments(moments)
