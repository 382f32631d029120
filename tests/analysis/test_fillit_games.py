"""Fillit's analyses of games, on games written by hand and against the kernel's own counts."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyses.fillit.cells import CellMaps, cell_maps
from analyses.fillit.course import Course, game_course, lead_changes, was_behind
from analyses.fillit.games import described, record_games, self_play, setting_of
from analyses.fillit.shape import GameShapes, game_shapes
from analyses.runs.outcomes import outcome_rows
from reports.drawings import fillit as drawings
from simcore import engine
from simcore.fillit.geometry import cell_of
from tests.analysis.fillit_hand_made import GAME, a_match, recorded_of, rows_of

PRESETS = ("rulebook", "3p", "2v2", "mini2", "mini3")


def rules_of(preset: str):
    return GAME.load_rules(preset, [])


HANDS = [
    # Side 0 wins from behind half-way: after 2 of 5 turns it holds 12 against 9.
    [{"hands": hands} for hands in ([14, 20], [12, 9], [5, 9], [5, 4], [0, 4])],
    # Side 1 leads all the time.
    [{"hands": hands} for hands in ([20, 13], [20, 13], [20, 0])],
    # Nobody wins.
    [{"hands": hands} for hands in ([9, 9], [9, 2])],
]


def test_lead_changes_by_hand() -> None:
    recorded = recorded_of(a_match("rulebook"), HANDS)
    fewest, changed = lead_changes(recorded)
    assert fewest.tolist() == [14, 9, 5, 4, 0, 13, 13, 0, 9, 2]
    assert changed.tolist() == [0, 1, 1, 1, 1, 0, 0, 0, 0, 0]
    behind, games = was_behind(recorded)
    assert behind.tolist() == [3, 0]
    assert games.tolist() == [0, 1]


def test_course_by_hand() -> None:
    course = Course((recorded_of(a_match("rulebook"), HANDS),))
    row = course.to_frame().iloc[0]
    assert (row["n_games"], row["n_won"]) == (3, 2)
    assert row["comeback_rate"] == row["far_comeback_rate"] == 0.5
    lead = course.lead().set_index("chips_from")
    assert lead["n_turns"].to_dict() == {1: 1, 3: 1, 5: 1, 7: 2, 10: 3}
    assert lead["lead_change_rate"].tolist() == [0.0, 1.0, 1.0, 0.5, 0.0]


def test_shape_by_hand() -> None:
    games = [
        {"winners": 1, "turns": 10, "options": 700, "order_matters": 9, "most_options": 90},
        {"winners": 2, "turns": 20, "options": 1100, "order_matters": 18, "most_options": 80},
        {"winners": 0, "turns": 30, "options": 1200, "capped": 1, "repeats": 3, "lead_changes": 6},
    ]
    other = [dict(game, turns=game["turns"] + 4, winners=1) for game in games]
    match = a_match("rulebook")
    shapes = GameShapes((match, match), (rows_of(games), rows_of(other)))
    row = shapes.to_frame().iloc[0]
    assert row["turns_mean"] == 20.0
    assert row["branching_mean"] == 50.0
    assert row["order_matters_rate"] == 27 / 60
    assert row["capped_rate"] == row["repeated_rate"] == row["first_rate"] == pytest.approx(1 / 3)
    assert row["repeat_rate"] == 3 / 60
    assert row["most_options"] == 90
    assert row["lead_changes_mean"] == 2.0
    lengths = shapes.lengths()
    shown = lengths[lengths["length_rate"] > 0].iloc[:3]
    assert shown["length"].tolist() == [10, 20, 30]
    change = shapes.differences().iloc[0]
    assert change["turns_mean_diff"] == 4.0
    assert change["turns_mean_diff_low"] == change["turns_mean_diff_high"] == 4.0
    assert change["first_rate_diff"] == pytest.approx(2 / 3)
    assert change["branching_mean_diff"] == pytest.approx(3000 / 72 - 50)


def test_difference_of_ratios_agrees_with_a_bootstrap() -> None:
    rule_sets = [rules_of("mini2"), GAME.load_rules("mini2", ["layout=B"])]
    found = game_shapes("greedy", rule_sets, games=600, seed=2)
    base, other = found.rows
    change = found.differences().iloc[0]
    weights = np.random.default_rng(5).multinomial(600, np.full(600, 1 / 600), 2_000)
    ratios = [(weights @ rows["options"]) / (weights @ rows["turns"]) for rows in (base, other)]
    ends = np.quantile(ratios[1] - ratios[0], [0.025, 0.975])
    reach = 0.15 * (ends[1] - ends[0]) / 2
    names = ("branching_mean_diff_low", "branching_mean_diff_high")
    assert tuple(change[name] for name in names) == pytest.approx(tuple(ends), abs=reach)


def test_cells_by_hand() -> None:
    match = a_match("mini2")
    one, two = (np.uint64(1 << cell_of(4, cell)) for cell in ((3, 0), (-3, 0)))
    games = [
        [{"path": one, "stones": two, "chips": [one, two]}, {"path": one | two, "stones": two}],
        [{"path": two, "stones": one, "chips": [one]}, {"stones": one}],
    ]
    frame = CellMaps(recorded_of(match, games)).to_frame().set_index(["map", "cell_q", "cell_r"])
    assert len(frame) == 3 * 36
    rates = frame["cell_rate"]
    assert rates["visited", 3, 0] == rates["visited", -3, 0] == 0.5
    assert rates["chipped", 3, 0] == 0.5
    assert rates["chipped", -3, 0] == 0.25
    assert rates["blocked", 3, 0] == rates["blocked", -3, 0] == 0.5
    assert rates.sum() == 0.5 * 5 + 0.25


@pytest.mark.parametrize("preset", PRESETS)
def test_recorded_turns_are_those_of_the_replay(preset: str) -> None:
    """The compiled description of a game against the boards drawn from its document."""
    rules = rules_of(preset)
    plan = setting_of(rules, 4, {})
    match = self_play(plan, "greedy", rules)
    number = {
        cell: cell_of(rules.setting.board, cell) for cell in drawings.cells(rules.setting.board)
    }
    for block in range(8):
        played = described(rules, engine.trace(match, block, 0))
        document = engine.replay(match, block, 0)
        position = drawings._start(document, rules.setting.sides)
        assert len(played) == len(document["turns"])
        for row, turn in zip(played, document["turns"], strict=True):
            drawings._play(position, turn, rules.setting.sides)
            assert row["player"] == turn["player"]
            assert row["hands"][: rules.setting.n_sides].tolist() == turn["hands"]
            assert row["stones"] == sum(1 << number[cell] for cell in position.stones)
            for side in range(rules.setting.n_sides):
                chips = [cell for cell, owner in position.chips.items() if owner == side]
                assert row["chips"][side] == sum(1 << number[cell] for cell in chips)
            laid = {tuple(place) for place in turn["chipped"]}
            assert all(int(row["path"]) >> number[cell] & 1 for cell in laid)
            if turn["pawn_to"] is not None:
                assert int(row["path"]) >> number[tuple(turn["pawn_to"])] & 1


@pytest.mark.parametrize("preset", PRESETS)
def test_course_agrees_with_outcomes(preset: str) -> None:
    rules = rules_of(preset)
    plan = setting_of(rules, 6, {"workers": 2})
    match = self_play(plan, "greedy", rules)
    recorded, rows = record_games(plan, match, 60), outcome_rows(plan, match, 60)[:, 0]
    assert recorded.lengths.tolist() == rows["turns"].tolist()
    _, changed = lead_changes(recorded)
    assert recorded.per_game(changed).tolist() == rows["lead_changes"].tolist()
    behind, games = was_behind(recorded)
    assert len(games) == (rows["winners"] > 0).sum()
    assert (behind <= rows["comeback"][games]).all()


def test_json_and_summaries() -> None:
    rules = [rules_of("mini2"), rules_of("2v2")]
    for found in (
        game_shapes("greedy", rules, games=20, seed=1),
        game_course("greedy", rules, games=10, seed=1),
        cell_maps("greedy", rules="mini2", games=10, seed=1),
    ):
        json.dumps(found.to_json(), allow_nan=False)
        assert found.summary()


def test_batches_and_workers_change_nothing(monkeypatch) -> None:
    from analyses.runs import outcomes

    plan = setting_of(rules_of("mini3"), 3, {"workers": 2})
    match = self_play(plan, "random")
    whole = outcome_rows(plan, match, 50)[:, 0]
    monkeypatch.setattr(outcomes, "BATCH", 3)
    assert (outcome_rows(plan, match, 50)[:, 0] == whole).all()
    one = setting_of(rules_of("mini3"), 3, {"workers": 1})
    assert (outcome_rows(one, match, 50)[:, 0] == whole).all()
