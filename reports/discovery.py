"""Parts of the reports that differ by game: modules called like the game, found by name."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from types import ModuleType

from simcore.errors import UsageError

__all__ = ["games_with", "module_of"]


def module_of(part: str, game: str) -> ModuleType:
    """The module ``reports.<part>.<game>``; UsageError where a game has none.

    Parameters
    ----------
    part : {'charts', 'decks', 'drawings', 'replays', 'sections', 'solutions'}
        What is wanted of the game.
    game : str
        The game's name in code.
    """
    from simcore.games import load_game  # compiles: not for a command that only shows its help

    load_game(game)
    name = f"reports.{part}.{game}"
    if importlib.util.find_spec(name) is None:
        raise UsageError(f"{game} has no {part} yet")
    return importlib.import_module(name)


def games_with(part: str) -> list[str]:
    """Names of the games that have this part."""
    from simcore.games import game_names

    package = importlib.import_module(f"reports.{part}")
    found = {module.name for module in pkgutil.iter_modules(package.__path__)}
    return [name for name in game_names() if name in found]
