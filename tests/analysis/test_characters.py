"""The character of games: hand-made histories, lucks of known shares, and the real games."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from analyses import character, compare
from analyses.characters.character import MEASURES, OF_A_LEAD
from analyses.characters.histories import (
    History,
    decisiveness,
    drama,
    history_of,
    is_comeback,
    lead_changes,
    leader_share,
    trailing_share,
)
from analyses.characters.luck import luck_and_skill, results_by_luck
from analyses.runs.lineup import setting
from simcore import engine
from simcore.errors import UsageError
from simcore.watch import watch
from tests.analysis.hand_made import GAME, a_match, outcomes_of


def game(*scores: list[int], winners: tuple[int, ...]) -> History:
    return History(np.array(scores), winners)


# Side 0 leads, side 1 passes it, they tie, side 0 is back for good: five turns.
SEESAW = game([0, 0], [4, 0], [4, 6], [6, 6], [9, 6], [16, 6], winners=(0,))
RUNAWAY = game([0, 0], [1, 0], [2, 0], [3, 0], winners=(0,))
LAST_TURN = game([0, 0], [0, 3], [0, 6], [0, 9], [10, 9], winners=(0,))
SHARED = game([0, 0], [5, 0], [5, 5], winners=(0, 1))
UNWON = game([0, 0], [1, 0], winners=())
OF_THREE = game([0, 0, 0], [1, 0, 0], [1, 2, 0], [1, 2, 3], [1, 2, 3], winners=(2,))
UNLIKE = game([0, 0], [4, 0], [4, 1], [4, 6], winners=(1,))


def test_lead_changes_count_sole_leaders_and_no_ties() -> None:
    assert lead_changes(SEESAW) == 2
    assert lead_changes(RUNAWAY) == 0
    assert lead_changes(LAST_TURN) == 1
    assert lead_changes(OF_THREE) == 2
    through_a_tie = game([0, 0], [1, 0], [1, 1], [2, 1], winners=(0,))
    assert lead_changes(through_a_tie) == 0


def test_trailing_counts_turns_before_the_last() -> None:
    assert trailing_share(SEESAW) == 1 / 4
    assert trailing_share(RUNAWAY) == 0.0
    assert trailing_share(LAST_TURN) == 1.0
    assert trailing_share(OF_THREE) == 2 / 3
    assert math.isnan(trailing_share(SHARED))


def test_drama_is_the_mean_root_of_the_deficit() -> None:
    """Seesaw: 2 of 16 behind, once. Last turn: 3, 6 and 9 of 10 behind."""
    assert drama(SEESAW) == pytest.approx(math.sqrt(2 / 16))
    expected = (math.sqrt(0.3) + math.sqrt(0.6) + math.sqrt(0.9)) / 3
    assert drama(LAST_TURN) == pytest.approx(expected)
    assert drama(RUNAWAY) == 0.0
    assert math.isnan(drama(UNWON))
    # Behind by more than the winner ever has counts as 1, not more.
    assert drama(game([0, 0], [0, 9], [0, 9], [5, 2], winners=(0,))) == 1.0


def test_comeback_looks_at_half_of_the_turns() -> None:
    assert is_comeback(SEESAW) == 1.0  # after two of five turns
    assert is_comeback(LAST_TURN) == 1.0
    assert is_comeback(UNLIKE) == 1.0  # after one of three
    assert is_comeback(RUNAWAY) == 0.0
    assert math.isnan(is_comeback(SHARED))


def test_decisiveness_is_what_is_left_when_the_lead_is_taken_for_good() -> None:
    assert decisiveness(SEESAW) == pytest.approx(1 / 5)  # from the fourth turn on
    assert decisiveness(RUNAWAY) == pytest.approx(2 / 3)
    assert decisiveness(LAST_TURN) == 0.0
    assert decisiveness(OF_THREE) == pytest.approx(1 / 4)
    assert math.isnan(decisiveness(UNWON))


def test_leader_share_splits_what_is_tied() -> None:
    assert leader_share(SEESAW, 0.2) == 1.0
    assert leader_share(SEESAW, 0.5) == 0.0
    assert leader_share(SEESAW, 0.6) == 0.5
    assert leader_share(SHARED, 0.5) == 0.5
    assert leader_share(SHARED, 1.0) == 0.5
    assert leader_share(OF_THREE, 0.0) == pytest.approx(1 / 3)
    assert math.isnan(leader_share(UNWON, 0.5))


# Histories of real games


@pytest.mark.parametrize(
    ("name", "specs"),
    [
        ("fill_or_bust", ["stop_at(300)", "random", "stop_at(500)"]),
        ("fillit", ["random", "greedy"]),
        ("filler", ["random", "random", "random"]),
    ],
)
def test_histories_end_as_the_outcome_says(name: str, specs: list[str]) -> None:
    """Turns, winners and final scores of the kernel, which counts them in its own way."""
    match = setting(name, 3, {}).match(specs, "none")
    outcomes = engine.play_outcomes(match, 0, 40)[:, 0]
    read = history_of(name)
    assert read is not None
    for block, row in enumerate(outcomes):
        told = read(engine.replay(match, block, 0))
        assert told.n_turns == row["turns"]
        assert sum(1 << side for side in told.winners) == row["winners"]
        assert told.scores[-1].tolist() == row["score"][: len(specs)].tolist()
        if name != "filler":  # whose kernel looks at the lead once a day
            assert lead_changes(told) == row["lead_changes"]


def test_no_history_where_all_win_together() -> None:
    assert history_of("crumbs") is None


# Decisions


def test_watching_changes_nothing_and_sees_every_decision() -> None:
    match = setting(GAME, 4, {}).match(["stop_at(300)", "random"], "strategies")
    outcomes, decisions = watch(match, 5, 30)
    assert (outcomes == engine.play_outcomes(match, 5, 30)).all()
    assert set(decisions["block"].tolist()) == set(range(5, 35))
    assert set(decisions["rotation"].tolist()) == {0, 1}
    log = engine.replay(match, 7, 1)["log"]
    asked = (decisions["block"] == 7) & (decisions["rotation"] == 1)
    assert asked.sum() == sum(event["e"] == "keep" for event in log)
    assert decisions["n_options"].min() >= 1
    turns = {(event["number"], event["seat"]) for event in log if event["e"] == "turn"}
    assert {(d["turn"], d["seat"]) for d in decisions[asked]} <= turns


# Luck against skill

DRAWN = np.random.default_rng(5)


def split(results: np.ndarray) -> list[float]:
    return [share.value for share in luck_and_skill(results, n_resamples=50, seed=1)]


def test_luck_skill_and_both_of_pure_games() -> None:
    coin = DRAWN.integers(0, 2, (400, 1, 1)).astype(float)
    assert split(np.repeat(coin, 2, axis=2)) == pytest.approx([1.0, 0.0, 0.0])
    better = np.tile([1.0, 0.0], (400, 1, 1))
    assert split(better) == pytest.approx([0.0, 1.0, 0.0])
    apart = np.concatenate([coin, 1.0 - coin], axis=2)
    luck, skill, both = split(apart)
    assert luck == 0.0
    assert both == pytest.approx(1.0, abs=0.05)
    assert luck + skill + both == pytest.approx(1.0)


def test_one_block_tells_nothing_of_luck_and_skill() -> None:
    assert np.isnan(split(np.array([[[1.0, 0.0], [0.0, 1.0]]]))).all()


def test_luck_and_skill_of_a_known_sum() -> None:
    """Result = luck (variance 4) + player (+-1: variance 2) + rest (variance 1)."""
    luck, rest = DRAWN.normal(0, 2, (20_000, 1, 1)), DRAWN.normal(0, 1, (20_000, 1, 2))
    found = luck_and_skill(luck + np.array([1.0, -1.0]) + rest, n_resamples=200, seed=2)
    for share, truth in zip(found, (4 / 7, 2 / 7, 1 / 7), strict=True):
        assert share.low < share.value < share.high
        assert abs(share.value - truth) < 4 * (share.high - share.low) / 3.92


def test_results_by_luck_by_hand() -> None:
    """Two blocks: the luck of seat 0 wins twice, then entry 0 wins twice."""
    match = a_match()
    games = [[{"winners": 1}, {"winners": 1}], [{"winners": 1}, {"winners": 2}]]
    found = results_by_luck(match, outcomes_of(match, games))
    # [block][luck of seat][entry that holds it]
    assert found.tolist() == [[[1, 1], [0, 0]], [[1, 0], [1, 0]]]


# The whole


def test_character_of_fill_or_bust() -> None:
    found = character(GAME, ["stop_at(300)"] * 2, games=300, seed=6, rivals=["never_stop", "weigh"])
    assert list(found.measures) == list(MEASURES)
    assert all(found.measures.values())
    for name, estimate in found.measures.items():
        assert estimate is not None
        assert estimate.low <= estimate.value <= estimate.high, name
    lengths = engine.play_outcomes(found.match, 0, 300)["turns"]
    length = found.measures["length"]
    assert length is not None
    assert length.value == pytest.approx(lengths.mean())
    assert found.uncertainty()["progress"].tolist() == pytest.approx([k / 10 for k in range(1, 10)])
    assert "lead changes: " in found.summary()
    json.dumps(found.to_json(), allow_nan=False)


@pytest.mark.parametrize(("name", "spec"), [(GAME, "stop_at(300)"), ("crumbs", "random")])
def test_without_an_opponent_there_is_no_lead(name: str, spec: str) -> None:
    found = character(name, [spec], games=20, seed=7)
    undefined = {measure for measure, estimate in found.measures.items() if estimate is None}
    assert undefined == {*OF_A_LEAD, "luck", "skill", "luck_and_skill"}
    frame = found.to_frame().set_index("measure")
    assert math.isnan(frame.loc["drama", "measured"])
    assert "Not defined: nobody is ahead" in frame.loc["drama", "definition"]
    assert "drama: not defined" in found.summary()
    assert found.course == ()
    json.dumps(found.to_json(), allow_nan=False)


def test_each_rung_of_the_ladder_meets_the_one_below() -> None:
    ladder = ["never_stop", "stop_at(300)", "optimal_turn"]
    found = character(GAME, ["random"] * 2, games=400, seed=8, ladder=ladder).ladder()
    assert found["strategy"].tolist() == ladder[1:]
    assert found["opponent"].tolist() == ladder[:-1]
    alone = compare(GAME, *ladder[1:][::-1], games=400, seed=8)
    assert found["win_rate"].tolist()[1] == alone.strategies()["win_rate"][0]


@pytest.mark.parametrize("n_seats", [1, 2])
def test_rungs_of_a_game_that_all_win_together(n_seats: int) -> None:
    found = character("crumbs", ["random"] * n_seats, games=60, seed=9, ladder=["greedy"])
    match = setting("crumbs", 9, {}).match(["greedy"] * n_seats, "none")
    won = engine.play_outcomes(match, 0, 60)["winners"] > 0
    assert found.rungs[0].win_rate.value == pytest.approx(won.mean())
    assert found.ladder()["opponent"].tolist() == ["none"]


def test_wrong_use_is_explained() -> None:
    with pytest.raises(UsageError, match="two different rivals"):
        character(GAME, ["random"] * 2, games=5, seed=1, rivals=["random", "random"])
