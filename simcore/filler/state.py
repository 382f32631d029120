"""The kernel's own state of one game, and everything on the table in one record."""

from __future__ import annotations

import numpy as np

from simcore.filler.records import (
    BOARD,
    CARDS,
    CHEF,
    DECK_PLACES,
    MAX_CARDS,
    MAX_OPTIONS,
    MAX_PAID,
    OPTION,
    OUTCOME,
)
from simcore.protocol import MAX_SEATS, TRACE, options_dtype

__all__ = ["RULES", "STATE", "TABLE", "WORK"]

RULES = np.dtype(
    [
        ("n_players", np.int64),
        ("is_solo", np.int64),
        ("advanced", np.int64),
        ("day_cap", np.int64),
        ("n_chosen", np.int64),
        ("chosen", np.int64, MAX_CARDS),
    ],
    align=True,
)
"""Rules as the kernel reads them; `chosen` are chef sets by seat."""

STATE = np.dtype(
    [
        ("seed", np.uint64),
        ("block", np.uint64),
        ("n_seats", np.int64),
        ("shift", np.int64),
        ("seat", np.int64),
        ("turn", np.int64),
        ("position", np.int64),
        ("is_over", np.int64),
        ("reason", np.int64),
        ("leader", np.int64),
        ("n_restocked", np.int64),
        ("n_chef_deck", np.int64),
        ("chef_next", np.int64),
        ("n_chef_shuffles", np.int64),
        ("n_chef_picks", np.int64),
        ("deal_tag", np.uint64),
        ("n_dealt", np.int64),
        ("entry", np.int64, MAX_SEATS),
        ("n_asked", np.int64, MAX_SEATS),
        ("picked", np.int64, MAX_SEATS),
        ("arrival", np.int64, MAX_SEATS),
        ("n_early", np.int64, MAX_SEATS),
        ("early", np.int64, (MAX_SEATS, MAX_PAID)),
        ("chef_deck", np.int64, MAX_CARDS),
        ("dealt", np.uint8, MAX_CARDS),
        ("deck", np.uint8, DECK_PLACES),
        ("keys", np.uint64, MAX_CARDS),
    ],
    align=True,
)
"""One game, beyond the board.

seat : who decides. shift : rotation of luck: a seat gets the chef set of seat + shift.
turn : turns of all seats so far. position : of the seat at turn in the day's order.
leader : the last sole leader at the end of a day. n_restocked : seats that restocked today.
picked, arrival, n_early, early : what a seat has chosen to show, and nobody else knows yet.
chef_deck : the solo chef's as last shuffled; its top is now at `chef_next`.
dealt : the recipe deck as dealt in block `deal_tag` - 1, kept for all rotations of it.
deck : the recipe deck, a ring like `BOARD.known_deck`. keys : scratch of shuffles.
"""

WORK = options_dtype(
    [
        ("n_options", np.int64),
        ("n", np.int64),
        ("depth", np.int64),
        ("kind", np.int64),
        ("recipe", np.int64),
        ("place", np.int64),
        ("gain", np.int64),
        ("card", np.int64, MAX_CARDS),
        ("icons", np.uint64, MAX_CARDS),
        ("wilds", np.int64, MAX_CARDS),
        ("rest_icons", np.uint64, MAX_CARDS + 1),
        ("rest_wilds", np.int64, MAX_CARDS + 1),
        ("at", np.int64, MAX_PAID + 1),
        ("sum_icons", np.uint64, MAX_PAID + 1),
        ("sum_wilds", np.int64, MAX_PAID + 1),
        ("lacks", np.int64, MAX_PAID + 1),
    ],
    OPTION,
    MAX_OPTIONS,
)
"""The options of a decision, `n_options` of them, and the scratch of their enumeration.

n, card, icons, wilds : the cards of a hand; rest_icons, rest_wilds : what they give from a place
to the end. at, sum_icons, sum_wilds, lacks : by depth of the search: place in the hand of the card
taken, and what is given and lacking before it.
"""

TABLE = np.dtype(
    [
        ("rules", RULES),
        ("chef", CHEF),
        ("cards", CARDS),
        ("state", STATE),
        ("board", BOARD),
        ("blank_board", BOARD),
        ("outcome", OUTCOME),
        ("blank_outcome", OUTCOME),
        ("trace", TRACE),
        ("work", WORK),
    ],
    align=True,
)
"""One record, so that every function takes a single pointer and counts no references.

blank_board, blank_outcome : what a game begins with.
"""
