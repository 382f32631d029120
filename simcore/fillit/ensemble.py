"""Rules with generated layouts, for verdicts over many of them: the printed ones are not known."""

from __future__ import annotations

import dataclasses
import shlex

from simcore.fillit.generate import generate_layout
from simcore.fillit.rules import RANDOM, Rules

__all__ = ["COMPONENTS", "generated", "is_reconstructed"]

COMPONENTS = "layouts"


def is_reconstructed(rules: Rules) -> bool:
    """Whether the layout is not the printed one, so that a verdict needs more layouts than this."""
    return rules.start.is_reconstruction


def generated(rules: Rules, seed: int) -> Rules:
    """The same rules from the starting layout of a seed."""
    layout = f"{RANDOM}{seed}"
    name = shlex.join([*shlex.split(rules.name), f"layout={layout}"])
    start = generate_layout(rules.config, seed)
    return dataclasses.replace(rules, layout=layout, start=start, name=name)
