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
from strategies.fill_or_bust.win_draws import Draws, empty_draws, row_of_draws, rows_of_draws
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
"""Name of the file that holds `draws` alone: packed with others it would be copied in memory."""


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
    draws : Draws
        The same in mid-turn, by points at risk, where it is kept.
    residual : float
        Largest change of `values` in the last sweep.
    sweeps : int
    seconds : float
        Processor time of the sweeps, compilation excluded; of the run that computed it.
    """

    rules: Rules
    step: int
    values: np.ndarray
    draws: Draws
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
        # A turn writes its own row only, which is put back to the last bit.
        row = row_of_draws(self.draws, own, other, len(self.values))
        before = row.copy()
        connect(solver, self.values, self.draws)
        play_turn_to_win(own, other, solver[0])
        row[:] = before
        solver["passed"] = solver["draw"] = solver["draw_rows"] = (0, 0)
        return solver


def connect(solver: np.ndarray, passed: np.ndarray, draws: Draws) -> None:
    """Let a `SOLVER` read and write these grids; they must outlive its use."""
    grids = {"passed": passed, "draw": draws.worth, "draw_rows": draws.rows}
    for name, grid in grids.items():
        solver[name] = (grid.ctypes.data, grid.size)


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
    solver = make_solver(rules)
    step = int(solver["step"][0])
    path, worth = kept_at("win", rules, ".npz"), kept_array(DRAW, rules)
    if path.exists() and worth is not None:
        try:
            with np.load(path) as kept:
                return WinSolution(
                    rules,
                    step,
                    kept["values"],
                    Draws(rows_of_draws(solver[0]), worth),
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
    solver = make_solver(rules)
    goal = int(solver["goal"][0])
    _warm_up(solver)
    solver["goal"] = goal
    values, rates = np.full((goal, goal), 0.5), np.zeros((goal, goal))
    draws = empty_draws(solver[0])
    connect(solver, values, draws)
    start = time.process_time()
    change, tolerance = 1.0, FIRST_ROUNDS
    for sweep in range(1, MAX_SWEEPS + 1):
        change = sweep_both(solver[0], values, rates, tolerance)
        if change < TOLERANCE:
            seconds = time.process_time() - start
            return WinSolution(rules, int(solver["step"][0]), values, draws, change, sweep, seconds)
        tolerance = 0.01 * change
    raise FillsimError(
        f"{rules.name}: no solution after {MAX_SWEEPS} sweeps (last change {change:.1e}); under "
        "these rules a game need not end"
    )


def _warm_up(solver: np.ndarray) -> None:
    """Compile, by a sweep over a single pair of scores, which is left to be the goal."""
    solver["goal"] = 1
    values, rates, draws = np.full((1, 1), 0.5), np.zeros((1, 1)), empty_draws(solver[0])
    connect(solver, values, draws)
    sweep_both(solver[0], values, rates, 1.0)


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
    keep_array(DRAW, solution.rules, solution.draws.worth)
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
