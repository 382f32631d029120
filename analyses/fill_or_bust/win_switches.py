"""What each rule switch does to the first player's chance where both play to win."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyses.fill_or_bust.switches import alternatives, value_text
from simcore.errors import UsageError
from simcore.fill_or_bust.rules import Rules
from strategies.fill_or_bust.win_solution import solve_win

__all__ = ["WinSwitches", "win_switches"]


@dataclass(frozen=True)
class WinSwitches:
    """Result of `win_switches`: `changes` has a row per switch and value that can be solved."""

    rules: Rules
    win_probability: float
    changes: pd.DataFrame

    def to_frame(self) -> pd.DataFrame:
        """One row per switch and value: the first player's chance, and its change."""
        return self.changes

    def summary(self) -> str:
        """The switch that moves the first player's chance most."""
        rows = self.changes.to_dict("records")
        most = max(rows, key=lambda row: abs(row["win_probability_diff"]))
        return (
            f"Under {self.rules.name} the first player wins {self.win_probability:.3%}; "
            f"{most['field']} = {most['value']} changes that most, to "
            f"{most['win_probability']:.3%} (exact)."
        )


def win_switches(rules: Rules) -> WinSwitches:
    """First player's win probability under optimal play of both, one switch thrown at a time.

    Parameters
    ----------
    rules : Rules
        The base, with `end` at_once and `deck` independent; other values of these two cannot be
        solved and are left out.
    """
    base = solve_win(rules).first_player_win_probability
    rows = []
    for field, value in alternatives(rules):
        changes: dict[str, Any] = {field: value, "name": f"{rules.name} {field}={value}"}
        try:
            found = solve_win(dataclasses.replace(rules, **changes))
        except UsageError:
            continue
        chance = found.first_player_win_probability
        rows.append(
            {
                "field": field,
                "base": value_text(getattr(rules, field)),
                "value": value_text(value),
                "win_probability": chance,
                "win_probability_diff": chance - base,
            }
        )
    return WinSwitches(rules, base, pd.DataFrame(rows))
