"""The chef of the solo mode, whose personality is data: criteria in order, and altered rules.

Rulebook, "Solo Play". Rulings: the rulebook does not print the personality cards; a later
criterion settles the ties of an earlier one, and the leftmost recipe what remains.
"""

from __future__ import annotations

import numpy as np

from simcore.filler import records as ev
from simcore.filler.components import CRITERIA
from simcore.filler.deal import CHEF_PICKS, key_of, shuffle_chef
from simcore.filler.moves import (
    count_card,
    flip,
    put_on_top,
    put_under,
    restock,
    sets_of,
    take_from_book,
)
from simcore.filler.payments import lacking
from simcore.filler.records import N_SYMBOLS, NO_CARD, NO_TIME
from simcore.filler.turns import note_claim
from simcore.jit import kernel
from simcore.protocol import record_event

__all__ = ["CHEF_SEAT", "chef_turn", "flip_card"]

CHEF_SEAT = 1
PLAYER = 0

(
    MOST_POINTS,
    FEWEST_POINTS,
    COMPLETES_SET,
    MOST_MISSING_SYMBOL,
    EARLIEST_TIME,
    LATEST_TIME,
    MOST_GIVES,
    MOST_REQUIRES,
    FEWEST_REQUIRES,
    MOST_WANTED,
    LEFTMOST,
    RIGHTMOST,
    RANDOM,
) = range(len(CRITERIA))
"""The criteria, in the order of `components.CRITERIA`."""

_RANK_LAST = -1_000_000
_SHIFT = np.uint64(2)


@kernel
def flip_card(game):
    """The top card of the chef's deck onto its discards: its time card."""
    state, board = game.state, game.board
    index = state.chef_deck[np.uint64(state.chef_next)]
    state.chef_next += 1
    flip(board.hand, CHEF_SEAT, index)
    flip(board.discards, CHEF_SEAT, index)
    board.n_hand[CHEF_SEAT] -= 1
    board.n_discards[CHEF_SEAT] += 1
    card = game.cards.card[np.uint64(index)]
    board.time_card[CHEF_SEAT] = index
    board.arrival[CHEF_SEAT] = ev.LAST if card.time == NO_TIME else card.time + game.chef.time_shift
    record_event(game.trace, ev.FLIPPED, index, 0, 0, 0)


@kernel
def sets_gained(board, card):
    """Sets that the chef has more with a card."""
    own, points = board.symbols[CHEF_SEAT], card.points
    after = sets_of(own[0] + points[0], own[1] + points[1], own[2] + points[2])
    return np.int64(after - sets_of(own[0], own[1], own[2]))


@kernel
def missing_symbols(board, card):
    """Symbols of the kinds that the chef has fewest of."""
    own = board.symbols[CHEF_SEAT]
    fewest = min(own[0], min(own[1], own[2]))
    n = np.int64(0)
    for k in range(N_SYMBOLS):
        if own[k] == fewest:
            n += card.points[k]
    return n


@kernel
def worth(game, criterion, place):
    """How well a recipe of the book does by a criterion: the highest is picked."""
    board, cards = game.board, game.cards
    index = np.int64(board.book[place])
    card = cards.card[np.uint64(index)]
    value = np.int64(0)
    if criterion == MOST_POINTS:
        value += card.n_points
    elif criterion == FEWEST_POINTS:
        value -= card.n_points
    elif criterion == COMPLETES_SET:
        value += sets_gained(board, card)
    elif criterion == MOST_MISSING_SYMBOL:
        value += missing_symbols(board, card)
    elif criterion in (EARLIEST_TIME, LATEST_TIME):
        value += card.time if criterion == LATEST_TIME else -card.time
        if card.time == NO_TIME:
            value = np.int64(_RANK_LAST)
    else:
        value += other_worth(game, criterion, place, index, card)
    return value


