"""The printed configurations: board, players, sides, and the chips and stones of each side."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.errors import UsageError

__all__ = ["CONFIGURATIONS", "LAYOUT_NAMES", "Configuration", "configuration"]

LAYOUT_NAMES = ("A", "B")
"""Layouts that ship with every printed configuration."""


@dataclass(frozen=True)
class Configuration:
    """One way to play.

    Attributes
    ----------
    name, title : str
        Key in files and its wording for people.
    board : int
        Cells along an edge of the board: 5 (60 spaces), 4 (mini, 36) or 3 (18).
    sides : tuple of int
        Side of each player in playing order; partners share chips and stones.
    chips, stones : int
        Of each side, chips on the board included.
    is_printed : bool
        Whether the rulebook has it. The one that it has not is small enough to be solved.
    """

    name: str
    title: str
    board: int
    sides: tuple[int, ...]
    chips: int
    stones: int = 4
    is_printed: bool = True

    @property
    def n_players(self) -> int:
        """Number of pawns."""
        return len(self.sides)

    @property
    def n_sides(self) -> int:
        """Number of chip colours in play."""
        return max(self.sides) + 1


CONFIGURATIONS = {
    entry.name: entry
    for entry in (
        Configuration("2p", "2 players", 5, (0, 1), 25),
        Configuration("3p", "3 players", 5, (0, 1, 2), 18),
        # Order of play: Red, Blue, Yellow, Green; red and yellow share the red chips and stones.
        Configuration("2v2", "4 players, 2 against 2", 5, (0, 1, 0, 1), 25),
        Configuration("mini2", "mini, 2 players", 4, (0, 1), 14),
        Configuration("mini3", "mini, 3 players", 4, (0, 1, 2), 11),
        Configuration("tiny2", "2 players on a board of side 3", 3, (0, 1), 6, 2, False),
    )
}


def configuration(name: object, where: str) -> Configuration:
    """Configuration by name; `where` (file and line) begins the complaint about an unknown one."""
    if isinstance(name, str) and name in CONFIGURATIONS:
        return CONFIGURATIONS[name]
    known = " | ".join(CONFIGURATIONS)
    raise UsageError(f"{where}: unknown configuration {name!r}; allowed: {known}")
