"""Tier 3: Monte Carlo tree search with a given number of iterations.

Every node remembers the turn that led to it, how often it was visited, and the mean share of
wins of the side that made that turn; so two sides, three, and teams need no special case.
"""

from __future__ import annotations

import math

import numpy as np

from simcore.fillit.bits import popcount
from simcore.fillit.moves import apply_turn, copy_position
from simcore.fillit.records import MAX_SIDES, OPTION_WORDS, POSITION, TURNS
from simcore.fillit.turns import list_turns
from simcore.jit import allocate, kernel
from simcore.philox import random_below
from strategies.registry import strategy

__all__ = ["mcts", "search_tree"]

MAX_LINE = 64
"""Longest line of turns below the root."""
EXPAND_AT = 3
"""Visits after which a leaf gets children."""
ROLLOUT = 6
"""Turns played out before the hands are judged."""
SAMPLE = 6
"""Options compared in each turn of a rollout; the one that moves most chips is played."""
SOFTNESS = 2.0
"""Chips in hand that change the odds of a win by a factor e."""
PRIOR = 1.5
"""How much a chip moved raises the expectation of an unvisited turn (log scale)."""
EXPLORE = 0.6
NODES_PER_ITERATION = 40

NODE = np.dtype(
    [
        ("words", np.int32, 4),
        ("visits", np.int64),
        ("total", np.float64),
        ("prior", np.float64),
        ("first_child", np.uint64),
        ("n_children", np.uint64),
    ],
    align=True,
)
TREE = np.dtype(
    [
        ("n_nodes", np.uint64),
        ("n_played", np.int64),
        ("line", np.uint64, MAX_LINE + 1),
        ("value", np.float64, MAX_SIDES),
        ("position", POSITION),
        ("turns", TURNS),
    ],
    align=True,
)
"""A search's memory besides its nodes: the positions played so far, in the tree and in rollouts,
the line being followed, and what it was worth by side."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_WORDS = np.uint64(OPTION_WORDS)


@kernel
def next_player(setup, player):
    """Who follows a player (uint64)."""
    return player + _ONE if player + _ONE < setup.n_players else _ZERO


@kernel
def moved_chips(words, at):
    """Chips that the option at word `at` lays and sends home."""
    laid = words[at + np.uint64(4)]
    return laid + words[at + np.uint64(6)] + words[at + np.uint64(7)]


@kernel
def expand(setup, tree, nodes, node, player):
    """Give a node (index) its children, as far as there is room."""
    turns = tree.turns
    n = list_turns(setup, tree.position, player, turns)
    if tree.n_nodes + n > np.uint64(nodes.shape[0]):
        return
    first = tree.n_nodes
    tree.n_nodes += n
    sum_of_priors = 0.0
    for k in range(n):
        child = nodes[first + k]
        at = k * _WORDS
        for i in range(4):
            child.words[i] = turns.option_words[at + np.uint64(i)]
        wins = turns.option_words[at + np.uint64(5)] == 0
        child.prior = math.exp(PRIOR * (12.0 if wins else moved_chips(turns.option_words, at)))
        child.visits = 0
        child.total = 0.0
        child.n_children = _ZERO
        sum_of_priors += child.prior
    for k in range(n):
        nodes[first + k].prior /= sum_of_priors
    nodes[node].first_child = first
    nodes[node].n_children = n


@kernel
def choose_child(nodes, node):
    """Index of the child with the best mean plus a bonus for what is promising and untried."""
    parent = nodes[node]
    mean = parent.total / parent.visits if parent.visits > 0 else 0.5
    # An untried turn is expected to be as good as its parent is for the other side.
    unknown = 1.0 - mean
    scale = EXPLORE * math.sqrt(parent.visits + 1.0)
    best, chosen = -1.0, parent.first_child
    for k in range(parent.n_children):
        child = nodes[parent.first_child + k]
        expected = child.total / child.visits if child.visits > 0 else unknown
        value = expected + scale * child.prior / (1.0 + child.visits)
        if value > best:
            best, chosen = value, parent.first_child + k
    return chosen


@kernel
def judge_hands(setup, tree):
    """Each side's share of wins by the chips in hand; certain where a hand is empty."""
    total = 0.0
    for side in range(setup.n_sides):
        hand = np.float64(setup.chips - popcount(tree.position.chips[side]))
        tree.value[side] = math.exp(-hand / SOFTNESS) if hand > 0.0 else 1e9
        total += tree.value[side]
    for side in range(setup.n_sides):
        tree.value[side] /= total


@kernel
def roll_out(setup, tree, player, rng):
    """Play some turns, each the best of a few drawn at random, and judge what comes of it."""
    words = tree.turns.option_words
    for _ in range(ROLLOUT):
        n = list_turns(setup, tree.position, player, tree.turns)
        chosen, most = _ZERO, -1
        for _ in range(SAMPLE):
            at = np.uint64(random_below(rng, n)) * _WORDS
            n_moved = 1000 if words[at + np.uint64(5)] == 0 else moved_chips(words, at)
            if n_moved > most:
                most, chosen = n_moved, at
        tree.n_played += 1
        if apply_turn(setup, tree.position, player, words, chosen):
            break
        player = next_player(setup, player)
    judge_hands(setup, tree)


@kernel
def iterate(setup, start, player, tree, nodes, rng):
    """One iteration: down the tree, a rollout, and back up."""
    root_player = player
    copy_position(start, tree.position)
    node, depth, is_won = _ZERO, 0, False
    tree.line[0] = _ZERO
    while depth < MAX_LINE and not is_won:
        if nodes[node].n_children == _ZERO:
            if nodes[node].visits >= EXPAND_AT or depth == 0:
                expand(setup, tree, nodes, node, player)
            if nodes[node].n_children == _ZERO:
                break
        node = choose_child(nodes, node)
        is_won = apply_turn(setup, tree.position, player, nodes[node].words, _ZERO)
        player = next_player(setup, player)
        tree.n_played += 1
        depth += 1
        tree.line[depth] = node
    if is_won:
        judge_hands(setup, tree)
    else:
        roll_out(setup, tree, player, rng)
    # The mover into the root is the player before it; of a child, the player at its parent.
    mover = (root_player + setup.n_players - _ONE) % setup.n_players
    for i in range(depth + 1):
        passed = nodes[tree.line[i]]
        passed.visits += 1
        passed.total += tree.value[setup.side[mover]]
        mover = next_player(setup, mover)


@kernel
def search_tree(view, iterations, tree_memory, nodes):
    """Index of the turn visited most, after `iterations`; TREE[1] and NODE[n] are overwritten."""
    tree = tree_memory[0]
    root = nodes[0]
    root.visits = 0
    root.total = 0.0
    root.n_children = _ZERO
    tree.n_nodes = _ONE
    tree.n_played = 0
    player = np.uint64(view.seat)
    for _ in range(iterations):
        iterate(view.setup, view.position, player, tree, nodes, view.rng)
    chosen, most = np.int64(0), -1
    for k in range(root.n_children):
        visits = nodes[root.first_child + k].visits
        if visits > most:
            most, chosen = visits, np.int64(k)
    view.nodes = tree.n_played
    return chosen


@strategy(game="fillit", name="mcts", tier=3, params={"iterations": 500})
def mcts(view):
    """Monte Carlo tree search with `iterations` short rollouts a turn (1 to 100,000)."""
    iterations = min(max(int(view.params[0]), 1), 100_000)
    tree = allocate(1, TREE)
    nodes = allocate(iterations * NODES_PER_ITERATION + 400, NODE)
    return search_tree(view, iterations, tree, nodes)
