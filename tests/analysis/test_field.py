"""The parts of a field, its dominances and cycles, and the field of a real game."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from scipy.optimize import minimize

from analyses import field, tournament
from analyses.fields.bootstrap import ALPHAS
from analyses.fields.payoffs import Payoffs, payoffs_of
from analyses.fields.results import Field, field_of
from analyses.fields.structure import cyclic_part, cyclic_share, relations, transitive_part
from simcore.errors import UsageError
from tests.analysis.hand_made import GAME, LADDER, ROCK_PAPER_SCISSORS, random_payoffs

FloatArray = npt.NDArray[np.float64]
FIELD = ["stop_at(300)", "stop_at(500)", "never_stop", "weigh"]

# Parts, dominance, cycles


def test_parts_of_a_ranking_and_of_a_circle() -> None:
    assert cyclic_part(LADDER) == pytest.approx(np.zeros((3, 3)))
    assert transitive_part(ROCK_PAPER_SCISSORS) == pytest.approx(np.zeros(3))
    assert cyclic_share(np.stack([LADDER, ROCK_PAPER_SCISSORS])) == pytest.approx([0.0, 1.0])
    assert float(cyclic_share(np.zeros((2, 2)))) == 0.0
    mixed = random_payoffs(5, 11)
    assert cyclic_part(mixed).sum(axis=1) == pytest.approx(np.zeros(5))
    r = transitive_part(mixed)
    nearest = minimize(lambda x: ((mixed - (x[:, None] - x)) ** 2).sum(), np.zeros(5)).x
    assert r - r.mean() == pytest.approx(nearest - nearest.mean(), abs=1e-5)


def noisy(matrix: FloatArray, n_games: int, seed: int) -> Payoffs:
    """Pairs that win by chance with the payoffs of a matrix, in 100 groups."""
    rng, n = np.random.default_rng(seed), len(matrix)
    pairs = np.array(list(combinations(range(n), 2)))
    first = rng.binomial(n_games // 100, 0.5 + matrix[tuple(pairs.T)], (100, len(pairs)))
    games = np.full(first.shape, n_games // 100, float)
    won = np.stack([first, games - first], axis=2)
    return Payoffs(n, 2, pairs, won, np.repeat(games[:, :, None] / 2, 2, 2), 0 * games, games)


def stated(payoffs: Payoffs, beats: npt.NDArray[np.bool_]) -> set[tuple[str, tuple[int, ...]]]:
    draws = np.random.default_rng(12).multinomial(100, [0.01] * 100, 200)
    found = relations(payoffs, beats, payoffs.resampled(draws))
    assert all(one.stability > 0.9 for one in found)
    return {(one.kind, one.strategies) for one in found}


def test_relations_of_known_fields() -> None:
    ladder = noisy(LADDER, 10_000, 13)
    dominances = {("dominates", (0, 1)), ("dominates", (0, 2)), ("dominates", (1, 2))}
    assert stated(ladder, LADDER > 0) == dominances
    circle = noisy(ROCK_PAPER_SCISSORS, 10_000, 14)
    assert stated(circle, ROCK_PAPER_SCISSORS > 0) == {("cycle", (0, 2, 1))}
    assert stated(circle, np.zeros((3, 3), bool)) == set()


def test_equal_strategies_are_seldom_called_dominated() -> None:
    """Of 200 fields of four equals at most 5 % may hold a false dominance; se 1.5 points."""
    nobody = np.zeros((4, 4), bool)
    false = [
        relations(noisy(np.zeros((4, 4)), 2_000, seed), nobody, np.zeros((1, 4, 4)))
        for seed in range(200)
    ]
    assert sum(bool(found) for found in false) <= 200 * (0.05 + 4 * 0.0154)


# The whole


@pytest.fixture(scope="module")
def found() -> Field:
    return field(GAME, FIELD, games=2_000, seed=15, resamples=100)


def test_payoffs_are_win_rates_less_one_half(found: Field) -> None:
    assert found.matrix == pytest.approx(-found.matrix.T)
    for i, j in combinations(range(4), 2):
        assert found.matrix[i, j] == pytest.approx(found.robin.win_rate(i, j).value - 0.5)
    rows = found.pairs().set_index(["strategy", "opponent"])
    assert rows.loc[("stop_at(300)", "stop_at(500)"), "payoff_edge"] == found.matrix[0, 1]


def test_bootstrap_of_groups_knows_the_error_of_a_payoff(found: Field) -> None:
    """Against the interval from block scores; 100 resamples know an error to 7 %, groups 5 %."""
    drawn = found.drawn.payoffs.std(axis=0)
    for i, j in combinations(range(4), 2):
        error = found.robin.win_rate_diff(i, j).half_width / 1.96 / 2
        assert drawn[i, j] == pytest.approx(error, rel=0.35)


def test_shifts_of_groups_give_the_same_error(found: Field) -> None:
    shifts = found.payoffs.group_shifts()
    assert shifts.sum(axis=0) == pytest.approx(np.zeros((4, 4)), abs=1e-12)
    error = np.sqrt(200 / 199 * (shifts**2).sum(axis=0))
    expected = found.robin.win_rate_diff(0, 1).half_width / 1.96 / 2
    assert error[0, 1] == pytest.approx(expected, rel=0.2)


def test_field_of_fill_or_bust(found: Field) -> None:
    frame = found.strategies()
    assert frame["strategy"].tolist()[0] == "weigh(1.15, 0.5)"
    assert frame["mixture_weight"].sum() == pytest.approx(1.0)
    assert frame["alpha_mass"].sum() == pytest.approx(1.0)
    assert frame["rating"].sum() == pytest.approx(0.0, abs=1e-6)
    assert (frame["rating_low"] < frame["rating"]).all()
    members = found.relation_table()["members"].tolist()
    assert "stop_at(300) > never_stop" in members
    assert len(found.alpha_sweep()) == 4 * len(ALPHAS)
    gains = found.mixtures().drop_duplicates("eps_edge")
    assert (gains["gain_edge"] <= gains["eps_edge"] + 1e-6).all()
    assert gains["eps_edge"].tolist() == pytest.approx(
        [found.drawn.mixed[1].eps * multiple for multiple in (0.5, 1.0, 2.0)]
    )
    assert found.summary().count("\n") == 4
    json.dumps(found.to_json(), allow_nan=False)


def test_workers_change_nothing(found: Field) -> None:
    two = field(GAME, FIELD, games=2_000, seed=15, resamples=100, workers=2)
    pd.testing.assert_frame_equal(found.strategies(), two.strategies(), check_exact=True)
    pd.testing.assert_frame_equal(found.pairs(), two.pairs(), check_exact=True)


@pytest.mark.parametrize("seats", [3, 4])
def test_fields_of_more_seats(seats: int) -> None:
    robin = tournament(GAME, FIELD, games=900, seed=16, seats=seats)
    found = field_of(robin, resamples=20)
    rate = robin.win_rate_diff(0, 1).value / 2
    assert payoffs_of(robin).matrix()[0, 1] == pytest.approx(rate)
    assert found.seats()["seat"].tolist() == list(range(seats))
    assert found.seats()["seat_rating"].sum() == pytest.approx(0.0, abs=1e-6)
    assert found.strategies()["rating"].notna().all()


def test_wrong_use_is_explained() -> None:
    with pytest.raises(UsageError, match="no winners among its players"):
        field("crumbs", ["random", "greedy"], games=10, seed=1)
    with pytest.raises(UsageError, match="fewer than two blocks"):
        field(GAME, FIELD, games=2, seed=1)
