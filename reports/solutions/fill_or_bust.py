"""Exact solutions of Fill or Bust as documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from reports.output import Document, Table
from reports.present import percent_text
from reports.solutions import Asked
from reports.solutions.fill_or_bust_advice import advise

if TYPE_CHECKING:
    import pandas as pd

    from analyses.fill_or_bust.turn import TurnSolution
    from analyses.fill_or_bust.win import WinPair
    from analyses.fill_or_bust.win_optimal import WinResult
    from simcore.fill_or_bust.rules import Rules

__all__ = ["SOLVERS", "advise", "fill_table", "must_bust_table", "threshold_table", "win_grid"]


def solve_for_points(rules: Rules, asked: Asked) -> Document:
    """The turn that makes the most points on average."""
    from analyses.fill_or_bust.turn import solve_turn

    asked.expect("turn")
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

    asked.expect("win", "scores", "step")
    found = solve(rules, asked.scores or ((0, 0),))
    found.check_step(asked.step)
    tables = (
        Table("Points at risk from which stopping wins at least as often", stop_columns(found)),
        Table("Win probability of the player about to draw", win_grid(found, asked.step or 1000)),
    )
    data = partial(found.to_dict, asked.step) if asked.step else found.to_dict
    return Document(data, tables, "", (found.summary(),), rows=found.to_frame)


def evaluate_a_pair(rules: Rules, asked: Asked) -> Document:
    """Who wins when two given strategies meet, from both seats, without playing."""
    from analyses.fill_or_bust.win import evaluate

    asked.expect_strategies("pair", 2)
    return _pair_document(evaluate(rules, *asked.strategies))


def reply_best(rules: Rules, asked: Asked) -> Document:
    """The best play there is against one given strategy, and what it wins."""
    from analyses.fill_or_bust.win import best_reply

    asked.expect_strategies("reply", 1)
    return _pair_document(best_reply(rules, *asked.strategies))


def _pair_document(found: WinPair) -> Document:
    table = Table("Win probability by seat, exact", found.to_frame())
    return Document(found.to_dict, (table,), "", (found.summary(),))


SOLVERS: dict[str, Callable[[Any, Asked], Document]] = {
    "turn": solve_for_points,
    "win": solve_for_the_win,
    "pair": evaluate_a_pair,
    "reply": reply_best,
}


def stop_columns(found: WinResult) -> dict[str, list[Any]]:
    """The stop thresholds, column by column; no frame, since pandas takes more than the solver."""
    return {name: [row[name] for row in found.stops] for name in found.stops[0]}


def win_grid(found: WinResult, every: int) -> dict[str, list[Any]]:
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
