"""The one statistic behind every bounded mean: the empirical-likelihood ratio of block scores.

A block is one seed index with all its seat rotations; its score lies on an even lattice in
[0, 1]. From the counts on that lattice this module computes, for a candidate mean mu,

    L(mu) = max over lam of  sum_k c_k log(1 + lam (x_k - mu)),   -1/(1 - mu) <= lam <= 1/mu,

and the interval {mu : L(mu) <= T}. The thresholds T are here too: one for a number of blocks
fixed in advance, one for a run that is looked at as often as anybody likes. Counts are all that
is needed, so the order of the blocks and the way they were split into chunks cannot matter.

L is the empirical likelihood ratio of [1]_ with the end points 0 and 1 as extra support, which
is why all wins or all ties do not give a width of zero. For scores 0 and 1 only, it is the
binomial likelihood ratio.

References
----------
.. [1] Owen (1990), Empirical likelihood ratio confidence regions, Annals of Statistics 18,
   90-120; and Biometrika, 1988.
.. [2] Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting,
   JRSS-B, arXiv 2010.09686: the same maximum as the log wealth of the best fixed bet.
.. [3] Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Time-uniform central limit theory
   and asymptotic confidence sequences, Annals of Statistics, arXiv 2103.06476.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

MIN_INFORMATIVE = 20
"""Blocks away from the commonest score, below which the fixed threshold is log(1/alpha)."""

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
        Positive; from `fixed_threshold` or `AnyTime.threshold`.

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
        at alpha .05); log(1/alpha) (3.00) with fewer than 20 informative blocks, where 1.92
        covers too little: as low as 85 % when two informative blocks are expected.

    Notes
    -----
    A rule of thumb backed by simulation (`benchmarks/interval_coverage.py`), no theorem. The least
    coverage found for 95 % is 93.8 %: five blocks of one fair coin each.
    """
    if informative < MIN_INFORMATIVE:
        return math.log(1.0 / alpha)
    return float(stdtrit(n - 1, 1.0 - alpha / 2)) ** 2 / 2


@dataclass(frozen=True)
class AnyTime:
    """Leave to look at the interval after any block, and to stop there.

    Parameters
    ----------
    n_star : float
        Blocks at which the interval is to be tightest, chosen before the run and never from its
        data (`n_star_for`). Too low costs little (1.18 times the width at 100 n_star), too
        high a lot (3 times at n_star / 100).

    Notes
    -----
    Robbins' mixture boundary [1]_ with rho2 = (log(1/alpha^2) + log(log(1/alpha^2) + 1)) / n_star:

        T_n = (1 + 1/(n rho2)) log( sqrt(n rho2 + 1) / alpha )

    With n (mean - mu)^2 / (2 s^2) in place of L this is the asymptotic confidence sequence of
    [1]_. The guarantee is asymptotic. On L it rests on L being that expression times 1 + o(1)
    and on simulation, not on a finite-sample theorem.

    References
    ----------
    .. [1] Waudby-Smith et al. (2024), arXiv 2103.06476.
    """

    n_star: float

    def __post_init__(self) -> None:
        """Refuse a number of blocks that is not positive."""
        if not self.n_star > 0.0:
            raise ValueError(f"n_star must be positive, got {self.n_star}")

    def threshold(self, n: float, alpha: float) -> float:
        """Return T_n after `n` blocks at two-sided error `alpha`; one-sided, give it twice."""
        spread = n * _tuning(alpha) / self.n_star
        return (1.0 + 1.0 / spread) * math.log(math.sqrt(spread + 1.0) / alpha)


def _tuning(alpha: float) -> float:
    """Return rho2 * n_star (7.94 at alpha .05)."""
    doubled = -2.0 * math.log(alpha)
    return doubled + math.log(doubled + 1.0)


def n_star_for(half_width: float, *, sd: float = 0.1, confidence_level: float = 0.95) -> int:
    """Return the `AnyTime.n_star` for a run that is to end at `half_width`.

    Parameters
    ----------
    half_width : float
        The precision asked for, in the unit of the mean.
    sd : float, default 0.1
        Standard deviation of a block assumed for planning. A true one of .04 to .45 costs at
        most 1.7 instead of 1.55 times the width of a fixed number of blocks.
    confidence_level : float, default 0.95
        Of the interval.

    Returns
    -------
    int
        n with sd sqrt(2 T_n / n) = half_width at n = n_star: (3.03 sd / half_width)^2 at 95 %.
    """
    if half_width <= 0.0:
        raise ValueError(f"half_width must be positive, got {half_width}")
    tightest = AnyTime(1.0).threshold(1, 1.0 - confidence_level)
    return max(1, math.ceil(2.0 * tightest * (sd / half_width) ** 2))
