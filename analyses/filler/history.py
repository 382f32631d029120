"""Who is ahead in a game of Filler: points of the recipes claimed after each turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from analyses.characters.histories import History

__all__ = ["history"]

SYMBOLS = ("star", "coin", "trophy")
POINTS_OF_A_SET = 2
"""On top of a point for each symbol (rulebook, scoring)."""


def history(document: dict[str, Any]) -> History:
    """Points of every seat after each turn; solo, the chef has the second place.

    The last row is the final count, which for the chef holds what its personality adds.
    """
    symbols = {name: Counter(card["points"]) for name, card in document["cards"].items()}
    n_sides = 2 if document["solo"] else document["players"]
    claimed = [Counter[str]() for _ in range(n_sides)]
    rows = [[0] * n_sides]
    for day in document["days"]:
        for turn in day["turns"]:
            for fill in turn.get("fills", ()):
                claimed[turn["seat"]].update(symbols[fill["recipe"]])
            rows.append([_points(counts) for counts in claimed])
    if document["scores"] is not None:
        rows[-1] = [score["points"] for score in document["scores"]]
    return History(np.array(rows, np.int64), tuple(document["winners"] or ()))


def _points(counts: Counter[str]) -> int:
    shown = [counts[symbol] for symbol in SYMBOLS]
    return sum(shown) + POINTS_OF_A_SET * min(shown)
