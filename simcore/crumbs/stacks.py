"""What may stand in a prep area: every stack that begins a sandwich of a deck, with a number.

A stack is a possible beginning of some sandwich, or it may not be built. The few hundred that
a deck allows are numbered once, and the kernel plays on numbers: which stack a card makes, which
sandwiches it begins, which it equals. Stack 0 is the empty place.

Sources: rulebook, section 7. "Fillings don't need to match the positions displayed in the
orders. They must still be placed between the bread as shown on the order. Only the top bread (or
bottom if an open sandwich) must match the bread shown on the order" and "needs to be toasted if
the order requires it". Ruling: fillings lie in any order within a layer, the layers of a triple
are not exchanged; other slices are free in kind and toasting; a Particular Patron's fillings lie
exactly as printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from simcore.crumbs.components import (
    BREADS,
    CARDS_PER_FILLING,
    FILLINGS,
    MAX_SANDWICHES,
    N_BREADS,
    N_FILLINGS,
    N_KINDS,
    N_ORDERS,
    QUIRKS,
    Deck,
    Sandwich,
)
from simcore.errors import UsageError

__all__ = [
    "MAX_STACKS",
    "N_SANDWICHES",
    "N_STEPS",
    "STACKS",
    "TOAST_STEP",
    "build_stacks",
    "fits",
]

MAX_STACKS = 2048
N_SANDWICHES = N_ORDERS * MAX_SANDWICHES
"""Sandwich k of order i of the deck is bit `MAX_SANDWICHES` * i + k of a set of sandwiches."""

N_STEPS = N_KINDS + 1
TOAST_STEP = N_KINDS
"""Steps from a stack to the next: placing a card of each kind, and toasting the top."""


STACKS = np.dtype(
    [
        ("n_stacks", np.int64),
        ("after", np.uint16, (MAX_STACKS, N_STEPS)),
        ("begins", np.uint64, MAX_STACKS),
        ("equals", np.uint64, MAX_STACKS),
        ("fillings", np.uint8, MAX_STACKS),
        ("breads", np.uint8, (MAX_STACKS, N_BREADS)),
        ("n_cards", np.uint8, MAX_STACKS),
        ("n_slices", np.uint8, MAX_STACKS),
        ("is_bottom_toasted", np.uint8, MAX_STACKS),
        ("cost", np.uint8, N_SANDWICHES),
        ("needs", np.uint8, N_SANDWICHES),
        ("slices", np.uint8, N_SANDWICHES),
        ("top", np.uint8, N_SANDWICHES),
        ("is_toasted", np.uint8, N_SANDWICHES),
        ("wants", np.uint64, N_ORDERS),
        ("difficulty", np.uint8, N_ORDERS),
        ("quirk", np.uint8, N_ORDERS),
        ("bans", np.uint8, N_ORDERS),
        ("filling", np.uint8, N_ORDERS),
        ("special", np.uint8, N_FILLINGS),
        ("plain", np.uint8, (N_FILLINGS, CARDS_PER_FILLING - 1)),
    ],
    align=True,
)
"""The stacks and orders of a deck.

