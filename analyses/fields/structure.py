"""What the payoffs are made of: a transitive and a cyclic part, dominance, and cycles."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr

from analyses.fields.payoffs import FloatArray, Payoffs
from analyses.statistics.verdicts import holm

__all__ = ["Relation", "cyclic_part", "cyclic_share", "relations", "transitive_part"]

ERROR_RATE = 0.05


class Relation(NamedTuple):
    """A statement about some strategies, with the share of resamples in which it holds.

    `least` is the smallest of the payoffs it rests on: of a cycle's three, or of the dominating
    strategy less the dominated one against whom they differ least.
    """

    kind: str
    strategies: tuple[int, ...]
    least: float
    stability: float


def transitive_part(payoffs: FloatArray) -> FloatArray:
    """Mean payoff of each strategy against all, itself included, float64[..., n].

    Notes
    -----
    The differences r_i - r_j of these are the matrix of a plain ranking that is nearest to the
    payoffs in squares: the gradient part of their Hodge decomposition [1]_.

    References
    ----------
    .. [1] Jiang, Lim, Yao and Ye (2011), Statistical ranking and combinatorial Hodge theory,
       Mathematical Programming 127, 203-244; Balduzzi et al. (2018), NeurIPS 31, section 2.
    """
    means: FloatArray = payoffs.mean(axis=-1)
    return means


def cyclic_part(payoffs: FloatArray) -> FloatArray:
    """What a ranking cannot explain, float64[..., n, n]: A - (r_i - r_j)."""
    r = transitive_part(payoffs)
    return payoffs - (r[..., :, None] - r[..., None, :])


def cyclic_share(payoffs: FloatArray) -> FloatArray:
    """Sum of squares of the cyclic part over that of the payoffs, float64[...]; 0 if all are 0."""
    total = (payoffs**2).sum(axis=(-1, -2))
    cyclic = (cyclic_part(payoffs) ** 2).sum(axis=(-1, -2))
    return np.where(total > 0.0, cyclic / np.where(total > 0.0, total, 1.0), 0.0)


def relations(payoffs: Payoffs, beats: npt.NDArray[np.bool_], drawn: FloatArray) -> list[Relation]:
    """Which strategies dominate which, and which beat each other in a circle.

    Parameters
    ----------
    payoffs : Payoffs
        The results.
    beats : bool[n, n]
        Whose payoff against whom is above 0 after Holm's correction over all pairs.
    drawn : float64[n_draws, n, n]
        Payoff matrices of the bootstrap.
    """
    matrix = payoffs.matrix()
    means = transitive_part(matrix)
    dominances = _dominances(payoffs, matrix, drawn)
    dominances.sort(key=lambda one: [-means[i] for i in one.strategies])
    return [*dominances, *_cycles(matrix, beats, drawn)]


def _dominances(payoffs: Payoffs, matrix: FloatArray, drawn: FloatArray) -> list[Relation]:
    """Pairs i, j such that i gets more than j against everybody, those two included.

    "More against everybody" is an intersection of statements, so that the largest of their
    p-values is a p-value of it (Berger and Hsu 1996); Holm's method over all ordered pairs.
    """
    n, shifts = payoffs.n_strategies, payoffs.group_shifts()
    pairs = list(permutations(range(n), 2))
    p_values = [_dominance_p(payoffs, matrix, shifts, pair) for pair in pairs]
    found = [pair for pair, p in zip(pairs, holm(p_values), strict=True) if p <= ERROR_RATE]
    return [
        Relation(
            "dominates",
            (i, j),
            float((matrix[i] - matrix[j]).min()),
            float((drawn[:, i] > drawn[:, j]).all(axis=1).mean()),
        )
        for i, j in found
    ]


def _dominance_p(
    payoffs: Payoffs, matrix: FloatArray, shifts: FloatArray, pair: tuple[int, int]
) -> float:
    """One-sided p-value that i gets more than j against every strategy."""
    i, j = pair
    more = matrix[i] - matrix[j]
    if more.min() <= 0.0:
        return 1.0
    n = payoffs.n_groups
    error = np.sqrt(n / (n - 1) * ((shifts[:, i] - shifts[:, j]) ** 2).sum(axis=0))
    # Groups may agree exactly; one game's difference is then what has not been seen yet.
    error = np.maximum(error, 1.0 / payoffs.games.sum(axis=0).min())
    return float(stdtr(n - 1, -more / error).max())


def _cycles(matrix: FloatArray, beats: npt.NDArray[np.bool_], drawn: FloatArray) -> list[Relation]:
    """All circles of three, the one with the largest smallest payoff first."""
    found = []
    for a, b, c in combinations(range(len(matrix)), 3):
        for i, j, k in ((a, b, c), (a, c, b)):
            if beats[i, j] and beats[j, k] and beats[k, i]:
                edges = matrix[i, j], matrix[j, k], matrix[k, i]
                holds = (drawn[:, i, j] > 0) & (drawn[:, j, k] > 0) & (drawn[:, k, i] > 0)
                found.append(Relation("cycle", (i, j, k), float(min(edges)), float(holds.mean())))
    return sorted(found, key=lambda one: -one.least)
