"""All legal turns of a position, each once.

Merging without building positions. The stones after a turn tell which stone stepped where, so
turns with different steps never meet, except swaps of two own stones: these change nothing, and
the first stands for all. Of one step, two turns that begin alike end with the pawn on different
cells. What is left is pawn first against stone first with the same step: the same wherever the
step touches neither the pawn nor the slide nor the piece that stops it, and otherwise only where
the pawn ends on the same cell, which is rare and then compared chip by chip.
"""

from __future__ import annotations

import numpy as np

from simcore.fillit import records as ev
from simcore.fillit.bits import first_cell, popcount
from simcore.fillit.geometry import NEIGHBOURS
from simcore.fillit.moves import (
    blockers_of,
    cut_slide,
    is_falling,
    slide,
    swap_bits,
)
from simcore.jit import inlined, kernel

__all__ = ["list_steps", "list_turns", "look_around"]

_ZERO, _ONE, _TWO, _THREE, _FOUR, _FIVE, _SIX, _SEVEN = (np.uint64(i) for i in range(8))
_WORDS = np.uint64(ev.OPTION_WORDS)
_NOWHERE = np.int32(-1)


@kernel
def list_steps(setup, position, side, work):
    """The distinct stone moves by stone and cell; own swaps are one, listed last."""
    own = position.stones[side]
    pawns = position.pawns[0] | position.pawns[1] | position.pawns[2] | position.pawns[3]
    chips = position.chips[0] | position.chips[1] | position.chips[2]
    n = _ZERO
    own_from, own_to = _ZERO, _ZERO
    stones = own
    while stones != _ZERO:
        a = first_cell(stones)
        stones &= stones - _ONE
        around = NEIGHBOURS[setup.neighbours + a]
        if (_ONE << a) == setup.centre:
            # Only a stone may stand on the centre, so only a stone or nothing may come there.
            around &= ~(pawns | chips)
        swaps = around & own
        if swaps != _ZERO and own_from == own_to:
            own_from, own_to = a, first_cell(swaps)
        around &= ~own
        while around != _ZERO:
            work.step_from[n] = a
            work.step_to[n] = first_cell(around)
            around &= around - _ONE
            n += _ONE
    work.n_steps = n
    if own_from != own_to:
        work.step_from[n] = own_from
        work.step_to[n] = own_to
        n += _ONE
    work.n_listed = n


@kernel
def look_around(setup, position, player, work):
    """The six slides before any stone moves, and what stones must touch to change one."""
    side = setup.side[player]
    work.side = side
    work.next = side + _ONE if side + _ONE < setup.n_sides else _ZERO
    work.after = _THREE - side - work.next
    own = position.chips[side]
    hand = setup.chips - popcount(own)
    blockers = blockers_of(position)
    pawn = position.pawns[player]
    cell = first_cell(pawn)
    ends, touch = _ZERO, pawn
    for i in range(6):
        d = np.uint64(i)
        path, end, stop = slide(setup, d, cell, blockers)
        work.path[d] = path
        work.zone[d] = path | stop
        touch |= path | stop
        if popcount(path & ~own) >= hand:
            # A stone that moves before a winning slide always makes a turn of its own.
            end = _ZERO
            touch = ~_ZERO
        work.end[d] = end
        ends |= end
    work.hand = hand
    work.blockers = blockers
    work.pawn = pawn
    work.ends = ends
    work.touch = touch


@inlined
def _write(words, at, order, direction, a, b, placed, hand, back, back_after):  # noqa: PLR0913
    """Write one option at word `at`."""
    words[at] = order
    words[at + _ONE] = np.int32(direction)
    words[at + _TWO] = np.int32(a)
    words[at + _THREE] = np.int32(b)
    words[at + _FOUR] = np.int32(placed)
    words[at + _FIVE] = np.int32(hand)
    words[at + _SIX] = np.int32(back)
    words[at + _SEVEN] = np.int32(back_after)


