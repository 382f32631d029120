"""The ruling clause by clause, on decks made for it: what must happen, happens in every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from simcore import engine
from tests.engine.lineups import GAME, line_up

Log = list[dict[str, Any]]

CARDS = tuple(card.name for card in GAME.load_rules("rulebook", []).cards)


def deck(**counts: int) -> list[str]:
    """Changes that leave only these cards in the deck."""
    return [f"cards.{name}={counts.get(name, 0)}" for name in CARDS]


def outcomes(*specs: str, rules: str = "rulebook", changes: list[str], n: int = 200) -> np.ndarray:
    match = line_up(*specs, rules=rules, changes=changes, seed=31)
    return engine.play_outcomes(match, 0, n).ravel()


def logs(*specs: str, rules: str = "rulebook", changes: list[str], n: int = 20) -> Iterator[Log]:
    match = line_up(*specs, rules=rules, changes=changes, seed=31)
    for block in range(n):
        yield engine.replay(match, block, 0)["log"]


def events(log: Log, name: str) -> Log:
    return [event for event in log if event["e"] == name]


def test_must_bust_loses_nothing() -> None:
    """ "everything is banked" at the bust: no turn is lost, and each ends by a bust."""
    rows = outcomes("never_stop", "random", changes=deck(must_bust=1))
    assert not rows["busts"].any()
    assert (rows["score"][:, 0] > 0).all()
    for log in logs("never_stop", "random", changes=deck(must_bust=1)):
        assert len(events(log, "bust")) == len(events(log, "turn"))
        assert all(event["lost"] == 0 for event in events(log, "bust"))
        assert all(event["then"] == "roll" for event in events(log, "keep"))


def test_must_bust_sets_everything_aside_under_bowman1999() -> None:
    """`must_bust_set_aside: all`: one choice a roll, so that any two players do the same."""
    changes = deck(must_bust=1)
    alike = [outcomes(spec, rules="bowman1999", changes=changes) for spec in ("random", "stop_at")]
    assert (alike[0] == alike[1]).all()
    free = [outcomes(spec, changes=changes) for spec in ("random", "stop_at")]
    assert (free[0] != free[1]).any()


def test_no_dice_ends_the_turn_at_once() -> None:
    rows = outcomes("stop_at(50)", "stop_at(50)", changes=deck(no_dice=5, bonus300=1))
    assert rows["no_dice"].sum() > 4 * rows["turns"].sum() / 6.5
    for log in logs("never_stop", "random", changes=deck(no_dice=2, bonus300=4)):
        places = [i for i, event in enumerate(log) if event["e"] == "no_dice"]
        assert all(log[i - 1] == log[i - 1] | {"e": "draw", "card": "no_dice"} for i in places)
        assert all(log[i + 1]["e"] in ("turn", "end") for i in places)


@pytest.mark.parametrize(("value", "keeps"), [("lose", False), ("keep", True)])
def test_no_dice_after_a_fill(value: str, keeps: bool) -> None:
    """ "No Dice lose only what is at risk"; `keep` banks it instead."""
    changes = [*deck(no_dice=3, bonus300=3), f"no_dice_after_fill={value}"]
    at_risk, n_after_fill = 0, 0
    for log in logs("never_stop", changes=changes, n=100):
        for event, after in pairwise(log):
            if event["e"] in ("turn", "fill"):
                at_risk = event.get("at_risk", 0)
            if event["e"] == "no_dice" and at_risk > 0:
                n_after_fill += 1
                assert event["lost"] == (0 if keeps else at_risk)
                assert (after["e"] == "bank") == keeps
    assert n_after_fill >= 20


@pytest.mark.parametrize("value", ["add", "flat"])
def test_fill_1000(value: str) -> None:
    """ "adds 1000 to the dice points; no stopping before the fill"; `flat` replaces them."""
    n_fills = 0
    for log in logs("stop_at(50)", "random", changes=[*deck(fill1000=1), f"fill_1000={value}"]):
        dice = before = 0
        for event in log:
            if event["e"] == "draw":
                before += dice
                dice = 0
            elif event["e"] == "keep":
                dice += event["points"]
            elif event["e"] == "fill":
                n_fills += 1
                own = 1000 + (dice if value == "add" else 0)
                assert event["at_risk"] == before + own
                before, dice = before + own, 0
            elif event["e"] == "turn":
                before = dice = 0
        for event, after in pairwise(log):
            if event["e"] == "keep" and event["then"] == "stop":
                assert after["e"] == "fill"
    assert n_fills >= 40


@pytest.mark.parametrize(
    ("rules", "factor", "banks"), [("rulebook", 1, False), ("bowman1999", 2, True)]
)
def test_double_trouble(rules: str, factor: int, banks: bool) -> None:
    """Two fills under the one card, no card drawn between; doubled and banked in 1999 only."""
    n_doubled = 0
    for log in logs("never_stop", "stop_at(50)", rules=rules, changes=deck(double_trouble=1), n=60):
        for i, event in enumerate(log):
            if event["e"] == "fill" and event["fills"] == 1:
                assert not event["complete"]
                assert log[i + 1]["e"] == "roll"
                assert len(log[i + 1]["dice"]) == 6
            if event["e"] == "fill" and event["fills"] == 2:
                n_doubled += 1
                assert event["complete"]
                start = max(j for j in range(i) if log[j]["e"] == "draw")
                points = sum(one["points"] for one in log[start:i] if one["e"] == "keep")
                assert event["at_risk"] % (factor * points) == 0 or not banks
                assert not banks or event["at_risk"] == factor * points
                assert not banks or log[i + 1]["e"] == "bank"
    assert n_doubled >= 10


def test_a_single_seat_is_always_sole_leader() -> None:
    """It discards every Vengeance and is never hit."""
    for rules in ("rulebook", "bowman1999"):
        for log in logs("random", rules=rules, changes=deck(vengeance=3, bonus300=2)):
            n_drawn = sum(event["card"] == "vengeance" for event in events(log, "draw"))
            assert len(events(log, "discard")) == n_drawn
            assert {event["why"] for event in events(log, "discard")} <= {"sole_leader"}
            assert not events(log, "vengeance")


def test_everybody_at_nothing_plays_vengeance() -> None:
    """ "everybody at 0 means tied, so it is played"."""
    n_first = 0
    for log in logs("random", "random", changes=deck(vengeance=9, bonus300=1), n=40):
        if log[2]["card"] == "vengeance":
            n_first += 1
            assert log[3]["e"] == "roll"
    assert n_first > 20


def test_only_the_optional_vengeance_is_discarded_by_choice() -> None:
    changes = deck(vengeance=2, bonus300=1)
    chosen = {
        rules: sum(
            event["why"] == "chosen"
            for log in logs("random", "random", "random", rules=rules, changes=changes)
            for event in events(log, "discard")
        )
        for rules in ("rulebook", "bowman1999")
    }
    assert chosen["rulebook"] == 0
    assert chosen["bowman1999"] > 20


def test_stopping_under_vengeance() -> None:
    """`vengeance_must_fill`: stops before the fill happen under the rulebook alone."""
    changes = [*deck(vengeance=1, bonus300=1), "vengeance_optional=false"]
    n_stops = {}
    for rules in ("rulebook", "bowman1999"):
        n_stops[rules], card = 0, ""
        for log in logs("stop_at(50)", "stop_at(50)", rules=rules, changes=changes):
            for event, after in pairwise(log):
                card = event.get("card", card)
                is_stop = event["e"] == "keep" and event["then"] == "stop"
                n_stops[rules] += is_stop and card == "vengeance" and after["e"] == "bank"
    assert n_stops["rulebook"] > 20
    assert n_stops["bowman1999"] == 0


@pytest.mark.parametrize("floor", [0, -1000, -1_000_000])
def test_the_floor_holds(floor: int) -> None:
    changes = [*deck(vengeance=3, bonus300=1), f"score_floor={floor}", "goal=2000", "turn_cap=200"]
    rows = outcomes("never_stop", "stop_at(50)", "random", changes=changes)
    assert rows["score"].min() >= floor
    assert (rows["score"].min() < 0) == (floor < 0)


def test_independent_draws_leave_the_deck_full() -> None:
    for log in logs("random", "random", changes=["deck=independent"]):
        assert {event["left"] for event in events(log, "draw")} == {54}
        assert not any(event["reshuffled"] for event in events(log, "draw"))


def test_one_deck_is_drawn_to_its_end() -> None:
    for log in logs("stop_at(50)", "stop_at(50)", changes=["goal=1000000", "turn_cap=150"], n=3):
        left = [event["left"] for event in events(log, "draw")]
        assert left == [53 - i % 54 for i in range(len(left))]
        cards = [event["card"] for event in events(log, "draw")][:54]
        assert {name: cards.count(name) for name in CARDS} == {
            card.name: card.count for card in GAME.load_rules("rulebook", []).cards
        }


def test_equal_turns_when_the_round_is_finished() -> None:
    rows = outcomes("stop_at(300)", "random", "stop_at(400)", changes=["end=finish_round"])
    assert (rows["turns_taken"][:, :3] == rows["turns_taken"][:, :1]).all()
    at_once = outcomes("stop_at(300)", "random", "stop_at(400)", changes=["end=at_once"])
    assert (at_once["turns_taken"][:, :3] != at_once["turns_taken"][:, :1]).any()


def test_the_cap_ends_a_game_without_a_winner() -> None:
    rows = outcomes("random", "random", changes=["goal=1000000", "turn_cap=11"])
    assert (rows["turns"] == 11).all()
    assert rows["capped"].all()
    assert not rows["winners"].any()
    assert (rows["turns_taken"][:, :2] == [6, 5]).all()
