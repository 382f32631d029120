"""Worlds that agree with what a player sees, and games played to their end in them.

A search asks what would happen, and nobody knows the order of the deck: it is drawn anew for every
world from the recipes unseen, and so is the chef's deck of the solo mode.
"""

from __future__ import annotations

import numpy as np

from simcore.bits import first_bit
from simcore.filler.deal import shuffle_chef
from simcore.filler.kernel import continue_day, play_day
from simcore.filler.options import list_fills, write_bare
from simcore.filler.records import (
    ACTION,
    BONUS,
    CARD_WORDS,
    DECK_PLACES,
    DECLINE,
    OPTION_WORDS,
    RESERVE,
    TIME,
)
from simcore.filler.turns import play_fills, play_turn, remove_one, reserve_one
from simcore.jit import kernel
from simcore.philox import random_below

__all__ = ["FORCED", "draw_world", "lay_world", "play_out"]

FORCED = 15
"""Parameter of the searcher's scratch view: the option it must take next, or -1."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_RING = DECK_PLACES - 1
_WORDS = 1 << 30


@kernel
def lay_world(view, game, views):
    """What is the same in all worlds: cards, rules, and views for the players of the rollouts."""
    board = view.board[0]
    game.cards = view.cards[0]
    game.chef = view.chef
    game.trace.length = 0
    game.trace.n_events = 0
    game.rules.n_players = board.n_players
    game.rules.is_solo = board.is_solo
    game.rules.day_cap = view.day_cap
    game.state.n_seats = view.n_seats
    for seat in range(view.n_seats):
        mind = views[seat]
        mind.cards[0] = view.cards[0]
        mind.chef = view.chef
        mind.day_cap = view.day_cap
        mind.seat = seat
        mind.n_seats = view.n_seats
        mind.rng.owner = seat
        mind.params[FORCED] = -1.0
        game.state.entry[seat] = 0


@kernel
def draw_world(view, game, views):
    """A deck, a chef's deck and minds of their own, into the board as the player sees it."""
    state = game.state
    game.board = view.board[0]
    state.seed = np.uint64(random_below(view.rng, _WORDS))
    state.block = np.uint64(random_below(view.rng, _WORDS))
    state.turn = view.turn
    state.position = game.board.n_acted
    state.is_over = state.n_restocked = state.n_chef_shuffles = state.n_chef_picks = 0
    for seat in range(view.n_seats):
        state.n_asked[seat] = 0
        views[seat].rng.seed = state.seed
        views[seat].rng.block = np.int64(state.block)
    draw_deck(view, game)
    if game.board.is_solo != 0:
        shuffle_chef(game)


@kernel
def draw_deck(view, game):
    """Recipes that the table knows at their places, unseen ones at random at all others."""
    board, deck, keys = game.board, game.state.deck, game.state.keys
    n_unseen = 0
    for k in range(CARD_WORDS):
        rest = board.unseen[k]
        while rest != _ZERO:
            keys[n_unseen] = np.uint64(k * 64) + first_bit(rest)
            n_unseen += 1
            rest &= rest - _ONE
    for i in range(board.n_deck):
        place = np.uint64((board.deck_top + i) & _RING)
        if board.known_deck[place] != 0:
            deck[place] = board.known_deck[place] - 1
        else:
            drawn = random_below(view.rng, n_unseen)
            deck[place] = keys[drawn]
            n_unseen -= 1
            keys[drawn] = keys[n_unseen]


@kernel
def take_option(view, game, strategies, views, k):
    """The searcher takes its option k, and its turn goes on from there."""
    seat, phase = view.seat, view.phase
    mind = views[seat]
    mind.params[FORCED] = k
    if phase == ACTION:
        play_turn(game, strategies, views, seat)
    elif phase == RESERVE:
        reserve_one(game, strategies, views, seat)
    elif phase == BONUS:
        list_fills(game.cards, game.board, seat, game.work)
        write_bare(game.work, DECLINE)
        mind.params[FORCED] = -1.0
        if view.options[k].kind != DECLINE:
            play_fills(game, strategies, views, seat, k * OPTION_WORDS)
    else:
        remove_one(game, strategies, views, seat)


@kernel
def play_out(view, game, strategies, views, k):
    """Play option k and the rest of the game; the winners are left on the board."""
    if view.phase == TIME:
        game.board.day -= 1
        views[view.seat].params[FORCED] = k
    else:
        take_option(view, game, strategies, views, k)
        game.board.n_acted += 1
        continue_day(game, strategies, views)
    while game.state.is_over == 0:
        play_day(game, strategies, views)
