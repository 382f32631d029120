"""The section of Fill or Bust on playing for the win: exact, and checked by play."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyses.fill_or_bust.win_costs import WinCosts, evaluable, solvable, win_costs
from analyses.fill_or_bust.win_optimal import solve
from analyses.fill_or_bust.win_rules import FOUND, SimpleRules, simple_rules, spec_of
from analyses.fill_or_bust.win_switches import win_switches
from reports.charts import fill_or_bust_win as charts
from reports.line_ups import line_up
from reports.present import percent_text
from reports.sections import Chart, Context, Section, Table
from simcore.errors import FillsimError

__all__ = ["winning"]

TITLE = "How well can the game be played for the win?"

SHORT_GOAL = 2_000
"""Strategies, rules of thumb and switches are evaluated at a goal of at most this many points: the
full goal takes minutes."""

MOST_Z = 4
"""Standard errors by which play may miss an exact chance."""

MOST_STEPS = 4
"""Scores of the other that thresholds are shown for."""


def winning(context: Context) -> Section:
    """What optimal play wins, and what other play gives up."""
    rules = solvable(context.rules)
    try:
        found = solve(rules, _asked(rules))
    except FillsimError as error:
        return Section(TITLE, f"Not solved: {error}.", (), (), _command(context))
    short = solvable(context.rules, SHORT_GOAL)
    ladder = line_up("fill_or_bust").ladder
    costs = win_costs(short, evaluable(short, ladder))
    simple = simple_rules(short, [part for part in FOUND if evaluable(short, [spec_of(part)])])
    run = context.games, context.seed, context.workers
    checks = pd.concat([part.checks(*run) for part in (costs, simple.costs)], ignore_index=True)
    first = found.solution.first_player_win_probability
    changes = win_switches(short).to_frame()
    left_out = set(ladder) - {pair.first for pair in costs.pairs}
    return Section(
        TITLE,
        f"{_finding(first, costs, short.goal)} {simple.summary()} {_agreement(checks)}",
        _charts(found, costs, changes, short.goal),
        _tables(costs, simple, checks, short.goal),
        _command(context),
        (
            "Two players, every card drawn from the full deck, the game ending at once. "
            f"Strategies, rules and switches are evaluated at a goal of {short.goal:,} points.",
            "The rules to remember were found by a search clause by clause at a goal of "
            f"{SHORT_GOAL:,}; stopping as soon as the goal is reached is part of each.",
            f"Left out, because they heed more than scores, points of the turn, dice and card, or "
            f"cannot be evaluated under these rules: {', '.join(sorted(left_out))}.",
        ),
    )


def _tables(
    costs: WinCosts, simple: SimpleRules, checks: pd.DataFrame, goal: int
) -> tuple[Table, ...]:
    aim = f"against optimal play, goal {goal:,}"
    return (
        *(
            [Table(f"Rules to remember and what they give up {aim}", simple.to_frame())]
            if simple.settings
            else []
        ),
        Table(f"Given up {aim}", costs.to_frame()),
        Table(
            "What optimal_turn gives up from a situation on, by bands that begin at these scores",
            costs.situations("optimal_turn").drop(columns="strategy"),
        ),
        Table("Exact beside simulated, seats taken in turn", checks),
    )


def _command(context: Context) -> str:
    return f"fillsim report fill_or_bust --only win {context.arguments}"


def _asked(rules: Any) -> list[tuple[int, int]]:
    """Pairs of scores for the chart of thresholds, on a grid of twenty by four."""
    span = rules.goal - rules.score_floor
    fine, coarse = max(50, span // 20 // 50 * 50), max(50, span // MOST_STEPS // 50 * 50)
    others = range(rules.score_floor, rules.goal, coarse)
    return [(own, other) for other in others for own in range(rules.score_floor, rules.goal, fine)]


def _finding(first: float, costs: WinCosts, goal: int) -> str:
    pair = next(pair for pair in costs.pairs if pair.first == "optimal_turn")
    return (
        f"Under optimal play of both the first of two players wins {percent_text(first, 2)} "
        f"(exact); optimal_turn, which plays for points, gives up "
        f"{100 * costs.given_up(pair).value:.2f} points of win probability against it at a goal of "
        f"{goal:,}."
    )


def _agreement(checks: pd.DataFrame) -> str:
    worst = checks["z"].abs().max()
    agree = "agrees" if worst < MOST_Z else "DOES NOT AGREE"
    return (
        f"Play {agree} with the exact chances of all {len(checks)} pairs, within {worst:.1f} "
        "standard errors."
    )


def _charts(found: Any, costs: WinCosts, changes: pd.DataFrame, goal: int) -> tuple[Chart, ...]:
    stops = found.thresholds
    rules = found.solution.rules
    bonus = [card.name for card in rules.cards if card.kind == "bonus" and card.count]
    bonus = bonus if rules.dice > 2 else []
    shown = bonus[0] if bonus else "any"
    part = stops[(stops["card"] == shown) & (stops["dice_left"] == (2 if bonus else 0))]
    where, instead = "After a fill", "drawing a card"
    if bonus:
        where, instead = f"With {shown} and two dice left", "rolling on"
    frame = costs.to_frame()
    return (
        Chart(
            "win-values",
            "Exact, both playing to win, for every pair of scores.",
            found.to_frame(),
            charts.draw_win_values,
            height=5.6,
        ),
        Chart(
            "win-thresholds",
            f"{where}: the fewest points at risk from which stopping wins at least as often as "
            f"{instead}, both playing to win.",
            part.reset_index(drop=True),
            charts.draw_win_thresholds,
        ),
        Chart(
            "win-costs",
            f"Each strategy against optimal_win, exact, goal {goal:,}.",
            frame,
            charts.draw_win_costs,
            height=1.6 + 0.5 * len(costs.pairs),
        ),
        Chart(
            "win-switches",
            f"Exact, both playing to win, goal {min(SHORT_GOAL, goal):,}.",
            changes,
            charts.draw_win_switches,
            height=1.4 + 0.36 * len(changes),
        ),
    )
