"""Outcome rows of single games, for questions that sums by block cannot answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from analyses.runs.lineup import Setting
from simcore import engine
from simcore.match import Match

__all__ = ["outcome_rows"]

BATCH = 1_024
"""Most blocks that one call of the kernel plays, so that progress moves."""

SHARES = 4
"""Calls for each worker, at least: slow strategies should keep all of them busy."""


def outcome_rows(plan: Setting, match: Match, n_blocks: int) -> npt.NDArray[Any]:
    """The outcome rows of a match's first blocks, OUTCOME[n_blocks, n_rotations].

    Parameters
    ----------
    plan : Setting
        Its workers play, and its progress is told.
    match : Match
    n_blocks : int
    """
    engine.prepare(match)
    size = max(1, min(BATCH, -(-n_blocks // (SHARES * plan.workers))))

    def play(start: int) -> npt.NDArray[Any]:
        return engine.play_outcomes(match, start, min(size, n_blocks - start))

    parts: list[npt.NDArray[Any]] = []
    with ThreadPoolExecutor(plan.workers) as pool:
        for part in pool.map(play, range(0, n_blocks, size)):
            parts.append(part)
            plan.blocks_done += len(part)
            if plan.progress is not None:
                plan.progress(plan.blocks_done, max(plan.blocks_wanted, plan.blocks_done))
    return np.concatenate(parts)
