"""What a seat is worth: one strategy against itself, by number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Unpack

from analyses.matches import opening, play_blocks
from analyses.naming import brief
from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Options, blocks_for, playable_seats, setting
from analyses.runs.stopping import Stop
from analyses.statistics.estimates import Estimate
from analyses.statistics.families import Finding, together
from analyses.statistics.margins import check_margin
from analyses.statistics.verdicts import POINTS_OF_SPREAD, Verdict, spread_of_seats
from analyses.tables import records, spread_out, table
from simcore.errors import UsageError
from simcore.match import Player

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SeatAdvantage", "seat_advantage"]


@dataclass(frozen=True)
class SeatAdvantage:
    """Result of `seat_advantage`.

    Attributes
    ----------
    matches : tuple of Blocks
        One for each number of players, all of them finished as far as they go.
    margin : float
        Largest spread (best seat less worst) that counts as balanced.
    is_complete : bool
        False when the run was interrupted.
    stops : tuple of Stop
        Why the run of each number of players ended, where a precision was asked for.
    """

    matches: tuple[Blocks, ...]
    margin: float
    is_complete: bool
    stops: tuple[Stop, ...] = ()

    @property
    def n_games(self) -> int:
        """Games that were played, for all numbers of players."""
        return sum(blocks.n_games for blocks in self.matches)

    @property
    def player(self) -> Player:
        """Who plays against itself."""
        return self.matches[0].match.players[0]

    def verdict(self, n_seats: int) -> Verdict:
        """Whether the seats of this many players lie within the margin of each other."""
        return self.findings[n_seats].verdict

    @cached_property
    def findings(self) -> dict[int, Finding]:
        """By number of players, each by itself; cached: p-values take hundreds of intervals."""
        return {
            blocks.match.n_seats: Finding(
                self._judge(blocks),
                self._best_seat(blocks),
                games_per_block=blocks.match.n_rotations,
            )
            for blocks in self.matches
        }

    @staticmethod
    def _best_seat(blocks: Blocks) -> str:
        """The seat that is proven ahead of every other, if one is.

        Each end of a 95 % interval misses with a chance of 2.5 %: of two seats that are equally
        the best, one is named with a chance of at most 5 %, and of more with less.
        """
        seats = range(blocks.match.n_seats)
        best = max(seats, key=lambda s: blocks.win_rate(f"seat{s}").value)
        ahead = [blocks.win_rate_diff(f"seat{best}", f"seat{s}").low for s in seats[best + 1 :]]
        ahead += [-blocks.win_rate_diff(f"seat{s}", f"seat{best}").high for s in seats[:best]]
        return f"seat {best} ahead" if blocks.n_blocks and min(ahead) > 0.0 else ""

    def _judge(self, blocks: Blocks) -> Verdict:
        pairs = [
            partial(blocks.win_rate_diff, f"seat{i}", f"seat{j}")
            for i, j in combinations(range(blocks.match.n_seats), 2)
        ]
        wording = POINTS_OF_SPREAD._replace(games_per_block=blocks.match.n_rotations)
        return spread_of_seats(pairs, self.margin, look=blocks.look, wording=wording)

    def to_frame(self) -> pd.DataFrame:
        """One row for each seat of each number of players, with its distance from a fair share."""
        return table(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """The rows of `to_frame`, for tables of several strategies."""
        return [
            self._seat_row(found, seat)
            for found in self.matches
            for seat in range(found.match.n_seats)
        ]

    def _seat_row(self, blocks: Blocks, seat: int) -> dict[str, Any]:
        rate, fair = blocks.win_rate(f"seat{seat}"), 1.0 / blocks.match.n_seats
        edge = Estimate(rate.value - fair, rate.low - fair, rate.high - fair, rate.method, rate.n)
        return (
            {"strategy": self.player.spec, "tier": self.player.tier}
            | {"n_seats": blocks.match.n_seats, "seat": seat, "n_games": blocks.n_games}
            | spread_out("win_rate", rate)
            | {"fair_share": fair}
            | spread_out("seat_edge", edge)
        )

    def verdicts(self) -> pd.DataFrame:
        """One row per number of players: the spread of its seats, judged against the margin.

        The p-values are adjusted by Holm's method over the numbers of players.
        """
        found = together([self.findings[blocks.match.n_seats] for blocks in self.matches])
        rows = zip(self.matches, found, strict=True)
        return table(self.verdict_row(*row) for row in rows)

    def verdict_row(self, blocks: Blocks, found: Finding) -> dict[str, Any]:
        """The row of `verdicts` for one number of players, judged together with others."""
        player, n_seats, verdict = self.player, blocks.match.n_seats, found.verdict
        return (
            {"strategy": player.spec, "tier": player.tier, "n_seats": n_seats}
            | {"n_games": blocks.n_games}
            | spread_out("seat_spread", verdict.estimate)
            | {
                "margin": self.margin,
                "outcome": verdict.outcome,
                "verdict": verdict.text,
                "n_more": verdict.n_more,
                "p_balanced_holm": found.p_balanced_holm,
                "p_not_balanced_holm": found.p_not_balanced_holm,
                "independent_worth": blocks.worth(*(f"seat{s}" for s in range(n_seats))),
            }
        )

    def summary(self) -> str:
        """The result in a few lines."""
        lines = []
        for blocks in self.matches:
            match = blocks.match
            rates = ", ".join(
                f"{100 * blocks.win_rate(f'seat{s}').value:.2f}" for s in range(match.n_seats)
            )
            verdict = self.verdict(match.n_seats).text
            lines.append(f"{match.n_seats} players: {rates} % by seat; {verdict}")
        match = self.matches[0].match
        name = brief(match.game.name, self.player.spec)
        who = f"{name} (tier {self.player.tier}) against itself"
        head = f"{match.game.title} ({match.rules.name}), {who}"
        return "\n".join([head, *lines, *self._ends()])

    def _ends(self) -> list[str]:
        """Why each run ended, where a precision was asked for."""
        played = zip(self.matches, self.stops, strict=False)
        return [f"{blocks.match.n_seats} players: {stop.text}" for blocks, stop in played]

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        match = self.matches[0].match
        return {
            **opening(match, self.n_games, self.is_complete),
            "strategy": self.player.spec,
            "seats": records(self.to_frame(), "win_rate"),
            "verdicts": records(self.verdicts()),
            "stops": [stop.to_json() for stop in self.stops],
        }


def seat_advantage(
    game: str,
    strategy: str,
    *,
    games: int,
    seed: int,
    seats: Sequence[int] = (),
    margin: float = 0.02,
    **options: Unpack[Options],
) -> SeatAdvantage:
    """Play a strategy against itself and compare the seats.

    Parameters
    ----------
    game, strategy : str
        The game and who plays it.
    games : int
        How many for each number of players, at least.
    seed : int
        Every number follows from it.
    seats : sequence of int, optional
        Numbers of players; by default every one from 2 that the rules have.
    margin : float, default 0.02
        Largest spread, best seat less worst, that counts as balanced.
    **options
        ``rules``, ``workers``, ``backend``, ``progress``, ``precision``: `analyses.runs.lineup`.

    Returns
    -------
    SeatAdvantage
        The win rate of every seat, and a verdict for each number of players.

    Notes
    -----
    In the games of a block the luck moves from seat to seat. Moving the strategies instead would
    play one and the same game again, which says nothing about seats.
    """
    check_margin(margin)
    plan = setting(game, seed, options)
    if plan.game.is_cooperative:
        raise UsageError(f"{plan.game.title} is won or lost by all seats together; try 'compare'")
    numbers = list(seats) or [n for n in playable_seats(plan.game, plan.rules) if n > 1]
    if min(numbers, default=1) < 2:
        raise UsageError(f"seats = {min(numbers, default=1)}; allowed: 2 or more")
    matches = [plan.match([strategy] * n, "luck") for n in numbers]
    wanted = [blocks_for(games, match.n_rotations) for match in matches]
    plan.blocks_wanted = sum(wanted)
    played: list[Blocks] = []
    stops: list[Stop] = []
    for match, n_blocks in zip(matches, wanted, strict=True):
        blocks, stop = play_blocks(plan, match, n_blocks)
        if plan.is_complete or blocks.n_blocks > 0 or not played:
            played.append(blocks)
            stops += [stop] if stop is not None else []
    return SeatAdvantage(tuple(played), margin, plan.is_complete, tuple(stops))
