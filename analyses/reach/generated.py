"""Rules with generated components, for verdicts where nobody knows the printed ones.

A game that has them has a module ``simcore.<game>.ensemble``.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from simcore.errors import UsageError

__all__ = ["components_of", "generated_alike", "generated_fields", "generated_rules", "n_usual"]

USUAL_DRAWS = 5
"""Sets of generated components a verdict is asked under where nobody says how many."""
MOST_DRAWS = 50
"""Seeds tried for each set of components that is wanted; generators may refuse what they drew."""


def generated_rules(game: str, rules: Any, n: int, *, seed: int) -> tuple[str, list[Any]]:
    """Rules with `n` sets of generated components in place of the shipped ones.

    Parameters
    ----------
    game : str
        One that has generated components.
    rules : rules
        Everything else is taken from these.
    n : int
        How many.
    seed : int
        Seed of the first; those after it are tried in turn, as a generator may refuse one.

    Returns
    -------
    str, list of rules
        What was generated ("layouts"), and the rules.
    """
    components, found = generated_alike(game, [rules], n, seed=seed)
    return components, [only for (only,) in found]


def generated_alike(
    game: str, rules_list: Sequence[Any], n: int, *, seed: int
) -> tuple[str, list[tuple[Any, ...]]]:
    """The same for several rules at once: all get the components of the same seeds.

    Returns
    -------
    str, list of tuple of rules
        What was generated, and for each seed the rules in the order given.
    """
    components, module = components_of(game), _generator(game)
    assert module is not None  # or the line above would have raised
    found: list[tuple[Any, ...]] = []
    for draw in range(seed, seed + n * MOST_DRAWS):
        made = tuple(module.generated(rules, draw) for rules in rules_list)
        found += [made] if None not in made else []
        if len(found) == n:
            return components, found
    raise UsageError(f"{game}: {len(found)} of {n} sets of components in {n * MOST_DRAWS} seeds")


def components_of(game: str) -> str:
    """What can be generated of a game ("layouts"); UsageError where nothing can."""
    module = _generator(game)
    if module is None:
        raise UsageError(f"{game} has no generated components: everything in it is printed")
    name: str = module.COMPONENTS
    return name


def generated_fields(game: str, rules: Any) -> list[str]:
    """Fields of the rules that generated components replace; a change of these would be undone."""
    one, two = (made.to_dict() for made in generated_rules(game, rules, 2, seed=0)[1])
    return [name for name in one if one[name] != two[name]]


def n_usual(game: str, rules: Any) -> int:
    """How many generated components a verdict is asked under where nobody says how many.

    None where the components are known: the game's printed ones, or a user's own.
    """
    module = _generator(game)
    return USUAL_DRAWS if module is not None and module.is_reconstructed(rules) else 0


def _generator(game: str) -> ModuleType | None:
    """The module that makes components of a game; None where all of them are printed."""
    name = f"simcore.{game}.ensemble"
    is_there = importlib.util.find_spec(name) is not None
    return importlib.import_module(name) if is_there else None
