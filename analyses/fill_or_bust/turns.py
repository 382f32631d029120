"""How many points a turn banks: the distribution by strategy, from recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from analyses.matches import rules_record
from analyses.runs.lineup import Options, Setting, blocks_for, setting
from analyses.statistics.estimates import Estimate, PairMoments, proportion, ratio_from_moments
from analyses.tables import in_percent, records, spread_out, table
from simcore import engine
from simcore.fill_or_bust import records as ev
from simcore.match import Match

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TurnPoints", "TurnSums", "banked_by_turn", "turn_points"]

WIDTH = 250
TOP = 3_000
N_BINS = 2 + TOP // WIDTH
"""No points at all; less than `WIDTH`; then by `WIDTH`; the last interval is open."""


@dataclass
class TurnSums:
    """What is kept of the recorded games of one strategy.

    Attributes
    ----------
    n_games, n_turns, n_turns_squared : int
        Games; turns of both seats; sum over games of the square of their number.
    points, points_squared, points_by_turns : int
        Points banked by game: sum, sum of squares, and of products with the turns.
    in_bin, in_bin_squared, in_bin_by_turns : int64[N_BINS]
        The same for the turns that fall into each interval of points.
    most : int
        Most points of a turn.
    """

    n_games: int = 0
    n_turns: int = 0
    n_turns_squared: int = 0
    points: int = 0
    points_squared: int = 0
    points_by_turns: int = 0
    most: int = 0
    in_bin: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(N_BINS, np.int64))
    in_bin_squared: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(N_BINS, np.int64)
    )
    in_bin_by_turns: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(N_BINS, np.int64)
    )

    def add(self, banked: npt.NDArray[np.int64]) -> None:
        """Add a game by the points of its turns."""
        n_turns, points = len(banked), int(banked.sum())
        found = np.bincount(bin_of(banked), minlength=N_BINS)
        self.n_games += 1
        self.n_turns += n_turns
        self.n_turns_squared += n_turns**2
        self.points += points
        self.points_squared += points**2
        self.points_by_turns += points * n_turns
        self.most = max(self.most, int(banked.max(initial=0)))
        self.in_bin += found
        self.in_bin_squared += found**2
        self.in_bin_by_turns += found * n_turns

    def mean(self) -> Estimate:
        """Points banked in a turn."""
        return self._ratio(self.points, self.points_squared, self.points_by_turns)

    def share(self, place: int) -> Estimate:
        """Share of the turns in an interval of points.

        One that was never seen gets Wilson's interval, as if turns were independent.
        """
        n_seen = int(self.in_bin[place])
        if n_seen == 0:
            return proportion(0, self.n_turns)
        squares, products = int(self.in_bin_squared[place]), int(self.in_bin_by_turns[place])
        found = self._ratio(n_seen, squares, products)
        return Estimate(
            found.value, max(0.0, found.low), min(1.0, found.high), found.method, found.n
        )

    def _ratio(self, total: int, squares: int, products: int) -> Estimate:
        """Of a sum over turns to the number of turns; games are the blocks."""
        return ratio_from_moments(
            PairMoments(self.n_games, total, self.n_turns, squares, products, self.n_turns_squared)
        )


@dataclass(frozen=True)
class TurnPoints:
    """Result of `turn_points`.

    Attributes
    ----------
    matches : tuple of Match
        One for each strategy, against itself.
    sums : tuple of TurnSums
        What their games left behind.
    is_complete : bool
        False when the run was interrupted.
    """

    matches: tuple[Match, ...]
    sums: tuple[TurnSums, ...]
    is_complete: bool

    def to_frame(self) -> pd.DataFrame:
        """One row for each strategy and interval of points, ends included."""
        most = max(TOP, *(sums.most for sums in self.sums))
        return table(
            {
                "strategy": match.players[0].spec,
                "points_from": first,
                "points_to": last,
                "n_turns": sums.n_turns,
            }
            | spread_out("banked_rate", sums.share(place))
            for match, sums in zip(self.matches, self.sums, strict=True)
            for place, (first, last) in enumerate(bins(most))
        )

    def statistics(self) -> pd.DataFrame:
        """One row per strategy: points banked in a turn, and how many turns bank none."""
        return table(
            {
                "strategy": match.players[0].spec,
                "tier": match.players[0].tier,
                "n_games": sums.n_games,
                "n_turns": sums.n_turns,
            }
            | spread_out("banked_mean", sums.mean())
            | spread_out("nothing_rate", sums.share(0))
            for match, sums in zip(self.matches, self.sums, strict=True)
        )

    def summary(self) -> str:
        """One line per strategy."""
        return "\n".join(
            f"{match.players[0].spec} banks {sums.mean()} points a turn; "
            f"{in_percent(sums.share(0))} of its turns bank none"
            for match, sums in zip(self.matches, self.sums, strict=True)
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        match = self.matches[0]
        return {
            "game": match.game.name,
            "seed": match.seed,
            "games": sum(sums.n_games for sums in self.sums),
            "rules": rules_record(match.rules),
            "version": match.game.version,
            "is_complete": self.is_complete,
            "strategies": records(self.statistics()),
            "distribution": records(self.to_frame(), "banked_rate"),
        }


def turn_points(
    strategies: Sequence[str], *, games: int, seed: int, **options: Unpack[Options]
) -> TurnPoints:
    """Distribution of the points banked in a turn, by strategy.

    Parameters
    ----------
    strategies : sequence of str
        Each plays two-seat games against itself, over the same luck.
    games : int
        How many of each strategy are recorded; about a thousand a second.
    seed : int
        Every number follows from it.
    **options
        ``rules``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    TurnPoints
        Shares of turns by points, with intervals over games.

    Notes
    -----
    Counted are the points that a turn adds to the score, all cards of the turn together; what
    others lose to its Vengeance is not taken off.
    """
    plan = setting("fill_or_bust", seed, options)
    matches = tuple(plan.match([spec, spec], "none") for spec in strategies)
    sums = tuple(TurnSums() for _ in matches)
    n_games = blocks_for(games, 1)
    plan.blocks_wanted = n_games * len(matches)
    try:
        for match, into in zip(matches, sums, strict=True):
            _record(plan, match, into, n_games)
    except KeyboardInterrupt:
        plan.is_complete = False
    return TurnPoints(matches, sums, plan.is_complete)


def _record(plan: Setting, match: Match, into: TurnSums, n_games: int) -> None:
    engine.prepare(match)
    for block in range(n_games):
        into.add(banked_by_turn(engine.trace(match, block, 0)))
        plan.blocks_done += 1
        if plan.progress is not None and plan.blocks_done % 100 == 0:
            plan.progress(plan.blocks_done, plan.blocks_wanted)


def banked_by_turn(events: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Points banked in each turn of a recorded game, int64[n_turns].

    Parameters
    ----------
    events : int32[n_events, 5]
        As `simcore.engine.trace` returns them.
    """
    code = events[:, 0]
    turn = np.cumsum(code == ev.TURN) - 1
    is_bank = code == ev.BANK
    banked = np.zeros(int(turn[-1]) + 1, np.int64)
    np.add.at(banked, turn[is_bank], events[is_bank, 1])
    return banked


def bin_of(points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Interval of each number of points."""
    return np.where(points == 0, 0, 1 + np.minimum(points, TOP) // WIDTH)


def bins(most: int) -> list[tuple[int, int]]:
    """First and last points of the intervals; `most` closes the last one."""
    edges = [(0, 0), (1, WIDTH - 1)]
    edges += [(start, start + WIDTH - 1) for start in range(WIDTH, TOP, WIDTH)]
    return [*edges, (TOP, most)]
