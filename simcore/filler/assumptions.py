"""What a reconstruction assumes about the printed cards where nothing is known of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from simcore.draws import Draws
from simcore.errors import UsageError
from simcore.filler.components import SYMBOLS
from simcore.filler.constraints import CORRELATION, SYMBOLS_OF_STANDARD

__all__ = ["Assumptions", "varied"]

FIVE = ("vanilla", "chocolate", "strawberry", "blueberry", "custard")
N_STANDARD, N_ADVANCED = 50, 10
N_SIZES = 4
MAX_SYMBOLS = 3
"""Symbols on one recipe."""

ASSUMPTION_PURPOSE = 4
"""Stream of `varied`; games draw from streams 0 to 2, the generator from 3."""


@dataclass(frozen=True)
class Assumptions:
    """The free choices of the deck generator.

    Attributes
    ----------
    common, rare : tuple of str
        The split of the five fillings.
    recipes_by_requirements : tuple of int
        How many of the 50 standard recipes have 1, 2, 3, 4 requirements.
    symbols_by_requirements : tuple of int
        Victory point symbols on all of these together.
    advanced_symbols : int
        Symbols on the 10 advanced recipes.
    recipes_by_gives : tuple of int
        How many of the 60 recipes give 1, 2, 3 fillings; the others give a single wild.
    n_wild : int
        How many those others are.
    requirement_weights : tuple of int
        Odds of a requirement being a named filling, common, rare, any.
    rare_pct : int
        How often a rare filling is given, in percent of how often a common one is.
    time_correlation : float
        Spearman correlation of time and usefulness at which the generator stops mixing times.
    n_bonus_fill, n_bonus_restock : int
        Standard recipes with these abilities.
    chef_points : tuple of str
        Symbols on the chef card with one filling.
    """

    common: tuple[str, ...] = ("vanilla", "chocolate", "strawberry")
    rare: tuple[str, ...] = ("blueberry", "custard")
    recipes_by_requirements: tuple[int, ...] = (8, 18, 16, 8)
    symbols_by_requirements: tuple[int, ...] = (2, 14, 20, 16)
    advanced_symbols: int = 14
    recipes_by_gives: tuple[int, ...] = (24, 26, 4)
    n_wild: int = 6
    requirement_weights: tuple[int, ...] = (60, 15, 10, 15)
    rare_pct: int = 60
    time_correlation: float = -0.55
    n_bonus_fill: int = 9
    n_bonus_restock: int = 7
    chef_points: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no deck of 50 + 10 recipes can be."""
        self._check_fillings()
        self._check_counts("recipes_by_requirements", N_SIZES, N_STANDARD)
        sizes = self.recipes_by_requirements
        self._check("recipes_by_requirements", sizes[0] > 1 and min(sizes) > 0, "some of each size")
        self._check_symbols()
        self._check("n_wild", 0 <= self.n_wild < N_STANDARD, "0 to 49")
        self._check_counts("recipes_by_gives", 3, N_STANDARD + N_ADVANCED - self.n_wild)
        self._check("recipes_by_gives", self.recipes_by_gives[0] > 0, "some that give one filling")
        self._check_counts("requirement_weights", 4, None)
        self._check("requirement_weights", self.requirement_weights[0] > 0, "some named fillings")
        self._check("rare_pct", 1 <= self.rare_pct <= 100, "1 to 100")
        low, high = CORRELATION
        is_inside = low <= self.time_correlation <= high
        self._check("time_correlation", is_inside, f"{low} to {high}")
        n_free = N_STANDARD - 1 - self.n_bonus_restock
        self._check("n_bonus_restock", 1 <= self.n_bonus_restock < N_STANDARD - 1, "1 to 48")
        self._check("n_bonus_fill", 1 <= self.n_bonus_fill <= n_free, f"1 to {n_free}")

    def _check_fillings(self) -> None:
        for name in ("common", "rare", "chef_points"):
            self._check(name, isinstance(getattr(self, name), tuple), "a tuple of texts")
        known = {"chocolate", "blueberry"}
        self._check("common", bool(self.common), "at least one filling")
        self._check("rare", bool(self.rare), "at least one filling")
        names = {*self.common, *self.rare}
        is_split = len(self.common + self.rare) == len(names) == len(FIVE) and known <= names
        allowed = "five different fillings with `common`, chocolate and blueberry among them"
        self._check("rare", is_split, allowed)

    def _check_symbols(self) -> None:
        sizes, symbols = self.recipes_by_requirements, self.symbols_by_requirements
        self._check_counts("symbols_by_requirements", N_SIZES, None)
        low, high = SYMBOLS_OF_STANDARD
        self._check("symbols_by_requirements", low <= sum(symbols) <= high, f"{low} to {high}")
        means = [n / size for n, size in zip(symbols, sizes, strict=True)]
        is_rising = all(a < b for a, b in pairwise(means)) and means[-1] <= MAX_SYMBOLS
        allowed = f"means that increase, up to {MAX_SYMBOLS}"
        self._check("symbols_by_requirements", is_rising, allowed)
        most = MAX_SYMBOLS * N_ADVANCED
        self._check("advanced_symbols", 0 <= self.advanced_symbols <= most, f"0 to {most}")
        self._check("chef_points", set(self.chef_points) <= set(SYMBOLS), " | ".join(SYMBOLS))

    def _check(self, name: str, is_fine: bool, allowed: str) -> None:
        if not is_fine:
            raise UsageError(f"assumption {name} = {getattr(self, name)!r}; allowed: {allowed}")

    def _check_counts(self, name: str, n: int, total: int | None) -> None:
        values = getattr(self, name)
        is_counts = len(values) == n and min(values) >= 0
        self._check(name, is_counts, f"{n} counts, 0 or more")
        if total is not None:
            self._check(name, sum(values) == total, f"counts that add up to {total}")

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


