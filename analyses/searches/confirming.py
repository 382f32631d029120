"""The chosen one of many strategies, on luck that had no part in choosing it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from analyses.meetings.comparisons import Comparison
from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Setting
from analyses.searches.arms import play_arms
from analyses.statistics.estimates import Estimate
from analyses.tables import in_percent, in_points, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Arm", "Confirmation", "confirmation", "other_luck"]

MARGIN = 0.01
"""Largest gain that counts as none where it is asked for whom it holds."""
OTHER_LUCK = 2**63
"""Bit of a seed that is turned for luck that had no part in a search nor in its confirmation."""


class Arm(NamedTuple):
    """One strategy of a grid and the last round it played.

    Parameters
    ----------
    strategy : str
    rung : int
        That round, from 0; the finalists' is the highest.
    blocks : Blocks
        Of that round only: every round has luck of its own.
    """

    strategy: str
    rung: int
    blocks: Blocks


@dataclass(frozen=True)
class Confirmation:
    """The chosen strategy on luck that had no part in choosing it.

    Attributes
    ----------
    strategy, base : str
        The chosen one, and the same with its default parameters (or where a search began).
    seen, fresh : Estimate
        Its win rate on the luck it was chosen by, and on fresh luck.
    gain : Estimate
        On fresh luck, its win rate less that of `base`, paired; exactly 0 if they are the same.
    n_games : int
        Games it played on fresh luck.
    comparison : Comparison, optional
        The two on fresh luck, to be asked for whom it holds; None if they are the same.
    """

    strategy: str
    base: str
    seen: Estimate
    fresh: Estimate
    gain: Estimate
    n_games: int
    comparison: Comparison | None = None

    @property
    def optimism(self) -> Estimate:
        """What choosing the best of many made the seen win rate too high by.

        The two are independent; half-widths add in quadrature.
        """
        value = self.seen.value - self.fresh.value
        reach = math.hypot(self.seen.half_width, self.fresh.half_width)
        return Estimate(value, value - reach, value + reach, "in quadrature, 95 %", self.fresh.n)

    @property
    def text(self) -> str:
        """Both numbers, and what it gains, in one sentence."""
        told = f"{self.strategy} wins {in_percent(self.fresh)} on fresh games"
        told += f" ({in_percent(self.seen)} on those it was chosen by)"
        if self.strategy == self.base:
            return f"{told}; these are the parameters it had before"
        if self.gain.low > 0.0:
            return f"{told}; {in_points(self.gain)} more than {self.base}"
        if self.gain.high < 0.0:
            lost = Estimate(-self.gain.value, -self.gain.high, -self.gain.low, "", self.gain.n)
            return f"{told}; {in_points(lost)} fewer than {self.base}"
        return f"{told}; no proof that it is better than {self.base}: {in_points(self.gain)}"

    def to_frame(self) -> pd.DataFrame:
        """One row: both win rates, their difference, and the gain."""
        row: dict[str, Any] = {"strategy": self.strategy, "base_strategy": self.base}
        row["n_games"] = self.n_games
        row |= spread_out("win_rate_seen", self.seen) | spread_out("win_rate", self.fresh)
        row |= spread_out("optimism_diff", self.optimism) | spread_out("gain_diff", self.gain)
        both = self.comparison
        return table([row | {"independent_worth": both.independent_worth if both else math.nan}])


def other_luck(seed: int) -> int:
    """A seed for what is asked after a search with this one."""
    return seed ^ OTHER_LUCK


def confirmation(
    plan: Setting,
    chosen: Arm,
    base: str,
    against: Sequence[str],
    n_blocks: int,
    first_block: int,
) -> Confirmation | None:
    """The chosen arm beside `base` on blocks from `first_block` on; None if interrupted."""
    base_spec = plan.players([base])[0].spec
    is_same = base_spec == chosen.strategy
    arms = [chosen.strategy] if is_same else [chosen.strategy, base]
    played = play_arms(plan, arms, against, n_blocks, first_block=first_block)
    if not plan.is_complete:
        return None
    seen, fresh = (blocks.win_rate("entry0") for blocks in (chosen.blocks, played[0]))
    n_games = played[0].n_games
    if is_same:
        gain = Estimate.exact(0.0)
        return Confirmation(chosen.strategy, base_spec, seen, fresh, gain, n_games)
    both = Comparison(played[0], played[1], MARGIN, True)
    gain = both.difference()
    return Confirmation(chosen.strategy, base_spec, seen, fresh, gain, n_games, both)
