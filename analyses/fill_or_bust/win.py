"""Two-player Fill or Bust, exactly: optimal play, any pair of strategies, and best replies.

Nothing here is sampled. Two players, every draw from the full deck, the game ending at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyses.estimates import Estimate
from analyses.fill_or_bust.win_policies import turns_of
from simcore.errors import FillsimError
from simcore.fill_or_bust.rules import Rules
from simcore.match import Player
from strategies.fill_or_bust.win_solution import TOLERANCE, WinSolution, connect, solve_win
from strategies.fill_or_bust.win_sweep import sweep_fixed, sweep_reply
from strategies.fill_or_bust.win_tables import AFTER_FILL, BARRED, IDLE, LANES, make_solver, step_of

__all__ = ["Reply", "WinPair", "WinResult", "best_reply", "evaluate", "solve", "stop_thresholds"]

MAX_SWEEPS = 2000
STILL = 1e-15


@dataclass(frozen=True)
class WinResult:
    """Result of `solve`: optimal play of both, and from where on it stops.

    Attributes
    ----------
    solution : WinSolution
    thresholds : DataFrame
        One row per asked pair of scores, card and dice left; see `stop_thresholds`.
    """

    solution: WinSolution
    thresholds: pd.DataFrame

    def to_frame(self) -> pd.DataFrame:
        """Win probability of the player about to draw, one row per pair of scores."""
        solution = self.solution
        scores = score_grid(solution.rules, solution.step)
        own, other = np.meshgrid(scores, scores, indexing="ij")
        return pd.DataFrame(
            {
                "score": own.ravel(),
                "other_score": other.ravel(),
                "win_probability": solution.values.ravel(),
            }
        )

    def to_dict(self, every: int = 500) -> dict[str, Any]:
        """Plain values for JSON; the grid holds every `every` points."""
        solution = self.solution
        scores = [s for s in score_grid(solution.rules, solution.step) if s % every == 0]
        value = [[solution.value(own, other) for other in scores] for own in scores]
        return {
            "rules": solution.rules.to_dict(),
            "first_player_win_probability": solution.first_player_win_probability,
            "residual": solution.residual,
            "sweeps": solution.sweeps,
            "seconds": solution.seconds,
            "value": {"score": scores, "other_score": scores, "win_probability": value},
            "stop_threshold": self.thresholds.astype(object)
            .where(self.thresholds.notna(), None)
            .to_dict("records"),
        }

    def summary(self) -> str:
        """What a person wants to know first."""
        solution = self.solution
        return (
            f"Fill or Bust, two players, every draw from the full deck ({solution.rules.name}):\n"
            f"the first player wins {solution.first_player_win_probability:.4%} under optimal play "
            f"of both\n({solution.sweeps} sweeps, {solution.seconds:.1f} s, largest change in the "
            f"last {solution.residual:.1e})."
        )


@dataclass(frozen=True)
class WinPair:
    """Result of `evaluate`: two strategies, both seatings, without simulation.

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


@dataclass(frozen=True)
class Reply(WinPair):
    """Result of `best_reply`: `first` is the best reply to `second`.

    `draw` is the best reply's `WinSolution.draw`.
    """

    draw: np.ndarray


def solve(rules: Rules, asked: Iterable[tuple[int, int]] = ((0, 0),)) -> WinResult:
    """Optimal play of both, with stop thresholds at the asked pairs of scores."""
    solution = solve_win(rules)
    frames = [stop_thresholds(solution, own, other) for own, other in asked]
    return WinResult(solution, pd.concat(frames, ignore_index=True))


def evaluate(rules: Rules, first: str | Player, second: str | Player) -> WinPair:
    """Win probabilities of two strategies, by text form or ready to play, without simulation.

    Raises
    ------
    UsageError
        Rules outside of the solver's state; a strategy that heeds what the state does not hold.
    """
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


def best_reply(rules: Rules, strategy: str | Player) -> Reply:
    """Best play there is against a fixed strategy, and what it wins."""
    turns = turns_of(rules, strategy)
    solver = make_solver(rules)
    goal = int(solver["goal"][0])
    values, other_values = np.full(goal * goal, 0.5), np.full(goal * goal, 0.5)
    draw = np.full((goal, goal, goal + 1), 0.5)
    connect(solver, other_values, draw)
    start = time.process_time()
    change, sweeps = 1.0, 0
    while change > TOLERANCE:
        if sweeps == MAX_SWEEPS:
            raise FillsimError(f"best reply to {_spec(strategy)}: a game need not end")
        change = sweep_reply(solver[0], turns, values, other_values, 0.01 * change)
        sweeps += 1
    seconds = time.process_time() - start
    grids = values.reshape(goal, goal), other_values.reshape(goal, goal)
    return Reply("best reply", _spec(strategy), rules, *grids, change, sweeps, seconds, draw)


def stop_thresholds(solution: WinSolution, own: int, other: int) -> pd.DataFrame:
    """Points at risk from which on stopping is at least as good as rolling on.

    Parameters
    ----------
    solution : WinSolution
    own, other : int
        Scores of the player whose turn it is, and of the other.

    Returns
    -------
    DataFrame
        One row per card that allows stopping and number of dice left, and one, card 'any', with 0
        dice left for drawing a new card after a fill. `stop_threshold` is NA where rolling on is
        always better; `is_single` is False where more points make rolling on right again.
    """
    turn = solution.turn(own, other)[0]
    top, step = int(turn["top"]), solution.step
    stop = turn["stop"][: top + 1]
    rows = [("any", 0, turn["after"][: top + 1] == stop)]
    for lane in range(int(turn["n_lanes"])):
        if turn["kind"][lane] not in (IDLE, AFTER_FILL) and turn["bias"][lane] != BARRED:
            values = turn["values"][lane // LANES, : top + 1, :, lane % LANES]
            name = solution.rules.cards[int(turn["card"][lane])].name
            rows += [(name, n, values[:, n] == stop) for n in range(1, int(turn["dice"]))]
    table = []
    for card, dice_left, stops in rows:
        at = np.flatnonzero(stops[1:]) + 1
        is_single = len(at) == 0 or bool(stops[at[0] :].all())
        threshold = int(at[0]) * step if len(at) else None
        table.append((own, other, card, dice_left, threshold, is_single))
    columns = ["score", "other_score", "card", "dice_left", "stop_threshold", "is_single"]
    return pd.DataFrame(table, columns=columns).astype({"stop_threshold": "Int64"})


def _spec(strategy: str | Player) -> str:
    return strategy.spec if isinstance(strategy, Player) else strategy


def score_grid(rules: Rules, step: int) -> list[int]:
    """The scores below the goal."""
    return list(range(rules.score_floor, rules.goal, step))
