"""The solution for the win against a plain solver, against itself, and against play."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from analyses.fill_or_bust.win import best_reply, evaluate
from analyses.fill_or_bust.win_optimal import stop_thresholds
from analyses.fill_or_bust.win_policies import Spreader, mentions
from simcore.engine import play_outcomes
from simcore.errors import UsageError
from simcore.fill_or_bust import GAME
from simcore.fill_or_bust.rules import Rules, load_rules
from simcore.match import Match
from strategies.fill_or_bust.win_draws import row_of_draws
from strategies.fill_or_bust.win_solution import solve_win
from strategies.registry import player
from tests.exact.plain_win import Option, PlainGame
from tests.exact.small_game import SWITCHES, small_rules

HEEDING = {
    "random": False,
    "stop_at(300)": False,
    "never_stop": False,
    "optimal_turn": False,
    "weigh": True,
    "hold_by_dice": True,
    "rule_of_thumb": True,
    "optimal_win": True,
}


def stop_at_100(options: Sequence[Option]) -> int:
    """`stop_at(100)` as its description has it."""
    last = len(options) - 1
    _, turn_points, dice_left, is_stop = options[last]
    return last - 1 if is_stop and dice_left > 0 and turn_points < 100 else last


@pytest.fixture(scope="module")
def short() -> Rules:
    return load_rules("rulebook", ["deck=independent", "goal=1000"])


@pytest.mark.parametrize(("preset", "changes"), SWITCHES)
def test_optimal_play_is_that_of_the_plain_solver(preset: str, changes: dict[str, Any]) -> None:
    rules = small_rules(preset, changes)
    solution = solve_win(rules, use_cache=False)
    scores = range(rules.score_floor, rules.goal, solution.step)
    plain = PlainGame(rules.to_dict(), (None, None)).solve(scores)
    for own in scores:
        for other in scores:
            assert abs(solution.value(own, other) - plain[0, own, other]) < 1e-12


@pytest.mark.parametrize("preset", ["rulebook", "bowman1999"])
def test_best_reply_is_that_of_the_plain_solver(preset: str) -> None:
    rules = small_rules(preset, {"goal": 150})
    reply = best_reply(rules, "stop_at(100)")
    plain = PlainGame(rules.to_dict(), (None, stop_at_100)).solve(range(0, rules.goal, 50))
    first, second = reply.win_probabilities
    assert abs(first - plain[0, 0, 0]) < 1e-12
    assert abs(1.0 - second - plain[1, 0, 0]) < 1e-12


def test_fixed_strategies_are_as_the_plain_solver_has_them() -> None:
    rules = small_rules("bowman1999", {"goal": 150})
    pair = evaluate(rules, "stop_at(100)", "stop_at(100)")
    policies = (stop_at_100, stop_at_100)
    plain = PlainGame(rules.to_dict(), policies).solve(range(0, rules.goal, 50))
    assert abs(pair.win_probabilities[0] - plain[0, 0, 0]) < 1e-12


@pytest.mark.parametrize("preset", ["rulebook", "bowman1999"])
def test_optimal_play_evaluated_as_a_fixed_strategy(preset: str) -> None:
    rules = load_rules(preset, ["deck=independent", "goal=1000"])
    pair = evaluate(rules, "optimal_win", "optimal_win")
    assert np.abs(pair.values - solve_win(rules).values).max() < 1e-12


PLANNED = [
    ("rulebook", (), "optimal_win", True),
    ("bowman1999", (), "optimal_win", True),
    ("rulebook", ("fill_1000=flat",), "optimal_win", False),
    ("rulebook", (), "stop_at(300)", True),
    ("bowman1999", (), "stop_at(300)", False),
    ("bowman1999", (), "optimal_turn", True),
    ("rulebook", ("must_bust_set_aside=all",), "never_stop", True),
    ("rulebook", (), "hold_by_dice", False),
]


@pytest.mark.parametrize(("preset", "changes", "spec", "is_planned"), PLANNED)
def test_a_plan_leads_where_asking_leads(
    preset: str, changes: tuple[str, ...], spec: str, is_planned: bool
) -> None:
    rules = load_rules(preset, ["deck=independent", "goal=700", *changes])
    asked = player(GAME, rules, spec)
    quick, slow = Spreader(rules, asked), Spreader(rules, asked, may_plan=False)
    found, expected = quick.spread_all(), slow.spread_all()
    assert quick.bench["flow"]["is_planned"][0] == is_planned
    assert np.array_equal(found.first, expected.first)
    assert np.array_equal(found.target, expected.target)
    assert np.abs(found.chance - expected.chance).max() < 1e-15
    assert np.abs(found.won - expected.won).max() < 1e-14


def test_what_a_strategy_heeds_is_read_off_its_source() -> None:
    rules = load_rules("rulebook", ["deck=independent", "goal=700"])
    heeding = {spec: mentions(player(GAME, rules, spec).choose, "scores") for spec in HEEDING}
    assert heeding == HEEDING


def test_best_reply_to_optimal_play_is_optimal_play(short: Rules) -> None:
    reply = best_reply(short, "optimal_win")
    assert np.abs(reply.values - solve_win(short).values).max() < 1e-11


def test_both_sides_of_a_pair_add_up_to_one(short: Rules) -> None:
    pair = evaluate(short, "stop_at(300)", "never_stop")
    mirrored = evaluate(short, "never_stop", "stop_at(300)")
    assert abs(pair.win_probabilities[0] + mirrored.win_probabilities[1] - 1.0) < 1e-12
    assert abs(pair.win_probabilities[1] + mirrored.win_probabilities[0] - 1.0) < 1e-12


@pytest.mark.parametrize("specs", [("stop_at(300)", "never_stop"), ("optimal_win", "stop_at(300)")])
def test_exact_values_agree_with_play(short: Rules, specs: tuple[str, str]) -> None:
    n_blocks = 20_000
    players = tuple(player(GAME, short, spec) for spec in specs)
    match = Match(GAME, short, players, seed=1, rotation="strategies")
    outcomes = play_outcomes(match, 0, n_blocks)
    pair = evaluate(short, *specs)
    for seat, exact in enumerate(pair.win_probabilities):
        won = outcomes[:, seat]["winners"] >> seat & 1
        z = (won.mean() - exact) / np.sqrt(exact * (1 - exact) / n_blocks)
        assert abs(z) < 4


@pytest.mark.parametrize("change", ["deck=one", "end=show_down"])
def test_rules_outside_of_the_state_are_refused(change: str) -> None:
    field = change.partition("=")[0]
    with pytest.raises(UsageError, match=f"{field} = .* cannot be solved"):
        solve_win(load_rules("rulebook", ["deck=independent", change]))


def test_a_strategy_that_draws_random_numbers_is_refused(short: Rules) -> None:
    with pytest.raises(UsageError, match="heeds random numbers"):
        evaluate(short, "random", "stop_at(300)")


def test_working_a_turn_out_again_leaves_the_solution_as_it_was(short: Rules) -> None:
    solution = solve_win(short)
    before = solution.draws.worth.copy()
    for own, other in ((0, 0), (500, 500), (300, 900)):
        solution.turn(own, other)
    assert np.array_equal(solution.draws.worth, before)


@pytest.mark.parametrize("tied", ["pays", "exempt"])
def test_what_drawing_on_is_worth_is_kept_wherever_a_vengeance_leads(tied: str) -> None:
    changes = ["deck=independent", "goal=600", f"vengeance_tied_drawer={tied}"]
    changes += ["cards.vengeance=60", "score_floor=-100"]
    solution = solve_win(load_rules("rulebook", changes))
    n, kept = len(solution.values), set()
    for own in range(n):
        for other in range(n):
            row = row_of_draws(solution.draws, own, other, n)
            drawn = solution.turn_at(own, other)[0]["drawn"]
            assert np.abs(row - drawn[: len(row)]).max() < 1e-11
            kept |= {(own, other)} if len(row) == n - own > 1 else set()
    # Whoever is hit ends at the floor, the card's 2,500 points being more than anybody has.
    assert kept == {(own, 0) for own in range(n - 1)}
    assert solution.draws.worth.size < n**3 / 4


def test_thresholds_next_to_the_goal(short: Rules) -> None:
    table = stop_thresholds(solve_win(short), 950, 0)
    assert (table["stop_threshold"] == 50).all()
