"""The exact solver of solo deals: the referee accepts its wins, and brute force its verdicts.

The brute force knows none of the solver's cuts; it is slow, so that it plays rounds of two or
three actions and leaves out deals that are too large for it.
"""

import dataclasses

import numpy as np
import pytest

from simcore.crumbs import GAME
from simcore.crumbs.generator import solo_queues
from simcore.crumbs.rules import Rules
from simcore.engine import play_outcomes, replay
from simcore.errors import UsageError
from simcore.match import Match
from strategies.crumbs.solver import Solver, ids_of, solve
from strategies.registry import player
from tests.brute_force.crumbs import is_winnable
from tests.referees.crumbs import check


def queues(n: int, rules: Rules) -> list[tuple[str, ...]]:
    """Queues spread evenly over all 720."""
    every = list(solo_queues(rules.deck))
    return [ids_of(rules.deck, every[i]) for i in range(0, len(every), len(every) // n)]


def has_shortage(rules: Rules, queue: tuple[str, ...]) -> bool:
    quirks = {order.id: order.quirk for order in rules.deck.orders}
    return any(quirks[name] == "shortage" for name in queue)


@pytest.mark.parametrize("preset", ["rulebook", "quirky"])
def test_the_referee_accepts_every_line_of_play_that_is_said_to_win(preset: str) -> None:
    rules = GAME.load_rules(preset, [])
    n_won = 0
    for queue in queues(60, rules):
        if preset == "quirky" and has_shortage(rules, queue):
            continue
        chosen = dataclasses.replace(rules, queue=queue)
        match = Match(GAME, chosen, (player(GAME, chosen, "solved"),), seed=1)
        tally = check(replay(match, 0, 0))
        assert tally.won == solve(chosen).is_winnable
        n_won += tally.won
    assert n_won > 5


def test_no_player_wins_what_is_said_to_be_lost_with_few_actions() -> None:
    rules = GAME.load_rules("rulebook", ["actions=4"])
    solver = Solver(rules)
    verdicts = {queue: solver.solve(queue).is_winnable for queue in queues(40, rules)}
    assert len(set(verdicts.values())) == 2, "some are winnable with four actions and some not"
    for queue, verdict in verdicts.items():
        chosen = dataclasses.replace(rules, queue=queue)
        match = Match(GAME, chosen, (player(GAME, chosen, "planner"),), seed=2)
        is_ever_won = (play_outcomes(match, 0, 200)["winners"] > 0).any()
        assert verdict or not is_ever_won


@pytest.mark.parametrize("preset", ["rulebook", "quirky"])
@pytest.mark.parametrize("actions", [2, 3])
def test_brute_force_agrees(preset: str, actions: int) -> None:
    rules = GAME.load_rules(preset, [f"actions={actions}"])
    solver = Solver(rules)
    n_agreed = 0
    for queue in queues(24, rules):
        if n_agreed == 2 or (preset == "quirky" and has_shortage(rules, queue)):
            continue
        verdict = is_winnable(rules, queue, 1_500)
        if verdict is not None:
            assert solver.solve(queue).is_winnable == verdict, queue
            n_agreed += 1
    assert n_agreed == 2


def test_more_actions_never_hurt() -> None:
    rules = GAME.load_rules("rulebook", [])
    solver = Solver(rules)
    for queue in queues(20, rules):
        wins = [solver.solve(queue, actions).is_winnable for actions in range(2, 7)]
        assert wins == sorted(wins)
        slack = solver.slack(queue)
        expected = 4 - int(np.argmax(wins[:4])) - 1 if any(wins[:4]) else None
        assert slack == expected


def test_what_it_cannot_prove_is_refused() -> None:
    rules = GAME.load_rules("quirky", [])
    queue = next(q for q in queues(60, rules) if has_shortage(rules, q))
    with pytest.raises(UsageError, match="has a Stock Shortage"):
        Solver(rules).solve(queue)
    with pytest.raises(UsageError, match="allowed for the solver: 3 chosen orders"):
        solve(rules)
