"""The compiled game of Fill or Bust: from the first seat's first turn to the outcome row."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust import records as ev
from simcore.fill_or_bust.cards import reshuffle, sole_leader
from simcore.fill_or_bust.rules import AT_ONCE, FINISH_ROUND
from simcore.fill_or_bust.turn import play_turn
from simcore.jit import inlined, kernel
from simcore.philox import open_turn
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

_ONE = np.uint64(1)


@kernel
def start(game, match, block):
    """A fresh game of `block`: nobody has points, the deck is full."""
    state, outcome, luck = game.state, game.outcome, game.luck
    luck.seed = match.seed
    luck.block = np.uint64(block)
    state.n_seats = match.n_seats
    state.turn = 0
    state.seat = np.uint64(0)
    state.round = np.uint64(0)
    state.leader = NOBODY
    state.last_turn = 0
    state.is_over = 0
    state.has_banked = 0
    outcome.winners = 0
    outcome.lead_changes = 0
    for seat in range(MAX_SEATS):
        state.scores[seat] = 0
        outcome.score[seat] = 0
        outcome.turns_taken[seat] = 0
        outcome.busts[seat] = 0
        outcome.no_dice[seat] = 0
        outcome.fills[seat] = 0
        outcome.vengeance_hits[seat] = 0
    reshuffle(game)


@kernel
def seat_players(game, views, match, rotation):
    """Who sits where in this rotation, and what each view shows for the whole game."""
    for seat in range(match.n_seats):
        entry = seat_player(views[seat], match, seat, rotation, np.int64(game.luck.block))
        game.state.entry[seat] = np.uint64(entry)
        views[seat].goal = game.rules.goal


@inlined
def begin_turn(game, view, match, rotation):
    """The turn of the seat in `state`: its luck, and what its view shows for the whole turn."""
    state = game.state
    state.turn += 1
    state.at_risk = 0
    state.banked = 0
    owner = state.seat
    if match.rotation == ROTATE_LUCK:
        owner = (owner + np.uint64(rotation)) % state.n_seats
    open_turn(game.luck, owner, state.round)
    view.turn = np.int32(state.turn)
    view.own_turn = np.int32(state.round)
    view.rng.turn = np.int64(state.round)
    view.rng.draw = 0
    view.scores = state.scores
    record_event(game.trace, ev.TURN, state.seat, state.turn, 0, 0)


@kernel
def note_leader(game):
    """Count a change of lead: another sole leader than the last one. Ties do not count."""
    state = game.state
    leader = sole_leader(state)
    if leader != NOBODY:
        game.outcome.lead_changes += state.leader != NOBODY and state.leader != leader
        state.leader = leader


@kernel
def end_round(game):
    """Whether a game that gives everybody their last turn is over after this one.

    Ruling: a show-down stands while anybody has reached the goal; when a Vengeance has pulled
    everybody under it, the game goes on and the goal may be reached anew.
    """
    state, rules = game.state, game.rules
    is_reached = False
    for seat in range(state.n_seats):
        is_reached |= state.scores[seat] >= rules.goal
    if not is_reached:
        state.last_turn = 0
    elif rules.end == FINISH_ROUND:
        state.is_over = state.seat + _ONE == state.n_seats
    else:
        if state.last_turn == 0:
            state.last_turn = state.turn + np.int64(state.n_seats) - 1
        state.is_over = state.turn == state.last_turn


@inlined
def end_turn(game):
    """Count lead changes, decide whether the game is over (cap excluded), pass the dice on."""
    state = game.state
    if state.has_banked != 0:
        state.has_banked = 0
        note_leader(game)
    if game.rules.end != AT_ONCE:
        end_round(game)
    state.seat += _ONE
    if state.seat == state.n_seats:
        state.seat = np.uint64(0)
        state.round += _ONE


@kernel
def finish(game):
    """Complete the outcome row: winners (highest score, ties shared) and totals."""
    state, outcome = game.state, game.outcome
    n_seats = np.int64(state.n_seats)
    most = state.scores[0]
    for seat in range(1, n_seats):
        most = max(most, state.scores[seat])
    outcome.turns = state.turn
    outcome.capped = state.is_over == 0
    for seat in range(n_seats):
        outcome.score[seat] = state.scores[seat]
        outcome.turns_taken[seat] = (state.turn + n_seats - 1 - seat) // n_seats
        if state.is_over != 0 and state.scores[seat] == most:
            outcome.winners |= 1 << seat
    record_event(game.trace, ev.END, outcome.winners, 0, 0, 0)


@kernel
def play_game(game, strategies, views, match, rotation):
    """One game into `game.outcome`; returns FINE, or BAD_INDEX with the views left as they were."""
    state = game.state
    turn_cap = game.rules.turn_cap
    seat_players(game, views, match, rotation)
    while state.is_over == 0 and state.turn < turn_cap:
        view = views[state.seat]
        begin_turn(game, view, match, rotation)
        if play_turn(game, strategies[state.entry[state.seat]], view) != FINE:
            return BAD_INDEX
        end_turn(game)
    finish(game)
    return FINE


@kernel
def play_blocks(games, strategies, views, matches, first_block, outcomes):
    """Play all rotations of consecutive blocks; OUTCOME[n_blocks, n_rotations] filled in place."""
    game, match = games[0], matches[0]
    for i in range(outcomes.shape[0]):
        for j in range(outcomes.shape[1]):
            start(game, match, first_block + i)
            rotation = match.first_rotation + j
            if play_game(game, strategies, views, match, rotation) != FINE:
                return BAD_INDEX
            outcomes[i, j] = game.outcome
    return FINE
