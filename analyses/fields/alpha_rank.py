"""Alpha-rank: how long an evolving population plays each strategy."""

from __future__ import annotations

import numpy as np

from analyses.fields.payoffs import FloatArray

__all__ = ["POPULATION", "alpha_rank", "stationary", "transitions"]

POPULATION = 50
FLOOR = 1e-250
"""Least probability of a transition: strong selection would make some exactly 0."""


def transitions(payoffs: FloatArray, alpha: float, population: int = POPULATION) -> FloatArray:
    """Chance that one strategy's population turns to another, float64[..., n, n].

    Parameters
    ----------
    payoffs : float64[..., n, n]
        Antisymmetric: half the difference of win rates of row and column.
    alpha : float
        Strength of selection.
    population : int
        Individuals m.

    Notes
    -----
    A mutant r in a population of s meets residents; with u = alpha (M(r, s) - M(s, r)), M the win
    rate, it takes over with probability (1 - e^-u) / (1 - e^-mu), and 1/m at u = 0; each of the
    n - 1 mutants is as likely [1]_.

    References
    ----------
    .. [1] Omidshafiei et al. (2019), alpha-Rank: multi-agent evaluation by evolution, Scientific
       Reports 9:9937, single-population model.
    """
    n = payoffs.shape[-1]
    gain = alpha * 2.0 * np.swapaxes(payoffs, -1, -2)  # row: resident, column: mutant
    positive = np.abs(gain)
    safe = np.where(positive < 1e-9, 1.0, positive)
    # For u < 0, (1 - e^-u) / (1 - e^-mu) = e^((m - 1) u) (1 - e^u) / (1 - e^mu): no overflow.
    fixed = np.expm1(-safe) / np.expm1(-population * safe)
    fixed = np.where(gain < 0.0, np.exp(-(population - 1) * safe) * fixed, fixed)
    rates = np.where(positive < 1e-9, 1.0 / population, fixed) / (n - 1)
    return np.asarray(np.maximum(rates, FLOOR), np.float64)


def stationary(rates: FloatArray) -> FloatArray:
    """Stationary distributions of Markov chains, float64[..., n].

    Parameters
    ----------
    rates : float64[..., n, n]
        Positive off the diagonal, from row to column; the diagonal is not read.

    Notes
    -----
    Elimination of Grassmann, Taksar and Heyman (1985, Operations Research 33), which subtracts
    nothing and so loses no digits; rescaled at every step so that nothing overflows.
    """
    work = np.array(rates, np.float64)
    n = work.shape[-1]
    for k in range(n - 1, 0, -1):
        out = work[..., k, :k].sum(axis=-1, keepdims=True)
        work[..., :k, k] /= out
        work[..., :k, :k] += work[..., :k, k, None] * work[..., k, None, :k]
    masses = np.zeros(work.shape[:-1])
    masses[..., 0] = 1.0
    for k in range(1, n):
        masses[..., k] = (masses[..., :k] * work[..., :k, k]).sum(axis=-1)
        masses[..., : k + 1] /= masses[..., : k + 1].max(axis=-1, keepdims=True)
    shares: FloatArray = masses / masses.sum(axis=-1, keepdims=True)
    return shares


def alpha_rank(payoffs: FloatArray, alpha: float, population: int = POPULATION) -> FloatArray:
    """Share of time that each strategy is played, float64[..., n]; one row per payoff matrix."""
    return stationary(transitions(payoffs, alpha, population))
