"""Intervals for a run that is looked at as often as anybody likes: a confidence sequence."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

__all__ = ["AnyTime", "n_star_for"]

_BISECTIONS = 60
_LEAST_LOG = -690.0  # exp(-690) is still a positive double


@dataclass(frozen=True)
class AnyTime:
    """Leave to look at the interval after any block, and to stop there.

    Parameters
    ----------
    n_star : float
        Blocks at which the interval is to be tightest, chosen before the run and never from its
        data (`n_star_for`). Too low costs little (1.18 times the width at 100 n_star), too
        high a lot (3 times at n_star / 100).
    family : int, default 1
        Intervals that are to hold together: each gets that part of the error rate (Bonferroni).

    Notes
    -----
    Robbins' mixture boundary [1]_ with rho2 = (log(1/alpha^2) + log(log(1/alpha^2) + 1)) / n_star:

        T_n = (1 + 1/(n rho2)) log( sqrt(n rho2 + 1) / alpha )

    With n (mean - mu)^2 / (2 s^2) in place of L this is the asymptotic confidence sequence of
    [1]_. The guarantee is asymptotic. On the likelihood ratio L of
    `analyses.statistics.likelihood` it rests on L being that expression times 1 + o(1) and on
    simulation, not on a finite-sample theorem.

    References
    ----------
    .. [1] Waudby-Smith et al. (2024), arXiv 2103.06476.
    """

    n_star: float
    family: int = 1

    def __post_init__(self) -> None:
        """Refuse a number of blocks that is not positive."""
        if not self.n_star > 0.0:
            raise ValueError(f"n_star must be positive, got {self.n_star}")

    def threshold(self, n: float, alpha: float) -> float:
        """Return T_n after `n` blocks at two-sided error `alpha`; one-sided, give it twice."""
        own = alpha / self.family
        spread = n * _tuning(own) / self.n_star
        return (1.0 + 1.0 / spread) * math.log(math.sqrt(spread + 1.0) / own)

    def p_value(self, n: float, ratio: float) -> float:
        """Return the smallest error rate at which T_n is below `ratio`, whatever the family.

        Valid at every look, as the interval is; 1 where no error rate below 1 is enough.
        """
        alone = replace(self, family=1)
        low, high = _LEAST_LOG, -1e-12
        if alone.threshold(n, math.exp(high)) >= ratio:
            return 1.0
        if alone.threshold(n, math.exp(low)) < ratio:
            return math.exp(low)
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            is_out = alone.threshold(n, math.exp(middle)) < ratio
            low, high = (low, middle) if is_out else (middle, high)
        return math.exp(high)


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
