"""Points banked in a turn: by hand, against outcomes, and against a bootstrap."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyses.fill_or_bust.turns import (
    N_BINS,
    TOP,
    TurnSums,
    banked_by_turn,
    bin_of,
    bins,
    turn_points,
)
from simcore import engine
from simcore.fill_or_bust import records as ev
from simcore.games import load_game
from simcore.match import Match
from strategies.registry import player

NAMES = ["stop_at(300)", "never_stop"]


def event(code: int, a: int = 0) -> list[int]:
    return [code, a, 0, 0, 0]


def test_banked_by_turn_by_hand() -> None:
    log = [
        event(ev.TURN),
        event(ev.BANK, 350),
        event(ev.TURN, 1),
        event(ev.BUST, 200),
        event(ev.TURN),
        event(ev.BANK, 1000),
        event(ev.LOSS, 2500),
        event(ev.BANK, 450),
        event(ev.END, 1),
    ]
    assert banked_by_turn(np.array(log, np.int32)).tolist() == [350, 0, 1450]


def test_bins_cover_all_points_once() -> None:
    edges = bins(7_000)
    assert len(edges) == N_BINS
    assert edges[0] == (0, 0)
    assert edges[-1] == (TOP, 7_000)
    for points in range(0, 7_001, 50):
        first, last = edges[int(bin_of(np.array([points]))[0])]
        assert first <= points <= last


def test_sums_by_hand() -> None:
    sums = TurnSums()
    sums.add(np.array([0, 0, 300, 1_000]))
    sums.add(np.array([0, 500]))
    assert (sums.n_games, sums.n_turns, sums.most) == (2, 6, 1_000)
    assert sums.mean().value == 300.0
    assert sums.share(0).value == 0.5
    assert sums.share(1).value == 0.0
    assert 0.0 < sums.share(1).high < 1.0


@pytest.fixture(scope="module")
def banked() -> list[np.ndarray]:
    game = load_game("fill_or_bust")
    rules = game.load_rules("rulebook", ())
    match = Match(game, rules, (player(game, rules, NAMES[0]),) * 2, 4, "none")
    rows = engine.play_outcomes(match, 0, 300)
    games = [banked_by_turn(engine.trace(match, block, 0)) for block in range(300)]
    for turns, row in zip(games, rows[:, 0], strict=True):
        assert len(turns) == row["turns"]
        lost = turns.sum() - row["score"].sum()
        assert lost == 0 or row["vengeance_hits"].sum() > 0
        # A Must Bust card may score nothing either.
        assert 0 <= (turns == 0).sum() - row["busts"].sum() - row["no_dice"].sum() <= 4
    return games


def test_frame_agrees_with_a_bootstrap_of_games(banked: list[np.ndarray]) -> None:
    found = turn_points(NAMES, games=300, seed=4)
    frame = found.to_frame()
    ours = frame[frame["strategy"] == NAMES[0]].reset_index(drop=True)
    n_turns = np.array([len(turns) for turns in banked])
    assert (ours["n_turns"] == n_turns.sum()).all()
    assert ours["banked_rate"].sum() == pytest.approx(1.0)
    random = np.random.default_rng(6)
    weights = random.multinomial(300, np.full(300, 1 / 300), 2_000)
    for _, row in ours.iterrows():
        inside = [((t >= row["points_from"]) & (t <= row["points_to"])).sum() for t in banked]
        assert row["banked_rate"] == pytest.approx(sum(inside) / n_turns.sum())
        if sum(inside) > 100:
            ends = np.quantile((weights @ inside) / (weights @ n_turns), [0.025, 0.975])
            reach = 0.15 * (ends[1] - ends[0]) / 2
            assert (row["banked_rate_low"], row["banked_rate_high"]) == pytest.approx(
                tuple(ends), abs=reach
            )
    row, points = found.statistics().iloc[0], np.array([t.sum() for t in banked])
    assert row["banked_mean"] == pytest.approx(points.sum() / n_turns.sum())
    ends = np.quantile((weights @ points) / (weights @ n_turns), [0.025, 0.975])
    assert (row["banked_mean_low"], row["banked_mean_high"]) == pytest.approx(
        tuple(ends), abs=0.15 * (ends[1] - ends[0]) / 2
    )


def test_two_strategies_and_json() -> None:
    found = turn_points(NAMES, games=20, seed=4)
    assert found.statistics()["strategy"].tolist() == NAMES
    assert found.statistics()["n_games"].tolist() == [20, 20]
    assert json.loads(json.dumps(found.to_json(), allow_nan=False)) == found.to_json()
    assert found.summary().count("\n") == 1


def test_interrupted_run_keeps_what_is_finished() -> None:
    def interrupt(done: int, wanted: int) -> None:
        raise KeyboardInterrupt

    found = turn_points(NAMES, games=150, seed=4, progress=interrupt)
    assert not found.is_complete
    assert [sums.n_games for sums in found.sums] == [100, 0]
    json.dumps(found.to_json(), allow_nan=False)
    assert len(found.to_frame()) == 2 * N_BINS
