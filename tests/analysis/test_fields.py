"""Mixtures, alpha-rank and ratings: against libraries, plain formulas, and known answers."""

from __future__ import annotations

import math
from itertools import combinations

import choix
import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import linprog, minimize

from analyses.fields.alpha_rank import alpha_rank, stationary, transitions
from analyses.fields.mixture import best_reply_gain, mixtures
from analyses.fields.payoffs import Payoffs
from analyses.fields.ratings import Model, rateable
from tests.analysis.hand_made import LADDER, ROCK_PAPER_SCISSORS, random_payoffs

FloatArray = npt.NDArray[np.float64]


def made_payoffs(
    wins: dict[tuple[int, ...], tuple[float, ...]],
    n: int,
    *,
    by_seat: tuple[float, ...] = (),
    ties: float = 0.0,
    n_groups: int = 4,
) -> Payoffs:
    """Payoffs from wins by line-up, the same in every group; ties counted in the wins already."""
    line_ups = np.array(list(wins))
    won = np.array(list(wins.values()), float)
    seats = np.array([by_seat] if by_seat else np.repeat(won.mean(1)[:, None], won.shape[1], 1))
    return Payoffs(
        n,
        line_ups.shape[1],
        line_ups,
        np.tile(won, (n_groups, 1, 1)),
        np.tile(seats, (n_groups, 1, 1)),
        np.full((n_groups, len(wins)), ties),
        np.tile(won.sum(axis=1), (n_groups, 1)),
    )


# Mixtures


def mixture(payoffs: FloatArray, eps: float) -> FloatArray:
    return mixtures(payoffs[None], eps)[0]


def test_mixture_of_rock_paper_scissors_is_even() -> None:
    assert mixture(ROCK_PAPER_SCISSORS, 0.01) == pytest.approx([1 / 3] * 3, abs=1e-7)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("eps", [0.002, 0.02])
def test_mixture_is_the_one_of_a_general_solver(seed: int, eps: float) -> None:
    """Entropy maximised directly over the mixtures allowed, by another method."""
    payoffs = random_payoffs(6, seed)
    ours = mixture(payoffs, eps)
    found = minimize(
        lambda p: float(p @ np.log(np.maximum(p, 1e-300))),
        np.full(6, 1 / 6),
        method="SLSQP",
        bounds=[(1e-12, 1.0)] * 6,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1.0},
            {"type": "ineq", "fun": lambda p: eps - payoffs @ p},
        ],
        options={"ftol": 1e-10, "maxiter": 1_000},
    )
    assert found.success
    assert ours == pytest.approx(found.x, abs=2e-4)
    assert best_reply_gain(payoffs, ours) <= eps + 1e-6


