"""Players of Filler for the referee, who bring about all kinds of games."""

from __future__ import annotations

from functools import cache
from typing import Any

from simcore.filler import GAME
from simcore.filler.records import ACTION, BONUS
from simcore.jit import compile_strategy, is_interpreted
from simcore.match import Match, Player
from simcore.philox import random_below


def wilful(view):
    """Any option at random; the parameter is how often of 100 times it restocks or declines."""
    is_choice = view.phase == ACTION or view.phase == BONUS
    if is_choice and view.n_options > 1:
        if random_below(view.rng, 100) < view.params[0]:
            return view.n_options - 1
        return random_below(view.rng, view.n_options - 1)
    return random_below(view.rng, view.n_options)


@cache
def chooser() -> Any:
    if is_interpreted():
        return wilful
    return compile_strategy(wilful, GAME.strategy_signature, None)


def match_of(
    n_seats: int, changes: list[str], idle: int = 20, seed: int = 5, rotation: str = "none"
) -> Match:
    """Wilful players who restock, or decline a bonus fill, in `idle` of 100 cases."""
    rules = GAME.load_rules("rulebook", changes)
    players = tuple(Player("wilful", 0, chooser(), (float(idle),)) for _ in range(n_seats))
    return Match(GAME, rules, players, seed=seed, rotation=rotation)
