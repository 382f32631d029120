"""The one statistic behind every bounded mean: the empirical-likelihood ratio of block scores.

A block is one seed index with all its seat rotations; its score lies on an even lattice in
[0, 1]. From the counts on that lattice this module computes, for a candidate mean mu,

    L(mu) = max over lam of  sum_k c_k log(1 + lam (x_k - mu)),   -1/(1 - mu) <= lam <= 1/mu,

and the interval {mu : L(mu) <= T}. The threshold T for a number of blocks fixed in advance is here
too; the one for a run that is looked at as often as anybody likes is in
`analyses.statistics.any_time`. Counts are all that is needed, so the order of the blocks and the
way they were split into chunks cannot matter.

L is the empirical likelihood ratio of [1]_ with the end points 0 and 1 as extra support, which
is why all wins or all ties do not give a width of zero. For scores 0 and 1 only, it is the
binomial likelihood ratio.

References
----------
.. [1] Owen (1990), Empirical likelihood ratio confidence regions, Annals of Statistics 18,
   90-120; and Biometrika, 1988.
.. [2] Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting,
   JRSS-B, arXiv 2010.09686: the same maximum as the log wealth of the best fixed bet.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

MIN_INFORMATIVE = 20
"""Blocks away from the commonest score, below which the fixed threshold is log(2/alpha)."""

_LOG_TILT_LIMIT = 690.0  # exp(690) is still a finite double
_STEPS = 200


def histogram(counts: npt.ArrayLike, lattice: int) -> IntArray:
    """Return `counts` as int64[lattice + 1], or refuse them."""
    table = np.asarray(counts)
    if lattice < 1 or table.shape != (lattice + 1,):
        shape = table.shape
        raise ValueError(f"a lattice of {lattice} steps needs {lattice + 1} counts, got {shape}")
    if not np.issubdtype(table.dtype, np.integer) or (table < 0).any():
        raise ValueError("counts must be integers, none of them negative")
    return table.astype(np.int64)


def interval(counts: IntArray, threshold: float) -> tuple[float, float]:
    """Return the ends of {mu : L(mu) <= threshold}.

    Parameters
    ----------
    counts : int64[n_points]
        Blocks with score k / (n_points - 1); at least one block.
    threshold : float
        Positive; from `fixed_threshold` or `analyses.statistics.any_time`.

    Returns
    -------
    tuple of float
        Lower and upper end in [0, 1]. Reversing `counts` mirrors them exactly.

    Notes
    -----
    At the maximum the weights of the blocks are proportional to c_k / (1 + r x_k), for one tilt
    r > 0 below the mean; mu and L are explicit in r, so an end is the root of one function of
    one unknown. Where no block scored 0 the tilt can become infinite: from there on lam sits on
    its limit 1/mu and L(mu) = sum_k c_k log(x_k / mu), which is solved in closed form.
    """
    return _lower_end(counts, threshold), 1.0 - _lower_end(counts[::-1], threshold)


def _present(counts: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return the lattice points that occur and their counts, both float64[n_present]."""
    where = np.flatnonzero(counts)
    return where / (len(counts) - 1), counts[where].astype(np.float64)


def _lower_end(counts: IntArray, threshold: float) -> float:
    x, c = _present(counts)
    if x[-1] == 0.0:
        return 0.0
    if x[0] > 0.0:
        n = float(c.sum())
        log_sum = float(c @ np.log(x))
        if n * math.log(float(c @ (1.0 / x)) / n) + log_sum <= threshold:
            return math.exp((log_sum - threshold) / n)
    return _tilted_mean(x, c, threshold)


def _tilted_mean(x: FloatArray, c: FloatArray, threshold: float) -> float:
    """Return mu below the mean with L(mu) = threshold, by safeguarded Newton on log L(log r)."""
    n = float(c.sum())
    z = _first_tilt(x, c, threshold)
    low, high = -_LOG_TILT_LIMIT, _LOG_TILT_LIMIT
    mean = 0.0
    for _ in range(_STEPS):
        r = math.exp(z)
        stretch = 1.0 + r * x
        weight = c / stretch
        total, moment = float(weight.sum()), float(weight @ x)
        mean = moment / total
        ratio = n * math.log(total / n) + float(c @ np.log1p(r * x))
        slope = r * (moment - n * float((weight / stretch) @ x) / total)
        low, high = (z, high) if ratio < threshold else (low, z)
        if ratio > 0.0 and slope > 0.0:
            step = z - math.log(ratio / threshold) * ratio / slope
        else:
            step = math.nan
        if not low < step < high:
            step = (low + high) / 2
        if abs(step - z) < 1e-10:
            break
        z = step
    return mean


