"""Tiers 0 and 1: any option at random, and rules of one sentence."""

from __future__ import annotations

from simcore.fill_or_bust.records import PLAY_OR_REDRAW
from simcore.philox import random_below
from strategies.registry import strategy


@strategy(game="fill_or_bust", name="random", tier=0)
def choose_random(view):
    """Any legal option, each with the same probability."""
    return random_below(view.rng, view.n_options)


@strategy(game="fill_or_bust", name="stop_at", tier=1, params={"points": 300})
def stop_at(view):
    """Set all scoring dice aside; stop at `points` turn points, and always after a fill.

    Stops wherever the card allows it; an optional Vengeance is played.
    """
    if view.phase == PLAY_OR_REDRAW:
        return 0
    last = view.n_options - 1
    option = view.options[last]
    if option.is_stop and option.dice_left > 0 and option.turn_points < view.params[0]:
        return last - 1
    return last


@strategy(game="fill_or_bust", name="never_stop", tier=1)
def never_stop(view):
    """Set all scoring dice aside and roll on until the turn ends by itself."""
    if view.phase == PLAY_OR_REDRAW:
        return 0
    last = view.n_options - 1
    if view.options[last].is_stop:
        return last - 1
    return last
