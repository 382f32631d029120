"""Rules of one or two sentences, and what each gives up against optimal play."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from analyses.fill_or_bust.win import evaluate
from analyses.fill_or_bust.win_policies import OPTIMAL
from simcore.fill_or_bust.rules import Rules

__all__ = ["SimpleRules", "simple_rules"]

POINTS = (250, 300, 350, 400, 450, 500)
"""Numbers to stop at that are tried for the rule of one number."""

PIECES: tuple[tuple[str, str, tuple[float, ...]], ...] = (
    ("keep a die in hand that is worth as many points", "die", (0, 75, 125)),
    ("with one or two dice left stop at", "few", (250, 350, 450)),
    ("with three dice left stop at", "three", (350, 450)),
    ("with more dice left stop at", "many", (500, 800, 1200)),
    ("wait for this part of a bonus that is likely", "bonus", (0.0, 0.5)),
    ("roll on whatever one has if the other needs at most", "hurry", (0, 1500)),
)
"""Pieces of a longer list: what it says, the parameter of `hold_by_dice`, and values to try."""


@dataclass(frozen=True)
class SimpleRules:
    """Result of `simple_rules`: `found` has a row per list, the shortest first."""

    rules: Rules
    found: pd.DataFrame

    def to_frame(self) -> pd.DataFrame:
        """One row per list of rules: its win probability, and what it gives up."""
        return self.found

    def summary(self) -> str:
        """The best list, and what it gives up."""
        best = max(self.found.to_dict("records"), key=lambda row: row["win_probability"])
        return (
            f"Of the lists tried, {best['strategy']} gives up least against optimal play under "
            f"{self.rules.name}: {-100 * best['win_probability_diff']:.2f} points of win "
            "probability (exact)."
        )


def simple_rules(rules: Rules) -> SimpleRules:
    """The best rule of one number, then lists that grow by the piece that helps most.

    Parameters
    ----------
    rules : Rules
        With `end` at_once and `deck` independent.

    Notes
    -----
    A search of one piece at a time: a better list of the same length may exist. The first list
    holds every piece at its first value; each step changes the one piece that helps most.
    """
    best = max((f"stop_at({points})" for points in POINTS), key=lambda spec: chance_of(rules, spec))
    rows = [_row(rules, best, "stop_at")]
    chosen = {name: values[0] for _, name, values in PIECES}
    while True:
        tried = {
            (name, value): chance_of(rules, _spec(chosen | {name: value}))
            for _, name, values in PIECES
            for value in values
            if value != chosen[name]
        }
        (name, value), chance = max(tried.items(), key=lambda item: item[1])
        if chance <= chance_of(rules, _spec(chosen)):
            break
        chosen[name] = value
        rows.append(_row(rules, _spec(chosen), name))
    return SimpleRules(rules, pd.DataFrame(rows))


def chance_of(rules: Rules, spec: str) -> float:
    """Win probability against optimal play, seats taken in turn."""
    return evaluate(rules, spec, OPTIMAL).win_rate().value


def _spec(chosen: dict[str, float]) -> str:
    return f"hold_by_dice({', '.join(f'{name}={value:g}' for name, value in chosen.items())})"


def _row(rules: Rules, spec: str, piece: str) -> dict[str, str | float]:
    chance = chance_of(rules, spec)
    words = {name: text for text, name, _ in PIECES} | {"stop_at": "stop at one number of points"}
    return {
        "strategy": spec,
        "action": words[piece],
        "win_probability": chance,
        "win_probability_diff": chance - 0.5,
    }
