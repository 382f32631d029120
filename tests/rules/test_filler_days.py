"""Days of Filler, worked by hand: turn order, fill, restock, the end."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.errors import StrategyFailure
from simcore.filler.kernel import find_winners
from simcore.filler.records import BOARD
from tests.rules.filler_bench import (
    CHEFS,
    chef,
    components,
    play_script,
    recipe,
    records,
    turn_of,
)

RED = ("red/a", "red/b", "red/c")
CHOSEN = "chefs=red+blue"
SHORT = "day_cap=4"
PLAIN = components([])
LATE = [("show", "blue/c")]
"""Acts after everybody else, and restocks."""


def test_setup() -> None:
    """ "Give each player a set of 3 chef cards ... count out 10 cards per player ... reveal as many
    recipe cards as there are players, plus one.\""""
    document, _ = play_script(PLAIN, [[], []], CHOSEN, SHORT)
    assert document["setup"]["chefs"] == [list(RED), ["blue/a", "blue/b", "blue/c"]]
    assert document["setup"]["deck"] == [f"plain{i}" for i in range(20)]
    assert document["days"][0]["book"] == ["plain0", "plain1", "plain2"]


def test_the_earliest_acts_first() -> None:
    document, outcome = play_script(
        PLAIN, [[("show", "red/c")], [("show", "blue/c")]], CHOSEN, "day_cap=1"
    )
    assert document["days"][0]["order"] == [0, 1]
    assert outcome["days_first"].tolist()[:2] == [1, 0]
    document, _ = play_script(PLAIN, [[("show", "red/c")], [("show", "blue/b")]], CHOSEN, SHORT)
    assert document["days"][0]["order"] == [1, 0]


def test_equal_times_go_by_the_rotation_of_the_day() -> None:
    """Ruling: a tie that nothing else settles begins on day d with seat (d - 1) mod N."""
    scripts = [[("show", f"{chefs}/b")] for chefs in ("red", "blue")]
    document, _ = play_script(PLAIN, scripts, CHOSEN, "day_cap=1")
    assert document["days"][0]["order"] == [0, 1]
    # On day 2 both show their 6:50 cards again.
    scripts = [
        [("show", "red/b"), ("restock",), ("reserve", "plain0"), ("show", "red/b")],
        [("show", "blue/b"), ("restock",), ("reserve", "plain1"), ("show", "blue/b")],
    ]
    document, _ = play_script(PLAIN, scripts, CHOSEN, SHORT)
    assert [day["order"] for day in document["days"][:2]] == [[0, 1], [1, 0]]


def test_of_three_only_those_who_tie_go_by_the_rotation() -> None:
    box = components([], n_recipes=30)
    scripts = [[("show", "red/b")], [("show", "blue/b")], [("show", "green/a")]]
    document, _ = play_script(box, scripts, "chefs=red+blue+green", "day_cap=1")
    assert document["days"][0]["order"] == [2, 0, 1]


EARLY = components(
    [
        recipe("early1", "", "vanilla", "vanilla", ability="arrive_early"),
        recipe("early2", "", "vanilla", "vanilla", ability="arrive_early"),
    ]
)
HOUR = (
    *CHEFS[:3],
    chef("blue", "a", "6:20", "vanilla+chocolate"),
    chef("blue", "b", "5:50", "strawberry+blueberry"),
    chef("blue", "c", "7:50", "custard"),
)


def test_arrive_early_subtracts_an_hour_and_wins_the_tie() -> None:
    """ "subtract one hour"; "the player who played more arrive early cards takes their turn
    first": red/b at 6:50 with one card ties with 5:50, on a day whose rotation begins with the
    other."""
    box = components(list(EARLY.recipes[:2]), chefs=HOUR)
    scripts = [
        [("show", "red/c"), ("fill", "early1", "red/a"), ("show", "red/b", "early1")],
        [("show", "blue/a"), ("restock",), ("reserve", "plain0"), ("show", "blue/b")],
    ]
    document, outcome = play_script(box, scripts, CHOSEN, SHORT)
    day = document["days"][1]
    assert day["times"][0] == {"seat": 0, "card": "red/b", "early": ["early1"]}
    assert day["order"] == [0, 1]
    assert outcome["early_used"].tolist()[:2] == [1, 0]


def test_without_the_arrive_early_card_the_rotation_settles_it() -> None:
    """The day before would have begun with seat 1: the tie above is not won by the rotation."""
    same = (*CHEFS[:3], *HOUR[3:4], chef("blue", "b", "6:50", "custard"), HOUR[5])
    box = components(list(EARLY.recipes[:2]), chefs=same)
    scripts = [
        [("show", "red/c"), ("fill", "early1", "red/a"), ("show", "red/b")],
        [("show", "blue/a"), ("restock",), ("reserve", "plain0"), ("show", "blue/b")],
    ]
    document, _ = play_script(box, scripts, CHOSEN, SHORT)
    assert document["days"][1]["order"] == [1, 0]


def test_only_arrive_early_cards() -> None:
    """ "they will reveal this card as their time card, will play last, and must take a restock
    action": all three chef cards are shown or paid for two of them."""
    box = components(
        [
            recipe("early1", "", "vanilla", "vanilla+strawberry", ability="arrive_early"),
            recipe("free", "7:05", "any", "any"),
        ]
    )
    scripts = [
        [("show", "red/c"), ("fill", "early1", "red/a", "red/b")],
        [("show", "blue/c"), ("fill", "free", "blue/a"), ("show", "blue/b")],
    ]
    document, _ = play_script(box, scripts, CHOSEN, SHORT)
    day = document["days"][1]
    assert day["times"][0] == {"seat": 0, "card": "early1", "early": []}
    assert day["order"] == [1, 0]
    turn = turn_of(document, 2, 0)
    assert turn["action"] == "restock"
    # The card shown is discarded first, so that the restock brings it back with the others.
    assert document["days"][2]["times"][0]["card"] in (*RED, "early1")


