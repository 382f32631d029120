"""Tier 3: alpha-beta search to a given depth, for two sides and for three.

A position is worth chips in hand, the others' minus the own. With three players the two others
are taken for one enemy, which is the pessimistic bound that alpha-beta can prune.
"""

from __future__ import annotations

import numpy as np

from simcore.fillit.moves import apply_turn, copy_position
from simcore.fillit.records import MAX_OPTIONS, MAX_SIDES, OPTION_WORDS, POSITION, TURNS
from simcore.fillit.turns import list_turns
from simcore.jit import allocate, kernel
from simcore.philox import random_below
from strategies.fillit.gains import WEIGHT, WIN, best_gain, option_gain, value_of, weigh
from strategies.registry import strategy

__all__ = ["MAX_DEPTH", "SEARCH", "alphabeta", "search_turn"]

MAX_DEPTH = 8
INFINITY = 2 * WIN
BUCKETS = 64
"""Gains told apart when turns are put in order; a win is the highest."""

SHIFTS = 1 << 20
"""Orders in which equal turns may be tried."""
STRIDES = np.array([293, 307, 311, 313, 317, 331, 337, 347], np.uint64)
"""Primes above any number of turns: steps of any of them visit every turn."""

PLY = np.dtype(
    [
        ("position", POSITION),
        ("player", np.uint64),
        *((name, np.uint64) for name in ("n", "next")),
        *((name, np.int64) for name in ("sign", "base", "alpha", "beta", "best")),
        ("turns", TURNS),
        ("gain", np.int64, MAX_OPTIONS),
        ("order", np.uint64, MAX_OPTIONS),
        ("filled", np.uint64, BUCKETS + 1),
    ],
    align=True,
)
"""One turn ahead: the position, its turns in the order of trial and which comes next, whether the
searching side moves (sign 1, else -1), the position's worth, and the bounds on its value."""

