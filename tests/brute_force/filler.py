"""Decisions of Filler as they come up in play, and their options by brute force.

The options are made from the component files and the cards a seat can see, by the referee's
reading of the rules: every set of cards is tried, and kept if it covers and no part of it does.
"""

from __future__ import annotations

import ctypes
from functools import cache
from itertools import chain, combinations
from typing import Any

import numpy as np

from simcore.bench import Bench
from simcore.errors import StrategyFailure
from simcore.filler import GAME
from simcore.jit import compile_strategy, is_interpreted
from simcore.match import Match, Player
from simcore.philox import random_below
from tests.referees.filler_cards import Components
from tests.referees.filler_table import Seat, Table

TIME, ACTION, BONUS, RESERVE, REMOVE = range(5)
SHOW, FILL, RESTOCK, DECLINE, KEEP_BACK, DROP = range(6)
LAST = 10_000

Option = tuple[int, ...]
"""Kind, card, place, symbols, gain, ability, time, and the cards paid, -1 for none."""


def scout(view):
    """Any option; no more where the first parameter runs out. At the first one, the second."""
    view.params[0] -= 1
    if view.params[0] < 0:
        return -1
    if view.params[1] >= 0:
        first = np.int64(view.params[1])
        view.params[1] = -1
        return first % view.n_options
    return random_below(view.rng, view.n_options)


@cache
def _chooser() -> Any:
    if is_interpreted():
        return scout
    return compile_strategy(scout, GAME.strategy_signature, None)


def bench_of(n_seats: int, changes: list[str], seed: int = 1) -> Bench:
    """Scouts in all seats; how far they go is said to `break_off`."""
    rules = GAME.load_rules("rulebook", changes)
    players = (Player("scout", 0, _chooser(), (0.0, -1.0)),) * n_seats
    return Bench(Match(GAME, rules, players, seed=seed, rotation="none"))


def break_off(
    bench: Bench, block: int, n_decisions: int, first: int = -1, last_seat: int | None = None
) -> np.ndarray | None:
    """The view of the decision at which somebody has made so many; None: the game is over before.

    `first`: the option that seat 0 takes at its first decision. `last_seat`: only this seat stops.
    """
    # What earlier games left behind the options is no part of what is seen.
    ctypes.memset(bench.views.ctypes.data, 0, bench.views.nbytes)
    params = bench.line_up["params"][0]
    params[:, 0] = n_decisions if last_seat is None else 10**6
    params[:, 1] = -1
    params[0, 1] = first
    if last_seat is not None:
        params[last_seat, 0] = n_decisions
    try:
        bench.play(block, np.zeros((1, 1), GAME.outcome))
    except StrategyFailure as failure:
        if "returned an option that does not exist" not in str(failure):
            raise
        seat = int(bench.table["state"]["seat"][0])
        return bench.views[seat : seat + 1].copy()
    return None


def seen(record: np.ndarray) -> bytes:
    """What a strategy can read of a view: its fields, without the padding between them."""
    names = record.dtype.names
    if names is None:
        return record.tobytes()
    return b"".join(seen(record[name]) for name in names if name != "option_words")


def cards_in(words: np.ndarray) -> list[int]:
    """Numbers of the cards in a set of two words of 64 bits."""
    return [
        64 * k + bit for k, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1
    ]


class Brute:
    """The options of a view, found by trying everything."""

    def __init__(self, parts: Components, view: np.ndarray) -> None:
        self.parts, self.ids = parts, list(parts.cards)
        self.abilities = ("none", "bonus_fill", "bonus_restock", "bad_batch", "arrive_early")
        self.view, self.board = view[0], view[0]["board"][0]
        self.seat, self.phase = int(self.view["seat"]), int(self.view["phase"])
        self.hand = cards_in(self.board["hand"][self.seat])
        self.discards = cards_in(self.board["discards"][self.seat])
        self.book = [int(card) for card in self.board["book"][: self.board["n_book"]]]
        shown = [self.ids[card] for card in cards_in(self.board["shown"][self.seat])]
        seat = Seat([self.ids[c] for c in self.hand], [self.ids[c] for c in self.discards], shown)
        self.table = Table(parts, [seat], None, [], [], 1)

    def listed(self) -> list[Option]:
        """What the view offers."""
        options = self.view["options"][: self.view["n_options"]]
        names = ("kind", "card", "place", "symbols", "gain", "ability", "time")
        listed = []
        for option in options:
            assert (option["paid"][option["n_paid"] :] == -1).all()
            paid = sorted(option["paid"][: option["n_paid"]].tolist())
            listed.append((*(int(option[name]) for name in names), *paid))
        return listed

    def all(self) -> list[Option]:
        """What the rules offer."""
        if self.phase == TIME:
            return self._times()
        if self.phase == RESERVE:
            return [self._option(KEEP_BACK, card, place) for place, card in enumerate(self.book)]
        if self.phase == REMOVE:
            return [
                self._option(DROP, card, place, gain=-self._worth_of(card))
                for place, pile in enumerate((self.hand, self.discards))
                for card in pile
            ]
        other = RESTOCK if self.phase == ACTION else DECLINE
        return [*self._fills(), (other, -1, -1, 0, 0, 0, 0)]

    def _option(
        self, kind: int, card: int, place: int = -1, gain: int = 0, time: int | None = None
    ) -> Option:
        printed = self.parts.cards[self.ids[card]]
        minutes = -1 if printed.minutes is None else printed.minutes
        ability = self.abilities.index(printed.ability)
        arrival = minutes if time is None else time
        return kind, card, place, len(printed.points), gain, ability, arrival

    def _times(self) -> list[Option]:
        early = [c for c in self.hand if self.parts.cards[self.ids[c]].minutes is None]
        timed = [card for card in self.hand if card not in early]
        if not timed:
            return [self._option(SHOW, card, time=LAST) for card in early]
        sets = list(chain(*(combinations(early, size) for size in range(len(early) + 1))))
        return [
            (*self._option(SHOW, card, time=self._minutes(card) - 60 * len(used)), *used)
            for card in timed
            for used in sets
        ]

    def _minutes(self, card: int) -> int:
        minutes = self.parts.cards[self.ids[card]].minutes
        assert minutes is not None
        return minutes

    def _fills(self) -> list[Option]:
        found = []
        for place, recipe in enumerate(self.book):
            gain = self._gain_of(recipe)
            for paid in self._payments(recipe):
                found.append((*self._option(FILL, recipe, place, gain), *paid))
        return found

    def _payments(self, recipe: int) -> list[tuple[int, ...]]:
        """Smaller sets come first, so that one is minimal if no smaller one found is in it."""
        name, found = self.ids[recipe], list[tuple[int, ...]]()
        for size in range(1, min(len(self.hand), len(self.parts.cards[name].requires)) + 1):
            for cards in combinations(self.hand, size):
                has_part = any(set(part) <= set(cards) for part in found)
                if not has_part and self.parts.can_pay([self.ids[c] for c in cards], name):
                    found.append(cards)
        return found

    def _gain_of(self, card: int) -> int:
        seat = self.table.seats[0]
        before = self.table.points(0)
        seat.hand.append(self.ids[card])
        after = self.table.points(0)
        seat.hand.pop()
        return after - before

    def _worth_of(self, card: int) -> int:
        """Points that removing one of the own cards costs."""
        seat, name = self.table.seats[0], self.ids[card]
        before = self.table.points(0)
        pile = seat.hand if name in seat.hand else seat.discards
        pile.remove(name)
        after = self.table.points(0)
        pile.append(name)
        return before - after
