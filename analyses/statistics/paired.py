"""Two quantities on the same blocks: counts of their difference, and what common luck saved."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from analyses.statistics.estimates import PairMoments, independent_worth

__all__ = ["small_differences", "variance_of", "variance_saved"]


def small_differences(moments: PairMoments, n_games: int) -> npt.NDArray[np.int64] | None:
    """Blocks by x - y, int64[2 n_games + 1], taken as -1, 0 or 1; None where that cannot be.

    As in `Blocks._rare`: mean and variance are right in any case.
    """
    total = moments.sum_x - moments.sum_y
    squares = moments.sum_xx - 2 * moments.sum_xy + moments.sum_yy
    counts = np.zeros(2 * n_games + 1, np.int64)
    counts[n_games - 1] = (squares - total) // 2
    counts[n_games + 1] = (squares + total) // 2
    counts[n_games] = moments.n - squares
    return counts if counts.min() >= 0 else None


def variance_of(n: int, total: int, squares: int) -> float:
    """Variance of whole numbers from their sums; nan with fewer than two."""
    return (n * squares - total * total) / (n * (n - 1)) if n > 1 else math.nan


def variance_saved(moments: PairMoments) -> float:
    """Variance of x - y had x and y met different luck, over the variance on the same luck.

    Infinite if no block differs, nan if nothing varies.
    """
    n = moments.n
    first = variance_of(n, moments.sum_x, moments.sum_xx)
    second = variance_of(n, moments.sum_y, moments.sum_yy)
    squares = moments.sum_xx - 2 * moments.sum_xy + moments.sum_yy
    return independent_worth(
        first + second, variance_of(n, moments.sum_x - moments.sum_y, squares), 1
    )
