"""The numbers a balance is judged by: of one match, and their change under other rules."""

from __future__ import annotations

import math
from dataclasses import dataclass

from analyses.runs.blocks import Blocks, Statistic, game_statistics, seat_statistics
from analyses.statistics.estimates import Estimate
from simcore.match import Match

__all__ = ["WIN_RATE", "Measure", "measures_of"]

WIN_RATE = "win_rate"
SCORE = "score_mean"


@dataclass(frozen=True)
class Measure:
    """One number of a match.

    Attributes
    ----------
    name, who : str
        Its column, e.g. ``win_rate`` or ``turns_mean``, and whose it is: ``game``, or ``seat0``
        or ``entry0``, ...
    statistic : Statistic, optional
        What it is counted from; None for a win rate.
    most_games, games_left : float
        How many games are looked at, and how many more would be: all.
    """

    name: str
    who: str
    statistic: Statistic | None = None
    most_games: float = math.inf
    games_left: float = math.inf

    @property
    def is_share(self) -> bool:
        """Whether it is a share of the games."""
        return self.statistic is None or self.statistic.is_share

    def of(self, blocks: Blocks, *, confidence_level: float = 0.95) -> Estimate:
        """Its value in a match."""
        level = confidence_level
        if self.statistic is None:
            return blocks.win_rate(self.who, confidence_level=level)
        return blocks.statistic(self.statistic, self.who, confidence_level=level)

    def change(self, blocks: Blocks, base: Blocks, *, confidence_level: float = 0.95) -> Estimate:
        """Its value in a match less that in the base, paired by block."""
        level = confidence_level
        if self.statistic is None:
            return blocks.win_rate_diff(self.who, self.who, base, confidence_level=level)
        return blocks.difference(self.statistic, base, self.who, confidence_level=level)[0]

    def saved(self, blocks: Blocks, base: Blocks) -> float:
        """Variance of that change on different luck over that on the same luck."""
        if self.statistic is None:
            return blocks.win_variance_saved(self.who, base)
        return blocks.difference(self.statistic, base, self.who)[1]

    def owner(self, match: Match) -> str:
        """Whose it is in words: the game, a seat, or a strategy."""
        if self.who == "game":
            return self.who
        place = int(self.who.removeprefix("seat").removeprefix("entry"))
        if match.rotation == "strategies":
            return match.players[place].spec
        return f"seat {place}"


def measures_of(match: Match) -> list[Measure]:
    """Who wins, how a game goes, and what each scores: of seats where those are asked about.

    Seats are what differs where the luck rotates over them, strategies where those rotate. Of
    two seats only the first one's win rate is there: the second's is what it leaves.
    """
    n_seats = match.n_seats
    kind = "entry" if match.rotation == "strategies" else "seat"
    found = [Measure(WIN_RATE, f"{kind}{k}") for k in range(1 if n_seats == 2 else n_seats)]
    found += [Measure(it.column, "game", it) for it in game_statistics(match.game)]
    scores = [it for it in seat_statistics(match.game) if it.column == SCORE]
    return found + [Measure(SCORE, f"entry{k}", it) for it in scores for k in range(n_seats)]


def is_known(estimate: Estimate) -> bool:
    """Whether there is a value at all."""
    return math.isfinite(estimate.value)
