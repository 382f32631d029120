"""Everything the field asks of payoffs, for the payoffs found and for every resample of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.fields.alpha_rank import alpha_rank
from analyses.fields.mixture import best_reply_gain, mixtures
from analyses.fields.payoffs import FloatArray, Payoffs
from analyses.fields.ratings import Model, Ratings, rateable

__all__ = ["ALPHAS", "EPS_MULTIPLES", "Drawn", "Mixed", "Swept", "drawn_from"]

EPS_MULTIPLES = (0.5, 1.0, 2.0)
ALPHAS = tuple(float(f"{alpha:.3g}") for alpha in np.logspace(-1, 3, 9))
STEADY = 0.05
"""Masses that move less than this from one strength of selection to any higher one have settled."""


@dataclass(frozen=True)
class Mixed:
    """Mixtures at one eps: of the payoffs found, and of each resample, float64[n_draws, n]."""

    multiple: float
    eps: float
    weights: FloatArray
    gain: float
    drawn: FloatArray


@dataclass(frozen=True)
class Swept:
    """Alpha-rank masses by strength of selection, float64[n_alphas, n], and of each resample.

    `tied` are the masses where payoffs that cannot be told from 0 are set to 0.
    """

    masses: FloatArray
    tied: FloatArray
    drawn: FloatArray

    @property
    def shown(self) -> int:
        """The least alpha from which on the masses stay as they are, as a place in `ALPHAS`."""
        for place in range(len(ALPHAS)):
            if np.abs(self.masses[place:] - self.masses[place]).max() < STEADY:
                return place
        raise AssertionError("the last always stays as it is")


@dataclass(frozen=True)
class Drawn:
    """Results with their resamples; the first axis of every `drawn` array is the resample."""

    payoffs: FloatArray
    ratings: Ratings
    model: Model
    rating_draws: FloatArray
    seat_draws: FloatArray
    mixed: tuple[Mixed, ...]
    swept: Swept


def drawn_from(
    payoffs: Payoffs,
    draws: npt.NDArray[np.int64],
    largest_half_width: float,
    is_settled: npt.NDArray[np.bool_],
) -> Drawn:
    """Ratings, mixtures and alpha-rank, of the payoffs and of every resample.

    Parameters
    ----------
    payoffs : Payoffs
    draws : int64[n_draws, n_groups]
    largest_half_width : float
        Of the payoffs' 95 % intervals: the eps of the mixture.
    is_settled : bool[n, n]
        Payoffs whose interval leaves out 0.
    """
    matrix, drawn = payoffs.matrix(), payoffs.resampled(draws)
    model = Model(payoffs, rateable(payoffs))
    ratings = model.fit()
    fits = [model.fit(weights, ratings) for weights in draws]
    is_found = np.array([fit.is_converged for fit in fits])[:, None]
    return Drawn(
        drawn,
        ratings,
        model,
        np.where(is_found, [fit.strength for fit in fits], np.nan),
        np.where(is_found, [fit.seat for fit in fits], np.nan),
        tuple(_mixed(matrix, drawn, m, m * largest_half_width) for m in EPS_MULTIPLES),
        Swept(
            np.array([alpha_rank(matrix, alpha) for alpha in ALPHAS]),
            np.array([alpha_rank(np.where(is_settled, matrix, 0.0), alpha) for alpha in ALPHAS]),
            np.stack([alpha_rank(drawn, alpha) for alpha in ALPHAS], axis=1),
        ),
    )


def _mixed(matrix: FloatArray, drawn: FloatArray, multiple: float, eps: float) -> Mixed:
    weights = mixtures(matrix[None], eps)[0]
    return Mixed(multiple, eps, weights, best_reply_gain(matrix, weights), mixtures(drawn, eps))
