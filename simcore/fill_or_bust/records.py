"""What a Fill or Bust strategy sees (VIEW), what a game leaves behind (OUTCOME), and events."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.rules import MAX_CARDS
from simcore.protocol import MAX_SEATS, outcome_dtype, view_dtype

__all__ = ["MAX_OPTIONS", "OPTION", "OUTCOME", "PLAY_OR_REDRAW", "SET_ASIDE", "VIEW"]

SET_ASIDE, PLAY_OR_REDRAW = range(2)
"""Phases. SET_ASIDE: keep which dice, and stop or roll on. PLAY_OR_REDRAW: a Vengeance was drawn
and playing it is optional; option 0 plays it, option 1 discards it and draws again."""

MAX_OPTIONS = 12
"""Six set-aside choices, each with rolling on and with stopping."""

OPTION = np.dtype(
    [
        ("points", np.int32),
        ("turn_points", np.int32),
        ("dice_left", np.int32),
        ("is_stop", np.int32),
    ],
    align=True,
)
"""What an option does.

points : what the dice set aside score.
turn_points : what the turn would be worth if it ended well here: points at risk, with the card's
    bonus or multiplier if this makes a fill, plus points banked this turn.
dice_left : dice still to score for a fill; 0 = this is a fill.
is_stop : 1 ends the turn; 0 rolls on, after a fill under a new card where the card ends there.

Options come in the order of dice used, for each number of dice rolling on before stopping; the
last option uses the most dice, and stops if stopping is allowed.
"""

VIEW = view_dtype(
    fields=[
        ("own_turn", np.int32),
        ("goal", np.int32),
        ("card", np.int32),
        ("card_kind", np.int32),
        ("card_value", np.int32),
        ("fills", np.int32),
        ("dice_rolled", np.int32),
        ("choice_set", np.int32),
        ("at_risk", np.int32),
        ("banked", np.int32),
        ("scores", np.int32, MAX_SEATS),
        ("cards_left", np.int32, MAX_CARDS),
    ],
    option=OPTION,
    max_options=MAX_OPTIONS,
)
"""What the deciding seat knows.

own_turn : this seat's turns so far, from 0.
card, card_kind, card_value : index in the rules' deck, its kind (`rules.KINDS`), printed number.
fills : fills so far under this card.
dice_rolled : dice of the roll just made.
choice_set : number of what that roll offers among all different offers (`scoring.choices`), so
    that a strategy can look up its answer.
at_risk, banked : points of this turn before this set-aside, at risk and banked for good.
scores : banked points by seat, those banked in this turn included.
cards_left : cards left in the deck by index in the rules' deck; all of them are public because
    every drawn card was seen. Zero until the reshuffle when the deck is empty.
"""

OUTCOME = outcome_dtype(
    game_fields=(),
    seat_fields=("turns_taken", "busts", "no_dice", "fills", "vengeance_hits"),
)
"""One finished game.

By seat: `score`, `turns_taken`, `busts` (turns that lost their points to a null; not under Must
Bust), `no_dice` (turns ended by that card), `fills`, `vengeance_hits` (times the seat lost points
to a Vengeance).
"""

(
    TURN,
    DRAW,
    DISCARD,
    ROLL,
    KEEP,
    FILL_MADE,
    LOSS,
    BANK,
    BUST,
    NO_DICE_DRAWN,
    END,
) = range(1, 12)
"""Events of a trace, with their numbers (a, b, c, d):

TURN seat, number · DRAW card, cards left, reshuffled · DISCARD chosen · ROLL n_dice, outcome ·
KEEP points, used, is_stop · FILL_MADE fills, complete, bonus, at_risk · LOSS leader seat, points ·
BANK points · BUST lost · NO_DICE_DRAWN lost · END winners (bits by seat)
"""
