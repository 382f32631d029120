"""Tier 3, co-operative: plays the deal on in its head, and takes the first step of a win.

Once no order is hidden nothing happens by chance, so that a game played in the head is a plan.
The planner plays both seats there, with some chance in its choices; the first of these games that
is won is begun in earnest. How many are tried is given as a number, never as a time.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs.actions import act, deliver_gifts, note_bans, restock, serve
from simcore.crumbs.components import N_FILLINGS
from simcore.crumbs.kernel import end_step, is_won
from simcore.crumbs.options import list_actions, list_restocks
from simcore.crumbs.records import ACT, BOARD, BREAD, RESTOCK, SERVE, WON
from simcore.crumbs.serving import list_serves
from simcore.crumbs.state import TABLE
from simcore.jit import kernel
from simcore.philox import random_below
from simcore.protocol import NOBODY
from strategies.crumbs.planner import least_work, worth
from strategies.registry import strategy

__all__ = ["rehearse"]

STEPS = 1000
"""In how many steps the chance in a choice is drawn."""


@strategy(
    game="crumbs",
    name="rehearse",
    tier=3,
    params={"away": 0.6, "lost": 1.2, "unspent": 1.0, "games": 64, "noise": 1.5},
)
def rehearse(view):
    """Tries up to `games` games in its head, and begins the first that is won.

    The planner plays them, with `noise` added to the work that an option leaves; its own
    parameters come first. While an order is hidden it plays as the planner does.
    """
    if view.phase == SERVE or view.n_options == 1:
        return 0
    if view.board[0].n_hidden[0] != 0:
        return least_work(view)
    return first_of_a_win(view)


@kernel
def first_of_a_win(view):
    """The option that begins a game won in the head; the planner's where none is."""
    games, starts = np.zeros(1, TABLE), np.zeros(1, BOARD)
    game, start = games[0], starts[0]
    game.stacks = view.tables[0]
    game.rules.quirks, game.rules.actions = view.quirks, view.actions
    game.rules.joint_stacks = view.joint_stacks
    game.state.n_seats = view.n_seats
    starts[0] = view.board[0]
    seat, phase = view.seat, view.phase
    found = NOBODY
    for _ in range(int(view.params[3])):
        game.board[0] = start
        picked = play_on(game, view, seat, phase)
        if game.state.is_over != 0 and game.state.reason == WON:
            found = picked
            break
    view.board[0] = start
    view.seat, view.phase = seat, phase
    return found if found != NOBODY else least_work(view)


@kernel
def play_on(game, view, seat, phase):
    """Play `game` to its end from a decision of `seat`; returns the option it begins with."""
    state = game.state
    state.is_over = state.turn = 0
    picked = 0
    for player in range(state.n_seats):
        state.hidden[player] = NOBODY
        state.n_served[player] = 0
        note_standing(game, player)
    if phase == RESTOCK:
        # How many more restocks there are is not on the table; one is assumed.
        state.n_served[seat] = 1
        picked = restock_freely(game, view, seat)
        end_step(game)
    else:
        note_gifts(game, seat)
        picked = play_step(game, view, seat)
    while state.is_over == 0:
        play_step(game, view, 0)
    return picked


@kernel
def note_standing(game, seat):
    """Every stack counts as touched: what the seat before has done is seen, not told."""
    n_stacks = game.board[0].n_stacks[seat]
    game.state.touched[seat] = (1 << n_stacks) - 1


@kernel
def note_gifts(game, seat):
    """Cards of this step that are on their way to the seat: in the game, but in no place."""
    board = game.board[0]
    for filling in range(N_FILLINGS):
        n_here = board.pantry[filling]
        for player in range(game.state.n_seats):
            game.state.gifts[player, filling] = 0
            n_here += board.counter[player, filling]
            for i in range(board.n_stacks[player]):
                held = np.int64(game.stacks.fillings[board.stacks[player, i]])
                n_here += held >> filling & 1
        game.state.gifts[seat, filling] = board.in_game[filling] - n_here


@kernel
def choose(game, view, seat, phase):
    """The planner's choice among the options listed, with some chance."""
    view.board[0] = game.board[0]
    view.seat, view.phase = seat, phase
    best, best_option = 1e18, 0
    for i in range(game.state.n_options):
        chance = random_below(view.rng, STEPS) / STEPS
        value = worth(view, game.options[i]) + view.params[4] * chance
        if value < best:
            best, best_option = value, i
    return best_option


@kernel
def play_step(game, view, first_seat):
    """One step from the action of `first_seat` on; returns the option of that action."""
    state = game.state
    first_pick = 0
    for seat in range(first_seat, state.n_seats):
        list_actions(game, seat)
        if state.n_options == 0:
            state.is_over, state.reason = 1, NOBODY
            return first_pick
        picked = choose(game, view, seat, ACT)
        if seat == first_seat:
            first_pick = picked
        act(game, seat, game.options[picked])
    deliver_gifts(game)
    for seat in range(state.n_seats):
        note_bans(game, seat)
    for seat in range(state.n_seats):
        state.n_served[seat] = 0
        serve_first(game, seat)
    if is_won(game):
        state.is_over, state.reason = 1, WON
        return first_pick
    for seat in range(state.n_seats):
        restock_freely(game, view, seat)
    end_step(game)
    return first_pick


@kernel
def serve_first(game, seat):
    """Serve what is ready; where stacks or orders compete, the first."""
    while True:
        stack, sandwich = list_serves(game, seat)
        if stack == NOBODY:
            if sandwich == NOBODY:
                return
            option = game.options[0]
            sandwich, stack = np.int64(option.sandwich), 0
            while np.int64(option.stacks) >> stack & 1 == 0:
                stack += 1
        serve(game, seat, stack, sandwich)


@kernel
def restock_freely(game, view, seat):
    """The free restocks of a seat; returns the first choice."""
    state = game.state
    first_pick = NOBODY
    for _ in range(state.n_served[seat]):
        state.n_options = 0
        list_restocks(game)
        if state.n_options == 0:
            break
        picked = choose(game, view, seat, RESTOCK) if state.n_options > 1 else 0
        if first_pick == NOBODY:
            first_pick = picked
        restock(game, seat, np.int64(game.options[picked].ingredient))
    if state.n_seats > 1 and state.n_served[seat] > 0:
        restock(game, seat, BREAD)
    return first_pick
