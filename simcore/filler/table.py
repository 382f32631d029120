"""Laying the table: cards, personality and rules into the record that the kernel plays in."""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from simcore.errors import UsageError
from simcore.filler.components import (
    ABILITIES,
    ANY,
    CLASSES,
    MAX_FILLINGS,
    SYMBOLS,
    ChefCard,
    Components,
    Recipe,
    check_deck_size,
)
from simcore.filler.records import (
    ARRIVE_EARLY,
    CARD,
    CARDS,
    MAX_CARDS,
    MAX_PAID,
    MAX_PICKS,
    NO_CARD,
    NO_TIME,
)
from simcore.filler.rules import Rules, chef_record

__all__ = ["card_ids", "cards_record", "lay_table"]

MOST_ICONS = 127
"""Icons of one filling over all cards that a packed sum can hold."""
ALL_ICONS = 255


def lay_table(table: np.ndarray, rules: Rules, n_seats: int) -> None:
    """Put rules and cards into TABLE[1]; refuses a deck that is too small for the players."""
    n_players = max(n_seats, 2)
    advanced = rules.is_advanced(n_players)
    check_deck_size(rules.components, n_players, advanced)
    if rules.chefs and len(rules.chefs) < n_players:
        raise UsageError(
            f"{rules.name}: chefs = {list(rules.chefs)!r}; allowed: at least {n_players} sets for "
            f"{n_seats} seat(s) (the solo chef has one too), or 'random'"
        )
    cards = cards_record(rules.components)
    table["cards"] = cards
    table["chef"] = chef_record(rules.chef)
    _blank_board(table["blank_board"], n_players, n_seats == 1)
    for i in range(len(rules.components.recipes)):
        if advanced or not cards["card"][i]["is_advanced"]:
            table["blank_board"]["unseen"][0, i // 64] |= np.uint64(1 << i % 64)
    record = table["rules"]
    record["n_players"] = n_players
    record["is_solo"] = n_seats == 1
    record["advanced"] = advanced
    record["day_cap"] = rules.day_cap
    record["n_chosen"] = len(rules.chefs)
    numbers = [rules.components.chef_sets.index(chef_set) for chef_set in rules.chefs]
    record["chosen"][0, : len(numbers)] = numbers


def _blank_board(board: np.ndarray, n_players: int, is_solo: bool) -> None:
    """A board before the deal."""
    board["n_players"] = n_players
    board["is_solo"] = is_solo
    for name in ("book", "order", "time_card"):
        board[name] = NO_CARD
    board["chef_set"] = NO_CARD


def card_ids(components: Components) -> tuple[str, ...]:
    """Ids of all cards in the order of the card table: recipes, then chef sets."""
    return tuple(recipe.id for recipe in components.recipes) + tuple(
        card.id for card in _chef_cards(components)
    )


def cards_record(components: Components) -> np.ndarray:
    """The card table, a read-only `CARDS` record (0-dimensional); refuses what does not fit."""
    _check_size(components)
    _check_icons(components)
    # What a chef goes by stands on no card, and its altered rules have no hash.
    return _written(dataclasses.replace(components, personalities=()))


@lru_cache(maxsize=8)
def _written(components: Components) -> np.ndarray:
    """The card table; kept, because writing it takes as long as hundreds of games."""
    record = np.zeros((), CARDS)
    chefs = _chef_cards(components)
    record["n_cards"] = len(components.recipes) + len(chefs)
    record["n_recipes"] = len(components.recipes)
    record["n_sets"] = len(components.chef_sets)
    record["n_fillings"] = len(components.fillings)
    record["common"] = sum(0xFF << 8 * i for i in range(len(components.common)))
    # By its id, so that a card meets the same luck in a deck that differs by other cards.
    keys = [zlib.crc32(card_id.encode()) for card_id in card_ids(components)]
    record["key"][: len(keys)] = keys
    for i, recipe in enumerate(components.recipes):
        record["card"][i] = _recipe_record(components, recipe)
        if record["card"][i]["ability"] == ARRIVE_EARLY:
            record["early"][i // 64] |= np.uint64(1 << i % 64)
    for i, chef in enumerate(chefs, start=len(components.recipes)):
        record["card"][i] = _chef_record(components, chef)
    record.setflags(write=False)
    return record


def _chef_cards(components: Components) -> list[ChefCard]:
    return [card for chef_set in components.chef_sets for card in components.set_cards(chef_set)]


def _check_size(components: Components) -> None:
    """Refuse more cards, fillings, requirements or picks than the kernel's records can hold."""
    where = f"components '{components.name}'"
    n_recipes, n_chefs = len(components.recipes), len(_chef_cards(components))
    if n_recipes + n_chefs > MAX_CARDS:
        raise UsageError(
            f"{where}: {n_recipes} recipes and {n_chefs} chef cards; allowed: at most "
            f"{MAX_CARDS} cards together"
        )
    if len(components.fillings) > MAX_FILLINGS:
        raise UsageError(
            f"{where}: {len(components.fillings)} fillings; allowed: at most {MAX_FILLINGS}"
        )
    for recipe in components.recipes:
        if len(recipe.requires) > MAX_PAID:
            raise UsageError(
                f"{where}: recipe '{recipe.id}' has {len(recipe.requires)} requirements; allowed: "
                f"at most {MAX_PAID}"
            )
    for personality in components.personalities:
        if len(personality.picks) > MAX_PICKS:
            raise UsageError(
                f"{where}: personality '{personality.name}' has {len(personality.picks)} picks; "
                f"allowed: at most {MAX_PICKS}"
            )


def _check_icons(components: Components) -> None:
    """Refuse more arrive early cards than one time card can go with, or icons than a sum holds."""
    where = f"components '{components.name}'"
    n_early = sum(recipe.ability == "arrive_early" for recipe in components.recipes)
    if n_early > MAX_PAID:
        raise UsageError(
            f"{where}: {n_early} arrive early recipes; allowed: at most {MAX_PAID}, because a time "
            "card goes with any set of them"
        )
    cards: list[Recipe | ChefCard] = [*components.recipes, *components.chefs]
    icons = [icon for card in cards for icon in card.gives]
    for filling in set(icons):
        if icons.count(filling) > MOST_ICONS or len(icons) > ALL_ICONS:
            raise UsageError(
                f"{where}: all cards give {len(icons)} icons, {icons.count(filling)} of them "
                f"{filling}; allowed: at most {ALL_ICONS}, and {MOST_ICONS} of one kind"
            )


def _recipe_record(components: Components, recipe: Recipe) -> np.ndarray:
    record = _common_record(components, recipe.gives, recipe.points)
    named = [word for word in recipe.requires if word not in (*CLASSES, ANY)]
    record["needs"] = _packed(components, named)
    for word in (*CLASSES, ANY):
        record[word] = recipe.requires.count(word)
    record["n_requires"] = len(recipe.requires)
    record["time"] = NO_TIME if recipe.time is None else recipe.time
    record["ability"] = ABILITIES.index(recipe.ability)
    record["chef_set"] = -1
    record["is_advanced"] = recipe.deck == "advanced"
    return record


def _chef_record(components: Components, card: ChefCard) -> np.ndarray:
    record = _common_record(components, card.gives, card.points)
    record["time"] = card.time
    record["chef_set"] = components.chef_sets.index(card.set)
    return record


def _common_record(
    components: Components, gives: Sequence[str], points: Sequence[str]
) -> np.ndarray:
    """What recipes and chef cards have in common."""
    record = np.zeros((), CARD)
    record["icons"] = _packed(components, [word for word in gives if word != ANY])
    record["wilds"] = sum(word == ANY for word in gives)
    record["n_gives"] = len(gives)
    record["n_points"] = len(points)
    record["points"] = [points.count(symbol) for symbol in SYMBOLS]
    return record


def _packed(components: Components, fillings: Sequence[str]) -> int:
    """Counts of fillings, a byte each."""
    return sum(1 << 8 * components.fillings.index(filling) for filling in fillings)
