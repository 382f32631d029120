"""Two-player Fill or Bust solved for the win: who wins from every pair of scores, both at best.

Value iteration over both scores and the points at risk, to a largest change below 1e-12 in one
sweep. Nothing is sampled. A solution is kept on disk, under the rules and the sources that made
it, so that it is computed once.

References
----------
.. [1] Neller and Presser (2004), "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1),
   section 4: the same equations for a game with two decisions; checked in `tests/published`.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from simcore.errors import FillsimError, UsageError
from simcore.fill_or_bust.rules import Rules
from simcore.jit import cache_folder, source_key
from strategies.fill_or_bust.win_sweep import sweep_both
from strategies.fill_or_bust.win_tables import make_solver
from strategies.fill_or_bust.win_turn import play_turn_to_win

__all__ = [
    "TOLERANCE",
    "WinSolution",
    "connect",
    "keep_array",
    "kept_array",
    "kept_at",
    "solve_win",
    "write_at_once",
]

TOLERANCE = 1e-12
MAX_SWEEPS = 400
FIRST_ROUNDS = 1e-2
"""Local rounds of the first sweep stop at this change, those of others at 1 % of the last's."""

DRAW = "win-draw"
"""Name of the file that holds `draw` by itself: packed with others it would be copied in memory."""


@dataclass(frozen=True)
class WinSolution:
    """Win probabilities under optimal play of both.

    Attributes
    ----------
    rules : Rules
    step : int
        Points of one step of the grid; its first score is the rules' score floor.
    values : float64[n, n]
        Win probability of the player about to draw, by own and the other's score.
    draw : float64[n, n, n + 1]
        The same in mid-turn, by points at risk; 0.5 where stopping has won the game.
    residual : float
        Largest change of `values` in the last sweep.
    sweeps : int
    seconds : float
        Processor time of the sweeps, compilation excluded; of the run that computed it.
    """

    rules: Rules
    step: int
    values: np.ndarray
    draw: np.ndarray
    residual: float
    sweeps: int
    seconds: float

    @property
    def first_player_win_probability(self) -> float:
        """Win probability of the player who begins."""
        return self.value(0, 0)

    def index(self, score: int) -> int:
        """Place of a score on the grid."""
        place, rest = divmod(score - self.rules.score_floor, self.step)
        if rest or not 0 <= place < len(self.values):
            raise UsageError(
                f"score = {score}; allowed: multiples of {self.step} from "
                f"{self.rules.score_floor} to below the goal of {self.rules.goal}"
            )
        return place

    def value(self, score: int, other_score: int) -> float:
        """Win probability of the player about to draw at these scores."""
        return float(self.values[self.index(score), self.index(other_score)])

    def turn(self, score: int, other_score: int) -> np.ndarray:
        """`SOLVER` record (array of length 1) with the values of a turn at these scores."""
        return self.turn_at(self.index(score), self.index(other_score))

    def turn_at(self, own: int, other: int) -> np.ndarray:
        """The same by places on the grid."""
        solver = make_solver(self.rules)
        # A turn writes its own row of `draw` only, which is put back to the last bit.
        row = self.draw[own, other].copy()
        connect(solver, self.values, self.draw)
        play_turn_to_win(own, other, solver[0])
        self.draw[own, other] = row
        solver["passed"] = solver["draw"] = (0, 0)
        return solver


def connect(solver: np.ndarray, passed: np.ndarray, draw: np.ndarray) -> None:
    """Let a `SOLVER` read and write these grids; they must outlive its use."""
    solver["passed"] = (passed.ctypes.data, passed.size)
    solver["draw"] = (draw.ctypes.data, draw.size)


def solve_win(rules: Rules, use_cache: bool = True) -> WinSolution:
    """Solution of two players, cards drawn independently, the game ending at once.

    Parameters
    ----------
    rules : Rules
        With `end` at_once and `deck` independent.
    use_cache : bool, default True
        Whether to read and keep the solution on disk.

    Raises
    ------
    UsageError
        Rules outside of the solver's state, with the reason.
    FillsimError
        No convergence: under these rules the game need not end.
    """
    return _solve_kept(rules) if use_cache else _solve(rules)


@lru_cache(maxsize=4)
def _solve_kept(rules: Rules) -> WinSolution:
    step = int(make_solver(rules)["step"][0])
    path, draw = kept_at("win", rules, ".npz"), kept_array(DRAW, rules)
    if path.exists() and draw is not None:
        try:
            with np.load(path) as kept:
                return WinSolution(
                    rules,
                    step,
                    kept["values"],
                    draw,
                    float(kept["residual"]),
                    int(kept["sweeps"]),
                    float(kept["seconds"]),
                )
        except (OSError, ValueError, KeyError):
            path.unlink(missing_ok=True)
    solution = _solve(rules)
    _keep(path, solution)
    return solution


def _solve(rules: Rules) -> WinSolution:
    _warm_up(rules)
    solver = make_solver(rules)
    goal = int(solver["goal"][0])
    values = np.full((goal, goal), 0.5)
    draw = np.full((goal, goal, goal + 1), 0.5)
    connect(solver, values, draw)
    start = time.process_time()
    change, tolerance = 1.0, FIRST_ROUNDS
    for sweep in range(1, MAX_SWEEPS + 1):
        change = sweep_both(solver[0], values, tolerance)
        if change < TOLERANCE:
            seconds = time.process_time() - start
            return WinSolution(rules, int(solver["step"][0]), values, draw, change, sweep, seconds)
        tolerance = 0.01 * change
    raise FillsimError(
        f"{rules.name}: no solution after {MAX_SWEEPS} sweeps (last change {change:.1e}); under "
        "these rules a game need not end"
    )


def _warm_up(rules: Rules) -> None:
    """Compile, by a sweep over a single pair of scores."""
    solver = make_solver(rules)
    solver["goal"] = 1
    values, draw = np.full((1, 1), 0.5), np.full((1, 1, 2), 0.5)
    connect(solver, values, draw)
    sweep_both(solver[0], values, 1.0)


def rules_key(rules: Rules) -> str:
    """Key of what the solution depends on: every field but the cap on turns, which it ignores."""
    values: dict[str, Any] = rules.to_dict()
    del values["turn_cap"]
    text = json.dumps(values, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def kept_at(name: str, rules: Rules, ending: str) -> Path:
    """File of something that follows from rules and sources, in the cache."""
    return cache_folder(source_key()) / f"{name}-{rules_key(rules)}{ending}"


def kept_array(name: str, rules: Rules) -> np.ndarray | None:
    """An array from the cache; None where there is none."""
    path = kept_at(name, rules, ".npy")
    try:
        return np.load(path)  # type: ignore[no-any-return]
    except (OSError, ValueError, EOFError):
        return None


def keep_array(name: str, rules: Rules, array: np.ndarray) -> None:
    """Put an array into the cache."""
    write_at_once(kept_at(name, rules, ".npy"), lambda file: np.save(file, array))


def write_at_once(path: Path, write: Callable[[Any], None]) -> None:
    """Write a file in one step, so that nobody reads half of it; nothing where none can be."""
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            write(file)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)


def _keep(path: Path, solution: WinSolution) -> None:
    keep_array(DRAW, solution.rules, solution.draw)
    write_at_once(
        path,
        lambda file: np.savez(
            file,
            values=solution.values,
            residual=solution.residual,
            sweeps=solution.sweeps,
            seconds=solution.seconds,
        ),
    )
