"""Rules with generated cards, for verdicts over many decks: the printed ones are not published."""

from __future__ import annotations

import dataclasses
import shlex

from simcore.filler.rules import Rules, with_components
from simcore.filler.sources import find_components, is_reconstruction

__all__ = ["COMPONENTS", "generated", "is_reconstructed"]

COMPONENTS = "decks"


def is_reconstructed(rules: Rules) -> bool:
    """Whether the cards come from no folder of a user's, so that a verdict needs more decks."""
    return is_reconstruction(rules.source)


def generated(rules: Rules, seed: int) -> Rules:
    """The same rules and personalities with the cards of a seed, whose assumptions vary as well."""
    source = f"varied-{seed}"
    made = dataclasses.replace(
        find_components(source), personalities=rules.components.personalities
    )
    name = shlex.join([*shlex.split(rules.name), f"components={source}"])
    return dataclasses.replace(with_components(rules, made), source=source, name=name)
