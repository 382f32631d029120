"""Exact endgames of Fillit: the solver against the brute force, and alpha-beta against both."""

import random

import numpy as np
import pytest

from simcore.errors import UsageError
from strategies.fillit.alpha_beta import SEARCH, search_turn
from strategies.fillit.gains import WIN
from strategies.fillit.solver import solve, solve_rules
from tests.brute_force.fillit import is_won, successors
from tests.brute_force.fillit_bridge import Compiled, records


def tiny(chips, seed):
    return Compiled("rulebook", "config=tiny2", f"layout=random:{seed}", f"chips={chips}")


def forced(game, plain, player, n):
    """Whether the player to move forces a win within n turns, by trying everything."""
    after = successors(game.board, plain, player)
    if any(is_won(game.board, one) for one in after):
        return True
    other = game.next_player(player)
    return n >= 3 and any(all_lose(game, one, other, n - 1) for one in after)


def all_lose(game, plain, player, n):
    """Whether every turn of the player to move leaves the other a win within n - 1."""
    after = successors(game.board, plain, player)
    if any(is_won(game.board, one) for one in after):
        return False
    return all(forced(game, one, game.next_player(player), n - 1) for one in after)


def some_positions(game, n, seed):
    choice, found = random.Random(seed), []
    position, player = game.start, 0
    while len(found) < n:
        found.append((position, player))
        position = game.after(position, player, choice.choice(game.options(position, player)))
        player = game.next_player(player)
        if game.is_won(position):
            position, player = game.start, 0
    return found


def test_short_wins_and_losses_are_those_of_the_brute_force():
    results = []
    for layout in (1, 2, 3):
        game = tiny(5, layout)
        for position, player in some_positions(game, 12, seed=layout):
            plain = game.plain(position)
            expected = (None, 3)
            for n in (1, 2, 3):
                if n % 2 and forced(game, plain, player, n):
                    expected = (player, n)
                elif n == 2 and all_lose(game, plain, player, n):
                    expected = (1 - player, n)
                if expected[0] is not None:
                    break
            solution = solve(game.setup, position, player, 3)
            assert (solution.winner, solution.turns) == expected
            results.append((solution.winner is None, solution.turns))
    assert {(False, 1), (False, 2), (False, 3), (True, 3)} <= set(results)


@pytest.mark.parametrize(("chips", "layout"), [(4, 1), (5, 1), (5, 3), (6, 2), (6, 3)])
def test_alpha_beta_finds_the_exact_win_at_its_depth_and_not_before(chips, layout):
    game = tiny(chips, layout)
    memory = records(SEARCH)
    for position, player in some_positions(game, 6, seed=chips):
        solution = solve(game.setup, position, player, 5)
        for depth in range(1, 6):
            search_turn(game.setup, position, np.uint64(player), depth, 0, memory)
            value = int(memory[0]["value"])
            is_known = solution.winner is not None and solution.turns <= depth
            if is_known:
                distance = WIN - (solution.turns - 1)
                assert value == (distance if solution.winner == player else -distance)
            else:
                assert abs(value) < WIN - 100


@pytest.mark.parametrize(
    ("chips", "layout", "turns"), [(4, 1, 3), (5, 1, 5), (5, 2, 3), (6, 1, 7), (6, 2, 5), (6, 3, 5)]
)
def test_start_positions_of_small_boards_are_wins_of_the_first_player(chips, layout, turns):
    solution = solve_rules(tiny(chips, layout).rules, 9, 1_000_000)
    assert (solution.winner, solution.turns, solution.is_complete) == (0, turns, True)


def test_what_is_not_known_is_said():
    rules = tiny(8, 1).rules
    assert solve_rules(rules, 3).winner is None
    cut = solve_rules(rules, 9, 1_000)
    assert (cut.winner, cut.is_complete, cut.nodes) == (None, False, 1_000)
    assert cut.turns < 9


def test_three_sides_are_refused():
    with pytest.raises(UsageError, match="more than two sides"):
        solve_rules(Compiled("3p").rules, 3)
    with pytest.raises(UsageError, match="most_turns = 99"):
        solve_rules(Compiled("mini2").rules, 99)