def test_the_time_card_pays_for_nothing() -> None:
    """ "Since the time card has already been discarded at this point, it is not available.\""""
    box = components([recipe("wanted", "7:01", "vanilla", "custard")])
    scripts = [[("show", "red/c"), ("fill", "wanted", "red/c")], []]
    with pytest.raises(StrategyFailure, match="option that does not exist"):
        play_script(box, scripts, CHOSEN, SHORT)
    scripts = [[("show", "red/a"), ("fill", "wanted", "red/c")], []]
    document, _ = play_script(box, scripts, CHOSEN, SHORT)
    assert turn_of(document, 1, 0)["fills"] == [
        {"recipe": "wanted", "pay": ["red/c"], "ability": "none"}
    ]


def test_the_book_closes_up_and_is_refilled_on_the_right() -> None:
    scripts = [
        [("show", "red/a"), ("fill", "plain0", "red/b")],
        [("show", "blue/a"), ("fill", "plain1", "blue/b")],
    ]
    document, _ = play_script(PLAIN, scripts, CHOSEN, SHORT)
    assert document["days"][0]["refill"] == ["plain3", "plain4"]
    assert document["days"][1]["book"] == ["plain2", "plain3", "plain4"]


def test_a_recipe_taken_is_gone_for_those_who_come_later() -> None:
    """ "The recipe book is not replenished after a player's turn.\""""
    scripts = [
        [("show", "red/a"), ("fill", "plain0", "red/b")],
        [("show", "blue/a"), ("fill", "plain0", "blue/b")],
    ]
    with pytest.raises(StrategyFailure, match="option that does not exist"):
        play_script(PLAIN, scripts, CHOSEN, SHORT)


def test_reserved_recipes_come_back_the_last_one_first() -> None:
    """Restock: "returning it to the top of the deck"."""
    scripts = [
        [("show", "red/a"), ("restock",), ("reserve", "plain0")],
        [("show", "blue/a"), ("restock",), ("reserve", "plain2")],
    ]
    document, _ = play_script(PLAIN, scripts, CHOSEN, SHORT)
    assert document["days"][0]["refill"] == ["plain2", "plain0"]
    assert document["days"][1]["book"] == ["plain1", "plain2", "plain0"]


