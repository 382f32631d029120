"""Parts of the reports that differ by game: modules called like the game, found by name."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from simcore.errors import UsageError

__all__ = ["module_of"]


def module_of(part: str, game: str) -> ModuleType:
    """The module ``reports.<part>.<game>``; UsageError where a game has none.

    Parameters
    ----------
    part : {'charts', 'replays', 'sections', 'solutions'}
        What is wanted of the game.
    game : str
        The game's name in code.
    """
    name = f"reports.{part}.{game}"
    if importlib.util.find_spec(name) is None:
        raise UsageError(f"{game} has no {part} yet")
    return importlib.import_module(name)
