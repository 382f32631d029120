"""The compiled game of Fillit: from the first turn to the outcome row."""

from __future__ import annotations

import numpy as np

from simcore.fillit import records as ev
from simcore.fillit.bits import popcount
from simcore.fillit.moves import apply_turn, copy_position
from simcore.fillit.turns import list_turns
from simcore.jit import inlined, kernel
from simcore.protocol import (
    BAD_INDEX,
    FINE,
    MAX_SEATS,
    NOBODY,
    ROTATE_LUCK,
    record_event,
    seat_player,
)

__all__ = ["mix_position", "play_blocks"]

_ZERO, _ONE, _TWO, _THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
_WORDS = np.uint64(ev.OPTION_WORDS)
_PLACES = np.uint64(ev.HISTORY - 1)
_SHIFT = np.uint64(32)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@inlined
def _mix(code, word):
    """Stir a word in: multiply and fold, so that words do not cancel as in a plain sum."""
    code = (code ^ word) * _FACTOR
    return code ^ (code >> _SHIFT)


@kernel
def mix_position(position, player):
    """A 64-bit hash, never 0, of a position and the player (uint64) to move."""
    code = player + _ONE
    for k in range(ev.MAX_SIDES):
        code = _mix(code, position.chips[k])
        code = _mix(code, position.stones[k])
    for k in range(ev.MAX_PLAYERS):
        code = _mix(code, position.pawns[k])
    return _mix(code, _ZERO) | _ONE


@kernel
def start(game, match):
    """A fresh game."""
    setup, state, outcome = game.setup, game.state, game.outcome
    copy_position(setup.start, state.position)
    state.seat = setup.first
    state.turn = 0
    state.is_over = 0
    state.leader = NOBODY
    for i in range(state.n_seen):
        state.seen[state.place[i]] = _ZERO
    state.n_seen = _ZERO
    outcome.winners = 0
    outcome.lead_changes = 0
    outcome.third_repeat = 0
    outcome.repeats = 0
    outcome.options = 0
    outcome.most_options = 0
    outcome.order_matters = 0
    outcome.stone_only = 0
    outcome.comeback = 0
    for seat in range(MAX_SEATS):
        outcome.score[seat] = 0
        outcome.turns_taken[seat] = 0
        outcome.placed[seat] = 0
        outcome.returned[seat] = 0
        outcome.most_behind[seat] = 0
        outcome.nodes[seat] = 0
    note_position(game)


@kernel
def note_position(game):
    """Enter the position into the game's history; returns how often it has occurred now."""
    state = game.state
    code = mix_position(state.position, state.seat)
    place = (code >> _SHIFT) & _PLACES
    while state.seen[place] != _ZERO and state.seen[place] != code:
        place = (place + _ONE) & _PLACES
    if state.seen[place] == _ZERO:
        state.seen[place] = code
        state.times[place] = 0
        state.place[state.n_seen] = place
        state.n_seen += _ONE
    state.times[place] += 1
    return state.times[place]


@kernel
def seat_players(game, views, match, block, rotation):
    """Who sits where in this rotation, and what each view shows for the whole game.

    The only luck are the draws of the strategies, so it is these that move on from seat to seat.
    """
    shift = rotation if match.rotation == ROTATE_LUCK else 0
    for seat in range(match.n_seats):
        view = views[seat]
        game.state.entry[seat] = np.uint64(seat_player(view, match, seat, rotation, block))
        view.rng.owner = (seat + shift) % match.n_seats
        view.phase = 0
        view.side = np.int32(game.setup.side[seat])


@inlined
def show(game, view, n_options):
    """Copy into the view what the seat may know: everything.

    The setup too, every time: a strategy could have spoiled its copy.
    """
    setup, state = game.setup, game.state
    view.turn = np.int32(state.turn + 1)
    view.rng.turn = state.turn
    view.rng.draw = 0
    view.n_options = np.int32(n_options)
    view.nodes = 0
    view.setup = setup
    copy_position(state.position, view.position)
    for side in range(ev.MAX_SIDES):
        view.hands[side] = np.int32(setup.chips - popcount(state.position.chips[side]))
    words, source = view.option_words, game.turns.option_words
    for i in range(n_options * _WORDS):
        words[i] = source[i]


