"""Tier 2: a rule of thumb in at most five clauses, each of which can be left out.

The clauses are what a person can say in a sentence each; `analyses.fill_or_bust.win_rules` says
them, and what lists of them give up against optimal play.
"""

from __future__ import annotations

from simcore.fill_or_bust.records import PLAY_OR_REDRAW
from simcore.fill_or_bust.rules import DOUBLE_TROUBLE, FILL
from simcore.jit import kernel
from simcore.protocol import read_table
from strategies.fill_or_bust.take_all import SCORES, take_all_table
from strategies.fill_or_bust.tuned import best_rival, is_enough
from strategies.registry import strategy

POINTS, SPARE, FEW, MANY, DRAW, NEAR, MORE = range(7)
"""Places of the parameters."""


@kernel
def number_to_stop_at(view, dice_left):
    """The number that the dice left ask for, raised while a rival leads and is near the goal."""
    number = view.params[POINTS]
    if dice_left == 0:
        number = view.params[DRAW]
        if number == 0:
            return 0.0
    elif dice_left <= 2 and view.params[FEW] > 0:
        number = view.params[FEW]
    elif dice_left >= 4 and view.params[MANY] > 0:
        number = view.params[MANY]
    rival = best_rival(view)
    if rival > view.scores[view.seat] and view.goal - rival <= view.params[NEAR]:
        number += view.params[MORE]
    return number


@kernel
def roll_on(view):
    """The option that rolls on, worth most with the points of a die in hand."""
    best, best_worth = 0, -1.0
    for i in range(view.n_options):
        option = view.options[i]
        dice = option.dice_left if option.dice_left > 0 else read_table(view, SCORES)
        worth = option.turn_points + view.params[SPARE] * dice
        if not option.is_stop and worth >= best_worth:
            best, best_worth = i, worth
    return best


@strategy(
    game="fill_or_bust",
    name="rule_of_thumb",
    tier=2,
    params={
        "points": 350,
        "spare": 125,
        "few": 0,
        "many": 1000,
        "draw": 1800,
        "near": 600,
        "more": 10_000,
    },
    table=take_all_table,
)
def rule_of_thumb(view):
    """Stop at `points`, or at the goal; every other number adds a clause, 0 leaves it out.

    When rolling on, scoring dice worth less than `spare` stay in hand if they may, except where the
    card counts for a fill only. With one or two dice left it is enough to have `few`, with four or
    more it takes `many`. After a fill it draws a new card below `draw` points. Numbers rise by
    `more` while a rival leads who needs at most `near` points to the goal.
    """
    if view.phase == PLAY_OR_REDRAW:
        return 0
    last = view.n_options - 1
    option = view.options[last]
    if option.is_stop:
        enough = number_to_stop_at(view, option.dice_left)
        if option.turn_points >= enough or is_enough(view, option):
            return last
    elif view.card_kind == FILL or view.card_kind == DOUBLE_TROUBLE:
        return last
    return roll_on(view)
