"""Rolls of a turn whose choices are known beforehand: alike moves are made together."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.rules import BONUS, FILL, MUST_BUST
from simcore.jit import inlined, kernel
from strategies.fill_or_bust.win_ends import end_turn, make_fill, place_of
from strategies.fill_or_bust.win_plan import BOOK, MAX_DICE, ROWS, WORDS, vector_at
from strategies.fill_or_bust.win_tables import AFTER_FILL
from strategies.fill_or_bust.win_vector import get_number

__all__ = ["is_planned_away", "roll_planned"]


@inlined
def planned_vector(t, lane, bench):
    """Number of the vector that holds the choices of a lane with `t` points at risk."""
    flow = bench.flow
    rows = np.int64(get_number(flow.plan, ROWS))
    place = rows + 2 * place_of(flow.own, flow.other, bench.solver.goal)
    start = np.int64(get_number(flow.plan, place))
    top = np.int64(get_number(flow.plan, place + 1))
    return vector_at(flow.plan, start + min(t, top), flow.rank[lane])


@kernel
def is_planned_away(t, lane, bench):
    """Whether a Vengeance that need not be played is put away."""
    plan = bench.flow.plan
    vector = planned_vector(t, lane, bench)
    word = np.int64(get_number(plan, BOOK)) + vector * np.int64(get_number(plan, WORDS))
    return np.int64(get_number(plan, word)) & 1


@kernel
def roll_planned(t, n_dice, lane, chance, bench):
    """Roll `n_dice` with `t` points at risk under the card of a lane."""
    flow, solver = bench.flow, bench.solver
    kind = solver.kind[lane]
    kept = t if kind == MUST_BUST else 0
    end_turn(flow.own + kept, flow.other, chance * solver.nulls[n_dice], bench)
    at = planned_vector(t, lane, bench) * MAX_DICE + n_dice
    first, last = get_number(flow.first_move, at), get_number(flow.first_move, at + 1)
    for move in range(4 * np.int64(first), 4 * np.int64(last), 4):
        after = t + np.int64(get_number(flow.moves, move))
        left = np.int64(get_number(flow.moves, move + 1))
        is_stop = np.int64(get_number(flow.moves, move + 2))
        more = chance * get_number(flow.moves, move + 3)
        if left == 0:
            if kind in (BONUS, FILL):
                after += solver.value[lane]
            elif kind == AFTER_FILL:
                after *= solver.multiplier
            make_fill(lane, after, is_stop, more, bench)
        elif is_stop:
            end_turn(flow.own + after, flow.other, more, bench)
        else:
            flow.mass[min(after, solver.goal), left, lane] += more
