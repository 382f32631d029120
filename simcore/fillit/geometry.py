"""The hexagonal boards: cells, directions, and the tables of rays and neighbours.

A board of side n is a hexagon of hexagons, `n` cells along each edge. Cells are numbered row by
row from the top, left to right, so that three of the six directions always climb in number and
three always fall: that is what lets one bit scan find the piece that stops a pawn. A set of
cells is a 64-bit mask.

The numbers of the board of side 3 (`9` is its centre)::

        0  1  2
      3  4  5  6
    7  8  9 10 11
     12 13 14 15
       16 17 18
"""

from __future__ import annotations

import numpy as np

__all__ = [
    "DIRECTIONS",
    "DIRECTION_NAMES",
    "NEIGHBOURS",
    "N_DIRECTIONS",
    "RAYS",
    "SIDES",
    "cell_of",
    "cells",
    "cells_in",
    "centre_of",
    "neighbours_start",
    "rays_start",
    "reflect",
    "rotate",
]

Axial = tuple[int, int]
"""Axial coordinates (q, r): q grows to the east, r to the south-east; the centre is (0, 0)."""

DIRECTION_NAMES = ("E", "NE", "NW", "W", "SW", "SE")
DIRECTIONS: tuple[Axial, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six directions, anticlockwise from east; NE, NW and W fall in cell number."""
N_DIRECTIONS = len(DIRECTIONS)

SIDES = (3, 4, 5)
"""Boards with tables: mini has side 4, the full board side 5; side 3 serves exact checks."""

ROOM = 64
"""Places for cells in each table row."""


def cells(side: int) -> list[Axial]:
    """Axial coordinates of all cells of a board, the centre included, by cell number."""
    reach = side - 1
    return [
        (q, r)
        for r in range(-reach, reach + 1)
        for q in range(max(-reach, -reach - r), min(reach, reach - r) + 1)
    ]


_NUMBER = {side: {cell: i for i, cell in enumerate(cells(side))} for side in SIDES}


def cell_of(side: int, cell: Axial) -> int:
    """Number of a cell; KeyError if the board has no such cell."""
    return _NUMBER[side][cell]


def centre_of(side: int) -> int:
    """Number of the centre, which is no space."""
    return _NUMBER[side][0, 0]


def cells_in(mask: int) -> list[int]:
    """Cell numbers in a mask, ascending."""
    return [i for i in range(ROOM) if mask >> i & 1]


def rotate(cell: Axial, sixths: int) -> Axial:
    """A cell turned clockwise about the centre by `sixths` of 60 degrees."""
    q, r = cell
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def reflect(cell: Axial) -> Axial:
    """A cell mirrored in the axis that exchanges the two coordinates."""
    q, r = cell
    return r, q


def _ray(side: int, cell: Axial, direction: Axial) -> int:
    """Mask of the cells beyond `cell` in a direction, up to the edge or the centre."""
    mask = 0
    q, r = cell
    while True:
        q, r = q + direction[0], r + direction[1]
        if (q, r) == (0, 0) or (q, r) not in _NUMBER[side]:
            return mask
        mask |= 1 << _NUMBER[side][q, r]


def _build_rays() -> np.ndarray:
    rays = np.zeros((len(SIDES), N_DIRECTIONS, ROOM), np.uint64)
    for board, side in enumerate(SIDES):
        for cell, number in _NUMBER[side].items():
            for d, direction in enumerate(DIRECTIONS):
                rays[board, d, number] = _ray(side, cell, direction)
    return rays.ravel()


def _build_neighbours() -> np.ndarray:
    masks = np.zeros((len(SIDES), 2, ROOM), np.uint64)
    for board, side in enumerate(SIDES):
        numbers = _NUMBER[side]
        for (q, r), number in numbers.items():
            around = [numbers.get((q + dq, r + dr)) for dq, dr in DIRECTIONS]
            mask = sum(1 << n for n in around if n is not None)
            masks[board, 0, number] = mask & ~(1 << centre_of(side))
            masks[board, 1, number] = mask
    return masks.ravel()


RAYS = _build_rays()
"""uint64[boards * 6 * 64]: the cells in a direction, cut at the edge and at the centre; row
`rays_start(side) + 64 * direction`, column cell number."""

NEIGHBOURS = _build_neighbours()
"""uint64[boards * 2 * 64]: the cells a stone may step to; row `neighbours_start(side, ...)`."""


def rays_start(side: int) -> int:
    """Where the rays of a board begin in `RAYS`."""
    return SIDES.index(side) * N_DIRECTIONS * ROOM


def neighbours_start(side: int, stone_may_enter_centre: bool) -> int:
    """Where the neighbours on a board begin in `NEIGHBOURS`, without or with the centre."""
    return (SIDES.index(side) * 2 + int(stone_may_enter_centre)) * ROOM
