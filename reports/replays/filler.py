"""Filler told day by day, from the replay document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["sentences"]

CHEF_SEAT = 1
EARLY_MINUTES = 60
PLURALS = {"trophy": "trophies"}

Told = Mapping[str, Any]


def sentences(document: Told) -> Iterator[str]:
    """Plain sentences of a finished game, a paragraph a day.

    Parameters
    ----------
    document : dict
        As `simcore.engine.replay` returns it.
    """
    return _Teller(document).tell()


class _Teller:
    """Knows the cards and who sits where, so that a day can be told by name."""

    def __init__(self, document: Told) -> None:
        self.document = document
        self.cards = document["cards"]
        told = document["fillsim"]
        specs = told["strategies"]
        shift = 0 if told.get("fixed_seats") else told["rotation"]
        self.short = [f"Player {seat + 1}" for seat in range(len(specs))]
        self.names = [
            f"{name} ({specs[(seat + shift) % len(specs)]})" for seat, name in enumerate(self.short)
        ]
        self.opponent: Told = {}
        if document["solo"]:
            self.opponent = document["solo"]["personality"]
            self.short.append(self.opponent["name"])
            self.names.append(self.opponent["name"])

    def tell(self) -> Iterator[str]:
        document = self.document
        recipes = "standard and advanced recipes" if document["advanced"] else "standard recipes"
        yield f"{' against '.join(self.names)}, with {recipes}."
        chefs = list(document["setup"]["chefs"])
        if document["solo"]:
            chefs.append(document["solo"]["chef_deck"])
        for who, cards in zip(self.short, chefs, strict=True):
            yield f"{who} has the chefs {self.list_of(cards)}."
        for day in document["days"]:
            yield f"\nDay {day['day']}: the book shows {self.list_of(day['book'])}."
            yield from self.day(day)
        yield from self.end()

    def day(self, day: Told) -> Iterator[str]:
        for seat in day["order"]:
            yield f"  {self.arrival(day, seat)}."
        for turn in day["turns"]:
            yield f"  {self.short[turn['seat']]} {self.turn(turn)}."
        if day.get("recycled"):
            left = self.list_of(day["recycled"])
            yield f"  Everybody restocked again: {left} goes under the deck."
        if day["refill"]:
            yield f"  New in the book: {self.list_of(day['refill'])}."

    def arrival(self, day: Told, seat: int) -> str:
        """When a seat arrives, and with what."""
        who = self.short[seat]
        if self.opponent and seat == CHEF_SEAT:
            shift = self.opponent["rules"].get("time_shift_min", 0)
            card, early = day["chef_flip"], []
        else:
            times = next(told for told in day["times"] if told["seat"] == seat)
            card, early = times["card"], times["early"]
            shift = -EARLY_MINUTES * len(early)
        if card is None:
            return f"{who} has no card to show and comes last"
        time = self.cards[card]["time"]
        if time is None:
            return f"{who} comes last, with {self.name(card)}"
        with_early = f", early by {self.list_of(early)}" if early else ""
        return f"{who} arrives {_shifted(time, shift)} with {self.name(card)}{with_early}"

    def turn(self, turn: Told) -> str:
        if turn["action"] == "fill":
            return ", then ".join(self.fill(fill) for fill in turn["fills"])
        if turn["action"] == "nothing":
            return "finds the book empty"
        reserve = turn["reserve"]
        return f"restocks and reserves {self.name(reserve)}" if reserve else "restocks"

    def fill(self, fill: Told) -> str:
        text = f"fills {self.name(fill['recipe'])}"
        if fill.get("pay"):
            text += f" with {self.list_of(fill['pay'])}"
        if fill.get("ability") == "bonus_restock":
            text += ", which brings all discards back"
        if fill.get("removed"):
            text += f", a bad batch that costs {self.name(fill['removed'])}"
        if fill.get("chef_deck"):
            text += ", which puts all cards back into the chef deck"
        if fill.get("book_discard"):
            text += f" and puts {self.name(fill['book_discard'])} under the deck"
        return text

    def end(self) -> Iterator[str]:
        days = _count(self.document["end"]["day"], "day")
        winners = self.document["winners"]
        if winners is None:
            yield f"\nStopped after {days} without a winner."
            return
        yield f"\nToo few recipes are left after {days}."
        for score in self.document["scores"]:
            symbols = ", ".join(_count(n, symbol) for symbol, n in score["symbols"].items())
            points = f"{_count(score['points'], 'point')} from {_count(score['cards'], 'card')}"
            who = self.short[score["seat"]]
            yield f"  {who} scores {points}: {symbols}, {_count(score['sets'], 'set')}."
        names = " and ".join(self.names[seat] for seat in winners)
        yield f"{names} share the victory." if len(winners) > 1 else f"{names} wins."

    def name(self, card: str) -> str:
        return str(self.cards[card]["name"])

    def list_of(self, cards: list[str]) -> str:
        names = [self.name(card) for card in cards]
        if len(names) < 2:
            return "".join(names) or "nothing"
        return f"{', '.join(names[:-1])} and {names[-1]}"


def _shifted(time: str, minutes: int) -> str:
    hours, rest = time.split(":")
    hour, minute = divmod(60 * int(hours) + int(rest) + minutes, 60)
    return f"{hour % 24}:{minute:02}"


def _count(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n} {PLURALS.get(what, f'{what}s')}"
