"""The kernel's own state of one game, and everything on the table in one record.

Counts that serve as an index are unsigned: the compiler then needs no care for negative ones.
"""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.records import OUTCOME
from simcore.fill_or_bust.rules import MAX_CARDS, RULES
from simcore.fill_or_bust.scoring import SCORING
from simcore.philox import luck_dtype
from simcore.protocol import MAX_SEATS, TRACE

__all__ = ["GAME", "STATE"]

STATE = np.dtype(
    [
        ("n_seats", np.uint64),
        ("seat", np.uint64),
        ("round", np.uint64),
        ("dice", np.uint64),
        ("card", np.uint64),
        ("may_do", np.uint64),
        ("kind", np.int64),
        ("value", np.int64),
        ("fills", np.int64),
        ("turn", np.int64),
        ("at_risk", np.int64),
        ("banked", np.int64),
        ("before_card", np.int64),
        ("has_banked", np.int64),
        ("leader", np.int64),
        ("last_turn", np.int64),
        ("is_over", np.int64),
        ("n_left", np.uint64),
        ("left_up_to", np.uint32, MAX_CARDS),
        ("cards_left", np.int32, MAX_CARDS),
        ("scores", np.int32, MAX_SEATS),
        ("entry", np.uint64, MAX_SEATS),
    ],
    align=True,
)
"""One game.

round : this seat's turns so far. dice : dice in hand. card, kind, value, fills : the card that is
played and the fills under it. may_do : what the card allows with a roll (`MAY_STOP`, `TAKE_ALL`).
at_risk, banked : points of this turn. before_card : points at risk when the card was drawn.
has_banked : whether scores changed in this turn. leader : the last sole leader. last_turn : the
turn that ends a show-down, 0 before one. n_left : cards in the deck; cards_left : the same by
card; left_up_to[k] : of cards 0 .. k together. entry : place in the line-up by seat.
"""

GAME = np.dtype(
    [
        ("rules", RULES),
        ("state", STATE),
        ("outcome", OUTCOME),
        ("trace", TRACE),
        ("luck", luck_dtype(MAX_SEATS)),
        ("scoring", SCORING),
    ],
    align=True,
)
"""One record, so that every function takes a single pointer and counts no references."""
