"""Referee of Filler: replays a document of format filler-log-1 rule by rule.

`check(document, components)` raises `RefereeError` at the first thing that breaks the ruling, is
missing or is superfluous. Plain Python, no kernel, nothing shared with it. Component files are
read in `filler_cards`, a player's turn is judged in `filler_table`, the solo opponent's in
`filler_chef`, the opening and the end in `filler_ends`, the days here.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.referees.filler_cards import (
    Components,
    RefereeError,
    at,
    must_equal,
    read,
    require,
)
from tests.referees.filler_chef import play_chef
from tests.referees.filler_ends import judge_end, open_game
from tests.referees.filler_table import CHEF_SEAT, Table, play_human, take

__all__ = ["RefereeError", "Tally", "check"]


@dataclass(frozen=True)
class Tally:
    """What happened in one game, counted by the referee.

    `seats`: by seat and name, claims, bonus_fills, restocks (turns), bonus_restocks, removed,
    early_used, days_first, cards_held and the symbols. `game`: days, all_restock_days, recycled,
    lead_changes (looking at the end of each day for a seat alone in front), and claims_at_k and
    points_at_k: recipes claimed by who acted as number k of the day, and the points they added.
    """

    seats: tuple[Counter[str], ...]
    game: Counter[str]
    points: tuple[int, ...] | None
    winners: tuple[int, ...] | None

    def by_seat(self, name: str) -> tuple[int, ...]:
        return tuple(seat[name] for seat in self.seats)


def check(document: Mapping[str, Any], components: Components) -> Tally:
    """Tally of a game that kept every rule; raises `RefereeError` for one that did not."""
    with at("setup"):
        table = open_game(document, components)
    days = read(document, "days", list)
    reason = None
    for number, day in enumerate(days, 1):
        require(reason is None, f"day {number}: the game is over")
        with at(f"day {number}"):
            reason = play_day(table, day)
            require(table.all_cards() == table.dealt, "cards got lost or doubled")
    require(reason is not None, f"the log breaks off after day {len(days)}")
    with at("end"):
        scores = judge_end(table, document, str(reason))
    return tally_of(table, None if scores is None else tuple(document["winners"]))


def tally_of(table: Table, winners: tuple[int, ...] | None) -> Tally:
    for seat in table.seats:
        seat.counts["removed"] = len(seat.removed)
        seat.counts["cards_held"] = len(seat.scored())
        seat.counts += table.symbols(seat.scored())
    table.counts["days"] = table.day
    points = tuple(table.points(number) for number in range(table.n))
    seats = tuple(seat.counts for seat in table.seats)
    return Tally(seats, table.counts, None if winners is None else points, winners)


def play_day(table: Table, day: Any) -> str | None:
    """One day; why the game is over after it, or None."""
    table.day += 1
    must_equal("day", read(day, "day", int), table.day)
    must_equal("book", read(day, "book", list), table.book)
    keys = choose_times(table, read(day, "times", list))
    keys |= flip(table, day)
    order = sorted(keys, key=lambda seat: keys[seat])
    must_equal("order", read(day, "order", list), order)
    table.order = order
    table.seats[order[0]].counts["days_first"] += 1
    turns = read(day, "turns", list)
    must_equal("number of turns", len(turns), table.n)
    restocked = [judge_turn(table, *pair) for pair in zip(order, turns, strict=True)]
    table.look_for_leader()
    recycle(table, day, all(restocked))
    return refill(table, read(day, "refill", list))


Key = tuple[bool, int, int, int]
"""No time, minutes, minus the early cards, place in the day's rotation: the smallest is first."""


def choose_times(table: Table, times: list[Any]) -> dict[int, Key]:
    humans = table.humans()
    must_equal("number of times", len(times), len(humans))
    keys = {}
    for number, choice in zip(humans, times, strict=True):
        must_equal("seat of a time", read(choice, "seat", int), number)
        with at(f"seat {number}"):
            keys[number] = choose_time(table, number, choice)
    return keys


def choose_time(table: Table, number: int, choice: Mapping[str, Any]) -> Key:
    """Reveal a time card and arrive early cards; without a printed time the seat acts last."""
    seat, cards = table.seats[number], table.parts.cards
    timed = [card for card in seat.hand if cards[card].minutes is not None]
    require("card" in choice, "missing field 'card'")
    card, early = choice["card"], read(choice, "early", list)
    seat.must_restock = not timed
    if not timed:
        require(not early, "arrive early cards need a time card")
    if not seat.hand:
        must_equal("card", card, None)
        seat.revealed = []
        return True, 0, 0, table.rotation(number)
    require(card is not None, "a card must be revealed")
    seat.revealed = [take(seat.hand, card, "hand")]
    require(not timed or card in timed, f"{card!r} has no printed time, another card has")
    for other in early:
        seat.revealed.append(take(seat.hand, other, "hand"))
        require(cards[other].ability == "arrive_early", f"{other} is not an arrive early card")
    seat.counts["early_used"] += len(early)
    minutes = cards[card].minutes
    if minutes is None:
        return True, 0, 0, table.rotation(number)
    return False, minutes - 60 * len(early), -len(early), table.rotation(number)


def flip(table: Table, day: Mapping[str, Any]) -> dict[int, Key]:
    """The chef's time card, from the top of its deck to its discards."""
    if table.personality is None:
        require(day.get("chef_flip") is None, "nobody flips a chef card")
        return {}
    chef = table.seats[CHEF_SEAT]
    card = chef.deck.pop(0)
    must_equal("chef_flip", read(day, "chef_flip", str), card)
    chef.discards.append(card)
    minutes, rotation = table.parts.cards[card].minutes, table.rotation(CHEF_SEAT)
    if minutes is None:
        return {CHEF_SEAT: (True, 0, 0, rotation)}
    return {CHEF_SEAT: (False, minutes + table.personality.time_shift_min, 0, rotation)}


def judge_turn(table: Table, number: int, turn: Any) -> bool:
    must_equal("seat of a turn", read(turn, "seat", int), number)
    with at(f"seat {number}"):
        if number in table.humans():
            return play_human(table, number, turn)
        return play_chef(table, turn, is_first=number == table.order[0])


def recycle(table: Table, day: Mapping[str, Any], all_restocked: bool) -> None:
    """From the second all-restock day in a row the book's rest goes under the deck."""
    table.n_days_in_a_row = table.n_days_in_a_row + 1 if all_restocked else 0
    table.counts["all_restock_days"] += all_restocked
    moved: list[str] = []
    if table.n_days_in_a_row >= 2:
        moved, table.book = table.book, []
        table.deck += moved
        table.counts["recycled"] += len(moved)
        must_equal("number of recycled cards", len(moved), 1)
    must_equal("recycled", day.get("recycled") or [], moved)


def refill(table: Table, drawn: list[Any]) -> str | None:
    """Back to one card more than players, or the game is over."""
    missing = table.n + 1 - len(table.book)
    if missing > len(table.deck):
        must_equal("refill", drawn, [])
        return "deck"
    must_equal("refill", drawn, table.deck[:missing])
    table.book += table.deck[:missing]
    table.deck = table.deck[missing:]
    return "cap" if table.day == table.day_cap else None
