"""All turns of a Fillit position by trying every pair of moves, with positions as plain values.

Written for being obviously right: every pair is played on its own copy, and positions are
compared whole. Nothing is taken from the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

Cell = tuple[int, int]

AROUND = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}


@dataclass(frozen=True)
class Board:
    """What does not change: cells along an edge, side of each player, chips per side."""

    edge: int
    sides: tuple[int, ...]
    chips: int
    centre_open: bool = False

    def has(self, cell: Cell) -> bool:
        q, r = cell
        return max(abs(q), abs(r), abs(q + r)) < self.edge


@dataclass(frozen=True)
class Position:
    """Pawns by player; stones and chips as sets of (cell, side)."""

    pawns: tuple[Cell, ...]
    stones: frozenset[tuple[Cell, int]]
    chips: frozenset[tuple[Cell, int]]

    def on_board(self, side: int) -> int:
        return sum(owner == side for _, owner in self.chips)


def neighbour(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def slide(board: Board, at: Position, player: int, step: Cell) -> Position | None:
    """The position after a slide, or None if the pawn cannot move that way."""
    side = board.sides[player]
    obstacles = {cell for cell, _ in at.stones} | set(at.pawns)
    here, chips = at.pawns[player], set(at.chips)
    moved = False
    while sum(owner == side for _, owner in chips) < board.chips:
        ahead = neighbour(here, step)
        if not board.has(ahead) or ahead == (0, 0) or ahead in obstacles:
            break
        chips = {(cell, owner) for cell, owner in chips if cell != ahead} | {(ahead, side)}
        here, moved = ahead, True
    if not moved:
        return None
    pawns = tuple(here if p == player else cell for p, cell in enumerate(at.pawns))
    return Position(pawns, at.stones, frozenset(chips))


def exchange(at: Position, one: Cell, two: Cell) -> Position:
    """Everything on either cell goes to the other."""

    def moved(cell: Cell) -> Cell:
        return two if cell == one else one if cell == two else cell

    return Position(
        tuple(moved(cell) for cell in at.pawns),
        frozenset((moved(cell), side) for cell, side in at.stones),
        frozenset((moved(cell), side) for cell, side in at.chips),
    )


def stone_moves(board: Board, at: Position, side: int) -> Iterator[Position]:
    """The position after each stone move, with its repetitions."""
    stones = {cell for cell, _ in at.stones}
    chips = {cell for cell, _ in at.chips}
    mine = sorted(cell for cell, owner in at.stones if owner == side)
    for cell, step in product(mine, AROUND.values()):
        target = neighbour(cell, step)
        if not board.has(target):
            continue
        if target == (0, 0) and not board.centre_open:
            continue
        if cell == (0, 0) and target not in stones and (target in chips or target in at.pawns):
            continue
        yield exchange(at, cell, target)


def successors(board: Board, at: Position, player: int) -> set[Position]:
    """Every position that a legal turn can lead to."""
    side = board.sides[player]
    after: set[Position] = set()
    for step in AROUND.values():
        slid = slide(board, at, player, step)
        if slid is None:
            continue
        if slid.on_board(side) == board.chips:
            after.add(slid)
        else:
            after.update(stone_moves(board, slid, side))
    for stepped in stone_moves(board, at, side):
        ends = [slide(board, stepped, player, step) for step in AROUND.values()]
        after.update(end for end in ends if end is not None)
    return after or set(stone_moves(board, at, side))


def is_won(board: Board, at: Position) -> bool:
    return any(at.on_board(side) == board.chips for side in set(board.sides))


def count(board: Board, at: Position, player: int, depth: int) -> tuple[int, set[Position]]:
    """Number of lines of `depth` turns (shorter where won), and the positions they reach."""
    if depth == 0 or is_won(board, at):
        return 1, {at}
    lines, reached = 0, set()
    for after in successors(board, at, player):
        n, found = count(board, after, (player + 1) % len(board.sides), depth - 1)
        lines += n
        reached |= found
    return lines, reached


def turned(at: Position, sixths: int) -> Position:
    """The position turned clockwise by `sixths` of 60 degrees."""

    def turn(cell: Cell) -> Cell:
        q, r = cell
        for _ in range(sixths):
            q, r = -r, q + r
        return q, r

    return replace(
        at,
        pawns=tuple(turn(cell) for cell in at.pawns),
        stones=frozenset((turn(cell), side) for cell, side in at.stones),
        chips=frozenset((turn(cell), side) for cell, side in at.chips),
    )
