"""The legal actions of a step, listed for the seat that decides.

Source: rulebook, section 6. Ruling: an action lays cards of one ingredient, at most one on a
stack, and each stack must remain a possible beginning of a sandwich wanted by an active order.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs import records as ev
from simcore.crumbs.components import N_BREADS, N_FILLINGS, N_KINDS
from simcore.crumbs.records import BREAD, MAX_OPTIONS, MAX_STANDING
from simcore.crumbs.stacks import N_SANDWICHES, TOAST_STEP
from simcore.jit import kernel
from simcore.protocol import NOBODY

__all__ = ["list_actions", "list_restocks", "n_bits", "write_option"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def n_bits(bits):
    """Number of elements of a set of at most eight."""
    bits = bits - (bits >> 1 & 0x55)
    bits = (bits & 0x33) + (bits >> 2 & 0x33)
    return (bits + (bits >> 4)) & 0x0F


@kernel
def write_option(game, kind, ingredient, stacks, breads, bottoms, give, sandwich):  # noqa: PLR0913
    """Append an option; where the buffer is full, only note that."""
    at = game.state.n_options
    if at < MAX_OPTIONS:
        option = game.options[at]
        option.kind = kind
        option.ingredient = ingredient
        option.stacks = stacks
        option.breads = breads
        option.bottoms = bottoms
        option.give = give
        option.sandwich = sandwich
        game.state.n_options = at + 1
    else:
        game.outcome.has_overflowed = 1


@kernel
def is_assignable(game, seat, after, n_after):
    """Whether stacks can go to different wanted sandwiches, those that fit nothing left out."""
    wanted = game.board[0].wanted[seat]
    begins = game.stacks.begins
    owner = np.full(N_SANDWICHES, NOBODY, np.int64)
    for i in range(n_after):
        if begins[after[i]] & wanted == _ZERO:
            continue
        tried = np.zeros(N_SANDWICHES, np.int64)
        # Kuhn's augmenting path, with the path kept in `chain` instead of a recursion.
        chain = np.full(MAX_STANDING + 1, NOBODY, np.int64)
        taken = np.full(MAX_STANDING + 1, NOBODY, np.int64)
        depth = 0
        chain[0] = i
        while True:
            choice = NOBODY
            for bit in range(N_SANDWICHES):
                is_wanted = (begins[after[chain[depth]]] & wanted) >> np.uint64(bit) & _ONE
                if is_wanted == _ONE and tried[bit] == 0:
                    choice = bit
                    break
            if choice == NOBODY:
                if depth == 0:
                    return False
                depth -= 1
                continue
            tried[choice] = 1
            taken[depth] = choice
            if owner[choice] == NOBODY:
                break
            depth += 1
            chain[depth] = owner[choice]
        for k in range(depth + 1):
            owner[taken[k]] = chain[k]
    return True


@kernel
def keeps_assignable(game, seat, step, stacks, breads, bottoms):
    """Whether an action leaves the seat's stacks assignable together (switch `joint_stacks`)."""
    board, after_step = game.board[0], game.stacks.after
    after = np.zeros(2 * MAX_STANDING, np.int64)
    n_after = board.n_stacks[seat]
    for i in range(n_after):
        after[i] = board.stacks[seat, i]
        if stacks >> i & 1:
            taken = step
            if step == BREAD:
                taken = N_FILLINGS + (breads >> 2 * i & 3) - 1
            after[i] = np.int64(after_step[after[i], taken])
    for kind in range(N_BREADS):
        for _ in range(bottoms >> 3 * kind & 7):
            after[n_after] = np.int64(after_step[0, N_FILLINGS + kind])
            n_after += 1
    return is_assignable(game, seat, after, n_after)


@kernel
def add_action(game, kind, ingredient, stacks, breads, bottoms, give):  # noqa: PLR0913
    """Append an action, unless the stacks together forbid it."""
    is_allowed = True
    if game.rules.joint_stacks != 0:
        step = TOAST_STEP if kind == ev.TOAST else ingredient
        is_allowed = keeps_assignable(game, game.state.seat, step, stacks, breads, bottoms)
    if is_allowed:
        write_option(game, kind, ingredient, stacks, breads, bottoms, give, NOBODY)


@kernel
def takers(game, seat, step):
    """Set of the seat's stacks that remain a possible beginning after a step."""
    board, tables = game.board[0], game.stacks
    wanted = board.wanted[seat]
    found = 0
    for i in range(board.n_stacks[seat]):
        after = np.int64(tables.after[board.stacks[seat, i], step])
        if tables.begins[after] & wanted != _ZERO:
            found |= 1 << i
    return found


