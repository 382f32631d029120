"""Sections of Filler about its cards: which are strong, the advanced deck, other decks."""

from __future__ import annotations

import pandas as pd

from analyses.filler.advanced import advanced_deck
from analyses.filler.card_table import card_table
from analyses.filler.many_decks import many_decks
from analyses.filler.shapes import mirror_games
from analyses.statistics.families import joined
from reports.balances.filler import best_first, slim
from reports.charts import filler as charts
from reports.line_ups import line_up
from reports.rivals import rivals_of
from reports.sections import Chart, Context, Section, Table
from reports.sections.filler_play import MARGIN, again, notes, scaled
from reports.sections.matches import points_of

__all__ = ["CARD_SECTIONS"]

DECKS, DECK_GAMES = 20, 50
"""Generated decks, and the games on each as a part of the report's."""
CAUTION = (
    "An association, not a cause: who can pay for a dear card may stand well already. Compared "
    "are claims of one strategy on the same day; stuck games are left out."
)


def cards(context: Context) -> Section:
    """Every card: how often taken, and how its takers do."""
    row = line_up("filler")
    usual, all_cards, strong = (
        mirror_games(
            [who],
            games=scaled(context, share),
            seats=[2],
            seed=context.seed,
            workers=context.workers,
            rules=rules,
        )[0]
        for who, share, rules in (
            (row.usual, 2, context.changed("advanced=false")),
            (row.usual, 2, context.changed("advanced=true")),
            (row.strong, 20, context.changed("advanced=false")),
        )
    )
    found, other = card_table([usual], margin=MARGIN), card_table([strong], margin=MARGIN)
    more = card_table([all_cards], margin=MARGIN)
    frame, advanced = found.to_frame(), more.to_frame()
    advanced = advanced[~advanced["card_id"].isin(frame["card_id"])]
    table = pd.concat([frame, advanced], ignore_index=True)
    hidden = "strategy tier n_seats card_id n_taken"
    return Section(
        "Which cards are strong?",
        f"{_outliers(table)} {_ends(table)}",
        (
            Chart(
                "cards",
                f"{row.usual} against itself, two players. Win rate of who takes a card less that "
                "of who takes any on the same day. Named: beyond "
                f"{100 * MARGIN:.0f} points for certain (Holm), the furthest of them. Advanced "
                "recipes from games with all recipes.",
                table,
                charts.draw_cards,
                height=6.5,
            ),
        ),
        (
            Table(f"Every card, where all play {row.usual}", slim(best_first(table), hidden)),
            Table(
                "Kinds of cards, for two tiers",
                slim(pd.concat([found.groups(), other.groups()], ignore_index=True), "n_taken"),
            ),
        ),
        again(context, f"{row.usual} --players 2 --about cards", scaled(context, 2)),
        notes(context, CAUTION),
    )


def _outliers(table: pd.DataFrame) -> str:
    told = []
    for side, word in (("above", "win more"), ("below", "win less")):
        rows = table[table["stands_out"] == side]
        if len(rows):
            told.append(f"{len(rows)} cards whose takers {word} than others")
    n_even = int((table["stands_out"] == "no").sum())
    head = f"Of {len(table)} cards, {n_even} lie within {100 * MARGIN:.0f} points of the mean"
    return f"{head}; beyond it lie {joined(told)}." if told else f"{head}; none is surely beyond."


def _ends(table: pd.DataFrame) -> str:
    """The cards whose takers do best and worst."""
    known = table[table["n_taken"] > 0].sort_values("taker_edge").to_dict("records")
    worst, best = known[0], known[-1]
    return (
        f"Takers of {best['card']} win {points_of(best, 'taker_edge')} points more than takers on "
        f"the same days, those of {worst['card']} {points_of(worst, 'taker_edge')}."
    )


def advanced(context: Context) -> Section:
    """What the advanced deck and its abilities change."""
    rivals = rivals_of("filler")
    usual, games = line_up("filler").usual, scaled(context, 10)
    found = advanced_deck(
        usual,
        (rivals[0], rivals[1]),
        games=games,
        seed=context.seed,
        **context.options(),
    )
    told = ". ".join(f"{it[0].upper()}{it[1:]}" for it in found.sentences())
    return Section(
        "What do the advanced recipes change?",
        f"Where two play {usual}, these changes are settled (Holm). {told}.",
        (),
        (
            Table(
                "With and without, on the same deals",
                found.to_frame().drop(columns=["before_rules", "after_rules"]),
            ),
        ),
        again(context, f"{usual} --about advanced", games),
        notes(
            context,
            "Arrive early is switched off by giving its five cards printed times spread over the "
            "day that no other card has; bad batch by taking the ability away. The cards stay, "
            "and every deal is the same.",
        ),
    )


def decks(context: Context) -> Section:
    """Which findings hold over generated decks."""
    usual, games = line_up("filler").usual, scaled(context, DECK_GAMES)
    found = many_decks(
        usual, games=games, n_generated=DECKS, seed=context.seed, **context.options()
    )
    frame = found.to_frame()
    rows = frame[frame["finding"] != "undecided"].to_dict("records")
    firm = [row for row in rows if row["n_flips"] == 0 and row["n_holds"] > DECKS // 2]
    words = joined(f"{it['subject']}: {it['finding']} ({it['n_holds']})" for it in firm)
    return Section(
        "Does it depend on the deck?",
        f"Over {DECKS} generated decks, settled on most of them and reversed on none: "
        f"{words if firm else 'nothing'}.",
        (),
        (Table(f"Findings over {DECKS} generated decks", frame),),
        again(context, f"{usual} --about decks --ensemble {DECKS}", 4 * games),
        notes(
            context,
            f"Decks varied-0 to varied-{DECKS - 1}, e.g. '--set components=varied-0', which "
            f"differ in their assumptions, too; {games:,} games of two players on each, verdicts "
            "adjusted over the decks (Holm). Single cards have no counterpart on other decks.",
        ),
    )


CARD_SECTIONS = {"cards": cards, "advanced": advanced, "decks": decks}
"""By the name that links and ``fillsim report --only`` use, in the order of the page."""
