"""Sections about the orders, the quirks and the deck."""

from __future__ import annotations

from typing import Any

from analyses.crumbs.decks import RANKED, over_decks
from analyses.crumbs.games import RECONSTRUCTION, Play
from analyses.crumbs.orders import order_ranks
from analyses.crumbs.quirks import quirk_effects
from analyses.crumbs.regret import regret
from reports.charts import crumbs as charts
from reports.sections import Chart, Context, Section, Table
from reports.sections.crumbs_plays import LIGHT_OPTIMUM, SCALED, again, scaled
from reports.sections.matches import points_of, rate_of

__all__ = ["decks", "orders", "quirks", "regrets"]

NOTES = (RECONSTRUCTION, SCALED)

GENERATED = 4
"""Decks, each of which takes seconds to solve and to play."""


def _options(context: Context) -> dict[str, Any]:
    return {"seed": context.seed, **context.options()}


def orders(context: Context) -> Section:
    """Which orders are hard, and whether the printed difficulty says so."""
    found = order_ranks("planner", games=scaled(context, 6), **_options(context))
    frame, ranking = found.to_frame(), found.ranking()
    hardest, easiest = frame.to_dict("records")[0], frame.to_dict("records")[-1]
    losses = found.correlation()
    wrong = frame[frame["is_misrated"]].to_dict("records")
    named = ", ".join(
        f"{row['order']} (printed {row['difficulty']}, plays like {row['plays_like']})"
        for row in wrong
    )
    fillings = found.fillings()
    scarce = fillings.to_dict("records")[0]
    return Section(
        "Which orders are hard, and does the card say so?",
        f"With {hardest['order']} in the queue planner loses {rate_of(hardest, 'lost_rate')}, with "
        f"{easiest['order']} {rate_of(easiest, 'lost_rate')}; the printed difficulty ranks the "
        f"orders as play does with a rank correlation of {losses:.2f} (bootstrap over deals); "
        f"{'mis-rated: ' + named if wrong else 'none is surely mis-rated'}. Most is lost where "
        f"{scarce['filling']} is scarce.",
        (
            Chart(
                "order-difficulty",
                "Solo games of the planner. An order is called mis-rated only where its whole "
                "interval, at 95 % over all orders together, lies nearer to another difficulty's "
                "mean.",
                frame,
                charts.draw_order_difficulty,
                height=6.2,
            ),
        ),
        (
            Table("How the printed difficulty ranks the orders", ranking),
            Table("Orders, the hardest first", frame),
            Table("Losses where a filling is scarce", fillings),
        ),
        again(context, "orders"),
        (
            *NOTES,
            "The interval of the rank correlation is about this deck: 18 orders are all there are.",
        ),
    )


def quirks(context: Context) -> Section:
    """What quirks cost, and each kind of them."""
    plays = [
        Play("greedy", games=context.games),
        Play("planner", games=scaled(context, 10)),
        Play(LIGHT_OPTIMUM, games=scaled(context, 5)),
        Play("planner", 2, games=scaled(context, 10)),
    ]
    found = quirk_effects(plays, **_options(context))
    frame, by_quirk = found.to_frame(), found.by_quirk()
    planner = frame[(frame["tier"] == 2) & (frame["n_seats"] == 1)]
    row = planner.to_dict("records")[0]
    own = by_quirk[(by_quirk["strategy"] == row["strategy"]) & (by_quirk["n_seats"] == 1)]
    worst = min(own.to_dict("records"), key=lambda one: one["win_rate_diff"])
    return Section(
        "What do quirky customers change?",
        f"Quirks change the win rate of {row['strategy']} alone by "
        f"{points_of(row, 'win_rate_diff')} points over the same deals; {worst['quirk']} costs "
        f"most, {points_of(worst, 'win_rate_diff')} points for each such order in the queue.",
        (
            Chart(
                "quirk-costs",
                "Change of the win rate by quirks over the same deals, split over the orders' "
                "quirks by least squares.",
                by_quirk,
                charts.draw_quirk_costs,
                height=4.8,
            ),
        ),
        (
            Table("Games won without and with quirks", frame),
            Table("What an order of each kind changes", by_quirk),
        ),
        again(context, "quirks"),
        (*NOTES, "The effects of several quirks in one deal are taken to add up."),
    )


def regrets(context: Context) -> Section:
    """Winnable deals that are lost, and when."""
    found = regret(
        ["greedy", "planner"],
        games=scaled(context, 10),
        looked_at=scaled(context, 800, 60),
        **_options(context),
    )
    rows = found.to_frame().to_dict("records")
    listed = ", ".join(f"{row['strategy']} {rate_of(row, 'regret_rate')}" for row in rows)
    by_round = found.by_round()
    planner = by_round[by_round["tier"] == 2].to_dict("records")
    most = max(planner, key=lambda row: row["fatal_rate"], default=None)
    when = (
        f" planner's winnable games are lost most often in round {most['round']}, "
        f"{rate_of(most, 'fatal_rate')} of those looked at."
        if most
        else ""
    )
    return Section(
        "How many winnable deals are lost, and when?",
        f"Of the deals that can be won, these shares are lost: {listed}.{when}",
        (
            Chart(
                "fatal-rounds",
                "The round of the decision after which no play wins any more, the queue known.",
                by_round,
                charts.draw_fatal_rounds,
            ),
        ),
        (
            Table("Regret by strategy", found.to_frame()),
            Table("The decision that lost the game", found.by_kind()),
        ),
        again(context, "regret"),
        NOTES,
    )


def decks(context: Context) -> Section:
    """Which conclusions hold over generated decks."""
    found = over_decks(decks=GENERATED, games=scaled(context, 50, 1_000), **_options(context))
    frame = found.to_frame()
    stable = [row["statement"] for row in frame.to_dict("records") if row["over_decks"] == "holds"]
    flips = [row["statement"] for row in frame.to_dict("records") if row["over_decks"] == "flips"]
    ranked = frame[frame["statement"] == RANKED].to_dict("records")[0]
    return Section(
        "What does not hang on the reconstructed cards?",
        f"Over {GENERATED} generated decks these conclusions agree wherever they are settled: "
        f"{'; '.join(stable) or 'none'}. These flip: {'; '.join(flips) or 'none'}. The rank "
        "correlation of printed difficulty and losses lies between "
        f"{ranked['deck_figure_low']:.2f} and {ranked['deck_figure_high']:.2f} over these decks.",
        (),
        (
            Table("Statements over generated decks", frame),
            Table("By deck", found.by_deck()),
        ),
        again(context, "decks"),
        NOTES,
    )
