"""What all players of Filler ask of the table: who can pay for what, and what it would score."""

from __future__ import annotations

import numpy as np

from simcore.filler.moves import gain_of
from simcore.filler.payments import lacking
from simcore.filler.records import FILL, NO_CARD, SET_POINTS, SHOW
from simcore.jit import kernel

__all__ = ["gain_after_restock", "hand_after", "payable_gain"]


@kernel
def hand_after(view, option):
    """What the own hand gives once an option is done: packed icons, and wild ones.

    The cards shown or paid leave it, a recipe filled joins it.
    """
    board, cards, seat = view.board[0], view.cards[0], view.seat
    icons, wilds = board.icons[seat], np.int64(board.wilds[seat])
    for i in range(option.n_paid):
        paid = cards.card[option.paid[i]]
        icons -= paid.icons
        wilds -= paid.wilds
    if option.card != NO_CARD and (option.kind == SHOW or option.kind == FILL):
        card = cards.card[option.card]
        if option.kind == SHOW:
            icons -= card.icons
            wilds -= card.wilds
        else:
            icons += card.icons
            wilds += card.wilds
    return icons, wilds


@kernel
def payable_gain(view, option):
    """Most points that a recipe of the book adds, of those payable after an option; -1: none is."""
    board, cards, seat = view.board[0], view.cards[0], view.seat
    icons, wilds = hand_after(view, option)
    best = -1.0
    for place in range(board.n_book):
        card = cards.card[board.book[place]]
        if lacking(card, cards.common, icons, wilds) == 0:
            best = max(best, np.float64(gain_of(board, seat, card, 1, SET_POINTS)))
    return best


@kernel
def gain_after_restock(view, index):
    """Points that a recipe would add, less one if even hand and discards cannot pay for it."""
    board, cards, seat = view.board[0], view.cards[0], view.seat
    card = cards.card[index]
    icons = board.icons[seat] + board.discard_icons[seat]
    wilds = np.int64(board.wilds[seat] + board.discard_wilds[seat])
    gain = np.float64(gain_of(board, seat, card, 1, SET_POINTS))
    return gain - (lacking(card, cards.common, icons, wilds) > 0)
