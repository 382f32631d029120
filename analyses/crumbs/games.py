"""Games of Crumbs! and the counts that its analyses take from their outcome rows."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Unpack

import numpy as np

from analyses.runs.lineup import Options, blocks_for, setting
from analyses.runs.outcomes import outcome_rows
from analyses.statistics.estimates import Estimate, mean_from_moments, proportion
from simcore.crumbs import records as ev
from simcore.match import Match

__all__ = [
    "CAUSES",
    "RECONSTRUCTION",
    "Games",
    "Play",
    "causes_of",
    "deal_games",
    "is_won",
    "mean_of",
    "setup_of",
    "share_of",
]

RECONSTRUCTION = (
    "The order cards are a reconstruction: the publisher does not list them, so that figures about "
    "single orders say nothing about the printed ones."
)

CAUSES = (
    "won",
    "no order complete",
    "one order complete",
    "all but one order complete",
    "a speedy customer missed",
    "no legal action",
)
"""How a game can end; the second to fourth are losses for want of actions."""


@dataclass(frozen=True)
class Play:
    """Who plays: the same strategy on every seat."""

    strategy: str
    n_seats: int = 1
    quirks: bool = False
    games: int = 1_000


@dataclass(frozen=True)
class Games:
    """Games of one strategy.

    Attributes
    ----------
    match : Match
    rows : OUTCOME[n_games]
        Block by block from the first, so that plays of the same number of seats meet the same
        deals.
    """

    match: Match
    rows: np.ndarray

    @property
    def rules(self) -> Any:
        """The rules played by."""
        return self.match.rules

    @property
    def keys(self) -> dict[str, Any]:
        """What a row about these games begins with."""
        return {
            "n_seats": self.match.n_seats,
            "has_quirks": self.rules.quirks,
            "strategy": self.match.players[0].spec,
            "tier": self.match.players[0].tier,
        }


def setup_of(rules: Any, quirks: bool) -> Any:
    """The rules with or without quirks."""
    name = rules.name if rules.quirks == quirks else f"{rules.name} quirks={str(quirks).lower()}"
    return dataclasses.replace(rules, quirks=quirks, name=name)


def deal_games(plays: Sequence[Play], *, seed: int, **options: Unpack[Options]) -> list[Games]:
    """Games of every play, all on the deals of one seed.

    Parameters
    ----------
    plays : sequence of Play
    seed : int
        Every number follows from it.
    **options
        ``rules``, ``workers``; see `analyses.runs.lineup`.
    """
    plan = setting("crumbs", seed, options)
    found = []
    for play in plays:
        one = dataclasses.replace(play, games=blocks_for(play.games, 1))
        found.append(_played(one, setup_of(plan.rules, play.quirks), seed, plan.workers))
    return found


@lru_cache(maxsize=12)
def _played(play: Play, rules: Any, seed: int, workers: int) -> Games:
    """Kept, because several sections of the report look at the same games."""
    plan = setting("crumbs", seed, {"rules": rules, "workers": workers})
    match = plan.match([play.strategy] * play.n_seats, "none", rules)
    rows = outcome_rows(plan, match, play.games)[:, 0]
    rows.flags.writeable = False
    return Games(match, rows)


def is_won(rows: np.ndarray) -> np.ndarray:
    """Whether each game was won, bool[n_games]."""
    won: np.ndarray = rows["winners"] > 0
    return won


def causes_of(rows: np.ndarray) -> np.ndarray:
    """How each game ended, as places in `CAUSES`."""
    n_orders = np.where(rows["order_3"] >= 0, 4, 3)
    done = np.bitwise_count(rows["completed"].astype(np.uint32)).astype(np.int64)
    causes = np.where(done == 0, 1, np.where(done == n_orders - 1, 3, 2))
    causes = np.where(rows["reason"] == ev.NO_LEGAL_ACTION, 5, causes)
    causes = np.where(rows["reason"] == ev.SPEEDY_MISSED, 4, causes)
    found: np.ndarray = np.where(is_won(rows), 0, causes)
    return found


def share_of(found: np.ndarray, level: float = 0.95) -> Estimate:
    """Share of games with a property, bool[n_games]; deals are independent trials."""
    return proportion(int(found.sum()), len(found), confidence_level=level)


def mean_of(values: np.ndarray) -> Estimate:
    """Mean over games of a whole number, with a t-interval."""
    whole = values.astype(np.int64)
    return mean_from_moments(len(whole), int(whole.sum()), int((whole * whole).sum()))
