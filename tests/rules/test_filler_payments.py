"""Payments and options of Filler against plain searches that share nothing with the kernel."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from simcore.filler import records as ev
from simcore.filler.components import Components
from simcore.filler.moves import flip
from simcore.filler.options import list_drops, list_fills, list_reserves, list_times
from simcore.filler.payments import next_option
from simcore.filler.records import BOARD, CARDS
from simcore.filler.state import WORK
from simcore.filler.table import cards_record
from simcore.jit import is_interpreted, kernel
from tests.rules.filler_bench import CHEFS, components, recipe, records

FILLINGS = ("vanilla", "chocolate", "strawberry", "blueberry", "custard")
COMMON = FILLINGS[:3]
REQUIREMENTS = (*FILLINGS, "common", "rare", "any")
N_DECKS = 40 if is_interpreted() else 400


def takes(requirement: str, icon: str) -> bool:
    """Whether an icon may cover a requirement."""
    if icon == "any" or requirement == "any":
        return True
    if requirement == "common":
        return icon in COMMON
    if requirement == "rare":
        return icon not in COMMON
    return icon == requirement


def covers(icons: tuple[str, ...], requires: tuple[str, ...]) -> bool:
    """Whether each requirement gets an icon of its own: every assignment is tried."""
    if not requires:
        return True
    first, *rest = requires
    return any(
        covers(icons[:i] + icons[i + 1 :], tuple(rest))
        for i, icon in enumerate(icons)
        if takes(first, icon)
    )


def minimal_payments(hand: list[Any], requires: tuple[str, ...]) -> set[frozenset[str]]:
    """All sets of cards that cover, and no longer do when any card is left out."""
    found: set[frozenset[str]] = set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            names = frozenset(card.id for card in cards)
            if any(smaller < names for smaller in found):
                continue
            if covers(tuple(icon for card in cards for icon in card.gives), requires):
                found.add(names)
    return found


# Compiled functions take such records out of arrays only.
@kernel
def fills(cards, boards, works):
    list_fills(cards[0], boards[0], 0, works[0])


@kernel
def times(cards, boards, works):
    list_times(cards[0], boards[0], 0, works[0])


@kernel
def reserves(cards, boards, works):
    list_reserves(cards[0], boards[0], works[0])


@kernel
def drops(cards, boards, works):
    list_drops(cards[0], boards[0], 0, works[0])


@kernel
def one_more(cards, boards, works):
    next_option(works[0])


class Table:
    """A card table, a board and the scratch of the enumeration."""

    def __init__(self, box: Components) -> None:
        self.cards = np.zeros(1, CARDS)
        self.cards[0] = cards_record(box)
        self.board = np.zeros(1, BOARD)
        self.board["n_players"] = 2
        self.work = np.zeros(1, WORK)
        self.ids = [r.id for r in box.recipes] + [card.id for card in box.chefs]

    def give(self, name: str, pile: str = "hand") -> None:
        index = self.ids.index(name)
        flip(records(self.board)[0][pile], 0, index)
        card = self.cards["card"][0, index]
        prefix = "" if pile == "hand" else "discard_"
        self.board[f"{prefix}icons"][0, 0] += card["icons"]
        self.board[f"{prefix}wilds"][0, 0] += card["wilds"]
        self.board["symbols"][0, 0] += card["points"]

    def lists(self, lister: Any) -> list[np.ndarray]:
        """The options that a lister of seat 0 writes."""
        lister(records(self.cards), records(self.board), records(self.work))
        return list(self.work["options"][0, : int(self.work["n_options"][0])])

    def show_in_book(self, names: list[str]) -> None:
        self.board["n_book"] = len(names)
        self.board["book"][0, : len(names)] = [self.ids.index(name) for name in names]

    def names(self, numbers: np.ndarray, n: int) -> frozenset[str]:
        assert (numbers[n:] == -1).all()
        return frozenset(self.ids[i] for i in numbers[:n])


def random_box(rng: random.Random) -> Components:
    """Recipes of every shape, harder and more generous than any real ones."""
    recipes = []
    for i in range(16):
        gives = rng.choices((*FILLINGS, "any"), k=rng.choice((0, 1, 1, 2, 2, 3)))
        requires = rng.choices(REQUIREMENTS, k=rng.randint(1, 5))
        points = rng.choices(("star", "coin", "trophy"), k=rng.randint(0, 3))
        recipes.append(
            recipe(f"r{i}", "7:00", "+".join(gives), "+".join(requires), "+".join(points))
        )
    return components(recipes, n_recipes=16)


def test_payments_are_all_minimal_sets_and_nothing_else() -> None:
    rng = random.Random(1)
    n_payments = n_large = 0
    for _ in range(N_DECKS):
        box = random_box(rng)
        table = Table(box)
        cards = [*box.recipes, *box.chefs]
        hand = rng.sample(cards, rng.randint(0, 8))
        for card in hand:
            table.give(card.id)
        book = rng.sample([card for card in box.recipes if card not in hand], 4)
        table.show_in_book([card.id for card in book])
        listed: dict[str, set[frozenset[str]]] = {card.id: set() for card in book}
        for option in table.lists(fills):
            wanted = book[option["place"]]
            assert table.ids[option["card"]] == wanted.id
            payment = table.names(option["paid"], option["n_paid"])
            assert payment not in listed[wanted.id], "no payment is listed twice"
            listed[wanted.id].add(payment)
            check_details(option, wanted, hand)
        for card in book:
            expected = minimal_payments(hand, card.requires)
            assert listed[card.id] == expected
            n_payments += len(expected)
            n_large += sum(len(payment) > 2 for payment in expected)
    assert n_payments > 10 * N_DECKS
    assert n_large > N_DECKS


def score(cards: list[Any]) -> int:
    symbols = [symbol for card in cards for symbol in card.points]
    counts = [symbols.count(symbol) for symbol in ("star", "coin", "trophy")]
    return len(symbols) + 2 * min(counts)


def check_details(option: np.ndarray, wanted: Any, hand: list[Any]) -> None:
    assert option["symbols"] == len(wanted.points)
    assert option["gain"] == score([*hand, wanted]) - score(hand)
    assert (option["kind"], option["time"]) == (ev.FILL, wanted.time)


def test_the_brute_force_knows_the_classes() -> None:
    """By hand: what the search above rests on."""
    assert covers(("vanilla", "any"), ("vanilla", "rare"))
    assert not covers(("vanilla", "chocolate"), ("vanilla", "rare"))
    assert not covers(("any",), ("common", "any"))
    assert covers(("custard", "vanilla"), ("any", "rare"))
    assert not covers(("vanilla", "vanilla"), ("vanilla", "chocolate"))


def test_time_options_are_each_card_with_each_set_of_early_cards() -> None:
    early = [recipe(f"early{i}", "", ability="arrive_early") for i in range(3)]
    box = components([recipe("late", "7:30"), *early])
    table = Table(box)
    for name in ("late", "red/a", "early0", "early2"):
        table.give(name)
    found = {
        (table.ids[o["card"]], table.names(o["paid"], o["n_paid"]), int(o["time"]))
        for o in table.lists(times)
    }
    subsets = (frozenset(), {"early0"}, {"early2"}, {"early0", "early2"})
    printed = {"late": 450, "red/a": 370}
    assert found == {
        (name, frozenset(used), printed[name] - 60 * len(used))
        for name, used in product(printed, subsets)
    }


def test_only_early_cards_are_shown_one_by_one() -> None:
    early = [recipe(f"early{i}", "", ability="arrive_early") for i in range(3)]
    table = Table(components(early))
    for name in ("early0", "early2"):
        table.give(name)
    found = [(table.ids[o["card"]], int(o["n_paid"]), int(o["time"])) for o in table.lists(times)]
    assert found == [("early0", 0, ev.LAST), ("early2", 0, ev.LAST)]


def test_reserves_and_drops() -> None:
    box = components([recipe("a", "7:30", points="star+coin"), recipe("b", "", points="trophy")])
    table = Table(box)
    table.show_in_book(["plain3", "a", "plain2"])
    assert [(table.ids[o["card"]], int(o["place"])) for o in table.lists(reserves)] == [
        ("plain3", 0),
        ("a", 1),
        ("plain2", 2),
    ]
    table.give("a")
    table.give("b", "discards")
    found = [(table.ids[o["card"]], int(o["place"]), int(o["gain"])) for o in table.lists(drops)]
    # Both together are a set: without either, its two points go too.
    assert found == [("a", 0, -4), ("b", 1, -3)]


def test_no_option_is_dropped_for_want_of_room() -> None:
    table = Table(components([], chefs=CHEFS))
    table.work["n_options"] = ev.MAX_OPTIONS - 1
    assert len(table.lists(one_more)) == ev.MAX_OPTIONS
    with pytest.raises(OverflowError, match="8,192 options"):
        table.lists(one_more)


def test_as_many_options_as_skewed_play_has_reached_have_room() -> None:
    """832 TIME, 3,907 ACTION and 1,185 BONUS options have been seen."""
    assert ev.MAX_OPTIONS > 2 * 3_907
