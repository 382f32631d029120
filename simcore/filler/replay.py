"""A recorded game of Filler as a document that a third party can check step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simcore.filler import records as ev
from simcore.filler.components import SYMBOLS, Recipe, time_text
from simcore.filler.rules import Rules
from simcore.filler.table import card_ids
from simcore.match import Match

__all__ = ["FORMAT", "tell"]

FORMAT = "filler-log-1"
REASONS = {ev.DECK_RAN_OUT: "deck", ev.DAY_CAP: "cap"}
RESULTS = {ev.LOSS: "loss", ev.DRAW: "draw", ev.WIN: "win"}
CHEF_SEAT = 1

Fields = dict[str, Any]


def tell(events: np.ndarray, match: Match) -> dict[str, Any]:
    """The document of one finished game, format ``filler-log-1``.

    Parameters
    ----------
    events : int32[n_events, 5]
        As recorded by the kernel; codes and numbers in `records`.
    match : Match
        Whose rules and number of seats the document states.
    """
    rules = match.rules
    assert isinstance(rules, Rules)
    teller = _Teller(rules, match.n_seats)
    for code, *numbers in events.tolist():
        _TELL[code](teller, *numbers)
    return {
        "format": FORMAT,
        "players": max(match.n_seats, 2),
        "advanced": rules.is_advanced(max(match.n_seats, 2)),
        "day_cap": rules.day_cap,
        "notice": rules.components.notice,
        "cards": _cards(rules),
        "solo": teller.solo(),
        "setup": {"chefs": teller.chefs, "deck": teller.deck},
        "days": teller.days,
        **teller.end,
    }


def _cards(rules: Rules) -> dict[str, Fields]:
    """All cards by id, as plain values: the document can be checked by itself."""
    components = rules.components
    cards: dict[str, Fields] = {
        recipe.id: {
            "name": recipe.name,
            "deck": recipe.deck,
            "time": time_text(recipe.time) or None,
            "gives": list(recipe.gives),
            "requires": list(recipe.requires),
            "points": list(recipe.points),
            "ability": recipe.ability,
        }
        for recipe in components.recipes
    }
    for card in components.chefs:
        cards[card.id] = {
            "name": card.name,
            "deck": card.set,
            "time": time_text(card.time),
            "gives": list(card.gives),
            "points": list(card.points),
        }
    return cards


class _Teller:
    """Walks through the events once and fills in the document."""

    def __init__(self, rules: Rules, n_seats: int) -> None:
        self.rules = rules
        self.is_solo = n_seats == 1
        self.ids = card_ids(rules.components)
        self.recipes: dict[str, Recipe] = {r.id: r for r in rules.components.recipes}
        self.deck: list[str] = []
        self.chefs: list[list[str]] = []
        self.chef_deck: list[str] = []
        self.days: list[Fields] = []
        self.scores: list[Fields] = []
        self.end: Fields = {}

    def solo(self) -> Fields | None:
        """The personality as it was played, and the chef's deck at the start."""
        if not self.is_solo:
            return None
        chef = self.rules.chef
        rules = {k: list(v) if isinstance(v, tuple) else v for k, v in chef.rules.items()}
        return {
            "personality": {"name": chef.name, "picks": list(chef.picks), "rules": rules},
            "chef_deck": self.chef_deck,
        }

    @property
    def _day(self) -> Fields:
        return self.days[-1]

    @property
    def _turn(self) -> Fields:
        turn: Fields = self._day["turns"][-1]
        return turn

    def _turn_of(self, seat: int, action: str) -> Fields:
        """The seat's turn, begun where it is the first of its fills."""
        turns = self._day["turns"]
        if action != "fill" or not turns or turns[-1]["seat"] != seat:
            turns.append({"seat": seat, "action": action})
        turn: Fields = turns[-1]
        return turn

    def _dealt(self, card: int, *_: int) -> None:
        self.deck.append(self.ids[card])

    def _starts(self, seat: int, chef_set: int, *_: int) -> None:
        if self.is_solo and seat == CHEF_SEAT:
            return
        name = self.rules.components.chef_sets[chef_set]
        self.chefs.append([card.id for card in self.rules.components.set_cards(name)])

    def _shuffled(self, card: int, place: int, *_: int) -> None:
        if not self.days:
            self.chef_deck.append(self.ids[card])
            return
        turn = self._turn
        target = turn["fills"][-1] if turn["action"] == "fill" else turn
        if place == 0:
            target["chef_deck"] = []
        target["chef_deck"].append(self.ids[card])

    def _morning(self, day: int, *_: int) -> None:
        self.days.append(
            {"day": day, "book": [], "times": [], "order": [], "turns": [], "refill": []}
        )

    def _book(self, card: int, *_: int) -> None:
        self._day["book"].append(self.ids[card])

    def _chose(self, seat: int, card: int, *_: int) -> None:
        shown = self.ids[card] if card != ev.NO_CARD else None
        self._day["times"].append({"seat": seat, "card": shown, "early": []})

    def _early(self, seat: int, card: int, *_: int) -> None:
        self._day["times"][-1]["early"].append(self.ids[card])

    def _flipped(self, card: int, *_: int) -> None:
        self._day["chef_flip"] = self.ids[card]

    def _acts(self, seat: int, *_: int) -> None:
        self._day["order"].append(seat)

    def _filled(self, seat: int, recipe: int, first: int, second: int) -> None:
        codes = [packed >> 8 * i & 255 for packed in (first, second) for i in range(4)]
        name = self.ids[recipe]
        fill = {
            "recipe": name,
            "pay": [self.ids[code - 1] for code in codes if code],
            "ability": self.recipes[name].ability,
        }
        self._turn_of(seat, "fill").setdefault("fills", []).append(fill)

    def _removed(self, seat: int, card: int, *_: int) -> None:
        self._turn["fills"][-1]["removed"] = self.ids[card]

    def _restocked(self, seat: int, reserved: int, *_: int) -> None:
        turn = self._turn_of(seat, "restock")
        turn["reserve"] = self.ids[reserved] if reserved != ev.NO_CARD else None

    def _chef_filled(self, recipe: int, *_: int) -> None:
        turn = self._turn_of(CHEF_SEAT, "fill")
        turn.setdefault("fills", []).append({"recipe": self.ids[recipe]})

    def _chef_idle(self, *_: int) -> None:
        self._turn_of(CHEF_SEAT, "nothing")

    def _put_under(self, card: int, *_: int) -> None:
        self._turn["fills"][-1]["book_discard"] = self.ids[card]

    def _recycled(self, card: int, *_: int) -> None:
        self._day.setdefault("recycled", []).append(self.ids[card])

    def _refilled(self, card: int, *_: int) -> None:
        if self.days:  # The first book is no refill.
            self._day["refill"].append(self.ids[card])

    def _scored(self, seat: int, packed: int, points: int, cards: int) -> None:
        counts = [packed >> 8 * k & 255 for k in range(len(SYMBOLS))]
        self.scores.append(
            {
                "seat": seat,
                "symbols": dict(zip(SYMBOLS, counts, strict=True)),
                "sets": min(counts),
                "points": points,
                "cards": cards,
            }
        )

    def _ended(self, reason: int, day: int, winners: int, result: int) -> None:
        is_capped = reason == ev.DAY_CAP
        seats = [score["seat"] for score in self.scores if winners >> score["seat"] & 1]
        self.end = {
            "end": {"reason": REASONS[reason], "day": day},
            "scores": None if is_capped else self.scores,
            "winners": None if is_capped else seats,
        }
        if self.is_solo and not is_capped:
            self.end["result"] = RESULTS[result]


_TELL: dict[int, Callable[..., None]] = {
    ev.DEALT: _Teller._dealt,
    ev.STARTS: _Teller._starts,
    ev.SHUFFLED: _Teller._shuffled,
    ev.MORNING: _Teller._morning,
    ev.BOOK: _Teller._book,
    ev.CHOSE: _Teller._chose,
    ev.EARLY: _Teller._early,
    ev.FLIPPED: _Teller._flipped,
    ev.ACTS: _Teller._acts,
    ev.FILLED: _Teller._filled,
    ev.REMOVED: _Teller._removed,
    ev.RESTOCKED: _Teller._restocked,
    ev.CHEF_FILLED: _Teller._chef_filled,
    ev.CHEF_IDLE: _Teller._chef_idle,
    ev.PUT_UNDER: _Teller._put_under,
    ev.RECYCLED: _Teller._recycled,
    ev.REFILLED: _Teller._refilled,
    ev.SCORED: _Teller._scored,
    ev.ENDED: _Teller._ended,
}
