"""What happens to cards: hands, discards, the book and the deck."""

from __future__ import annotations

import numpy as np

from simcore.bits import first_bit, popcount
from simcore.filler.records import (
    CARD_WORDS,
    DECK_PLACES,
    N_SYMBOLS,
    NO_CARD,
    SET_POINTS,
)
from simcore.jit import kernel

__all__ = [
    "claim",
    "discard",
    "draw_card",
    "drop",
    "fill_book",
    "gain_of",
    "has_card",
    "holds",
    "put_down",
    "put_on_top",
    "put_under",
    "restock",
    "show_card",
    "take_from_book",
]

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_SIX, _LOW = np.uint64(6), np.uint64(63)
_RING = DECK_PLACES - 1


@kernel
def has_card(sets, seat, card):
    """Whether a card is in a seat's set, e.g. ``board.hand``."""
    index = np.uint64(card)
    return (sets[seat, index >> _SIX] >> (index & _LOW)) & _ONE == _ONE


@kernel
def flip(sets, seat, card):
    """Put a card into a seat's set, or take it out."""
    index = np.uint64(card)
    sets[seat, index >> _SIX] ^= _ONE << (index & _LOW)


@kernel
def sets_of(stars, coins, trophies):
    """Sets of three different symbols."""
    return min(stars, min(coins, trophies))


@kernel
def gain_of(board, seat, card, sign, set_bonus):
    """Points by which a `CARD` more (sign 1) or less (-1) changes a seat's score."""
    own = board.symbols[seat]
    before = sets_of(own[0], own[1], own[2])
    points = card.points
    after = sets_of(own[0] + sign * points[0], own[1] + sign * points[1], own[2] + sign * points[2])
    return np.int64(sign * card.n_points + set_bonus * (after - before))


@kernel
def count_card(board, seat, card, sign, set_bonus):
    """Add a card to what a seat owns, or take it off."""
    board.score[seat] += gain_of(board, seat, card, sign, set_bonus)
    board.n_cards[seat] += sign
    for k in range(N_SYMBOLS):
        board.symbols[seat, k] += sign * card.points[k]


@kernel
def into_hand(cards, board, seat, index):
    """A card joins a hand."""
    card = cards.card[np.uint64(index)]
    flip(board.hand, seat, index)
    board.icons[seat] += card.icons
    board.wilds[seat] += card.wilds
    board.n_hand[seat] += 1


@kernel
def out_of_hand(cards, board, seat, index):
    """A card leaves a hand."""
    card = cards.card[np.uint64(index)]
    flip(board.hand, seat, index)
    board.icons[seat] -= card.icons
    board.wilds[seat] -= card.wilds
    board.n_hand[seat] -= 1


@kernel
def into_discards(cards, board, seat, index):
    """A card joins a discard pile."""
    card = cards.card[np.uint64(index)]
    flip(board.discards, seat, index)
    board.discard_icons[seat] += card.icons
    board.discard_wilds[seat] += card.wilds
    board.n_discards[seat] += 1


@kernel
def discard(cards, board, seat, index):
    """Pay a card."""
    out_of_hand(cards, board, seat, index)
    into_discards(cards, board, seat, index)


@kernel
def show_card(cards, board, seat, index):
    """Lay a time card or an arrive early card onto the table."""
    out_of_hand(cards, board, seat, index)
    flip(board.shown, seat, index)


@kernel
def put_down(cards, board, seat):
    """A turn begins: the cards shown go to the discards."""
    for k in range(CARD_WORDS):
        rest = board.shown[seat, k]
        board.shown[seat, k] = _ZERO
        while rest != _ZERO:
            into_discards(cards, board, seat, np.int64(k) * 64 + np.int64(first_bit(rest)))
            rest &= rest - _ONE


@kernel
def restock(board, seat):
    """All discards to the hand; returns how many."""
    n = board.n_discards[seat]
    for k in range(CARD_WORDS):
        board.hand[seat, k] |= board.discards[seat, k]
        board.discards[seat, k] = _ZERO
    board.icons[seat] += board.discard_icons[seat]
    board.wilds[seat] += board.discard_wilds[seat]
    board.n_hand[seat] += n
    board.discard_icons[seat] = _ZERO
    board.discard_wilds[seat] = board.n_discards[seat] = 0
    return n


@kernel
def drop(cards, board, seat, index):
    """Bad batch: a card leaves the game, from hand or discards."""
    card = cards.card[np.uint64(index)]
    if has_card(board.hand, seat, index):
        out_of_hand(cards, board, seat, index)
    else:
        flip(board.discards, seat, index)
        board.discard_icons[seat] -= card.icons
        board.discard_wilds[seat] -= card.wilds
        board.n_discards[seat] -= 1
    count_card(board, seat, card, -1, SET_POINTS)


@kernel
def claim(cards, board, seat, index):
    """A filled recipe joins the hand."""
    into_hand(cards, board, seat, index)
    count_card(board, seat, cards.card[np.uint64(index)], 1, SET_POINTS)


@kernel
def take_from_book(board, place):
    """A recipe leaves the book; those right of it close up to the left."""
    index = board.book[place]
    board.n_book -= 1
    for i in range(place, board.n_book):
        board.book[i] = board.book[i + 1]
    board.book[board.n_book] = NO_CARD
    return np.int64(index)


@kernel
def put_on_top(board, deck, index):
    """A recipe goes on top of the deck, known to all."""
    board.deck_top -= 1
    board.n_deck += 1
    place = np.uint64(board.deck_top & _RING)
    deck[place] = index
    board.known_deck[place] = index + 1


@kernel
def put_under(board, deck, index):
    """A recipe goes under the deck, known to all."""
    place = np.uint64((board.deck_top + board.n_deck) & _RING)
    board.n_deck += 1
    deck[place] = index
    board.known_deck[place] = index + 1


@kernel
def draw_card(board, deck):
    """The top recipe of the deck."""
    place = np.uint64(board.deck_top & _RING)
    board.known_deck[place] = 0
    board.deck_top += 1
    board.n_deck -= 1
    return np.int64(deck[place])


@kernel
def fill_book(board, index):
    """A recipe joins the book on the right."""
    board.book[board.n_book] = index
    board.n_book += 1
    card = np.uint64(index)
    board.unseen[card >> _SIX] &= ~(_ONE << (card & _LOW))


@kernel
def holds(sets, seat):
    """How many cards are in a seat's set."""
    return np.int64(popcount(sets[seat, 0]) + popcount(sets[seat, 1]))
