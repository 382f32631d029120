"""What reconstructed components must satisfy, measured: each constraint with its value.

The constraints are what the rulebook, its pictures and the publisher's texts let one know of the
printed cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import sqrt

from simcore.filler.components import ANY, SYMBOLS, ChefCard, Components, Recipe, time_text
from simcore.filler.coverage import covers

__all__ = ["Constraint", "constraints", "spearman", "usefulness"]

KNOWN_TIMES = (6 * 60 + 24, 6 * 60 + 50, 7 * 60 + 49, 7 * 60 + 53)
"""Times seen on printed cards."""

OPENING, CLOSING = 6 * 60, 8 * 60
WINDOWS = tuple(range(OPENING, CLOSING, 40))
WINDOW_MIN = 40
"""A set's three times lie one each in windows of this length."""

CORRELATION = (-0.8, -0.3)
SYMBOLS_OF_STANDARD = (45, 60)


@dataclass(frozen=True)
class Constraint:
    """One constraint on components.

    Attributes
    ----------
    name, found, allowed : str
        What is counted or compared, what was found, and what is allowed.
    is_met : bool
    value : float or None
        What was found as a number, where it is one.
    """

    name: str
    found: str
    allowed: str
    is_met: bool
    value: float | None = None


def usefulness(card: Recipe, common: Sequence[str]) -> float:
    """How much a card helps in hand: 1 for a common filling given, 1.5 for a rare, 2 for any."""
    return sum(2.0 if f == ANY else 1.0 if f in common else 1.5 for f in card.gives)


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's rank correlation; equal values share their mean rank, and all equal give 0."""
    x, y = _ranks(first), _ranks(second)
    middle = (len(x) + 1) / 2
    products = sum((a - middle) * (b - middle) for a, b in zip(x, y, strict=True))
    squares = [sum((a - middle) ** 2 for a in ranks) for ranks in (x, y)]
    return products / sqrt(squares[0] * squares[1]) if all(squares) else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    last: dict[float, int] = {}
    for place, value in enumerate(sorted(values), 1):
        last[value] = place
    n_equal = Counter(values)
    return [last[value] - (n_equal[value] - 1) / 2 for value in values]


def constraints(components: Components) -> list[Constraint]:
    """All constraints, in the order of the components: counts, times, symbols, fillings, chefs."""
    return [
        *_counts(components),
        *_times(components),
        *_symbols(components),
        *_fillings(components),
        *_chefs(components),
        *_known_cards(components),
    ]


def _exact(name: str, found: object, allowed: object) -> Constraint:
    value = found if isinstance(found, int) else None
    return Constraint(name, str(found), str(allowed), found == allowed, value)


def _counts(components: Components) -> Iterator[Constraint]:
    recipes = components.recipes
    decks = Counter(recipe.deck for recipe in recipes)
    advanced = Counter(r.ability for r in recipes if r.deck == "advanced")
    standard = Counter(r.ability for r in recipes if r.deck == "standard")
    sizes = {len(recipe.requires) for recipe in recipes}
    yield _exact("standard recipes", decks["standard"], 50)
    yield _exact("advanced recipes", decks["advanced"], 10)
    yield _exact("chef cards", len(components.chefs), 18)
    yield _exact("bad batch, advanced", advanced["bad_batch"], 5)
    yield _exact("arrive early, advanced", advanced["arrive_early"], 5)
    yield Constraint(
        "abilities, standard",
        ", ".join(f"{name} {standard[name]}" for name in sorted(standard)),
        "each of these three",
        set(standard) == {"none", "bonus_fill", "bonus_restock"},
    )
    yield Constraint(
        "requirements of a recipe",
        f"{min(sizes)} to {max(sizes)}",
        "1 to 4",
        sizes <= {1, 2, 3, 4},
    )


def _times(components: Components) -> Iterator[Constraint]:
    cards: list[Recipe | ChefCard] = [*components.recipes, *components.chefs]
    times = [card.time for card in cards if card.time is not None]
    timed = [recipe for recipe in components.recipes if recipe.time is not None]
    correlation = spearman(
        [recipe.time or 0 for recipe in timed],
        [usefulness(recipe, components.common) for recipe in timed],
    )
    low, high = CORRELATION
    yield _exact("different times", len(set(times)), len(times))
    yield Constraint(
        "times",
        f"{time_text(min(times))} to {time_text(max(times))}",
        "within 6:00 to 7:59",
        all(OPENING <= time < CLOSING for time in times),
    )
    known = [time_text(time) for time in KNOWN_TIMES]
    seen = [time_text(time) for time in KNOWN_TIMES if time in times]
    yield _exact("times seen in print", ", ".join(seen), ", ".join(known))
    yield Constraint(
        "time and usefulness, Spearman",
        f"{correlation:.2f}",
        f"{low} to {high}",
        low <= correlation <= high,
        correlation,
    )


