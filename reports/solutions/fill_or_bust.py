"""Exact solutions of Fill or Bust as documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from reports.output import Document, Table
from reports.present import percent_text
from reports.solutions.fill_or_bust_advice import advise

if TYPE_CHECKING:
    import pandas as pd

    from analyses.fill_or_bust.turn import TurnSolution
    from analyses.fill_or_bust.win_optimal import WinResult
    from simcore.fill_or_bust.rules import Rules

__all__ = ["SOLVERS", "advise", "fill_table", "must_bust_table", "threshold_table", "win_grid"]

Asked = Sequence[tuple[int, int]]
"""Pairs of scores, one's own first, at which a solution is to be looked at."""


def solve_for_points(rules: Rules, asked: Asked) -> Document:
    """The turn that makes the most points on average."""
    from analyses.fill_or_bust.turn import solve_turn

    del asked  # scores play no part
    solution = solve_turn(rules)
    tables = (
        Table("Value of a turn by card drawn", solution.to_frame()),
        Table("Fewest points at risk from which stopping is best", threshold_table(solution)),
        Table("Chance of a fill from all dice, never stopping", fill_table(solution)),
        Table("Points under Must Bust", must_bust_table(solution)),
    )
    return Document(solution.to_dict, tables, "", (solution.summary(),))


def solve_for_the_win(rules: Rules, asked: Asked) -> Document:
    """Who wins from every pair of scores when both of two players play to win."""
    from analyses.fill_or_bust.win_optimal import solve

    found = solve(rules, asked or ((0, 0),))
    tables = (
        Table("Points at risk from which stopping wins at least as often", stop_columns(found)),
        Table("Win probability of the player about to draw", win_grid(found)),
    )
    return Document(found.to_dict, tables, "", (found.summary(),), rows=found.to_frame)


SOLVERS: dict[str, Callable[[Any, Asked], Document]] = {
    "turn": solve_for_points,
    "win": solve_for_the_win,
}


def stop_columns(found: WinResult) -> dict[str, list[Any]]:
    """The stop thresholds, column by column; no frame, since pandas takes more than the solver."""
    return {name: [row[name] for row in found.stops] for name in found.stops[0]}


def win_grid(found: WinResult, every: int = 1000) -> dict[str, list[Any]]:
    """Win probabilities with a row per own score and a column per score of the other, as text."""
    value = found.to_dict(every)["value"]
    columns = zip(*value["win_probability"], strict=True)
    grid: dict[str, list[Any]] = {"own score": value["score"]}
    for other, chances in zip(value["other_score"], columns, strict=True):
        grid[f"against {other:,}"] = [percent_text(chance, 2) for chance in chances]
    return grid


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
