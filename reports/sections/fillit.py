"""The sections of Fillit."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyses.fillit.balance import Balance, rules_of, seat_balance
from analyses.fillit.exact import printed_boards, small_boards, start_values
from analyses.fillit.games import rules_in
from analyses.fillit.shape import game_shapes
from reports.charts import fillit as charts
from reports.line_ups import line_up
from reports.sections import Chart, Context, Section, SectionMaker, Table
from reports.sections.character import kind_of_game
from reports.sections.fillit_common import (
    CONFIGS,
    SCALED,
    again,
    named_short,
    notices,
    options,
    plays,
    scaled,
)
from reports.sections.fillit_play import cells, course, ladder, stones
from reports.sections.matches import mean_of, points_of, rate_of
from simcore.fillit.layouts import RECONSTRUCTION

__all__ = ["SECTIONS"]

SOLVER_NODES = 1_000_000
"""Positions that the solver visits for one start, about a second's worth."""

N_LAYOUTS = 10
"""Generated layouts of the ensemble."""

PAIRS = [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (0, 6), (1, 7), (2, 8), (3, 9)]
"""Layout B less A in each configuration, then mini less full board."""


def seats(context: Context) -> Section:
    """What it is worth to move first, in every printed configuration and layout."""
    found = seat_balance(plays(context, 5), rules_of("AB"), **options(context))
    verdicts, tiers = found.verdicts(), found.over_tiers()
    return Section(
        "Is it worth moving first?",
        _first_to_move(verdicts, tiers),
        (
            Chart(
                "seat-advantage",
                "Each strategy against itself, on the shipped layouts. Dashed: a fair share, one "
                "divided by the number of sides.",
                verdicts,
                charts.draw_edges,
                height=7.5,
            ),
        ),
        (
            Table("Does the verdict hold over the tiers?", tiers),
            Table("Spread between best and worst side", _verdicts(verdicts)),
            Table("Every place in the order of play, among players who search", _places(found)),
        ),
        again(context, "seats"),
        notices(
            SCALED,
            "Partners count as one side. Two against two, the seats are not exactly equivalent, "
            "so both kinds of seat begin in turn; the others are their half turns.",
            *sorted({rules_in(blocks.match).start.note for blocks in found.matches} - {""}),
        ),
    )


def _verdicts(frame: Any) -> Any:
    spread = ["seat_spread", "seat_spread_low", "seat_spread_high"]  # in the words of the verdict
    hidden = ["outcome", "margin", "n_more", "p_balanced_holm", *spread]
    return named_short(frame).drop(columns=hidden)


def _places(found: Balance) -> Any:
    frame = found.to_frame()
    searched = frame[frame["tier"] == frame["tier"].max()]
    return searched.drop(columns=["strategy", "tier"]).reset_index(drop=True)


def _first_to_move(verdicts: Any, tiers: Any) -> str:
    rows = verdicts.to_dict("records")
    searched = [row for row in rows if row["tier"] == max(verdicts["tier"])]
    most = max(searched, key=lambda row: row["first_edge"])
    counts = tiers["agreement"].value_counts()
    holds = int(counts.get("holds", 0) + counts.get("holds as far as decided", 0))
    margin = 100 * verdicts["margin"].iloc[0]
    return (
        f"Among players who search ({most['strategy']}), the first to move gains most in "
        f"{charts.TITLES[most['config']]}, layout {most['layout']}: "
        f"{points_of(most, 'first_edge')} points above a fair share. With sides within "
        f"{margin:.0f} points called balanced, the verdict holds over the tiers under {holds} of "
        f"{len(tiers)} rule sets and flips to another side under {int(counts.get('flips', 0))}: "
        "who is favoured depends on how well people play."
    )


