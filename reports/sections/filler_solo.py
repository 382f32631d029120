"""Sections of Filler about solo play: how hard each personality is, why, and by how much."""

from __future__ import annotations

from typing import Any

from analyses.filler.solo import Budget, Solo, solo
from analyses.filler.solo_scores import score_differences
from reports.charts import filler_solo as charts
from reports.line_ups import line_up
from reports.sections import Chart, Context, Section, Table
from reports.sections.matches import points_of, rate_of

__all__ = ["scores", "solo_difficulty"]

GAMES_SHARE, DECK_SHARE, N_DECKS = 5, 20, 20
"""A section plays nineteen kinds of chefs, so that each gets a part of the games."""


def solo_difficulty(context: Context) -> Section:
    """Every personality against every tier: order, parts, what holds."""
    games = max(50, context.games // GAMES_SHARE)
    budget = Budget(games, n_decks=N_DECKS, deck_games=max(50, games // DECK_SHARE))
    found = solo(line_up("filler").ladder, budget, seed=context.seed, **context.options())
    frame, parts, pairs = found.to_frame(), found.parts(), found.pairs()
    who = found.reference.strategy
    mine, pairs = parts[parts["strategy"] == who], pairs[pairs["strategy"] == who]
    hidden = ["strategy", "tier", "n_games"]
    return Section(
        "How hard are the solo personalities?",
        _finding(found),
        (
            Chart(
                "solo-matrix",
                "Every personality against every tier, a draw counting one half; ± is half a 95 % "
                "interval. Hardest for the strongest player on top.",
                frame,
                charts.draw_matrix,
                height=5.0,
            ),
            Chart(
                "solo-difficulty",
                "The same as a ladder: where markers of one shape change their order from row to "
                "row, ranks hang on how well one plays.",
                frame,
                charts.draw_difficulty,
                height=5.4,
            ),
            Chart(
                "solo-parts",
                f"For {who}: win rate lost to the choice rule, against a chef who picks at random, "
                "and to the altered rule on top of it. The two sum to the diamond.",
                mine.reset_index(drop=True),
                charts.draw_parts,
                height=5.4,
            ),
        ),
        (
            Table("Personalities by strategy", frame),
            Table("What their difficulty is made of", parts),
            Table(f"Pairs, for {who}", pairs.drop(columns=hidden).reset_index(drop=True)),
            Table("Outliers: against the mean of the others", found.outliers()),
            Table("What holds over tiers and generated decks", found.concluded()),
        ),
        _again(context, games),
        (*found.sentences()[len(found.played) :], _SCALED, context.rules.notice),
    )


_SCALED = (
    "Each chef gets a fifth of the games, for there are nineteen kinds: every personality as it "
    "is, with its rule switched off, with picks at random, and the neutral chef. Players of tier 3 "
    "are slow and left out here; 'fillsim solo --search-games 200' adds them."
)


def _again(context: Context, games: int) -> str:
    rules = f" {context.rules_arguments}" if context.rules_arguments else ""
    return f"fillsim solo --seed {context.seed} --games {games}{rules}"


def _finding(found: Solo) -> str:
    """Hardest and easiest for the strongest player, and whether that holds for others."""
    frame = found.to_frame()
    who, mine = found.reference, frame[frame["strategy"] == found.reference.strategy]
    hardest, easiest = mine.iloc[0], mine.iloc[-1]
    others = [
        f"{rows.iloc[0]['personality']} for {strategy}"
        for strategy, rows in frame.groupby("strategy", sort=False)
        if strategy != who.strategy and rows.iloc[0]["personality"] != hardest["personality"]
    ]
    flips = f" (but {' and '.join(others)})" if others else " for every tier"
    parts = found.parts()
    rows = parts[(parts["strategy"] == who.strategy)].to_dict("records")
    rule = max(rows, key=lambda row: abs(row["rule_diff"]))
    return (
        f"{hardest['personality']} is the hardest personality{flips}: {who.strategy} (tier "
        f"{who.tier}) wins {rate_of(hardest)} of the games against it and {rate_of(easiest)} "
        f"against {easiest['personality']}, the easiest. An altered rule matters most for "
        f"{rule['personality']}, where it costs {points_of(rule, 'rule_diff')} points of win rate."
    )


def scores(context: Context) -> Section:
    """How far ahead games end, for the strong player of the line-up."""
    who, games = line_up("filler").strong, max(50, min(20_000, context.games // GAMES_SHARE))
    found = score_differences(who, games=games, seed=context.seed, **context.options())
    frame = found.to_frame()
    means = {name: _mean(frame, name) for name in found.personalities}
    order = sorted(means, key=lambda name: means[name])
    ranked = frame.sort_values(
        ["personality", "score_diff"],
        key=lambda column: column.map(order.index) if column.name == "personality" else column,
        ignore_index=True,
    )
    return Section(
        "How close do solo games end?",
        f"{found.summary()}",
        (
            Chart(
                "solo-scores",
                f"{who}, {games:,} games against each personality, those with the smallest lead "
                "on top.",
                ranked,
                charts.draw_score_differences,
                height=6.0,
            ),
        ),
        (),
        f"fillsim report filler --only solo-scores {context.arguments}",
        (context.rules.notice,),
    )


def _mean(frame: Any, name: str) -> float:
    rows = frame[frame["personality"] == name]
    return float((rows["score_diff"] * rows["score_diff_rate"]).sum())
