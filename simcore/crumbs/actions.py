"""What actions and serves do to the table.

Sources: rulebook, sections 6, 8, 9 and 11.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs import records as ev
from simcore.crumbs.components import MAX_SANDWICHES, N_BREADS, N_FILLINGS, QUIRKS
from simcore.crumbs.deal import reveal, shortage
from simcore.crumbs.records import BREAD, QUEUE_PLACES
from simcore.crumbs.stacks import TOAST_STEP
from simcore.jit import kernel
from simcore.protocol import NOBODY, record_event

__all__ = ["act", "deliver_gifts", "note_bans", "place_of", "restock", "serve"]

DIETARY_QUIRK = QUIRKS.index("dietary")

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def restock(game, seat, ingredient):
    """All of one ingredient from the pantry to the counter; returns the cards."""
    board = game.board[0]
    moved = 0
    if ingredient < N_FILLINGS:
        moved = board.pantry[ingredient]
        board.counter[seat, ingredient] += moved
        board.pantry[ingredient] = 0
        return moved
    for kind in range(N_BREADS):
        moved += board.pantry[N_FILLINGS + kind]
        board.bread[kind] += board.pantry[N_FILLINGS + kind]
        board.pantry[N_FILLINGS + kind] = 0
    return moved


@kernel
def lay_filling(game, seat, filling, stacks, give):
    """A filling onto own stacks, and cards of it on their way to the colleague."""
    board, state = game.board[0], game.state
    for i in range(board.n_stacks[seat]):
        if stacks >> i & 1:
            board.stacks[seat, i] = np.int64(game.stacks.after[board.stacks[seat, i], filling])
            board.counter[seat, filling] -= 1
    if give > 0:
        board.counter[seat, filling] -= give
        state.gifts[1 - seat, filling] += give
        game.outcome.given[seat] += give
    state.touched[seat] = stacks


@kernel
def lay_breads(game, seat, breads, bottoms):
    """Slices onto own stacks, and new bottoms beside them."""
    board = game.board[0]
    touched = 0
    for i in range(board.n_stacks[seat]):
        kind = (breads >> 2 * i & 3) - 1
        if kind != NOBODY:
            stack = board.stacks[seat, i]
            board.stacks[seat, i] = np.int64(game.stacks.after[stack, N_FILLINGS + kind])
            board.bread[kind] -= 1
            touched |= 1 << i
    for kind in range(N_BREADS):
        for _ in range(bottoms >> 3 * kind & 7):
            at = board.n_stacks[seat]
            board.stacks[seat, at] = np.int64(game.stacks.after[0, N_FILLINGS + kind])
            board.n_stacks[seat] = at + 1
            board.bread[kind] -= 1
            touched |= 1 << at
    game.state.touched[seat] = touched


@kernel
def act(game, seat, option):
    """Carry out one action of a seat; gifts stay on their way."""
    board, state = game.board[0], game.state
    state.touched[seat] = 0
    kind, ingredient = np.int64(option.kind), np.int64(option.ingredient)
    stacks, breads = np.int64(option.stacks), np.int64(option.breads)
    bottoms, give = np.int64(option.bottoms), np.int64(option.give)
    what = kind + 16 * (ingredient + 1) + 256 * give
    record_event(game.trace, ev.ACTED, seat, what, stacks, breads + 4096 * bottoms)
    game.outcome.actions_taken[seat] += kind != ev.PASS
    if kind == ev.TAKE_BACK:
        restock(game, seat, ingredient)
    elif kind == ev.TOAST:
        for i in range(board.n_stacks[seat]):
            if stacks >> i & 1:
                stack = board.stacks[seat, i]
                board.stacks[seat, i] = np.int64(game.stacks.after[stack, TOAST_STEP])
    elif kind == ev.ASSEMBLE and ingredient == BREAD:
        lay_breads(game, seat, breads, bottoms)
    elif kind == ev.ASSEMBLE:
        lay_filling(game, seat, ingredient, stacks, give)


@kernel
def deliver_gifts(game):
    """Gifts arrive after both players' actions."""
    for seat in range(game.state.n_seats):
        for filling in range(N_FILLINGS):
            game.board[0].counter[seat, filling] += game.state.gifts[seat, filling]
            game.state.gifts[seat, filling] = 0


