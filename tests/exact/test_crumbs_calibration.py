"""The reconstructed deck plays as it must: nearly all deals winnable, few of them by chance."""

import numpy as np
import pytest

from simcore.crumbs import GAME
from simcore.crumbs.generator import solo_queues
from simcore.engine import play_outcomes
from simcore.match import Match
from strategies.crumbs.solver import Solver, ids_of
from strategies.registry import player


def ranks(values: list[float]) -> np.ndarray:
    """Ranks with ties averaged."""
    x = np.array(values)
    return np.array([(x < v).sum() + ((x == v).sum() - 1) / 2 for v in x])


# (strategy, games, least and largest share of wins)
@pytest.mark.parametrize(
    ("spec", "n", "low", "high"), [("random", 100_000, 0.0, 0.005), ("greedy", 20_000, 0.30, 0.75)]
)
def test_win_shares_of_simple_players(spec: str, n: int, low: float, high: float) -> None:
    rules = GAME.load_rules("rulebook", [])
    match = Match(GAME, rules, (player(GAME, rules, spec),), seed=1, rotation="none")
    share = float((play_outcomes(match, 0, n)["winners"] > 0).mean())
    assert low <= share <= high


def test_winnable_queues_and_difficulty_against_slack() -> None:
    rules = GAME.load_rules("rulebook", [])
    solver = Solver(rules)
    slacks: dict[str, list[int]] = {order.id: [] for order in rules.deck.orders}
    n_lost = 0
    for places in solo_queues(rules.deck):
        queue = ids_of(rules.deck, places)
        slack = solver.slack(queue)
        n_lost += slack is None
        for name in queue:
            slacks[name].append(-1 if slack is None else slack)
    assert n_lost <= 0.02 * 720
    difficulty = ranks([order.difficulty for order in rules.deck.orders])
    tightness = ranks([-float(np.mean(slacks[order.id])) for order in rules.deck.orders])
    assert np.corrcoef(difficulty, tightness)[0, 1] > 0.5