@kernel
def _list_pawn_first(setup, position, turns):
    """Each slide with each stone move; alone where it wins."""
    work, words = turns.work, turns.option_words
    own = position.chips[work.side]
    enemy, other = position.chips[work.next], position.chips[work.after]
    at = _ZERO
    for i in range(6):
        d = np.uint64(i)
        path = work.path[d]
        if path == _ZERO:
            continue
        if work.end[d] == _ZERO:
            path = cut_slide(path, own, work.hand, is_falling(d))
            back, back_after = popcount(path & enemy), popcount(path & other)
            _write(words, at, ev.PAWN_WINS, d, -1, -1, work.hand, 0, back, back_after)
            at += _WORDS
            continue
        placed = popcount(path & ~own)
        hand = work.hand - placed
        back, back_after = popcount(path & enemy), popcount(path & other)
        for j in range(work.n_listed):
            a, b = work.step_from[j], work.step_to[j]
            if (_ONE << a) == setup.centre and path & (_ONE << b) != _ZERO:
                continue  # The stone on the centre may not take a cell that now holds a chip.
            _write(words, at, ev.PAWN_STONE, d, a, b, placed, hand, back, back_after)
            at += _WORDS
    turns.n_pawn_first = at // _WORDS
    return at


@kernel
def _repeats_pawn_first(setup, position, work, a, b, path, end):  # noqa: PLR0913
    """Whether moving the stone first, then sliding over `path`, equals a pawn-first turn.

    That turn is the one whose slide ends on `end`, or on `b` where the stone then takes the pawn
    to `a`.
    """
    before = _ONE << b if end == _ONE << a else end
    for i in range(6):
        d = np.uint64(i)
        if work.end[d] != before or before == _ZERO:
            continue
        first = work.path[d]
        if (_ONE << a) == setup.centre and first & (_ONE << b) != _ZERO:
            return False
        for k in range(ev.MAX_SIDES):
            chips = position.chips[k]
            if np.uint64(k) == work.side:
                one = swap_bits(chips | first, a, b)
                two = swap_bits(chips, a, b) | path
            else:
                one = swap_bits(chips & ~first, a, b)
                two = swap_bits(chips, a, b) & ~path
            if one != two:
                return False
        return True
    return False


@kernel
def _list_stone_first(setup, position, turns, at):
    """Each stone move that changes a slide, with each slide then open; returns the next word."""
    work, words = turns.work, turns.option_words
    side_own = position.chips[work.side]
    side_enemy, side_other = position.chips[work.next], position.chips[work.after]
    for j in range(work.n_steps):
        a, b = work.step_from[j], work.step_to[j]
        bit_a, bit_b = _ONE << a, _ONE << b
        moved = bit_a | bit_b
        if moved & work.touch == _ZERO:
            continue
        own = swap_bits(side_own, a, b)
        enemy, other = swap_bits(side_enemy, a, b), swap_bits(side_other, a, b)
        blockers = swap_bits(work.blockers, a, b)
        takes_pawn = work.pawn == bit_b
        cell = a if takes_pawn else first_cell(work.pawn)
        ends = swap_bits(work.ends, a, b)
        for i in range(6):
            d = np.uint64(i)
            is_untouched = moved & work.zone[d] == _ZERO and not takes_pawn
            if is_untouched and (work.end[d] != _ZERO or work.path[d] == _ZERO):
                continue
            path, end, _ = slide(setup, d, cell, blockers)
            if path == _ZERO:
                continue
            placed = popcount(path & ~own)
            if placed >= work.hand:
                placed = work.hand
                path = cut_slide(path, own, placed, is_falling(d))
            elif end & ends != _ZERO and _repeats_pawn_first(
                setup, position, work, a, b, path, end
            ):
                continue
            hand = work.hand - placed
            back, back_after = popcount(path & enemy), popcount(path & other)
            _write(words, at, ev.STONE_PAWN, d, a, b, placed, hand, back, back_after)
            at += _WORDS
    return at


@kernel
def _list_stone_only(turns):
    """Where no slide exists whatever stone moves: the stone moves alone."""
    work, at = turns.work, _ZERO
    for j in range(work.n_listed):
        a, b = work.step_from[j], work.step_to[j]
        _write(turns.option_words, at, ev.STONE_ONLY, -1, a, b, 0, work.hand, 0, 0)
        at += _WORDS
    return at


@kernel
def list_turns(setup, position, player, turns):
    """List the distinct legal turns of `player` (uint64) into TURNS; returns how many."""
    work = turns.work
    look_around(setup, position, player, work)
    list_steps(setup, position, work.side, work)
    at = _list_pawn_first(setup, position, turns)
    at = _list_stone_first(setup, position, turns, at)
    if at == _ZERO:
        at = _list_stone_only(turns)
    turns.n_options = at // _WORDS
    return turns.n_options
