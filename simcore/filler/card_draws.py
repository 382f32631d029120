"""The drawing of reconstructed cards, one property after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from simcore.draws import Draws
from simcore.filler.assumptions import MAX_SYMBOLS, N_ADVANCED, N_STANDARD, Assumptions
from simcore.filler.components import ANY, CARDS_PER_SET, CLASSES, SYMBOLS, ChefCard, Recipe
from simcore.filler.constraints import (
    CLOSING,
    KNOWN_TIMES,
    OPENING,
    WINDOW_MIN,
    WINDOWS,
    spearman,
    usefulness,
)

__all__ = [
    "CHEF_NAMES",
    "draw_abilities",
    "draw_chefs",
    "draw_gives",
    "draw_points",
    "draw_requires",
    "draw_times",
    "with_times",
]

ADVANCED_ABILITIES = ("bad_batch", "arrive_early") * (N_ADVANCED // 2)

CHEF_NAMES = {
    "blue": ("Vicki", "Anton", "Mei"),
    "green": ("Rosa", "Hugo", "Priya"),
    "orange": ("Elsie", "Omar", "Tomas"),
    "pink": ("Colette", "Kofi", "Ingrid"),
    "purple": ("Marcel", "Yuki", "Bridget"),
    "yellow": ("Dolores", "Emil", "Amara"),
}
"""Names of the chefs by set: two who give two fillings, one who gives one. Vicki is known."""

VICKI = ("chocolate", "blueberry")
PAIN_GIVES = "chocolate"


def draw_requires(
    draws: Draws, assumptions: Assumptions, sizes: Sequence[int]
) -> list[tuple[str, ...]]:
    """The requirements of each recipe, of the given sizes.

    Named fillings come from a bag that is used up before it is filled again, so that each is
    wanted about as often as any other.
    """
    fillings = assumptions.common + assumptions.rare
    words = (*fillings, *CLASSES, ANY)
    kinds = [
        kind
        for kind, weight in zip(("", *CLASSES, ANY), assumptions.requirement_weights, strict=True)
        for _ in range(weight)
    ]
    bag: list[str] = []
    found = []
    for size in sizes:
        # What two chef cards give has every filling once: a small recipe asks for nothing twice.
        most = 1 if size <= 2 else 2
        wanted: list[str] = []
        while len(wanted) < size:
            word = draws.one_of(kinds)
            if not word:
                bag = bag or draws.shuffled(fillings)
                word = bag.pop()
            if wanted.count(word) < most:
                wanted.append(word)
        found.append(tuple(sorted(wanted, key=words.index)))
    return found


def draw_gives(draws: Draws, assumptions: Assumptions) -> list[tuple[str, ...]]:
    """What each recipe gives; the first, Pain au Chocolat, gives chocolate."""
    fillings = assumptions.common + assumptions.rare
    sizes = [n + 1 for n, count in enumerate(assumptions.recipes_by_gives) for _ in range(count)]
    shares = [100] * len(assumptions.common) + [assumptions.rare_pct] * len(assumptions.rare)
    n_icons = sum(sizes)
    counts = [n_icons * share // sum(shares) for share in shares]
    icons = [f for f, count in zip(fillings, counts, strict=True) for _ in range(count)]
    while len(icons) < n_icons:
        icons.append(draws.one_of(assumptions.common))
    icons.remove(PAIN_GIVES)
    icons = draws.shuffled(icons)
    found: list[tuple[str, ...]] = [(ANY,)] * assumptions.n_wild
    for size in sizes[1:]:
        own, icons = icons[:size], icons[size:]
        found.append(tuple(sorted(own, key=fillings.index)))
    return [(PAIN_GIVES,), *draws.shuffled(found)]


def draw_points(draws: Draws, assumptions: Assumptions) -> list[tuple[str, ...]]:
    """The symbols of each recipe: the three kinds equally often, over each deck and over both."""
    counts = [0]  # Pain au Chocolat, the first with one requirement, has no points.
    sizes = list(assumptions.recipes_by_requirements)
    sizes[0] -= 1
    for n_recipes, n_symbols in zip(sizes, assumptions.symbols_by_requirements, strict=True):
        counts += _spread(draws, n_recipes, n_symbols)
    counts += _spread(draws, N_ADVANCED, assumptions.advanced_symbols)
    order = draws.shuffled(SYMBOLS)
    symbols = [order[i % len(order)] for i in range(sum(counts))]
    n_standard = sum(counts[:N_STANDARD])
    symbols = draws.shuffled(symbols[:n_standard]) + draws.shuffled(symbols[n_standard:])
    found = []
    for count in counts:
        own, symbols = symbols[:count], symbols[count:]
        found.append(tuple(sorted(own, key=SYMBOLS.index)))
    return found


def _spread(draws: Draws, n_recipes: int, n_symbols: int) -> list[int]:
    """Symbols dealt out to recipes, evenly but for some variety."""
    counts = [n_symbols // n_recipes + (i < n_symbols % n_recipes) for i in range(n_recipes)]
    counts = draws.shuffled(counts)
    for _ in range(n_recipes // 3):
        richer, poorer = draws.below(n_recipes), draws.below(n_recipes)
        if counts[poorer] > 0 and counts[richer] < MAX_SYMBOLS:
            counts[poorer] -= 1
            counts[richer] += 1
    return counts


def draw_abilities(draws: Draws, assumptions: Assumptions) -> list[str]:
    """The ability of each recipe; the first, Pain au Chocolat, has bonus fill."""
    kinds = ["bonus_fill"] * (assumptions.n_bonus_fill - 1)
    kinds += ["bonus_restock"] * assumptions.n_bonus_restock
    kinds += ["none"] * (N_STANDARD - 1 - len(kinds))
    return ["bonus_fill", *draws.shuffled(kinds), *draws.shuffled(ADVANCED_ABILITIES)]


def draw_times(draws: Draws, n_recipes: int) -> tuple[list[list[int]], list[int]]:
    """(times of the chefs by window, times of the recipes): all different, the known ones in."""
    n_chefs = len(CHEF_NAMES) * CARDS_PER_SET
    others = [time for time in range(OPENING, CLOSING) if time not in KNOWN_TIMES]
    times = draws.shuffled(
        [
            *KNOWN_TIMES,
            *draws.shuffled(others)[: n_recipes + n_chefs - len(KNOWN_TIMES)],
        ]
    )
    chefs = []
    for window in WINDOWS:
        inside = [time for time in times if 0 <= time - window < WINDOW_MIN]
        chefs.append(inside[: len(CHEF_NAMES)])
    taken = {time for window in chefs for time in window}
    return chefs, sorted(time for time in times if time not in taken)


def with_times(
    draws: Draws, assumptions: Assumptions, recipes: Sequence[Recipe], times: Sequence[int]
) -> tuple[Recipe, ...]:
    """The recipes with their times: the more useful the earlier, then mixed by chance.

    Pairs exchange their times until the correlation is no stronger than the assumed one.
    """
    timed = draws.shuffled([i for i, recipe in enumerate(recipes) if recipe.time is not None])
    uses = {i: usefulness(recipes[i], assumptions.common) for i in timed}
    timed.sort(key=lambda i: -uses[i])
    while spearman(times, [uses[i] for i in timed]) < assumptions.time_correlation:
        a, b = draws.below(len(timed)), draws.below(len(timed))
        timed[a], timed[b] = timed[b], timed[a]
    by_recipe = dict(zip(timed, times, strict=True))
    return tuple(replace(recipe, time=by_recipe.get(i)) for i, recipe in enumerate(recipes))


def draw_chefs(
    draws: Draws, assumptions: Assumptions, times: Sequence[Sequence[int]]
) -> tuple[ChefCard, ...]:
    """The chef cards: each set splits the five fillings 2 + 2 + 1 in a way of its own."""
    fillings = assumptions.common + assumptions.rare
    pairs = list(combinations(fillings, 2))
    vicki = next(pair for pair in pairs if set(pair) == set(VICKI))
    splits = [(a, b) for a in pairs for b in pairs if not set(a) & set(b)]
    first = draws.one_of([split for split in splits if split[0] == vicki])
    # A split and its mirror image are the same set of cards: one of the two is kept.
    others = [(a, b) for a, b in splits if {a, b} != set(first) and pairs.index(a) < pairs.index(b)]
    chosen = [first, *draws.shuffled(others)[: len(CHEF_NAMES) - 1]]
    cards = []
    for k, ((name, chefs), split) in enumerate(zip(CHEF_NAMES.items(), chosen, strict=True)):
        single = next(f for f in fillings if f not in split[0] + split[1])
        own = draws.shuffled([window[k] for window in times])
        for chef, gives, time in zip(chefs, (*split, (single,)), own, strict=True):
            points = assumptions.chef_points if len(gives) == 1 else ()
            cards.append(ChefCard(name, chef, time, gives, points))
    return tuple(cards)
