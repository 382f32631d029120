"""How far an estimate lies from an exact value: z scores and p-values of block scores."""

from __future__ import annotations

import math

import numpy.typing as npt
from scipy.special import stdtr

from analyses.statistics import likelihood
from analyses.statistics.any_time import AnyTime

__all__ = ["p_from_histogram", "z_from_histogram", "z_score"]


def z_from_histogram(
    counts: npt.ArrayLike, lattice: int, exact: float, *, low: float = 0.0, high: float = 1.0
) -> float:
    """Return how many standard errors the mean of a histogram lies above an exact value.

    The signed root sqrt(2 L) of the likelihood ratio, so that z and the interval agree and z
    is finite however few blocks differ. Arguments as in `mean_from_histogram`.
    """
    table, share = likelihood.histogram(counts, lattice), (exact - low) / (high - low)
    return likelihood.signed_root(table, share) if table.any() else math.nan


def z_score(value: float, standard_error: float, exact: float) -> float:
    """Return (value - exact) / standard_error; without error 0 if equal, else infinite."""
    if standard_error > 0.0:
        return (value - exact) / standard_error
    return 0.0 if value == exact else math.copysign(math.inf, value - exact)


def p_from_histogram(
    counts: npt.ArrayLike,
    lattice: int,
    exact: float,
    *,
    low: float = 0.0,
    high: float = 1.0,
    look: AnyTime | None = None,
) -> float:
    """Smallest error rate at which the interval of `mean_from_histogram` leaves out `exact`.

    A two-sided p-value; 1 without blocks. Arguments as in `mean_from_histogram`.
    """
    table_of_counts = likelihood.histogram(counts, lattice)
    n = int(table_of_counts.sum())
    if n == 0:
        return 1.0
    root = likelihood.signed_root(table_of_counts, (exact - low) / (high - low))
    if look is not None:
        return look.p_value(n, root**2 / 2)
    if likelihood.n_informative(table_of_counts) < likelihood.MIN_INFORMATIVE:
        return min(1.0, 2.0 * math.exp(-(root**2) / 2))
    return min(1.0, 2.0 * float(stdtr(n - 1, -abs(root))))
