"""Run until sure: play until every watched interval is narrow enough, then say what that cost.

The intervals are valid at any time (`analyses.statistics.any_time`), so that the run may be looked
at and ended whenever it likes. It is looked at after fixed numbers of blocks, in block order: any
number of workers ends at the same block. An analysis calls `Setting.play_until` with the estimates
it watches, hands the goal's `look` to every interval of its result, and keeps the `Stop`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from analyses.statistics.any_time import AnyTime, n_star_for
from analyses.statistics.estimates import Estimate
from analyses.tables import plain, table
from simcore.errors import UsageError
from simcore.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Goal", "Stop", "Watched", "goal_for", "looks", "stop_of"]

ALPHA = 0.05
FIRST_LOOK, LOOK_STEP = 100, 100
"""Blocks; an asymptotic interval says nothing before a hundred of them."""
LOOK_GROWTH = 20
"""A look at least every twentieth of the way: a run is at most 5 % longer than it need be."""
PLANNED_SD = 0.1
"""Standard deviation of a block's win share that the any-time interval is tuned for."""
MOST_BLOCKS = 1e15

Reason = Literal["reached", "games limit", "interrupted"]
Watched = Callable[[Summary], Iterable[Estimate]]
"""The estimates that must all become narrow enough."""


class Goal(NamedTuple):
    """A half-width to reach, and the interval that may be looked at until it is.

    Parameters
    ----------
    half_width : float
        In the unit of the estimates, e.g. 0.002 for 0.2 percentage points.
    look : AnyTime
        Tuned for it; for every interval of the result.
    """

    half_width: float
    look: AnyTime


def goal_for(half_width: float, *, sd: float = PLANNED_SD, family: int = 1) -> Goal:
    """The goal of a run that is to end at `half_width`.

    Parameters
    ----------
    half_width : float
        What is asked for.
    sd : float, default 0.1
        Standard deviation of a block assumed for planning, never taken from the run itself: 0.1
        for a win share, 0.2 for a difference of two.
    family : int, default 1
        Intervals that are to hold together; each gets that part of the error rate.
    """
    if not (half_width > 0.0 and math.isfinite(half_width)):
        raise UsageError(f"precision = {half_width}; allowed: above 0")
    level = 1.0 - ALPHA / family
    return Goal(half_width, AnyTime(n_star_for(half_width, sd=sd, confidence_level=level), family))


def looks(n_blocks: int) -> list[int]:
    """After how many blocks a run of at most `n_blocks` is looked at: no other number counts.

    Every hundred blocks up to 2,000, then in steps of a twentieth, in hundreds.

    Examples
    --------
    >>> looks(450)
    [100, 200, 300, 400, 450]
    """
    found = []
    at = FIRST_LOOK
    while at < n_blocks:
        found.append(at)
        at += LOOK_STEP * max(1, at // (LOOK_GROWTH * LOOK_STEP))
    return [*found, n_blocks] if n_blocks > 0 else []


@dataclass(frozen=True)
class Stop:
    """Why a run until sure ended, and what another precision would cost.

    Attributes
    ----------
    reason : {'reached', 'games limit', 'interrupted'}
        What ended it.
    wanted, reached : float
        Half-width that was asked for, and the widest one at the end; infinite before anything
        is known.
    n_blocks, games_per_block : int
        Blocks that were played, and the games in each.
    look : AnyTime
        Of the intervals.
    unit, scale : str, float
        How half-widths are put into words: `scale` units make 1.
    """

    reason: Reason
    wanted: float
    reached: float
    n_blocks: int
    games_per_block: int
    look: AnyTime
    unit: str = "points"
    scale: float = 100.0

    @property
    def n_games(self) -> int:
        """Games that were played."""
        return self.n_blocks * self.games_per_block

    def games_for(self, half_width: float) -> float:
        """Games a run that asks for this half-width would take, from the start; inf if unknown.

        The block's spread s is read off the widest interval, s^2 = reached^2 n / (2 T_n), and n
        solves s sqrt(2 T_n / n) = half_width with T_n tuned for that half-width.
        """
        if self.n_blocks == 0 or not math.isfinite(self.reached):
            return math.inf
        there = replace(self.look, n_star=self.look.n_star * (self.wanted / half_width) ** 2)
        spread = self.reached**2 * self.n_blocks / self.look.threshold(self.n_blocks, ALPHA)
        low, high = 1.0, MOST_BLOCKS
        while high - low > max(0.5, 1e-3 * low):
            middle = math.sqrt(low * high)
            is_wide = spread * there.threshold(middle, ALPHA) / middle > half_width**2
            low, high = (middle, high) if is_wide else (low, middle)
        return high * self.games_per_block

    @property
    def text(self) -> str:
        """Why it ended and what a smaller width costs, in one sentence."""
        half = self._width(self.wanted / 2)
        if self.reason == "reached":
            got = f"within {self._width(self.wanted)}, as asked"
            cost = f"{half} would take {self._games(self.wanted / 2)}"
            return f"stopped after {self.n_games:,} games: {got}; {cost}"
        why = "at the limit of" if self.reason == "games limit" else "by an interruption after"
        got = "knowing nothing yet"
        if math.isfinite(self.reached):
            got = f"within {self._width(self.reached)}"
        return (
            f"stopped {why} {self.n_games:,} games, {got}; {self._width(self.wanted)}, as asked, "
            f"would take {self._games(self.wanted)}"
        )

    def to_frame(self) -> pd.DataFrame:
        """One row: why it ended, the half-widths asked for and reached, and the cost of half."""
        return table([self.row()])

    def row(self) -> dict[str, Any]:
        """The row of `to_frame`, for tables of several runs."""
        return {
            "n_games": self.n_games,
            "stop_reason": self.reason,
            "half_width_wanted": self.wanted,
            "half_width": self.reached,
            "n_games_wanted": self.games_for(self.wanted),
            "n_games_half": self.games_for(self.wanted / 2),
        }

    def summary(self) -> str:
        """The same as `text`."""
        return self.text

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        found: dict[str, Any] = plain(self.row() | {"text": self.text})
        return found

    def _width(self, half_width: float) -> str:
        width = float(f"{self.scale * half_width:.2g}")  # 100 and not 1e+02
        return f"±{width:g} {self.unit}"

    def _games(self, half_width: float) -> str:
        games = self.games_for(half_width)
        return (
            f"about {float(f'{games:.2g}'):,.0f}"
            if math.isfinite(games)
            else "nobody knows how many"
        )


def stop_of(
    goal: Goal,
    estimates: Iterable[Estimate],
    n_blocks: int,
    games_per_block: int,
    is_complete: bool = True,
) -> Stop:
    """Why a run ended that was to make these estimates as narrow as its goal."""
    reached = widest(estimates)
    reason: Reason = "reached" if reached <= goal.half_width else "games limit"
    if not is_complete:
        reason = "interrupted"
    return Stop(reason, goal.half_width, reached, n_blocks, games_per_block, goal.look)


def widest(estimates: Iterable[Estimate]) -> float:
    """The largest half-width; infinite where there is an interval without an end."""
    return max((estimate.half_width for estimate in estimates), default=math.inf)
