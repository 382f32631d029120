"""Tier 2: one turn ahead, with a tuned judgement of the position that it leads to."""

from __future__ import annotations

import numpy as np

from simcore.fillit.bits import first_cell, popcount
from simcore.fillit.moves import apply_turn, blockers_of, copy_position, slide
from simcore.fillit.records import OPTION_WORDS, POSITION
from simcore.jit import allocate, kernel
from simcore.philox import random_below
from strategies.registry import strategy

__all__ = ["lines_of", "tuned"]

WIN = 1e6
_WORDS = np.uint64(OPTION_WORDS)
_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel
def lines_of(setup, position, player):
    """(chips that the best slide of a pawn would move, open directions, whether a slide wins)."""
    side = setup.side[player]
    own = position.chips[side]
    enemies = (position.chips[0] | position.chips[1] | position.chips[2]) & ~own
    hand = setup.chips - popcount(own)
    blockers = blockers_of(position)
    cell = first_cell(position.pawns[player])
    longest, n_open, wins = _ZERO, 0, False
    for i in range(6):
        path, _, _ = slide(setup, np.uint64(i), cell, blockers)
        need = popcount(path & ~own)
        longest = max(longest, need + popcount(path & enemies))
        n_open += path != _ZERO
        wins |= need >= hand
    return np.float64(longest), np.float64(n_open), wins


@kernel
def judge(view, position):
    """Worth to the view's seat of a position in which the next player is to move.

    Enemies count less the later they move; partners are left out.
    """
    setup, player = view.setup, np.uint64(view.seat)
    side = setup.side[player]
    hand = np.float64(setup.chips - popcount(position.chips[side]))
    longest, n_open, wins = lines_of(setup, position, player)
    value = view.params[1] * longest + view.params[3] * n_open + view.params[5] * wins
    value += view.params[4] / (hand + 1.0)
    share = 1.0
    n_players = np.int64(setup.n_players)
    for i in range(1, n_players):
        other = np.uint64((view.seat + i) % n_players)
        if setup.side[other] == side:
            continue
        rival = np.float64(setup.chips - popcount(position.chips[setup.side[other]]))
        longest, n_open, wins = lines_of(setup, position, other)
        loss = view.params[2] * longest + view.params[3] * n_open + view.params[6] * wins
        value -= share * (loss + view.params[4] / (rival + 1.0))
        share *= 0.5
    return value


@kernel
def best_judged(view, memory):
    """Index of the option that leads to the best judged position; ties at random."""
    position = memory[0]
    setup, player, words = view.setup, np.uint64(view.seat), view.option_words
    best, chosen, n_best = -WIN, 0, 0
    for k in range(view.n_options):
        copy_position(view.position, position)
        if apply_turn(setup, position, player, words, np.uint64(k) * _WORDS):
            return k
        option = view.options[k]
        value = option.placed + view.params[0] * (option.returned[0] + option.returned[1])
        value += judge(view, position)
        if value > best:
            best, chosen, n_best = value, k, 1
        elif value == best:
            n_best += 1
            if random_below(view.rng, n_best) == 0:
                chosen = k
    return chosen


@strategy(
    game="fillit",
    name="tuned",
    tier=2,
    params={
        "returned": 1.5,
        "own_line": 0.5,
        "enemy_line": 1.2,
        "mobility": 0.1,
        "end": 8.0,
        "threat": 0.5,
        "danger": 5.0,
    },
)
def tuned(view):
    """Weighs chips, the longest lines, open directions, and how near either end is.

    The weights come from a random climb in games against greedy and alphabeta(2), on the full
    board and the mini board, two players.
    """
    memory = allocate(1, POSITION)
    return best_judged(view, memory)
