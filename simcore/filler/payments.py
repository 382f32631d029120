"""Covering requirements by icons: what is lacking, and all minimal payments.

Rulebook, "Fill": the ingredients on the cards played "must cover all of the requirements". A named
requirement takes its filling or a wild icon; common or rare any filling of the class or a wild;
any takes anything. The classes are nested, so that covering from the narrowest to the widest
wastes nothing: named ones by their own filling, classes by what is left, wild icons for whatever
is still open, and "any" by all the rest.
"""

from __future__ import annotations

import numpy as np

from simcore.bits import first_bit
from simcore.filler.records import CARD_WORDS, MAX_OPTIONS, MAX_PAID, NO_CARD, OPTION_WORDS
from simcore.jit import kernel

__all__ = ["lacking", "lay_out_hand", "list_payments", "next_option"]

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_HIGH = np.uint64(0x8080808080808080)
_EACH = np.uint64(0x0101010101010101)
_SEVEN = np.uint64(7)
_TOP_BYTE = np.uint64(56)
_WORD_BITS = np.uint64(64)


@kernel
def icon_count(icons):
    """Sum of the bytes of a packed count."""
    return np.int64((icons * _EACH) >> _TOP_BYTE)


@kernel
def lacking(card, common, icons, wilds):
    """How many requirements of a `CARD` stay open under these icons; 0: they cover it.

    common : mask of the common fillings, as in `CARDS`. icons, wilds : sums over cards.
    """
    # Byte by byte: 128 + icons - needs, whose top bit says whether there is enough.
    left = (icons | _HIGH) - card.needs
    enough = left & _HIGH
    spare = left & (enough - (enough >> _SEVEN))
    n_icons, n_spare = icon_count(icons), icon_count(spare)
    spare_common = icon_count(spare & common)
    n_classes = np.int64(card.common) + np.int64(card.rare)
    n_narrow = np.int64(card.n_requires) - np.int64(card.any)
    short = (n_narrow - n_classes) - (n_icons - n_spare)
    short += max(0, np.int64(card.common) - spare_common)
    short += max(0, np.int64(card.rare) - (n_spare - spare_common))
    is_open = max(0, short - np.int64(wilds))
    unused = n_icons + np.int64(wilds) - (n_narrow - is_open)
    return is_open + max(0, np.int64(card.any) - unused)


@kernel
def lay_out_hand(cards, hand, work):
    """The cards of a hand (uint64[2]) in a row, with what they give from each place to the end."""
    n = 0
    for k in range(CARD_WORDS):
        rest = hand[k]
        while rest != _ZERO:
            index = np.uint64(k) * _WORD_BITS + first_bit(rest)
            rest &= rest - _ONE
            card = cards.card[index]
            work.card[n] = np.int64(index)
            work.icons[n] = card.icons
            work.wilds[n] = card.wilds
            n += 1
    work.n = n
    work.rest_icons[n] = _ZERO
    work.rest_wilds[n] = 0
    for i in range(n - 1, -1, -1):
        work.rest_icons[i] = work.rest_icons[i + 1] + work.icons[i]
        work.rest_wilds[i] = work.rest_wilds[i + 1] + work.wilds[i]


@kernel
def next_option(work):
    """Where the words of the next option begin; none is ever dropped."""
    if work.n_options >= MAX_OPTIONS:
        raise OverflowError("more than 8,192 options of one decision, which has no room")
    work.n_options += 1
    return np.uint64((work.n_options - 1) * OPTION_WORDS)


@kernel
def is_minimal(card, common, work, icons, wilds):
    """Whether no card of a payment can be left out; the last one was needed when it was added."""
    for d in range(work.depth):
        i = np.uint64(work.at[d])
        if lacking(card, common, icons - work.icons[i], wilds - work.wilds[i]) == 0:
            return False
    return True


@kernel
def write_payment(card, work, last):
    """An option to fill `work.recipe` by the cards on the way and the one at `last`."""
    at = next_option(work)
    words = work.option_words
    words[at] = work.kind
    words[at + np.uint64(1)] = work.recipe
    words[at + np.uint64(2)] = work.place
    words[at + np.uint64(3)] = card.n_points
    words[at + np.uint64(4)] = work.gain
    words[at + np.uint64(5)] = card.ability
    words[at + np.uint64(6)] = card.time
    words[at + np.uint64(7)] = work.depth + 1
    at += np.uint64(8)
    for i in range(MAX_PAID):
        words[at + np.uint64(i)] = NO_CARD
    for d in range(work.depth):
        words[at + np.uint64(d)] = work.card[np.uint64(work.at[d])]
    words[at + np.uint64(work.depth)] = work.card[last]


@kernel
def list_payments(card, common, work):
    """All inclusion-minimal payments of a recipe from the hand laid out; depth first.

    A card that covers nothing new after those before it is in no minimal payment with them:
    what a set covers is a matroid's rank, so it would cover nothing new after more cards either.
    """
    n = np.uint64(work.n)
    work.depth = 0
    i = _ZERO
    icons, wilds, lack = _ZERO, np.int64(0), np.int64(card.n_requires)
    while True:
        if i < n:
            more_icons, more_wilds = icons + work.icons[i], wilds + work.wilds[i]
            left = lacking(card, common, more_icons, more_wilds)
            i += _ONE
            if left == 0:
                if is_minimal(card, common, work, more_icons, more_wilds):
                    write_payment(card, work, i - _ONE)
            elif left < lack:
                rest_icons, rest_wilds = work.rest_icons[i], work.rest_wilds[i]
                if lacking(card, common, more_icons + rest_icons, more_wilds + rest_wilds) == 0:
                    depth = np.uint64(work.depth)
                    work.at[depth] = np.int64(i) - 1
                    work.sum_icons[depth], work.sum_wilds[depth] = icons, wilds
                    work.lacks[depth] = lack
                    work.depth += 1
                    icons, wilds, lack = more_icons, more_wilds, left
        elif work.depth == 0:
            return
        else:
            work.depth -= 1
            depth = np.uint64(work.depth)
            i = np.uint64(work.at[depth]) + _ONE
            icons, wilds, lack = work.sum_icons[depth], work.sum_wilds[depth], work.lacks[depth]
