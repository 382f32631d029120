"""Exact values of Fillit's endgames and small boards: who can force a win, and in how many turns.

Proof, not judgement: a side wins in n turns if it wins at once, or has a turn after which the
other side cannot win at once and every reply leaves a win in n - 2. Positions met on several
ways are proved once. Two sides in turn, teams included. A cap or a rule on repeats is left out of
account: a forced win never needs to repeat a position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.errors import UsageError
from simcore.fillit.kernel import mix_position
from simcore.fillit.moves import copy_position
from simcore.fillit.records import OPTION_WORDS, POSITION, SETUP, TURNS
from simcore.fillit.setup import setup_record
from simcore.fillit.turns import list_turns
from simcore.jit import is_interpreted, kernel
from strategies.fillit.alpha_beta import play_into

__all__ = ["MAX_TURNS", "SOLVER", "Solution", "solve", "solve_rules", "wins_in"]

MAX_TURNS = 15
PLACES = 1 << 20
"""Positions remembered; a newer one takes the place of an older."""

PLY = np.dtype(
    [
        ("position", POSITION),
        ("player", np.uint64),
        ("turn", np.uint64),
        ("has_replies", np.int64),
        ("turns", TURNS),
    ],
    align=True,
)
"""A position of the line followed, its turns, which of them is being tried, and whether the
replies to it are listed in the next ply."""

SOLVER = np.dtype(
    [
        ("nodes", np.int64),
        ("most_nodes", np.int64),
        ("ply", PLY, MAX_TURNS + 2),
        ("key", np.uint64, PLACES),
        ("proved", np.int8, PLACES),
        ("refuted", np.int8, PLACES),
    ],
    align=True,
)
"""A solver's memory: positions visited and allowed, the line followed, and by position the
fewest turns in which its mover is known to win and the most in which it is known not to."""

NEVER = 127
OPEN = -1
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_PLACE = np.uint64(PLACES - 1)
_HAND, _WORDS = np.uint64(5), np.uint64(OPTION_WORDS)


@dataclass(frozen=True)
class Solution:
    """The exact value of a position.

    Attributes
    ----------
    winner : int or None
        Side that can force a win; None: neither can within `turns`, or the search was cut short.
    turns : int
        Turns of both sides in which the winner forces it; else the turns that were searched.
    nodes : int
        Positions visited.
    is_complete : bool
        False if the allowed positions were used up: nothing is then known beyond `turns`.
    """

    winner: int | None
    turns: int
    nodes: int
    is_complete: bool


@kernel
def can_win_now(setup, ply):
    """List the turns of a ply; whether one of them lays the last chip."""
    n = list_turns(setup, ply.position, ply.player, ply.turns)
    fewest = ply.turns.option_words[_HAND]
    for k in range(n):
        fewest = min(fewest, ply.turns.option_words[k * _WORDS + _HAND])
    return fewest == 0


@kernel
def place_of(solver, ply):
    """Where the position of a ply is remembered; an older one there is forgotten."""
    code = mix_position(ply.position, ply.player)
    place = (code >> np.uint64(20)) & _PLACE
    if solver.key[place] != code:
        solver.key[place] = code
        solver.proved[place] = NEVER
        solver.refuted[place] = 0
    return place


@kernel
def judge(setup, solver, i, n):
    """Whether the mover at ply i wins within n turns: 1 or 0 where known at once, else OPEN."""
    ply = solver.ply[i]
    solver.nodes += 1
    if solver.nodes > solver.most_nodes:
        return 0
    if can_win_now(setup, ply):
        return 1
    if n < 3:
        return 0
    place = place_of(solver, ply)
    if solver.proved[place] <= n:
        return 1
    if solver.refuted[place] >= n:
        return 0
    ply.turn = _ZERO
    ply.has_replies = 0
    return OPEN


@kernel
def remember(solver, ply, n, result):
    """Keep what was found out about a ply, unless it was cut short."""
    if result == 1:
        solver.proved[place_of(solver, ply)] = n
    elif solver.nodes <= solver.most_nodes:
        solver.refuted[place_of(solver, ply)] = n


@kernel
def step(setup, ply, reply):
    """Move on to the next turn that is not answered by a win; 1 won, 0 none left, else OPEN.

    Won where every reply to the turn being tried has been found to lose.
    """
    while ply.has_replies == 0:
        if ply.turn == ply.turns.n_options:
            return 0
        play_into(setup, ply, reply, ply.turn)
        if can_win_now(setup, reply):
            ply.turn += _ONE
        else:
            ply.has_replies = 1
            reply.turn = _ZERO
    return 1 if reply.turn == reply.turns.n_options else OPEN


@kernel
def wins_in(setup, solver, first, n):
    """Whether the player to move at ply `first` forces a win within n turns, n odd.

    False too where the allowed positions are used up. A loop over plies: numba's cache cannot
    bring back a function that calls itself.
    """
    i = first
    result = judge(setup, solver, i, n)
    while not (result != OPEN and i == first):
        if result != OPEN:
            i -= 2
            if result == 1:
                solver.ply[i + 1].turn += _ONE
            else:
                solver.ply[i].turn += _ONE
                solver.ply[i].has_replies = 0
        ply, reply = solver.ply[i], solver.ply[i + 1]
        left = n - (i - first)
        result = step(setup, ply, reply)
        if result != OPEN:
            remember(solver, ply, left, result)
        else:
            i += 2
            play_into(setup, reply, solver.ply[i], reply.turn)
            result = judge(setup, solver, i, left - 2)
    return result == 1


@kernel
def loses_in(setup, solver, n):
    """Whether every turn of the player to move at ply 0 leaves the other a win within n - 1."""
    ply = solver.ply[0]
    if can_win_now(setup, ply):
        return False
    for k in range(ply.turns.n_options):
        play_into(setup, ply, solver.ply[1], np.uint64(k))
        if not wins_in(setup, solver, 1, n - 1):
            return False
    return True


@kernel
def begin(setup, position, player, memory, most_nodes):
    """Empty a SOLVER[1] and put the position at ply 0."""
    solver = memory[0]
    solver.nodes = 0
    solver.most_nodes = most_nodes
    copy_position(position, solver.ply[0].position)
    solver.ply[0].player = player
    for place in range(PLACES):
        solver.key[place] = np.uint64(0)


@kernel
def deepen(setup, memory, most_turns):
    """(1 the mover wins, -1 it loses, 0 unknown; turns) by one more turn at a time."""
    solver = memory[0]
    for n in range(1, most_turns + 1):
        if n % 2 == 1 and wins_in(setup, solver, 0, n):
            return 1, n
        if n % 2 == 0 and loses_in(setup, solver, n):
            return -1, n
        if solver.nodes > solver.most_nodes:
            return 0, n - 1
    return 0, most_turns


def _records(dtype: Any) -> Any:
    array = np.zeros(1, dtype)
    return array.view(np.recarray) if is_interpreted() else array


def solve(
    setup: Any, position: Any, player: int, most_turns: int, most_nodes: int = 10_000_000
) -> Solution:
    """The exact value of a position of two sides.

    Parameters
    ----------
    setup, position : SETUP record, POSITION record
    player : int
        Who is to move.
    most_turns : int
        Turns of both sides to look ahead, 1 to `MAX_TURNS`.
    most_nodes : int
        Positions to visit at most.
    """
    if int(setup["n_sides"]) != 2:
        raise UsageError("exact solution of more than two sides; allowed: 2p, 2v2, mini2, tiny2")
    if not 1 <= most_turns <= MAX_TURNS:
        raise UsageError(f"most_turns = {most_turns}; allowed: 1 to {MAX_TURNS}")
    memory = _records(SOLVER)
    begin(setup, position, np.uint64(player), memory, most_nodes)
    result, turns = deepen(setup, memory, most_turns)
    nodes = int(memory["nodes"][0])
    side = int(setup["side"][player])
    winner = {1: side, -1: 1 - side, 0: None}[int(result)]
    return Solution(winner, int(turns), min(nodes, most_nodes), nodes <= most_nodes)


def solve_rules(rules: Any, most_turns: int, most_nodes: int = 10_000_000) -> Solution:
    """The exact value of the start position under some rules; see `solve`."""
    setup = _records(SETUP)
    setup[0] = setup_record(rules)
    start = _records(POSITION)
    start[0] = setup[0]["start"]
    return solve(setup[0], start[0], rules.first, most_turns, most_nodes)
