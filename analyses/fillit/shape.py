"""How long games are, how much there is to choose, and what another layout or board changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from analyses.fillit.games import (
    Ints,
    difference_of_ratios,
    label_of,
    mean_of,
    ratio_of,
    rules_in,
    self_play,
    setting_of,
    share_of,
)
from analyses.matches import opening
from analyses.runs.lineup import Options
from analyses.runs.outcomes import outcome_rows
from analyses.statistics.estimates import Estimate, mean_from_histogram, proportion
from analyses.tables import records, spread_out, table
from simcore.match import Match

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["GameShapes", "Measure", "game_shapes"]


class Measure(NamedTuple):
    """A column, and what it is counted from in the outcome rows of games.

    Parameters
    ----------
    column : str
    counted, of : callable
        Whole numbers by game; ``of`` is None for a mean by game.
    is_share : bool
        Whether the count cannot exceed what it is divided by.
    has_difference : bool
        Whether it is compared between rule sets; not what hardly ever happens.
    """

    column: str
    counted: Callable[[np.ndarray, Any], Ints]
    of: Callable[[np.ndarray, Any], Ints] | None = None
    is_share: bool = False
    has_difference: bool = False

    def estimate(self, rows: np.ndarray, rules: Any) -> Estimate:
        """Its value over games."""
        counts = self.counted(rows, rules)
        of = self.of(rows, rules) if self.of else None
        if self.is_share:
            return share_of(counts, of)
        return mean_of(counts) if of is None else ratio_of(counts, of)

    def difference(self, base: tuple[np.ndarray, Any], other: tuple[np.ndarray, Any]) -> Estimate:
        """Its value under other rules less that under the base rules, over the same blocks."""
        if self.is_share and self.of is None:
            change = self.counted(*other).astype(np.int64) - self.counted(*base)
            counts = np.bincount(change + 1, minlength=3)
            return mean_from_histogram(counts, 2, low=-1.0)
        ones = np.ones(len(base[0]), np.int64)
        pairs = [(self.counted(*one), self.of(*one) if self.of else ones) for one in (base, other)]
        return difference_of_ratios(pairs)


def _field(name: str) -> Callable[[np.ndarray, Any], Ints]:
    def by_game(rows: np.ndarray, rules: Any) -> Ints:
        del rules
        return np.asarray(rows[name], np.int64)

    return by_game


def _first_wins(rows: np.ndarray, rules: Any) -> Ints:
    return np.asarray(rows["winners"] >> rules.first & 1, np.int64)


TURNS = _field("turns")

MEASURES = (
    Measure("turns_mean", TURNS, has_difference=True),
    Measure("capped_rate", _field("capped"), is_share=True, has_difference=True),
    Measure("first_rate", _first_wins, is_share=True, has_difference=True),
    Measure("branching_mean", _field("options"), TURNS, has_difference=True),
    Measure("order_matters_rate", _field("order_matters"), TURNS, True, True),
    Measure("stone_only_rate", _field("stone_only"), TURNS, True),
    Measure("repeat_rate", _field("repeats"), TURNS, True),
    Measure(
        "repeated_rate", lambda rows, rules: (rows["repeats"] > 0).astype(np.int64), None, True
    ),
    Measure("lead_changes_mean", _field("lead_changes"), has_difference=True),
)
"""What a game is described by; the order of the columns."""


@dataclass(frozen=True)
class GameShapes:
    """Result of `game_shapes`.

    Attributes
    ----------
    matches : tuple of Match
        One for each rule set.
    rows : tuple of OUTCOME[n_games]
        Their games; game k of all matches draws on the same luck.
    """

    matches: tuple[Match, ...]
    rows: tuple[np.ndarray, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row for each rule set."""
        return table(
            _keys(match, rows)
            | {"most_options": int(rows["most_options"].max())}
            | _spread({m.column: m.estimate(rows, rules_in(match)) for m in MEASURES})
            for match, rows in self._pairs()
        )

    def lengths(self) -> pd.DataFrame:
        """One row for each rule set and number of turns that a game took."""
        return table(
            _keys(match, rows)
            | {"length": length}
            | spread_out("length_rate", proportion(int(count), len(rows)))
            for match, rows in self._pairs()
            for length, count in enumerate(np.bincount(rows["turns"]))
            if length >= rows["turns"].min()
        )

    def differences(self, pairs: Sequence[tuple[int, int]] = ()) -> pd.DataFrame:
        """What is otherwise under one rule set than under another; one row for each pair.

        Parameters
        ----------
        pairs : sequence of (first, second), optional
            Places in `matches`; by default every other rule set against the first.
        """
        chosen = pairs or [(0, place) for place in range(1, len(self.matches))]
        return table(self._difference(*pair) for pair in chosen)

    def _difference(self, first: int, second: int) -> dict[str, Any]:
        base, other = ((self.rows[k], self.matches[k].rules) for k in (first, second))
        changes = {
            f"{m.column}_diff": m.difference(base, other) for m in MEASURES if m.has_difference
        }
        return {
            "first": label_of(base[1]),
            "second": label_of(other[1]),
            "strategy": self.matches[first].players[0].spec,
            "n_games": len(other[0]),
        } | _spread(changes)

    def summary(self) -> str:
        """One line per rule set."""
        return "\n".join(
            f"{label_of(rules_in(match))}: {MEASURES[0].estimate(rows, rules_in(match))} turns, "
            f"{MEASURES[3].estimate(rows, rules_in(match))} legal turns to choose from"
            for match, rows in self._pairs()
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(len(rows) for rows in self.rows)
        return {
            **opening(self.matches[0], n_games, True),
            "games_by_rules": records(self.to_frame()),
            "lengths": records(self.lengths(), "length_rate"),
            "differences": records(self.differences()),
        }

    def _pairs(self) -> zip[tuple[Match, np.ndarray]]:
        return zip(self.matches, self.rows, strict=True)


def _keys(match: Match, rows: np.ndarray) -> dict[str, Any]:
    player, rules = match.players[0], rules_in(match)
    return {
        "config": rules.config,
        "layout": rules.layout,
        "strategy": player.spec,
        "tier": player.tier,
        "n_games": len(rows),
    }


def _spread(estimates: dict[str, Estimate]) -> dict[str, float]:
    spread: dict[str, float] = {}
    for name, estimate in estimates.items():
        spread |= spread_out(name, estimate)
    return spread


def game_shapes(
    strategy: str,
    rule_sets: Sequence[Any],
    *,
    games: int,
    seed: int,
    **options: Unpack[Options],
) -> GameShapes:
    """Describe the games of one strategy against itself under several rule sets.

    Parameters
    ----------
    strategy : str
        Plays every seat.
    rule_sets : sequence of rules
        The first is what the others are compared with by default.
    games : int
        How many under each.
    seed : int
        Every number follows from it.
    **options
        ``workers``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    GameShapes
        Length, choice, repeats and lead by rule set, and differences between them.
    """
    plan = setting_of(rule_sets[0], seed, options)
    matches = tuple(self_play(plan, strategy, rules) for rules in rule_sets)
    plan.blocks_wanted = games * len(matches)
    return GameShapes(matches, tuple(outcome_rows(plan, it, games)[:, 0] for it in matches))
