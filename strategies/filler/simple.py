"""Tier 1: the recipe that scores most now."""

from __future__ import annotations

from simcore.filler.records import ACTION, BONUS, NO_CARD, REMOVE, RESERVE, RESTOCK, TIME
from simcore.jit import kernel
from simcore.philox import random_below
from strategies.filler.table import gain_after_restock, payable_gain
from strategies.registry import strategy

__all__ = ["best_option", "greedy"]

MINUTES = 1_440.0
"""More than any difference in time, so that a point outweighs it."""


@kernel
def worth_now(view, option):
    """What an option is worth at sight: points first, then few cards paid, then an early time."""
    phase = view.phase
    if phase == TIME:
        return payable_gain(view, option) * MINUTES - option.time
    if phase in (ACTION, BONUS):
        if option.card == NO_CARD:
            return -1.0 if option.kind == RESTOCK else -0.5
        return option.gain - 0.1 * option.n_paid
    if phase == RESERVE:
        return gain_after_restock(view, option.card)
    if phase == REMOVE:
        return option.gain - 0.1 * view.cards[0].card[option.card].n_gives
    return 0.0


@kernel
def best_option(view):
    """The option worth most at sight; ties at random."""
    best, chosen, n_best = -1e9, 0, 0
    for k in range(view.n_options):
        value = worth_now(view, view.options[k])
        if value > best + 1e-9:
            best, chosen, n_best = value, k, 1
        elif value > best - 1e-9:
            n_best += 1
            if random_below(view.rng, n_best) == 0:
                chosen = k
    return chosen


@strategy(game="filler", name="greedy", tier=1)
def greedy(view):
    """Fills what scores most, with few cards; shows the earliest card it can spare for that.

    Restocks only where it can fill nothing, and reserves what would score most for itself.
    """
    return best_option(view)
