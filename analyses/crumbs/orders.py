"""Which orders and fillings are hard, and whether the printed difficulty says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from analyses.crumbs.games import RECONSTRUCTION, Games, Play, deal_games, is_won, share_of
from analyses.crumbs.solved import Queues, solve_queues
from analyses.matches import opening
from analyses.runs.lineup import Options
from analyses.statistics.estimates import Estimate
from analyses.tables import records, spread_out, table
from simcore.crumbs.components import DIFFICULTIES, FILLINGS
from simcore.crumbs.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["OrderRanks", "order_ranks", "rank_correlation"]

RESAMPLES = 1_000
LEVEL = 0.95


def rank_correlation(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Spearman's rank correlation, ties averaged; 0 where one of them does not vary."""
    a, b = (rankdata(np.asarray(values, np.float64)) for values in (x, y))
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


@dataclass(frozen=True)
class OrderRanks:
    """Result of `order_ranks`.

    Attributes
    ----------
    games : Games
        Solo games of one strategy.
    """

    games: Games

    @property
    def queues(self) -> Queues:
        """The same deck, solved."""
        return solve_queues(self.rules)

    @property
    def rules(self) -> Rules:
        """The rules played by."""
        rules: Rules = self.games.rules
        return rules

    @property
    def difficulty(self) -> np.ndarray:
        """As printed, by order."""
        return np.array([order.difficulty for order in self.rules.deck.orders])

    def holds(self) -> np.ndarray:
        """Whether each game's queue holds each order, bool[n_games, n_orders]."""
        queue = np.stack([self.games.rows[f"order_{i}"] for i in range(3)], axis=1)
        places = np.arange(len(self.rules.deck.orders))
        found: np.ndarray = (queue[:, :, None] == places).any(axis=1)
        return found

    def lost_with(self, level: float = LEVEL) -> list[Estimate]:
        """Share of the games lost, of those whose queue holds an order; by order."""
        lost = ~is_won(self.games.rows)
        return [share_of(lost[chosen], level) for chosen in self.holds().T]

    def to_frame(self) -> pd.DataFrame:
        """One row per order, the hardest first."""
        names = [order.id for order in self.rules.deck.orders]
        lost, plays = self.lost_with(), self.plays_like()
        rows = [
            {
                "order": name,
                "difficulty": int(self.difficulty[i]),
                "quirk": self.rules.deck.orders[i].quirk,
                "n_games": lost[i].n,
                "slack_mean_exact": self.queues.slack_of(name),
                "plays_like": plays[i],
                "is_misrated": plays[i] != int(self.difficulty[i]),
            }
            | spread_out("lost_rate", lost[i])
            for i, name in enumerate(names)
        ]
        return table(sorted(rows, key=lambda row: -row["lost_rate"]))

    def plays_like(self) -> list[int]:
        """The printed difficulty that each order plays like.

        Another than its own only where the whole interval of its losses, at 95 % over all orders
        together (Bonferroni), lies beyond the middle between the two difficulties' means.
        """
        n_orders = len(self.difficulty)
        lost = self.lost_with(1.0 - (1.0 - LEVEL) / n_orders)
        means = {d: _mean(lost, self.difficulty == d) for d in DIFFICULTIES}
        found = []
        for own, estimate in zip(self.difficulty, lost, strict=True):
            like = int(own)
            for other in DIFFICULTIES:
                middle = (means[other] + means[int(own)]) / 2
                is_above = means[other] > means[int(own)] and estimate.low > middle
                is_below = means[other] < means[int(own)] and estimate.high < middle
                if (is_above and other > like) or (is_below and other < like):
                    like = other
            found.append(like)
        return found

    def correlation(self, seed: int = 1) -> Estimate:
        """Rank correlation of printed difficulty and share of games lost, over the 18 orders.

        The interval is a percentile bootstrap over deals: how sure these games are of the
        correlation for this deck. It says nothing about other decks.
        """
        lost = ~is_won(self.games.rows)
        value = rank_correlation(self.difficulty, _lost_by_order(self.holds(), lost))
        # Games of the same queue with the same end are alike: resample their numbers.
        queue = sum(19**i * self.games.rows[f"order_{i}"].astype(np.int64) for i in range(3))
        _, first, counts = np.unique(2 * queue + lost, return_index=True, return_counts=True)
        holds, ends = self.holds()[first].astype(np.float64), lost[first].astype(np.float64)
        draws = np.random.Generator(np.random.Philox(seed)).multinomial(
            int(counts.sum()), counts / counts.sum(), RESAMPLES
        )
        rates = (draws * ends) @ holds / np.maximum(draws @ holds, 1)
        found = [rank_correlation(self.difficulty, row) for row in rates]
        low, high = np.quantile(found, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        method = f"bootstrap over deals, {100 * LEVEL:g} %"
        return Estimate(value, float(low), float(high), method, len(lost))

    @property
    def slack_correlation(self) -> Estimate:
        """The same with the slack that perfect play has: computed, so exact for this deck."""
        tight = [-self.queues.slack_of(order.id) for order in self.rules.deck.orders]
        return Estimate.exact(rank_correlation(self.difficulty, np.array(tight)))

    def fillings(self) -> pd.DataFrame:
        """One row per filling: losses where an order card in the queue leaves one card of it."""
        lost = ~is_won(self.games.rows)
        holds = self.holds()
        rows = []
        for filling in FILLINGS:
            used = [order.filling == filling for order in self.rules.deck.orders]
            is_scarce = holds[:, used].any(axis=1)
            rows.append(
                {"filling": filling, "n_games": int(is_scarce.sum())}
                | spread_out("lost_rate", share_of(lost[is_scarce]))
            )
        return table(sorted(rows, key=lambda row: -row["lost_rate"]))

    def ranking(self) -> pd.DataFrame:
        """Two rows: how the printed difficulty ranks the orders by losses and by slack."""
        measures = {"share of games lost": self.correlation(), "slack": self.slack_correlation}
        return table(
            {"measure": name, "method": found.method} | spread_out("rank_correlation", found)
            for name, found in measures.items()
        )

    def summary(self) -> str:
        """The correlation and the orders that are mis-rated."""
        frame = self.to_frame()
        wrong = [
            f"{row['order']} (printed {row['difficulty']}, plays like {row['plays_like']})"
            for row in frame[frame["is_misrated"]].to_dict("records")
        ]
        named = f"mis-rated: {', '.join(wrong)}" if wrong else "no order is surely mis-rated"
        return (
            f"printed difficulty and share of games lost by {self.games.match.players[0].spec}: "
            f"rank correlation {self.correlation():.2f}; {named}\n{RECONSTRUCTION}"
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            **opening(self.games.match, len(self.games.rows), True),
            "notice": RECONSTRUCTION,
            "orders": records(self.to_frame(), "lost_rate"),
            "fillings": records(self.fillings(), "lost_rate"),
            "ranking": records(self.ranking(), "rank_correlation"),
        }


def _mean(estimates: list[Estimate], chosen: np.ndarray) -> float:
    return float(np.mean([e.value for e, is_in in zip(estimates, chosen, strict=True) if is_in]))


def _lost_by_order(holds: np.ndarray, lost: np.ndarray) -> np.ndarray:
    found: np.ndarray = lost @ holds.astype(np.float64) / np.maximum(holds.sum(axis=0), 1)
    return found


def order_ranks(strategy: str, *, games: int, seed: int, **options: Unpack[Options]) -> OrderRanks:
    """Losses by order and filling in solo games of a strategy, against the printed difficulty.

    Parameters
    ----------
    strategy : str
        Measures the orders: what is hard for it.
    games, seed : int
        Solo games without quirks; every number follows from the seed.
    **options
        ``rules``, ``workers``; see `analyses.runs.lineup`.
    """
    (found,) = deal_games([Play(strategy, games=games)], seed=seed, **options)
    return OrderRanks(found)
