"""Replays told in sentences."""

from __future__ import annotations

import re

import pytest

from reports.replays.fill_or_bust import sentences

CARDS = [
    {"name": "bonus300", "kind": "bonus", "value": 300, "count": 12},
    {"name": "no_dice", "kind": "no_dice", "value": 0, "count": 8},
    {"name": "vengeance", "kind": "vengeance", "value": 2500, "count": 4},
]


def told(*log, rotation=0):
    document = {
        "fillsim": {"strategies": ["a", "b"], "rotation": rotation, "rules": {"cards": CARDS}},
        "log": log,
    }
    return list(sentences(document))


def test_a_turn_in_words():
    assert told(
        {"e": "turn", "seat": 0, "number": 12},
        {"e": "draw", "card": "bonus300", "left": 1, "reshuffled": False},
        {"e": "roll", "dice": [1, 5, 5, 2, 3, 4]},
        {"e": "keep", "points": 150, "used": 2, "then": "roll"},
        {"e": "keep", "points": 1000, "used": 1, "then": "stop"},
        {"e": "fill", "fills": 1, "complete": True, "bonus": 300, "at_risk": 1450},
        {"e": "bank", "points": 1450, "scores": [1450, 0]},
    ) == [
        "\nTurn 12, Player 1 (a)",
        "  draws Bonus 300; 1 card is left.",
        "  rolls 1 5 5 2 3 4.",
        "  sets 2 dice aside for 150 and goes on.",
        "  sets 1 die aside for 1,000 and stops.",
        "  a fill, 300 on top: 1,450 points at risk.",
        "  banks 1,450; the scores are Player 1 1,450, Player 2 0.",
    ]


def test_losses_and_the_end():
    assert told(
        {"e": "turn", "seat": 1, "number": 2},
        {"e": "draw", "card": "vengeance", "left": 53, "reshuffled": True},
        {"e": "discard", "why": "sole_leader"},
        {"e": "vengeance", "leaders": [0], "losses": [2500, 0]},
        {"e": "bust", "lost": 0},
        {"e": "bust", "lost": 300},
        {"e": "no_dice", "lost": 0},
        {"e": "end", "winners": [], "scores": [0, 0], "turns": 2000},
        {"e": "end", "winners": [1], "scores": [0, 6000], "turns": 9},
        {"e": "end", "winners": [0, 1], "scores": [6000, 6000], "turns": 9},
    ) == [
        "\nTurn 2, Player 2 (b)",
        "  draws Vengeance 2,500 after all cards are shuffled; 53 cards are left.",
        "  discards it as the sole leader and draws again.",
        "  Vengeance strikes: Player 1 loses 2,500.",
        "  busts but loses nothing.",
        "  busts and loses 300 points.",
        "  No Dice: the turn is over.",
        "\nStopped after 2,000 turns without a winner, Player 1 0, Player 2 0.",
        "\nPlayer 2 (b) wins after 9 turns, Player 1 0, Player 2 6,000.",
        "\nPlayer 1 (a) and Player 2 (b) share the win after 9 turns, Player 1 6,000, "
        "Player 2 6,000.",
    ]


def test_seats_follow_the_rotation():
    assert told({"e": "turn", "seat": 0, "number": 1}, rotation=1) == ["\nTurn 1, Player 1 (b)"]


def test_seats_stay_in_a_run_with_fixed_seats(fillsim):
    replay = ("replay", "fill_or_bust", "stop_at(300)", "random", "--seed", 5, "--rotation", 1)
    turned, fixed = (fillsim(*replay, *more).out for more in ((), ("--fixed-seats",)))
    assert "Player 1 (random)" in turned
    assert "Player 1 (stop_at(300))" in fixed


def test_sentences_and_document_tell_the_same_game(fillsim):
    replay = ("replay", "fill_or_bust", "stop_at(300)", "random", "--seed", 5, "--rotation", 1)
    document = fillsim(*replay, "--format", "json").json
    text = fillsim(*replay).out
    assert document["fillsim"]["rotation"] == 1
    end = document["log"][-1]
    assert f"after {end['turns']} turns" in text
    assert text.count("Turn ") == end["turns"]
    for score in end["scores"]:
        assert f"{score:,}" in text.splitlines()[-1]


@pytest.mark.parametrize(
    ("game", "players", "ends"),
    [
        ("fillit", ("greedy", "random"), r"(wins after \d+ turns|without a winner)"),
        ("crumbs", ("greedy",), r"(Won|Lost) after \d+ rounds?, "),
        ("crumbs", ("greedy", "random"), r"(Won|Lost) after \d+ rounds?, "),
        ("filler", ("random",), r"( wins| share the victory|without a winner)\.$"),
        ("filler", ("random",) * 3, r"( wins| share the victory|without a winner)\.$"),
    ],
)
def test_other_games_are_told_to_their_end(fillsim, game, players, ends):
    for seed in range(2):
        answer = fillsim("replay", game, *players, "--seed", seed)
        assert answer.code == 0, answer.err
        assert re.search(ends, answer.out.splitlines()[-1])
        assert "None" not in answer.out
