"""Exact values of starting positions, and search held against the exact solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from analyses.matches import rules_record
from analyses.tables import records, table
from simcore.fillit.configurations import LAYOUT_NAMES
from simcore.fillit.moves import copy_position
from simcore.fillit.records import POSITION, SETUP
from simcore.fillit.setup import setup_record
from simcore.games import load_game
from simcore.jit import is_interpreted
from strategies.fillit.alpha_beta import MAX_DEPTH, SEARCH, search_turn
from strategies.fillit.gains import WIN
from strategies.fillit.solver import Solution, solve

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["StartValues", "printed_boards", "small_boards", "start_values"]

MOST_NODES = 3_000_000
"""Positions that the solver visits at most for one start."""

MOST_TURNS = 9

FEW_CHIPS: Mapping[str, Sequence[int]] = {"mini2": (6, 7, 8, 9), "2p": (8, 9, 10)}
"""Chips of each side with which the printed boards can be solved, or nearly."""


class Checked(NamedTuple):
    """A start, its exact value, and what alpha-beta says at the depth of the solution."""

    rules: Any
    solution: Solution
    search_depth: int
    search_wins: int

    @property
    def agrees(self) -> bool | None:
        """Whether search finds the same winner in as many turns; None where nothing is known."""
        if self.search_depth == 0:
            return None
        return self.search_wins == self.solution.turns


@dataclass(frozen=True)
class StartValues:
    """Result of `start_values`.

    Attributes
    ----------
    checked : tuple of Checked
    """

    checked: tuple[Checked, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row for each starting position: who wins, in how many turns, and the check."""
        return table(self._row(one) for one in self.checked)

    def _row(self, one: Checked) -> dict[str, Any]:
        rules, found = one.rules, one.solution
        is_known = found.winner is not None
        return {
            "config": rules.config,
            "layout": rules.layout,
            "chips": rules.chips_per_side,
            "start_value": _words(one),
            "win_in": found.turns if is_known else None,
            "turns_searched": found.turns,
            "n_positions": found.nodes,
            "is_complete": found.is_complete,
            "search_depth": one.search_depth or None,
            "search_agrees": {True: "yes", False: "no", None: "not asked"}[one.agrees],
        }

    def summary(self) -> str:
        """One line per starting position."""
        return "\n".join(
            f"{one.rules.config} {one.rules.layout}, {one.rules.chips_per_side} chips: "
            f"{_words(one)}"
            for one in self.checked
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {
            "game": "fillit",
            "rules": rules_record(self.checked[0].rules),
            "starts": records(self.to_frame()),
        }


def _words(one: Checked) -> str:
    found = one.solution
    if found.winner is None:
        limit = "" if found.is_complete else "; more positions than allowed beyond"
        return f"nobody forces a win within {found.turns} turns{limit}"
    first = one.rules.setting.sides[one.rules.first]
    who = "the first to move" if found.winner == first else "the second to move"
    return f"{who} wins by turn {found.turns}"


def small_boards(chips: Sequence[int] = (3, 4, 5, 6), layouts: int = 3) -> list[Any]:
    """Rules of the board of side 3, two players, by chips and generated layout."""
    load = load_game("fillit").load_rules
    return [
        load("rulebook", ["config=tiny2", f"layout=random:{seed}", f"chips={n}"])
        for n in chips
        for seed in range(1, layouts + 1)
    ]


def printed_boards(chips: Mapping[str, Sequence[int]] = FEW_CHIPS) -> list[Any]:
    """Rules of the shipped layouts of two players, with fewer chips than are printed."""
    load = load_game("fillit").load_rules
    return [
        load("rulebook", [f"config={config}", f"layout={layout}", f"chips={n}"])
        for config, numbers in chips.items()
        for n in numbers
        for layout in LAYOUT_NAMES
    ]


def start_values(
    rule_sets: Sequence[Any], *, most_turns: int = MOST_TURNS, most_nodes: int = MOST_NODES
) -> StartValues:
    """Solve starting positions of two sides exactly, and ask alpha-beta about those solved.

    Parameters
    ----------
    rule_sets : sequence of rules
        Of two sides; three have no value in this sense.
    most_turns : int
        Turns of both sides to look ahead at most.
    most_nodes : int
        Positions to visit at most for each.

    Returns
    -------
    StartValues
        The winner under best play where it is found.

    Notes
    -----
    The solver looks only for forced wins and shares nothing with search but the turns
    themselves: it values no position, prunes no turn and remembers what it has proved. Alpha-beta
    must therefore find a win at the very depth of the solution, and none before.
    """
    return StartValues(tuple(_check(rules, most_turns, most_nodes) for rules in rule_sets))


def _check(rules: Any, most_turns: int, most_nodes: int) -> Checked:
    setup, start, memory = np.zeros(1, SETUP), np.zeros(1, POSITION), np.zeros(1, SEARCH)
    setup[0] = setup_record(rules)
    arrays = [setup, start, memory]
    if is_interpreted():
        arrays = [array.view(np.recarray) for array in arrays]
    copy_position(arrays[0][0]["start"], arrays[1][0])
    solution = solve(arrays[0][0], arrays[1][0], rules.first, most_turns, most_nodes)
    if solution.winner is None or solution.turns > MAX_DEPTH:
        return Checked(rules, solution, 0, 0)
    for depth in range(1, solution.turns + 1):
        search_turn(arrays[0][0], arrays[1][0], np.uint64(rules.first), depth, 0, arrays[2])
        value = int(arrays[2]["value"][0])
        if abs(value) > WIN - 100:
            return Checked(rules, solution, depth, WIN - abs(value) + 1)
    return Checked(rules, solution, solution.turns, 0)
