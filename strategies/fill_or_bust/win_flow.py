"""The record in which one turn of a fixed strategy is spread over all it can lead to."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.records import VIEW
from simcore.fill_or_bust.scoring import MAX_SETS
from simcore.fill_or_bust.state import GAME
from simcore.protocol import TABLE
from strategies.fill_or_bust.win_tables import MAX_LANES, MAX_STEPS, SOLVER

__all__ = ["BENCH", "FLOW"]

MAX_FLAT = 6 * MAX_STEPS + 7
"""Room for the points that six dice can score one after another."""

FLOW = np.dtype(
    [
        ("mass", np.float64, (MAX_STEPS + 1, 7, MAX_LANES)),
        ("ends", TABLE),
        ("again", TABLE),
        ("draws", TABLE),
        ("waiting", TABLE),
        ("won", np.float64),
        ("n_waiting", np.int64),
        ("own", np.int64),
        ("other", np.int64),
        ("origin", np.int64),
        ("is_planned", np.int64),
        ("plan", TABLE),
        ("first_move", TABLE),
        ("moves", TABLE),
        ("rank", np.int64, MAX_LANES),
        ("sees_banked", np.int64),
        ("shift", np.int64),
        ("fills", np.int64),
        ("is_bad", np.int64),
        ("before", np.int64),
        ("flat", np.float64, (MAX_FLAT, 7)),
        ("is_away", np.int64, MAX_LANES),
        ("first_roll", np.int64, 8),
        ("choice_set", np.uint64, 2 * MAX_SETS),
        ("chance", np.float64, 2 * MAX_SETS),
    ],
    align=True,
)
"""Chances of one turn.

mass : by points at risk, dice about to be rolled and lane.
ends : float64[goal, goal], chance to pass the dice at these scores. won : chance to have won.
again : float64[goal, goal], chance to draw on with nothing at risk, as at the start of a turn.
draws : float64[goal, goal, goal + 1], chance to draw a card, by scores and points at risk.
waiting : float64[goal, goal], 1 where `draws` are still to be spread. n_waiting : how many.
own, other : scores being spread. origin : own score at the start of the turn.
is_planned : whether to follow `plan` (see `win_plan`) instead of asking the strategy. rank : place
    of each lane among those of the plan.
first_move, moves : float64[n_vectors * 7 + 1] and float64[n, 4]: what the plan's vectors do with
    so many dice, alike rolls together: steps scored, dice left, whether to stop, chance.
sees_banked : whether the strategy heeds the points banked in this turn. shift, fills : points
    banked earlier and fills under Must Bust that are shown to it, to find out what it heeds.
before : points at risk when the card was drawn. flat : under a Fill card whose value replaces its
    dice points, chance by dice points and dice. is_away : by lane, whether a Vengeance is put away.
first_roll, choice_set, chance : by dice, the different rolls and their chances, without nulls.
"""

BENCH = np.dtype(
    [("game", GAME), ("seen", VIEW), ("solver", SOLVER), ("flow", FLOW)],
    align=True,
)
"""One record, as in the game itself: array arguments would count references."""