SIZES = ((8, 18, 16, 8), (6, 16, 18, 10), (10, 20, 14, 6), (5, 20, 20, 5), (10, 14, 14, 12))
SLOPES = ((1, 2, 3, 4), (1, 4, 6, 9), (0, 2, 4, 6), (2, 3, 4, 5))
"""Symbols by number of requirements, up to a factor."""
REQUIREMENTS = ((60, 15, 10, 15), (80, 8, 4, 8), (40, 25, 15, 20), (50, 30, 10, 10))


def varied(seed: int) -> Assumptions:
    """Assumptions drawn from a seed, over what the printed cards might be like.

    For ensembles: what holds over decks that also differ in their assumptions does not hang on
    one choice of them. The ranges are a judgement, not knowledge.

    Parameters
    ----------
    seed : int
        0 <= seed < 2**64; `reconstruct(seed, varied(seed))` is a deck.
    """
    draws = Draws(seed, ASSUMPTION_PURPOSE)
    fillings = draws.shuffled(FIVE)
    n_rare = 1 + draws.below(2)
    n_wild, n_single, n_triple = draws.below(13), 18 + draws.below(15), draws.below(9)
    n_double = N_STANDARD + N_ADVANCED - n_wild - n_single - n_triple
    sizes, slope = draws.one_of(SIZES), draws.one_of(SLOPES)
    low, high = SYMBOLS_OF_STANDARD
    return Assumptions(
        common=tuple(sorted(fillings[n_rare:], key=FIVE.index)),
        rare=tuple(sorted(fillings[:n_rare], key=FIVE.index)),
        recipes_by_requirements=sizes,
        symbols_by_requirements=_along(sizes, slope, low + 1 + draws.below(high - low - 1)),
        advanced_symbols=8 + draws.below(13),
        recipes_by_gives=(n_single, n_double, n_triple),
        n_wild=n_wild,
        requirement_weights=draws.one_of(REQUIREMENTS),
        rare_pct=40 + draws.below(41),
        time_correlation=-(35 + draws.below(41)) / 100,
        n_bonus_fill=4 + draws.below(9),
        n_bonus_restock=3 + draws.below(8),
        chef_points=draws.one_of(((), *((symbol,) for symbol in SYMBOLS))),
    )


def _along(sizes: tuple[int, ...], slope: tuple[int, ...], total: int) -> tuple[int, ...]:
    """Symbols by number of requirements that add up to `total`, their means along `slope`."""
    shares = [size * step for size, step in zip(sizes, slope, strict=True)]
    symbols = [total * share // sum(shares) for share in shares]
    return (*symbols[:-1], total - sum(symbols[:-1]))
