"""What the best turn of a position gains in chips, without listing or playing a turn.

The frontier of every search: chips in hand change only by what a slide lays and sends home, so
the value of a last turn is the value before it plus a gain.
"""

from __future__ import annotations

import numpy as np

from simcore.fillit import records as ev
from simcore.fillit.bits import first_cell, popcount
from simcore.fillit.moves import slide, swap_bits
from simcore.fillit.turns import list_steps, look_around
from simcore.jit import kernel

__all__ = ["WEIGHT", "WIN", "best_gain", "value_of", "weigh"]

WIN = 1_000_000
"""Gain of a winning turn, beyond all sums of chips."""

WEIGHT = np.dtype([("placed", np.int64), ("next", np.int64), ("after", np.int64)], align=True)
"""What a chip is worth to the mover: one laid, one of the next side sent home, of the side after.

A position is worth the hands of the others minus the own hand, which counts as often as there
are others. In games of three every other player is taken for an enemy of the one who searches.
"""

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel
def weigh(setup, root, weights):
    """Fill WEIGHT[sides] with what each side's moves gain it, as side `root` (int) fears it."""
    n_sides = np.int64(setup.n_sides)
    for side in range(n_sides):
        weight = weights[side]
        after = (side + 2) % n_sides
        if side == root:
            weight.placed = n_sides - 1
            weight.next = 1
            weight.after = 1
        else:
            weight.placed = 1
            weight.next = n_sides - 1 if (side + 1) % n_sides == root else -1
            weight.after = n_sides - 1 if after == root else -1


@kernel
def value_of(setup, position, root):
    """Worth of a position to a side (int): the others' hands minus its own for each of them."""
    value = np.int64(0)
    n_sides = np.int64(setup.n_sides)
    for side in range(n_sides):
        hand = np.int64(setup.chips - popcount(position.chips[side]))
        value += hand if side != root else hand * (1 - n_sides)
    return value


@kernel
def best_gain(setup, position, player, work, weight, enough):
    """Gain of the best turn of `player` (uint64); `WIN` if one wins; any gain above `enough`.

    `work` is the scratch of an enumeration. Without any slide the gain is 0.
    """
    look_around(setup, position, player, work)
    own = position.chips[work.side]
    enemy, other = position.chips[work.next], position.chips[work.after]
    best, can_slide = np.int64(-WIN), False
    for i in range(6):
        d = np.uint64(i)
        path = work.path[d]
        if path == _ZERO:
            continue
        if work.end[d] == _ZERO:
            return np.int64(WIN)
        can_slide = True
        gain = np.int64(popcount(path & ~own)) * weight.placed
        gain += np.int64(popcount(path & enemy)) * weight.next
        gain += np.int64(popcount(path & other)) * weight.after
        best = max(best, gain)
    if best > enough:
        return best
    return _best_after_a_step(setup, position, work, weight, best, can_slide)


@kernel
def _best_after_a_step(setup, position, work, weight, best, can_slide):
    """The same over stone moves that change a slide, from the best without one."""
    side_own = position.chips[work.side]
    side_enemy, side_other = position.chips[work.next], position.chips[work.after]
    list_steps(setup, position, work.side, work)
    for j in range(work.n_steps):
        a, b = work.step_from[j], work.step_to[j]
        moved = (_ONE << a) | (_ONE << b)
        if moved & work.touch == _ZERO:
            continue
        own = swap_bits(side_own, a, b)
        enemy, other = swap_bits(side_enemy, a, b), swap_bits(side_other, a, b)
        blockers = swap_bits(work.blockers, a, b)
        takes_pawn = work.pawn == _ONE << b
        cell = a if takes_pawn else first_cell(work.pawn)
        for i in range(6):
            d = np.uint64(i)
            if moved & work.zone[d] == _ZERO and not takes_pawn:
                continue
            path, _, _ = slide(setup, d, cell, blockers)
            if path == _ZERO:
                continue
            placed = popcount(path & ~own)
            if placed >= work.hand:
                return np.int64(WIN)
            can_slide = True
            gain = np.int64(placed) * weight.placed
            gain += np.int64(popcount(path & enemy)) * weight.next
            gain += np.int64(popcount(path & other)) * weight.after
            best = max(best, gain)
    return best if can_slide else np.int64(0)


@kernel
def option_gain(words, at, weight):
    """Gain of the listed option at word `at` (uint64)."""
    if words[at + np.uint64(5)] == 0 and words[at] != ev.STONE_ONLY:
        return np.int64(WIN)
    gain = words[at + np.uint64(4)] * weight.placed
    gain += words[at + np.uint64(6)] * weight.next
    return gain + words[at + np.uint64(7)] * weight.after
