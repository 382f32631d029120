"""Seats, ladder and exact starts of Fillit, on wins written by hand and on values known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyses.fillit.balance import Balance, Found, agreement, rules_of, seat_balance
from analyses.fillit.exact import printed_boards, small_boards, start_values
from analyses.fillit.ladder import Ladder, Rung, line_up_of, skill_ladder
from analyses.fillit.sides import place_rate, place_rate_diff, side_rate
from analyses.seats.advantage import seat_advantage
from analyses.statistics.estimates import Estimate
from analyses.statistics.verdicts import Verdict
from simcore.errors import UsageError
from tests.analysis.fillit_hand_made import GAME, a_match, blocks_of

TEAM_0, TEAM_1, NOBODY = 0b0101, 0b1010, 0


def test_partners_are_one_side() -> None:
    winners = [[TEAM_0, TEAM_0, TEAM_1, NOBODY]] * 3 + [[TEAM_0] * 4]
    blocks = blocks_of(a_match("2v2", "luck"), winners)
    assert side_rate(blocks, "seat0").value == place_rate(blocks, 0).value == 10 / 16
    assert place_rate(blocks, 1).value == 3 / 16
    found = place_rate_diff(blocks, 0, 1)
    assert found.value == pytest.approx(7 / 16)
    assert found.low < found.value < found.high
    back = place_rate_diff(blocks, 1, 0)
    assert (back.value, back.low, back.high) == (-found.value, -found.high, -found.low)


def test_the_first_to_move_is_whom_the_rules_say() -> None:
    match = a_match("3p", "luck", ["first=2"])
    blocks = blocks_of(match, [[0b100, 0b100, 0b001]] * 4)
    assert place_rate(blocks, 0).value == pytest.approx(2 / 3)
    assert place_rate(blocks, 1).value == pytest.approx(1 / 3)
    assert place_rate(blocks, 2).value == 0.0
    balance = Balance((blocks,), 0.05, True)
    frame = balance.to_frame()
    assert frame["win_rate"].tolist() == pytest.approx([2 / 3, 1 / 3, 0.0])
    assert frame["seat_edge"].tolist() == pytest.approx([1 / 3, 0.0, -1 / 3])
    assert balance.verdicts().iloc[0]["first_edge"] == pytest.approx(1 / 3)


def found(outcome: str, edge: float) -> Found:
    blocks = blocks_of(a_match("mini2", "luck"), [[1, 2]])
    estimate = Estimate(edge, edge, edge, "exact", 0)
    return Found(blocks, Verdict(outcome, outcome, estimate, 0.05, 0.0, 1.0, 1.0), estimate)


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([("not balanced", 0.1), ("not balanced", 0.2)], "holds"),
        ([("balanced", 0.01), ("balanced", -0.01)], "holds"),
        ([("not balanced", 0.1), ("not balanced", -0.2)], "flips"),
        ([("not balanced", 0.1), ("balanced", 0.0)], "differs"),
        ([("not balanced", 0.1), ("undecided", -0.04)], "holds as far as decided"),
        ([("undecided", 0.1), ("undecided", -0.04)], "undecided"),
    ],
)
def test_agreement(outcomes, expected) -> None:
    assert agreement([found(*one) for one in outcomes]) == expected


def test_over_layouts_by_hand() -> None:
    """Edges of +50, +25 and 0 points: mean 25, sd 25, t-interval over three layouts."""
    wins = [[[1, 1]] * 400, [[1, 1]] * 200 + [[1, 2]] * 200, [[1, 2]] * 400]
    played = [
        blocks_of(a_match("mini2", "luck", [f"layout=random:{k}"]), winners)
        for k, winners in enumerate(wins)
    ]
    row = Balance(tuple(played), 0.05, True).over_layouts().iloc[0]
    assert (row["n_layouts"], row["n_games"]) == (3, 2400)
    assert row["first_edge"] == pytest.approx(0.25)
    assert row["edge_sd"] == pytest.approx(0.25)
    reach = 4.302653 * 0.25 / np.sqrt(3)  # t with two degrees of freedom
    assert row["first_edge_high"] == pytest.approx(0.25 + reach, rel=1e-5)
    assert row["favours_first_rate"] == pytest.approx(2 / 3)
    assert (row["n_balanced"], row["n_not_balanced"]) == (1, 2)
    assert row["agreement"] == "differs"


def test_two_players_agree_with_the_analysis_of_all_games() -> None:
    rules = GAME.load_rules("mini2", [])
    ours = seat_balance({"greedy": 400}, [rules], seed=8, margin=0.02)
    theirs = seat_advantage("fillit", "greedy", games=400, seed=8, seats=[2], rules=rules)
    for name in ("win_rate", "win_rate_low", "win_rate_high"):
        assert ours.to_frame()[name].tolist() == theirs.to_frame()[name].tolist()
    assert ours.found[0].verdict.text == theirs.verdict(2).text


def test_shipped_rule_sets() -> None:
    rule_sets = rules_of("AB")
    assert len(rule_sets) == 12
    assert len({(rules.config, rules.layout, rules.first) for rules in rule_sets}) == 12
    assert all("reconstruction" in rules.notice for rules in rule_sets)


def test_rungs_by_hand() -> None:
    three = a_match("3p", "strategies")
    blocks = blocks_of(three, [[0b001, 0b100, 0b001]] * 30)
    teams = blocks_of(a_match("2v2", "strategies"), [[TEAM_0, TEAM_1, TEAM_0, TEAM_0]] * 30)
    frame = Ladder((blocks, teams), True).to_frame()
    # Place 0 of the line-up sits at seats 0, 2, 1 in turn; a team at seat 0 or 1 in turn.
    assert frame["win_rate"].tolist() == pytest.approx([2 / 3, 3 / 4])
    assert frame["fair_share"].tolist() == pytest.approx([1 / 3, 1 / 2])
    assert frame["outcome"].tolist() == ["stronger", "stronger"]


def test_who_meets_whom() -> None:
    rung = Rung("u", "l", 1)
    assert line_up_of(GAME.load_rules("3p", []), rung) == ["u", "l", "l"]
    assert line_up_of(GAME.load_rules("2v2", []), rung) == ["u", "l", "u", "l"]


def test_equal_rungs_are_undecided() -> None:
    rules = [GAME.load_rules(preset, []) for preset in ("mini2", "2v2")]
    ladder = skill_ladder([Rung("greedy", "greedy", 200)], rules, seed=3)
    assert ladder.to_frame()["outcome"].tolist() == ["undecided"] * 2
    json.dumps(ladder.to_json(), allow_nan=False)


def test_starts_of_small_boards() -> None:
    """The turns are those of the solver's own tests, which know them from a brute force."""
    found = start_values(small_boards((4, 5), 2))
    frame = found.to_frame()
    assert frame["win_in"].tolist() == [3, 1, 5, 3]
    assert frame["search_agrees"].tolist() == ["yes"] * 4
    assert frame["search_depth"].tolist() == frame["win_in"].tolist()
    json.dumps(found.to_json(), allow_nan=False)


def test_printed_boards_with_few_chips() -> None:
    frame = start_values(printed_boards({"mini2": (6, 8), "2p": (8,)})).to_frame()
    assert frame["layout"].tolist() == ["A", "B"] * 3
    assert frame["win_in"].tolist() == [3, 3, 3, 5, 3, 3]
    assert frame["search_agrees"].eq("yes").all()


def test_unknown_starts_are_said() -> None:
    rules = GAME.load_rules("rulebook", ["config=tiny2", "layout=random:1", "chips=8"])
    row = start_values([rules], most_turns=3).to_frame().iloc[0]
    assert row["start_value"] == "nobody forces a win within 3 turns"
    assert row["search_agrees"] == "not asked"
    cut = start_values([rules], most_nodes=1_000).to_frame().iloc[0]
    assert not cut["is_complete"]
    assert "more positions than allowed" in cut["start_value"]


def test_bad_margin() -> None:
    with pytest.raises(UsageError, match="margin = 0"):
        seat_balance({"greedy": 20}, rules_of("A"), seed=1, margin=0.0)
