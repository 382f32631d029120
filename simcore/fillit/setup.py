"""What a game's rules put into its record before the first game."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.errors import UsageError
from simcore.fillit.geometry import cell_of, centre_of, neighbours_start, rays_start
from simcore.fillit.records import SETUP
from simcore.fillit.rules import Rules

__all__ = ["lay_table", "setup_record"]


def lay_table(table: np.ndarray, rules: Rules, n_seats: int) -> None:
    """Put the rules and the layout into a `GAME` array of length 1.

    Raises
    ------
    UsageError
        The configuration is for another number of players.
    """
    n_players = rules.setting.n_players
    if n_seats != n_players:
        raise UsageError(
            f"Fillit, configuration {rules.config} ({rules.setting.title}), with {n_seats} "
            f"strategies; allowed: {n_players}, one per player"
        )
    table["setup"][0] = setup_record(rules)


def setup_record(rules: Rules) -> Any:
    """The rules as the kernel reads them, a `SETUP` record (0-dimensional array)."""
    setting, layout = rules.setting, rules.start
    setup = np.zeros((), SETUP)
    setup["n_players"] = setting.n_players
    setup["n_sides"] = setting.n_sides
    setup["side"][: setting.n_players] = setting.sides
    setup["chips"] = rules.chips_per_side
    setup["rays"] = rays_start(setting.board)
    setup["neighbours"] = neighbours_start(setting.board, rules.stone_may_enter_centre)
    setup["centre"] = 1 << centre_of(setting.board)
    setup["first"] = rules.first
    setup["cap"] = rules.cap
    setup["third_repeat_ends"] = rules.third_repeat_ends
    start = setup["start"]
    for player, cell in enumerate(layout.pawns):
        mask = np.uint64(1 << cell_of(setting.board, cell))
        start["pawns"][player] = mask
        start["chips"][setting.sides[player]] |= mask
    for side, stones in enumerate(layout.stones):
        for cell in stones:
            start["stones"][side] |= np.uint64(1 << cell_of(setting.board, cell))
    return setup
