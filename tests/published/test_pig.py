"""Pig to 100 through the Fill or Bust solver, against published win probabilities.

Pig is Fill or Bust with one die whose 1 busts and a deck of bonus cards worth nothing: every
other face is a fill, after which one stops or rolls again.

References
----------
.. [1] Neller and Presser (2004), "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1):
   the first player wins 0.530593 under optimal play, and 0.534698 if both hold at 20.
"""

import pytest

from analyses.fill_or_bust.win import best_reply, evaluate
from simcore.fill_or_bust import GAME
from simcore.fill_or_bust.rules import Rules, load_rules, rules_from_values
from simcore.jit import compile_strategy, is_interpreted
from simcore.match import Player
from strategies.fill_or_bust.win_solution import solve_win

PUBLISHED = 5e-7
"""Half a unit of the last digit."""


@pytest.fixture(scope="module")
def pig() -> Rules:
    values = load_rules("rulebook", ["deck=independent"]).to_dict()
    values |= {
        "goal": 100,
        "dice": 1,
        "straight": 0,
        "singles": {str(face): face for face in range(2, 7)},
        "triples": {},
        "cards": [{"name": "roll", "kind": "bonus", "value": 0, "count": 1}],
    }
    return rules_from_values(values, "pig")


def hold_at_20(view):
    last = view.n_options - 1
    turn_points = view.options[last].turn_points
    is_enough = turn_points >= 20 or view.scores[view.seat] + turn_points >= view.goal
    return last if is_enough else last - 1


@pytest.fixture(scope="module")
def hold() -> Player:
    choose = hold_at_20
    if not is_interpreted():
        choose = compile_strategy(hold_at_20, GAME.strategy_signature, None)
    return Player("hold_at_20", 1, choose)


def test_optimal_play(pig: Rules) -> None:
    solution = solve_win(pig, use_cache=False)
    assert abs(solution.first_player_win_probability - 0.530593) < PUBLISHED


def test_hold_at_20_against_itself(pig: Rules, hold: Player) -> None:
    assert abs(evaluate(pig, hold, hold).win_probabilities[0] - 0.534698) < PUBLISHED


def test_best_reply_wins_more_than_optimal_play(pig: Rules, hold: Player) -> None:
    reply = best_reply(pig, hold).win_rate().value
    assert reply >= evaluate(pig, "optimal_win", hold).win_rate().value > 0.5
