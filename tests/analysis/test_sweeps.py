"""Sweeps and tuning: grids by hand, and optima known from the exact two-player game."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any

import numpy as np
import pytest

from analyses import load_rules, sweep, tune
from analyses.fill_or_bust.win import evaluate
from analyses.runs.lineup import setting
from analyses.searches.arms import ahead_p, play_arms, win_difference
from analyses.searches.grids import Range, arms_of, ranges_of
from analyses.searches.sweeps import rungs
from simcore import engine
from simcore.errors import UsageError
from tests.analysis.hand_made import GAME

SHORT = load_rules(GAME, "rulebook", ["deck=independent", "goal=1000"])
OTHER = "stop_at(500)"


@cache
def exact(strategy: str) -> float:
    """Its exact win rate against `OTHER` over both seats."""
    return float(evaluate(SHORT, strategy, OTHER).to_frame()["win_probability"].mean())


@pytest.mark.parametrize(
    ("text", "arms"),
    [
        ("stop_at(200..400:100)", ["stop_at(200)", "stop_at(300)", "stop_at(400)"]),
        ("stop_at(points=200|500)", ["stop_at(200)", "stop_at(500)"]),
        ("stop_at(0..10)", [f"stop_at({k})" for k in range(11)]),
        ("weigh(1|2, 0.1..0.3:0.1)", [f"weigh({a}, {b})" for a in (1, 2) for b in (0.1, 0.2, 0.3)]),
        ("weigh(pressure=0|1)", ["weigh(1.15, 0)", "weigh(1.15, 1)"]),
    ],
)
def test_grids(text: str, arms: list[str]) -> None:
    assert arms_of(GAME, text) == arms


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stop_at(300)", "has 1 strategy; allowed: 2 to 4096"),
        ("stop_at(1..9000:1)", "allowed: at most 4096 values"),
        ("stop_at(500..200:50)", "points = 500..200:50; allowed: low..high:step"),
        ("stop_at(200..500:0)", "allowed: low..high:step"),
        ("stop_at(200..many)", "points = 'many'; allowed: a number"),
        ("stop_at(step=1|2)", "parameter 'step'"),
        ("stop_at(1|2, 3)", "has 2 parameters; allowed: 1"),
        ("stop_at(1|2, points=3)", "has 2 parameters"),
        ("weigh(1|2, caution=3)", "gives caution twice"),
        ("stop(1|2)", "did you mean 'stop_at'"),
    ],
)
def test_bad_grids_are_explained(text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        arms_of(GAME, text)
    assert message in str(error.value)


def test_ranges() -> None:
    caution, pressure = (
        Range("caution", 0.575, 2.3, 1.15, False),
        Range("pressure", 0.25, 1.0, 0.5, False),
    )
    assert (
        ranges_of(GAME, "weigh") == ranges_of(GAME, "weigh(...)") == ("weigh", [caution, pressure])
    )
    name, ranges = ranges_of(GAME, "weigh(0.8..1, 0.5)")
    assert ranges == [
        Range("caution", 0.8, 1.0, 0.9, False),
        Range("pressure", 0.5, 0.5, 0.5, False),
    ]
    assert (name, ranges[0].fit(1.23456)) == ("weigh", 1.0)
    assert ranges_of(GAME, "stop_at(100..900)")[1] == [Range("points", 100, 900, 300, True)]
    with pytest.raises(UsageError, match="nothing to tune"):
        ranges_of(GAME, "stop_at(300)")
    with pytest.raises(UsageError, match="nothing to tune"):
        ranges_of(GAME, "random")


def test_halving_spends_about_the_same_in_every_round() -> None:
    assert rungs(16, 1_000) == [(16, 1_000)]
    sizes = rungs(200, 1_000)
    assert [n for n, _ in sizes] == [200, 100, 50, 25, 13, 7]
    assert sizes[-1][1] == 1_000
    assert all(abs(n * blocks - 7_000) <= n for n, blocks in sizes)


def won(winners: np.ndarray, seat: int) -> np.ndarray:
    """Share of the win by game; a tie of two is split."""
    return ((winners >> seat) & 1) / np.maximum(1, np.bitwise_count(winners))


def test_arms_are_paired_by_block() -> None:
    """Against the outcomes themselves."""
    plan = setting(GAME, 5, {"rules": SHORT})
    arms = ["stop_at(200)", "stop_at(300)", "never_stop"]
    played = play_arms(plan, arms, [OTHER], 400, first_block=7)
    shares = []
    for arm in arms:
        match = plan.match([arm, OTHER], "strategies")
        winners = engine.play_outcomes(match, 7, 400)["winners"]
        shares.append(np.mean([won(winners[:, r], match.seat_of(0, r)) for r in (0, 1)], axis=0))
    for i, j in ((0, 1), (1, 2), (2, 0)):
        gaps = shares[i] - shares[j]
        found, error = win_difference(played[i], played[j]), gaps.std(ddof=1) / math.sqrt(400)
        assert found.value == pytest.approx(gaps.mean())
        assert found.half_width == pytest.approx(1.966 * error, rel=1e-3)
    assert ahead_p(played[1], played[2]) < 1e-3 < 0.999 < ahead_p(played[2], played[1])
    assert ahead_p(played[0], played[0]) == 0.5
    anchored = play_arms(plan, arms[1:], [OTHER], 400, first_block=7, anchor=arms[0])
    assert [it.match.players[0].spec for it in anchored] == arms
    assert win_difference(anchored[0], anchored[2]) == win_difference(played[0], played[2])


@pytest.fixture(scope="module")
def swept() -> Any:
    grid = "stop_at(100|200|300|400|600|800)"
    return sweep(GAME, grid, against=[OTHER], games=4_000, seed=11, rules=SHORT)


def test_sweep_agrees_with_the_exact_game(swept: Any) -> None:
    frame = swept.to_frame()
    truth = [exact(name) for name in frame["strategy"]]
    errors = (frame["win_rate_high"] - frame["win_rate_low"]) / (2 * 1.96)
    assert (abs(frame["win_rate"] - truth) < 4 * errors).all()
    best = frame["strategy"][int(np.argmax(truth))]
    assert best == "stop_at(300)"
    assert best in {arm.strategy for arm in swept.candidates}
    far = frame.set_index("strategy").loc[["stop_at(100)", "stop_at(800)"]]
    assert not far["is_candidate"].any()
    confirmed = swept.confirmed
    assert abs(confirmed.fresh.value - exact(confirmed.strategy)) < 2.1 * confirmed.fresh.half_width
    assert swept.n_games == 6 * 4_000 + 4_000 * (1 if confirmed.strategy == confirmed.base else 2)
    json.dumps(swept.to_json(), allow_nan=False)
    assert confirmed.text in swept.summary()


def test_the_best_is_confirmed_on_luck_of_its_own(swept: Any) -> None:
    again = sweep(GAME, swept.grid, against=[OTHER], games=4_000, seed=11, rules=SHORT, workers=2)
    assert again.to_frame().equals(swept.to_frame())
    assert again.confirmed == swept.confirmed
    seen, fresh = swept.confirmed.seen, swept.confirmed.fresh
    assert seen.value != fresh.value
    assert swept.confirmed.optimism.value == pytest.approx(seen.value - fresh.value)


def test_copies_may_all_be_the_best() -> None:
    """Beyond the goal all thresholds are the same: nothing is dropped as worse."""
    found = sweep(GAME, "stop_at(1001..1006:1)", against=[OTHER], games=400, seed=2, rules=SHORT)
    assert len(found.candidates) == 6
    assert found.to_frame()["behind_diff"].tolist() == [0.0] * 6


def test_halving_keeps_what_is_good() -> None:
    found = sweep(GAME, "stop_at(50..1000:50)", against=[OTHER], games=1_000, seed=4, rules=SHORT)
    frame = found.to_frame()
    assert frame["rung"].value_counts().to_dict() == {0: 10, 1: 5, 2: 5}
    assert frame[frame["rung"] < 2]["p_best"].isna().all()
    assert 200 <= int(found.best.strategy[8:-1]) <= 450
    assert "of the last 5" in found.summary()


def test_tuning_finds_the_end_of_its_range() -> None:
    """From 400 to 900 points the exact win rate falls: the best is 400."""
    values = [exact(f"stop_at({points})") for points in (400, 600, 800)]
    assert values == sorted(values, reverse=True)
    found = tune(GAME, "stop_at(400..900)", against=[OTHER], games=4_000, seed=8, rules=SHORT)
    assert found.steps[0].strategy == "stop_at(650)"
    assert found.is_better
    assert 400 <= int(found.strategy[8:-1]) <= 450
    gain = exact(found.strategy) - exact("stop_at(650)")
    assert found.confirmed is not None
    assert abs(found.confirmed.gain.value - gain) < 2.1 * found.confirmed.gain.half_width
    assert found.summary().endswith(f"use: {found.strategy}")
    json.dumps(found.to_json(), allow_nan=False)


def test_tuning_keeps_what_cannot_be_beaten() -> None:
    """Beyond the goal every neighbour is a copy: no move, and the line to use is the old one."""
    found = tune(GAME, "stop_at(1001..1100)", against=[OTHER], games=200, seed=8, rules=SHORT)
    assert not any(step.is_move for step in found.steps)
    assert found.strategy == found.confirmed.strategy == "stop_at(1050)"  # type: ignore[union-attr]
    assert not found.is_better


def test_interrupted_runs_keep_what_is_finished() -> None:
    def interrupt(done: int, wanted: int) -> None:
        assert 0 < done <= wanted
        if done >= 300:
            raise KeyboardInterrupt

    asked: dict[str, Any] = {"against": [OTHER], "games": 400, "seed": 1, "rules": SHORT}
    swept = sweep(GAME, "stop_at(200|300)", progress=interrupt, **asked)
    assert (swept.is_complete, swept.confirmed) == (False, None)
    tuned = tune(GAME, "stop_at", progress=interrupt, **asked)
    assert (tuned.is_complete, tuned.confirmed) == (False, None)
    assert len(tuned.steps) == 1
    for result in (swept, tuned):
        assert "interrupted" in result.summary()
        json.dumps(result.to_json(), allow_nan=False)
