"""Rules with generated order decks, for verdicts over many: the printed cards are not known."""

from __future__ import annotations

import dataclasses
import shlex

from simcore.crumbs.generator import generate_deck
from simcore.crumbs.rules import Rules

__all__ = ["COMPONENTS", "generated", "is_reconstructed"]

COMPONENTS = "order decks"


def is_reconstructed(rules: Rules) -> bool:
    """Whether nobody copied the printed cards, so that a verdict needs more decks than this."""
    return rules.deck.is_reconstruction


def generated(rules: Rules, seed: int) -> Rules | None:
    """The same rules with the deck of a seed; None where that deck breaks a constraint."""
    deck = generate_deck(seed)
    if deck is None:
        return None
    name = shlex.join([*shlex.split(rules.name), f"orders={deck.name}"])
    return dataclasses.replace(rules, deck=deck, name=name)