@kernel
def other_worth(game, criterion, place, index, card):
    """The same for the criteria that are no matter of symbols or times."""
    board, cards = game.board, game.cards
    value = np.int64(0)
    if criterion == MOST_GIVES:
        value += card.n_gives
    elif criterion == MOST_REQUIRES:
        value += card.n_requires
    elif criterion == FEWEST_REQUIRES:
        value -= card.n_requires
    elif criterion == MOST_WANTED:
        is_open = lacking(card, cards.common, board.icons[PLAYER], board.wilds[PLAYER])
        value += card.n_points if is_open == 0 else _RANK_LAST
    elif criterion == RANDOM:
        value += np.int64(key_of(game, CHEF_PICKS, game.state.n_chef_picks, index) >> _SHIFT)
    elif criterion == RIGHTMOST:
        value += place
    else:
        value -= place
    return value


@kernel
def pick_place(game):
    """Place in the book of the recipe that the personality picks; the book is not empty."""
    chef = game.chef
    n_book = np.int64(game.board.n_book)
    alive = (1 << n_book) - 1  # Bit k: the recipe at place k is still tied for the best.
    for i in range(chef.n_picks):
        if alive & (alive - 1) == 0:
            break
        best = np.int64(0)
        kept = 0
        for place in range(n_book):
            if alive >> place & 1:
                value = worth(game, chef.picks[i], place)
                if kept == 0 or value > best:
                    best = value
                    kept = 0
                if value == best:
                    kept |= 1 << place
        alive = np.int64(kept)
    game.state.n_chef_picks += 1
    picked = 0
    while alive >> picked & 1 == 0:
        picked += 1
    return picked


@kernel
def chef_turn(game):
    """One turn of the chef; rulebook, "Solo Play": it pays nothing and ignores abilities."""
    state, board, chef = game.state, game.board, game.chef
    if state.chef_next == state.n_chef_deck:
        chef_restock(game)
        return
    n_left = np.int64(1)
    if state.position == 0:
        n_left = np.int64(chef.fills_when_first)
    if board.n_book == 0:
        record_event(game.trace, ev.CHEF_IDLE, 0, 0, 0, 0)
    while n_left > 0 and board.n_book > 0:
        n_left -= 1
        n_left += chef_fill(game)


@kernel
def chef_fill(game):
    """The chef takes a recipe; returns how many more picks its ability gives."""
    board, chef, cards = game.board, game.chef, game.cards
    index = take_from_book(board, pick_place(game))
    card = cards.card[np.uint64(index)]
    record_event(game.trace, ev.CHEF_FILLED, index, 0, 0, 0)
    flip(board.discards, CHEF_SEAT, index)
    board.n_discards[CHEF_SEAT] += 1
    before = board.score[CHEF_SEAT]
    count_card(board, CHEF_SEAT, card, 1, chef.set_bonus)
    note_claim(game, CHEF_SEAT, index, board.score[CHEF_SEAT] - before)
    if card.ability == ev.BONUS_RESTOCK and chef.reads_bonus_restock != 0:
        game.outcome.bonus_restocks[CHEF_SEAT] += 1
        reshuffle(game)
    if chef.discards_book_card != 0 and board.n_book > 0:
        under = take_from_book(board, 0)
        put_under(board, game.state.deck, under)
        record_event(game.trace, ev.PUT_UNDER, under, 0, 0, 0)
    n_more = 0
    if card.ability == ev.BONUS_FILL and chef.reads_bonus_fill != 0:
        n_more = 1
    return n_more


@kernel
def reshuffle(game):
    """The chef's discards and what is left of its deck become its new deck."""
    restock(game.board, CHEF_SEAT)
    shuffle_chef(game)


@kernel
def chef_restock(game):
    """The chef reserves the recipe it would have taken, and shuffles its discards."""
    board, deck = game.board, game.state.deck
    game.outcome.restocks[CHEF_SEAT] += 1
    game.state.n_restocked += 1
    reserved = np.int64(NO_CARD)
    if board.n_book > 0:
        reserved = take_from_book(board, pick_place(game))
        if game.chef.reserves_to_bottom != 0:
            put_under(board, deck, reserved)
        else:
            put_on_top(board, deck, reserved)
    record_event(game.trace, ev.RESTOCKED, CHEF_SEAT, reserved, 0, 0)
    reshuffle(game)
