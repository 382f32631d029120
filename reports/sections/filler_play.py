"""Sections of Filler for two players and more: length, chef sets, acting early."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pandas as pd

from analyses.filler.chef_sets import chef_sets
from analyses.filler.early import acting_early
from analyses.filler.rows import Games
from analyses.filler.shapes import game_shapes, mirror_games
from reports.balances.filler import slim
from reports.charts import filler as charts
from reports.line_ups import line_up
from reports.sections import Chart, Context, Section, Table
from reports.sections.matches import mean_of, rate_of

__all__ = ["MARGIN", "PLAY_SECTIONS", "again", "notes", "scaled"]

TOLD = 150
"""Games of each kind that are followed turn by turn: 300 a second."""
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


def again(context: Context, words: str, games: int) -> str:
    """The command that gives the numbers of a section."""
    options = f"--seed {context.seed} --games {games} {context.rules_arguments}"
    return f"fillsim balance filler {words} {options}".strip()


def _usual(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of the usual strategy."""
    rows: pd.DataFrame = frame[frame["strategy"] == frame["strategy"].iloc[0]]
    return rows.reset_index(drop=True)


def notes(context: Context, *more: str) -> tuple[str, ...]:
    """What a reader should know, and last what is known of the cards."""
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
        again(context, "--about length", scaled(context, 5)),
        notes(context, "Six players always play with the advanced recipes."),
    )


def _stuck(row: Any) -> str:
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
        again(context, "--about chefs", scaled(context, 5)),
        notes(context, "Stuck games are left out."),
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
        again(context, f"--about early --told {TOLD}", scaled(context, 5)),
        notes(
            context,
            "Whether one acts first is a choice: win rates by place say what goes together. On "
            "the first day all hold chef sets of like content, so that little but the choice is "
            f"behind them. Win rates and days are from {TOLD} games that were followed.",
        ),
    )


PLAY_SECTIONS = {"length": length, "chefs": chefs, "early": early}
"""By the name that links and ``fillsim report --only`` use, in the order of the page."""
