"""Exact solutions of Fill or Bust as documents."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reports.options import Common
from reports.output import Document, Table
from simcore.errors import UsageError, unknown_name

if TYPE_CHECKING:
    import pandas as pd

    from analyses.fill_or_bust.turn import TurnSolution
    from simcore.fill_or_bust.rules import Rules

__all__ = ["SOLVERS", "advise", "fill_table", "must_bust_table", "threshold_table"]


def solve_for_points(rules: Rules, common: Common) -> Document:
    """The turn that makes the most points on average."""
    from analyses.fill_or_bust.turn import solve_turn

    del common
    solution = solve_turn(rules)
    tables = (
        Table("Value of a turn by card drawn", solution.to_frame()),
        Table("Fewest points at risk from which stopping is best", threshold_table(solution)),
        Table("Chance of a fill from all dice, never stopping", fill_table(solution)),
        Table("Points under Must Bust", must_bust_table(solution)),
    )
    return Document(solution.to_dict, tables, "", (solution.summary(),))


def advise(rules: Rules, fields: Mapping[str, str]) -> Document:
    """Every option of a position, given as texts by field of `Position`."""
    from analyses.fill_or_bust.advice import Position, advice
    from analyses.fill_or_bust.turn import solve_turn

    known = ["card", "roll", "at_risk", "fills", "before_card"]
    for name in fields:
        if name not in known:
            raise unknown_name("field of a position", name, known)
    for name in ("card", "roll"):
        if name not in fields:
            raise UsageError(f"position: {name} is missing, e.g. card=bonus300 roll=1,5,5")
    numbers = {
        name: _number(name, fields[name])
        for name in ("at_risk", "fills", "before_card")
        if name in fields
    }
    faces = tuple(_number("roll", face) for face in re.split(r"[,\s]+", fields["roll"]))
    found = advice(solve_turn(rules), Position(fields["card"], faces, **numbers))
    frame = found.to_frame()
    data = {
        "game": "fill_or_bust",
        "rules": {"name": rules.name} | rules.to_dict(),
        "position": dataclasses.asdict(found.position),
        "options": frame.to_dict("records"),
    }
    heading = f"{fields['card']}, rolled {' '.join(map(str, faces))}, rules {rules.name}"
    return Document(lambda: data, (Table("Options", frame),), heading, (found.summary(),))


def _number(name: str, text: str) -> int:
    if not text.lstrip("-").isdigit():
        raise UsageError(f"position: {name} = {text!r}; allowed: whole numbers")
    return int(text)


SOLVERS: dict[str, Callable[[Any, Common], Document]] = {"turn": solve_for_points}


def threshold_table(solution: TurnSolution) -> pd.DataFrame:
    """Stop thresholds with a row per card and a column per number of dice left, as text."""
    import pandas as pd

    rows = []
    for card, by_dice in solution.stop_threshold.items():
        row = {"card": card}
        for left in sorted(by_dice, key=lambda dice: dice or max(by_dice) + 1):
            stop = by_dice[left]
            header = f"{left} dice left" if left > 1 else "1 die left" if left else "after a fill"
            row[header] = "-" if stop is None else f"{stop:,}"
        rows.append(row)
    return pd.DataFrame(rows)


def fill_table(solution: TurnSolution) -> pd.DataFrame:
    """Chance of a fill by way of setting aside."""
    import pandas as pd

    chances = solution.fill_probability.items()
    return pd.DataFrame(
        [{"way": w, "fill_exact": str(p), "fill_exact_value": float(p)} for w, p in chances]
    )


def must_bust_table(solution: TurnSolution) -> pd.DataFrame:
    """Mean and spread of the points under Must Bust by way of setting aside."""
    import pandas as pd

    return pd.DataFrame(
        [
            {"way": way, "mean": float(points.mean), "sd": points.sd}
            for way, points in solution.must_bust.items()
        ]
    )
