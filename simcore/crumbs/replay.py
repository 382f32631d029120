"""A recorded game of Crumbs! as a document that a third party can check step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simcore.crumbs import records as ev
from simcore.crumbs.components import (
    BREAD_COUNTS,
    BREADS,
    FILLINGS,
    KINDS,
    MAX_SANDWICHES,
    Order,
)
from simcore.crumbs.records import BREAD, MAX_STANDING
from simcore.crumbs.rules import Rules
from simcore.match import Match

__all__ = ["FORMAT", "TITLES", "tell", "title_of"]

Event = dict[str, Any]

FORMAT = "crumbs-log/1"

TITLES = ((12, "Earl of Sandwiches"), (10, "Sandwich Artist"), (8, "Bread Head"))
"""Rankings by the smallest rating that earns them; below them all "Loafing Around"."""

REASONS = {
    ev.WON: "all orders are complete",
    ev.NO_ACTIONS_LEFT: "no actions left and an outstanding sandwich not served",
    ev.NO_LEGAL_ACTION: "no legal action and an outstanding sandwich not served",
    ev.SPEEDY_MISSED: "a speedy customer was not served this round",
}


def title_of(rating: int) -> str:
    """The ranking that a rating earns (rulebook, section 10)."""
    return next((title for least, title in TITLES if rating >= least), "Loafing Around")


def tell(events: np.ndarray, match: Match) -> dict[str, Any]:
    """The document of one finished game, format ``crumbs-log/1``.

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
        "rules": {
            "quirks": rules.quirks,
            "actions": rules.actions,
            "joint_stacks": rules.joint_stacks,
        },
        "orders": [order_to_dict(rules.deck.orders[i]) for i in teller.dealt],
        "events": teller.events,
    }


def order_to_dict(order: Order) -> dict[str, Any]:
    """An order card as plain values."""
    quirk: dict[str, Any] = {"kind": order.quirk}
    if order.bans:
        quirk["bans"] = list(order.bans)
    return {
        "id": order.id,
        "filling": order.filling,
        "special": order.special,
        "difficulty": order.difficulty,
        "quirk": quirk,
        "sandwiches": [
            {
                "form": sandwich.form,
                "layers": [list(layer) for layer in sandwich.layers],
                "top": sandwich.top,
                "toasted": sandwich.toasted,
            }
            for sandwich in order.sandwiches
        ],
    }


def _ingredient(number: int) -> str:
    return "bread" if number == BREAD else FILLINGS[number]


class _Teller:
    """Walks through the events once; keeps the numbers of the stacks that stand at each place."""

    def __init__(self, rules: Rules, n_seats: int) -> None:
        self.rules = rules
        self.n_seats = n_seats
        self.events: list[Event] = []
        self.dealt: list[int] = []
        self.queues: list[list[str]] = []
        self.counters: list[dict[str, int]] = []
        self.standing: list[list[int]] = [[] for _ in range(n_seats)]
        self.n_built = 0

    def _id(self, order: int) -> str:
        return self.rules.deck.orders[order].id

    def _say(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, **fields})

    def _deal(self, seat: int, queue: int, piles: int, used: int) -> None:
        dealt = [(queue >> 8 * place & 255) - 1 for place in range(3)]
        dealt = [order for order in dealt if order >= 0]
        self.dealt += dealt
        self.queues.append([self._id(order) for order in dealt])
        self.counters.append(
            {name: 2 - (used >> f & 1) for f, name in enumerate(FILLINGS) if piles >> f & 1}
        )
        if seat == self.n_seats - 1:
            self._say(
                "setup",
                mode="solo" if self.n_seats == 1 else "coop",
                quirks=self.rules.quirks,
                actions=self.rules.actions,
                queues=self.queues,
                counters=self.counters,
                bread=dict(zip(BREADS, BREAD_COUNTS, strict=True)),
            )

    def _shortage(self, seat: int, order: int, card: int, place: int) -> None:
        self._say(
            "shortage",
            player=seat,
            order=self._id(order),
            card=KINDS[card] if card >= 0 else None,
            place=("pantry", "counter")[place] if card >= 0 else None,
        )

    def _round(self, number: int, *_: int) -> None:
        self._say("round", round=number)

    def _act(self, seat: int, what: int, stacks: int, laid: int) -> None:
        kind, ingredient, give = what % 16, _ingredient(what // 16 % 16 - 1), what // 256
        touched = [i for i in range(MAX_STANDING) if stacks >> i & 1]
        numbers = [self.standing[seat][i] for i in touched]
        fields: Event = {"player": seat}
        if kind == ev.PASS:
            fields["kind"] = "pass"
        elif kind == ev.TAKE_BACK:
            fields |= {"kind": "restock", "ingredient": ingredient}
        elif kind == ev.TOAST:
            fields |= {"kind": "toast", "on": numbers}
        else:
            fields |= {"kind": "assemble", "ingredient": ingredient}
            fields |= self._laid(seat, ingredient, laid, touched, numbers)
            if give:
                fields["give"] = give
        self._say("action", **fields)

    def _laid(
        self, seat: int, ingredient: str, laid: int, touched: list[int], numbers: list[int]
    ) -> Event:
        """What an assemble lays: cards on stacks, and new bottoms, which are numbered here."""
        if ingredient != "bread":
            return {"on": [[number, ingredient] for number in numbers]}
        kinds = [BREADS[(laid >> 2 * i & 3) - 1] for i in touched]
        fields: Event = {"on": [list(pair) for pair in zip(numbers, kinds, strict=True)]}
        bottoms = laid // 4096
        new = [name for k, name in enumerate(BREADS) for _ in range(bottoms >> 3 * k & 7)]
        for _ in new:
            self.n_built += 1
            self.standing[seat].append(self.n_built)
        if new:
            fields["new"] = new
        return fields

    def _ban(self, seat: int, order: int, *_: int) -> None:
        bans = list(self.rules.deck.orders[order].bans)
        self._say("ban", player=seat, order=self._id(order), fillings=bans)

    def _serve(self, seat: int, place: int, sandwich: int, *_: int) -> None:
        self._say(
            "serve",
            player=seat,
            stack=self.standing[seat].pop(place),
            order=self._id(sandwich // MAX_SANDWICHES),
            sandwich=sandwich % MAX_SANDWICHES,
        )

    def _complete(self, seat: int, order: int, *_: int) -> None:
        self._say("complete", player=seat, order=self._id(order))

    def _reveal(self, seat: int, order: int, *_: int) -> None:
        self._say("reveal", player=seat, order=self._id(order))

    def _restock(self, seat: int, ingredient: int, why: int, *_: int) -> None:
        why_word = ("free", "bread")[why]
        self._say("restock", player=seat, ingredient=_ingredient(ingredient), why=why_word)

    def _end(self, reason: int, rating: int, rounds: int, *_: int) -> None:
        is_won = reason == ev.WON
        self._say(
            "end",
            won=is_won,
            reason=REASONS[reason],
            rating=rating if is_won else None,
            title=title_of(rating) if is_won else None,
            rounds=rounds,
        )


_TELL: dict[int, Callable[..., None]] = {
    ev.DEALT: _Teller._deal,
    ev.SHORTAGE: _Teller._shortage,
    ev.ROUND: _Teller._round,
    ev.ACTED: _Teller._act,
    ev.BAN: _Teller._ban,
    ev.SERVED: _Teller._serve,
    ev.COMPLETED: _Teller._complete,
    ev.REVEALED: _Teller._reveal,
    ev.RESTOCKED: _Teller._restock,
    ev.ENDED: _Teller._end,
}
