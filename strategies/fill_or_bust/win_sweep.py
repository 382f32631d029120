"""Sweeps over all pairs of scores: both to win, one against a fixed policy, or both fixed.

A turn leads to higher scores but for the Vengeance, so a sweep goes from the highest sum of both
scores down and finds nearly everything it needs up to date; what a Vengeance lowers is taken
from the sweep before. A bust leaves the scores as they are and passes the dice, so that the two
values of one pair are worked out together, in local rounds.
"""

from __future__ import annotations

import numpy as np

from simcore.jit import kernel
from strategies.fill_or_bust.win_turn import play_turn_to_win

__all__ = ["MAX_ROUNDS", "sweep_both"]

MAX_ROUNDS = 60
"""Local rounds of one pair; each shrinks the error by the chance that both busts."""


@kernel
def sweep_both(solver, values, tolerance):  # type: ignore[no-untyped-def]
    """Both play to win: one sweep over float64[goal, goal]; returns the largest change."""
    goal = solver.goal
    largest = 0.0
    for total in range(2 * goal - 2, -1, -1):
        for low in range(max(0, total - goal + 1), total // 2 + 1):
            high = total - low
            first, second = values[low, high], values[high, low]
            for _ in range(MAX_ROUNDS):
                before, before_too = values[low, high], values[high, low]
                values[low, high] = play_turn_to_win(low, high, solver)
                if low != high:
                    values[high, low] = play_turn_to_win(high, low, solver)
                change = abs(values[low, high] - before)
                if max(change, abs(values[high, low] - before_too)) <= tolerance:
                    break
            largest = max(largest, abs(values[low, high] - first))
            largest = max(largest, abs(values[high, low] - second))
    return largest
