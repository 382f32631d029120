"""Thousands of random games of Fillit pass the referee; spoilt ones are refused by name."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from simcore.engine import play_outcomes, replay
from simcore.games import load_game
from simcore.match import Match
from strategies.registry import player
from tests.referees.fillit import SETTINGS, RefereeError, check

GAME = load_game("fillit")
CONFIGS = {"2p": "rulebook", "3p": "3p", "2v2": "2v2", "mini2": "mini2", "mini3": "mini3"}
SEATS = {"2p": 2, "3p": 3, "2v2": 4, "mini2": 2, "mini3": 3}


def match(config: str, *changes: str, spec: str = "random", rotation: str = "none") -> Match:
    rules = GAME.load_rules(CONFIGS[config], list(changes))
    players = tuple(player(GAME, rules, spec) for _ in range(SEATS[config]))
    return Match(GAME, rules, players, seed=20, rotation=rotation)


GAME_SIDES = {name: setting[1] for name, setting in SETTINGS.items()}


def leads(document):
    """Changes of the sole leader, and by side the most chips it was behind, from the hands told."""
    changes, leader = 0, None
    behind = [0] * len(document["turns"][0]["hands"])
    for turn in document["turns"]:
        hands = turn["hands"]
        fewest = min(hands)
        behind = [max(most, hand - fewest) for most, hand in zip(behind, hands, strict=True)]
        if hands.count(fewest) == 1:
            changes += leader not in (None, hands.index(fewest))
            leader = hands.index(fewest)
    return changes, behind


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.parametrize(
    "changes",
    [
        (),
        ("layout=B", "first=1"),
        ("layout=random:5", "stone_may_enter_centre=true"),
        ("cap=20", "third_repeat_ends=true"),
    ],
    ids=["A", "B", "centre", "cap"],
)
def test_random_games_pass(config, changes):
    played = match(config, *changes)
    outcomes = play_outcomes(played, 0, 100)[:, 0]
    for block in range(100):
        document = json.loads(json.dumps(replay(played, block, 0)))
        check(document)
        row, result = outcomes[block], document["result"]
        assert result["turns"] == row["turns"]
        assert result["repeats"] == row["repeats"]
        assert result["winning_players"] == [s for s in range(6) if row["winners"] >> s & 1]
        assert (result["reason"] != "win") == row["capped"]
        totals = np.zeros((2, 6), int)
        for turn in document["turns"]:
            totals[0, turn["player"]] += len(turn["chipped"])
            totals[1, turn["player"]] += len(turn["returned"])
        assert (totals == [row["placed"], row["returned"]]).all()
        changes, behind = leads(document)
        assert changes == row["lead_changes"]
        sides = GAME_SIDES[config]
        assert [behind[side] for side in sides] == row["most_behind"][: len(sides)].tolist()
        assert row["comeback"] == max([behind[sides[p]] for p in result["winning_players"]] + [0])


def test_games_with_few_chips_go_round_and_end_as_told():
    """Short of room to win, games meet the cap and the third repeat."""
    reasons = set()
    for block in range(40):
        played = match("mini2", "chips=28", "cap=150", "third_repeat_ends=true", "layout=B")
        document = replay(played, block, 0)
        check(document)
        reasons.add(document["result"]["reason"])
    assert "cap" in reasons or "third_repeat" in reasons


Mutation = Callable[[dict[str, Any]], object]


def change(number: int, **fields: Any) -> Mutation:
    return lambda game: game["turns"][number].update(fields)


def result(**fields: Any) -> Mutation:
    return lambda game: game["result"].update(fields)


SPOILT: dict[str, tuple[Mutation, str]] = {
    "pawn on the centre": (lambda g: g["layout"]["pawns"].__setitem__(0, [0, 0]), "no space"),
    "stone off the board": (lambda g: g["layout"]["stones"][0].__setitem__(0, [9, 0]), "not on"),
    "two in a cell": (
        lambda g: g["layout"]["stones"][0].__setitem__(0, g["layout"]["pawns"][0]),
        "two pieces",
    ),
    "a stone too few": (lambda g: g["layout"]["stones"][0].pop(), "stones of a side"),
    "wrong player": (change(1, player=0), "player"),
    "no such order": (change(0, order="X"), "unknown order"),
    "stone alone": (change(0, order="S"), "must"),
    "pawn alone": (change(0, order="P"), "stone must move"),
    "too far a step": (change(0, stone_to=[4, -4]), "neighbour"),
    "a stone from nowhere": (change(0, stone_from=[4, -2]), "no stone"),
    "a chip more": (lambda g: g["turns"][0]["chipped"].append([0, 1]), "chipped"),
    "a return more": (lambda g: g["turns"][0]["returned"].append([[0, 1], 1]), "returned"),
    "a pawn elsewhere": (change(0, pawn_to=[0, 1]), "pawn's end"),
    "hands": (change(2, hands=[3, 3]), "hands"),
    "no end": (lambda g: g["turns"].pop(), "not over"),
    "a turn more": (lambda g: g["turns"].append(g["turns"][0]), "after the end"),
    "reason": (result(reason="cap"), "reason"),
    "winner": (result(winner=5), "winner"),
    "partners": (result(winning_players=[0, 1]), "winning players"),
    "length": (result(turns=1), "turns"),
    "repeats": (result(repeats=9), "repeats"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_spoilt_games_are_refused(name):
    document = replay(match("2p"), 0, 0)
    check(document)
    spoilt = deepcopy(document)
    mutate, words = SPOILT[name]
    mutate(spoilt)
    with pytest.raises(RefereeError, match=words):
        check(spoilt)
