"""Tier 3: two-player play that wins most, read off the exact solution."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.records import PLAY_OR_REDRAW
from simcore.fill_or_bust.rules import DOUBLE_TROUBLE, FILL
from simcore.jit import inlined, kernel
from simcore.protocol import read_table
from strategies.fill_or_bust.win_actions import build_actions
from strategies.fill_or_bust.win_plan import (
    BOOK,
    CODES,
    EACH_AT,
    GOAL,
    IS_FLAT,
    LANES_AT,
    N_SETS,
    ROWS,
    SLOTS_AT,
    START,
    STEP,
    WORDS,
    code_in,
    vector_at,
)
from strategies.registry import strategy


@inlined
def number(view, place):
    """A whole number in the table."""
    return np.int64(read_table(view, place))


@kernel
def best_other(view):
    """Score of the opponent, of the best of several, or one's own in solitaire."""
    best = view.scores[view.seat] if view.n_seats == 1 else -2_000_000_000
    for seat in range(view.n_seats):
        if seat != view.seat:
            best = max(best, view.scores[seat])
    return best


@kernel
def row_of(view):
    """The row of the table that belongs to the scores and the points at risk."""
    step, start, goal = number(view, STEP), number(view, START), number(view, GOAL)
    own = min(max(view.scores[view.seat] // step + start, 0), goal - 1)
    other = min(max(best_other(view) // step + start, 0), goal - 1)
    t = view.at_risk // step
    option = view.options[view.n_options - 1]
    if number(view, IS_FLAT) and view.card_kind == FILL and option.dice_left == 0:
        t = (option.turn_points - view.banked - view.card_value) // step
    pair = number(view, ROWS) + 2 * (own * goal + other)
    return number(view, pair) + min(t, number(view, pair + 1))


@strategy(game="fill_or_bust", name="optimal_win", tier=3, table=build_actions)
def optimal_win(view):
    """Whatever wins most against an opponent who plays as well, by the exact solution.

    Exact for two players, independent draws and an end at once. With one deck, other endings or
    more players (against the best of them) an approximation.
    """
    rank = number(view, LANES_AT + view.card)
    if view.card_kind == DOUBLE_TROUBLE and view.fills == 1:
        rank += 1
    words = number(view, BOOK) + vector_at(view.table, row_of(view), rank) * number(view, WORDS)
    if view.phase == PLAY_OR_REDRAW:
        return number(view, words) & 1
    place = SLOTS_AT + view.dice_rolled * number(view, N_SETS) + view.choice_set
    slot = number(view, place)
    code = code_in(number(view, words + slot // CODES), slot)
    return (code >> 1) * number(view, EACH_AT + rank) + (code & 1)
