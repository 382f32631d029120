"""Run until sure: where it ends, why, what it would cost, and that its error rate holds."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from analyses import compare, play, seat_advantage, tournament
from analyses.runs.lineup import setting
from analyses.runs.stopping import Stop, goal_for, looks, stop_of, widest
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import mean_from_histogram
from simcore.errors import UsageError

GAME = "fill_or_bust"
PAIR = ["stop_at(300)", "stop_at(350)"]


def test_looks_do_not_depend_on_the_limit() -> None:
    many = looks(10**6)
    assert many[:3] == [100, 200, 300]
    assert many[-1] == 10**6
    for limit in (150, 2_050, 77_777):
        assert looks(limit) == [*(at for at in many if at < limit), limit]
    steps = np.diff(many[:-1]) / many[:-2]
    assert steps[20:].max() <= 0.05
    assert looks(0) == []


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([0, 0, 4_000], "reached"),  # all wins
        ([0, 4_000, 0], "reached"),  # all ties
        ([1_000, 2_000, 1_000], "games limit"),
        ([0, 0, 1], "games limit"),  # one block
        ([0, 0, 0], "games limit"),  # none
    ],
)
def test_edges_give_sensible_answers(counts: list[int], reason: str) -> None:
    goal = goal_for(0.01)
    watched = mean_from_histogram(counts, 2, look=goal.look)
    stop = stop_of(goal, [watched], sum(counts), 2)
    assert stop.reason == reason
    assert stop.reached == watched.half_width > 0.0
    assert 0.0 <= watched.low <= watched.high <= 1.0
    assert "nan" not in stop.text
    assert stop.n_games == 2 * sum(counts)
    json.dumps(stop.to_json(), allow_nan=False)
    assert (stop.games_for(0.005) == math.inf) == (sum(counts) == 0)


def test_cost_of_another_precision() -> None:
    """A block sd of .2 under its own T_n: n with .2 sqrt(2 T_n / n) = half-width."""
    look, n = AnyTime(1_000), 3_000
    reached = 0.2 * math.sqrt(2 * look.threshold(n, 0.05) / n)
    stop = Stop("reached", reached, reached, n, 2, look)
    assert stop.games_for(reached) == pytest.approx(2 * n, rel=2e-3)
    # With n* four times as large as well, half the width costs four times the games exactly.
    assert stop.games_for(reached / 2) == pytest.approx(8 * n, rel=2e-3)
    wider = stop.games_for(2 * reached) / 2
    assert 0.2 * math.sqrt(2 * AnyTime(250).threshold(wider, 0.05) / wider) == pytest.approx(
        2 * reached, rel=2e-3
    )


def test_without_anything_to_watch_nothing_is_reached() -> None:
    assert widest([]) == math.inf


@pytest.mark.parametrize("half_width", [0.0, -0.1, math.nan, math.inf])
def test_precision_must_be_positive(half_width: float) -> None:
    with pytest.raises(UsageError, match="precision"):
        goal_for(half_width)


HOW: list[dict[str, Any]] = [
    {"workers": 2},
    {"workers": 3},
    {"workers": 2, "backend": "processes"},
]


@pytest.mark.parametrize("how", HOW, ids=str)
def test_any_number_of_workers_ends_at_the_same_block(how: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"games": 10**6, "seed": 5, "precision": 0.008}
    alone, together = (compare(GAME, *PAIR, **asked, **more) for more in ({}, how))
    assert alone.stop is not None
    assert alone.stop.reason == "reached"
    assert alone.stop == together.stop
    assert alone.n_games == together.n_games
    assert alone.n_games // 2 in looks(10**6)
    assert alone.difference() == together.difference()
    assert alone.difference().half_width <= 0.008
    assert "any-time" in alone.difference().method


def test_the_run_ends_at_the_first_look_that_is_enough() -> None:
    found = compare(GAME, *PAIR, games=10**6, seed=5, precision=0.008)
    at = [n for n in looks(10**6) if n < found.first.n_blocks][-1]
    before = compare(GAME, *PAIR, games=2 * at, seed=5, precision=0.008)
    assert before.stop is not None
    assert before.stop.reason == "games limit"
    assert before.difference().half_width > 0.008
    assert before.stop.games_for(0.008) == pytest.approx(found.n_games, rel=0.15)


def test_other_analyses_reach_their_precision() -> None:
    match = play(GAME, PAIR, games=10**6, seed=5, precision=0.01)
    assert match.strategies()["win_rate_high"].sub(match.strategies()["win_rate_low"]).max() <= 0.02
    assert match.stop is not None
    assert match.stop.text in match.summary()
    assert match.to_json()["stop"]["stop_reason"] == "reached"
    seats = seat_advantage(GAME, PAIR[0], games=10**6, seed=5, seats=[2, 3], precision=0.02)
    assert [stop.reason for stop in seats.stops] == ["reached"] * 2
    assert len(seats.to_json()["stops"]) == 2


@pytest.mark.parametrize("seats", [2, 3])
def test_a_tournament_ends_when_every_line_up_is_known(seats: int) -> None:
    names = ["random", "stop_at(300)", "stop_at(500)"]
    asked: dict[str, Any] = {"games": 10**6, "seed": 5, "precision": 0.05, "seats": seats}
    found, other = (tournament(GAME, names, workers=workers, **asked) for workers in (1, 2))
    assert found.stop is not None
    assert found.stop == other.stop
    assert found.stop.reason == "reached"
    assert found.stop.look.family == 3  # three pairs, or three seats of one line-up
    assert found.n_games == found.stop.n_games == len(found.matches) * found.matches[0].n_games
    assert found.pairs().equals(other.pairs())
    widths = found.pairs()["win_rate_high"] - found.pairs()["win_rate_low"]
    assert widths.max() <= 0.1
    assert "for 3 together" in found.win_rate(0, 1).method
    p_values = found.pairs()["p_value"]
    assert p_values.between(0.0, 1.0).all()
    assert p_values.min() < 1e-6


def test_interrupted_run_says_so() -> None:
    def interrupt(done: int, wanted: int) -> None:
        assert done <= wanted
        if done >= 300:
            raise KeyboardInterrupt

    found = play(GAME, PAIR, games=10**6, seed=5, precision=0.001, progress=interrupt)
    assert found.stop is not None
    assert found.stop.reason == "interrupted"
    assert not found.is_complete
    assert "interruption after 600 games" in found.stop.text


def test_progress_is_towards_the_precision_not_the_limit() -> None:
    calls: list[tuple[int, int]] = []
    found = compare(
        GAME, *PAIR, games=10**8, seed=5, precision=0.02, progress=lambda *at: calls.append(at)
    )
    assert calls[-1][1] < 2 * found.first.n_blocks
    assert setting(GAME, 1, {"precision": 0.02}).precision == 0.02


SHAPES = {
    "fair coin": [0.5, 0.0, 0.5],
    "mirrored": [0.05, 0.9, 0.05],
    "rare": [0.98, 0.0, 0.02],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_ending_at_a_precision_keeps_the_error_rate(shape: str) -> None:
    """In at most 5 % of the runs until sure does any look, the last included, miss the truth."""
    law, runs = np.array(SHAPES[shape]), 400
    truth = float(law @ [0.0, 0.5, 1.0])
    goal, rng = goal_for(0.02), np.random.default_rng(7)
    at = np.array(looks(200_000))
    misses = 0
    for _ in range(runs):
        counts, has_missed = np.zeros(3, np.int64), False
        for size in np.diff(at, prepend=0):
            counts += rng.multinomial(size, law)
            found = mean_from_histogram(counts, 2, look=goal.look)
            has_missed |= not found.contains(truth)
            if found.half_width <= goal.half_width:
                break
        assert found.half_width <= goal.half_width
        misses += has_missed
    assert misses / runs <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize(("reached", "told"), [(1.0, "±100 points"), (0.0123, "±1.2 points")])
def test_widths_are_written_out(reached: float, told: str) -> None:
    stop = Stop("games limit", 0.0001, reached, 1_500, 2, AnyTime(1e6))
    assert f"within {told}; ±0.01 points, as asked" in stop.text
