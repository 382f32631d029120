"""Tier 3: the exact solution of the turn, played by looking it up."""

from __future__ import annotations

from simcore.fill_or_bust.records import PLAY_OR_REDRAW
from simcore.protocol import read_table
from strategies.fill_or_bust.turn_table import (
    DICE,
    DRAWING,
    look_up,
    optimal_turn_table,
    place_of,
)
from strategies.registry import strategy

TIE = 1e-9


@strategy(game="fill_or_bust", name="optimal_turn", tier=3, table=optimal_turn_table)
def optimal_turn(view):
    """Greatest expected points of the turn, by the exact solution; the scores play no part.

    Every draw is taken as from the full deck. Of equals it prefers more dice, then to stop.
    """
    if view.phase == PLAY_OR_REDRAW:
        playing = look_up(view, place_of(view.card, 0, int(read_table(view, DICE))), view.at_risk)
        return 1 if look_up(view, DRAWING, view.at_risk) > playing + TIE else 0
    best, best_worth = 0, -1.0
    for k in range(view.n_options):
        option = view.options[k]
        at_risk = option.turn_points - view.banked
        worth = float(at_risk)
        if not option.is_stop:
            worth = look_up(view, place_of(view.card, view.fills, option.dice_left), at_risk)
        if worth > best_worth - TIE:
            best = k
            best_worth = max(worth, best_worth)
    return best
