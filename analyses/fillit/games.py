"""Games of Fillit one by one: outcome rows, recorded turns, and estimates with games as blocks.

The analyses of this folder share these arguments:

rules : rules of Fillit
    As `analyses.load_rules` returns them; configuration and layout are part of them.
strategy : str
    Plays all seats, each game on luck of its own, so that games are independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from analyses.runs.lineup import Options, Setting, setting
from analyses.statistics.estimates import (
    Estimate,
    PairMoments,
    mean_from_histogram,
    mean_from_moments,
    proportion,
    ratio_from_moments,
)
from simcore import engine
from simcore.fillit.moves import copy_position
from simcore.fillit.records import POSITION, SETUP
from simcore.fillit.rules import Rules
from simcore.fillit.setup import setup_record
from simcore.jit import is_interpreted
from simcore.match import Match
from strategies.fillit.stone_moves import JUDGED, PLAYED, describe_turns

__all__ = [
    "Recorded",
    "around",
    "difference_of_ratios",
    "label_of",
    "mean_of",
    "of_games",
    "ratio_of",
    "record_games",
    "rules_in",
    "self_play",
    "setting_of",
    "share_of",
]

Ints = npt.NDArray[np.int64]


def rules_in(match: Match) -> Rules:
    """A match's rules, known to be those of Fillit."""
    return cast(Rules, match.rules)


def setting_of(rules: Any, seed: int, options: Options) -> Setting:
    """The setting of an analysis under these rules, or of which they are the first."""
    return setting("fillit", seed, cast(Options, {**options, "rules": rules}))


def label_of(rules: Any) -> str:
    """Configuration and layout in a few words, e.g. ``mini2 A``."""
    return f"{rules.config} {rules.layout}"


def self_play(plan: Setting, strategy: str, rules: Any = None) -> Match:
    """One strategy at every seat, one game a block."""
    chosen = plan.rules if rules is None else rules
    return plan.match([strategy] * chosen.setting.n_players, "none", chosen)


@dataclass(frozen=True)
class Recorded:
    """Games whose every turn is known.

    Attributes
    ----------
    match : Match
    turns : PLAYED[n_turns]
        Of all games one after the other.
    game : int64[n_turns]
        Which game each turn belongs to.
    """

    match: Match
    turns: np.ndarray
    game: Ints

    @property
    def n_games(self) -> int:
        """Games recorded."""
        return int(self.game[-1]) + 1

    @property
    def lengths(self) -> Ints:
        """Turns by game, int64[n_games]."""
        return np.bincount(self.game)

    def per_game(self, values: npt.ArrayLike) -> Ints:
        """Sums over the turns of each game, int64[n_games]."""
        sums = np.zeros(self.n_games, np.int64)
        np.add.at(sums, self.game, np.asarray(values, np.int64))
        return sums


def record_games(plan: Setting, match: Match, n_games: int) -> Recorded:
    """Play the first games of a match and describe each of their turns."""
    engine.prepare(match)
    played = []
    for block in range(n_games):
        played.append(described(match.rules, engine.trace(match, block, 0)))
        plan.blocks_done += 1
        if plan.progress is not None and plan.blocks_done % 100 == 0:
            plan.progress(plan.blocks_done, max(plan.blocks_wanted, plan.blocks_done))
    game = np.repeat(np.arange(n_games), [len(turns) for turns in played])
    return Recorded(match, np.concatenate(played), game)


def described(rules: Any, events: npt.NDArray[np.int32]) -> np.ndarray:
    """The turns of a recorded game, PLAYED[n_turns]."""
    setup, start = np.zeros(1, SETUP), np.zeros(1, POSITION)
    memory, played = np.zeros(1, JUDGED), np.zeros(len(events), PLAYED)
    setup[0] = setup_record(rules)
    records = [setup, start, memory, played]
    if is_interpreted():
        records = [record.view(np.recarray) for record in records]
    copy_position(records[0][0]["start"], records[1][0])
    describe_turns(records[0][0], records[1], events, records[2], records[3])
    return played


def of_games(x: npt.ArrayLike, y: npt.ArrayLike) -> PairMoments:
    """The sums of two whole numbers by game."""
    a, b = np.asarray(x, np.int64), np.asarray(y, np.int64)
    sums = (a.sum(), b.sum(), (a * a).sum(), (a * b).sum(), (b * b).sum())
    return PairMoments(len(a), *(int(total) for total in sums))


def mean_of(x: npt.ArrayLike) -> Estimate:
    """Mean over games of a whole number by game."""
    moments = of_games(x, 0)
    return mean_from_moments(moments.n, moments.sum_x, moments.sum_xx)


def ratio_of(x: npt.ArrayLike, y: npt.ArrayLike) -> Estimate:
    """Sum of x over sum of y, both whole numbers by game; games are the blocks."""
    return ratio_from_moments(of_games(x, y))


def share_of(x: npt.ArrayLike, y: npt.ArrayLike | None = None) -> Estimate:
    """Share of the games, or with `y` of the things counted there, of which something is so.

    Where it is so of all of them or of none, Wilson's interval, as if they were independent.
    """
    counts = np.asarray(x, np.int64)
    if y is None:
        n_so = int(counts.sum())
        return mean_from_histogram([len(counts) - n_so, n_so], 1)
    moments = of_games(counts, y)
    if moments.sum_x in (0, moments.sum_y) or moments.n < 2:
        return proportion(moments.sum_x, moments.sum_y)
    found = ratio_from_moments(moments)
    low, high = max(0.0, found.low), min(1.0, found.high)
    return Estimate(found.value, low, high, found.method, found.n)


def difference_of_ratios(pairs: Sequence[tuple[Ints, Ints]]) -> Estimate:
    """Second ratio less the first, of sums by game over the same games, by linearisation.

    With R = sum x / sum y, the game's part in the error of R is (x - R y) / mean y; the parts of
    the two ratios are subtracted game by game, so what the games share cancels.
    """
    values, parts = [], []
    for x, y in pairs:
        ratio, scale = x.sum() / y.sum(), y.mean()
        values.append(ratio)
        parts.append((x - ratio * y) / scale)
    n, value = len(parts[0]), float(values[1] - values[0])
    if n < 2:
        return Estimate(value, -math.inf, math.inf, "block t, 95 %", n)
    error = float(np.std(parts[1] - parts[0], ddof=1)) / math.sqrt(n)
    return around(value, error, n)


def around(value: float, error: float, n: int) -> Estimate:
    """A value with a t-interval from n blocks; error is the standard error."""
    from scipy.special import stdtrit

    reach = float(stdtrit(n - 1, 0.975)) * error
    return Estimate(value, value - reach, value + reach, "block t, 95 %", n)
