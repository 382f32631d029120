"""What quirky customers do: the same deals with quirks and without, by kind of quirk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from scipy.special import stdtrit

from analyses.crumbs.games import RECONSTRUCTION, Games, Play, deal_games, is_won, share_of
from analyses.matches import opening
from analyses.runs.lineup import Options
from analyses.statistics.estimates import Estimate, mean_from_histogram
from analyses.tables import in_points, records, spread_out, table
from simcore.crumbs.components import QUIRKS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["QuirkEffects", "quirk_effects"]


@dataclass(frozen=True)
class QuirkEffects:
    """Result of `quirk_effects`: for each play its games without and with quirks.

    Attributes
    ----------
    pairs : tuple of (Games, Games)
        Over the same deals; the first without quirks.
    """

    pairs: tuple[tuple[Games, Games], ...]

    def change(self, place: int) -> Estimate:
        """Win rate with quirks less that without, over the same deals."""
        without, quirky = self.pairs[place]
        diff = is_won(quirky.rows).astype(np.int64) - is_won(without.rows)
        return mean_from_histogram(np.bincount(diff + 1, minlength=3), 2, low=-1.0)

    def to_frame(self) -> pd.DataFrame:
        """One row for each play."""
        return table(
            {name: value for name, value in quirky.keys.items() if name != "has_quirks"}
            | {"n_games": len(quirky.rows)}
            | spread_out("plain_rate", share_of(is_won(without.rows)))
            | spread_out("quirky_rate", share_of(is_won(quirky.rows)))
            | spread_out("win_rate_diff", self.change(i))
            for i, (without, quirky) in enumerate(self.pairs)
        )

    def edge(self, place: int = 0) -> Estimate:
        """What an order with Speedy Serving costs more than one with Particular Patron."""
        counts, change = self._sample(place)
        contrast = np.zeros(len(QUIRKS))
        contrast[QUIRKS.index("patron")], contrast[QUIRKS.index("speedy")] = 1.0, -1.0
        return _least_squares(counts, change, contrast[None, :])[0]

    def _sample(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        without, quirky = self.pairs[place]
        change = is_won(quirky.rows).astype(np.float64) - is_won(without.rows)
        return _counts(quirky), change

    def by_quirk(self) -> pd.DataFrame:
        """One row for each play and kind of quirk: what an order of that kind costs.

        Notes
        -----
        Least squares of the change on the numbers of orders of each kind in the deal: every order
        has one quirk, so that the four add up to the size of the queue and no constant is needed.
        Intervals by the sandwich estimator, which does not ask for equal variances (White 1980,
        Econometrica 48, 817-838). The effects are taken to add up.
        """
        return table(
            {name: value for name, value in quirky.keys.items() if name != "has_quirks"}
            | {"quirk": kind, "n_games": int((counts[:, k] > 0).sum())}
            | spread_out("win_rate_diff", effects[k])
            for place, (_, quirky) in enumerate(self.pairs)
            for counts, change in [self._sample(place)]
            for effects in [_least_squares(counts, change, np.eye(len(QUIRKS)))]
            for k, kind in enumerate(QUIRKS)
        )

    def summary(self) -> str:
        """One line for each play."""
        lines = [
            f"{quirky.match.players[0].spec}, {quirky.match.n_seats} player(s): quirks change the "
            f"win rate by {in_points(self.change(i))}"
            for i, (_, quirky) in enumerate(self.pairs)
        ]
        return "\n".join([*lines, RECONSTRUCTION])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        first = self.pairs[0][1]
        n_games = sum(len(quirky.rows) for _, quirky in self.pairs)
        return {
            **opening(first.match, n_games, True),
            "notice": RECONSTRUCTION,
            "plays": records(self.to_frame(), "win_rate_diff"),
            "by_quirk": records(self.by_quirk(), "win_rate_diff"),
        }


def _counts(games: Games) -> np.ndarray:
    """Orders of each quirk in each deal, float[n_games, n_quirks]."""
    kinds = [QUIRKS.index(order.quirk) for order in games.rules.deck.orders]
    counts = np.zeros((len(games.rows), len(QUIRKS)))
    for i in range(4):
        order = games.rows[f"order_{i}"]
        for k in range(len(QUIRKS)):
            counts[:, k] += np.isin(order, [p for p, kind in enumerate(kinds) if kind == k])
    return counts


def _least_squares(x: np.ndarray, y: np.ndarray, contrasts: np.ndarray) -> list[Estimate]:
    """Sums of coefficients with the weights in the rows of `contrasts`."""
    n, n_terms = x.shape
    inverse = np.linalg.pinv(x.T @ x)
    fitted = inverse @ (x.T @ y)
    residual = y - x @ fitted
    spread = inverse @ (x.T @ (x * (residual**2)[:, None])) @ inverse * n / (n - n_terms)
    t = float(stdtrit(n - n_terms, 0.975))
    found = []
    for weights in contrasts:
        value, reach = weights @ fitted, t * np.sqrt(weights @ spread @ weights)
        ends = float(value), float(value - reach), float(value + reach)
        found.append(Estimate(*ends, "least squares, robust, 95 %", n))
    return found


def quirk_effects(plays: Sequence[Play], *, seed: int, **options: Unpack[Options]) -> QuirkEffects:
    """What quirks change for each play, over the same deals.

    Parameters
    ----------
    plays : sequence of Play
        Their `quirks` are set both ways.
    seed : int
        Every number follows from it.
    **options
        ``rules``, ``workers``; see `analyses.runs.lineup`.
    """
    both = [
        Play(play.strategy, play.n_seats, quirks, play.games)
        for play in plays
        for quirks in (False, True)
    ]
    games = deal_games(both, seed=seed, **options)
    return QuirkEffects(tuple(zip(games[::2], games[1::2], strict=True)))
