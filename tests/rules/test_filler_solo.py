"""Solo Filler: the chef's days, its criteria and altered rules, and who wins."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from simcore import engine
from simcore.filler import records as ev
from simcore.filler.components import Personality, RuleValue
from simcore.filler.kernel import solo_result
from simcore.filler.rules import load_rules
from simcore.jit import is_interpreted
from simcore.match import Match
from strategies.registry import player
from tests.rules.filler_bench import (
    CHEFS,
    GAME,
    components,
    play_script,
    recipe,
    turn_of,
)

CHOSEN = "chefs=red+blue"
FIRST: dict[str, RuleValue] = {"time_shift_min": -120}
"""An altered rule by which the chef acts before 7:40, whatever it flips."""
NAMES = [entry.name for entry in load_rules("rulebook").components.personalities]
N_GAMES = 2 if is_interpreted() else 60


def solo(personality: str, *changes: str, seed: int = 1) -> Match:
    rules = load_rules("rulebook", [f"personality={personality}", *changes])
    return Match(GAME, rules, (player(GAME, rules, "random"),), seed)


def test_the_days_on_which_the_chef_restocks() -> None:
    """Three cards at first: with no rule altered it fills on days 1-2, 4-7, 9-16 and restocks on
    days 3, 8 and 17 (each restock leaves as many cards as days have gone by, and two more)."""
    seen = set()
    for name in NAMES:
        match = solo(name, "personality_rules=false", "advanced=true")
        for block in range(N_GAMES):
            for day in engine.replay(match, block, 0)["days"]:
                turn = next(turn for turn in day["turns"] if turn["seat"] == 1)
                is_restock = turn["action"] == "restock"
                assert is_restock == (day["day"] in (3, 8, 17, 34))
                assert is_restock or turn["action"] in ("fill", "nothing")
                assert not is_restock or len(turn["chef_deck"]) in (5, 9, 17, 33)
                seen.add(day["day"])
    assert {1, 3, 8} <= seen


def test_nothing_goes_under_the_deck_for_want_of_fills() -> None:
    """Two days in a row on which both restock do not happen in solo."""
    for name in NAMES:
        rows = engine.play_outcomes(solo(name), 0, N_GAMES)
        assert (rows["recycled"] == 0).all()
        assert (rows["capped"] == 0).all()


def test_the_chef_pays_nothing_and_ignores_abilities() -> None:
    box = components(
        [recipe("chain", "7:01", "vanilla", "custard+custard", "star", "bonus_fill")],
        [Personality("Hasty", ("leftmost",), FIRST)],
    )
    document, outcome = play_script(box, [[("show", "red/c")]], CHOSEN, "day_cap=1")
    turn = turn_of(document, 1, 1)
    assert turn == {"seat": 1, "action": "fill", "fills": [{"recipe": "chain"}]}
    assert outcome["cards_held"].tolist()[:2] == [3, 4]
    told = {"name": "Hasty", "picks": ["leftmost"], "rules": FIRST}
    assert document["solo"]["personality"] == told


def test_a_flipped_arrive_early_card_acts_last_and_fills() -> None:
    """The chef takes three arrive early recipes; from the first reshuffle on it flips them."""
    early = [recipe(f"early{i}", "", ability="arrive_early") for i in range(4)]
    found = 0
    for seed in range(1, 6):
        document, _ = play_script(components(early), [[]], CHOSEN, "day_cap=9", seed=seed)
        for day in document["days"]:
            if day["chef_flip"].startswith("early"):
                found += 1
                assert day["order"] == [0, 1]
                turn = turn_of(document, day["day"], 1)
                assert turn["action"] == ("restock" if day["day"] in (3, 8) else "fill")
    assert found >= 5


ALTERED = components(
    [
        recipe("fill", "7:01", "vanilla", "custard", "star", "bonus_fill"),
        recipe("stock", "7:02", "vanilla", "custard", "coin", "bonus_restock"),
        recipe("plain", "7:03", "vanilla", "custard", "trophy"),
    ]
)


def play_altered(days: int = 1, **rules: Any) -> Any:
    box = components(ALTERED.recipes[:3], [Personality("It", ("leftmost",), rules)])
    return play_script(box, [[("show", "red/c")]], CHOSEN, f"day_cap={days}")


def test_time_shift() -> None:
    """7:40 against the chef's 6:20, 6:50 or 7:50; two hours later it is the player who is first."""
    document, _ = play_altered(time_shift_min=120)
    assert document["days"][0]["order"] == [0, 1]
    document, _ = play_altered(time_shift_min=-120)
    assert document["days"][0]["order"] == [1, 0]


def test_a_shifted_time_may_tie_and_goes_by_the_rotation() -> None:
    """Every chef card at 6:50, shifted onto the player's 7:40: day 1 begins with the player, day 2
    with the chef."""
    chefs = (*CHEFS[:3], *(chef_at(CHEFS[4], name) for name in "xyz"))
    box = components([], [Personality("It", ("leftmost",), {"time_shift_min": 50})], chefs)
    script = [("show", "red/c"), ("restock",), ("reserve", "plain1"), ("show", "red/c")]
    document, _ = play_script(box, [script], CHOSEN, "day_cap=2")
    assert [day["order"] for day in document["days"]] == [[0, 1], [1, 0]]


def chef_at(card: Any, name: str) -> Any:
    return dataclasses.replace(card, name=name)


def test_fills_when_first() -> None:
    first, _ = play_altered(fills_when_first=2, time_shift_min=-120)
    assert [fill["recipe"] for fill in turn_of(first, 1, 1)["fills"]] == ["fill", "stock"]
    second, _ = play_altered(fills_when_first=2, time_shift_min=120)
    assert len(turn_of(second, 1, 1)["fills"]) == 1