@kernel
def update_banned(game):
    """The set of fillings under a token, over all banning orders."""
    board = game.board[0]
    banned = 0
    for seat in range(game.state.n_seats):
        for place in range(QUEUE_PLACES):
            if board.is_banning[seat, place] != 0:
                banned |= int(game.stacks.bans[board.orders[seat, place]])
    board.banned = banned


@kernel
def begin_ban(game, seat, place):
    """A Dietary Diner's ban, unless it holds already or the order is complete."""
    board = game.board[0]
    order = board.orders[seat, place]
    if game.rules.quirks == 0 or np.int64(game.stacks.quirk[order]) != DIETARY_QUIRK:
        return
    if board.is_banning[seat, place] == 0 and board.is_complete[seat, place] == 0:
        board.is_banning[seat, place] = 1
        update_banned(game)
        record_event(game.trace, ev.BAN, seat, order, 0, 0)


@kernel
def note_bans(game, seat):
    """Bans that begin with a card laid on a stack that can only be for one customer."""
    board, tables = game.board[0], game.stacks
    if game.rules.quirks == 0:
        return
    for i in range(board.n_stacks[seat]):
        if game.state.touched[seat] >> i & 1 == 0:
            continue
        possible = tables.begins[board.stacks[seat, i]] & board.wanted[seat]
        for place in range(QUEUE_PLACES):
            order = board.orders[seat, place]
            is_open = order != NOBODY and board.is_complete[seat, place] == 0
            if is_open and possible != _ZERO and possible & ~tables.wants[order] == _ZERO:
                begin_ban(game, seat, place)


@kernel
def place_of(board, seat, sandwich):
    """Place in the queue of the order that wants a sandwich."""
    for place in range(QUEUE_PLACES):
        if board.orders[seat, place] == sandwich // MAX_SANDWICHES:
            return place
    return NOBODY


@kernel
def serve(game, seat, stack, sandwich):
    """Serve a stack: cards to the pantry, mark, complete, reveal, Stock Shortage."""
    board, tables, state = game.board[0], game.stacks, game.state
    number = board.stacks[seat, stack]
    for filling in range(N_FILLINGS):
        board.pantry[filling] += np.int64(tables.fillings[number]) >> filling & 1
    for kind in range(N_BREADS):
        board.pantry[N_FILLINGS + kind] += np.int64(tables.breads[number, kind])
    board.n_stacks[seat] -= 1
    for i in range(stack, board.n_stacks[seat]):
        board.stacks[seat, i] = board.stacks[seat, i + 1]
    board.wanted[seat] &= ~(_ONE << np.uint64(sandwich))
    board.has_served[seat] = 1
    state.n_served[seat] += 1
    game.outcome.served[seat] += 1
    game.outcome.n_served += 1
    record_event(game.trace, ev.SERVED, seat, stack, sandwich, 0)
    place = place_of(board, seat, sandwich)
    if board.first_serve[seat, place] == 0:
        board.first_serve[seat, place] = board.round
    board.last_serve[seat, place] = board.round
    if board.wanted[seat] & tables.wants[board.orders[seat, place]] == _ZERO:
        complete(game, seat, place)
    else:
        begin_ban(game, seat, place)


@kernel
def complete(game, seat, place):
    """An order is complete: its ban ends, and a hidden order is revealed where one is left."""
    board, state = game.board[0], game.state
    board.is_complete[seat, place] = 1
    board.is_banning[seat, place] = 0
    update_banned(game)
    entry = 2 * seat + place
    game.outcome.completed |= 1 << entry
    record_event(game.trace, ev.COMPLETED, seat, board.orders[seat, place], 0, 0)
    if state.hidden[seat] != NOBODY:
        last = QUEUE_PLACES - 1
        order = state.hidden[seat]
        state.hidden[seat] = NOBODY
        board.n_hidden[seat] = 0
        reveal(game, seat, last, order)
        record_event(game.trace, ev.REVEALED, seat, order, 0, 0)
        shortage(game, seat, last)