def layouts(context: Context) -> Section:
    """Whether what was found depends on the layout: an ensemble of generated ones."""
    names = [f"random:{context.seed % 1000 + k}" for k in range(1, N_LAYOUTS + 1)]
    found = seat_balance(plays(context, 50), rules_of(names, CONFIGS), **options(context))
    summary = found.over_layouts()
    rows = summary.to_dict("records")
    searched = [row for row in rows if row["tier"] == summary["tier"].max()]
    words = "; ".join(
        f"{charts.TITLES[row['config']]}: {points_of(row, 'first_edge')}" for row in searched
    )
    return Section(
        "Does it depend on the layout?",
        f"Over {N_LAYOUTS} generated symmetric layouts, players who search "
        f"({searched[0]['strategy']}) win this many points more than a fair share by moving first, "
        f"{words}; single layouts spread around that by "
        f"{100 * min(row['edge_sd'] for row in searched):.0f} to "
        f"{100 * max(row['edge_sd'] for row in searched):.0f} points.",
        (
            Chart(
                "layout-edges",
                "Faint: one generated layout each. Bold: the mean over layouts with its interval, "
                "the layouts being the sample.",
                _layout_points(found),
                charts.draw_layout_edges,
                height=5.5,
            ),
        ),
        (Table("The first to move, over all generated layouts", named_short(summary)),),
        again(context, "layouts"),
        (
            SCALED,
            f"The layouts are {names[0]} to {names[-1]}, e.g. '--set layout={names[0]}'. They "
            "are drawn uniformly among symmetric ones; those that box a pawn in are left out.",
        ),
    )


def _layout_points(found: Balance) -> Any:
    columns = ["config", "layout", "strategy", "tier"]
    columns += ["first_edge", "first_edge_low", "first_edge_high"]
    means = found.over_layouts().assign(layout="mean")
    return pd.concat([found.verdicts()[columns], means[columns]], ignore_index=True)


def games(context: Context) -> Section:
    """How long games are, how much there is to choose, and what layout and board change."""
    rule_sets = rules_of("AB", CONFIGS)
    strong = line_up("fillit").strong
    found = game_shapes(strong, rule_sets, games=scaled(context, 25), **options(context))
    frame, lengths = found.to_frame(), found.lengths()
    first, mini = frame.to_dict("records")[0], frame[frame["config"] == "mini2"].iloc[0]
    differences = found.differences(PAIRS).drop(columns="strategy")
    return Section(
        "How long is a game, and how much is there to choose?",
        f"Where all play {strong}, two players on the full board (layout A) take "
        f"{mean_of(first, 'turns_mean')} turns, with {mean_of(first, 'branching_mean')} distinct "
        f"legal turns to choose from; on the mini board it is {mean_of(mini, 'turns_mean')} and "
        f"{mean_of(mini, 'branching_mean')}. In {rate_of(first, 'order_matters_rate')} of the "
        "turns some option exists only stone first, and "
        f"{rate_of(first, 'capped_rate')} of the games are unfinished at the cap.",
        (
            Chart(
                "game-lengths",
                "Layout A of each configuration; the longest per cent of the games is cut off.",
                lengths[lengths["layout"] == "A"].reset_index(drop=True),
                charts.draw_lengths,
            ),
        ),
        (
            Table("What a game is like", frame.drop(columns=["strategy", "tier"])),
            Table("Layout B less A, and mini less full board", differences),
        ),
        again(context, "games"),
        notices(
            SCALED,
            "In games of two sides the wins that the first to move gains or loses between "
            "layouts are in the column of its change.",
        ),
    )


def exact(context: Context) -> Section:
    """What is known exactly: small boards, and search checked on them."""
    found = start_values([*small_boards(), *printed_boards()], most_nodes=SOLVER_NODES)
    frame = found.to_frame()
    known = frame[frame["win_in"].notna()]
    first = int(known["start_value"].str.startswith("the first").sum())
    agrees = int((frame["search_agrees"] == "yes").sum())
    asked = int((frame["search_agrees"] != "not asked").sum())
    return Section(
        "What is known exactly?",
        f"With fewer chips than printed the exact solver finds the winner of {len(known)} of "
        f"{len(frame)} starts, on a board of side 3, the mini and the full board: it is the first "
        f"to move in {first} of them. Alpha-beta finds the same win at the same depth in {agrees} "
        f"of {asked}.",
        (),
        (Table("Starting positions solved", frame),),
        again(context, "exact"),
        (
            "Computed, not sampled; with the printed number of chips the boards are too large to "
            "be solved. Where no winner is found, none of the sides can force a win within the "
            f"turns searched, with at most {SOLVER_NODES:,} positions looked at. "
            "'fillsim solve fillit --set chips=8' solves any other start. The board of side 3 is "
            "not printed.",
            RECONSTRUCTION,
        ),
    )


SECTIONS: dict[str, SectionMaker] = {
    "seats": seats,
    "layouts": layouts,
    "games": games,
    "character": kind_of_game,
    "course": course,
    "stones": stones,
    "cells": cells,
    "ladder": ladder,
    "exact": exact,
}
"""By the name that links and ``fillsim report --only`` use, in the order of the page."""
