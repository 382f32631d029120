"""Symmetric starting layouts from a seed, so that findings can be reported over many layouts.

Symmetry: with two players a half turn exchanges the sides; with three a turn by 120 degrees
takes each seat to the next, clockwise; two against two, a half turn takes each player to the
partner and each team's stones onto themselves, and a reflection exchanges the teams (a hexagon
has no symmetry of order 4, so these four seats are not exactly equivalent).
"""

from __future__ import annotations

from simcore.draws import Draws
from simcore.errors import UsageError
from simcore.fillit.configurations import CONFIGURATIONS, Configuration
from simcore.fillit.geometry import DIRECTIONS, Axial, cells, reflect, rotate
from simcore.fillit.layouts import Layout

__all__ = ["generate_layout", "open_directions"]

LEAST_OPEN = 3
"""Directions in which every pawn of a generated layout can slide at the start."""

LAYOUT_PURPOSE = 3
"""Stream of the generator; games draw from streams 0 to 2."""


def generate_layout(config: str, seed: int) -> Layout:
    """A symmetric layout drawn uniformly, degenerate ones drawn anew.

    Parameters
    ----------
    config : str
        Key of `CONFIGURATIONS`.
    seed : int
        The same seed gives the same layout.

    Notes
    -----
    Degenerate is a layout in which some pawn can slide in fewer than three directions.
    """
    setting = CONFIGURATIONS[config]
    draws = Draws(seed, LAYOUT_PURPOSE)
    while True:
        layout = _draw_layout(setting, draws, f"random:{seed}")
        taken = [*layout.pawns, *(cell for side in layout.stones for cell in side)]
        if len(set(taken)) < len(taken):
            continue
        if min(open_directions(layout)) >= LEAST_OPEN:
            return layout


def open_directions(layout: Layout) -> list[int]:
    """By player, in how many directions the pawn can slide at the start."""
    side = CONFIGURATIONS[layout.config].board
    blocked = {(0, 0), *layout.pawns, *(cell for stones in layout.stones for cell in stones)}
    free = set(cells(side)) - blocked
    return [sum((q + dq, r + dr) in free for dq, dr in DIRECTIONS) for q, r in layout.pawns]


def _draw_layout(setting: Configuration, draws: Draws, name: str) -> Layout:
    spaces = [cell for cell in cells(setting.board) if cell != (0, 0)]

    def draw(n: int) -> list[Axial]:
        return [spaces[draws.below(len(spaces))] for _ in range(n)]

    pawn = draw(1)[0]
    if setting.sides == (0, 1, 0, 1):
        half = draw(setting.stones // 2)
        stones = sorted([*half, *(rotate(cell, 3) for cell in half)])
        pawns = [pawn, reflect(pawn), rotate(pawn, 3), rotate(reflect(pawn), 3)]
        by_side = [stones, [reflect(cell) for cell in stones]]
        return _layout(setting, name, pawns, by_side)
    if setting.n_players not in (2, 3) or setting.n_sides != setting.n_players:
        raise UsageError(f"no symmetry is known for configuration {setting.name}")
    sixths = 6 // setting.n_players
    stones = sorted(draw(setting.stones))
    turns = [sixths * player for player in range(setting.n_players)]
    pawns = [rotate(pawn, turn) for turn in turns]
    return _layout(setting, name, pawns, [[rotate(c, turn) for c in stones] for turn in turns])


def _layout(
    setting: Configuration, name: str, pawns: list[Axial], stones: list[list[Axial]]
) -> Layout:
    return Layout(setting.name, name, tuple(pawns), tuple(tuple(side) for side in stones))
