"""Sweeps over all pairs of scores: both to win, one against a fixed policy, or both fixed.

A turn leads to higher scores but for the Vengeance, so a sweep goes from the highest sum of both
scores down and finds nearly everything it needs up to date; what a Vengeance lowers is taken
from the sweep before. A bust leaves the scores as they are and passes the dice, so that the two
values of one pair are worked out together, in local rounds. Each round shrinks what is still
missing by nearly the same rate, so that one may jump to where the rounds to come would lead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.jit import inlined, kernel
from strategies.fill_or_bust.win_turn import play_turn_to_win

__all__ = ["MAX_ROUNDS", "Turns", "sweep_both", "sweep_fixed", "sweep_reply"]

MAX_ROUNDS = 60
"""Local rounds of one pair; each shrinks the error by the chance that both busts."""

APART = 1e-9
"""Two rounds that begin closer to each other than this say nothing of the rate."""

FASTEST = 0.9
"""Greatest rate that is believed."""


@kernel
def sweep_both(solver, values, rates, tolerance):
    """Both play to win: one sweep over float64[goal, goal]; returns the largest change.

    rates : float64[goal, goal], by how much a round of a pair shrank what was missing; kept from
        sweep to sweep.
    """
    goal = solver.goal
    largest = 0.0
    for total in range(2 * goal - 2, -1, -1):
        for low in range(max(0, total - goal + 1), total // 2 + 1):
            high = total - low
            first, second = values[low, high], values[high, low]
            start = end = np.inf
            for _ in range(MAX_ROUNDS):
                before, before_too = values[low, high], values[high, low]
                values[low, high] = play_turn_to_win(low, high, solver)
                if low != high:
                    values[high, low] = play_turn_to_win(high, low, solver)
                change, change_too = values[low, high] - before, values[high, low] - before_too
                if max(abs(change), abs(change_too)) <= tolerance:
                    break
                if APART < abs(before_too - start) < np.inf:
                    rate = (values[high, low] - end) / (before_too - start)
                    rates[low, high] = min(max(rate, -FASTEST), FASTEST)
                start, end = before_too, values[high, low]
                values[high, low] += change_too * rates[low, high] / (1.0 - rates[low, high])
            largest = max(largest, abs(values[low, high] - first))
            largest = max(largest, abs(values[high, low] - second))
    return largest


class Turns(NamedTuple):
    """All turns of a fixed strategy, by place of own and the other's score in the grid.

    won : float64[n], chance to win in this turn.
    first : int64[n + 1], where a turn's other ends begin in `target` and `chance`.
    target : int64, place of (other's, own) score after passing the dice; or, where the same
        player goes on as at the start of a turn, -1 - place of (own, other's) score.
    chance : float64, of each of these.
    """

    won: np.ndarray
    first: np.ndarray
    target: np.ndarray
    chance: np.ndarray


@inlined
def rate_turn(place, turns, own_values, other_values):
    """Win probability of a turn of a fixed strategy."""
    worth = turns.won[place]
    for i in range(turns.first[place], turns.first[place + 1]):
        target = turns.target[i]
        if target >= 0:
            worth += turns.chance[i] * (1.0 - other_values[target])
        else:
            worth += turns.chance[i] * own_values[-1 - target]
    return worth


@kernel
def sweep_fixed(goal, first, second, values, other_values):
    """Two fixed strategies: one sweep over float64[goal * goal] each; the largest change."""
    largest = 0.0
    for total in range(2 * goal - 2, -1, -1):
        for own in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            place, mirrored = own * goal + total - own, (total - own) * goal + own
            start, start_too = values[place], other_values[mirrored]
            for _ in range(MAX_ROUNDS):
                before, before_too = values[place], other_values[mirrored]
                values[place] = rate_turn(place, first, values, other_values)
                other_values[mirrored] = rate_turn(mirrored, second, other_values, values)
                change = abs(values[place] - before)
                if max(change, abs(other_values[mirrored] - before_too)) < 1e-16:
                    break
            largest = max(largest, abs(values[place] - start))
            largest = max(largest, abs(other_values[mirrored] - start_too))
    return largest


@kernel
def sweep_reply(solver, turns, values, other_values, tolerance):
    """One plays to win against a fixed strategy: one sweep, as `sweep_fixed`."""
    goal = solver.goal
    largest = 0.0
    for total in range(2 * goal - 2, -1, -1):
        for own in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            place, mirrored = own * goal + total - own, (total - own) * goal + own
            start, start_too = values[place], other_values[mirrored]
            for _ in range(MAX_ROUNDS):
                before, before_too = values[place], other_values[mirrored]
                values[place] = play_turn_to_win(own, total - own, solver)
                other_values[mirrored] = rate_turn(mirrored, turns, other_values, values)
                change = abs(values[place] - before)
                if max(change, abs(other_values[mirrored] - before_too)) <= tolerance:
                    break
            largest = max(largest, abs(values[place] - start))
            largest = max(largest, abs(other_values[mirrored] - start_too))
    return largest
