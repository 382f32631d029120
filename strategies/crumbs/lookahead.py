"""Trying an option on scratch paper: what the own table would be after it."""

from __future__ import annotations

import numpy as np

from simcore.crumbs.components import N_BREADS, N_FILLINGS
from simcore.crumbs.records import ASSEMBLE, BREAD, TAKE_BACK, TOAST
from simcore.crumbs.stacks import N_SANDWICHES, TOAST_STEP
from simcore.jit import kernel
from strategies.crumbs.work import is_in

__all__ = ["try_option"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def try_option(view, option):
    """Carry out an action or a restock on `view.board[1]`; returns the sandwiches it serves.

    A gift arrives at once; what a serve reveals and the free restocks are left out.
    """
    view.board[1] = view.board[0]
    tables, board, seat = view.tables[0], view.board[1], view.seat
    if option.kind == TAKE_BACK:
        take_back(board, seat, option.ingredient)
    elif option.kind == TOAST or option.kind == ASSEMBLE:
        for place in range(board.n_stacks[seat]):
            step = step_on(option, place)
            if step >= 0:
                stack = board.stacks[seat, place]
                board.stacks[seat, place] = np.int64(tables.after[stack, step])
                use_card(board, seat, step)
        lay_bottoms(tables, board, seat, option.bottoms)
        if option.give > 0:
            board.counter[seat, option.ingredient] -= option.give
            board.counter[1 - seat, option.ingredient] += option.give
    return serve_ready(tables, board, seat)


@kernel
def step_on(option, place):
    """The step that an option takes on the stack at a place, or -1."""
    if option.stacks >> place & 1 == 0:
        return -1
    if option.kind == TOAST:
        return TOAST_STEP
    if option.ingredient == BREAD:
        return N_FILLINGS + (option.breads >> 2 * place & 3) - 1
    return option.ingredient


@kernel
def use_card(board, seat, step):
    """Take the card of a step from the counter."""
    if step < N_FILLINGS:
        board.counter[seat, step] -= 1
    elif step != TOAST_STEP:
        board.bread[step - N_FILLINGS] -= 1


@kernel
def lay_bottoms(tables, board, seat, bottoms):
    """New bottoms behind the standing stacks."""
    for kind in range(N_BREADS):
        for _ in range(bottoms >> 3 * kind & 7):
            place = board.n_stacks[seat]
            board.stacks[seat, place] = np.int64(tables.after[0, N_FILLINGS + kind])
            board.n_stacks[seat] = place + 1
            board.bread[kind] -= 1


@kernel
def take_back(board, seat, ingredient):
    """All of one ingredient from the pantry."""
    if ingredient < N_FILLINGS:
        board.counter[seat, ingredient] += board.pantry[ingredient]
        board.pantry[ingredient] = 0
    else:
        for kind in range(N_BREADS):
            board.bread[kind] += board.pantry[N_FILLINGS + kind]
            board.pantry[N_FILLINGS + kind] = 0


@kernel
def serve_ready(tables, board, seat):
    """Serve what equals a wanted sandwich, the first that fits; returns how many."""
    n_served = place = 0
    while place < board.n_stacks[seat]:
        stack = board.stacks[seat, place]
        matches = tables.equals[stack] & board.wanted[seat]
        if matches == _ZERO:
            place += 1
            continue
        n_served += 1
        for sandwich in range(N_SANDWICHES):
            if is_in(matches, sandwich):
                board.wanted[seat] &= ~(_ONE << np.uint64(sandwich))
                break
        for filling in range(N_FILLINGS):
            board.pantry[filling] += np.int64(tables.fillings[stack]) >> filling & 1
        for kind in range(N_BREADS):
            board.pantry[N_FILLINGS + kind] += np.int64(tables.breads[stack, kind])
        board.n_stacks[seat] -= 1
        for i in range(place, board.n_stacks[seat]):
            board.stacks[seat, i] = board.stacks[seat, i + 1]
    return n_served
