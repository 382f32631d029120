"""Compiled positions of Fillit as the plain values of the brute force, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from simcore.fillit import records as ev
from simcore.fillit.geometry import cell_of, cells, cells_in
from simcore.fillit.moves import apply_turn, copy_position
from simcore.fillit.rules import Rules, load_rules
from simcore.fillit.setup import setup_record
from simcore.fillit.turns import list_turns
from simcore.jit import is_interpreted
from tests.brute_force.fillit import Board, Cell, Position

PRESETS = ("rulebook", "3p", "2v2", "mini2", "mini3")


def records(dtype: Any, n: int = 1) -> Any:
    array = np.zeros(n, dtype)
    return array.view(np.recarray) if is_interpreted() else array


class Compiled:
    """The compiled rules of one configuration, driven one turn at a time."""

    def __init__(self, preset: str, *changes: str) -> None:
        self.rules: Rules = load_rules(preset, changes)
        setting = self.rules.setting
        self.board = Board(
            setting.board,
            setting.sides,
            self.rules.chips_per_side,
            self.rules.stone_may_enter_centre,
        )
        self.cells = cells(setting.board)
        setup = records(ev.SETUP)
        setup[0] = setup_record(self.rules)
        self.setup = setup[0]
        self.start = self.setup["start"].copy()
        self.turns = records(ev.TURNS)[0]

    def options(self, position: Any, player: int) -> np.ndarray:
        """The legal turns, OPTION[n]."""
        n = int(list_turns(self.setup, position, np.uint64(player), self.turns))
        return self.turns["option_words"][: n * ev.OPTION_WORDS].copy().view(ev.OPTION)

    def after(self, position: Any, player: int, option: Any) -> Any:
        """The position after an option."""
        target = records(ev.POSITION)[0]
        copy_position(position, target)
        words = np.array([option], ev.OPTION).view(np.int32)
        apply_turn(self.setup, target, np.uint64(player), words, np.uint64(0))
        return target

    def next_player(self, player: int) -> int:
        return (player + 1) % len(self.board.sides)

    def is_won(self, position: Any) -> bool:
        return any(int(mask).bit_count() == self.board.chips for mask in position["chips"])

    def count(self, position: Any, player: int, depth: int) -> tuple[int, set[bytes]]:
        """Lines of `depth` turns and the positions they reach, as in the brute force."""
        if depth == 0 or self.is_won(position):
            return 1, {position.tobytes()}
        lines, reached = 0, set()
        for option in self.options(position, player):
            after = self.after(position, player, option)
            n, found = self.count(after, self.next_player(player), depth - 1)
            lines += n
            reached |= found
        return lines, reached

    def plain(self, position: Any) -> Position:
        """As a value of the brute force."""

        def placed(masks: Iterable[Any]) -> Iterator[tuple[Cell, int]]:
            for side, mask in enumerate(masks):
                for cell in cells_in(int(mask)):
                    yield self.cells[cell], side

        pawns = [self.cells[cell] for mask in position["pawns"] for cell in cells_in(int(mask))]
        return Position(
            tuple(pawns),
            frozenset(placed(position["stones"])),
            frozenset(placed(position["chips"])),
        )

    def compiled(self, position: Position) -> Any:
        """From a value of the brute force."""
        target = records(ev.POSITION)[0]

        def mask(cell: Cell) -> np.uint64:
            return np.uint64(1 << cell_of(self.board.edge, cell))

        for player, cell in enumerate(position.pawns):
            target["pawns"][player] = mask(cell)
        for cell, side in position.stones:
            target["stones"][side] |= mask(cell)
        for cell, side in position.chips:
            target["chips"][side] |= mask(cell)
        return target