@kernel
def note_turn(game, n_options, at):
    """Count the option at word `at` and the choice it came from."""
    outcome, words, player = game.outcome, game.turns.option_words, game.state.seat
    n = np.int32(n_options)
    outcome.options += n
    outcome.most_options = max(outcome.most_options, n)
    is_stone_only = words[at] == ev.STONE_ONLY
    outcome.stone_only += is_stone_only
    outcome.order_matters += not is_stone_only and game.turns.n_pawn_first < n_options
    outcome.turns_taken[player] += 1
    outcome.placed[player] += words[at + np.uint64(4)]
    outcome.returned[player] += words[at + np.uint64(6)] + words[at + np.uint64(7)]
    code = words[at] * 8 + words[at + _ONE] + 1
    record_event(game.trace, ev.TURN_PLAYED, player, code, words[at + _TWO], words[at + _THREE])


@kernel
def note_nodes(game, view):
    """Add what the strategy says about its search to the count of its seat."""
    nodes, seat = game.outcome.nodes, game.state.seat
    room = np.int64(ev.MAX_NODES) - np.int64(nodes[seat])
    nodes[seat] += np.int32(max(np.int64(0), min(np.int64(view.nodes), room)))


@kernel
def note_lead(game):
    """Count a change of lead (another sole leader than the last one), and who is how far behind."""
    setup, state, outcome = game.setup, game.state, game.outcome
    most = _ZERO
    n_most = 0
    leader = np.int64(0)
    for side in range(setup.n_sides):
        n = popcount(state.position.chips[side])
        if n > most:
            most, n_most, leader = n, 1, np.int64(side)
        elif n == most:
            n_most += 1
    if n_most == 1:
        outcome.lead_changes += state.leader != NOBODY and state.leader != leader
        state.leader = leader
    for seat in range(setup.n_players):
        behind = np.int32(most - popcount(state.position.chips[setup.side[seat]]))
        outcome.most_behind[seat] = max(outcome.most_behind[seat], behind)


@kernel
def finish(game):
    """Complete the outcome row; partners win together."""
    setup, state, outcome = game.setup, game.state, game.outcome
    outcome.turns = state.turn
    outcome.capped = state.is_over == 0 or outcome.third_repeat != 0
    for seat in range(setup.n_players):
        n_laid = popcount(state.position.chips[setup.side[seat]])
        outcome.score[seat] = np.int32(n_laid)
        if n_laid == setup.chips:
            outcome.winners |= np.int32(_ONE << np.uint64(seat))
            outcome.comeback = outcome.most_behind[seat]


@kernel
def play_game(game, strategies, views):
    """One game into `game.outcome`; returns FINE, or BAD_INDEX with the views left as they were."""
    setup, state, turns = game.setup, game.state, game.turns
    while state.is_over == 0 and state.turn < setup.cap:
        player = state.seat
        view = views[player]
        n_options = list_turns(setup, state.position, player, turns)
        show(game, view, n_options)
        picked = strategies[state.entry[player]](view)
        if picked < 0 or picked >= np.int64(n_options):
            return BAD_INDEX
        # The kernel's own list: the view is the strategy's to spoil.
        at = np.uint64(picked) * _WORDS
        note_nodes(game, view)
        note_turn(game, n_options, at)
        state.is_over = apply_turn(setup, state.position, player, turns.option_words, at)
        state.turn += 1
        note_lead(game)
        state.seat = player + _ONE if player + _ONE < setup.n_players else _ZERO
        if state.is_over == 0:
            n_times = note_position(game)
            game.outcome.repeats += n_times > 1
            if n_times > 2 and setup.third_repeat_ends != 0:
                game.outcome.third_repeat = 1
                state.is_over = 1
    finish(game)
    return FINE


@kernel
def play_blocks(games, strategies, views, matches, first_block, outcomes):
    """Play all rotations of consecutive blocks; OUTCOME[n_blocks, n_rotations] filled in place."""
    game, match = games[0], matches[0]
    for i in range(outcomes.shape[0]):
        for j in range(outcomes.shape[1]):
            rotation = match.first_rotation + j
            start(game, match)
            seat_players(game, views, match, first_block + i, rotation)
            if play_game(game, strategies, views) != FINE:
                return BAD_INDEX
            outcomes[i, j] = game.outcome
    return FINE
