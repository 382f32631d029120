"""Sections of Fillit about what happens in games: lead, stone moves, cells, skill."""

from __future__ import annotations

import pandas as pd

from analyses.fillit.balance import rules_of
from analyses.fillit.cells import cell_maps
from analyses.fillit.course import game_course
from analyses.fillit.ladder import Rung, skill_ladder
from analyses.fillit.stones import NONE, stone_moves
from reports.charts import fillit as charts
from reports.charts.fillit_boards import draw_cells
from reports.line_ups import line_up
from reports.present import percent_text
from reports.sections import Chart, Context, Section, Table
from reports.sections.fillit_common import (
    CONFIGS,
    RECORDED,
    SCALED,
    again,
    named_short,
    notices,
    options,
    scaled,
)
from reports.sections.matches import points_of, rate_of

__all__ = ["cells", "course", "ladder", "stones"]


def course(context: Context) -> Section:
    """When the lead changes, and whether one can come back."""
    row = line_up("fillit")
    n_games = scaled(context, 100, RECORDED)
    found = game_course(row.strong, rules_of("A", CONFIGS), games=n_games, **options(context))
    frame, lead = found.to_frame(), found.lead()
    rows = frame.to_dict("records")
    full, late = rows[0], lead[lead["config"] == "2p"].iloc[0]
    return Section(
        "Can one come back?",
        f"Of the games of two players on the full board, {rate_of(full, 'comeback_rate')} are won "
        "by the side that had more chips in hand half-way, and "
        f"{rate_of(full, 'far_comeback_rate')} by one that was 3 chips or more behind; even with "
        f"{late['chips_from']} or {late['chips_to']} chips left, "
        f"{rate_of(late, 'lead_change_rate')} of the turns still "
        "give a new sole leader.",
        (
            Chart(
                "lead-changes",
                f"{row.strong} against itself, layout A, {n_games:,} recorded games each.",
                lead,
                charts.draw_lead,
            ),
        ),
        (Table("Wins by a side that was behind after half of the turns", named_short(frame)),),
        again(context, "course"),
        notices(
            "A side leads that has fewest chips in hand. Players move in turn, so early on the "
            "lead goes to and fro with every move.",
        ),
    )


def stones(context: Context) -> Section:
    """What each kind of stone move is worth."""
    rules = context.rules
    if rules.setting.n_players != 2:
        rules = rules_of("A", CONFIGS[:1])[0]
    found = stone_moves(
        games=scaled(context, 50),
        recorded=scaled(context, 50, RECORDED),
        rules=rules,
        **options(context),
    )
    frame = found.to_frame()
    kinds = frame[frame["stone_move"] != NONE].reset_index(drop=True)
    best = max(kinds.to_dict("records"), key=lambda row: row["win_rate_diff"])
    worst = min(kinds.to_dict("records"), key=lambda row: row["win_rate_diff"])
    return Section(
        "What are stone moves worth?",
        f"Most: to {best['stone_move']}, {percent_text(best['kind_rate'], 0)} of all stone moves; "
        f"a player of the same judgement who never does so falls behind by "
        f"{points_of(best, 'win_rate_diff')} points of win rate. Least: to {worst['stone_move']}, "
        f"{points_of(worst, 'win_rate_diff')} points.",
        (
            Chart(
                "stone-moves",
                f"{line_up('fillit').strong} against the same who forgoes the kind "
                "wherever another turn is legal.",
                kinds,
                charts.draw_stone_moves,
                height=3.6,
            ),
        ),
        (Table("What stone moves do, and what they are worth", frame),),
        again(context, "stones"),
        notices(
            "A stone move is held against the same slide without it. It blocks where the next "
            "enemy's best line gets shorter, and frees where the own slide or the own best line "
            "gets longer; a line is what the best slide would lay or send home. One move can be of "
            "several kinds, so the worths do not add up.",
        ),
    )


def cells(context: Context) -> Section:
    """Where on the board the game is played."""
    strong = line_up("fillit").strong
    n_games = scaled(context, 50, RECORDED)
    found = cell_maps(strong, games=n_games, seed=context.seed, rules=context.rules)
    frame = found.to_frame()
    best = frame.loc[frame.groupby("map", sort=False)["cell_rate"].idxmax()].to_dict("records")
    words = ", ".join(
        f"most often {row['map']} ({row['cell_q']}, {row['cell_r']}): {rate_of(row, 'cell_rate')}"
        for row in best
    )
    return Section(
        "Where is the game played?",
        f"Cells by share of the turns, {words}; the centre is no space.",
        (
            Chart(
                "cells",
                f"{strong} against itself, {n_games:,} recorded games under {context.rules.name}. "
                "Visited: passed by the pawn in a turn; chipped, blocked: a chip, a stone lies "
                "there after it. Shades are relative to the highest of each map.",
                frame,
                draw_cells,
                height=4.2,
            ),
        ),
        (Table("The extremes of each map", pd.DataFrame(best)),),
        again(context, "cells"),
        notices(),
    )


def ladder(context: Context) -> Section:
    """How much better each rung plays than the one below."""
    rungs = [
        Rung("greedy", "random", scaled(context, 25)),
        Rung("tuned", "greedy", scaled(context, 50)),
        Rung("alphabeta(2)", "tuned", scaled(context, 50)),
        Rung("alphabeta(2)", "alphabeta(1)", scaled(context, 50)),
        Rung("alphabeta(3)", "alphabeta(2)", scaled(context, 100)),
        Rung("alphabeta(4)", "alphabeta(3)", scaled(context, 500)),
        Rung("mcts(200)", "alphabeta(2)", scaled(context, 500)),
    ]
    found = skill_ladder(rungs, rules_of("A", CONFIGS), **options(context))
    frame = found.to_frame()
    full = [row for row in frame.to_dict("records") if row["config"] == "2p"]
    depth = next(row for row in full if row["strategy"] == "alphabeta(3)")
    three = frame[(frame["config"] == "3p") & (frame["strategy"] == depth["strategy"])].iloc[0]
    missed = int((frame["outcome"] != "stronger").sum())
    return Section(
        "How much does looking ahead help?",
        f"With two players on the full board one more turn ahead ({depth['strategy']} against "
        f"{depth['opponent']}) wins {rate_of(depth)} of the games; with three, where an equal "
        f"share is a third, {rate_of(three)}. The upper rung is beyond doubt the stronger in "
        f"{len(frame) - missed} of {len(frame)} meetings.",
        (
            Chart(
                "skill-ladder",
                "Layout A. Two sides meet head to head, two against two as teams; with three "
                "players one of the upper rung meets two of the lower.",
                frame,
                charts.draw_rungs,
                height=8.0,
            ),
        ),
        (Table("Rung by rung", _rungs(frame)),),
        again(context, "ladder"),
        notices(
            SCALED,
            "alphabeta(d) looks d turns of all players ahead. With three players it takes both "
            "others for one enemy, which costs it strength: see the rungs of three players.",
        ),
    )


def _rungs(frame: pd.DataFrame) -> pd.DataFrame:
    """Rungs with short names on both sides."""
    opponents = [charts.short_name(spec) for spec in frame["opponent"]]
    short: pd.DataFrame = named_short(frame).assign(opponent=opponents)
    return short
