"""The kernel's own state of one game, and everything on the table in one record."""

from __future__ import annotations

import numpy as np

from simcore.crumbs.components import N_FILLINGS
from simcore.crumbs.records import BOARD, MAX_OPTIONS, MAX_PLAYERS, OPTION, OUTCOME
from simcore.crumbs.rules import RULES
from simcore.crumbs.stacks import STACKS
from simcore.philox import luck_dtype
from simcore.protocol import MAX_SEATS, TRACE

__all__ = ["STATE", "TABLE"]

STATE = np.dtype(
    [
        ("n_seats", np.int64),
        ("seat", np.int64),
        ("shift", np.int64),
        ("turn", np.int64),
        ("hidden", np.int64, MAX_PLAYERS),
        ("n_options", np.int64),
        ("entry", np.int64, MAX_SEATS),
        ("touched", np.int64, MAX_PLAYERS),
        ("n_served", np.int64, MAX_PLAYERS),
        ("gifts", np.int64, (MAX_PLAYERS, N_FILLINGS)),
        ("is_over", np.int64),
        ("reason", np.int64),
    ],
    align=True,
)
"""One game, beyond the board.

seat : who decides. shift : rotation of luck: a seat has the luck of owner seat + shift.
turn : steps so far. hidden : the order below the queue, by seat. n_options : listed last.
entry : place in the line-up by seat. touched : stacks on which the seat's action laid a card.
n_served : sandwiches served in this step, by seat. gifts : on their way to a seat's counter.
"""

TABLE = np.dtype(
    [
        ("rules", RULES),
        ("state", STATE),
        ("board", BOARD, 1),
        ("outcome", OUTCOME),
        ("trace", TRACE),
        ("luck", luck_dtype(MAX_PLAYERS)),
        ("options", OPTION, MAX_OPTIONS),
        ("stacks", STACKS),
    ],
    align=True,
)
"""One record, so that every function takes a single pointer and counts no references."""
