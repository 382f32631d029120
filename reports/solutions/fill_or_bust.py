"""Exact solutions of Fill or Bust as documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reports.options import Common
from reports.output import Document, Table

if TYPE_CHECKING:
    import pandas as pd

    from analyses.fill_or_bust.turn import TurnSolution
    from simcore.fill_or_bust.rules import Rules

__all__ = ["SOLVERS", "threshold_table"]


def solve_for_points(rules: Rules, common: Common) -> Document:
    """The turn that makes the most points on average."""
    from analyses.fill_or_bust.turn import solve_turn

    del common
    solution = solve_turn(rules)
    tables = (
        Table("Value of a turn by card drawn", solution.to_frame()),
        Table("Fewest points at risk from which stopping is best", threshold_table(solution)),
        Table("Chance of a fill from all dice, never stopping", _fills(solution)),
        Table("Points under Must Bust", _must_bust(solution)),
    )
    return Document(solution.to_dict(), tables, "", (solution.summary(),))


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


def _fills(solution: TurnSolution) -> pd.DataFrame:
    import pandas as pd

    chances = solution.fill_probability.items()
    return pd.DataFrame(
        [{"way": w, "fill_exact": str(p), "fill_exact_value": float(p)} for w, p in chances]
    )


def _must_bust(solution: TurnSolution) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        [
            {"way": way, "mean": float(points.mean), "sd": points.sd}
            for way, points in solution.must_bust.items()
        ]
    )
