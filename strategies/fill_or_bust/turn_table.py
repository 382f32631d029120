"""The solved turn as one array of numbers, in which a strategy looks up what an option is worth.

Layout: points of a step; dice of a fresh roll; the place of drawing a card; then a directory
with a place for each (card, fills, dice left); then the rows. A place is two numbers: where the
row begins and how many steps it tabulates. Behind these a row has a slope and a constant, by
which it goes on. Fills beyond the first share a place with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.fill_or_bust.rules import MAX_CARDS, Rules
from simcore.jit import kernel
from simcore.protocol import read_table
from strategies.fill_or_bust.turn_solution import TurnValues, solve_values

__all__ = ["DICE", "DRAWING", "build_table", "look_up", "optimal_turn_table", "place_of"]

STEP, DICE, DRAWING = range(3)
DIRECTORY = 4
FILLS = 2
LEFT = 7
"""Numbers of dice left, 0 to 6; 0 is rolling on after a fill."""

ROUNDING = 1e-9
"""A tabulated value this close to its tail, in relation, need not be tabulated."""


@kernel
def place_of(card, fills, left):
    """Where the directory holds the place of rolling on with `left` dice, 0 after a fill."""
    return DIRECTORY + 2 * ((card * FILLS + min(fills, FILLS - 1)) * LEFT + left)


@kernel
def look_up(view, place, at_risk):
    """Expected points of rolling on, or drawing, with `at_risk` points at risk."""
    begin = np.int64(read_table(view, place))
    n_steps = np.int64(read_table(view, place + 1))
    i = at_risk // np.int64(read_table(view, STEP))
    if i < n_steps:
        return read_table(view, begin + i)
    return read_table(view, begin + n_steps) * at_risk + read_table(view, begin + n_steps + 1)


def optimal_turn_table(rules: Rules, params: tuple[float, ...]) -> np.ndarray:
    """The table of the strategy `optimal_turn`, float64[n]; it has no parameters."""
    del params
    return build_table(solve_values(rules))


def build_table(solved: TurnValues) -> np.ndarray:
    """The table of a solved turn, float64[n]."""
    turn, rules = solved.turn, solved.rules
    n_head = DIRECTORY + 2 * MAX_CARDS * FILLS * LEFT
    table = _Table(np.zeros(n_head))
    table.head[[STEP, DICE]] = turn.step, turn.dice
    tabulated = [table.add(*_without_tail(turn, row)) for row in range(len(turn.tails))]
    table.point(DRAWING, tabulated[turn.draw_row])
    for card in range(len(rules.cards)):
        for fills in range(FILLS):
            for left in range(turn.dice + 1):
                way = solved.way_on(card, fills, left)
                place = tabulated[way] if isinstance(way, int) else table.line(*way)
                table.point(place_of(card, fills, left), place)
    return np.concatenate([table.head, *table.rows])


Place = tuple[int, int]


class _Table:
    """A table under construction: its head, and the rows behind it."""

    def __init__(self, head: np.ndarray) -> None:
        self.head = head
        self.rows: list[np.ndarray] = []
        self._end = len(head)

    def add(self, values: np.ndarray, slope: float, constant: float) -> Place:
        """Append a row; returns its place."""
        place = self._end, len(values)
        self.rows.append(np.concatenate([values, [slope, constant]]))
        self._end += len(values) + 2
        return place

    def line(self, slope: float, constant: float) -> Place:
        """Append a row that is a line all along."""
        return self.add(np.empty(0), slope, constant)

    def point(self, entry: int, place: Place) -> None:
        """Enter a place in the head."""
        self.head[entry : entry + 2] = place


def _without_tail(turn: Any, row: int) -> tuple[np.ndarray, float, float]:
    """A row's values up to where they follow its tail, and the tail."""
    values, (slope, constant) = turn.values[row], turn.tails[row]
    tail = slope * turn.step * np.arange(len(values)) + constant
    differs = np.flatnonzero(np.abs(values - tail) > ROUNDING * (1.0 + np.abs(tail)))
    n_steps = int(differs[-1]) + 1 if len(differs) else 0
    return values[:n_steps], float(slope), float(constant)
