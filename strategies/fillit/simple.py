"""Tiers 0 and 1: random turns, and the turn that lays and returns most."""

from __future__ import annotations

from simcore.jit import inlined
from simcore.philox import random_below
from strategies.registry import strategy

__all__ = ["greedy", "uniform"]

WIN = 1000.0


@inlined
def gain(view, k):
    """What option k lays, and returns times the parameter; a win is beyond all."""
    option = view.options[k]
    if option.hand == 0:
        return WIN
    return option.placed + view.params[0] * (option.returned[0] + option.returned[1])


@strategy(game="fillit", name="random", tier=0)
def uniform(view):
    """Any legal turn, all alike."""
    return random_below(view.rng, view.n_options)


@strategy(game="fillit", name="greedy", tier=1, params={"returned": 1.0})
def greedy(view):
    """Wins, or lays most chips; one sent home counts `returned`; ties at random."""
    best, n_best = -1.0, 0
    for k in range(view.n_options):
        value = gain(view, k)
        if value > best:
            best, n_best = value, 1
        elif value == best:
            n_best += 1
    left = random_below(view.rng, n_best)
    for k in range(view.n_options):
        if gain(view, k) == best:
            if left == 0:
                return k
            left -= 1
    return 0