def _symbols(components: Components) -> Iterator[Constraint]:
    standard = components.recipe_deck(advanced=False)
    by_size = {
        n: [len(r.points) for r in standard if len(r.requires) == n]
        for n in sorted({len(r.requires) for r in standard})
    }
    means = [sum(points) / len(points) for points in by_size.values()]
    yield Constraint(
        "mean symbols by requirements",
        ", ".join(f"{mean:.2f}" for mean in means),
        "strictly increasing",
        all(a < b for a, b in pairwise(means)),
    )
    counts = Counter(symbol for recipe in standard for symbol in recipe.points)
    numbers = [counts[symbol] for symbol in SYMBOLS]
    yield Constraint(
        "symbols by kind",
        ", ".join(f"{symbol} {counts[symbol]}" for symbol in SYMBOLS),
        "equal within one",
        max(numbers) - min(numbers) <= 1,
    )
    low, high = SYMBOLS_OF_STANDARD
    total = sum(numbers)
    is_met = low <= total <= high
    yield Constraint("symbols, standard", str(total), f"{low} to {high}", is_met, total)


def _fillings(components: Components) -> Iterator[Constraint]:
    counts = Counter(f for recipe in components.recipes for f in set(recipe.gives))
    rare = max(counts[f] for f in components.rare)
    common = min(counts[f] for f in components.common)
    yield Constraint(
        "recipes that give a rare, a common one",
        f"at most {rare}, at least {common}",
        "fewer for any rare one",
        rare < common,
    )


def _chefs(components: Components) -> Iterator[Constraint]:
    sets = [components.set_cards(name) for name in components.chef_sets]
    contents = [_content(cards, components.fillings) for cards in sets]
    yield _exact("chef sets: 2 + 2 + 1, every filling", sum(contents), 6)
    windows = [{(card.time - OPENING) // WINDOW_MIN for card in cards} for cards in sets]
    yield _exact("chef sets: a time in each 40 minutes", windows.count({0, 1, 2}), 6)
    points = [sorted((len(c.gives), sorted(c.points)) for c in cards) for cards in sets]
    yield _exact("chef sets: equal in symbols", points.count(points[0]), 6)
    pairs = [frozenset(frozenset(card.gives) for card in cards) for cards in sets]
    yield _exact("chef sets: pairs of their own", len(set(pairs)), 6)
    standard = components.recipe_deck(advanced=False)
    fillable = [
        sum(_is_fillable(recipe, cards, components) for recipe in standard) for cards in sets
    ]
    yield Constraint(
        "recipes that two chef cards can fill",
        f"{min(fillable)} to {max(fillable)} of {len(standard)}",
        "half or more, every set",
        2 * min(fillable) >= len(standard),
        min(fillable),
    )


def _content(cards: Sequence[ChefCard], fillings: Sequence[str]) -> bool:
    sizes = sorted(len(card.gives) for card in cards)
    given = sorted(filling for card in cards for filling in card.gives)
    return sizes == [1, 2, 2] and given == sorted(fillings)


def _is_fillable(recipe: Recipe, cards: Sequence[ChefCard], components: Components) -> bool:
    classes = (components.common, components.rare)
    return any(
        covers(a.gives + b.gives, recipe.requires, classes) for a, b in combinations(cards, 2)
    )


def _known_cards(components: Components) -> Iterator[Constraint]:
    def count(found: Callable[[Recipe], bool]) -> int:
        return sum(found(recipe) for recipe in components.recipes)

    pain = ("Pain au Chocolat", ("chocolate",), ("chocolate",), (), "bonus_fill")
    yield _exact(
        "Pain au Chocolat as seen in print",
        count(lambda r: (r.name, r.gives, r.requires, r.points, r.ability) == pain),
        1,
    )
    vicki = [card for card in components.chefs if card.name == "Vicki"]
    is_seen = [sorted(card.gives) == ["blueberry", "chocolate"] for card in vicki]
    yield _exact("Vicki as seen in print", sum(is_seen), 1)
