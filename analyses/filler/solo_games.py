"""Solo games of one strategy against every personality, on the same decks.

Block b deals the same recipes, chefs and draws to all matches of a run, so that personalities, and
what is left of one when its altered rule is switched off, are compared pair by pair.
"""

from __future__ import annotations

import dataclasses
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyses.runs.blocks import Blocks, Statistic
from analyses.runs.lineup import Setting
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import (
    Estimate,
    PairMoments,
    mean_from_histogram,
    mean_from_moments,
    ratio_from_moments,
)
from analyses.statistics.significance import p_from_histogram
from analyses.statistics.verdicts import IntervalAt
from simcore.errors import unknown_name
from simcore.match import Match
from simcore.summary import WIN_UNITS, Summary

__all__ = ["NOBODY", "Cell", "SoloGames", "chosen_personalities", "matches_of", "rules_for"]

NEUTRAL = "random"
"""The choice rule that no personality's own is measured against."""

Columns = Mapping[str, int]
"""Columns of a summary with the factors by which they are added."""


@dataclass(frozen=True, order=True)
class Cell:
    """Which chef a match is played against.

    Attributes
    ----------
    personality : str
        By name; empty for the neutral chef, which picks at random and alters no rule.
    own_picks, own_rule : bool
        Whether it picks by its own criteria or at random, and whether it alters its rule.
    """

    personality: str
    own_picks: bool = True
    own_rule: bool = True


NOBODY = Cell("", False, False)


def chosen_personalities(rules: Any, names: Sequence[str] = ()) -> tuple[str, ...]:
    """The personalities that are played, in the order of their file.

    Parameters
    ----------
    rules : simcore.filler.rules.Rules
        A personality chosen there is the only one, unless others are named.
    names : sequence of str
        Those that are wanted; none: all.
    """
    known = [entry.name for entry in rules.components.personalities]
    for name in names:
        if name not in known:
            raise unknown_name("personality", name, known)
    wanted = set(names) or ({rules.personality} if rules.personality else set(known))
    return tuple(name for name in known if name in wanted)


def rules_for(rules: Any, cell: Cell) -> Any:
    """The rules of a cell, named so that a game of it can be had again."""
    changes: dict[str, Any] = {"personality": cell.personality}
    told = [f"personality={cell.personality}"] if cell.personality else []
    if not cell.own_rule:
        changes["personality_rules"] = False
        told.append("personality_rules=false")
    if not cell.own_picks:
        changes["personality_picks"] = (NEUTRAL,)
        told.append(f"personality_picks={NEUTRAL}")
    name = shlex.join([*shlex.split(rules.name), *told])
    return dataclasses.replace(rules, name=name, **changes)


def matches_of(
    plan: Setting, strategy: str, cells: Sequence[Cell], rules: Any = None
) -> list[Match]:
    """The match of every cell."""
    base = plan.rules if rules is None else rules
    return [plan.match([strategy], "strategies", rules_for(base, cell)) for cell in cells]


