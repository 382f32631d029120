"""A recorded solo game walked through again, and the decision after which no play wins it.

Whether a position can still be won is asked of the solver that knows the queue. A game that can
be won at one decision and not at the next is lost by the pick in between.
"""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np

from simcore import engine
from simcore.crumbs import records as ev
from simcore.crumbs.deal import set_up
from simcore.crumbs.records import ACT, RESTOCK
from simcore.crumbs.table import lay_table
from simcore.jit import kernel
from simcore.match import Match
from strategies.crumbs.frames import LOST, NODE, SEARCH, UNKNOWN, WON, load
from strategies.crumbs.search import (
    enter_action,
    explore,
    follow,
    settle_restocks,
    settle_serves,
)

__all__ = ["Fatal", "Walker", "steps_of"]

MOST = 8
"""Sandwiches served in one step, at most."""

STEP = np.dtype(
    [
        ("what", np.int64),
        ("stacks", np.int64),
        ("laid", np.int64),
        ("n_served", np.int64),
        ("stack", np.int64, MOST),
        ("sandwich", np.int64, MOST),
        ("restock", np.int64, MOST),
    ]
)
"""One action as its event tells it, and the serves and free restocks that followed."""

FIRST_NODES, MAX_NODES = 100, 150_000

KINDS = ("assemble", "toast", "restock", "pass", "serve")


class Fatal(NamedTuple):
    """The decision that lost a game which could have been won.

    Parameters
    ----------
    round, action : int
        Both from 1; a free restock belongs to the action before it.
    kind : str
        What was done: an action, or a free restock.
    is_sure : bool
        Whether the solver decided every position that was asked about.
    """

    round: int
    action: int
    kind: str
    is_sure: bool


@kernel
def pick_of(frame, step):  # type: ignore[no-untyped-def]
    """The option of a decision that the recorded step took, or -1."""
    for i in range(frame.n_options):
        option = frame.options[i]
        if frame.phase == ACT:
            what = option.kind + 16 * (option.ingredient + 1) + 256 * option.give
            laid = option.breads + 4096 * option.bottoms
            is_it = what == step.what and option.stacks == step.stacks and laid == step.laid
        elif frame.phase == RESTOCK:
            is_it = option.ingredient == step.restock[step.n_served - frame.owed]
        else:
            is_it = (
                option.sandwich == step.sandwich[frame.owed]
                and option.stacks == 1 << step.stack[frame.owed]
            )
        if is_it:
            return i
    return -1


@kernel
def walk(searches, steps):  # type: ignore[no-untyped-def]
    """Follow the recorded steps as far as no cut shows them lost; decisions in `frames`.

    Returns the number of frames that hold a decision.
    """
    search = searches[0]
    search.memo.stamp += 1
    search.is_open = search.n_nodes = search.doubts = search.n_attempts = 0
    search.has_hall_cut = 1
    search.noise = np.uint64(1)
    search.spread = np.uint64(8)
    search.tag = np.uint64(0)
    game = search.game
    game.state.n_seats = 1
    set_up(game)
    game.board[0].round = 1
    if enter_action(search, 0, game.rules.actions) == LOST:
        return 0
    depth, at = 0, -1
    while True:
        frame = search.frames[depth]
        at += frame.phase == ACT
        if at == steps.shape[0]:
            return depth + 1
        pick = pick_of(frame, steps[at])
        search.line[depth] = pick
        if pick < 0 or follow(search, depth, pick) != NODE:
            return depth + 1
        depth += 1


@kernel
def is_winnable(searches, at, base, first_nodes, max_nodes):  # type: ignore[no-untyped-def]
    """WON, LOST or UNKNOWN for the decision in frame `at`, with frames from `base` to work in."""
    search = searches[0]
    n_nodes, spent, answer = first_nodes, 0, UNKNOWN
    while answer == UNKNOWN and spent < max_nodes:
        frame = search.frames[at]
        load(search, at)
        search.n_attempts += 1
        if frame.phase == ACT:
            answer = enter_action(search, base, frame.left)
        elif frame.phase == RESTOCK:
            answer = settle_restocks(search, base, frame.owed)
        else:
            answer = settle_serves(search, base, frame.left, frame.owed)
        if answer == NODE:
            answer = explore(search, base, n_nodes)
        spent += n_nodes
        n_nodes += n_nodes // 2
    return answer


def steps_of(events: np.ndarray) -> np.ndarray:
    """The actions of a recorded solo game with what followed each, STEP[n_actions]."""
    steps = np.zeros(int((events[:, 0] == ev.ACTED).sum()), STEP)
    at, n_restocks = -1, 0
    for code, _, *numbers in events.tolist():
        if code == ev.ACTED:
            at, n_restocks = at + 1, 0
            steps["what"][at], steps["stacks"][at], steps["laid"][at] = numbers
        elif code == ev.SERVED:
            n = int(steps["n_served"][at])
            steps["stack"][at, n], steps["sandwich"][at, n] = numbers[:2]
            steps["n_served"][at] = n + 1
        elif code == ev.RESTOCKED:
            steps["restock"][at, n_restocks] = numbers[0]
            n_restocks += 1
    return steps


class Walker:
    """The working memory, reused from game to game."""

    def __init__(self) -> None:
        self.memory = np.zeros(1, SEARCH)

    def fatal(self, match: Match, block: int, queue: tuple[str, ...]) -> Fatal | None:
        """The decision that lost a solo game without quirks; None if it could not be won."""
        rules: Any = match.rules
        lay_table(self.memory["game"], dataclasses.replace(rules, queue=queue), 1)
        n_frames = walk(self.memory, steps_of(engine.trace(match, block, 0)))
        if n_frames == 0:
            return None
        is_sure = True
        # The last decision known to be winnable, and the first known not to be.
        low, high = -1, n_frames
        while high - low > 1:
            middle = (low + high) // 2
            answer = is_winnable(self.memory, middle, n_frames, FIRST_NODES, MAX_NODES)
            is_sure &= answer != UNKNOWN
            low, high = (middle, high) if answer == WON else (low, middle)
        return None if low < 0 else self._described(low, is_sure, rules.actions)

    def _described(self, at: int, is_sure: bool, actions: int) -> Fatal:
        frame = self.memory[0]["frames"][at]
        option = frame["options"][int(self.memory[0]["line"][at])]
        is_action = int(frame["phase"]) == ACT
        kind = KINDS[int(option["kind"])] if is_action else "free restock"
        before = int(frame["board"][0]["round"])
        return Fatal(before, actions - int(frame["left"]) + 1 if is_action else 0, kind, is_sure)
