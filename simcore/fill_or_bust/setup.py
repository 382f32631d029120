"""Laying the table: rules and score tables into the record the kernel plays in."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.rules import Rules
from simcore.fill_or_bust.scoring import build_scoring

__all__ = ["lay_table"]


def lay_table(table: np.ndarray, rules: Rules, n_seats: int) -> None:
    """Put rules and score tables into GAME[1]; any number of seats can play any rules."""
    del n_seats
    table["rules"] = rules.record()
    table["scoring"] = build_scoring(rules)