@dataclass(frozen=True)
class SoloGames:
    """What one strategy's games against several chefs left behind.

    Attributes
    ----------
    strategy, tier : str, int
    cells : tuple of Cell
        Which chefs, in the order of the matches of the run.
    matches : tuple of Match
    summary : Summary
        Of the run in which all of them were played on the same blocks.
    look : AnyTime, optional
        Makes the intervals valid however often the run was looked at.
    """

    strategy: str
    tier: int
    cells: tuple[Cell, ...]
    matches: tuple[Match, ...]
    summary: Summary
    look: AnyTime | None = None

    @property
    def personalities(self) -> tuple[str, ...]:
        """Those that were met with their own picks and rule."""
        full = [cell for cell in self.cells if cell.own_picks and cell.own_rule]
        return tuple(cell.personality for cell in full)

    @property
    def n_games(self) -> int:
        """Games of each cell."""
        return self.summary.n_blocks

    @property
    def has_parts(self) -> bool:
        """Whether the neutral chef was played as well."""
        return NOBODY in self.cells

    def win_rate(self, cell: Cell) -> Estimate:
        """Share of the games that the player won; a draw counts one half."""
        return self._blocks(cell).win_rate("entry0")

    def share(self, cell: Cell, column: str, field: str) -> Estimate:
        """Share of the games in which `field` (``ties`` or ``capped``) is set."""
        return self._blocks(cell).statistic(Statistic(column, field, is_share=True), "game")

    def days(self, cell: Cell) -> Estimate:
        """Days of a game."""
        return self._blocks(cell).statistic(Statistic("days_mean", "days"), "game")

    def score(self, cell: Cell, own: int, chefs: int) -> Estimate:
        """Mean of `own` times the player's and `chefs` times the chef's points, stuck games apart.

        A stuck game has no points, so its sums are those of the finished ones; only the number
        of games it is divided by has to be taken from them.
        """
        at, total, product = self._place(cell), self._total, self._product
        x = {f"{at}/entry0.score": own, f"{at}/game.chef_score": chefs}
        stuck = {f"{at}/game.capped": 1}
        finished = self.n_games - total(stuck)
        return ratio_from_moments(
            PairMoments(self.n_games, total(x), finished, product(x, x), total(x), finished),
            look=self.look,
        )

    def harder(self, cell: Cell, than: Cell) -> tuple[Estimate, float]:
        """Win rate against `than` less that against `cell`, and its p-value, paired by deck.

        Positive where `cell` is the harder one.
        """
        counts = self.difference_counts(than, cell)
        found = mean_from_histogram(counts, 4, low=-1.0, look=self.look)
        return found, p_from_histogram(counts, 4, 0.0, low=-1.0, look=self.look)

    def worth(self, cell: Cell, than: Cell) -> float:
        """How many independent games one game was worth for the difference of two cells."""
        return self._blocks(cell).worth_of_difference("entry0", "entry0", self._blocks(than))

    def difference_counts(self, cell: Cell, other: Cell) -> npt.NDArray[np.int64]:
        """Decks by half wins against `cell` less half wins against `other`, int64[5].

        A win is two of them, a draw one. All nine pairs of results can be counted from the sums
        of products of wins and draws.
        """
        win, draw = zip(*(self._results(at) for at in (cell, other)), strict=True)
        n, product, total = self.n_games, self._product, self._total
        both = np.zeros((3, 3), np.int64)
        both[2, 2] = product(win[0], win[1]) // WIN_UNITS**2
        both[2, 1] = product(win[0], draw[1]) // WIN_UNITS
        both[1, 2] = product(draw[0], win[1]) // WIN_UNITS
        both[1, 1] = product(draw[0], draw[1])
        both[2, 0] = total(win[0]) // WIN_UNITS - both[2, 1:].sum()
        both[1, 0] = total(draw[0]) - both[1, 1:].sum()
        both[0, 2] = total(win[1]) // WIN_UNITS - both[1:, 2].sum()
        both[0, 1] = total(draw[1]) - both[1:, 1].sum()
        both[0, 0] = n - both.sum()
        return np.array([np.trace(both, offset=-d) for d in range(-2, 3)], np.int64)

    def contrast(self, terms: Mapping[Cell, int], divisor: int = 1) -> IntervalAt:
        """Sum of win rates with their factors over `divisor`, by a t-interval over decks.

        The factors sum to 0. Where no deck differs from another, the interval is that of a mean
        of as many decks that all came out even.
        """
        wins = {f"{self._place(cell)}/entry0.win": factor for cell, factor in terms.items()}
        total, squares, n = self._total(wins), self._product(wins, wins), self.n_games
        most = sum(abs(factor) for factor in terms.values()) / 2 / divisor

        def interval(*, confidence_level: float = 0.95) -> Estimate:
            more: Any = {"confidence_level": confidence_level, "look": self.look}
            if n * squares > total * total:
                return mean_from_moments(n, total, squares, divisor=WIN_UNITS * divisor, **more)
            even = mean_from_histogram([0, n, 0], 2, low=-1.0, **more)
            value = total / (n * WIN_UNITS * divisor) if n else math.nan
            ends = max(-most, value + most * even.low), min(most, value + most * even.high)
            return Estimate(value, *ends, even.method, n)

        return interval

    def _place(self, cell: Cell) -> int:
        return self.cells.index(cell)

    def _blocks(self, cell: Cell) -> Blocks:
        at = self._place(cell)
        return Blocks(self.matches[at], self.summary, at, self.look)

    def _results(self, cell: Cell) -> tuple[Columns, Columns]:
        """Columns that are `WIN_UNITS` for a win and nothing else, and 1 for a draw."""
        win, draw = f"{self._place(cell)}/entry0.win", f"{self._place(cell)}/game.ties"
        return {win: 1, draw: -(WIN_UNITS // 2)}, {draw: 1}

    def _total(self, columns: Columns) -> int:
        return sum(factor * self.summary.sum(name) for name, factor in columns.items())

    def _product(self, first: Columns, second: Columns) -> int:
        """Sum over decks of the product of two sums of columns."""
        return sum(
            a * b * self.summary.product(x, y) for x, a in first.items() for y, b in second.items()
        )
