"""What strategies give up: against the solution itself, simulation, and rules worked out apart."""

import numpy as np
import pytest

from analyses.fill_or_bust.win import best_reply
from analyses.fill_or_bust.win_costs import WinCosts, evaluable, solvable, win_costs
from analyses.fill_or_bust.win_switches import win_switches
from simcore.fill_or_bust.rules import Rules, load_rules
from strategies.fill_or_bust.win_solution import solve_win

STRATEGIES = ("optimal_win", "weigh", "optimal_turn", "stop_at(300)")


@pytest.fixture(scope="module")
def short() -> Rules:
    return solvable(load_rules("rulebook"), 1000)


@pytest.fixture(scope="module")
def costs(short: Rules) -> WinCosts:
    return win_costs(short, STRATEGIES)


def test_optimal_play_gives_up_nothing_and_all_else_something(costs: WinCosts) -> None:
    given_up = {pair.first: costs.given_up(pair).value for pair in costs.pairs}
    assert abs(given_up.pop("optimal_win")) < 1e-12
    assert all(value > 0.001 for value in given_up.values())


def test_nobody_gains_on_optimal_play_anywhere(costs: WinCosts) -> None:
    for pair in costs.pairs:
        assert (pair.values <= costs.solution.values + 1e-12).all()
        situations = costs.situations(pair.first)
        assert (situations["win_probability_diff"] < 1e-12).all()
        # Bands of equal size: their mean is the mean over all pairs of scores.
        mean = float(np.mean(pair.values))
        assert situations["win_probability"].mean() == pytest.approx(mean, abs=1e-12)


def test_a_best_reply_wins_at_least_what_optimal_play_wins(short: Rules, costs: WinCosts) -> None:
    pair = next(pair for pair in costs.pairs if pair.first == "stop_at(300)")
    reply = best_reply(short, "stop_at(300)")
    assert reply.win_rate().value >= 1.0 - pair.win_rate().value - 1e-12


def test_play_agrees_with_the_exact_chances(costs: WinCosts) -> None:
    checks = costs.checks(10_000, seed=1)
    assert len(checks) == len(STRATEGIES)
    assert (checks["z"].abs() < 4).all()
    # Chances wrong by two points would be noticed.
    half = (checks["win_rate_high"] - checks["win_rate_low"]) / 2
    assert (half < 0.01).all()


def test_strategies_that_cannot_be_evaluated_are_left_out() -> None:
    rules = load_rules("rulebook", ["deck=independent", "goal=300"])
    asked = ("random", "stop_at(300)", "never_stop")
    assert evaluable(rules, asked) == ["stop_at(300)", "never_stop"]
    # Points banked in mid-turn that meet losses to a Vengeance are not in the solver's state.
    banking = load_rules("rulebook", ["deck=independent", "goal=300", "vengeance_after=bank"])
    assert evaluable(banking, asked) == ["never_stop"]


def test_switches_are_those_of_the_rules_solved_one_by_one() -> None:
    found = win_switches(solvable(load_rules("rulebook"), 500))
    row = found.to_frame().query("field == 'set_aside'").iloc[0]
    alone = load_rules("rulebook", ["deck=independent", "goal=500", "set_aside=all"])
    assert row["win_probability"] == solve_win(alone).first_player_win_probability
    assert set(found.to_frame()["field"]).isdisjoint({"deck", "end"})
