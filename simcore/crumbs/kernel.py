"""The compiled game of Crumbs!: from the deal to the outcome row.

Source: rulebook, sections 5, 8, 9 and 10. Order of events in a step, by the ruling: both
actions in seat order, gifts, bans, serves in seat order (each with its marks, completions and
reveals), free restocks in seat order, then the end of the round.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs import records as ev
from simcore.crumbs.actions import act, deliver_gifts, note_bans
from simcore.crumbs.components import QUIRKS
from simcore.crumbs.deal import set_up
from simcore.crumbs.options import list_actions
from simcore.crumbs.records import MAX_PLAYERS, QUEUE_PLACES
from simcore.crumbs.serving import ask, free_restocks, serve_all
from simcore.jit import kernel
from simcore.protocol import (
    BAD_INDEX,
    FINE,
    MAX_SEATS,
    NOBODY,
    ROTATE_LUCK,
    record_event,
    seat_player,
)

__all__ = ["play_blocks"]

SPEEDY_QUIRK = QUIRKS.index("speedy")

_ZERO = np.uint64(0)


@kernel
def start(game, match, block, rotation):
    """A fresh game of `block`, dealt."""
    state, outcome, luck = game.state, game.outcome, game.luck
    luck.seed = match.seed
    luck.block = np.uint64(block)
    state.n_seats = match.n_seats
    state.shift = rotation if match.rotation == ROTATE_LUCK else 0
    state.turn = state.seat = state.is_over = 0
    outcome.winners = outcome.lead_changes = outcome.capped = 0
    outcome.n_served = outcome.decisions = outcome.options_seen = outcome.most_options = 0
    outcome.has_overflowed = outcome.completed = outcome.unspent = 0
    outcome.least_unspent = NOBODY
    for seat in range(MAX_SEATS):
        outcome.score[seat] = outcome.actions_taken[seat] = 0
        outcome.served[seat] = outcome.given[seat] = 0
    set_up(game)


@kernel
def seat_players(game, views, match, rotation):
    """Who sits where in this rotation, and what each view shows for the whole game."""
    for seat in range(match.n_seats):
        view = views[seat]
        block = np.int64(game.luck.block)
        game.state.entry[seat] = seat_player(view, match, seat, rotation, block)
        view.quirks = game.rules.quirks
        view.joint_stacks = game.rules.joint_stacks
        view.actions = game.rules.actions
        view.rng.turn = 0


@kernel
def is_waiting(game, seat):
    """Whether a seat has an outstanding sandwich and has not served in this round."""
    board = game.board[0]
    return board.wanted[seat] != _ZERO and board.has_served[seat] == 0


@kernel
def misses_speedy(game, seat):
    """Whether a speedy customer, served in an earlier round, went without in this one."""
    board = game.board[0]
    for place in range(QUEUE_PLACES):
        first = board.first_serve[seat, place]
        if first == 0 or first == board.round or board.is_complete[seat, place] != 0:
            continue
        is_speedy = np.int64(game.stacks.quirk[board.orders[seat, place]]) == SPEEDY_QUIRK
        if is_speedy and board.last_serve[seat, place] != board.round:
            return True
    return False


@kernel
def lose(game, reason):
    """The game is lost."""
    game.state.is_over = 1
    game.state.reason = reason


@kernel
def end_step(game):
    """After serves and restocks: begin a new round, lose, or go on."""
    board, state, outcome = game.board[0], game.state, game.outcome
    board.actions_left -= 1
    waits = False
    for seat in range(state.n_seats):
        waits |= is_waiting(game, seat)
    if waits:
        if board.actions_left == 0:
            lose(game, ev.NO_ACTIONS_LEFT)
        return
    outcome.unspent += board.actions_left
    if outcome.least_unspent == NOBODY or board.actions_left < outcome.least_unspent:
        outcome.least_unspent = board.actions_left
    if game.rules.quirks != 0:
        for seat in range(state.n_seats):
            if misses_speedy(game, seat):
                lose(game, ev.SPEEDY_MISSED)
                return
    begin_round(game)


@kernel
def begin_round(game):
    """Actions are reset."""
    board = game.board[0]
    board.round += 1
    board.actions_left = game.rules.actions
    for seat in range(MAX_PLAYERS):
        board.has_served[seat] = 0
    record_event(game.trace, ev.ROUND, board.round, 0, 0, 0)


@kernel
def is_won(game):
    """Whether every queue is complete."""
    board = game.board[0]
    wanted = _ZERO
    for seat in range(game.state.n_seats):
        wanted |= board.wanted[seat]
    return wanted == _ZERO


@kernel
def play_step(game, strategies, views):
    """One action of every seat and all it brings about; FINE or BAD_INDEX."""
    state = game.state
    state.turn += 1
    for seat in range(state.n_seats):
        state.seat = seat
        state.n_served[seat] = 0
        list_actions(game, seat)
        if state.n_options == 0:
            lose(game, ev.NO_LEGAL_ACTION)
            return FINE
        picked = ask(game, strategies, views, seat, ev.ACT)
        if picked == NOBODY:
            return BAD_INDEX
        act(game, seat, game.options[picked])
    deliver_gifts(game)
    for seat in range(state.n_seats):
        note_bans(game, seat)
    for seat in range(state.n_seats):
        if serve_all(game, strategies, views, seat) != FINE:
            return BAD_INDEX
    if is_won(game):
        state.is_over = 1
        state.reason = ev.WON
        return FINE
    for seat in range(state.n_seats):
        if free_restocks(game, strategies, views, seat) != FINE:
            return BAD_INDEX
    end_step(game)
    return FINE


@kernel
def finish(game):
    """Complete the outcome row."""
    state, outcome = game.state, game.outcome
    outcome.turns = state.turn
    outcome.rounds = game.board[0].round
    outcome.reason = state.reason
    rating = NOBODY
    if state.reason == ev.WON:
        rating = int(outcome.rating)
        left = game.board[0].actions_left - 1
        outcome.unspent += left
        if outcome.least_unspent == NOBODY or left < outcome.least_unspent:
            outcome.least_unspent = left
        for seat in range(state.n_seats):
            outcome.winners |= 1 << seat
            outcome.score[seat] = rating
    record_event(game.trace, ev.ENDED, state.reason, rating, outcome.rounds, 0)


@kernel
def play_game(game, strategies, views, match, rotation):
    """One game into `game.outcome`; returns FINE, or BAD_INDEX with the views left as they were."""
    seat_players(game, views, match, rotation)
    begin_round(game)
    while game.state.is_over == 0:
        if play_step(game, strategies, views) != FINE:
            return BAD_INDEX
    finish(game)
    return FINE


@kernel
def play_blocks(games, strategies, views, matches, first_block, outcomes):
    """Play all rotations of consecutive blocks; OUTCOME[n_blocks, n_rotations] filled in place."""
    game, match = games[0], matches[0]
    for seat in range(match.n_seats):
        views[seat].tables[0] = game.stacks
    for i in range(outcomes.shape[0]):
        for k in range(outcomes.shape[1]):
            rotation = match.first_rotation + k
            start(game, match, first_block + i, rotation)
            if play_game(game, strategies, views, match, rotation) != FINE:
                return BAD_INDEX
            outcomes[i, k] = game.outcome
    return FINE