def test_reads_bonus_fill() -> None:
    document, outcome = play_altered(reads_abilities=("bonus_fill",), time_shift_min=-120)
    fills = turn_of(document, 1, 1)["fills"]
    assert fills == [{"recipe": "fill"}, {"recipe": "stock"}]
    assert outcome["claims"][1] == 2


def test_reads_bonus_restock() -> None:
    """Its discards (the card flipped, and those claimed) are shuffled with what is left."""
    document, _ = play_altered(reads_abilities=("bonus_fill", "bonus_restock"), time_shift_min=-120)
    fills = turn_of(document, 1, 1)["fills"]
    assert [fill["recipe"] for fill in fills] == ["fill", "stock"]
    assert set(fills[1]["chef_deck"]) == {"fill", "stock", "blue/a", "blue/b", "blue/c"}
    assert "chef_deck" not in fills[0]


def test_discards_book_card_after_each_fill() -> None:
    document, _ = play_altered(discards_book_card=True, fills_when_first=2, time_shift_min=-120)
    assert turn_of(document, 1, 1)["fills"] == [
        {"recipe": "fill", "book_discard": "stock"},
        {"recipe": "plain"},
    ]
    # Nothing is left for the player to fill or reserve, and three cards come from the top.
    assert turn_of(document, 1, 0) == {"seat": 0, "action": "restock", "reserve": None}
    assert document["days"][0]["refill"] == ["plain0", "plain1", "plain2"]


@pytest.mark.parametrize("to", ["top", "bottom"])
def test_reserve_to(to: str) -> None:
    """Day 3: the chef restocks, and reserves what it would have taken."""
    document, _ = play_altered(days=3, reserve_to=to)
    day = document["days"][2]
    turn = turn_of(document, 3, 1)
    assert turn["action"] == "restock"
    assert (turn["reserve"] in day["refill"]) == (to == "top")


def test_set_bonus_is_the_chefs_only() -> None:
    """One set each in the whole game would give the player 2 points and the chef 7."""
    symbols = [recipe(f"r{i}", "7:00", "any", "any", "star+coin+trophy") for i in range(20)]
    box = components(symbols, [Personality("It", ("leftmost",), {"set_bonus": 7})])
    lines = [("show", "red/b"), ("fill", "r2", "red/c")]
    _, outcome = play_script(box, [lines], CHOSEN, "day_cap=2")
    assert outcome["capped"] == 1
    claims = outcome["claims"]
    expected = claims[0] * (3 + 2) + claims[1] * (3 + 7)
    assert outcome["points_at_0"] + outcome["points_at_1"] == expected
    assert claims[1] == 2


def test_an_empty_book() -> None:
    """The player empties the book: a fill of the chef does nothing, a restock still reshuffles."""
    chain = [recipe(f"chain{i}", "7:00", "any", "any", "", "bonus_fill") for i in range(20)]
    box = components(chain, [Personality("It", ("leftmost",), {"time_shift_min": 720})])
    first = [("show", "red/c"), ("fill", "chain0", "red/a")]
    emptied = [*first, ("fill", "chain1", "red/b"), ("fill", "chain2", "chain0")]
    document, _ = play_script(box, [emptied], CHOSEN, "day_cap=1")
    assert turn_of(document, 1, 1) == {"seat": 1, "action": "nothing"}


def test_a_restock_with_an_empty_book() -> None:
    """On day 3, with one card at a time: each day the player's three fills empty the book."""
    chain = [recipe(f"chain{i}", "7:00", "any", "any", "", "bonus_restock") for i in range(20)]
    for i in (0, 1, 3, 4, 6, 7):
        chain[i] = recipe(f"chain{i}", "7:00", "any", "any", "", "bonus_fill")
    box = components(chain, [Personality("It", ("leftmost",), {"time_shift_min": 720})])
    lines = []
    for day in range(3):
        a, b, c = (f"chain{3 * day + k}" for k in range(3))
        lines += [("show", "red/c"), ("fill", a, "red/a"), ("fill", b, "red/b"), ("fill", c, a)]
    document, _ = play_script(box, [lines], CHOSEN, "day_cap=3")
    assert [turn_of(document, day, 1)["action"] for day in (1, 2, 3)] == [
        "nothing",
        "nothing",
        "restock",
    ]
    turn = turn_of(document, 3, 1)
    assert turn["reserve"] is None
    assert set(turn["chef_deck"]) == {"blue/a", "blue/b", "blue/c"}


@pytest.mark.parametrize(
    ("winners", "result"),
    [(0b00, ev.NO_RESULT), (0b01, ev.WIN), (0b10, ev.LOSS), (0b11, ev.DRAW)],
)
def test_results(winners: int, result: int) -> None:
    assert solo_result(winners) == result


def test_a_draw_is_half_a_win_in_a_summary() -> None:
    """Winners beyond the line-up share: wins and ties of the summary tell all three results."""
    match = solo("The Prodigy")
    n = 10 if is_interpreted() else 3_000
    rows = engine.play_outcomes(match, 0, n)[:, 0]
    summary = engine.run(match, n).summary
    n_won, n_drawn = (int((rows["solo_result"] == r).sum()) for r in (ev.WIN, ev.DRAW))
    assert summary.sum("0/entry0.win") == 60 * n_won + 30 * n_drawn
    assert summary.sum("0/game.ties") == n_drawn
    assert is_interpreted() or n_drawn > 0
    assert summary.sum("0/game.chef_score") == int(rows["score"][:, 1].sum())
    lost = rows[rows["solo_result"] == ev.LOSS]
    assert len(lost) > 0
    own, other = (lost["score"][:, s] * 1000 + lost["cards_held"][:, s] for s in range(2))
    assert (own < other).all()
