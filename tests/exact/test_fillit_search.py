"""Search in Fillit against plain minimax on the brute force's positions, without pruning."""

import random

import numpy as np
import pytest

from simcore.fillit import records as ev
from strategies.fillit.alpha_beta import SEARCH, search_turn
from strategies.fillit.gains import WEIGHT, WIN, best_gain, option_gain, value_of, weigh
from tests.brute_force.fillit import is_won, successors
from tests.brute_force.fillit_bridge import PRESETS, Compiled, records

TINY = ("rulebook", "config=tiny2", "layout=random:1")


def worth(game, plain, root):
    """The others' hands minus the own for each of them."""
    sides = set(game.board.sides)
    hands = {side: game.board.chips - plain.on_board(side) for side in sides}
    return sum(hands[s] for s in sides - {root}) - (len(sides) - 1) * hands[root]


def minimax(game, plain, player, depth, root, ply=0):
    """Value without pruning; an early win counts more."""
    if depth == 0:
        return worth(game, plain, root)
    mover_is_root = game.board.sides[player] == root
    values = []
    for after in successors(game.board, plain, player):
        if is_won(game.board, after):
            values.append(WIN - ply if mover_is_root else ply - WIN)
        else:
            follower = game.next_player(player)
            values.append(minimax(game, after, follower, depth - 1, root, ply + 1))
    return max(values) if mover_is_root else min(values)


def positions(game, n, seed, *, late=True):
    """Positions of random games, those near the end preferred where `late`."""
    choice = random.Random(seed)
    found = []
    while len(found) < n:
        position, player, line = game.start, 0, []
        while not game.is_won(position):
            line.append((position, player))
            option = choice.choice(game.options(position, player))
            position = game.after(position, player, option)
            player = game.next_player(player)
        found.append(choice.choice(line[-6:] if late else line))
    return found


def searched(game, position, player, depth, shift=0):
    """(chosen option, value) of the compiled search."""
    memory = records(SEARCH)
    k = search_turn(game.setup, position, np.uint64(player), depth, shift, memory)
    assert memory[0]["nodes"] > 0
    return int(k), int(memory[0]["value"])


@pytest.mark.parametrize("preset", PRESETS)
def test_best_gain_is_the_best_of_the_list(preset):
    game = Compiled(preset)
    weights = records(WEIGHT, 3)
    for position, player in positions(game, 60, seed=5, late=False):
        for root in set(game.board.sides):
            weigh(game.setup, root, weights)
            weight = weights[game.board.sides[player]]
            options = game.options(position, player)
            words = np.ascontiguousarray(options).view(np.int32)
            gains = [
                option_gain(words, np.uint64(k * ev.OPTION_WORDS), weight)
                for k in range(len(options))
            ]
            work, at = game.turns["work"], np.uint64(player)
            assert best_gain(game.setup, position, at, work, weight, WIN) == max(gains)
            plain = game.plain(position)
            assert value_of(game.setup, position, root) == worth(game, plain, root)


@pytest.mark.parametrize(("preset", "n"), [("rulebook", 3), ("3p", 3), ("2v2", 3), ("mini3", 4)])
def test_two_turns_ahead_equal_plain_minimax(preset, n):
    game = Compiled(preset)
    for position, player in positions(game, n, seed=11):
        plain, root = game.plain(position), game.board.sides[player]
        expected = minimax(game, plain, player, 2, root)
        for shift in (0, 12_345):
            k, value = searched(game, position, player, 2, shift)
            assert value == expected
        after = game.after(position, player, game.options(position, player)[k])
        if not game.is_won(after):
            follower = game.next_player(player)
            assert minimax(game, game.plain(after), follower, 1, root, 1) == expected


@pytest.mark.parametrize("depth", [3, 4])
def test_deeper_search_equals_plain_minimax_on_a_small_board(depth):
    game = Compiled(*TINY, f"chips={10 - depth}")
    for position, player in positions(game, 6 if depth == 3 else 1, seed=depth, late=False):
        expected = minimax(game, game.plain(position), player, depth, game.board.sides[player])
        assert searched(game, position, player, depth)[1] == expected


def test_the_comparison_can_fail():
    """Another depth gives another value somewhere."""
    game = Compiled("mini2")
    found = positions(game, 20, seed=2, late=False)
    assert any(searched(game, p, s, 1)[1] != searched(game, p, s, 2)[1] for p, s in found)
