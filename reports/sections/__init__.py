"""Sections of the report: what each says, shows, and how it can be reproduced.

A game's sections are the functions in `SECTIONS` of ``reports.sections.<game>``, in order. Each
takes a `Context`, asks the analyses, and returns a `Section`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.output import Table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Chart", "Context", "Section", "SectionMaker", "Table"]


@dataclass(frozen=True)
class Chart:
    """A drawing and the frame behind it.

    Attributes
    ----------
    name : str
        Name of its files, unique within the game.
    caption : str
        How to read it.
    frame : DataFrame
        All that is drawn, written as CSV and Parquet.
    draw : callable
        ``draw(ax, frame)``.
    height : float
        In inches; the width is 9.
    """

    name: str
    caption: str
    frame: pd.DataFrame
    draw: Callable[[Axes, pd.DataFrame], None]
    height: float = 4.5


@dataclass(frozen=True)
class Section:
    """One question of the report with its answer.

    Attributes
    ----------
    title : str
    finding : str
        What was found and how sure it is, in one sentence.
    charts : tuple of Chart
    tables : tuple of Table
        Further numbers.
    command : str
        Command and seed that give the same numbers again.
    notes : tuple of str
        What a careful reader should know.
    """

    title: str
    finding: str
    charts: tuple[Chart, ...]
    tables: tuple[Table, ...]
    command: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Context:
    """What a section may ask for.

    Attributes
    ----------
    game, rules
        As `Common.load_game` returns them.
    seed, games, workers : int
    arguments, rules_arguments : str
        The options as typed, all and those about rules, for `command`.
    changed : callable
        The rules with one more ``field=value``.
    """

    game: Any
    rules: Any
    seed: int
    games: int
    workers: int
    arguments: str
    rules_arguments: str
    changed: Callable[[str], Any]

    def command(self, words: str) -> str:
        """A command line with this report's seed, games and rules."""
        return f"fillsim {words} {self.arguments}"

    def options(self) -> dict[str, Any]:
        """What every analysis of matches takes."""
        return {"rules": self.rules, "workers": self.workers}


SectionMaker = Callable[[Context], Section]
