"""The sections of Fill or Bust."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pandas as pd

from analyses.fill_or_bust.odds import bust_odds
from analyses.fill_or_bust.switches import switch_effects
from analyses.fill_or_bust.turn import TurnSolution, solve_turn
from analyses.fill_or_bust.turns import turn_points
from analyses.rules.variants import Variants, variants
from reports.charts import fill_or_bust as charts
from reports.line_ups import line_up
from reports.present import percent_text
from reports.sections import Chart, Context, Section, SectionMaker, Table
from reports.sections.character import kind_of_game
from reports.sections.fill_or_bust_win import winning
from reports.sections.matches import (
    certainty,
    mean_of,
    points_of,
    rate_of,
    round_robin,
    seats,
)
from reports.solutions.fill_or_bust import fill_table, must_bust_table, threshold_table

__all__ = ["SECTIONS"]

RECORDED_GAMES = 1_000
"""Games of each strategy whose every turn is looked at, which takes about a second."""

solved = lru_cache(maxsize=4)(solve_turn)


def odds(context: Context) -> Section:
    """Bust and fill odds of one roll."""
    found = bust_odds(
        context.rules, n_rolls=context.games, seed=context.seed, workers=context.workers
    )
    frame = found.to_frame()
    rows = frame.to_dict("records")
    few, many = rows[0], rows[-1]
    worst = frame["z"].abs().max()
    finding = (
        f"A roll of {many['dice']} dice busts {percent_text(many['bust_exact_value'])} of the "
        f"time, a roll of one die {percent_text(few['bust_exact_value'])}; these chances are "
        f"exact, and {context.games:,} simulated rolls of each lie within {worst:.1f} standard "
        "errors of them."
    )
    return Section(
        "How often does a roll bust, and how often does it fill?",
        finding,
        (
            Chart(
                "bust-and-fill-odds",
                "Exact chances by number of dice rolled; the dots are simulated bust rates.",
                frame,
                charts.draw_bust_odds,
            ),
        ),
        (Table("Odds of one roll by number of dice", frame),),
        context.command("bust-odds"),
    )


def card_values(context: Context) -> Section:
    """What a turn is worth once a card is drawn."""
    solution = solved(context.rules)
    frame = solution.to_frame()
    rows = [row for row in frame.to_dict("records") if row["n_cards"] and row["card_value"]]
    best, worst = (choose(rows, key=lambda row: row["card_value"]) for choose in (max, min))
    finding = (
        f"A turn played for points is worth {solution.turn_value:.1f} points on average: "
        f"{best['card_value']:.0f} once {best['card']} is drawn, but {worst['card_value']:.0f} "
        f"after {worst['card']}, the poorest card that lets one roll; the figures are computed, "
        "not sampled, for draws from the full deck."
    )
    return Section(
        "What is each card worth?",
        finding,
        (
            Chart(
                "card-values",
                "Expected points of the turn after each card, with the best decisions; the line "
                "is a turn before its card is known.",
                frame.assign(turn_value=solution.turn_value),
                charts.draw_card_values,
            ),
        ),
        (
            Table("Value of a turn by card drawn", frame),
            Table("Chance of a fill from all dice, never stopping", fill_table(solution)),
            Table("Points under Must Bust", must_bust_table(solution)),
        ),
        _solve_command(context),
    )


def thresholds(context: Context) -> Section:
    """When to stop."""
    solution = solved(context.rules)
    frame = solution.thresholds()
    finding = _when_to_stop(solution)
    return Section(
        "When should a player stop?",
        finding,
        (
            Chart(
                "stop-thresholds",
                "Fewest points at risk, the dice just set aside included, from which stopping "
                "makes more points on average than rolling on.",
                frame,
                charts.draw_stop_thresholds,
                height=5.0,
            ),
        ),
        (Table("Fewest points at risk from which to stop", threshold_table(solution)),),
        _solve_command(context),
        (
            "Good play near the end of a game departs from these figures: what counts then is "
            "the race, not points.",
        ),
    )


def _when_to_stop(solution: TurnSolution) -> str:
    sure = "computed, not sampled, for a player after the most points"
    kinds = {card.name: card.kind for card in solution.rules.cards if card.count}
    stops = [card for card in kinds if solution.stop_threshold[card].get(1)]
    stops.sort(key=lambda card: kinds[card] != "bonus")
    if not stops:
        return f"No card of these rules makes it worth stopping before a fill; {sure}."
    card, by_dice = stops[0], solution.stop_threshold[stops[0]]
    most = max(left for left, stop in by_dice.items() if stop is not None)
    finding = f"With {card}, stop from {by_dice[1]:,} points on with one die left"
    if most > 1:
        finding += f", from {by_dice[most]:,} on with {most} dice left"
    return f"{finding}; {sure}."


def turns(context: Context) -> Section:
    """How many points a turn brings, by strategy."""
    games = min(context.games, RECORDED_GAMES)
    strategies = line_up("fill_or_bust").contrast
    found = turn_points(strategies, games=games, seed=context.seed, rules=context.rules)
    statistics = found.statistics()
    rows = sorted(statistics.to_dict("records"), key=lambda row: -row["banked_mean"])
    best, other = rows[0], rows[-1]
    finding = (
        f"{best['strategy']} banks {mean_of(best, 'banked_mean')} points a turn, "
        f"{other['strategy']} {mean_of(other, 'banked_mean')}; {rate_of(best, 'nothing_rate')} "
        f"and {rate_of(other, 'nothing_rate')} of their turns bank nothing at all."
    )
    return Section(
        "How many points does a turn bring?",
        finding,
        (
            Chart(
                "turn-points",
                f"Each strategy against itself, {games:,} recorded games; turns that bank nothing "
                "are listed apart.",
                found.to_frame(),
                charts.draw_turn_points,
            ),
        ),
        (Table("Points banked in a turn", statistics),),
        f"fillsim report fill_or_bust --only turns {context.arguments}",
        ("Counted is what a turn adds to the score; what others lose to a Vengeance is not.",),
    )


def switches(context: Context) -> Section:
    """What each rule switch does, to a turn and to a match."""
    effects = switch_effects(context.rules).to_frame()
    labels = [f"{row['field']}={row['value']}" for row in effects.to_dict("records")]
    pair = line_up("fill_or_bust").switched
    found = variants(
        "fill_or_bust",
        pair,
        changed={label: context.changed(label) for label in labels},
        games=context.games,
        seed=context.seed,
        **context.options(),
    )
    flags = " ".join(f"--change {label}" for label in labels)
    specs = " ".join(f"'{spec}'" for spec in pair)
    return Section(
        "What does each rule switch do?",
        _largest_switches(effects, found.strategies(), pair),
        _switch_charts(effects, found, pair),
        (Table("Exact effect on a turn", effects),),
        context.command(f"variant fill_or_bust {specs} {flags}"),
        (
            "A strategy that never meets a choice which a switch forbids or offers is not "
            "changed by it: its dot lies on the line.",
        ),
    )


def _largest_switches(effects: Any, strategies: Any, pair: tuple[str, ...]) -> str:
    changes = strategies[(strategies["entry"] == 0) & ~strategies["is_base"]]
    most = max(effects.to_dict("records"), key=lambda row: abs(row["turn_value_diff"]))
    moved = max(changes.to_dict("records"), key=lambda row: abs(row["win_rate_diff"]))
    switch, moving = f"{most['field']} = {most['value']}", moved["variant"].replace("=", " = ")
    return (
        f"{switch} changes the value of a turn most, by {most['turn_value_diff']:+.1f} points "
        f"(exact); {'it' if moving == switch else moving} "
        f"{'also ' if moving == switch else ''}changes the win rate of {pair[0]} against "
        f"{pair[1]} most, by {points_of(moved, 'win_rate_diff')} points "
        f"({certainty(moved['p_holm'])})."
    )


def _switch_charts(effects: Any, found: Variants, pair: tuple[str, ...]) -> tuple[Chart, ...]:
    in_turn = effects[effects["is_in_turn"]].reset_index(drop=True)
    wins = _switch_wins(found.strategies(), found.seats())
    return (
        Chart(
            "switch-points",
            "Exact change of a turn's expected points when one switch is thrown and play is "
            "the best for the changed rules.",
            in_turn,
            charts.draw_switch_points,
            height=1.4 + 0.36 * len(in_turn),
        ),
        Chart(
            "switch-wins",
            f"{pair[0]} against {pair[1]}; change of win rates when one switch is thrown, "
            "over the same dice and cards.",
            wins,
            charts.draw_switch_wins,
            height=1.6 + 0.42 * len(effects),
        ),
    )


def _switch_wins(strategies: Any, seats_found: Any) -> Any:
    """Changes of the first strategy's and of the first seat's win rate, below each other."""
    columns = ["variant", "who", "win_rate_diff", "win_rate_diff_low", "win_rate_diff_high"]
    first = strategies[(strategies["entry"] == 0) & ~strategies["is_base"]]
    seat = seats_found[(seats_found["seat"] == 0) & ~seats_found["is_base"]]
    parts = [first.assign(who=first["strategy"]), seat.assign(who="whoever moves first")]
    return pd.concat([part[columns] for part in parts], ignore_index=True)


def _solve_command(context: Context) -> str:
    """An exact solution needs neither seed nor games."""
    return f"fillsim solve fill_or_bust {context.rules_arguments}".strip()


SECTIONS: dict[str, SectionMaker] = {
    "odds": odds,
    "cards": card_values,
    "stops": thresholds,
    "turns": turns,
    "strategies": round_robin,
    "seats": seats,
    "character": kind_of_game,
    "switches": switches,
    "win": winning,
}
"""By the name that links and ``fillsim report --only`` use, in the order of the page."""
