"""The payoffs of a round robin, and what a bootstrap of groups of blocks makes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np
import numpy.typing as npt

from analyses.meetings.tournaments import Tournament
from analyses.runs.groups import resamples
from simcore.errors import UsageError
from simcore.summary import WIN_UNITS

__all__ = ["FloatArray", "Payoffs", "draws_for", "payoffs_of"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Payoffs:
    """Who wins how much more than whom, by group of blocks.

    The payoff of i against j is half of (win rate of i) - (win rate of j) over the games in which
    both sit at the table. At two seats without drawn games that is the win rate less one half.

    Attributes
    ----------
    n_strategies, n_seats : int
    line_ups : int64[n_line_ups, n_seats]
        Strategies by place.
    entry_wins, seat_wins : float64[n_groups, n_line_ups, n_seats]
        Games won, ties and games without a winner split equally.
    ties : float64[n_groups, n_line_ups]
        Games that were split.
    games : float64[n_groups, n_line_ups]
        Games played.
    """

    n_strategies: int
    n_seats: int
    line_ups: npt.NDArray[np.int64]
    entry_wins: FloatArray
    seat_wins: FloatArray
    ties: FloatArray
    games: FloatArray

    @property
    def n_groups(self) -> int:
        """Groups that have blocks."""
        return len(self.games)

    def among(self, chosen: npt.NDArray[np.bool_]) -> Payoffs:
        """The line-ups of which all belong to the chosen strategies, bool[n_strategies]."""
        kept = chosen[self.line_ups].all(axis=1)
        return replace(
            self,
            line_ups=self.line_ups[kept],
            entry_wins=self.entry_wins[:, kept],
            seat_wins=self.seat_wins[:, kept],
            ties=self.ties[:, kept],
            games=self.games[:, kept],
        )

    def matrix(self) -> FloatArray:
        """Payoff of row against column, float64[n, n]; antisymmetric."""
        found: FloatArray = self.resampled(np.ones((1, self.n_groups)))[0]
        return found

    def resampled(self, draws: npt.ArrayLike) -> FloatArray:
        """Payoff matrices with groups counted as often as drawn, float64[n_draws, n, n].

        draws : float64[n_draws, n_groups].
        """
        weights = np.asarray(draws, np.float64)
        wins = np.tensordot(weights, self.entry_wins, axes=1)
        games = np.tensordot(weights, self.games, axes=1)
        return self.matrix_of(wins / games[:, :, None])

    def group_shifts(self) -> FloatArray:
        """How far each group moves each payoff, float64[n_groups, n, n]; they sum to 0.

        The variance of any linear function f of the payoffs is G / (G - 1) sum of f(shift)^2.
        """
        total_wins, total_games = self.entry_wins.sum(axis=0), self.games.sum(axis=0)
        rates = total_wins / total_games[:, None]
        moved = (self.entry_wins - rates * self.games[:, :, None]) / total_games[:, None]
        return self.matrix_of(moved)

    def matrix_of(self, rates: FloatArray) -> FloatArray:
        """Payoffs from win rates by line-up and entry, float64[m, n, n]; the mean over line-ups."""
        n = self.n_strategies
        sums, met = np.zeros((len(rates), n, n)), np.zeros((n, n))
        for k, line_up in enumerate(self.line_ups):
            for a, b in permutations(range(self.n_seats), 2):
                sums[:, line_up[a], line_up[b]] += (rates[:, k, a] - rates[:, k, b]) / 2
                met[line_up[a], line_up[b]] += 1
        payoffs: FloatArray = sums / np.maximum(met, 1)
        return payoffs


def payoffs_of(found: Tournament) -> Payoffs:
    """The payoffs of a round robin of which every line-up has played."""
    if min(blocks.n_blocks for blocks in found.matches) < 2:
        raise UsageError("fewer than two blocks of some line-up; play more games")
    n_seats = found.matches[0].match.n_seats
    used = np.any([blocks.summary.group_blocks > 0 for blocks in found.matches], axis=0)

    def column(name: str) -> FloatArray:
        sums = [blocks.summary.by_group(f"{blocks.place}/{name}") for blocks in found.matches]
        return np.array(sums, np.float64).T[used]

    def wins(kind: str) -> FloatArray:
        return np.stack([column(f"{kind}{i}.win") for i in range(n_seats)], axis=2) / WIN_UNITS

    blocks_by_group = np.array([b.summary.group_blocks for b in found.matches], np.float64)
    games = blocks_by_group.T[used] * found.matches[0].match.n_rotations
    entry_wins, seat_wins = wins("entry"), wins("seat")
    unwon = games - entry_wins.sum(axis=2)
    share = unwon[:, :, None] / n_seats
    return Payoffs(
        len(found.names),
        n_seats,
        np.array(found.line_ups, np.int64),
        entry_wins + share,
        seat_wins + share,
        column("game.ties") + unwon,
        games,
    )


def draws_for(payoffs: Payoffs, n: int, seed: int) -> npt.NDArray[np.int64]:
    """The resamples of a bootstrap over the groups that have blocks."""
    return resamples(n, seed, payoffs.n_groups)
