"""Luck against skill: the same luck in the hands of different players, taken apart."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyses.runs.groups import band, resamples
from analyses.statistics.estimates import Estimate
from simcore.match import Match
from simcore.summary import N_GROUPS

__all__ = ["LuckAndSkill", "luck_and_skill", "results_by_luck"]

FloatArray = npt.NDArray[np.float64]


class LuckAndSkill(NamedTuple):
    """Shares of the variance of a game's result; what is left is both together.

    luck : what the luck of a place explains, whoever has it. skill : what the player explains,
    whatever luck it has. both : whose luck suits which player's way of playing, and everything
    that players make of each other's moves.
    """

    luck: Estimate
    skill: Estimate
    both: Estimate


def results_by_luck(match: Match, outcomes: np.ndarray) -> FloatArray:
    """Results as float64[n_blocks, n_seats, n_rotations]: who holds the luck of a seat changes.

    In rotation r of a block the luck of seat s is in the hands of entry (s + r) mod n; the last
    axis is ordered by that entry, so that a row is the same luck in different hands.
    """
    n_blocks, n_rotations = outcomes.shape
    shares = shares_of_win(match, outcomes)
    by_entry = np.zeros((n_blocks, match.n_seats, n_rotations))
    for rotation in range(n_rotations):
        for entry in range(match.n_seats):
            seat = match.seat_of(entry, rotation)
            by_entry[:, seat, entry] = shares[:, rotation, seat]
    return by_entry


def shares_of_win(match: Match, outcomes: np.ndarray) -> FloatArray:
    """Each seat's share of the win, float64[n_blocks, n_rotations, n_seats].

    Ties are split among those who tie; where all win together, all have won.
    """
    bits = outcomes["winners"][:, :, None] >> np.arange(32) & 1
    total = np.ones(bits.shape[:2]) if match.game.is_cooperative else bits.sum(axis=2)
    shares: FloatArray = bits[:, :, : match.n_seats] / np.maximum(total, 1)[:, :, None]
    return shares


def luck_and_skill(results: FloatArray, *, n_resamples: int, seed: int) -> LuckAndSkill:
    """Shares of luck and skill in the variance of results.

    Parameters
    ----------
    results : float64[n_blocks, n_lucks, n_players]
        Result of each player with each luck of a block; lucks of a block may depend on each other.
    n_resamples, seed : int
        Of the bootstrap over groups of blocks.

    Notes
    -----
    Two-way analysis of variance without replication, for each kind of luck (the luck of seat 0,
    of seat 1, ...) over blocks: x = mean + luck of the block + player + rest, with the usual
    estimates of the variances from mean squares, (MS_luck - MS_rest) / players for luck and
    (MS_player - MS_rest) / blocks for skill [1]_. Their sums over the kinds of luck are divided
    by the sum of all three. A share below 0 is shown as 0.

    References
    ----------
    .. [1] Searle, Casella and McCulloch (1992), Variance Components, Wiley, section 4.
    """
    n_blocks, _, n_players = results.shape
    group = np.arange(n_blocks) % N_GROUPS
    n_groups = min(N_GROUPS, n_blocks)
    sums = _sums(results, group, n_groups)
    found = _shares(np.ones((1, n_groups)), sums, n_players)[0]
    drawn = _shares(resamples(n_resamples, seed, n_groups), sums, n_players)
    return LuckAndSkill(*(band(float(found[k]), drawn[:, k], n_groups) for k in range(3)))


class _Sums(NamedTuple):
    """By group: blocks, sums by luck and player, of squares of row totals, of squares."""

    blocks: FloatArray
    players: FloatArray
    rows: FloatArray
    squares: FloatArray


def _sums(results: FloatArray, group: npt.NDArray[np.int64], n_groups: int) -> _Sums:
    n_lucks, n_players = results.shape[1:]
    found = _Sums(
        np.bincount(group, minlength=n_groups).astype(np.float64),
        np.zeros((n_groups, n_lucks, n_players)),
        np.zeros((n_groups, n_lucks)),
        np.zeros((n_groups, n_lucks)),
    )
    np.add.at(found.players, group, results)
    np.add.at(found.rows, group, results.sum(axis=2) ** 2)
    np.add.at(found.squares, group, (results**2).sum(axis=2))
    return found


def _shares(draws: npt.ArrayLike, sums: _Sums, n_players: int) -> FloatArray:
    """Shares of luck, skill and rest for every resample, float64[n_draws, 3]; nan if all alike."""
    weights = np.asarray(draws, np.float64)
    n = (weights @ sums.blocks)[:, None]
    players = np.tensordot(weights, sums.players, axes=1)
    rows, squares = weights @ sums.rows, weights @ sums.squares
    m = n_players
    correction = players.sum(axis=2) ** 2 / (n * m)
    of_luck = rows / m - correction
    of_player = (players**2).sum(axis=2) / n - correction
    rest = squares - correction - of_luck - of_player
    with np.errstate(invalid="ignore", divide="ignore"):  # one luck, or all alike
        ms_rest = rest / ((n - 1) * (m - 1))
        luck, skill = of_luck / (n - 1) - ms_rest, of_player / (m - 1) - ms_rest
        parts = np.maximum(np.stack([luck / m, skill / n, ms_rest], axis=2), 0.0).sum(axis=1)
        shares: FloatArray = parts / parts.sum(axis=1, keepdims=True)
    return shares
