"""Tier 2: one turn ahead, with a tuned judgement of the position that it leads to."""

from __future__ import annotations

import numpy as np

from simcore.fillit.bits import popcount
from simcore.fillit.moves import apply_turn, copy_position
from simcore.fillit.records import OPTION_WORDS
from simcore.jit import allocate, kernel
from simcore.philox import random_below
from strategies.fillit.lines import lines_of
from strategies.fillit.stone_moves import JUDGED, kinds_of
from strategies.registry import strategy

__all__ = ["forgo", "tuned"]

WIN = 1e6
_WORDS = np.uint64(OPTION_WORDS)


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
def best_judged(view, memory, barred):
    """Index of the option that leads to the best judged position, ties at random.

    Options whose stone move is of a kind in `barred` (a sum of kinds, 0 for none) are left out;
    -1 where none is left. JUDGED[1] `memory` is overwritten.
    """
    judged = memory[0]
    position = judged.after
    setup, player, words = view.setup, np.uint64(view.seat), view.option_words
    best, chosen, n_best = -WIN, -1, 0
    for k in range(view.n_options):
        at = np.uint64(k) * _WORDS
        if barred != 0 and kinds_of(setup, view.position, player, words, at, judged) & barred != 0:
            continue
        copy_position(view.position, position)
        if apply_turn(setup, position, player, words, at):
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


WEIGHTS = {
    "returned": 1.5,
    "own_line": 0.5,
    "enemy_line": 1.2,
    "mobility": 0.1,
    "end": 8.0,
    "threat": 0.5,
    "danger": 5.0,
}


@strategy(game="fillit", name="tuned", tier=2, params=WEIGHTS)
def tuned(view):
    """Weighs chips, the longest lines, open directions, and how near either end is.

    The weights come from a random climb in games against greedy and alphabeta(2), on the full
    board and the mini board, two players.
    """
    memory = allocate(1, JUDGED)
    view.nodes = view.n_options
    return best_judged(view, memory, 0)


@strategy(game="fillit", name="forgo", tier=2, params={**WEIGHTS, "kinds": 1.0})
def forgo(view):
    """Plays like tuned, but no turn whose stone move is of some kinds, if others are legal.

    `kinds` is a sum: 1 blocks an enemy line, 2 frees an own one, 4 swaps a chip, 8 swaps a pawn.
    What it loses against tuned is what these moves are worth.
    """
    memory = allocate(1, JUDGED)
    view.nodes = view.n_options
    chosen = best_judged(view, memory, int(view.params[7]))
    return chosen if chosen >= 0 else best_judged(view, memory, 0)
