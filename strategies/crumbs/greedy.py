"""Tier 1: always one step towards the sandwich that is nearest to done."""

from __future__ import annotations

import numpy as np

from simcore.crumbs.components import N_BREADS, N_FILLINGS
from simcore.crumbs.records import ACT, ASSEMBLE, BREAD, PASS, SERVE, TAKE_BACK, TOAST
from simcore.crumbs.stacks import N_SANDWICHES, TOAST_STEP
from simcore.jit import kernel
from strategies.crumbs.work import NEVER, is_in, missing_bread, nearest
from strategies.registry import strategy

NOTHING = -1


@strategy(game="crumbs", name="greedy", tier=1)
def greedy(view):
    """One step towards the sandwich nearest to done; restock what most sandwiches lack."""
    tables, board = view.tables[0], view.board[0]
    seat = view.seat
    if view.phase == SERVE:
        return 0
    if view.phase != ACT:
        return most_lacked(view)
    left, place, sandwich = nearest(tables, board, seat)
    if left == NEVER:
        return last_resort(view)
    stack = board.stacks[seat, place] if place >= 0 else 0
    step = next_step(tables, board, seat, stack, sandwich)
    if step == NOTHING:
        return restock_for(view, stack, sandwich)
    return find_step(view, place, step)


@kernel
def next_step(tables, board, seat, stack, sandwich):
    """The step to take now: toast, a filling at hand, or a slice; NOTHING before a restock."""
    if leads_on(tables, stack, TOAST_STEP, sandwich):
        is_open = tables.slices[sandwich] == 1
        if is_open and tables.is_toasted[sandwich] != 0:
            return TOAST_STEP
        if tables.n_slices[stack] == tables.slices[sandwich]:
            return TOAST_STEP
    for filling in range(N_FILLINGS):
        if board.counter[seat, filling] > 0 and leads_on(tables, stack, filling, sandwich):
            return filling
    if missing_bread(tables, board, stack, sandwich) == 0:
        return slice_for(tables, board, stack, sandwich)
    return NOTHING


@kernel
def leads_on(tables, stack, step, sandwich):
    """Whether the stack after a step still begins the sandwich."""
    return is_in(tables.begins[np.int64(tables.after[stack, step])], sandwich)


@kernel
def slice_for(tables, board, stack, sandwich):
    """The slice to lay: the kind there is most of, one of the top's kind kept for the top."""
    top = np.int64(tables.top[sandwich])
    is_top = np.int64(tables.n_slices[stack]) + 1 == np.int64(tables.slices[sandwich])
    best, kind = 0, NOTHING
    for bread in range(N_BREADS):
        step = N_FILLINGS + bread
        spare = board.bread[bread]
        if not is_top and step == top:
            spare -= 1
        if spare > best and leads_on(tables, stack, step, sandwich):
            best, kind = spare, step
    return kind


@kernel
def find_step(view, place, step):
    """The option that takes one step on one stack (place -1: a new bottom) and no more."""
    for i in range(view.n_options):
        option = view.options[i]
        if step == TOAST_STEP:
            is_it = option.kind == TOAST and option.stacks == 1 << place
        elif option.kind != ASSEMBLE or option.give != 0:
            is_it = False
        elif step < N_FILLINGS:
            is_it = option.ingredient == step and option.stacks == 1 << place
        elif place < 0:
            is_it = option.stacks == 0 and option.bottoms == 1 << 3 * (step - N_FILLINGS)
        else:
            laid = (step - N_FILLINGS + 1) << 2 * place
            is_it = option.bottoms == 0 and option.breads == laid and option.ingredient == BREAD
        if is_it:
            return i
    return last_resort(view)


@kernel
def restock_for(view, stack, sandwich):
    """The restock of what a sandwich lacks."""
    tables, board = view.tables[0], view.board[0]
    needed = np.int64(tables.needs[sandwich]) & ~np.int64(tables.fillings[stack])
    for i in range(view.n_options):
        option = view.options[i]
        if option.kind != TAKE_BACK:
            continue
        if option.ingredient == BREAD:
            if missing_bread(tables, board, stack, sandwich) == 1:
                return i
        elif needed >> option.ingredient & 1 and board.counter[view.seat, option.ingredient] == 0:
            return i
    return last_resort(view)


@kernel
def last_resort(view):
    """Pass where that is allowed, else the first option."""
    last = view.n_options - 1
    return last if view.options[last].kind == PASS else 0


@kernel
def most_lacked(view):
    """The restock that most wanted sandwiches wait for."""
    tables, board = view.tables[0], view.board[0]
    best, best_option = -1, 0
    for i in range(view.n_options):
        ingredient = view.options[i].ingredient
        n_lacking = 0
        for sandwich in range(N_SANDWICHES):
            if is_in(board.wanted[view.seat], sandwich):
                if ingredient == BREAD:
                    n_lacking += missing_bread(tables, board, 0, sandwich) > 0
                elif board.counter[view.seat, ingredient] == 0:
                    n_lacking += np.int64(tables.needs[sandwich]) >> ingredient & 1
        if n_lacking > best:
            best, best_option = n_lacking, i
    return best_option
