"""Asking a player, serving what is ready, and the free restocks that follow.

Source: rulebook, section 8: "When a completed sandwich matches a customer order it is served
immediately." Ruling: serving is forced; where two orders want a stack, or two stacks compete for
one sandwich, the player chooses.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs import records as ev
from simcore.crumbs.actions import restock, serve
from simcore.crumbs.components import MAX_SANDWICHES, N_ORDERS
from simcore.crumbs.options import list_restocks, write_option
from simcore.crumbs.records import BREAD
from simcore.jit import kernel
from simcore.protocol import BAD_INDEX, FINE, NOBODY, record_event

__all__ = ["ask", "free_restocks", "serve_all"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def ask(game, strategies, views, seat, phase):
    """The seat's choice among the options listed, or NOBODY for an index that does not exist."""
    state, outcome = game.state, game.outcome
    state.seat = seat
    n_options = state.n_options
    outcome.decisions += 1
    outcome.options_seen += n_options
    outcome.most_options = max(outcome.most_options, n_options)
    view = views[seat]
    view.phase = phase
    view.n_options = n_options
    view.turn = state.turn
    view.rng.turn += 1
    view.rng.draw = 0
    view.board[0] = game.board[0]
    for i in range(n_options):
        view.options[i] = game.options[i]
    picked = strategies[state.entry[seat]](view)
    if picked < 0 or picked >= n_options:
        return NOBODY
    return picked


@kernel
def list_serves(game, seat):
    """Find what must be served; options where stacks or orders compete.

    Returns (stack, sandwich) where the next serve is clear; (NOBODY, 0) with the competing pairs
    listed; (NOBODY, NOBODY) where nothing is to be served.
    """
    board, equals = game.board[0], game.stacks.equals
    game.state.n_options = 0
    found = NOBODY
    for i in range(board.n_stacks[seat]):
        matches = one_per_order(game, equals[board.stacks[seat, i]] & board.wanted[seat])
        if matches == _ZERO:
            continue
        found = 0
        is_contested = matches & (matches - _ONE) != _ZERO
        for j in range(board.n_stacks[seat]):
            # Two stacks of one number are alike in all that matters.
            if board.stacks[seat, j] != board.stacks[seat, i]:
                also = one_per_order(game, equals[board.stacks[seat, j]] & board.wanted[seat])
                is_contested |= matches & also != _ZERO
        for sandwich in range(MAX_SANDWICHES * N_ORDERS):
            if matches >> np.uint64(sandwich) & _ONE == _ONE:
                if not is_contested:
                    return i, sandwich
                write_option(game, ev.SERVING, NOBODY, 1 << i, 0, 0, 0, sandwich)
    return NOBODY, found


@kernel
def one_per_order(game, matches):
    """Of equal sandwiches of one order only the first."""
    if matches & (matches - _ONE) == _ZERO:
        return matches
    kept = _ZERO
    for order in range(N_ORDERS):
        mine = matches & game.stacks.wants[order]
        kept |= mine & (~mine + _ONE)
    return kept


@kernel
def serve_all(game, strategies, views, seat):
    """Serve whatever equals a wanted sandwich, revealed ones included; FINE or BAD_INDEX."""
    while True:
        stack, sandwich = list_serves(game, seat)
        if stack == NOBODY:
            if sandwich == NOBODY:
                return FINE
            picked = ask(game, strategies, views, seat, ev.SERVE)
            if picked == NOBODY:
                return BAD_INDEX
            option = game.options[picked]
            sandwich = np.int64(option.sandwich)
            stack = 0
            while np.int64(option.stacks) >> stack & 1 == 0:
                stack += 1
        serve(game, seat, stack, sandwich)


@kernel
def free_restocks(game, strategies, views, seat):
    """One free restock for each sandwich the seat has served in this step; FINE or BAD_INDEX."""
    state = game.state
    for _ in range(state.n_served[seat]):
        state.n_options = 0
        list_restocks(game)
        if state.n_options == 0:
            break
        picked = 0
        if state.n_options > 1:
            picked = ask(game, strategies, views, seat, ev.RESTOCK)
            if picked == NOBODY:
                return BAD_INDEX
        ingredient = np.int64(game.options[picked].ingredient)
        restock(game, seat, ingredient)
        record_event(game.trace, ev.RESTOCKED, seat, ingredient, 0, 0)
    if state.n_seats > 1 and state.n_served[seat] > 0 and restock(game, seat, BREAD) > 0:
        record_event(game.trace, ev.RESTOCKED, seat, BREAD, 1, 0)
    return FINE
