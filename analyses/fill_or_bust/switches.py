"""What each rule switch does to the points of a turn, exactly."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from simcore.fill_or_bust.rules import CHOICES, SWITCHES, Rules
from strategies.fill_or_bust.turn_solution import solve_values

__all__ = ["SwitchEffect", "SwitchEffects", "alternatives", "switch_effects", "value_text"]

MULTIPLIERS = (1, 2)
"""Values of `double_trouble_multiplier` in the two presets."""

ROUNDING = 1e-11
"""A relative difference this small is none: the solutions are as precise as that."""

BEYOND_THE_TURN = ("vengeance_tied_drawer", "vengeance_leader", "end", "deck")
"""Switches that do not enter a turn's expected points: they act on the scores of the game, or
the solution takes every draw as from the full deck."""


@dataclass(frozen=True)
class SwitchEffect:
    """One switch thrown: its field, the value it has and the one it gets, and what that does.

    `is_in_turn` tells whether the switch can change the expected points of a turn at all.
    """

    field: str
    base: str
    value: str
    is_in_turn: bool
    turn_value: float
    turn_value_diff: float


@dataclass(frozen=True)
class SwitchEffects:
    """Result of `switch_effects`: every other value of every switch, one at a time."""

    rules: Rules
    turn_value: float
    effects: tuple[SwitchEffect, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row per switch and value."""
        return pd.DataFrame([dataclasses.asdict(effect) for effect in self.effects])

    def summary(self) -> str:
        """The switch that matters most."""
        most = max(self.effects, key=lambda effect: abs(effect.turn_value_diff))
        return (
            f"Under {self.rules.name} a turn is worth {self.turn_value:.1f} points; of all "
            f"switches {most.field} = {most.value} (now {most.base}) changes that most, by "
            f"{most.turn_value_diff:+.1f}. Exact, for turns played for points."
        )


def switch_effects(rules: Rules) -> SwitchEffects:
    """Effect of every rule switch on the value of a turn under the best play for each rule set.

    Parameters
    ----------
    rules : Rules
        The base: each switch in turn gets each of its other values, all else staying as it is.
    """
    base = solve_values(rules).drawing(0)
    effects = []
    for field, value in alternatives(rules):
        is_in_turn = field not in BEYOND_THE_TURN
        turn_value = base
        if is_in_turn:
            name = f"{rules.name} {field}={value_text(value)}"
            changes: dict[str, Any] = {field: value, "name": name}
            turn_value = solve_values(dataclasses.replace(rules, **changes)).drawing(0)
        difference = turn_value - base
        if abs(difference) <= ROUNDING * (1.0 + base):
            difference = 0.0
        now = value_text(getattr(rules, field))
        effects.append(
            SwitchEffect(field, now, value_text(value), is_in_turn, turn_value, difference)
        )
    return SwitchEffects(rules, base, tuple(effects))


def alternatives(rules: Rules) -> Iterator[tuple[str, str | int | bool]]:
    """Every (field, value) that differs from the rules in one switch."""
    values: dict[str, tuple[str | int | bool, ...]] = {
        **CHOICES,
        "double_trouble_multiplier": MULTIPLIERS,
        **dict.fromkeys(SWITCHES, (False, True)),
    }
    for field, of_field in values.items():
        for value in of_field:
            if value != getattr(rules, field):
                yield field, value


def value_text(value: str | int | bool) -> str:
    """A value as a rules file writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
