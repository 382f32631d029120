"""What a reconstruction assumes about the printed cards where nothing is known of them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

from simcore.errors import UsageError
from simcore.filler.components import SYMBOLS
from simcore.filler.constraints import CORRELATION, SYMBOLS_OF_STANDARD

__all__ = ["Assumptions"]

FIVE = ("vanilla", "chocolate", "strawberry", "blueberry", "custard")
N_STANDARD, N_ADVANCED = 50, 10
N_SIZES = 4


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
        for name in ("common", "rare", "chef_points"):
            self._check(name, isinstance(getattr(self, name), tuple), "a tuple of texts")
        known = {"chocolate", "blueberry"}
        self._check("common", bool(self.common), "at least one filling")
        self._check("rare", bool(self.rare), "at least one filling")
        names = {*self.common, *self.rare}
        is_split = len(self.common + self.rare) == len(names) == len(FIVE) and known <= names
        self._check("rare", is_split, "five different fillings with `common`, two of them known")
        sizes, symbols = self.recipes_by_requirements, self.symbols_by_requirements
        self._check_counts("recipes_by_requirements", N_SIZES, N_STANDARD)
        self._check("recipes_by_requirements", sizes[0] > 1 and min(sizes) > 0, "some of each size")
        self._check_counts("symbols_by_requirements", N_SIZES, None)
        low, high = SYMBOLS_OF_STANDARD
        self._check("symbols_by_requirements", low <= sum(symbols) <= high, f"{low} to {high}")
        means = [n / size for n, size in zip(symbols, sizes, strict=True)]
        is_rising = all(a < b for a, b in pairwise(means)) and means[-1] <= 3
        self._check("symbols_by_requirements", is_rising, "means that increase, up to 3")
        self._check("advanced_symbols", 0 <= self.advanced_symbols <= 30, "0 to 30")
        self._check("n_wild", 0 <= self.n_wild < N_STANDARD, "0 to 49")
        self._check_counts("recipes_by_gives", 3, N_STANDARD + N_ADVANCED - self.n_wild)
        self._check("recipes_by_gives", self.recipes_by_gives[0] > 0, "some that give one filling")
        self._check_counts("requirement_weights", 4, None)
        self._check("requirement_weights", self.requirement_weights[0] > 0, "some named fillings")
        self._check("rare_pct", 1 <= self.rare_pct <= 100, "1 to 100")
        low_r, high_r = CORRELATION
        is_inside = low_r <= self.time_correlation <= high_r
        self._check("time_correlation", is_inside, f"{low_r} to {high_r}")
        n_free = N_STANDARD - 1 - self.n_bonus_restock
        self._check("n_bonus_restock", 1 <= self.n_bonus_restock < N_STANDARD - 1, "1 to 48")
        self._check("n_bonus_fill", 1 <= self.n_bonus_fill <= n_free, f"1 to {n_free}")
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