def _first_tilt(x: FloatArray, c: FloatArray, threshold: float) -> float:
    """Return log r where the normal approximation L = n (mean - mu)^2 / (2 sd^2) puts the end."""
    n = float(c.sum())
    mean = float(c @ x) / n
    sd = math.sqrt(float(c @ (x - mean) ** 2) / n)
    reach = math.sqrt(2.0 * threshold / n) * mean
    return math.log(reach / (mean * (sd - reach)) if reach < 0.9 * sd else 10.0 / mean)


def log_ratio(counts: IntArray, mean: float) -> float:
    """Return L(mean).

    Parameters
    ----------
    counts : int64[n_points]
        Blocks with score k / (n_points - 1).
    mean : float
        The candidate, in [0, 1].

    Returns
    -------
    float
        Not negative; infinite where the candidate is impossible (0 or 1 with blocks elsewhere).

    Notes
    -----
    The derivative in lam falls throughout, so it is bisected. This route shares nothing with
    `interval`: the tests use each to check the other.
    """
    x, c = _present(counts)
    gap = x - mean
    if not np.any(gap):
        return 0.0
    if mean in (0.0, 1.0):
        return math.inf
    low, high = (0.0, 1.0 / mean) if float(c @ gap) > 0.0 else (-1.0 / (1.0 - mean), 0.0)
    for _ in range(64):
        lam = (low + high) / 2
        rising = float(c @ (gap / (1.0 + lam * gap))) > 0.0
        low, high = (lam, high) if rising else (low, lam)
    return max(0.0, float(c @ np.log1p((low + high) / 2 * gap)))


def signed_root(counts: IntArray, mean: float) -> float:
    """Return sqrt(2 L(mean)), positive where the observed mean is above `mean`.

    Parameters
    ----------
    counts : int64[n_points]
        Blocks with score k / (n_points - 1).
    mean : float
        The candidate, in [0, 1].

    Returns
    -------
    float
        About standard normal if `mean` is the truth: 2 L tends to chi-square with 1 degree of
        freedom (Owen 1990).
    """
    x, c = _present(counts)
    return math.copysign(math.sqrt(2.0 * log_ratio(counts, mean)), float(c @ (x - mean)))


def n_informative(counts: IntArray) -> int:
    """Return the number of blocks that do not have the commonest score."""
    return int(counts.sum() - counts.max())


def fixed_threshold(n: int, informative: int, alpha: float) -> float:
    """Return T for a number of blocks fixed in advance.

    Parameters
    ----------
    n : int
        Blocks.
    informative : int
        Those away from the commonest score, from `n_informative`.
    alpha : float
        1 - confidence level, two-sided.

    Returns
    -------
    float
        t^2 / 2 with t the 1 - alpha/2 quantile at n - 1 degrees of freedom (1.92 for many blocks
        at alpha .05); log(2/alpha) (3.69) with fewer than 20 informative blocks, where 1.92
        covers too little: as low as 85 % when two informative blocks are expected.

    Notes
    -----
    For scores 0 and 1, L is n times the divergence in Chernoff's bound: either end misses with a
    chance of at most exp(-T) [1]_, so that log(2/alpha) never covers less than 1 - alpha. For
    other scores that is a rule of thumb backed by simulation (`benchmarks/interval_coverage.py`).
    log(1/alpha) would not do: 93.1 % at five blocks of a coin that shows heads 45.1 % of the time.

    References
    ----------
    .. [1] Chernoff (1952), Annals of Mathematical Statistics 23, 493-507; Hoeffding (1963),
       Journal of the American Statistical Association 58, 13-30, theorem 1.
    """
    if informative < MIN_INFORMATIVE:
        return math.log(2.0 / alpha)
    return float(stdtrit(n - 1, 1.0 - alpha / 2)) ** 2 / 2
