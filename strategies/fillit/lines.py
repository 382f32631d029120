"""What the slides of a pawn would bring: the lines that a position offers a player."""

from __future__ import annotations

import numpy as np

from simcore.fillit.bits import first_cell, popcount
from simcore.fillit.moves import blockers_of, slide
from simcore.jit import kernel

__all__ = ["lines_of"]

_ZERO = np.uint64(0)


@kernel
def lines_of(setup, position, player):
    """(chips that the best slide of a pawn would move, open directions, whether a slide wins)."""
    side = setup.side[player]
    own = position.chips[side]
    enemies = (position.chips[0] | position.chips[1] | position.chips[2]) & ~own
    hand = setup.chips - popcount(own)
    blockers = blockers_of(position)
    cell = first_cell(position.pawns[player])
    longest, n_open, wins = _ZERO, 0, False
    for i in range(6):
        path, _, _ = slide(setup, np.uint64(i), cell, blockers)
        need = popcount(path & ~own)
        longest = max(longest, need + popcount(path & enemies))
        n_open += path != _ZERO
        wins |= need >= hand
    return np.float64(longest), np.float64(n_open), wins
