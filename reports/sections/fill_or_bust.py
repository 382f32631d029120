"""The sections of Fill or Bust."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from analyses.fill_or_bust.odds import bust_odds
from analyses.fill_or_bust.turn import TurnSolution, solve_turn
from reports.charts import fill_or_bust as charts
from reports.present import percent_text
from reports.sections import Chart, Context, Section, SectionMaker, Table
from reports.sections.matches import round_robin, seats
from reports.solutions.fill_or_bust import threshold_table

__all__ = ["SECTIONS"]

solved = lru_cache(maxsize=4)(solve_turn)


def odds(context: Context) -> Section:
    """Bust and fill odds of one roll."""
    found = bust_odds(
        context.rules, n_rolls=context.games, seed=context.seed, workers=context.workers
    )
    frame = found.to_frame()
    few, many = frame.iloc[0], frame.iloc[-1]
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
    best, worst = (frame.loc[place] for place in _ends(solution, frame))
    finding = (
        f"A turn played for points is worth {solution.turn_value:.1f} points on average: "
        f"{best['card_value']:.0f} once {best['card']} is drawn and {worst['card_value']:.0f} "
        f"after {worst['card']}; the figures are computed, not sampled, for draws from the full "
        "deck."
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
        (Table("Value of a turn by card drawn", frame),),
        _solve_command(context),
        (solution.summary(),),
    )


def _ends(solution: TurnSolution, frame: Any) -> tuple[int, int]:
    """Rows of the best and the worst card that is in the deck."""
    present = frame[frame["n_cards"] > 0]["card_value"]
    return present.idxmax(), present.idxmin()


def thresholds(context: Context) -> Section:
    """When to stop."""
    solution = solved(context.rules)
    frame = solution.thresholds()
    stops = [card for card, by in solution.stop_threshold.items() if by.get(1) is not None]
    sure = "the figures are computed, not sampled"
    finding = f"No card of these rules lets a player stop before a fill; {sure}."
    if stops:
        card, by_dice = stops[0], solution.stop_threshold[stops[0]]
        most = max(left for left in by_dice if by_dice[left] is not None)
        finding = (
            f"With {card}, a player after the most points stops from {by_dice[1]:,} points on "
            f"with one die left, but only from {by_dice[most]:,} on with {most} dice left; {sure}."
        )
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


def _solve_command(context: Context) -> str:
    rules = context.arguments.partition(" --rules")
    return f"fillsim solve fill_or_bust{rules[1]}{rules[2]}".strip()


SECTIONS: dict[str, SectionMaker] = {
    "odds": odds,
    "cards": card_values,
    "stops": thresholds,
    "strategies": round_robin,
    "seats": seats,
}
"""By the name that links and ``fillsim report --only`` use, in the order of the page."""
