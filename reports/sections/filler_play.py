"""Sections of Filler for two players and more: length, chefs, acting early, cards, decks."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pandas as pd

from analyses.families import joined
from analyses.filler.advanced import advanced_deck
from analyses.filler.card_table import card_table
from analyses.filler.chef_sets import chef_sets
from analyses.filler.early import acting_early
from analyses.filler.many_decks import many_decks
from analyses.filler.rows import Games
from analyses.filler.shapes import game_shapes, mirror_games
from reports.balances.filler import best_first, slim
from reports.charts import filler as charts
from reports.line_ups import line_up
from reports.rivals import rivals_of
from reports.sections import Chart, Context, Section, Table
from reports.sections.matches import mean_of, points_of, rate_of

__all__ = ["PLAY_SECTIONS"]

TOLD = 150
"""Games of each kind that are followed turn by turn: 300 a second."""
DECKS, DECK_GAMES = 20, 50
"""Generated decks, and the games on each as a part of the report's."""
CAUTION = (
    "An association, not a cause: who can pay for a dear card may stand well already. Compared "
    "are claims of one strategy on the same day; stuck games are left out."
)
MARGIN = 0.05


def scaled(context: Context, divisor: int) -> int:
    """A part of the games asked for."""
    return max(50, context.games // divisor)


def played(context: Context) -> tuple[Games, ...]:
    """Mirror matches of every number of players: the usual strategy, then the strong one."""
    return _played(context.seed, context.games, context.workers, context.rules)


@lru_cache(maxsize=1)
def _played(seed: int, games: int, workers: int, rules: Any) -> tuple[Games, ...]:
    row = line_up("filler")
    more: Any = {"seed": seed, "workers": workers, "rules": rules}
    usual = mirror_games([row.usual], games=max(50, games // 5), **more)
    return (*usual, *mirror_games([row.strong], games=max(50, games // 40), **more))


def _again(context: Context, words: str, games: int) -> str:
    options = f"--seed {context.seed} --games {games} {context.rules_arguments}"
    return f"fillsim balance filler {words} {options}".strip()


def _usual(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of the usual strategy."""
    return frame[frame["strategy"] == frame["strategy"].iloc[0]].reset_index(drop=True)


def _notes(context: Context, *more: str) -> tuple[str, ...]:
    return tuple(note for note in (*more, context.rules.notice) if note)


def length(context: Context) -> Section:
    """Days, points apart, restocks and stuck games by number of players."""
    found = game_shapes(played(context))
    frame = found.to_frame()
    rows = _usual(frame).to_dict("records")
    few, many = rows[0], rows[-1]
    stuck = max(frame.to_dict("records"), key=lambda row: row["capped_rate"])
    return Section(
        "How long is a game, and how close?",
        f"Where all play {few['strategy']}, {few['n_seats']} players take "
        f"{mean_of(few, 'days_mean')} days and {many['n_seats']} take "
        f"{mean_of(many, 'days_mean')}; best and worst end {few['score_range_mean']:.1f} and "
        f"{many['score_range_mean']:.1f} points apart, and {rate_of(few, 'restock_rate')} of the "
        f"turns are restocks ({few['n_seats']} players). {_stuck(stuck)}",
        (
            Chart(
                "game-length",
                f"{few['strategy']} against itself, {few['n_games']:,} games for each number of "
                "players; the longest half per cent is cut off.",
                _usual(found.lengths()),
                charts.draw_lengths,
            ),
        ),
        (Table("By number of players", slim(frame, "all_restock_rate")),),
        _again(context, "--about length", scaled(context, 5)),
        _notes(context, "Six players always play with the advanced recipes."),
    )


def _stuck(row: dict[str, Any]) -> str:
    if not row["capped_rate"]:
        return "No game was stuck."
    name = row["strategy"].partition("(")[0]
    return (
        f"Stuck games, in which nobody claims any more, are most frequent where "
        f"{row['n_seats']} play {name}: {rate_of(row, 'capped_rate')}; they have no winner."
    )


def chefs(context: Context) -> Section:
    """Whether one chef set is better than another."""
    found = chef_sets(played(context), margin=MARGIN)
    frame, verdicts = found.to_frame(), found.verdicts()
    rows = _usual(frame)
    edges = rows.groupby("chef_set")["set_edge"].mean().sort_values()
    counts = verdicts["verdict"].str.partition(" ")[0].value_counts()
    two = _usual(verdicts).to_dict("records")[0]
    return Section(
        "Is one chef set better than another?",
        f"Over all numbers of players {edges.index[-1]} wins most above a fair share and "
        f"{edges.index[0]} least. {two['n_seats']} players who play {two['strategy']}: "
        f"{two['verdict']}. Of {len(verdicts)} combinations of strategy and players, "
        f"{int(counts.get('balanced', 0))} are balanced within {100 * MARGIN:.0f} points and "
        f"{int(counts.get('not', 0)) - _open(verdicts)} are not.",
        (
            Chart(
                "chef-sets",
                f"{two['strategy']} against itself; sets are dealt by lot, so that a difference "
                "is the set's doing. 0 is one divided by the number of players.",
                rows,
                charts.draw_chef_sets,
                height=5.5,
            ),
        ),
        (
            Table("Spread between best and worst set", slim(verdicts, "n_more set_spread")),
            Table("Every set", slim(frame, "tier")),
        ),
        _again(context, "--about chefs", scaled(context, 5)),
        _notes(context, "Stuck games are left out."),
    )


def _open(verdicts: pd.DataFrame) -> int:
    return int(verdicts["verdict"].str.startswith("not enough").sum())


def early(context: Context) -> Section:
    """What it is worth to act early in the day."""
    found = acting_early(played(context), told=TOLD)
    frame, days = found.to_frame(), found.by_day()
    rows = _usual(frame)
    two, most = rows[rows["n_seats"] == 2], rows[rows["n_seats"] == rows["n_seats"].max()]
    first, last, top, end = (
        part.to_dict("records")[place] for part in (two, most) for place in (0, -1)
    )
    return Section(
        "Is it worth acting early?",
        f"Of two who play {first['strategy']}, the first to act on a day adds "
        f"{mean_of(first, 'turn_gain_mean')} points a turn and the second "
        f"{mean_of(last, 'turn_gain_mean')}; of {top['n_seats']}, the first "
        f"{mean_of(top, 'turn_gain_mean')} and the last {mean_of(end, 'turn_gain_mean')}. Who is "
        f"first of two on a day wins {rate_of(first)} of the games.",
        (
            Chart(
                "order-points",
                f"{first['strategy']} against itself, all days of {first['n_games']:,} games for "
                "each number of players.",
                rows,
                charts.draw_places,
            ),
        ),
        (
            Table("By place in the order of play", slim(frame, "tier")),
            Table("First days and later days", slim(_usual(days), "tier strategy")),
        ),
        _again(context, f"--about early --told {TOLD}", scaled(context, 5)),
        _notes(
            context,
            "Whether one acts first is a choice: win rates by place say what goes together. On "
            "the first day all hold chef sets of like content, so that little but the choice is "
            f"behind them. Win rates and days are from {TOLD} games that were followed.",
        ),
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
        _again(context, f"{row.usual} --players 2 --about cards", scaled(context, 2)),
        _notes(context, CAUTION),
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
        _again(context, f"{usual} --about advanced", games),
        _notes(
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
    words = joined(f"{it['subject']} {it['finding']} ({it['n_holds']})" for it in firm)
    return Section(
        "Does it depend on the deck?",
        f"Over {DECKS} generated decks, settled on most of them and reversed on none: "
        f"{words if firm else 'nothing'}.",
        (),
        (Table(f"Findings over {DECKS} generated decks", frame),),
        _again(context, f"{usual} --about decks --ensemble {DECKS}", 4 * games),
        _notes(
            context,
            f"Decks varied-0 to varied-{DECKS - 1}, e.g. '--set components=varied-0', which "
            f"differ in their assumptions, too; {games:,} games of two players on each, verdicts "
            "adjusted over the decks (Holm). Single cards have no counterpart on other decks.",
        ),
    )


PLAY_SECTIONS = {
    "length": length,
    "chefs": chefs,
    "early": early,
    "cards": cards,
    "advanced": advanced,
    "decks": decks,
}
"""By the name that links and ``fillsim report --only`` use, in the order of the page."""
