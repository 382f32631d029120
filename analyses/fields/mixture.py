"""The most mixed mixture of strategies that nobody beats by more than the sampling error."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyses.fields.payoffs import FloatArray

__all__ = ["best_reply_gain", "mixtures"]

MOST_STEPS = 200
MOST_HALVINGS = 40
PRECISION = 1e-10
"""Largest violation of an optimality condition, in units of the largest payoff."""
RIDGE = 1e-12
ENOUGH = 1e-4
"""Share of the decrease promised by the slope that a step has to keep (Armijo's rule)."""
TOLERANCE = 1e-6
"""How far above eps the best reply may gain before a mixture is refused."""


def mixtures(payoffs: FloatArray, eps: float) -> FloatArray:
    """Weights of maximum-entropy eps-Nash mixtures, float64[n_matrices, n].

    Parameters
    ----------
    payoffs : float64[n_matrices, n, n]
        Antisymmetric, so that the value of each game is 0.
    eps : float
        What a best reply may gain against the mixture; positive.

    Notes
    -----
    Among the mixtures p with (A' p)_j >= -eps for all j, the one of largest entropy; it is unique.
    Its dual is smooth with bounds only: with B = (A + eps) / max|A|, minimise
    log sum_i exp((B y)_i) over y >= 0; then p = softmax(B y). Solved by projected Newton steps
    [2]_ for all matrices at once. An exact equilibrium of estimated payoffs is of little use: of
    ten equal strategies it gives the luckiest nearly half the weight, and of two copies all to
    one. With eps the sampling error, equals get equal weights.

    References
    ----------
    .. [1] Balduzzi, Tuyls, Perolat and Graepel (2018), Re-evaluating evaluation, NeurIPS 31: the
       maximum-entropy equilibrium of a round robin.
    .. [2] Bertsekas (1982), Projected Newton methods for optimization problems with simple
       constraints, SIAM Journal on Control and Optimization 20, 221-246.
    """
    if eps <= 0.0:
        raise ValueError(f"eps must be positive, got {eps}")
    scale = np.maximum(np.abs(payoffs).max(axis=(1, 2), keepdims=True), eps)
    slack = (payoffs + eps) / scale
    multipliers = np.zeros(payoffs.shape[:2])
    for _ in range(MOST_STEPS):
        value, weights = _dual(slack, multipliers)
        slope = (weights[:, None] @ slack)[:, 0]
        wrong = np.abs(multipliers - np.maximum(multipliers - slope, 0.0)).max(axis=1)
        if wrong.max() <= PRECISION:
            break
        step = _newton_step(slack, weights, slope, (multipliers <= wrong[:, None]) & (slope > 0.0))
        multipliers = _walk(slack, multipliers, value, slope, step)
    gain = (payoffs @ weights[:, :, None]).max()
    if gain > eps + TOLERANCE:
        raise ArithmeticError(f"no mixture within {eps}: the best reply gains {gain}")
    return weights


def _dual(slack: FloatArray, multipliers: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Value of the dual, float64[n_matrices], and the mixtures, float64[n_matrices, n]."""
    exponents = (slack @ multipliers[:, :, None])[:, :, 0]
    top = exponents.max(axis=1, keepdims=True)
    parts = np.exp(exponents - top)
    total = parts.sum(axis=1, keepdims=True)
    return (top + np.log(total))[:, 0], parts / total


def _newton_step(
    slack: FloatArray, weights: FloatArray, slope: FloatArray, is_bound: npt.NDArray[np.bool_]
) -> FloatArray:
    """Newton's step in the multipliers that are free to move; the slope for those at a bound."""
    centred = slack - slope[:, None, :]
    curvature = np.swapaxes(centred, 1, 2) @ (weights[:, :, None] * centred)
    free = ~is_bound
    curvature = curvature * (free[:, :, None] & free[:, None, :])
    diagonal = np.arange(slack.shape[1])
    trace = np.trace(curvature, axis1=1, axis2=2)[:, None]
    curvature[:, diagonal, diagonal] += is_bound + RIDGE * (1.0 + trace)
    step = np.linalg.solve(curvature, -slope[:, :, None])[:, :, 0]
    return np.asarray(step, np.float64)


def _walk(
    slack: FloatArray, start: FloatArray, value: FloatArray, slope: FloatArray, step: FloatArray
) -> FloatArray:
    """Go along each step, cut off at 0 and halved until the dual falls enough."""
    length = np.ones((len(start), 1))
    for _ in range(MOST_HALVINGS):
        reached = np.maximum(start + length * step, 0.0)
        promised = ENOUGH * (slope * (reached - start)).sum(axis=1)
        is_short = _dual(slack, reached)[0] > value + promised + 1e-15
        if not is_short.any():
            break
        length[is_short] /= 2.0
    return reached


def best_reply_gain(payoffs: FloatArray, weights: FloatArray) -> float:
    """What the best pure strategy gains against a mixture; 0 for an exact equilibrium."""
    return float((payoffs @ weights).max())
