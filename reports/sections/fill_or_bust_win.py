"""The section of Fill or Bust on playing for the win: exact, and checked by play."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyses.fill_or_bust.win import solve
from analyses.fill_or_bust.win_costs import WinCosts, solvable, win_costs
from analyses.fill_or_bust.win_rules import simple_rules
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
    costs, simple = win_costs(short, _qualified()), simple_rules(short)
    run = context.games, context.seed, context.workers
    checks = pd.concat([costs.checks(*run), simple.costs.checks(*run)], ignore_index=True)
    first = found.solution.first_player_win_probability
    changes = win_switches(short).to_frame()
    return Section(
        TITLE,
        f"{_finding(first, costs, short.goal)} {simple.summary()} {_agreement(checks)}",
        _charts(found, costs, changes, short.goal),
        (
            Table(
                f"Rules to remember and what they give up against optimal play, goal "
                f"{short.goal:,}",
                simple.to_frame(),
            ),
            Table(f"Given up against optimal play, goal {short.goal:,}", costs.to_frame()),
            Table(
                "What optimal_turn gives up from a situation on, by bands that begin at these "
                "scores",
                costs.situations("optimal_turn").drop(columns="strategy"),
            ),
            Table("Exact beside simulated, seats taken in turn", checks),
        ),
        _command(context),
        (
            "Two players, every card drawn from the full deck, the game ending at once. "
            f"Strategies, rules and switches are evaluated at a goal of {short.goal:,} points.",
            f"The rules to remember were found by a search clause by clause at a goal of "
            f"{SHORT_GOAL:,}; stopping as soon as the goal is reached is part of each.",
        ),
    )


def _command(context: Context) -> str:
    return f"fillsim report fill_or_bust --only win {context.arguments}"


def _qualified() -> list[str]:
    """The ladder's strategies that draw no random numbers."""
    return [spec for spec in line_up("fill_or_bust").ladder if spec != "random"]


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
        f"{percent_text(costs.given_up(pair).value, 2)} of its games against it at a goal of "
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
    bonus = [card.name for card in found.solution.rules.cards if card.kind == "bonus"]
    shown = bonus[0] if bonus else "any"
    part = stops[(stops["card"] == shown) & (stops["dice_left"] == (2 if bonus else 0))]
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
            f"With {shown} and two dice left: the fewest points at risk from which stopping wins "
            "at least as often as rolling on, both playing to win.",
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
