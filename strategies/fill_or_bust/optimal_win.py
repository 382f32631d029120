"""Tier 3: two-player play that wins most, read off the exact solution."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.records import PLAY_OR_REDRAW
from simcore.fill_or_bust.rules import DOUBLE_TROUBLE, FILL, VENGEANCE
from simcore.jit import inlined, kernel
from simcore.protocol import read_table
from strategies.fill_or_bust.win_actions import (
    CHANCES,
    GOAL,
    HEAD,
    IS_EXEMPT,
    IS_FLAT,
    LANES_AT,
    LEVELS,
    START,
    STEP,
    WORDS,
    build_actions,
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
def row_of(view, own, other, t):
    """Where the numbers with `t` points at risk begin."""
    goal, words = number(view, GOAL), number(view, WORDS)
    start = HEAD + goal * goal + own * goal + other
    # The next pair of scores begins where the rows of this one end; the last ends the table.
    is_last = own * goal + other + 1 == goal * goal
    end = view.table.length if is_last else number(view, start + 1)
    top = (end - number(view, start)) // words - 1
    return number(view, start) + min(t, top) * words


@kernel
def worth_of_holding(view, row, lane, left):
    """Win probability with dice left to score in a lane (0: a fill is made), rounded down."""
    i = lane * 6 + left
    packed = np.int64(read_table(view, row + i // 3))
    levels = np.int64(LEVELS)
    for _ in range(i % 3):
        packed //= levels
    return (packed % levels) / LEVELS


@kernel
def worth_of_stopping(view, own, other, after):
    """Win probability of banking `after` steps and passing the dice."""
    goal = number(view, GOAL)
    if own + after >= goal:
        return 1.0
    return 1.0 - read_table(view, HEAD + other * goal + own + after)


@kernel
def worth_of(view, option, own, other, lane):
    """Win probability of an option."""
    step, left = number(view, STEP), option.dice_left
    after = (option.turn_points - view.banked) // step
    if option.is_stop:
        if left == 0 and view.card_kind == VENGEANCE:
            loss = view.card_value // step
            is_hit = own == other and number(view, IS_EXEMPT) == 0
            own, other = (max(own - loss, 0) if is_hit else own), max(other - loss, 0)
        stop = worth_of_stopping(view, own, other, after)
        return stop + (1.0 if number(view, IS_FLAT) and view.card_kind == FILL else 0.0)
    kept = (view.at_risk + option.points) // step
    if number(view, IS_FLAT) and view.card_kind == FILL:
        if left > 0:
            return read_table(view, CHANCES + left)
        kept = after - view.card_value // step
        return 1.0 + worth_of_holding(view, row_of(view, own, other, kept), lane, 0)
    return worth_of_holding(view, row_of(view, own, other, kept), lane, left)


@strategy(game="fill_or_bust", name="optimal_win", tier=3, table=build_actions)
def optimal_win(view):
    """Whatever wins most against an opponent who plays as well, by the exact solution.

    Exact, to one part in 131,072 a choice, for two players, independent draws and an end at once.
    With one deck, other endings or more players (against the best of them) an approximation.
    """
    step, start, last = number(view, STEP), number(view, START), number(view, GOAL) - 1
    own = min(max(view.scores[view.seat] // step + start, 0), last)
    other = min(max(best_other(view) // step + start, 0), last)
    lane = number(view, LANES_AT + view.card)
    if view.phase == PLAY_OR_REDRAW:
        row = row_of(view, own, other, view.at_risk // step)
        return number(view, row + number(view, WORDS) - 1) >> view.card & 1
    if view.card_kind == DOUBLE_TROUBLE and view.fills == 1:
        lane += 1
    best, picked = -1.0, 0
    for k in range(view.n_options):
        option = view.options[k]
        worth = worth_of(view, option, own, other, lane)
        if worth > best or (worth == best and option.is_stop):
            best, picked = worth, k
    return picked
