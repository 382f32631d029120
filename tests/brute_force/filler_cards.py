"""What the cards of Filler must be like, in plain code that knows nothing of the generator.

`CHECKS`: one function for each constraint of the ruling, by name. `BREAKS`: for each of them a
change to good components that it must notice.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

from scipy.stats import spearmanr

from simcore.filler.components import Components

CLASSES = {"common": {"vanilla", "chocolate", "strawberry"}, "rare": {"blueberry", "custard"}}


def classes(box: Components) -> dict[str, set[str]]:
    return {"common": set(box.common), "rare": set(box.rare)}


def covers(gives: list[str], requires: list[str], by_class: dict[str, set[str]] = CLASSES) -> bool:
    """Whether the icons can be handed out to the requirements, by trying every way."""
    if not requires:
        return True
    first, rest = requires[0], requires[1:]
    for i, icon in enumerate(gives):
        fits = icon in (first, "any") or first == "any" or icon in by_class.get(first, ())
        if fits and covers(gives[:i] + gives[i + 1 :], rest, by_class):
            return True
    return False


def standard(box: Components) -> list[Any]:
    return [recipe for recipe in box.recipes if recipe.deck == "standard"]


def chef_sets(box: Components) -> list[list[Any]]:
    found: dict[str, list[Any]] = {}
    for card in box.chefs:
        found.setdefault(card.set, []).append(card)
    return list(found.values())


def times(box: Components) -> list[int]:
    return [card.time for card in (*box.recipes, *box.chefs) if card.time is not None]


def has_the_counts(box: Components) -> bool:
    advanced = [recipe for recipe in box.recipes if recipe.deck == "advanced"]
    return (len(standard(box)), len(advanced), len(box.chefs)) == (50, 10, 18)


def has_the_standard_abilities(box: Components) -> bool:
    return {r.ability for r in standard(box)} == {"none", "bonus_fill", "bonus_restock"}


def has_the_advanced_abilities(box: Components) -> bool:
    abilities = sorted(r.ability for r in box.recipes if r.deck == "advanced")
    return abilities == ["arrive_early"] * 5 + ["bad_batch"] * 5


def requires_one_to_four(box: Components) -> bool:
    return all(1 <= len(recipe.requires) <= 4 for recipe in box.recipes)


def has_times_but_for_arrive_early(box: Components) -> bool:
    return all((r.time is None) == (r.ability == "arrive_early") for r in box.recipes)


def has_different_times(box: Components) -> bool:
    return len(times(box)) == len(set(times(box)))


def opens_at_six_and_closes_at_eight(box: Components) -> bool:
    return all(6 * 60 <= time <= 7 * 60 + 59 for time in times(box))


def has_the_printed_times(box: Components) -> bool:
    clock = {f"{time // 60}:{time % 60:02d}" for time in times(box)}
    return {"6:24", "6:50", "7:49", "7:53"} <= clock


def worths(box: Components) -> dict[str, float]:
    return dict.fromkeys(box.common, 1.0) | dict.fromkeys(box.rare, 1.5) | {"any": 2.0}


def correlation(box: Components) -> float:
    """Spearman's, of time and usefulness over the timed recipes, by another's code."""
    worth = worths(box)
    timed = [recipe for recipe in box.recipes if recipe.time is not None]
    uses = [sum(worth[icon] for icon in recipe.gives) for recipe in timed]
    return float(spearmanr([recipe.time for recipe in timed], uses).statistic)


def comes_early_if_useful(box: Components) -> bool:
    return -0.8 <= correlation(box) <= -0.3


def rewards_requirements(box: Components) -> bool:
    means = []
    for n in (1, 2, 3, 4):
        points = [len(r.points) for r in standard(box) if len(r.requires) == n]
        means.append(statistics.mean(points) if points else 0.0)
    return means[0] < means[1] < means[2] < means[3]


def symbols(box: Components) -> list[str]:
    return [symbol for recipe in standard(box) for symbol in recipe.points]


def has_symbols_equally_often(box: Components) -> bool:
    counts = [symbols(box).count(kind) for kind in ("star", "coin", "trophy")]
    return max(counts) <= min(counts) + 1


def has_a_symbol_a_recipe(box: Components) -> bool:
    return 45 <= len(symbols(box)) <= 60


def gives_rare_fillings_rarely(box: Components) -> bool:
    def givers(filling: str) -> int:
        return sum(filling in recipe.gives for recipe in box.recipes)

    return all(givers(rare) < givers(common) for rare in box.rare for common in box.common)


def has_chefs_with_every_filling(box: Components) -> bool:
    return all(
        sorted(len(card.gives) for card in cards) == [1, 2, 2]
        and sorted(icon for card in cards for icon in card.gives)
        == ["blueberry", "chocolate", "custard", "strawberry", "vanilla"]
        for cards in chef_sets(box)
    )


def has_chefs_of_all_hours(box: Components) -> bool:
    spans = [(6 * 60, 6 * 60 + 39), (6 * 60 + 40, 7 * 60 + 19), (7 * 60 + 20, 7 * 60 + 59)]
    return all(
        all(sum(low <= card.time <= high for card in cards) == 1 for low, high in spans)
        for cards in chef_sets(box)
    )


def has_equal_chef_sets(box: Components) -> bool:
    contents = {
        (
            tuple(sorted(icon for card in cards for icon in card.gives)),
            tuple(sorted((len(card.gives), *sorted(card.points)) for card in cards)),
        )
        for cards in chef_sets(box)
    }
    return len(contents) == 1


def has_different_pairs(box: Components) -> bool:
    splits = {
        frozenset(frozenset(card.gives) for card in cards if len(card.gives) == 2)
        for cards in chef_sets(box)
    }
    return len(splits) == 6


def n_fillable(box: Components, cards: list[Any]) -> int:
    """Standard recipes that two cards of a set can fill."""
    pairs = [[*a.gives, *b.gives] for a, b in combinations(cards, 2)]
    return sum(any(covers(p, list(r.requires), classes(box)) for p in pairs) for r in standard(box))


def lets_two_chef_cards_fill_half(box: Components) -> bool:
    return all(2 * n_fillable(box, cards) >= len(standard(box)) for cards in chef_sets(box))


def has_pain_au_chocolat(box: Components) -> bool:
    return [
        (recipe.gives, recipe.requires, recipe.points, recipe.ability)
        for recipe in box.recipes
        if recipe.name == "Pain au Chocolat"
    ] == [(("chocolate",), ("chocolate",), (), "bonus_fill")]


def has_vicki(box: Components) -> bool:
    given = [set(card.gives) for card in box.chefs if card.name == "Vicki"]
    return given == [{"chocolate", "blueberry"}]


Check = Callable[[Components], bool]
CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        has_the_counts,
        has_the_standard_abilities,
        has_the_advanced_abilities,
        requires_one_to_four,
        has_times_but_for_arrive_early,
        has_different_times,
        opens_at_six_and_closes_at_eight,
        has_the_printed_times,
        comes_early_if_useful,
        rewards_requirements,
        has_symbols_equally_often,
        has_a_symbol_a_recipe,
        gives_rare_fillings_rarely,
        has_chefs_with_every_filling,
        has_chefs_of_all_hours,
        has_equal_chef_sets,
        has_different_pairs,
        lets_two_chef_cards_fill_half,
        has_pain_au_chocolat,
        has_vicki,
    )
}


def recipes_changed(box: Components, change: Callable[[Any], dict[str, Any]]) -> Components:
    changed = (replace(recipe, **change(recipe)) for recipe in box.recipes)
    return replace(box, recipes=tuple(changed))


def chefs_changed(box: Components, change: Callable[[Any], dict[str, Any]]) -> Components:
    return replace(box, chefs=tuple(replace(card, **change(card)) for card in box.chefs))


def _without_noise(box: Components) -> Components:
    """The recipes in the order of their usefulness."""
    worth = worths(box)
    timed = [recipe for recipe in box.recipes if recipe.time is not None]
    timed.sort(key=lambda recipe: -sum(worth[icon] for icon in recipe.gives))
    clock = sorted(recipe.time for recipe in timed)
    by_id = {recipe.id: time for recipe, time in zip(timed, clock, strict=True)}
    return recipes_changed(box, lambda recipe: {"time": by_id.get(recipe.id)})


def _same_pairs(box: Components) -> Components:
    first, second, *others = (cards for cards in chef_sets(box))
    copied = [replace(b, gives=a.gives) for a, b in zip(first, second, strict=True)]
    return replace(box, chefs=tuple(card for s in (first, copied, *others) for card in s))


def _upside_down(recipe: Any) -> dict[str, Any]:
    return {"points": ("star",) * (4 - len(recipe.requires))}


BREAKS: dict[str, Callable[[Components], Components]] = {
    "has_the_counts": lambda box: replace(box, recipes=box.recipes[1:]),
    "has_the_standard_abilities": lambda box: recipes_changed(
        box, lambda r: {"ability": "none"} if r.ability == "bonus_restock" else {}
    ),
    "has_the_advanced_abilities": lambda box: recipes_changed(
        box, lambda r: {"ability": "none"} if r.ability == "bad_batch" else {}
    ),
    "requires_one_to_four": lambda box: recipes_changed(
        box, lambda r: {"requires": ("any",) * 5} if r.id == "s50" else {}
    ),
    "has_times_but_for_arrive_early": lambda box: recipes_changed(
        box, lambda r: {"time": 361} if r.ability == "arrive_early" else {}
    ),
    "has_different_times": lambda box: recipes_changed(
        box, lambda r: {"time": box.recipes[1].time} if r.id == "s03" else {}
    ),
    "opens_at_six_and_closes_at_eight": lambda box: recipes_changed(
        box, lambda r: {"time": 480} if r.id == "s03" else {}
    ),
    "has_the_printed_times": lambda box: recipes_changed(
        chefs_changed(box, lambda c: {"time": 385} if c.time == 384 else {}),
        lambda r: {"time": 385} if r.time == 384 else {},
    ),
    "comes_early_if_useful": _without_noise,
    "rewards_requirements": lambda box: recipes_changed(box, _upside_down),
    "has_symbols_equally_often": lambda box: recipes_changed(
        box, lambda r: {"points": ("star",) * len(r.points)}
    ),
    "has_a_symbol_a_recipe": lambda box: recipes_changed(box, lambda _: {"points": ("coin",) * 2}),
    "gives_rare_fillings_rarely": lambda box: recipes_changed(
        box, lambda _: {"gives": ("custard",)}
    ),
    "has_chefs_with_every_filling": lambda box: chefs_changed(
        box, lambda c: {"gives": ("vanilla",)} if len(c.gives) == 1 else {}
    ),
    "has_chefs_of_all_hours": lambda box: chefs_changed(box, lambda _: {"time": 390}),
    "has_equal_chef_sets": lambda box: chefs_changed(
        box, lambda c: {"points": ("star",)} if c.name == "Vicki" else {}
    ),
    "has_different_pairs": _same_pairs,
    "lets_two_chef_cards_fill_half": lambda box: recipes_changed(
        box, lambda r: {"requires": ("custard", "custard")}
    ),
    "has_pain_au_chocolat": lambda box: recipes_changed(
        box, lambda r: {"ability": "none"} if r.name == "Pain au Chocolat" else {}
    ),
    "has_vicki": lambda box: chefs_changed(
        box, lambda c: {"name": "Victor"} if c.name == "Vicki" else {}
    ),
}
