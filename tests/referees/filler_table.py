"""The table of Filler as the referee keeps it, and what a human player may do in a turn."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.referees.filler_cards import (
    SYMBOLS,
    Components,
    Personality,
    at,
    must_equal,
    read,
    require,
)

CHEF_SEAT = 1


@dataclass
class Seat:
    """One side's cards by where they lie; `deck` is used by the chef only."""

    hand: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    must_restock: bool = False
    counts: Counter[str] = field(default_factory=Counter)

    def scored(self) -> list[str]:
        return self.hand + self.discards + self.revealed + self.deck


@dataclass
class Table:
    """Everything on the table; index 0 is leftmost in the book and the top of a deck."""

    parts: Components
    seats: list[Seat]
    personality: Personality | None
    book: list[str]
    deck: list[str]
    day_cap: int
    day: int = 0
    order: list[int] = field(default_factory=list)
    n_days_in_a_row: int = 0
    leader: int | None = None
    dealt: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def n(self) -> int:
        return len(self.seats)

    def humans(self) -> list[int]:
        return [seat for seat in range(self.n) if not (self.personality and seat == CHEF_SEAT)]

    def all_cards(self) -> list[str]:
        piles = [self.book, self.deck]
        for seat in self.seats:
            piles += [seat.scored(), seat.removed]
        return sorted(card for pile in piles for card in pile)

    def rotation(self, seat: int) -> int:
        """Place of a seat in the day's rotation, which starts on day d at seat (d-1) mod N."""
        first = (self.day - 1) % self.n
        return (seat - first) % self.n

    def symbols(self, cards: Iterable[str]) -> Counter[str]:
        return Counter(symbol for card in cards for symbol in self.parts.cards[card].points)

    def points(self, number: int) -> int:
        """1 a symbol, 2 a set; what the chef gets for a set its personality may alter."""
        symbols = self.symbols(self.seats[number].scored())
        is_chef = self.personality and number == CHEF_SEAT
        bonus = self.personality.set_bonus if self.personality and is_chef else 2
        return symbols.total() + bonus * n_sets(symbols)

    def look_for_leader(self) -> None:
        """At the end of a day: is another seat alone in front than the last that was?"""
        points = [self.points(number) for number in range(self.n)]
        if points.count(max(points)) == 1:
            leader = points.index(max(points))
            self.counts["lead_changes"] += self.leader not in (None, leader)
            self.leader = leader

    def claim(self, number: int, recipe: str, pile: list[str]) -> None:
        """A recipe from the book to a pile of a seat."""
        before, place = self.points(number), self.order.index(number)
        pile.append(take(self.book, recipe, "book"))
        self.seats[number].counts["claims"] += 1
        self.counts[f"claims_at_{place}"] += 1
        self.counts[f"points_at_{place}"] += self.points(number) - before


def n_sets(symbols: Counter[str]) -> int:
    """Sets of three different symbols."""
    return min(symbols[symbol] for symbol in SYMBOLS)


def take(pile: list[str], card: Any, where: str) -> str:
    """Remove a card from a pile in which it must lie."""
    require(card in pile, f"{card!r} is not in the {where}")
    pile.remove(card)
    return str(card)


def play_human(table: Table, number: int, turn: Mapping[str, Any]) -> bool:
    """One turn of a player; whether it restocked."""
    seat = table.seats[number]
    seat.discards += seat.revealed
    seat.revealed = []
    action = read(turn, "action", str)
    require(action in ("fill", "restock"), f"unknown action {action!r}")
    if action == "restock":
        restock(table, seat, turn)
        return True
    require(not seat.must_restock, "without a time card this seat must restock")
    fills = read(turn, "fills", list)
    require(len(fills) > 0, "a fill without a recipe")
    may_fill = True
    for place, fill in enumerate(fills, 1):
        with at(f"fill {place}"):
            require(may_fill, "the recipe before gives no bonus fill")
            may_fill = fill_recipe(table, number, fill) == "bonus_fill"
            seat.counts["bonus_fills"] += place > 1
    return False


def restock(table: Table, seat: Seat, turn: Mapping[str, Any]) -> None:
    """All discards to hand; a book card on top of the deck, if there is one."""
    seat.hand += seat.discards
    seat.discards = []
    seat.counts["restocks"] += 1
    require("reserve" in turn, "missing field 'reserve'")
    if not table.book:
        must_equal("reserve", turn["reserve"], None)
        return
    require(turn["reserve"] is not None, "a reserve is obligatory")
    table.deck.insert(0, take(table.book, turn["reserve"], "book"))


def fill_recipe(table: Table, number: int, fill: Any) -> str:
    """Pay for a recipe, claim it, resolve its ability; returns the ability."""
    seat = table.seats[number]
    recipe, pay = read(fill, "recipe", str), read(fill, "pay", list)
    require(recipe in table.book, f"{recipe!r} is not in the book")
    for card in pay:
        seat.discards.append(take(seat.hand, card, "hand"))
    require(table.parts.can_pay(pay, recipe), f"{pay} do not cover {recipe}")
    require(table.parts.is_minimal(pay, recipe), f"fewer of {pay} cover {recipe}")
    table.claim(number, recipe, seat.hand)
    ability = table.parts.cards[recipe].ability
    must_equal("ability", read(fill, "ability", str), ability)
    if ability == "bonus_restock":
        seat.hand += seat.discards
        seat.discards = []
        seat.counts["bonus_restocks"] += 1
    if ability == "bad_batch":
        removed = read(fill, "removed", str)
        pile = seat.hand if removed in seat.hand else seat.discards
        seat.removed.append(take(pile, removed, "hand or the discards"))
    else:
        require(fill.get("removed") is None, f"{recipe} removes no card")
    return ability
