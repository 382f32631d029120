"""Positions by number, so that a plan can be written down and found again in play."""

from __future__ import annotations

import numpy as np

from simcore.crumbs.components import N_BREADS, N_FILLINGS, N_KINDS
from simcore.crumbs.records import ACT, MAX_STANDING
from simcore.jit import kernel

__all__ = ["KEY_BITS", "position_key"]

KEY_BITS = 52
"""A float64 of a strategy's table holds such a key exactly."""

_MIX = np.uint64(0x9E3779B97F4A7C15)
_FOLD = np.uint64(29)
_SHIFT = np.uint64(64 - KEY_BITS)


@kernel
def mix(key, number):
    """Fold one more number into a key."""
    key = (key ^ np.uint64(number + 1)) * _MIX
    return key ^ key >> _FOLD


@kernel
def position_key(board, phase, left):
    """Key of all that a solo player sees and the future depends on, `KEY_BITS` bits.

    `left` counts only where an action is chosen. The first two orders may change places.
    """
    key = mix(np.uint64(phase), left if phase == ACT else 0)
    for kind in range(N_KINDS):
        # What a Stock Shortage took tells which fillings were scarce before it.
        key = mix(key, 16 * board.in_game[kind] + board.gone[kind])
    for filling in range(N_FILLINGS):
        key = mix(key, board.counter[0, filling])
    for kind in range(N_BREADS):
        key = mix(key, board.bread[kind])
    for place in range(MAX_STANDING):
        key = mix(key, board.stacks[0, place] if place < board.n_stacks[0] else 0)
    key = mix(key, np.int64(board.wanted[0]))
    either = order_key(board, 0) + order_key(board, 1)
    return ((key ^ either) * _MIX ^ order_key(board, 2)) * _MIX >> _SHIFT


@kernel
def order_key(board, place):
    """Key of one order of the queue."""
    key = mix(_MIX, board.orders[0, place])
    return mix(key, 2 * board.is_banning[0, place] + (board.first_serve[0, place] != 0))