after : the stack that a step makes, 0 where it begins no sandwich of the deck.
begins, equals : sets of sandwiches. fillings : set of the fillings in the stack (one of each at
most); breads : slices by kind. is_bottom_toasted : of a stack of one slice.
By sandwich: cost, set of fillings it needs, slices, kind of its top (6 to 8), whether toasted.
By order: set of its sandwiches, difficulty, quirk (index in `QUIRKS`), set of banned fillings,
filling on the other face. By filling: the order with the icon (special), the others (plain).
"""

Cards = tuple[int, ...]
"""A stack from bottom to top: fillings 0 to 5, breads 6 to 8, toasted breads 9 to 11."""


def fits(cards: Sequence[int], sandwich: Sandwich, is_exact: bool) -> tuple[bool, bool]:
    """(whether the cards begin the sandwich, whether they equal it).

    Parameters
    ----------
    cards : sequence of int
        See `Cards`; the first is bread.
    sandwich : Sandwich
        As printed.
    is_exact : bool
        A Particular Patron's: fillings in the order displayed.
    """
    slices: list[int] = []
    layers: list[list[int]] = []
    for card in cards:
        if card >= N_FILLINGS:
            slices.append(card)
            layers.append([])
        else:
            layers[-1].append(card)
    if len(slices) > sandwich.n_slices:
        return False, False
    # Nothing lies on the top slice of a normal or a triple sandwich.
    wanted = [[FILLINGS.index(f) for f in layer] for layer in sandwich.layers] + [[]]
    for got, want in zip(layers, wanted, strict=False):
        is_within = got == want[: len(got)] if is_exact else set(got) <= set(want)
        if not is_within or len(set(got)) < len(got):
            return False, False
    if any(len(got) < len(want) for got, want in zip(layers[:-1], wanted, strict=False)):
        return False, False
    if len(slices) < sandwich.n_slices:
        return True, False
    return _top_fits(slices[-1], bool(layers[-1]), sandwich, len(layers[-1]), wanted)


def _top_fits(
    top: int, is_covered: bool, sandwich: Sandwich, n_on_top: int, wanted: list[list[int]]
) -> tuple[bool, bool]:
    """The same for a stack that has all its slices: judge the one that must match."""
    is_toasted = top >= N_KINDS
    if (top - N_FILLINGS) % N_BREADS != BREADS.index(sandwich.top):
        return False, False
    if is_toasted != sandwich.toasted and (is_toasted or is_covered):
        return False, False
    is_full = n_on_top == len(wanted[sandwich.n_slices - 1])
    return True, is_full and is_toasted == sandwich.toasted


@lru_cache(maxsize=16)
def build_stacks(deck: Deck, has_quirks: bool) -> Any:
    """The `STACKS` record (0-dimensional array) of a deck, with or without its quirks."""
    table = np.zeros((), STACKS)
    _describe_orders(table, deck)
    sandwiches = [
        (MAX_SANDWICHES * i + k, sandwich, has_quirks and order.quirk == "patron")
        for i, order in enumerate(deck.orders)
        for k, sandwich in enumerate(order.sandwiches)
    ]
    number: dict[Any, int] = {}
    found: list[tuple[Cards, int]] = [((), sum(1 << bit for bit, _, _ in sandwiches))]

    def number_of(cards: Cards, before: int) -> int:
        begins = equals = 0
        for bit, sandwich, is_exact in sandwiches:
            if before >> bit & 1:
                is_beginning, is_equal = fits(cards, sandwich, is_exact)
                begins |= int(is_beginning) << bit
                equals |= int(is_equal) << bit
        if begins == 0:
            return 0
        key = (_contents(cards), begins, cards[-1] if cards[-1] >= N_FILLINGS else None)
        if key not in number:
            number[key] = len(found)
            _describe(table, len(found), cards, begins, equals)
            found.append((cards, begins))
        return number[key]

    at = 0
    while at < len(found):
        cards, begins = found[at]
        for step in range(N_STEPS):
            after = _after(cards, step)
            if after is not None:
                table["after"][at, step] = number_of(after, begins)
        at += 1
    table["n_stacks"] = len(found)
    table.flags.writeable = False
    return table


def _after(cards: Cards, step: int) -> Cards | None:
    """The cards after a step; None where it cannot be taken at all."""
    if step == TOAST_STEP:
        is_bread = bool(cards) and N_FILLINGS <= cards[-1] < N_KINDS
        return (*cards[:-1], cards[-1] + N_BREADS) if is_bread else None
    return (*cards, step) if cards or step >= N_FILLINGS else None


def _contents(cards: Cards) -> Cards:
    """The cards as they return to the pantry: in no order, bread untoasted."""
    return tuple(sorted(card - N_BREADS if card >= N_KINDS else card for card in cards))


def _describe(table: Any, stack: int, cards: Cards, begins: int, equals: int) -> None:
    if stack >= MAX_STACKS:
        raise UsageError(f"the orders allow more than {MAX_STACKS - 1} different stacks")
    table["begins"][stack], table["equals"][stack] = begins, equals
    for card in _contents(cards):
        if card < N_FILLINGS:
            table["fillings"][stack] |= 1 << card
        else:
            table["breads"][stack, card - N_FILLINGS] += 1
    table["n_cards"][stack] = len(cards)
    table["n_slices"][stack] = table["breads"][stack].sum()
    table["is_bottom_toasted"][stack] = table["n_slices"][stack] == 1 and cards[0] >= N_KINDS


def _describe_orders(table: Any, deck: Deck) -> None:
    for i, order in enumerate(deck.orders):
        table["difficulty"][i] = order.difficulty
        table["quirk"][i] = QUIRKS.index(order.quirk)
        table["filling"][i] = FILLINGS.index(order.filling)
        table["bans"][i] = sum(1 << FILLINGS.index(filling) for filling in order.bans)
        for k, sandwich in enumerate(order.sandwiches):
            bit = MAX_SANDWICHES * i + k
            table["wants"][i] |= np.uint64(1 << bit)
            table["cost"][bit] = sandwich.cost
            table["needs"][bit] = sum(1 << FILLINGS.index(f) for f in sandwich.fillings)
            table["slices"][bit] = sandwich.n_slices
            table["top"][bit] = N_FILLINGS + BREADS.index(sandwich.top)
            table["is_toasted"][bit] = sandwich.toasted
    for f, filling in enumerate(FILLINGS):
        same = [i for i, order in enumerate(deck.orders) if order.filling == filling]
        table["special"][f] = next(i for i in same if deck.orders[i].special)
        table["plain"][f] = [i for i in same if not deck.orders[i].special]
