"""Who is ahead in a game of Fill or Bust: banked points after each turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyses.characters.histories import History

__all__ = ["history"]


def history(document: dict[str, Any]) -> History:
    """Banked points of every seat after each turn, losses to a Vengeance taken off."""
    log = document["log"]
    scores = np.array(log[0]["scores"], np.int64)
    rows: list[np.ndarray] = []
    for event in log[1:]:
        if event["e"] in ("turn", "end"):
            rows.append(scores.copy())
        elif event["e"] == "vengeance":
            scores -= event["losses"]
        elif event["e"] == "bank":
            scores = np.array(event["scores"], np.int64)
    return History(np.array(rows), tuple(log[-1]["winners"]))
