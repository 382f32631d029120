"""Offers of all rolls as the win solver reads them, grouped by their number of choices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from simcore.fill_or_bust.rules import Rules
from simcore.fill_or_bust.scoring import build_scoring, choice_distribution
from strategies.fill_or_bust.win_vector import LANES

__all__ = ["ROW", "lay_choices"]

ROW = 6 * LANES
"""Numbers by points at risk in a block: dice left (0 = a fill) times lanes."""

Choices = tuple[tuple[int, int], ...]
"""What a roll offers: points and dice used of each set-aside."""


def rolls_of(rules: Rules, n_dice: int, takes_all: bool) -> dict[Choices, Fraction]:
    """Chance of each different offer of one roll that is not a null."""
    scoring = build_scoring(rules)
    rolls: dict[Choices, Fraction] = {}
    for choice_set, chance in choice_distribution(scoring, n_dice).items():
        words = scoring["choices"][choice_set, : scoring["n_choices"][choice_set]].tolist()
        choices = tuple((points, -left) for points, _, left, _ in words)
        if choices:
            offer = choices[-1:] if takes_all else choices
            rolls[offer] = rolls.get(offer, Fraction(0)) + chance
    return rolls


def lay_choices(solver: Any, rules: Rules) -> None:
    """Offers of all rolls. More points than the goal are as good as the goal."""
    n_places = n_weights = 0
    for takes_all in (False, True):
        for n_dice in range(1, rules.dice + 1):
            rolls = rolls_of(rules, n_dice, takes_all)
            for choices in sorted(rolls, key=len):
                group = solver["groups"][int(takes_all), n_dice, len(choices)]
                if group[2] == 0:
                    group[:2] = n_places, n_weights
                group[2] += 1
                solver["weights"][n_weights] = float(rolls[choices])
                n_weights += 1
                for points, used in choices:
                    steps = min(points // int(solver["step"]), int(solver["goal"]))
                    solver["places"][n_places] = steps * ROW + (n_dice - used) * LANES
                    solver["spread"] = max(solver["spread"], steps)
                    n_places += 1
    for n_dice in range(1, rules.dice + 1):
        rolls = rolls_of(rules, n_dice, rules.set_aside == "all")
        solver["nulls"][n_dice] = float(1 - sum(rolls.values()))
    _lay_fill_chances(solver["fill_chance"], rules)


def _lay_fill_chances(chances: np.ndarray, rules: Rules) -> None:
    """Least and greatest chance of a fill from so many dice, if nobody stops."""
    chances[:, 0] = 1.0
    for row, best in enumerate((min, max)):
        for n_dice in range(1, rules.dice + 1):
            chances[row, n_dice] = sum(
                float(chance) * best(chances[row, n_dice - used] for _, used in choices)
                for choices, chance in rolls_of(rules, n_dice, rules.set_aside == "all").items()
            )