@pytest.mark.parametrize("seed", [4, 5])
def test_mixture_tends_to_the_equilibrium_of_linear_programming(seed: int) -> None:
    payoffs = random_payoffs(5, seed)
    lp = linprog(
        np.r_[np.zeros(5), -1.0],
        A_ub=np.c_[-payoffs.T, np.ones(5)],
        b_ub=np.zeros(5),
        A_eq=[[1.0] * 5 + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * 5 + [(None, None)],
    )
    assert lp.x[5] == pytest.approx(0.0, abs=1e-9), "the value of an antisymmetric game"
    assert mixture(payoffs, 1e-6) == pytest.approx(lp.x[:5], abs=1e-3)


def test_equals_and_copies_share_alike_within_the_sampling_error() -> None:
    noise = 0.002 * random_payoffs(10, 6)
    assert mixture(noise, 0.004) == pytest.approx([0.1] * 10)
    with_copy = np.array([[0, 0.3, -0.3, 0], [-0.3, 0, 0.3, -0.3], [0.3, -0.3, 0, 0.3]])
    copied = np.vstack([with_copy, [0, 0.3, -0.3, 0]])
    weights = mixture(copied, 0.004)
    assert weights[0] == pytest.approx(weights[3])
    assert weights[0] + weights[3] == pytest.approx(1 / 3, abs=0.004 / 0.3 + 1e-6)


def test_mixture_needs_some_error() -> None:
    with pytest.raises(ValueError, match="eps must be positive"):
        mixture(LADDER, 0.0)


# Alpha-rank


def plain_alpha_rank(payoffs: FloatArray, alpha: float, m: int) -> FloatArray:
    """Fixation by the sum over a Moran chain's steps, and the eigenvector of the chain."""
    n = len(payoffs)
    chain = np.zeros((n, n))
    for s in range(n):
        for r in range(n):
            if r != s:
                u = alpha * (payoffs[r, s] - payoffs[s, r])
                chain[s, r] = 1 / sum(math.exp(-k * u) for k in range(m)) / (n - 1)
        chain[s, s] = 1.0 - chain[s].sum()
    values, vectors = np.linalg.eig(chain.T)
    first = np.real(vectors[:, np.argmax(np.real(values))])
    return np.array(first / first.sum())


@pytest.mark.parametrize("alpha", [0.01, 0.1, 0.5])
def test_alpha_rank_is_the_eigenvector(alpha: float) -> None:
    payoffs = random_payoffs(6, 7)
    expected = plain_alpha_rank(payoffs, alpha, 50)
    assert alpha_rank(payoffs, alpha) == pytest.approx(expected, rel=1e-7, abs=1e-12)


def test_alpha_rank_of_two_in_closed_form() -> None:
    """Detailed balance: the masses are as e^((m - 1) u) with u = 2 alpha times the payoff."""
    masses = alpha_rank(np.array([[0.0, 0.01], [-0.01, 0.0]]), 2.0)
    assert masses[0] / masses[1] == pytest.approx(math.exp(49 * 0.04))


def test_alpha_rank_at_any_strength_of_selection() -> None:
    assert alpha_rank(ROCK_PAPER_SCISSORS, 1000.0) == pytest.approx([1 / 3] * 3)
    for alpha in (100.0, 1000.0):
        assert alpha_rank(LADDER, alpha) == pytest.approx([1.0, 0.0, 0.0])
        assert np.isfinite(alpha_rank(random_payoffs(30, 8), alpha)).all()
    assert alpha_rank(np.zeros((4, 4)), 10.0) == pytest.approx([0.25] * 4)
    many = np.stack([LADDER, ROCK_PAPER_SCISSORS])
    assert alpha_rank(many, 0.3)[1] == pytest.approx(alpha_rank(ROCK_PAPER_SCISSORS, 0.3))


def test_stationary_distribution_stays_so() -> None:
    rates = transitions(random_payoffs(5, 9), 0.2)
    np.fill_diagonal(rates, 0.0)
    masses = stationary(rates)
    assert masses @ rates == pytest.approx(masses * rates.sum(axis=1))


# Ratings


def test_pairs_without_ties_are_rated_as_by_choix() -> None:
    wins = {(0, 1): (60, 40), (0, 2): (70, 30), (1, 2): (45, 55), (0, 3): (9, 1), (2, 3): (8, 3)}
    payoffs = made_payoffs(wins, 4)
    table = np.zeros((4, 4))
    for (i, j), (won, lost) in wins.items():
        table[i, j], table[j, i] = won, lost
    expected = choix.ilsr_pairwise_dense(table, max_iter=1_000, tol=1e-12)
    found = Model(payoffs, rateable(payoffs)).fit()
    assert found.is_converged
    assert found.strength == pytest.approx(expected, abs=1e-6)


def test_tables_of_three_are_rated_as_by_choix() -> None:
    wins = {(0, 1, 2): (30, 20, 10), (0, 1, 3): (25, 20, 5), (0, 2, 3): (9, 5, 4)}
    wins[(1, 2, 3)] = (12, 7, 6)
    tops = [
        (line_up[place], [other for other in line_up if other != line_up[place]])
        for line_up, won in wins.items()
        for place, times in enumerate(won)
        for _ in range(times)
    ]
    expected = choix.ilsr_top1(4, tops, max_iter=1_000, tol=1e-12)
    payoffs = made_payoffs(wins, 4)
    assert Model(payoffs, rateable(payoffs)).fit().strength == pytest.approx(expected, abs=1e-6)


def test_davidsons_ties_in_closed_form() -> None:
    """One pair: pi as the games won outright, nu = ties / sqrt(wins * wins)."""
    payoffs = made_payoffs({(0, 1): (60 + 15, 20 + 15)}, 2, ties=30)
    found = Model(payoffs, rateable(payoffs)).fit()
    assert found.strength[0] - found.strength[1] == pytest.approx(math.log(60 / 20))
    assert found.tie == pytest.approx(math.log(30 / math.sqrt(60 * 20)))


def test_seat_effect_in_closed_form() -> None:
    """The first wins 40 of 50 games at seat 0 and 20 of 50 at seat 1; seat 0 wins 70 in all."""
    payoffs = made_payoffs({(0, 1): (60, 40)}, 2, by_seat=(70, 30))
    model = Model(payoffs, rateable(payoffs))
    found = model.fit()
    at_first, at_second = math.log(40 / 10), math.log(20 / 30)
    assert found.strength[0] - found.strength[1] == pytest.approx((at_first + at_second) / 2)
    assert found.seat[0] - found.seat[1] == pytest.approx((at_first - at_second) / 2)
    assert model.payoff_matrix(found)[0, 1] == pytest.approx(0.1)


def test_likelihood_recovers_what_games_were_drawn_from() -> None:
    """Three seats, five strategies: true strengths and seats within four standard errors."""
    rng = np.random.default_rng(10)
    strength, seat = np.array([0.8, 0.3, 0.0, -0.3, -0.8]), np.array([0.2, 0.0, -0.2])
    line_ups = np.array(list(combinations(range(5), 3)))
    entry, by_seat = np.zeros((2, 50, len(line_ups), 3))
    for k, line_up in enumerate(line_ups):
        for rotation in range(3):
            seats = (np.arange(3) - rotation) % 3
            odds = np.exp(strength[line_up] + seat[seats])
            won = rng.multinomial(100, odds / odds.sum(), 50)
            entry[:, k] += won
            by_seat[:, k, seats] += won
    games = np.full((50, len(line_ups)), 300.0)
    payoffs = Payoffs(5, 3, line_ups, entry, by_seat, 0 * games, games)
    model = Model(payoffs, rateable(payoffs))
    found = model.fit()
    draws = rng.multinomial(50, [0.02] * 50, 60)
    fits = [model.fit(draw, found) for draw in draws]
    errors = np.std([fit.strength for fit in fits], axis=0)
    assert (np.abs(found.strength - strength) < 4 * errors).all()
    assert errors.max() < 0.02
    assert found.seat == pytest.approx(seat, abs=4 * np.std([f.seat for f in fits], axis=0).max())


def test_no_finite_rating_without_a_chain_of_wins() -> None:
    """Strategy 3 never wins a game: any low rating would do."""
    wins = {(0, 1): (6, 4), (1, 2): (7, 3), (0, 2): (5, 5), (0, 3): (10, 0), (1, 3): (10, 0)}
    payoffs = made_payoffs({**wins, (2, 3): (10, 0)}, 4)
    assert rateable(payoffs).tolist() == [True, True, True, False]
    found = Model(payoffs, rateable(payoffs)).fit()
    assert np.isnan(found.strength).tolist() == [False, False, False, True]
    assert np.nansum(found.strength) == pytest.approx(0.0)
    alone = made_payoffs({(0, 1): (10, 0), (1, 2): (10, 0), (0, 2): (10, 0)}, 3)
    assert np.isnan(Model(alone, rateable(alone)).fit().strength).all()
