"""Ratings by likelihood: Bradley-Terry with ties, and Plackett-Luce, both with seat effects."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import connected_components

from analyses.fields.payoffs import FloatArray, Payoffs

__all__ = ["RATING_POINTS", "Model", "Ratings", "rateable"]

RATING_POINTS = 400.0 / np.log(10.0)
"""Points of a rating for each unit of log odds: 400 points ahead is odds of 10 to 1 (Elo)."""

MOST_STEPS = 60
LONGEST_STEP = 2.0
PRECISION = 1e-9


@dataclass(frozen=True)
class Ratings:
    """Maximum-likelihood fit.

    Attributes
    ----------
    strength : float64[n_strategies]
        Log odds, mean 0 over the strategies rated; nan for the others, and for all of them where
        those rated do not fill a table.
    seat : float64[n_seats]
        What a seat adds to them, mean 0.
    tie : float
        Log of Davidson's nu; nan where ties are not part of the model.
    is_converged : bool
    """

    strength: FloatArray
    seat: FloatArray
    tie: float
    is_converged: bool


def rateable(payoffs: Payoffs) -> npt.NDArray[np.bool_]:
    """Which strategies have a finite rating on a common scale, bool[n_strategies].

    A strategy that nobody of the others ever beat, or that never beat any of them, could be rated
    any height. Finite are those among which everybody is linked to everybody by a chain of wins
    [1]_: the largest such set, and of two the one that wins more.

    References
    ----------
    .. [1] Ford (1957), American Mathematical Monthly 64(8), 28-33; Hunter (2004), MM algorithms
       for generalized Bradley-Terry models, Annals of Statistics 32, 384-406.
    """
    n = payoffs.n_strategies
    has_won = np.zeros((n, n), bool)
    wins = payoffs.entry_wins.sum(axis=0)
    for k, line_up in enumerate(payoffs.line_ups):
        for place, strategy in enumerate(line_up):
            if wins[k, place] > 0:
                has_won[strategy, line_up] = True
    _, labels = connected_components(has_won, directed=True, connection="strong")
    mean = payoffs.matrix().mean(axis=1)
    best = max(set(labels.tolist()), key=lambda x: ((labels == x).sum(), mean[labels == x].mean()))
    found: npt.NDArray[np.bool_] = labels == best
    return found


class Model:
    """The likelihood of a round robin's results.

    Two seats: P(i wins) : P(j wins) : P(tie) = pi_i : pi_j : nu sqrt(pi_i pi_j) [1]_. More seats:
    P(i wins) is proportional to pi_i among those at the table, ties split [2]_. In both pi is
    exp(strength + seat), which for two seats is Davidson and Beaver's effect of the order. These
    are exponential families, so that wins by strategy and by seat and the number of ties say all;
    the log-likelihood is concave and Newton's method finds the maximum.

    Parameters
    ----------
    payoffs : Payoffs
        The results. Line-ups with a strategy outside of `rated` are left out.
    rated : bool[n_strategies]
        From `rateable`.

    References
    ----------
    .. [1] Davidson (1970), On extending the Bradley-Terry model to accommodate ties, JASA 65,
       317-328; Davidson and Beaver (1977), Biometrics 33, 693-702.
    .. [2] Plackett (1975), Applied Statistics 24, 193-202; Luce (1959), Individual Choice Behavior.
    """

    def __init__(self, payoffs: Payoffs, rated: npt.NDArray[np.bool_]) -> None:
        self.payoffs = payoffs.among(rated)
        self.rated = rated
        self.has_ties = payoffs.n_seats == 2 and bool(self.payoffs.ties.sum() > 0)
        self.has_seats = bool((self.payoffs.seat_wins.sum(axis=(0, 1)) > 0).all())
        self.features = self._features()

    def _features(self) -> FloatArray:
        """What each result of a game adds to the exponent, [n_cells, n_results, n_parameters].

        A cell is a line-up in one rotation; parameters are strengths, seats, and the tie.
        """
        n, m = self.payoffs.n_strategies, self.payoffs.n_seats
        n_results = m + self.has_ties
        cells = np.zeros((len(self.payoffs.line_ups) * m, n_results, n + m + 1))
        for k, line_up in enumerate(self.payoffs.line_ups):
            for rotation in range(m):
                cell = cells[k * m + rotation]
                for place, strategy in enumerate(line_up):
                    cell[place, strategy] = 1.0
                    cell[place, n + (place - rotation) % m] = float(self.has_seats)
                if self.has_ties:
                    cell[m] = cell[:m].mean(axis=0)
                    cell[m, -1] = 1.0
        return cells

    def fit(self, weights: npt.ArrayLike | None = None, start: Ratings | None = None) -> Ratings:
        """The maximum of the likelihood with every group of blocks counted `weights` times."""
        if self.rated.sum() < self.payoffs.n_seats:
            nothing = np.full(self.payoffs.n_strategies + self.payoffs.n_seats, np.nan)
            return Ratings(
                nothing[self.payoffs.n_seats :], nothing[: self.payoffs.n_seats], np.nan, False
            )
        observed, n_games = self._observed(weights)
        n, m = self.payoffs.n_strategies, self.payoffs.n_seats
        free = np.zeros(n + m + 1)
        if start is not None:
            free = np.nan_to_num(np.r_[start.strength, start.seat, start.tie])
        is_converged = False
        for _ in range(MOST_STEPS):
            gradient, curvature = self._slopes(free, observed, n_games)
            if np.abs(gradient).max() <= PRECISION * n_games.sum():
                is_converged = True
                break
            # A pseudo-inverse: the likelihood knows differences only, the step moves no mean.
            step = np.linalg.lstsq(curvature, gradient, rcond=1e-12)[0]
            free += step * min(1.0, LONGEST_STEP / np.abs(step).max())
        strength = np.where(self.rated, free[:n], np.nan)
        tie = float(free[-1]) if self.has_ties else np.nan
        return Ratings(
            strength - np.nanmean(strength),
            free[n : n + m] - free[n : n + m].mean(),
            tie,
            is_converged,
        )

    def _observed(self, weights: npt.ArrayLike | None) -> tuple[FloatArray, FloatArray]:
        """Sufficient statistics by parameter, and games by cell."""
        p = self.payoffs
        w = np.ones(p.n_groups) if weights is None else np.asarray(weights, np.float64)
        entry, seat, ties, games = (
            np.tensordot(w, sums, axes=1) for sums in (p.entry_wins, p.seat_wins, p.ties, p.games)
        )
        by_strategy = np.bincount(p.line_ups.ravel(), entry.ravel(), minlength=p.n_strategies)
        by_seat = seat.sum(axis=0) * self.has_seats
        observed = np.r_[by_strategy, by_seat, ties.sum() * self.has_ties]
        return observed, np.repeat(games / p.n_seats, p.n_seats)

    def _slopes(
        self, free: FloatArray, observed: FloatArray, n_games: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Gradient of the log-likelihood, and its Hessian with the sign turned."""
        shares = self._chances(free)
        mean = np.einsum("co,cop->cp", shares, self.features)
        weighted = shares * n_games[:, None]
        flat = self.features.reshape(-1, self.features.shape[2])
        second = (flat * weighted.reshape(-1, 1)).T @ flat
        curvature = second - (mean * n_games[:, None]).T @ mean
        return observed - n_games @ mean, curvature

    def _chances(self, free: FloatArray) -> FloatArray:
        """Chance of each result, float64[n_cells, n_results]."""
        exponents = self.features @ free
        parts = np.exp(exponents - exponents.max(axis=1, keepdims=True))
        chances: FloatArray = parts / parts.sum(axis=1, keepdims=True)
        return chances

    def payoff_matrix(self, fitted: Ratings) -> FloatArray:
        """Payoffs the fit expects, float64[n, n]; nan where a strategy is not rated."""
        m = self.payoffs.n_seats
        free = np.nan_to_num(np.r_[fitted.strength, fitted.seat, fitted.tie])
        shares = self._chances(free)
        rates = shares[:, :m] + (shares[:, m:] / m if self.has_ties else 0.0)
        by_line_up = rates.reshape(-1, m, m).mean(axis=1)
        both = np.outer(self.rated, self.rated)
        return np.where(both, self.payoffs.matrix_of(by_line_up[None])[0], np.nan)
