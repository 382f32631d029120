"""Tier 0: any option at random."""

from __future__ import annotations

from simcore.philox import random_below
from strategies.registry import strategy


@strategy(game="filler", name="random", tier=0)
def choose_random(view):
    """Any legal option, each with the same probability."""
    return random_below(view.rng, view.n_options)
