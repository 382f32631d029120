"""Win rates of sides: partners share a win, so that a side's rate is twice each partner's."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyses.fillit.games import rules_in
from analyses.runs.blocks import Blocks
from analyses.statistics.estimates import Estimate, mean_from_histogram
from simcore.fillit.rules import Rules

__all__ = ["place_rate", "place_rate_diff", "seat_at", "side_rate"]


def _n_partners(blocks: Blocks) -> int:
    setting = rules_in(blocks.match).setting
    return int(setting.n_players // setting.n_sides)


def seat_at(rules: Rules, turn_order: int) -> int:
    """Seat of the player who moves first, second, ..."""
    return (rules.first + turn_order) % rules.setting.n_players


def _rate(
    counts: npt.NDArray[np.int64], most: int, low: float, confidence_level: float
) -> Estimate:
    return mean_from_histogram(counts, most, low=low, confidence_level=confidence_level)


def side_rate(blocks: Blocks, who: str, *, confidence_level: float = 0.95) -> Estimate:
    """Share of the games won by the side of ``entry0``, ``seat1``, ..."""
    most = blocks.most_wins // _n_partners(blocks)
    return _rate(blocks.win_counts(who)[: most + 1], most, 0.0, confidence_level)


def place_rate(blocks: Blocks, turn_order: int) -> Estimate:
    """Share of the games won by the side that moves first, second, ..."""
    return side_rate(blocks, f"seat{seat_at(rules_in(blocks.match), turn_order)}")


def place_rate_diff(
    blocks: Blocks, first: int, second: int, *, confidence_level: float = 0.95
) -> Estimate:
    """Win rate of one place in the order of play less that of another, paired by block."""
    seats = seat_at(rules_in(blocks.match), first), seat_at(rules_in(blocks.match), second)
    sign = 1.0 if seats[0] < seats[1] else -1.0
    low, high = sorted(seats)
    counts = blocks.win_diff_counts(f"seat{low}", f"seat{high}")
    reach, middle = blocks.most_wins // _n_partners(blocks), blocks.most_wins
    counts = counts[middle - reach : middle + reach + 1]
    found = _rate(counts, 2 * reach, -1.0, confidence_level)
    bottom, top = sorted((sign * found.low, sign * found.high))
    return Estimate(sign * found.value, bottom, top, found.method, found.n)
