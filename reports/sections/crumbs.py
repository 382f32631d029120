"""The sections of Crumbs!."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from analyses.crumbs.games import RECONSTRUCTION, Play
from analyses.crumbs.solved import best_chances, solve_queues
from analyses.crumbs.wins import Wins, win_rates
from reports.charts import crumbs as charts
from reports.sections import Chart, Context, Section, SectionMaker, Table
from reports.sections.character import kind_of_game
from reports.sections.crumbs_deck import decks, orders, quirks, regrets
from reports.sections.crumbs_plays import SCALED, again, solo_plays, together_plays
from reports.sections.matches import rate_of

__all__ = ["SECTIONS"]

NOTES = (RECONSTRUCTION, SCALED)


@lru_cache(maxsize=2)
def played(context_key: tuple[Any, ...], plays: tuple[Play, ...]) -> Wins:
    """Games that several sections look at, played once."""
    seed, workers, rules = context_key
    return win_rates(plays, seed=seed, rules=rules, workers=workers)


def _key(context: Context) -> tuple[Any, ...]:
    return context.seed, context.workers, context.rules


def wins(context: Context) -> Section:
    """Who wins alone, by rating, against what perfect play can."""
    found = played(_key(context), solo_plays(context))
    plain_rules = solve_queues(context.rules).rules
    ceiling = best_chances(plain_rules)
    frame = found.by_rating().merge(ceiling.by_rating(), on="deal_rating")
    rows = found.to_frame().to_dict("records")
    listed = ", ".join(f"{row['strategy']} (tier {row['tier']}) {rate_of(row)}" for row in rows)
    return Section(
        "How often is a solo deal won?",
        f"{ceiling.summary()} Of their solo games win: {listed}.",
        (
            Chart(
                "wins-by-rating",
                "Each strategy on the same deals; dashed: the best that any play can win which "
                "sees no more than the rules show, computed.",
                frame,
                charts.draw_wins_by_rating,
                height=5.0,
            ),
        ),
        (
            Table("Solo games by strategy", found.to_frame()),
            Table("Orders that the planner wins least with", _hardest_queues(found)),
            Table("Solo queues by actions to spare, the queue known", _slack_table(context)),
        ),
        again(context, "wins"),
        NOTES,
    )


def _hardest_queues(found: Wins) -> Any:
    """The queues of the planner that are won least, for reading."""
    frame = found.by_queue()
    return frame[frame["tier"] == 2].head(10).reset_index(drop=True)


def _slack_table(context: Context) -> Any:
    return solve_queues(context.rules).to_frame()


def together(context: Context) -> Section:
    """Alone and two together, with and without quirks."""
    found = played(_key(context), together_plays(context))
    frame = found.to_frame()
    pair = frame[(frame["n_seats"] == 2) & ~frame["has_quirks"]].to_dict("records")
    listed = ", ".join(f"{row['strategy']} (tier {row['tier']}) {rate_of(row)}" for row in pair)
    gain = pair[-1]["win_rate_low"] - pair[-2]["win_rate_high"]
    sure = "more for certain" if gain > 0 else "not more for certain"
    return Section(
        "How do two players fare together?",
        f"Two players together win: {listed}; rehearsing wins {sure} than planning alone does.",
        (
            Chart(
                "plays",
                "The same strategy on every seat; two players are dealt four orders.",
                frame,
                charts.draw_plays,
                height=1.4 + 0.4 * len(frame),
            ),
        ),
        (Table("Games by strategy, players and quirks", frame),),
        again(context, "together"),
        (
            *NOTES,
            "No perfect play is known for two players: what rehearsing wins is a lower bound.",
        ),
    )


def losses(context: Context) -> Section:
    """Why games are lost."""
    found = played(_key(context), together_plays(context))
    frame = found.causes()
    lost = frame[frame["cause"] != "won"]
    solo = lost[(lost["n_seats"] == 1) & (lost["tier"] == 2) & ~lost["has_quirks"]]
    quirky = frame[(frame["n_seats"] == 1) & (frame["tier"] == 2) & frame["has_quirks"]]
    most = max(solo.to_dict("records"), key=lambda row: row["cause_rate"])
    speedy = quirky[quirky["cause"] == "a speedy customer missed"].to_dict("records")[0]
    return Section(
        "Why are games lost?",
        f"planner alone loses most often with {most['cause']}, in {rate_of(most, 'cause_rate')} of "
        f"its games; with quirks {rate_of(speedy, 'cause_rate')} of its games end because a "
        "speedy customer was missed.",
        (
            Chart(
                "causes",
                "Shares of all games; losses for want of actions by how many orders were complete.",
                frame,
                charts.draw_causes,
                height=2.0 + 0.42 * frame["cause"].value_counts().iloc[0],
            ),
        ),
        (Table("How games end", frame[frame["cause_rate"] > 0].reset_index(drop=True)),),
        again(context, "losses"),
        NOTES,
    )


def slack(context: Context) -> Section:
    """How much is left over."""
    found = played(_key(context), solo_plays(context))
    queues = solve_queues(context.rules)
    exact = queues.to_frame()
    shown = found.slack().merge(
        exact.rename(columns={"slack": "actions_left"})[["actions_left", "queue_share"]],
        on="actions_left",
    )
    shown = shown[shown["tier"] > 0].reset_index(drop=True)
    none = shown[(shown["actions_left"] == 0) & (shown["tier"] == 2)]
    row = none.to_dict("records")[0]
    enough = float(exact.loc[exact["slack"] >= 1, "queue_share"].sum())
    return Section(
        "How much is there to spare?",
        f"With one action a round less, {100 * enough:.1f} % of the solo queues could still be won "
        f"(exact, the queue known); of the games that planner wins, {rate_of(row, 'left_rate')} "
        "have a round without an action left.",
        (
            Chart(
                "slack",
                "Grey: five less the fewest actions a round with which perfect play still wins. "
                "Coloured: what was left in the tightest round of games that were won; who plans "
                "spends actions on later sandwiches, so that none are left.",
                shown,
                charts.draw_slack,
            ),
        ),
        (Table("Solo queues by actions a round to spare", exact),),
        f"fillsim solve crumbs --for queues {context.rules_arguments}".strip(),
        NOTES,
    )


SECTIONS: dict[str, SectionMaker] = {
    "wins": wins,
    "together": together,
    "character": kind_of_game,
    "losses": losses,
    "slack": slack,
    "regret": regrets,
    "orders": orders,
    "quirks": quirks,
    "decks": decks,
}
"""By the name that links and ``fillsim report --only`` use, in the order of the page."""
