"""Seeded components in the likeness of the printed ones, for verdicts over many decks.

What is known of the printed cards holds by construction or is checked by `constraints`, and a
draw that breaks a constraint is drawn anew; all else is in `Assumptions`.
"""

from __future__ import annotations

from simcore.draws import Draws
from simcore.errors import UsageError
from simcore.filler.assumptions import N_ADVANCED, N_STANDARD, Assumptions, varied
from simcore.filler.card_draws import (
    CHEF_NAMES,
    draw_abilities,
    draw_chefs,
    draw_gives,
    draw_points,
    draw_requires,
    draw_times,
    with_times,
)
from simcore.filler.component_files import shipped_personalities
from simcore.filler.components import DECKS, Components, Recipe
from simcore.filler.constraints import OPENING, Constraint, constraints

__all__ = ["draw_components", "reconstruct"]

DECK_PURPOSE = 3
"""Stream of the generator; games draw from streams 0 to 2."""

MAX_DRAWS = 100

NOTICE = (
    "The cards are a reconstruction, not the printed ones: drawn from seed {seed}, under the "
    "constraints that the rulebook sets. The six personalities are inventions."
)

PAIN = Recipe(
    id="s01",
    name="Pain au Chocolat",
    deck="standard",
    time=OPENING,
    gives=("chocolate",),
    requires=("chocolate",),
    points=(),
    ability="bonus_fill",
)
"""The one recipe that is known; its time is drawn like any other."""

ADVANCED_SIZES = (1, 2, 2, 2, 3, 3, 3, 3, 4, 4)
"""Numbers of requirements of the advanced recipes."""


def reconstruct(seed: int, assumptions: Assumptions | None = None) -> Components:
    """The components of a seed; every constraint holds.

    Parameters
    ----------
    seed : int
        0 <= seed < 2**64.
    assumptions : Assumptions, optional
        The free choices; those of the shipped deck if not given.
    """
    return draw_components(seed, assumptions)[0]


def draw_components(seed: int, assumptions: Assumptions | None = None) -> tuple[Components, int]:
    """The components of a seed, and how many draws it took until every constraint held.

    Raises
    ------
    UsageError
        The assumptions leave no room: names the constraints that the last draw broke.
    """
    chosen = assumptions or Assumptions()
    draws = Draws(seed, DECK_PURPOSE)
    broken: list[Constraint] = []
    for n_draws in range(1, MAX_DRAWS + 1):
        components = _draw(draws, chosen, seed)
        broken = [constraint for constraint in constraints(components) if not constraint.is_met]
        if not broken:
            return components, n_draws
    words = "; ".join(f"{c.name}: {c.found}, allowed: {c.allowed}" for c in broken)
    raise UsageError(f"no deck in {MAX_DRAWS} draws under these assumptions ({words})")


def _draw(draws: Draws, assumptions: Assumptions, seed: int) -> Components:
    by_size = enumerate(assumptions.recipes_by_requirements, 1)
    sizes = [n for n, count in by_size for _ in range(count)] + draws.shuffled(ADVANCED_SIZES)
    requires = draw_requires(draws, assumptions, sizes)
    gives = draw_gives(draws, assumptions)
    points = draw_points(draws, assumptions)
    abilities = draw_abilities(draws, assumptions)
    recipes = [PAIN]
    for i in range(1, N_STANDARD + N_ADVANCED):
        deck = DECKS[i // N_STANDARD]
        number = i % N_STANDARD + 1
        time = None if abilities[i] == "arrive_early" else OPENING
        words = (gives[i], requires[i], points[i], abilities[i])
        recipes.append(Recipe(f"{deck[0]}{number:02d}", f"{deck} {number}", deck, time, *words))
    n_timed = sum(recipe.time is not None for recipe in recipes)
    chef_times, times = draw_times(draws, n_timed)
    return Components(
        name=_name(seed, assumptions),
        common=assumptions.common,
        rare=assumptions.rare,
        recipes=with_times(draws, assumptions, recipes, times),
        chef_sets=tuple(CHEF_NAMES),
        chefs=draw_chefs(draws, assumptions, chef_times),
        personalities=shipped_personalities(),
        notice=NOTICE.format(seed=seed),
    )


def _name(seed: int, assumptions: Assumptions) -> str:
    """A name by which `simcore.filler.sources` finds the same components, where there is one."""
    if assumptions == Assumptions():
        return f"generated-{seed}"
    return f"varied-{seed}" if assumptions == varied(seed) else f"seed {seed}, own assumptions"
