"""What is kept of millions of games: integer sums, cross-products and histograms by block.

A block is one seed index with all its rotations. Its row holds, for every place of the line-up,
the wins (ties split) and each count added over the rotations. From the sums, the cross-products
and the histograms of the win shares every mean, ratio, difference and interval can be computed;
nothing grows with the number of games, and sums of integers do not depend on the order of work.

Block b also counts towards group b mod `N_GROUPS`, whose sums are kept apart: groups are what a
bootstrap draws again, and what means over several matches on the same luck get their interval from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from simcore.folding import N_GROUPS, WIN_UNITS, add_products, add_to_groups, fold_games, tally
from simcore.match import Match

__all__ = ["N_GROUPS", "WIN_UNITS", "Folder", "Layout", "Summary", "empty_summary", "summarise"]

EXACT = 2**53
"""Integers below this are exact in float64."""
FITS = 2**62
"""Sums below this fit int64, with room for one more batch of theirs."""


@dataclass(frozen=True)
class Layout:
    """Names and places of a block row's columns, for one or several matches side by side.

    Columns of match k are called ``k/entry0.win``, ``k/entry0.score`` (one per seat field of the
    outcome), ``k/seat0.win`` and ``k/game.turns``, ``k/game.ties`` (one per game field).
    Histograms have the name of their column, or ``a - b`` for a difference of two.
    """

    columns: tuple[str, ...]
    histograms: tuple[tuple[int, int], ...]
    n_rotations: int

    @classmethod
    def of(cls, matches: Sequence[Match]) -> Layout:
        """The layout of matches that are played on the same blocks."""
        columns: list[str] = []
        pairs: list[tuple[str, str]] = []
        for k, match in enumerate(matches):
            seats = range(match.n_seats)
            for e in seats:
                columns += [f"{k}/entry{e}.win"]
                columns += [f"{k}/entry{e}.{field}" for field in match.game.seat_fields]
            columns += [f"{k}/seat{s}.win" for s in seats]
            columns += [f"{k}/game.{field}" for field in _game_columns(match)]
            for kind in ("entry", "seat"):
                wins = [f"{k}/{kind}{i}.win" for i in seats]
                pairs += [(name, "") for name in wins]
                pairs += list(combinations(wins, 2))
        if len({match.n_seats for match in matches}) == 1:
            pairs += [
                (f"0/{kind}{i}.win", f"{k}/{kind}{i}.win")
                for k in range(1, len(matches))
                for kind in ("entry", "seat")
                for i in range(matches[0].n_seats)
            ]
        place = {name: i for i, name in enumerate(columns)}
        histograms = tuple((place[a], place[b] if b else -1) for a, b in pairs)
        return cls(tuple(columns), histograms, max(match.n_rotations for match in matches))

    @property
    def histogram_names(self) -> tuple[str, ...]:
        """Names of the histograms, in order."""
        names = self.columns
        return tuple(names[a] if b < 0 else f"{names[a]} - {names[b]}" for a, b in self.histograms)

    @property
    def span(self) -> int:
        """Largest total of wins a block can have, in units."""
        return self.n_rotations * WIN_UNITS


@dataclass(frozen=True)
class Summary:
    """Sums over blocks.

    Attributes
    ----------
    layout : Layout
    n_blocks : int
    total : object[n_columns]
        Sum of each column, Python integers.
    cross : object[n_columns, n_columns]
        Sum of the products of each two columns.
    counts : int64[n_histograms, 2 * span + 1]
        Histograms; bin `span + x` counts the blocks with value x (wins in `WIN_UNITS`).
    group_blocks : int64[N_GROUPS]
        Blocks of each group; block b is in group b mod `N_GROUPS`.
    group_total : int64[N_GROUPS, n_columns]
        Sum of each column by group.
    """

    layout: Layout
    n_blocks: int
    total: np.ndarray
    cross: np.ndarray
    counts: np.ndarray
    group_blocks: np.ndarray
    group_total: np.ndarray

    def merge(self, other: Summary) -> Summary:
        """The summary of both sets of blocks."""
        return Summary(
            self.layout,
            self.n_blocks + other.n_blocks,
            self.total + other.total,
            self.cross + other.cross,
            self.counts + other.counts,
            self.group_blocks + other.group_blocks,
            self.group_total + other.group_total,
        )

    def sum(self, column: str) -> int:
        """Sum of a column over all blocks."""
        return int(self.total[self.layout.columns.index(column)])

    def product(self, a: str, b: str) -> int:
        """Sum over blocks of the product of two columns."""
        columns = self.layout.columns
        return int(self.cross[columns.index(a), columns.index(b)])

    def by_group(self, column: str) -> np.ndarray:
        """Sums of a column by group of blocks, int64[N_GROUPS]."""
        sums: np.ndarray = self.group_total[:, self.layout.columns.index(column)]
        return sums

    def histogram(self, a: str, b: str = "") -> np.ndarray:
        """Counts of a column of wins (int64[span + 1]), or of a difference (int64[2 span + 1])."""
        name = f"{a} - {b}" if b else a
        row: np.ndarray = self.counts[self.layout.histogram_names.index(name)]
        return row if b else row[self.layout.span :]


def empty_summary(matches: Sequence[Match]) -> Summary:
    """The summary of no blocks."""
    layout = Layout.of(matches)
    n = len(layout.columns)
    zeros = np.zeros((n + 1, n), np.int64).astype(object)
    counts = np.zeros((len(layout.histograms), 2 * layout.span + 1), np.int64)
    by_group = np.zeros((N_GROUPS, n), np.int64)
    return Summary(layout, 0, zeros[0], zeros[1:], counts, by_group[:, 0].copy(), by_group)


def summarise(
    matches: Sequence[Match], outcomes: Sequence[np.ndarray], first_block: int = 0
) -> Summary:
    """The summary of consecutive blocks, OUTCOME[n_blocks, n_rotations] for each match."""
    folder = Folder(matches)
    folder.add(outcomes, first_block)
    return folder.summary()


class Folder:
    """Folds batches of outcomes of the same matches into one summary."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self.matches = matches
        self.layout = Layout.of(matches)
        n = len(self.layout.columns)
        self.n_blocks = 0
        self.total: np.ndarray = np.zeros(n, np.int64)
        self.cross: np.ndarray = np.zeros((n, n), np.int64)
        self._bound = 0.0
        self.counts = np.zeros((len(self.layout.histograms), 2 * self.layout.span + 1), np.int64)
        self.group_blocks = np.zeros(N_GROUPS, np.int64)
        self.group_total = np.zeros((N_GROUPS, n), np.int64)
        self._histograms = np.array(self.layout.histograms, np.int64).reshape(-1, 2)

    def add(self, outcomes: Sequence[np.ndarray], first_block: int) -> None:
        """Add consecutive blocks, OUTCOME[n_blocks, n_rotations] for each match."""
        n_blocks = len(outcomes[0])
        rows = np.zeros((n_blocks, len(self.total)), np.float64)
        start = 0
        for match, games in zip(self.matches, outcomes, strict=True):
            start = _fill_rows(match, games, rows, start)
        cross: np.ndarray = np.zeros((rows.shape[1], rows.shape[1]))
        add_products(rows, cross)
        # No sum of products of integers exceeds the largest sum of squares (Cauchy-Schwarz).
        largest = float(cross.diagonal().max())
        if largest >= EXACT:
            whole = rows.astype(np.int64)
            exact = whole.astype(object) if largest >= FITS else whole
            cross = exact.T @ exact
        self._make_room(largest)
        self.n_blocks += n_blocks
        self.total += rows.sum(axis=0).astype(np.int64)
        self.cross += cross.astype(self.cross.dtype)
        tally(rows, self._histograms, self.layout.span, self.counts)
        add_to_groups(rows, first_block, self.group_blocks, self.group_total)

    def _make_room(self, largest: float) -> None:
        """Go on in Python integers before a sum of products could overflow."""
        self._bound += largest
        if self._bound >= FITS:
            self.total, self.cross = self.total.astype(object), self.cross.astype(object)

    def summary(self) -> Summary:
        """What was added so far."""
        total, cross = self.total.astype(object), self.cross.astype(object)
        counts, n, by_group = self.counts.copy(), self.group_blocks.copy(), self.group_total.copy()
        return Summary(self.layout, self.n_blocks, total, cross, counts, n, by_group)


def _game_columns(match: Match) -> list[str]:
    """Names of the columns of a game: the outcome's fields, ties in place of winners."""
    return ["ties" if field == "winners" else field for field in match.game.game_fields]


def _fill_rows(match: Match, games: np.ndarray, rows: np.ndarray, start: int) -> int:
    """Add one match's columns to `rows` from column `start` on; returns the next free column."""
    outcome = match.game.outcome
    words = games.view(np.int32).reshape(*games.shape, -1)
    offsets = {name: outcome.fields[name][1] // 4 for name in outcome.names or ()}  # type: ignore[index]
    seat_of = np.array(
        [
            [match.seat_of(entry, rotation) for entry in range(match.n_seats)]
            for rotation in range(match.n_rotations)
        ],
        np.int64,
    )
    seat_fields = np.array([offsets[name] for name in match.game.seat_fields], np.int64)
    game_fields = np.array([offsets[name] for name in match.game.game_fields], np.int64)
    width = match.n_seats * (len(seat_fields) + 2) + len(game_fields)
    fold_games(words, seat_of, seat_fields, game_fields, rows[:, start : start + width])
    return start + width
