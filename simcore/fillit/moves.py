"""The pieces' moves on bit masks: slides, swaps, and whole turns applied to a position.

Kernel, strategies and solvers all use these functions. A direction whose cells climb in number
is stopped by the lowest blocker on its ray, a falling one by the highest.
"""

from __future__ import annotations

import numpy as np

from simcore.fillit import records as ev
from simcore.fillit.bits import first_cell, last_cell, popcount
from simcore.fillit.geometry import RAYS
from simcore.jit import inlined, kernel

__all__ = [
    "apply_turn",
    "blockers_of",
    "copy_position",
    "cut_slide",
    "hand_of",
    "is_falling",
    "lay_chips",
    "ray_of",
    "slide",
    "swap_bits",
    "swap_cells",
]

_ZERO, _ONE, _THREE, _SIX = np.uint64(0), np.uint64(1), np.uint64(3), np.uint64(6)
_BELOW_TOP = np.uint64(2**63 - 1)
_TOP = np.uint64(63)


@inlined
def is_falling(direction):
    """Whether cell numbers fall in a direction (uint64): NE, NW and W."""
    return direction - _ONE < _THREE


@inlined
def ray_of(setup, direction, cell):
    """Cells beyond `cell`, up to the edge or the centre; direction and cell uint64."""
    return RAYS[setup.rays + (direction << _SIX) + cell]


@inlined
def slide_up(ray, blockers):
    """(cells passed, first blocker or 0) along a ray whose cells climb in number."""
    hit = ray & blockers
    low = hit & (_ZERO - hit)
    # Without a hit, 0 - 1 leaves the whole ray.
    return ray & (low - _ONE), low


@inlined
def slide_down(ray, blockers):
    """(cells passed, first blocker or 0) along a ray whose cells fall in number."""
    hit = ray & blockers
    below = _BELOW_TOP >> (_TOP - last_cell(hit | _ONE))
    # `hit & ~below` is the highest hit, and right for cell 0 and for no hit too.
    return ray & ~(below | hit), hit & ~below


@inlined
def slide(setup, direction, cell, blockers):
    """(cells passed, the last of them or 0, first blocker or 0) of a pawn on `cell`."""
    ray = ray_of(setup, direction, cell)
    if is_falling(direction):
        path, stop = slide_down(ray, blockers)
        end = path & (_ZERO - path)
    else:
        path, stop = slide_up(ray, blockers)
        end = path & (_ONE << last_cell(path | _ONE))
    return path, end, stop


@inlined
def hand_of(setup, position, side):
    """Chips of a side that are not on the board, uint64."""
    return setup.chips - popcount(position.chips[side])


@inlined
def end_of(path, direction):
    """Last cell (a mask) of a slide that is not empty."""
    return path & (_ZERO - path) if is_falling(direction) else _ONE << last_cell(path)


@kernel
def cut_slide(path, own, hand, falls):
    """The slide up to the cell that takes the last chip in hand; later cells stay untouched."""
    need = path & ~own
    if falls:
        for _ in range(hand - _ONE):
            need &= ~(_ONE << last_cell(need))
        return path & (_ZERO - (_ONE << last_cell(need)))
    for _ in range(hand - _ONE):
        need &= need - _ONE
    low = need & (_ZERO - need)
    return path & (low | (low - _ONE))


@inlined
def swap_bits(mask, a, b):
    """A mask with two cells (by number) exchanged."""
    differ = ((mask >> a) ^ (mask >> b)) & _ONE
    return mask ^ ((differ << a) | (differ << b))


@kernel
def swap_cells(position, a, b):
    """Exchange whatever is in two cells (uint64 numbers), of any kind and colour."""
    for k in range(ev.MAX_SIDES):
        position.chips[k] = swap_bits(position.chips[k], a, b)
        position.stones[k] = swap_bits(position.stones[k], a, b)
    for k in range(ev.MAX_PLAYERS):
        position.pawns[k] = swap_bits(position.pawns[k], a, b)


@kernel
def copy_position(source, target):
    """Overwrite `target` with `source`."""
    for k in range(ev.MAX_SIDES):
        target.chips[k] = source.chips[k]
        target.stones[k] = source.stones[k]
    for k in range(ev.MAX_PLAYERS):
        target.pawns[k] = source.pawns[k]


@inlined
def blockers_of(position):
    """Every cell that stops a pawn; the centre and the edge end the rays themselves."""
    stones = position.stones[0] | position.stones[1] | position.stones[2]
    pawns = position.pawns[0] | position.pawns[1] | position.pawns[2] | position.pawns[3]
    return stones | pawns


@kernel
def lay_chips(setup, position, player, direction):
    """Slide a pawn (all uint64) and lay chips of its side; returns the cells passed.

    Where the chips in hand run out the slide ends on the cell of the last one.
    """
    side = setup.side[player]
    cell = first_cell(position.pawns[player])
    path, end, _ = slide(setup, direction, cell, blockers_of(position))
    if path == _ZERO:
        return path
    hand = hand_of(setup, position, side)
    if popcount(path & ~position.chips[side]) >= hand:
        path = cut_slide(path, position.chips[side], hand, is_falling(direction))
        end = end_of(path, direction)
    for k in range(ev.MAX_SIDES):
        position.chips[k] &= ~path
    position.chips[side] |= path
    position.pawns[player] = end
    return path


@kernel
def apply_turn(setup, position, player, words, at):
    """Play an option of `player` (uint64) on a position; returns whether it wins.

    `words` are option words, of which the option begins at `at`.
    """
    order = words[at]
    direction = np.uint64(words[at + _ONE])
    a = np.uint64(words[at + np.uint64(2)])
    b = np.uint64(words[at + _THREE])
    if order == ev.STONE_PAWN or order == ev.STONE_ONLY:
        swap_cells(position, a, b)
    if order != ev.STONE_ONLY:
        lay_chips(setup, position, player, direction)
    if order == ev.PAWN_STONE:
        swap_cells(position, a, b)
    return hand_of(setup, position, setup.side[player]) == _ZERO
