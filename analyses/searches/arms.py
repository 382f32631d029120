"""Many strategies in the same place of a line-up, on the same luck: what sweeps and tuning play."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scipy.special import stdtr

from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Setting
from analyses.statistics.estimates import Estimate, PairMoments, difference_of_means

__all__ = ["GROUP", "ahead_p", "play_arms", "win_difference"]

GROUP = 16
"""Arms that are played side by side; sums of their products are kept, which grow by the square."""


def play_arms(
    plan: Setting,
    arms: Sequence[str],
    against: Sequence[str],
    n_blocks: int,
    *,
    first_block: int,
    anchor: str = "",
) -> list[Blocks]:
    """The blocks of every arm, all on the same luck.

    Parameters
    ----------
    plan : Setting
        Game, rules and seed.
    arms : sequence of str
        Who sits at entry 0, in turn.
    against : sequence of str
        The others.
    n_blocks, first_block : int
        Which blocks.
    anchor : str, optional
        One that is played beside every group, so that any arm can be paired with it; its blocks
        come first in the list.

    Returns
    -------
    list of Blocks
        Those of one group of up to `GROUP` arms share a summary, and can be paired.
    """
    found: list[Blocks] = []
    kept = [anchor] if anchor else []
    size = GROUP - len(kept)
    for begin in range(0, max(1, len(arms)), size):
        group = [*kept, *arms[begin : begin + size]]
        matches = [plan.match([arm, *against], "strategies") for arm in group]
        summary = plan.play(matches, n_blocks, first_block)
        played = [Blocks(match, summary, k) for k, match in enumerate(matches)]
        found += played if begin == 0 else played[len(kept) :]
    return found


def _moments(first: Blocks, second: Blocks) -> PairMoments:
    x, y = (f"{blocks.place}/entry0.win" for blocks in (first, second))
    total, product = first.summary.sum, first.summary.product
    n = first.n_blocks
    return PairMoments(n, total(x), total(y), product(x, x), product(x, y), product(y, y))


def win_difference(first: Blocks, second: Blocks) -> Estimate:
    """Win rate of one arm less that of another of its group, paired by block; a t-interval."""
    return difference_of_means(_moments(first, second), divisor=first.most_wins)


def ahead_p(first: Blocks, second: Blocks) -> float:
    """One-sided p-value that the first is no better than the second of its group.

    Student's t over blocks. Where all n blocks say the same, a difference d above 0, the bound
    (1 + d)^-n of the likelihood ratio; 1/2 where there is none, as with two copies of one strategy.
    """
    found = _moments(first, second)
    n, total = found.n, found.sum_x - found.sum_y
    squares = found.sum_xx - 2 * found.sum_xy + found.sum_yy
    centred = n * squares - total * total
    if n < 2 or total == 0:
        return 0.5
    if centred <= 0:
        return float((1.0 + abs(total) / (n * first.most_wins)) ** -n) if total > 0 else 1.0
    z = total * math.sqrt((n - 1) / centred)
    return float(stdtr(n - 1, -z))
