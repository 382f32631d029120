"""The solution for the win as one table of numbers that a strategy can read in the kernel.

The worth of every state is rounded down to one part in 131,072 (17 bits), three to a number: at
worst a choice is missed that would win that much more.
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache

import numpy as np

from simcore.fill_or_bust.rules import VENGEANCE, Rules
from simcore.jit import kernel
from strategies.fill_or_bust.win_pick import wants_to_put_away
from strategies.fill_or_bust.win_solution import connect, solve_win
from strategies.fill_or_bust.win_tables import IDLE, LANES, make_solver
from strategies.fill_or_bust.win_turn import play_turn_to_win

__all__ = [
    "CHANCES",
    "GOAL",
    "HEAD",
    "IS_EXEMPT",
    "IS_FLAT",
    "LANES_AT",
    "LEVELS",
    "START",
    "STEP",
    "WORDS",
    "build_actions",
]

LEVELS = 131_072.0
GOAL, START, STEP, WORDS, IS_EXEMPT, IS_FLAT = range(6)
LANES_AT, CHANCES, HEAD = 8, 24, 32
"""Places in the table: steps to the goal, steps of the score 0, points of a step, numbers by points
at risk, two switches; lane of each card; chance of a fill by dice left. From HEAD on: win
probability by both scores, then where the rows of both scores begin, then the rows themselves."""


@kernel
def put_row(table, at, t, words, solver):
    """Worth of all states with `t` points at risk: lane by lane, by dice left."""
    i = 0
    for lane in range(solver.n_lanes):
        if solver.kind[lane] != IDLE:
            for left in range(6):
                worth = solver.values[lane // LANES, t, left, lane % LANES]
                level = min(np.floor(worth * LEVELS), LEVELS - 1.0)
                table[at + i // 3] += level * LEVELS ** (i % 3)
                i += 1
    if not solver.is_optional:
        return
    away = 0.0
    for lane in range(solver.n_lanes):
        if solver.kind[lane] == VENGEANCE and solver.own <= solver.other:
            away += wants_to_put_away(lane, t, solver) * 2.0 ** solver.card[lane]
    table[at + words - 1] = away


@kernel
def put_rows(table, starts, words, solvers):
    """Rows of all pairs of scores, from the places `starts` on."""
    solver = solvers[0]
    for own in range(solver.goal):
        for other in range(solver.goal):
            play_turn_to_win(own, other, solver)
            for t in range(solver.top + 1):
                at = starts[own, other] + t * words
                put_row(table, at, t, words, solver)


@lru_cache(maxsize=2)
def build_actions(rules: Rules, params: tuple[float, ...] = ()) -> np.ndarray:
    """Table of `optimal_win`; other decks and endings than the solver's are taken for its own."""
    del params
    rules = dataclasses.replace(rules, deck="independent", end="at_once")
    solution = solve_win(rules)
    solver = make_solver(rules)
    draw = solution.draw.copy()
    connect(solver, solution.values, draw)
    used = np.flatnonzero(solver["kind"][0, : solver["n_lanes"][0]] != IDLE)
    goal, words = int(solver["goal"][0]), 2 * len(used) + int(rules.vengeance_optional)
    tops = _tops(solver[0], goal)
    first = HEAD + 2 * goal * goal
    starts = first + words * (np.cumsum(tops.ravel() + 1) - (tops.ravel() + 1)).reshape(tops.shape)
    table = np.zeros(first + words * int((tops + 1).sum()))
    for place, name in ((GOAL, "goal"), (START, "start"), (STEP, "step")):
        table[place] = solver[name][0]
    table[[WORDS, IS_EXEMPT, IS_FLAT]] = words, solver["is_exempt"][0], solver["is_flat"][0]
    # Unused lanes take no room, so that a lane's place is its rank among the others.
    table[LANES_AT : LANES_AT + 16] = np.searchsorted(used, solver["lane_of"][0])
    table[CHANCES : CHANCES + 7] = solver["fill_chance"][0, 1]
    table[HEAD : HEAD + goal * goal] = solution.values.ravel()
    table[HEAD + goal * goal : first] = starts.ravel()
    put_rows(table, starts, words, solver)
    return table


def _tops(solver: np.void, goal: int) -> np.ndarray:
    """Top row by both scores; see `strategies.fill_or_bust.win_turn`."""
    tops = np.repeat(goal - np.arange(goal)[:, None], goal, axis=1)
    if not solver["is_exempt"] and VENGEANCE in solver["kind"]:
        loss = int(solver["value"][solver["kind"] == VENGEANCE].max())
        same = np.arange(goal)
        tops[same, same] = goal - np.maximum(same - loss, 0)
    return tops
