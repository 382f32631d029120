"""How far a stack is from a sandwich: the actions still to be taken.

A card costs an action and so does the toasting; an ingredient that is not on the counter costs
one more, to restock it. What several stacks share in one action is not counted.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs.components import N_FILLINGS
from simcore.crumbs.stacks import N_SANDWICHES
from simcore.jit import kernel

__all__ = ["NEVER", "is_in", "missing_bread", "missing_fillings", "steps_left"]

NEVER = 99
"""Actions to what cannot be made now: an ingredient is banned, or in no place it can come from."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def is_in(sandwiches, sandwich):
    """Whether a set of sandwiches holds one."""
    return sandwiches >> np.uint64(sandwich) & _ONE != _ZERO


@kernel
def steps_left(tables, stack, sandwich):
    """Cards and toasting still to come, every ingredient being at hand."""
    left = np.int64(tables.cost[sandwich]) - np.int64(tables.n_cards[stack])
    if tables.slices[sandwich] == 1 and tables.is_toasted[sandwich] != 0:
        left -= np.int64(tables.is_bottom_toasted[stack])
    return left


@kernel
def missing_fillings(tables, board, seat, stack, sandwich):
    """(fillings to be restocked first, fillings that cannot be had now), as counts."""
    needed = np.int64(tables.needs[sandwich]) & ~np.int64(tables.fillings[stack])
    n_away = n_lost = 0
    for filling in range(N_FILLINGS):
        if needed >> filling & 1 == 0:
            continue
        if board.banned >> filling & 1:
            n_lost += 1
        elif board.counter[seat, filling] == 0:
            if board.pantry[filling] > 0:
                n_away += 1
            else:
                n_lost += 1
    return n_away, n_lost


@kernel
def missing_bread(tables, board, stack, sandwich):
    """0: the slices are on the counter; 1: with a restock; `NEVER`: not even then."""
    n_slices = np.int64(tables.slices[sandwich]) - np.int64(tables.n_slices[stack])
    if n_slices == 0:
        return 0
    top = np.int64(tables.top[sandwich]) - N_FILLINGS
    here = board.bread[0] + board.bread[1] + board.bread[2]
    if here >= n_slices and board.bread[top] > 0:
        return 0
    for kind in range(3):
        here += board.pantry[N_FILLINGS + kind]
    if here >= n_slices and board.bread[top] + board.pantry[N_FILLINGS + top] > 0:
        return 1
    return NEVER


@kernel
def actions_left(tables, board, seat, stack, sandwich):
    """Actions until the seat can serve this stack as this sandwich, restocks included."""
    n_away, n_lost = missing_fillings(tables, board, seat, stack, sandwich)
    if n_lost > 0:
        return NEVER
    bread = missing_bread(tables, board, stack, sandwich)
    if bread == NEVER:
        return NEVER
    return steps_left(tables, stack, sandwich) + n_away + bread


@kernel
def nearest(tables, board, seat):
    """(actions, place of the stack or -1 for a new one, sandwich) of the sandwich nearest to done.

    Of equals, the first in the order of the deck, and a standing stack before a new one.
    """
    wanted = board.wanted[seat]
    best, best_place, best_sandwich = NEVER, -1, -1
    for sandwich in range(N_SANDWICHES):
        if not is_in(wanted, sandwich):
            continue
        for place in range(board.n_stacks[seat]):
            stack = board.stacks[seat, place]
            if is_in(tables.begins[stack], sandwich):
                left = actions_left(tables, board, seat, stack, sandwich)
                if left < best:
                    best, best_place, best_sandwich = left, place, sandwich
        left = actions_left(tables, board, seat, 0, sandwich)
        if left < best:
            best, best_place, best_sandwich = left, -1, sandwich
    return best, best_place, best_sandwich
