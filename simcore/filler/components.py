"""The cards of Filler: fillings, recipes, chef cards, and the personalities of the solo mode.

Source: the rulebook, "Components", "Recipe Cards", "Special Abilities" and "Solo Play". It does not
list the cards or the personalities: those that ship are a reconstruction, and say so (`notice`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from simcore.errors import UsageError

__all__ = [
    "ABILITIES",
    "ANY",
    "CARDS_PER_SET",
    "CLASSES",
    "CRITERIA",
    "DECKS",
    "MAX_FILLINGS",
    "MAX_ICONS",
    "RECIPES_PER_PLAYER",
    "SYMBOLS",
    "ChefCard",
    "Components",
    "Personality",
    "Recipe",
    "RuleValue",
    "check_deck_size",
    "time_text",
]

DECKS = ("standard", "advanced")
ABILITIES = ("none", "bonus_fill", "bonus_restock", "bad_batch", "arrive_early")
SYMBOLS = ("star", "coin", "trophy")

ANY = "any"
CLASSES = ("common", "rare")
"""Words that stand for a class of fillings among the requirements of a recipe."""

CARDS_PER_SET = 3
RECIPES_PER_PLAYER = 10
SEATS = (2, 6)
MAX_FILLINGS = 8
MAX_ICONS = 8
"""Icons of one kind (given, required, points) that a card may have."""

CRITERIA = {
    "most_points": "most victory point symbols",
    "fewest_points": "fewest victory point symbols",
    "completes_set": "most sets of three different symbols gained",
    "most_missing_symbol": "most symbols of the kinds of which the chef has fewest",
    "earliest_time": "earliest printed time; no printed time ranks last",
    "latest_time": "latest printed time; no printed time ranks last",
    "most_gives": "most fillings given",
    "most_requires": "most requirements",
    "fewest_requires": "fewest requirements",
    "most_wanted": "most symbols among the recipes that the player can fill from the hand",
    "leftmost": "furthest left in the book",
    "rightmost": "furthest right in the book",
    "random": "by lot",
}
"""What a personality can go by when it picks a recipe, with its meaning."""

RuleValue = int | str | bool | tuple[str, ...]


@dataclass(frozen=True)
class Recipe:
    """A recipe card.

    Attributes
    ----------
    id, name : str
        How files and replays call it; its printed name.
    deck : {'standard', 'advanced'}
        Advanced recipes are optional.
    time : int or None
        Minutes since midnight; None for arrive early, which replaces the time.
    gives : tuple of str
        Fillings that it covers requirements with, or `ANY`.
    requires : tuple of str
        Fillings, ``common``, ``rare`` or `ANY`.
    points : tuple of str
        Of `SYMBOLS`.
    ability : str
        One of `ABILITIES`.
    """

    id: str
    name: str
    deck: str
    time: int | None
    gives: tuple[str, ...]
    requires: tuple[str, ...]
    points: tuple[str, ...]
    ability: str


@dataclass(frozen=True)
class ChefCard:
    """One of the three cards of a chef set, with which a player begins."""

    set: str
    name: str
    time: int
    gives: tuple[str, ...]
    points: tuple[str, ...]

    @property
    def id(self) -> str:
        """How files and replays call it: ``set/name``."""
        return f"{self.set}/{self.name}"


@dataclass(frozen=True)
class Personality:
    """How the chef of the solo mode picks, and which rules it alters.

    Attributes
    ----------
    name : str
        As on its card.
    picks : tuple of str
        Of `CRITERIA`; later ones settle ties of earlier ones, ``leftmost`` what remains.
    rules : mapping
        Altered rules by name; see `simcore.filler.personality_file.ALTERED_RULES`.
    """

    name: str
    picks: tuple[str, ...]
    rules: Mapping[str, RuleValue]


@dataclass(frozen=True)
class Components:
    """All that is in the box.

    Attributes
    ----------
    name : str
        What reports call these components.
    common, rare : tuple of str
        The fillings, by class.
    recipes : tuple of Recipe
        Standard and advanced ones.
    chef_sets : tuple of str
        Names of the sets, in the order of their first cards.
    chefs : tuple of ChefCard
        The three cards of the first set, then of the second, ...
    personalities : tuple of Personality
        For the solo mode.
    notice : str
        What every output that rests on these components says; empty if nothing needs to be said.
    warnings : tuple of str
        What the files allow but a person should know.
    """

    name: str
    common: tuple[str, ...]
    rare: tuple[str, ...]
    recipes: tuple[Recipe, ...]
    chef_sets: tuple[str, ...]
    chefs: tuple[ChefCard, ...]
    personalities: tuple[Personality, ...]
    notice: str
    warnings: tuple[str, ...] = ()

    @property
    def fillings(self) -> tuple[str, ...]:
        """All fillings, common ones first."""
        return self.common + self.rare

    def set_cards(self, chef_set: str) -> tuple[ChefCard, ...]:
        """The three cards of a chef set."""
        return tuple(card for card in self.chefs if card.set == chef_set)

    def recipe_deck(self, advanced: bool) -> tuple[Recipe, ...]:
        """The recipes that are shuffled: all of them, or the standard ones."""
        return tuple(r for r in self.recipes if advanced or r.deck == "standard")


def check_deck_size(components: Components, n_players: int, advanced: bool) -> None:
    """Refuse components that are too few for a game.

    Parameters
    ----------
    components : Components
        What would be played with.
    n_players : int
        2 to 6; a solo game needs what two players need.
    advanced : bool
        Whether the advanced recipes are shuffled in.

    Raises
    ------
    UsageError
        Says how many recipes and chef sets are needed, and how many there are.
    """
    low, high = SEATS
    if not low <= n_players <= high:
        raise UsageError(f"Filler for {n_players} players; allowed: {low} to {high}")
    needed, found = RECIPES_PER_PLAYER * n_players, len(components.recipe_deck(advanced))
    if found < needed:
        n_more = len(components.recipes) - found
        hint = "" if advanced or n_more == 0 else f" (the advanced deck would add {n_more})"
        kind = "recipes" if advanced else "standard recipes"
        raise UsageError(
            f"components '{components.name}': {found} {kind} for {n_players} players; allowed: "
            f"at least {needed}, {RECIPES_PER_PLAYER} for each player{hint}"
        )
    if len(components.chef_sets) < n_players:
        raise UsageError(
            f"components '{components.name}': {len(components.chef_sets)} chef sets for "
            f"{n_players} players; allowed: at least {n_players}, one for each player"
        )


def time_text(time: int | None) -> str:
    """A time as printed, ``6:05``; empty for none."""
    return "" if time is None else f"{time // 60}:{time % 60:02d}"