def test_restock_returns_time_card_and_payments() -> None:
    """All discards come back: on day 3 the player can show or pay any of its four cards."""
    scripts = [
        [
            *[("show", "red/a"), ("fill", "plain0", "red/b")],
            *[("show", "red/c"), ("restock",), ("reserve", "plain2")],
            *[("show", "plain0"), ("fill", "plain1", "red/a")],
        ],
        [("show", "blue/a"), ("restock",), ("reserve", "plain2")],
    ]
    document, _ = play_script(PLAIN, scripts, CHOSEN, SHORT)
    assert turn_of(document, 3, 0)["fills"][0]["pay"] == ["red/a"]


def test_two_days_on_which_everybody_restocks() -> None:
    """ "collect all of the cards in the recipe book and place them on the bottom of the recipe deck
    before refilling": with reserves one card is left, and so on every further such day."""
    document, outcome = play_script(PLAIN, [[], []], CHOSEN, "day_cap=5")
    recycled = [day.get("recycled") for day in document["days"]]
    assert recycled[0] is None
    assert [len(cards or []) for cards in recycled[1:]] == [1, 1, 1, 1]
    assert outcome["all_restock_days"] == 5
    assert outcome["recycled"] == 4
    second = document["days"][1]
    reserved = {turn["reserve"] for turn in second["turns"]}
    assert set(second["recycled"]) == set(second["book"]) - reserved


def test_a_fill_in_between_breaks_the_row_of_restock_days() -> None:
    quiet = [("show", "red/a"), ("restock",), ("reserve", "plain0")]
    scripts = [[*quiet, ("show", "red/a"), ("fill", "plain1", "red/b")], []]
    document, _ = play_script(PLAIN, scripts, CHOSEN, "day_cap=4")
    assert [("recycled" in day) for day in document["days"]] == [False, False, False, True]


def test_the_cap_ends_a_stuck_game_without_scores() -> None:
    document, outcome = play_script(PLAIN, [[], []], CHOSEN, "day_cap=6")
    assert document["end"] == {"reason": "cap", "day": 6}
    assert document["scores"] is None
    assert document["winners"] is None
    assert (outcome["capped"], outcome["winners"], outcome["days"]) == (1, 0, 6)
    assert len(document["days"][-1]["refill"]) > 0, "the cap counts after the day's refill"


def test_the_deck_runs_out() -> None:
    """ "If there are not enough cards to fully fill the recipe book at the end of a day, the game
    is over": 17 cards lie below the first book, two leave it each day, and the ninth refill finds
    one. Every recipe restocks at once, so that both fill every day; they share the victory."""
    free = [recipe(f"r{i}", "7:00", "any", "any", "star", "bonus_restock") for i in range(20)]
    scripts = [
        [
            line
            for day in range(9)
            for line in (("show", f"{who}/a"), ("fill", f"r{2 * day + seat}", f"{who}/b"))
        ]
        for seat, who in enumerate(("red", "blue"))
    ]
    document, outcome = play_script(components(free), scripts, CHOSEN)
    assert document["end"] == {"reason": "deck", "day": 9}
    assert document["days"][-1]["refill"] == []
    score = {"symbols": {"star": 9, "coin": 0, "trophy": 0}, "sets": 0, "points": 9, "cards": 12}
    assert document["scores"] == [{"seat": seat} | score for seat in range(2)]
    assert document["winners"] == [0, 1]
    assert (outcome["days"], outcome["turns"], outcome["claims_total"]) == (9, 18, 18)
    assert (outcome["winners"], outcome["capped"], outcome["reason"]) == (3, 0, 0)
    assert outcome["taken"][:20].tolist() == [2 + i % 2 + 8 * (1 + i // 2) for i in range(18)] + [
        1,
        0,
    ]


@pytest.mark.parametrize(
    ("scores", "cards", "winners"),
    [
        ((13, 12, 12), (9, 20, 20), 0b001),
        ((12, 13, 13), (9, 10, 11), 0b100),
        ((5, 5, 4), (8, 8, 30), 0b011),
        ((0, 0, 0), (0, 0, 0), 0b111),
    ],
)
def test_most_points_then_most_cards_then_shared(
    scores: tuple[int, ...], cards: tuple[int, ...], winners: int
) -> None:
    board = np.zeros(1, BOARD)
    board["n_players"] = 3
    board["score"][0, :3], board["n_cards"][0, :3] = scores, cards
    assert find_winners(records(board)[0]) == winners
