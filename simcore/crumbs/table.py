"""Laying the table: rules and the deck's stacks into the record the kernel plays in."""

from __future__ import annotations

import numpy as np

from simcore.crumbs.rules import Rules
from simcore.crumbs.stacks import build_stacks

__all__ = ["lay_table"]


def lay_table(table: np.ndarray, rules: Rules, n_seats: int) -> None:
    """Put rules and stacks into TABLE[1]; a chosen queue must suit the number of seats."""
    rules.check_seats(n_seats)
    table["rules"] = rules.record()
    table["stacks"] = build_stacks(rules.deck, rules.quirks)
