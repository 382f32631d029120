"""Positions of a search and what is known of them: a table that forgets rather than grows."""

from __future__ import annotations

import numpy as np

from simcore.crumbs.components import MAX_SANDWICHES, N_BREADS, N_FILLINGS
from simcore.crumbs.options import n_bits
from simcore.crumbs.records import MAX_STANDING
from simcore.jit import kernel
from simcore.protocol import NOBODY

__all__ = ["MEMO", "is_matchable", "is_useful", "key_of", "lost_with", "remember_lost"]

MEMO_BITS = 20
MEMO_SIZE = 1 << MEMO_BITS
PROBES = 8

STACK_BITS = 11
"""Enough for the numbers of the stacks of any deck (`MAX_STACKS`)."""

TAG_BITS = 8

MEMO = np.dtype(
    [
        ("stamp", np.int64),
        ("stamps", np.int64, MEMO_SIZE),
        ("lows", np.uint64, MEMO_SIZE),
        ("highs", np.uint64, MEMO_SIZE),
        ("losts", np.uint8, MEMO_SIZE),
        ("possible", np.uint64, MAX_STANDING),
        ("union", np.uint64, 1 << MAX_STANDING),
        ("room", np.int64, 1 << MAX_STANDING),
    ],
    align=True,
)
"""Entries of the search numbered `stamp`; of others they count as free.

lows, highs : the position's key. losts : the largest number of actions left with which it is
proved lost; with fewer it is lost all the more. possible, union, room : to work in: the sandwiches
that each stack, and each set of stacks, may be meant for, and how many.
"""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(64 - MEMO_BITS)
_HALF = np.uint64(29)


@kernel
def key_of(search):
    """Two words that name the position on the board: all that the future depends on."""
    game = search.game
    board = game.board[0]
    low = high = _ZERO
    # Stacks in falling order: where they stand makes no difference.
    for place in range(MAX_STANDING):
        number = nth_largest(board, place)
        if place < MAX_STANDING - 1:
            low = low << np.uint64(STACK_BITS) | np.uint64(number)
        else:
            high = np.uint64(number)
    bits = np.uint64(MAX_SANDWICHES)
    for k in range(game.rules.n_chosen):
        order = game.rules.chosen[k]
        served = board.wanted[0] >> np.uint64(MAX_SANDWICHES * order)
        low = low << bits | served & ((_ONE << bits) - _ONE)
    for filling in range(N_FILLINGS):
        high = high << np.uint64(2) | np.uint64(board.counter[0, filling])
    for kind in range(N_BREADS):
        high = high << np.uint64(3) | np.uint64(board.bread[kind])
    for place in range(game.rules.n_chosen):
        high = high << _ONE | np.uint64(board.is_banning[0, place] != 0)
        high = high << _ONE | np.uint64(board.first_serve[0, place] != 0)
    return low, high << np.uint64(TAG_BITS) | search.tag


@kernel
def nth_largest(board, n):
    """The number of the stack that is n-th from the largest, 0 beyond the last."""
    for i in range(board.n_stacks[0]):
        n_above = 0
        for j in range(board.n_stacks[0]):
            is_larger = board.stacks[0, j] > board.stacks[0, i]
            n_above += is_larger or (board.stacks[0, j] == board.stacks[0, i] and j < i)
        if n_above == n:
            return board.stacks[0, i]
    return 0


@kernel
def memo_place(memo, low, high):
    """Place of a position in the memo, or the one to overwrite."""
    first = ((low ^ (high << _HALF) ^ (high >> _HALF)) * _MIX) >> _SHIFT
    for probe in range(PROBES):
        place = (np.int64(first) + probe) & (MEMO_SIZE - 1)
        if memo.stamps[place] != memo.stamp:
            return place
        if memo.lows[place] == low and memo.highs[place] == high:
            return place
    return np.int64(first)


@kernel
def lost_with(memo, low, high):
    """The largest number of actions left with which a position is known to be lost, or 0."""
    place = memo_place(memo, low, high)
    is_known = (
        memo.stamps[place] == memo.stamp and memo.lows[place] == low and memo.highs[place] == high
    )
    return np.int64(memo.losts[place]) if is_known else 0


@kernel
def remember_lost(memo, low, high, left):
    """Note that a position is lost with `left` actions."""
    place = memo_place(memo, low, high)
    memo.stamps[place] = memo.stamp
    memo.lows[place] = low
    memo.highs[place] = high
    memo.losts[place] = left


@kernel
def is_matchable(game, memo):
    """Whether the stacks can be meant for different sandwiches still to be served (Hall)."""
    board, tables = game.board[0], game.stacks
    wanted = board.wanted[0]
    if game.state.hidden[0] != NOBODY:
        wanted |= tables.wants[game.state.hidden[0]]
    n_stacks = board.n_stacks[0]
    for i in range(n_stacks):
        memo.possible[i] = tables.begins[board.stacks[0, i]] & wanted
        size = 1 << i
        memo.union[0] = _ZERO
        for subset in range(size):
            joined = memo.union[subset] | memo.possible[i]
            memo.union[size + subset] = joined
            if n_in(joined) < n_bits(size + subset):
                return False
    return True


@kernel
def is_useful(game, memo, order, other):
    """Whether each stack may be of use, be the hidden order the one or the other.

    Of some stacks, no more are served in either case than there are sandwiches they begin; where
    both cases together serve fewer than there are stacks, one of them is served in neither.
    """
    board, tables = game.board[0], game.stacks
    size = 1 << board.n_stacks[0]
    for subset in range(size):
        memo.room[subset] = 0
    for case in range(2):
        wanted = board.wanted[0] | tables.wants[other if case == 1 else order]
        memo.union[0] = _ZERO
        for subset in range(1, size):
            last = 0
            while subset >> (last + 1) != 0:
                last += 1
            joined = memo.union[subset - (1 << last)] | (
                tables.begins[board.stacks[0, last]] & wanted
            )
            memo.union[subset] = joined
            memo.room[subset] += n_in(joined)
    n_left_over = 0
    for subset in range(size):
        n_left_over += memo.room[subset] < n_bits(subset)
    return n_left_over == 0


@kernel
def n_in(sandwiches):
    """Number of sandwiches in a set."""
    n = 0
    while sandwiches != _ZERO:
        sandwiches &= sandwiches - _ONE
        n += 1
    return n
