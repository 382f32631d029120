"""The solo opponent of Filler: what its personality picks, and its turn."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.referees.filler_cards import SYMBOLS, Card, Personality, at, must_equal, read, require
from tests.referees.filler_table import CHEF_SEAT, Table, n_sets, take

READABLE = ("bonus_fill", "bonus_restock")
LAST = -(10**9)
"""Ranks below everything printed on a card."""


def sets_gained(table: Table, card: Card) -> int:
    before = table.symbols(table.seats[CHEF_SEAT].scored())
    return n_sets(before + card.symbols()) - n_sets(before)


def missing_icons(table: Table, card: Card) -> int:
    """Icons of the kind or kinds the chef holds fewest of."""
    held = table.symbols(table.seats[CHEF_SEAT].scored())
    fewest = min(held[symbol] for symbol in SYMBOLS)
    return sum(held[symbol] == fewest for symbol in card.points)


def wanted_points(table: Table, card: Card) -> int:
    """Points of a recipe the player's hand pays right now; what lies revealed is not in hand."""
    is_payable = table.parts.can_pay(table.seats[0].hand, card.id)
    return len(card.points) if is_payable else LAST


def earliness(table: Table, card: Card) -> int:
    return LAST if card.minutes is None else -card.minutes


def lateness(table: Table, card: Card) -> int:
    return LAST if card.minutes is None else card.minutes


CRITERIA: dict[str, Callable[[Table, Card], int]] = {
    "most_points": lambda table, card: len(card.points),
    "fewest_points": lambda table, card: -len(card.points),
    "completes_set": sets_gained,
    "most_missing_symbol": missing_icons,
    "earliest_time": earliness,
    "latest_time": lateness,
    "most_gives": lambda table, card: len(card.gives),
    "most_requires": lambda table, card: len(card.requires),
    "fewest_requires": lambda table, card: -len(card.requires),
    "most_wanted": wanted_points,
    "leftmost": lambda table, card: -table.book.index(card.id),
    "rightmost": lambda table, card: table.book.index(card.id),
}
RANDOM = "random"


def check_personality(personality: Personality) -> None:
    for pick in personality.picks:
        require(pick in CRITERIA or pick == RANDOM, f"unknown criterion {pick!r}")
    require(personality.reserve_to in ("top", "bottom"), "reserve_to must be top or bottom")
    require(personality.fills_when_first >= 1, "fills_when_first must be at least 1")
    require(personality.reads_abilities <= {*READABLE}, "reads_abilities it cannot")


def picks(table: Table) -> list[str]:
    """The recipes the personality may take: one, or several where chance decides."""
    assert table.personality is not None
    left = list(table.book)
    for criterion in (*table.personality.picks, "leftmost"):
        if criterion == RANDOM:
            return left
        ranks = {card: CRITERIA[criterion](table, table.parts.cards[card]) for card in left}
        best = max(ranks.values())
        left = [card for card in left if ranks[card] == best]
    return left


def require_pick(table: Table, found: Any) -> None:
    allowed = picks(table)
    require(found in allowed, f"the chef takes {found!r}, must be {' or '.join(allowed)}")


def play_chef(table: Table, turn: Mapping[str, Any], is_first: bool) -> bool:
    """The chef's turn; whether it restocked."""
    assert table.personality is not None
    chef = table.seats[CHEF_SEAT]
    if not chef.deck:
        must_equal("action", read(turn, "action", str), "restock")
        restock(table, turn)
        return True
    if not table.book:
        must_equal("action", read(turn, "action", str), "nothing")
        return False
    must_equal("action", read(turn, "action", str), "fill")
    fills = read(turn, "fills", list)
    n_due = table.personality.fills_when_first if is_first else 1
    n_done = 0
    while n_done < n_due and table.book:
        require(n_done < len(fills), f"the chef fills {n_done} times, must fill once more")
        with at(f"fill {n_done + 1}"):
            n_due += fill_recipe(table, fills[n_done])
        n_done += 1
    require(n_done == len(fills), f"the chef fills {len(fills)} times, must be {n_done}")
    return False


def fill_recipe(table: Table, fill: Any) -> bool:
    """Take the recipe picked; whether an ability it reads gives one more pick."""
    assert table.personality is not None
    chef, recipe = table.seats[CHEF_SEAT], read(fill, "recipe", str)
    require_pick(table, recipe)
    table.claim(CHEF_SEAT, recipe, chef.discards)
    ability = table.parts.cards[recipe].ability
    is_read = ability in table.personality.reads_abilities
    if is_read and ability == "bonus_restock":
        shuffle(table, read(fill, "chef_deck", list))
        chef.counts["bonus_restocks"] += 1
    else:
        require(fill.get("chef_deck") is None, f"{recipe} shuffles no chef deck")
    dropped = None
    if table.personality.discards_book_card and table.book:
        dropped = table.book.pop(0)
        table.deck.append(dropped)
    must_equal("book_discard", fill.get("book_discard"), dropped)
    return is_read and ability == "bonus_fill"


def restock(table: Table, turn: Mapping[str, Any]) -> None:
    assert table.personality is not None
    chef = table.seats[CHEF_SEAT]
    chef.counts["restocks"] += 1
    require("reserve" in turn, "missing field 'reserve'")
    reserve = turn["reserve"]
    if table.book:
        require_pick(table, reserve)
        place = 0 if table.personality.reserve_to == "top" else len(table.deck)
        table.deck.insert(place, take(table.book, reserve, "book"))
    else:
        must_equal("reserve", reserve, None)
    shuffle(table, read(turn, "chef_deck", list))


def shuffle(table: Table, told: list[Any]) -> None:
    """The chef's discards and what remains of its deck, in the order told."""
    chef = table.seats[CHEF_SEAT]
    cards = chef.deck + chef.discards
    is_same = len(told) == len(cards) and all(told.count(card) == 1 for card in cards)
    require(is_same, f"the chef deck is {told}, must be an order of {cards}")
    chef.deck, chef.discards = list(told), []
