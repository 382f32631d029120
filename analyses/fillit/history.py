"""Who is ahead in a game of Fillit: chips that a side has on the board after each turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyses.characters.histories import History

__all__ = ["history"]


def history(document: dict[str, Any]) -> History:
    """Chips of every side that have left its hand, after each turn; all of them win."""
    turns, winner = document["turns"], document["result"]["winner"]
    hands = np.array([turn["hands"] for turn in turns], np.int64)
    start = np.full((1, hands.shape[1]), document["chips"], np.int64)
    on_board = document["chips"] - np.vstack([start, hands])
    return History(on_board, () if winner is None else (winner,))
