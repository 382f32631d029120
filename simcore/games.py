"""The games there are, and what each of them gives to the engine.

A game is a package of `simcore` whose ``__init__`` defines ``GAME = Game(...)``; nothing else
has to be told about it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numba
import numpy as np
from numba import types

import simcore
from simcore.errors import UsageError, unknown_name
from simcore.protocol import HEAD, MATCH, MAX_SEATS

__all__ = ["Game", "RulesData", "game_names", "load_game"]


class RulesData(Protocol):
    """What the engine and the reports need of any game's rules."""

    @property
    def name(self) -> str:
        """The preset or file, and what was changed."""

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values."""


@dataclass(frozen=True)
class Game:
    """One game, as the layers above see it.

    Attributes
    ----------
    name, title : str
        Name in code, files and commands; name as printed on the box.
    version : str
        Changes whenever the same seed would give another game.
    seats : (int, int)
        The smallest and the largest number of seats.
    view, outcome, table : numpy dtype
        What a strategy sees, what a finished game leaves behind, and the record the kernel
        plays in.
    load_rules : callable
        ``(source, changes) -> rules``; see `simcore.rules_file.read_rules`.
    presets : tuple of str
        Names of the rules that ship with the game, the default first.
    lay_table : callable
        ``(record_array, rules, n_seats)``: puts rules and tables into a `table` array of length
        1 and refuses rules that this number of seats cannot play.
    play_blocks : callable
        The compiled kernel: ``(tables, strategies, views, matches, first_block, outcomes)``.
    tell : callable
        ``(events, match) -> dict``: a recorded game as a plain document.
    is_cooperative : bool, default False
        All seats win or lose together, so that nobody is ahead of anybody.
    """

    name: str
    title: str
    version: str
    seats: tuple[int, int]
    view: np.dtype[Any]
    outcome: np.dtype[Any]
    table: np.dtype[Any]
    load_rules: Callable[[str, Iterable[str]], Any]
    presets: tuple[str, ...]
    lay_table: Callable[[np.ndarray, Any, int], None]
    play_blocks: Callable[..., int]
    tell: Callable[[np.ndarray, Any], dict[str, Any]]
    is_cooperative: bool = False

    @cached_property
    def strategy_signature(self) -> Any:
        """The one numba signature of `choose(view)`."""
        return types.int64(numba.typeof(np.zeros(1, self.view)).dtype)

    @cached_property
    def kernel_signature(self) -> tuple[Any, ...]:
        """The one numba signature of `play_blocks`, so that no line-up compiles anything."""
        choose = types.FunctionType(self.strategy_signature)
        return (
            numba.typeof(np.zeros(1, self.table)),
            types.UniTuple(choose, MAX_SEATS),
            numba.typeof(np.zeros(MAX_SEATS, self.view)),
            numba.typeof(np.zeros(1, MATCH)),
            types.int64,
            numba.typeof(np.zeros((1, 1), self.outcome)),
        )

    @property
    def seat_fields(self) -> tuple[str, ...]:
        """Fields of `outcome` with one number per seat."""
        names = self.outcome.names or ()
        return tuple(name for name in names if self.outcome[name].shape == (MAX_SEATS,))

    @property
    def game_fields(self) -> tuple[str, ...]:
        """Fields of `outcome` with one number per game."""
        names = self.outcome.names or ()
        return tuple(name for name in names if not self.outcome[name].shape)

    @property
    def view_fields(self) -> tuple[str, ...]:
        """Fields of `view` that are this game's own, options included."""
        head = {field[0] for field in HEAD}
        return tuple(name for name in self.view.names or () if name not in head)

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Travel to another process by name: a pickled kernel would be compiled anew there."""
        return load_game, (self.name,)

    def check_seats(self, n_seats: int) -> None:
        """Refuse a number of seats that the game does not have."""
        low, high = self.seats
        if not low <= n_seats <= high:
            raise UsageError(
                f"{self.title} with {n_seats} strategies; allowed: {low} to {high}, one per seat"
            )


def game_names() -> list[str]:
    """Names of all games: the packages inside `simcore`."""
    return sorted(module.name for module in pkgutil.iter_modules(simcore.__path__) if module.ispkg)


def load_game(name: str) -> Game:
    """The game called `name`; an unknown one raises UsageError with the nearest."""
    names = game_names()
    if name not in names:
        raise unknown_name("game", name, names)
    game: Game = importlib.import_module(f"simcore.{name}").GAME
    return game
