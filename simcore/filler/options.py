"""The legal options of every decision, and asking for one of them."""

from __future__ import annotations

import numpy as np

from simcore.bits import first_bit
from simcore.filler import records as ev
from simcore.filler.minds import decide
from simcore.filler.moves import gain_of
from simcore.filler.payments import lacking, lay_out_hand, list_payments, next_option
from simcore.filler.records import (
    CARD_WORDS,
    LAST,
    MAX_PAID,
    NO_CARD,
    OPTION_WORDS,
    SET_POINTS,
)
from simcore.jit import kernel
from simcore.protocol import NOBODY

__all__ = ["ask", "list_drops", "list_fills", "list_reserves", "list_times", "write_bare"]

MINUTES_EARLY = 60
"""Rulebook, "Arrive early": "subtract one hour from the card's time"."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_WORD_BITS = np.uint64(64)


@kernel
def write_option(work, kind, index, card, place, time):
    """An option without payment; returns where its words begin."""
    at = next_option(work)
    words = work.option_words
    words[at] = kind
    words[at + np.uint64(1)] = index
    words[at + np.uint64(2)] = place
    words[at + np.uint64(3)] = card.n_points
    words[at + np.uint64(4)] = 0
    words[at + np.uint64(5)] = card.ability
    words[at + np.uint64(6)] = time
    words[at + np.uint64(7)] = 0
    for i in range(MAX_PAID):
        words[at + np.uint64(8 + i)] = NO_CARD
    return at


@kernel
def write_bare(work, kind):
    """An option that is about no card."""
    at = next_option(work)
    words = work.option_words
    for i in range(OPTION_WORDS):
        words[at + np.uint64(i)] = 0 if 3 <= i < 8 else NO_CARD
    words[at] = kind


@kernel
def list_times(cards, board, seat, work):
    """Each card with a printed time, with each set of the arrive early cards in hand.

    Rulebook, "Unusual Situations": who has only arrive early cards reveals one of them, "will play
    last, and must take a restock action".
    """
    work.n_options = 0
    lay_early(cards, board, seat, work)
    n_sets = 1 << work.n
    for k in range(CARD_WORDS):
        rest = board.hand[seat, k] & ~cards.early[k]
        while rest != _ZERO:
            index = np.uint64(k) * _WORD_BITS + first_bit(rest)
            rest &= rest - _ONE
            card = cards.card[index]
            for chosen in range(n_sets):
                at = write_option(work, ev.SHOW, index, card, NO_CARD, card.time)
                if chosen != 0:
                    add_early(work, at, chosen)
    if work.n_options == 0:
        for i in range(work.n):
            index = np.uint64(work.card[i])
            write_option(work, ev.SHOW, index, cards.card[index], NO_CARD, LAST)


@kernel
def lay_early(cards, board, seat, work):
    """The arrive early cards of a hand in a row."""
    work.n = 0
    for k in range(CARD_WORDS):
        rest = board.hand[seat, k] & cards.early[k]
        while rest != _ZERO:
            work.card[work.n] = np.int64(k) * 64 + np.int64(first_bit(rest))
            work.n += 1
            rest &= rest - _ONE


@kernel
def add_early(work, at, chosen):
    """Add a set of the arrive early cards laid out to the option at word `at`."""
    n = 0
    words = work.option_words
    for i in range(work.n):
        if chosen >> i & 1:
            words[at + np.uint64(8 + n)] = work.card[i]
            n += 1
    words[at + np.uint64(6)] -= MINUTES_EARLY * n
    words[at + np.uint64(7)] = n


@kernel
def list_fills(cards, board, seat, work):
    """Each recipe of the book with each minimal payment from the hand."""
    work.n_options = 0
    work.kind = ev.FILL
    is_laid = False
    icons, wilds = board.icons[seat], np.int64(board.wilds[seat])
    for place in range(board.n_book):
        card = cards.card[np.uint64(board.book[place])]
        if lacking(card, cards.common, icons, wilds) == 0:
            if not is_laid:
                lay_out_hand(cards, board.hand[seat], work)
                is_laid = True
            work.place = place
            work.recipe = board.book[place]
            work.gain = gain_of(board, seat, card, 1, SET_POINTS)
            list_payments(card, cards.common, work)


@kernel
def list_reserves(cards, board, work):
    """Each recipe of the book."""
    work.n_options = 0
    for place in range(board.n_book):
        index = np.uint64(board.book[place])
        card = cards.card[index]
        write_option(work, ev.KEEP_BACK, index, card, place, card.time)


@kernel
def list_drops(cards, board, seat, work):
    """Each card of the hand, and of the discards."""
    work.n_options = 0
    for pile in range(2):
        for k in range(CARD_WORDS):
            rest = board.hand[seat, k] if pile == 0 else board.discards[seat, k]
            while rest != _ZERO:
                index = np.uint64(k) * _WORD_BITS + first_bit(rest)
                rest &= rest - _ONE
                card = cards.card[index]
                at = write_option(work, ev.DROP, index, card, pile, card.time)
                gain = gain_of(board, seat, card, -1, SET_POINTS)
                work.option_words[at + np.uint64(4)] = gain


@kernel
def ask(game, strategies, views, seat, phase):
    """The choice of a seat among the options listed: where its words begin, or NOBODY.

    A decision with one option is none, and nobody is asked. NOBODY: the index does not exist.
    """
    state, outcome, work = game.state, game.outcome, game.work
    n_options = work.n_options
    if n_options == 1:
        return 0
    state.seat = seat
    state.n_asked[seat] += 1
    outcome.decisions += 1
    outcome.options_seen += n_options
    outcome.most_options = max(outcome.most_options, n_options)
    view = views[seat]
    view.phase = phase
    view.turn = state.turn
    view.rng.turn = state.n_asked[seat]
    view.rng.draw = 0
    view.n_options = n_options
    view.board[0] = game.board
    words, source = view.option_words, work.option_words
    for i in range(np.uint64(n_options * OPTION_WORDS)):
        words[i] = source[i]
    picked = decide(strategies, state.entry[seat], view)
    if picked < 0 or picked >= n_options:
        return NOBODY
    return picked * OPTION_WORDS
