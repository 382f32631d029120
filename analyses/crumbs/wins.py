"""Who wins how often, why games are lost, and how many actions are left over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyses.crumbs.games import (
    CAUSES,
    RECONSTRUCTION,
    Games,
    Play,
    causes_of,
    deal_games,
    is_won,
    mean_of,
    share_of,
)
from analyses.matches import opening
from analyses.runs.lineup import Options
from analyses.statistics.estimates import Estimate, PairMoments, ratio_from_moments
from analyses.tables import in_percent, records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Wins", "win_rates"]


@dataclass(frozen=True)
class Wins:
    """Result of `win_rates`: the games of every play."""

    games: tuple[Games, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row for each play: how often it wins, and how many actions a round it leaves."""
        return table(self._row(games) for games in self.games)

    def _row(self, games: Games) -> dict[str, Any]:
        rows, won = games.rows, is_won(games.rows)
        # Rounds that came to an end: all of a game won, all but the last of one lost.
        finished = rows["rounds"] - ~won
        return (
            games.keys
            | {"n_games": len(rows)}
            | spread_out("win_rate", share_of(won))
            | spread_out("rounds_mean", mean_of(rows["rounds"]))
            | spread_out("left_mean", _ratio(rows["unspent"], finished))
        )

    def by_rating(self) -> pd.DataFrame:
        """One row for each play and rating that a win would earn."""
        return table(self._split(lambda rows: rows["rating"], "deal_rating"))

    def _split(self, key_of: Callable[[np.ndarray], np.ndarray], name: str) -> Any:
        for games in self.games:
            keys = key_of(games.rows)
            for key in np.unique(keys):
                chosen = games.rows[keys == key]
                won = is_won(chosen)
                yield (
                    games.keys
                    | {name: int(key), "n_games": len(chosen)}
                    | spread_out("win_rate", share_of(won))
                )

    def by_queue(self) -> pd.DataFrame:
        """One row for each solo play and set of orders in the queue, the rarest won first."""
        rows = []
        for games in self.games:
            if games.match.n_seats > 1:
                continue
            names = [order.id for order in games.rules.deck.orders]
            queue = np.stack([games.rows[f"order_{i}"] for i in range(3)], axis=1)
            kinds, kind = np.unique(np.sort(queue, axis=1), axis=0, return_inverse=True)
            for place, orders in enumerate(kinds):
                won = is_won(games.rows[kind.ravel() == place])
                ids = "+".join(names[i] for i in orders)
                rows.append(
                    games.keys
                    | {"queue": ids, "n_games": len(won)}
                    | spread_out("win_rate", share_of(won))
                )
        return table(sorted(rows, key=lambda row: (row["strategy"], row["win_rate"])))

    def causes(self) -> pd.DataFrame:
        """One row for each play and way to end, shares of all games."""
        return table(
            games.keys
            | {"cause": cause, "n_games": len(games.rows)}
            | spread_out("cause_rate", share_of(causes_of(games.rows) == place))
            for games in self.games
            for place, cause in enumerate(CAUSES)
        )

    def slack(self) -> pd.DataFrame:
        """One row for each play and number of actions: how many won games had no round tighter."""
        return table(
            games.keys
            | {"actions_left": left, "n_games": int(won.sum())}
            | spread_out("left_rate", share_of(games.rows["least_unspent"][won] == left))
            for games in self.games
            if (won := is_won(games.rows)).any()
            for left in range(games.rules.actions)
        )

    def summary(self) -> str:
        """One line for each play."""
        lines = []
        for row, games in zip(self.to_frame().to_dict("records"), self.games, strict=True):
            mode = "alone" if row["n_seats"] == 1 else "two together"
            quirks = ", quirks on" if row["has_quirks"] else ""
            rate = in_percent(share_of(is_won(games.rows)))
            lines.append(f"{row['strategy']} (tier {row['tier']}), {mode}{quirks}, wins {rate}")
        return "\n".join([*lines, RECONSTRUCTION])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            **opening(self.games[0].match, sum(len(games.rows) for games in self.games), True),
            "notice": RECONSTRUCTION,
            "plays": records(self.to_frame(), "win_rate"),
            "by_rating": records(self.by_rating(), "win_rate"),
            "causes": records(self.causes(), "cause_rate"),
            "slack": records(self.slack(), "left_rate"),
        }


def _ratio(x: np.ndarray, y: np.ndarray) -> Estimate:
    """Sum of x over sum of y; games are the blocks."""
    a, b = x.astype(np.int64), y.astype(np.int64)
    sums = (int(v.sum()) for v in (a, b, a * a, a * b, b * b))
    return ratio_from_moments(PairMoments(len(a), *sums))


def win_rates(plays: Sequence[Play], *, seed: int, **options: Unpack[Options]) -> Wins:
    """Win rates, causes of loss and slack of several plays over the deals of one seed.

    Parameters
    ----------
    plays : sequence of Play
        Strategies, alone or two together, with quirks or without; each with its games.
    seed : int
        Every number follows from it.
    **options
        ``rules``, ``workers``; see `analyses.runs.lineup`.
    """
    return Wins(tuple(deal_games(plays, seed=seed, **options)))