@kernel
def list_fillings(game, seat):
    """Every set of stacks that a filling can go on, and for two players every gift of it."""
    board = game.board[0]
    has_colleague = game.state.n_seats > 1
    for filling in range(N_FILLINGS):
        n_cards = board.counter[seat, filling]
        if n_cards == 0 or board.banned >> filling & 1:
            continue
        able = takers(game, seat, filling)
        chosen = able
        while True:
            left = n_cards - n_bits(chosen)
            if left >= 0:
                if chosen != 0:
                    add_action(game, ev.ASSEMBLE, filling, chosen, 0, 0, 0)
                if has_colleague:
                    for give in range(1, left + 1):
                        add_action(game, ev.ASSEMBLE, filling, chosen, 0, 0, give)
            if chosen == 0:
                break
            chosen = (chosen - 1) & able


@kernel
def list_bottoms(game, seat, stacks, breads, bottoms_allowed):
    """Every set of new bottoms beside the slices `breads` laid on `stacks`."""
    board = game.board[0]
    left_0, left_1, left_2 = board.bread[0], board.bread[1], board.bread[2]
    for i in range(MAX_STANDING):
        kind = breads >> 2 * i & 3
        left_0 -= kind == 1
        left_1 -= kind == 2
        left_2 -= kind == 3
    if left_0 < 0 or left_1 < 0 or left_2 < 0:
        return
    most_0 = left_0 if bottoms_allowed & 1 else 0
    most_1 = left_1 if bottoms_allowed & 2 else 0
    most_2 = left_2 if bottoms_allowed & 4 else 0
    for n_0 in range(most_0 + 1):
        for n_1 in range(most_1 + 1):
            for n_2 in range(most_2 + 1):
                bottoms = n_0 | n_1 << 3 | n_2 << 6
                if stacks != 0 or bottoms != 0:
                    add_action(game, ev.ASSEMBLE, BREAD, stacks, breads, bottoms, 0)


@kernel
def list_breads(game, seat):
    """Every way to lay slices on stacks and beside them."""
    board, tables = game.board[0], game.stacks
    able_0 = able_1 = able_2 = bottoms_allowed = 0
    if board.bread[0] > 0:
        able_0 = takers(game, seat, N_FILLINGS)
    if board.bread[1] > 0:
        able_1 = takers(game, seat, N_FILLINGS + 1)
    if board.bread[2] > 0:
        able_2 = takers(game, seat, N_FILLINGS + 2)
    for kind in range(N_BREADS):
        bottom = np.int64(tables.after[0, N_FILLINGS + kind])
        is_wanted = tables.begins[bottom] & board.wanted[seat] != _ZERO
        bottoms_allowed |= is_wanted << kind
    able = able_0 | able_1 | able_2
    chosen = able
    while True:
        # For these stacks, run through the kinds of slices as a number in base four.
        breads = lowest_kinds(chosen)
        while breads != NOBODY:
            if are_able(breads, able_0, able_1, able_2):
                list_bottoms(game, seat, chosen, breads, bottoms_allowed)
            breads = next_kinds(chosen, breads)
        if chosen == 0:
            return
        chosen = (chosen - 1) & able


@kernel
def lowest_kinds(chosen):
    """White for each of the chosen stacks."""
    breads = 0
    for i in range(MAX_STANDING):
        breads |= (chosen >> i & 1) << 2 * i
    return breads


@kernel
def next_kinds(chosen, breads):
    """The next choice of kinds for the same stacks, or NOBODY after the last."""
    result = NOBODY
    for i in range(MAX_STANDING):
        if chosen >> i & 1 and result == NOBODY:
            if breads >> 2 * i & 3 < 3:
                result = breads + (1 << 2 * i)
            else:
                breads -= 2 << 2 * i
    return result


@kernel
def are_able(breads, able_0, able_1, able_2):
    """Whether every stack takes the kind of slice chosen for it."""
    result = True
    for i in range(MAX_STANDING):
        kind = breads >> 2 * i & 3
        if kind != 0:
            able = able_0 if kind == 1 else (able_1 if kind == 2 else able_2)
            result &= (able >> i & 1) != 0
    return result


@kernel
def list_toasts(game, seat):
    """Every set of uncovered bread that can be flipped."""
    able = takers(game, seat, TOAST_STEP)
    chosen = able
    while chosen != 0:
        add_action(game, ev.TOAST, NOBODY, chosen, 0, 0, 0)
        chosen = (chosen - 1) & able


@kernel
def list_restocks(game):
    """Every ingredient in the pantry."""
    pantry = game.board[0].pantry
    for filling in range(N_FILLINGS):
        if pantry[filling] > 0:
            write_option(game, ev.TAKE_BACK, filling, 0, 0, 0, 0, NOBODY)
    n_breads = 0
    for kind in range(N_FILLINGS, N_KINDS):
        n_breads += pantry[kind]
    if n_breads > 0:
        write_option(game, ev.TAKE_BACK, BREAD, 0, 0, 0, 0, NOBODY)


@kernel
def list_actions(game, seat):
    """Every legal action of a seat, into `game.options`."""
    game.state.n_options = 0
    list_fillings(game, seat)
    list_breads(game, seat)
    list_toasts(game, seat)
    list_restocks(game)
    if game.state.n_seats > 1:
        write_option(game, ev.PASS, NOBODY, 0, 0, 0, 0, NOBODY)