SEARCH = np.dtype(
    [
        ("root", np.int64),
        ("nodes", np.int64),
        ("value", np.int64),
        ("weights", WEIGHT, MAX_SIDES),
        ("ply", PLY, MAX_DEPTH + 1),
    ],
    align=True,
)
"""A search's memory: the side that searches, positions valued so far, the value found, and one
position with its turns for every turn ahead."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_WORDS = np.uint64(OPTION_WORDS)


@kernel
def sort_turns(ply, weight, n, shift):
    """Put n turns in order of gain, the highest first.

    Equal ones keep their order, or under a `shift` (uint64) above 0 stand in one that it decides.
    """
    words = ply.turns.option_words
    for i in range(BUCKETS + 1):
        ply.filled[i] = _ZERO
    for k in range(n):
        gain = option_gain(words, k * _WORDS, weight)
        ply.gain[k] = gain
        # Bucket 0 is for the highest; only three sides can lose by a turn.
        bucket = np.uint64(BUCKETS - 1 - max(np.int64(0), min(gain + 16, BUCKETS - 1)))
        ply.filled[bucket + _ONE] += _ONE
    for i in range(BUCKETS):
        ply.filled[i + 1] += ply.filled[i]
    stride = _ONE if shift == _ZERO else STRIDES[shift % np.uint64(len(STRIDES))] % n
    k = shift % n
    for _ in range(n):
        bucket = np.uint64(BUCKETS - 1 - max(np.int64(0), min(ply.gain[k] + 16, BUCKETS - 1)))
        ply.order[ply.filled[bucket]] = k
        ply.filled[bucket] += _ONE
        k = k + stride
        k = k - n if k >= n else k


@kernel
def play_into(setup, ply, below, k):
    """Play turn k (uint64) of a ply; the position after it, and who is to move, go to `below`."""
    copy_position(ply.position, below.position)
    apply_turn(setup, below.position, ply.player, ply.turns.option_words, k * _WORDS)
    player = ply.player + _ONE
    below.player = player if player < setup.n_players else _ZERO


@kernel
def open_ply(setup, search, i, depth, alpha, beta):
    """(value, True) where the value of ply i is known at once, else (0, False) and turns listed."""
    search.nodes += 1
    ply = search.ply[i]
    side = setup.side[ply.player]
    weight = search.weights[side]
    is_max = np.int64(side) == search.root
    sign = np.int64(1) if is_max else np.int64(-1)
    base = value_of(setup, ply.position, search.root)
    if depth == 1:
        enough = beta - base if is_max else base - alpha
        gain = best_gain(setup, ply.position, ply.player, ply.turns.work, weight, enough)
        return (sign * (WIN - i) if gain == WIN else base + sign * gain), True
    ply.n = list_turns(setup, ply.position, ply.player, ply.turns)
    sort_turns(ply, weight, ply.n, _ZERO)
    if ply.gain[ply.order[0]] == WIN:
        return sign * (WIN - i), True
    ply.next = _ZERO
    ply.base = base
    ply.sign = sign
    ply.alpha = alpha
    ply.beta = beta
    ply.best = -sign * INFINITY
    return np.int64(0), False


@kernel
def take_value(ply, value):
    """Enter the value of the turn tried last; no further turn is tried after a cut-off."""
    if ply.sign > 0:
        ply.best = max(ply.best, value)
        ply.alpha = max(ply.alpha, value)
    else:
        ply.best = min(ply.best, value)
        ply.beta = min(ply.beta, value)
    if ply.alpha >= ply.beta:
        ply.next = ply.n


@kernel
def drop_hopeless(ply):
    """Two turns from the end of two sides: stop where a turn's own gain cannot be enough.

    The reply cannot lose chips, so a turn is worth at best what it is worth alone; and the turns
    that follow gain no more.
    """
    if ply.next < ply.n:
        alone = ply.base + ply.sign * ply.gain[ply.order[ply.next]]
        if ply.sign > 0 and alone <= max(ply.best, ply.alpha):
            ply.best = max(ply.best, alone)
            ply.next = ply.n
        elif ply.sign < 0 and alone >= min(ply.best, ply.beta):
            ply.best = min(ply.best, alone)
            ply.next = ply.n


@kernel
def value_below(setup, search, depth, alpha):
    """Value of the position of ply 1 to the searching side, `depth` turns ahead (fail-soft).

    A loop over plies: numba's cache cannot bring back a function that calls itself.
    """
    i = 1
    value, is_known = open_ply(setup, search, i, depth, alpha, np.int64(INFINITY))
    while not (is_known and i == 1):
        if is_known:
            i -= 1
            take_value(search.ply[i], value)
        ply = search.ply[i]
        if i == depth - 1 and setup.n_sides == np.uint64(2):
            drop_hopeless(ply)
        if ply.next == ply.n:
            value, is_known = ply.best, True
        else:
            k = ply.order[ply.next]
            ply.next += _ONE
            i += 1
            play_into(setup, ply, search.ply[i], k)
            value, is_known = open_ply(setup, search, i, depth - i + 1, ply.alpha, ply.beta)
    return value


@kernel
def search_turn(setup, position, player, depth, shift, memory):
    """Index of the best turn of `player` (uint64) in the listed order, `depth` turns ahead.

    Of equal turns, gain decides, then an order that `shift` (int) shuffles. SEARCH[1] `memory` is
    overwritten; it tells the value and the nodes.
    """
    search = memory[0]
    ply = search.ply[0]
    copy_position(position, ply.position)
    ply.player = player
    side = setup.side[player]
    search.root = np.int64(side)
    search.nodes = 1
    weigh(setup, search.root, search.weights)
    n = list_turns(setup, position, player, ply.turns)
    sort_turns(ply, search.weights[side], n, np.uint64(shift))
    base = value_of(setup, position, search.root)
    chosen, best = ply.order[0], np.int64(-INFINITY)
    for j in range(n):
        k = ply.order[j]
        if ply.gain[k] == WIN:
            value = np.int64(WIN)
        elif depth <= 1:
            value = base + ply.gain[k]
        else:
            if depth == 2 and setup.n_sides == np.uint64(2) and base + ply.gain[k] <= best:
                break
            play_into(setup, ply, search.ply[1], k)
            value = value_below(setup, search, depth - 1, best)
        if value > best:
            best, chosen = value, k
        if best >= WIN - 1:
            break
    search.value = best
    return np.int64(chosen)


@strategy(game="fillit", name="alphabeta", tier=3, params={"depth": 2})
def alphabeta(view):
    """Search `depth` turns of all players ahead (1 to 8), alpha-beta on chips in hand."""
    memory = allocate(1, SEARCH)
    depth = min(max(int(view.params[0]), 1), MAX_DEPTH)
    shift = random_below(view.rng, SHIFTS)
    chosen = search_turn(view.setup, view.position, np.uint64(view.seat), depth, shift, memory)
    view.nodes = memory[0].nodes
    return chosen
