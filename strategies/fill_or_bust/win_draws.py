"""Worth of drawing on with points at risk, kept where a Vengeance leads while they are.

A turn stays at its pair of scores until a Vengeance lowers them, and the worth of drawing on
from there is wanted again and again. For any other pair it is kept for nothing at risk only:
that takes a third of the room and less, which is most of what the solution takes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.fill_or_bust.rules import VENGEANCE
from simcore.jit import inlined
from strategies.fill_or_bust.win_vector import get_number, put_number

__all__ = ["Draws", "draw_at", "empty_draws", "put_draw", "row_of_draws", "rows_of_draws"]


class Draws(NamedTuple):
    """Worth of drawing on, by pair of scores and points at risk.

    rows : float64[goal * goal + 1], where in `worth` the row of each pair begins.
    worth : float64; 0.5 where it has not been worked out.
    """

    rows: np.ndarray
    worth: np.ndarray


def empty_draws(solver: np.void) -> Draws:
    """Room for a `SOLVER`'s rules."""
    rows = rows_of_draws(solver)
    return Draws(rows, np.full(int(rows[-1]), 0.5))


def rows_of_draws(solver: np.void) -> np.ndarray:
    """`Draws.rows` under a `SOLVER`'s rules."""
    return np.append(0.0, np.cumsum(_lengths(solver)))


def _lengths(solver: np.void) -> np.ndarray:
    """Points at risk that are kept by both scores."""
    goal = int(solver["goal"])
    lengths = np.ones((goal, goal), np.int64)
    if solver["vengeance_banks"]:
        return lengths
    short = goal - np.arange(goal)
    for loss in solver["value"][solver["kind"] == VENGEANCE].tolist():
        for other in range(goal):
            hit = max(other - loss, 0)
            lengths[:other, hit] = short[:other]
            own = other if solver["is_exempt"] else hit
            lengths[own, hit] = short[own]
    return lengths


def row_of_draws(draws: Draws, own: int, other: int, goal: int) -> np.ndarray:
    """The part of `worth` that belongs to a pair of scores."""
    first, last = draws.rows[own * goal + other : own * goal + other + 2].astype(int)
    return draws.worth[first:last]


@inlined
def draw_at(own, other, t, solver):
    """Worth of drawing a card with `t` points at risk, where it is kept."""
    first = get_number(solver.draw_rows, own * solver.goal + other)
    return get_number(solver.draw, np.int64(first) + t)


@inlined
def put_draw(t, worth, solver):
    """Worth of drawing a card at the scores of this turn with `t` points at risk."""
    solver.drawn[t] = worth
    pair = solver.own * solver.goal + solver.other
    place = np.int64(get_number(solver.draw_rows, pair)) + t
    if place < np.int64(get_number(solver.draw_rows, pair + 1)):
        put_number(solver.draw, place, worth)
