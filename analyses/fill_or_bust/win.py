"""Two-player Fill or Bust, exactly: any pair of strategies, and best replies.

Nothing here is sampled. Two players, every draw from the full deck, the game ending at once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyses.fill_or_bust.win_policies import check_evaluable, turns_of
from analyses.statistics.estimates import Estimate
from simcore.errors import FillsimError
from simcore.fill_or_bust.rules import Rules
from simcore.match import Player
from strategies.fill_or_bust.win_draws import empty_draws
from strategies.fill_or_bust.win_solution import TOLERANCE, connect
from strategies.fill_or_bust.win_sweep import sweep_fixed, sweep_reply
from strategies.fill_or_bust.win_tables import make_solver, step_of

__all__ = ["WinPair", "best_reply", "evaluate"]

MAX_SWEEPS = 2000
STILL = 1e-15


@dataclass(frozen=True)
class WinPair:
    """Result of `evaluate` and `best_reply`: two strategies, both seatings, without simulation.

    `values` and `second_values` are float64[n, n]: win probability of `first` and of `second`
    when about to draw, by own and the other's score.
    """

    first: str
    second: str
    rules: Rules
    values: np.ndarray
    second_values: np.ndarray
    residual: float
    sweeps: int
    seconds: float

    @property
    def win_probabilities(self) -> tuple[float, float]:
        """Of `first` when it moves first, and when it moves second."""
        start = -self.rules.score_floor // step_of(self.rules)
        return float(self.values[start, start]), 1.0 - float(self.second_values[start, start])

    def win_rate(self) -> Estimate:
        """Of `first`, seats taken in turn."""
        return Estimate.exact(sum(self.win_probabilities) / 2)

    def to_frame(self) -> pd.DataFrame:
        """One row per seat of `first`."""
        return pd.DataFrame(
            {
                "strategy": self.first,
                "opponent": self.second,
                "seat": [0, 1],
                "win_probability": self.win_probabilities,
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        moving_first, moving_second = self.win_probabilities
        return {
            "rules": self.rules.to_dict(),
            "strategy": self.first,
            "opponent": self.second,
            "win_probability_moving_first": moving_first,
            "win_probability_moving_second": moving_second,
            "win_probability": (moving_first + moving_second) / 2,
            "residual": self.residual,
            "sweeps": self.sweeps,
            "seconds": self.seconds,
        }

    def summary(self) -> str:
        """The pair in one sentence."""
        first, second = self.win_probabilities
        return (
            f"{self.first} against {self.second}: wins {first:.4%} moving first, {second:.4%} "
            f"moving second, {(first + second) / 2:.4%} with seats taken in turn (exact)."
        )


def evaluate(rules: Rules, first: str | Player, second: str | Player) -> WinPair:
    """Win probabilities of two strategies, by text form or ready to play, without simulation.

    Raises
    ------
    UsageError
        Rules outside of the solver's state; a strategy that heeds what the state does not hold.
    """
    check_evaluable(rules, second)
    turns, second_turns = turns_of(rules, first), turns_of(rules, second)
    goal = int(make_solver(rules)["goal"][0])
    values, second_values = np.full(goal * goal, 0.5), np.full(goal * goal, 0.5)
    start = time.process_time()
    change, sweeps = 1.0, 0
    while change > STILL:
        if sweeps == MAX_SWEEPS:
            raise FillsimError(f"{_spec(first)} against {_spec(second)}: a game need not end")
        change = sweep_fixed(goal, turns, second_turns, values, second_values)
        sweeps += 1
    seconds = time.process_time() - start
    grids = values.reshape(goal, goal), second_values.reshape(goal, goal)
    return WinPair(_spec(first), _spec(second), rules, *grids, change, sweeps, seconds)


def best_reply(rules: Rules, strategy: str | Player) -> WinPair:
    """Best play there is against a fixed strategy, and what it wins."""
    turns = turns_of(rules, strategy)
    solver = make_solver(rules)
    goal = int(solver["goal"][0])
    values, other_values = np.full(goal * goal, 0.5), np.full(goal * goal, 0.5)
    draws = empty_draws(solver[0])
    connect(solver, other_values, draws)
    start = time.process_time()
    change, sweeps = 1.0, 0
    while change > TOLERANCE:
        if sweeps == MAX_SWEEPS:
            raise FillsimError(f"best reply to {_spec(strategy)}: a game need not end")
        change = sweep_reply(solver[0], turns, values, other_values, 0.01 * change)
        sweeps += 1
    seconds = time.process_time() - start
    grids = values.reshape(goal, goal), other_values.reshape(goal, goal)
    return WinPair("best reply", _spec(strategy), rules, *grids, change, sweeps, seconds)


def _spec(strategy: str | Player) -> str:
    return strategy.spec if isinstance(strategy, Player) else strategy
