"""Whether the deck plays as a reconstruction must: four figures, exact and by play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyses.crumbs.games import RECONSTRUCTION, Games, Play, deal_games, is_won, share_of
from analyses.crumbs.orders import rank_correlation
from analyses.crumbs.solved import Queues, solve_queues
from analyses.matches import opening
from analyses.runs.lineup import Options
from analyses.statistics.estimates import Estimate
from analyses.tables import records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Calibration", "calibrate"]


@dataclass(frozen=True)
class Calibration:
    """Result of `calibrate`."""

    games: tuple[Games, ...]
    queues: Queues

    def checks(self) -> list[tuple[str, Estimate, float, float]]:
        """(what, found, least and most allowed)."""
        random, greedy = (share_of(is_won(games.rows)) for games in self.games)
        orders = self.queues.rules.deck.orders
        tight = [-self.queues.slack_of(order.id) for order in orders]
        rank = rank_correlation([order.difficulty for order in orders], tight)
        return [
            ("winnable share of all solo queues", self.queues.winnable, 0.98, 1.0),
            ("win share of random play", random, 0.0, 0.005),
            ("win share of greedy play", greedy, 0.30, 0.75),
            ("rank correlation of difficulty with slack", Estimate.exact(rank), 0.5, 1.0),
        ]

    def to_frame(self) -> pd.DataFrame:
        """One row per figure."""
        return table(
            {"constraint": what, "allowed": f"{least:g} to {most:g}", "method": found.method}
            | spread_out("figure", found)
            | {"is_met": least <= found.low and found.high <= most}
            for what, found, least, most in self.checks()
        )

    def summary(self) -> str:
        """Whether all four are met."""
        frame = self.to_frame()
        n = int(frame["is_met"].sum())
        return f"{n} of {len(frame)} figures lie where they must\n{RECONSTRUCTION}"

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            **opening(self.games[0].match, len(self.games[0].rows), True),
            "notice": RECONSTRUCTION,
            "calibration": records(self.to_frame(), "figure"),
            "slack": records(self.queues.to_frame()),
        }


def calibrate(*, games: int, seed: int, **options: Unpack[Options]) -> Calibration:
    """Solve all queues of a deck, and play random and greedy solo games without quirks.

    Parameters
    ----------
    games, seed : int
        Games of each of the two; every number follows from the seed.
    **options
        ``rules``, ``workers``; see `analyses.runs.lineup`.
    """
    plays = [Play(spec, games=games) for spec in ("random", "greedy")]
    found = deal_games(plays, seed=seed, **options)
    return Calibration(tuple(found), solve_queues(found[0].rules))
