"""What recipes do when they are filled, worked by hand: bad batch, bonus fill, bonus restock."""

from __future__ import annotations

import pytest

from simcore.errors import StrategyFailure
from simcore.filler.components import Components
from tests.rules.filler_bench import components, play_script, recipe, turn_of

CHOSEN = "chefs=red+blue"
SHORT = "day_cap=4"
LATE = [("show", "blue/c")]
"""Acts after everybody else, and restocks."""


def bad_batch_box() -> Components:
    return components(
        [
            recipe("bad1", "7:01", "vanilla", "vanilla+strawberry", "star", "bad_batch"),
            recipe("bad2", "7:02", "vanilla", "vanilla+strawberry", "star", "bad_batch"),
        ]
    )


def test_no_card_at_all() -> None:
    """Ruling: possible after bad batch; shows none, acts last, must restock; two such go by the
    rotation."""
    scripts = [
        [("show", "red/c"), ("fill", "bad1", "red/a", "red/b"), ("drop", "bad1")],
        [("show", "blue/c"), ("fill", "bad2", "blue/a", "blue/b"), ("drop", "bad2")],
    ]
    document, outcome = play_script(bad_batch_box(), scripts, CHOSEN, SHORT)
    day = document["days"][1]
    assert [time["card"] for time in day["times"]] == [None, None]
    assert day["order"] == [1, 0]
    assert [turn["action"] for turn in day["turns"]] == ["restock", "restock"]
    assert outcome["claims"].tolist()[:2] == [1, 1], "a claim counts when it is made"
    assert outcome["cards_held"].tolist()[:2] == [3, 3]
    assert outcome["removed"].tolist()[:2] == [1, 1]
    assert outcome["stars"].tolist()[:2] == [0, 0], "what is removed scores nothing"


@pytest.mark.parametrize("dropped", ["bad1", "red/a", "red/b", "red/c"])
def test_bad_batch_takes_from_hand_or_discards(dropped: str) -> None:
    """ "The chosen card may come from the player's hand or discard pile": the time card, those
    paid and the recipe itself."""
    scripts = [[("show", "red/c"), ("fill", "bad1", "red/a", "red/b"), ("drop", dropped)], LATE]
    document, outcome = play_script(bad_batch_box(), scripts, CHOSEN, "day_cap=1")
    fill = turn_of(document, 1, 0)["fills"][0]
    assert (fill["ability"], fill["removed"]) == ("bad_batch", dropped)
    assert outcome["cards_held"][0] == 3
    assert outcome["stars"][0] == (dropped != "bad1")


BONUS = components(
    [
        recipe("chain1", "7:01", "chocolate", "chocolate", "star", "bonus_fill"),
        recipe("chain2", "7:02", "strawberry", "chocolate", "coin", "bonus_fill"),
        recipe("last", "7:03", "strawberry", "strawberry", "trophy"),
    ]
)


def test_bonus_fills_chain_and_may_play_the_card_just_claimed() -> None:
    """ "The player may optionally fill another recipe. The ingredients used must come from
    newly-played cards.\""""
    scripts = [
        [
            ("show", "red/c"),
            ("fill", "chain1", "red/a"),
            ("fill", "chain2", "chain1"),
            ("fill", "last", "chain2"),
        ],
        [("show", "blue/c")],
    ]
    document, outcome = play_script(BONUS, scripts, CHOSEN, "day_cap=1")
    fills = turn_of(document, 1, 0)["fills"]
    assert [fill["recipe"] for fill in fills] == ["chain1", "chain2", "last"]
    assert (outcome["claims"][0], outcome["bonus_fills"][0]) == (3, 2)
    assert outcome["sets"][0] == 1
    # 1 + 1 + (1 + 2 for the set), all by who acted first.
    assert (outcome["claims_at_0"], outcome["points_at_0"]) == (3, 5)
    # The book was emptied: nothing to fill or to reserve for the other.
    assert turn_of(document, 1, 1) == {"seat": 1, "action": "restock", "reserve": None}


def test_a_bonus_fill_may_be_declined() -> None:
    scripts = [[("show", "red/c"), ("fill", "chain1", "red/a"), ("decline",)], LATE]
    document, outcome = play_script(BONUS, scripts, CHOSEN, "day_cap=1")
    assert len(turn_of(document, 1, 0)["fills"]) == 1
    assert outcome["bonus_fills"][0] == 0


def test_what_was_paid_does_not_pay_again() -> None:
    scripts = [[("show", "red/c"), ("fill", "chain1", "red/a"), ("fill", "chain2", "red/a")], LATE]
    with pytest.raises(StrategyFailure, match="option that does not exist"):
        play_script(BONUS, scripts, CHOSEN, "day_cap=1")


def test_bonus_restock_returns_what_was_just_paid_and_reserves_nothing() -> None:
    """ "immediately returns all discarded cards to their hand. ... the player does not have the
    option to reserve a recipe": next day the card shown and the card paid can both be used."""
    box = components([recipe("refresh", "7:01", "vanilla", "chocolate", "", "bonus_restock")])
    scripts = [
        [
            *[("show", "red/c"), ("fill", "refresh", "red/a")],
            *[("show", "red/a"), ("fill", "plain2", "red/c")],
        ],
        [("show", "blue/a"), ("fill", "plain0", "blue/b")],
    ]
    document, outcome = play_script(box, scripts, CHOSEN, SHORT)
    assert outcome["bonus_restocks"][0] == 1
    assert document["days"][0]["refill"] == ["plain2", "plain3"], "nothing was reserved"
    assert turn_of(document, 2, 0)["fills"][0]["pay"] == ["red/c"]
