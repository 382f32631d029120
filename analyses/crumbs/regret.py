"""Regret: winnable deals that a strategy loses, and the first action after which they are lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from joblib import Parallel, delayed

from analyses.crumbs.games import RECONSTRUCTION, Games, Play, deal_games, is_won, share_of
from analyses.crumbs.solved import Queues, solve_queues
from analyses.crumbs.walk import Fatal, Walker
from analyses.matches import opening
from analyses.runs.lineup import Options
from analyses.statistics.estimates import Estimate, proportion
from analyses.tables import in_percent, records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Regret", "regret"]

LATER = 6
"""Rounds from this one on are counted together."""


@dataclass(frozen=True)
class Regret:
    """Result of `regret`.

    Attributes
    ----------
    games : tuple of Games
        Solo games by strategy, without quirks.
    queues : Queues
        The deck, solved.
    fatal : tuple of tuple of Fatal
        By strategy, the decisions that lost the winnable games looked at.
    """

    games: tuple[Games, ...]
    queues: Queues
    fatal: tuple[tuple[Fatal, ...], ...]

    def regret_of(self, games: Games) -> Estimate:
        """Share of the deals that can be won, the queue being known, and are lost."""
        can = can_be_won(games, self.queues)
        return share_of(~is_won(games.rows)[can])

    def to_frame(self) -> pd.DataFrame:
        """One row per strategy."""
        return table(
            {name: games.keys[name] for name in ("strategy", "tier")}
            | {
                "n_games": len(games.rows),
                "n_winnable": int(can_be_won(games, self.queues).sum()),
            }
            | spread_out("regret_rate", self.regret_of(games))
            | {"n_fatal": len(fatal), "n_unsure": sum(not one.is_sure for one in fatal)}
            for games, fatal in zip(self.games, self.fatal, strict=True)
        )

    def by_round(self) -> pd.DataFrame:
        """One row per strategy and round in which its winnable games became lost."""
        return table(
            {name: games.keys[name] for name in ("strategy", "tier")}
            | {"round": number, "n_fatal": len(fatal)}
            | spread_out("fatal_rate", proportion(counts[number], len(fatal)))
            for games, fatal in zip(self.games, self.fatal, strict=True)
            if fatal
            for counts in [Counter(min(one.round, LATER) for one in fatal)]
            for number in range(1, LATER + 1)
        )

    def by_kind(self) -> pd.DataFrame:
        """One row per strategy and kind of decision that lost a winnable game."""
        return table(
            {name: games.keys[name] for name in ("strategy", "tier")}
            | {"decision": kind, "n_fatal": len(fatal)}
            | spread_out("fatal_rate", proportion(counts[kind], len(fatal)))
            for games, fatal in zip(self.games, self.fatal, strict=True)
            if fatal
            for counts in [Counter(one.kind for one in fatal)]
            for kind in ("assemble", "toast", "restock", "free restock", "serve")
        )

    def summary(self) -> str:
        """One line per strategy."""
        lines = [
            f"{games.match.players[0].spec} loses {in_percent(self.regret_of(games))} of the deals "
            "that can be won"
            for games in self.games
        ]
        return "\n".join([*lines, RECONSTRUCTION])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            **opening(self.games[0].match, sum(len(g.rows) for g in self.games), True),
            "notice": RECONSTRUCTION,
            "strategies": records(self.to_frame(), "regret_rate"),
            "by_round": records(self.by_round(), "fatal_rate"),
            "by_kind": records(self.by_kind(), "fatal_rate"),
        }


def queues_of(games: Games) -> list[tuple[str, ...]]:
    """The queue of each solo game, as order ids."""
    names = [order.id for order in games.rules.deck.orders]
    columns = [games.rows[f"order_{i}"].tolist() for i in range(3)]
    return [tuple(names[i] for i in places) for places in zip(*columns, strict=True)]


def can_be_won(games: Games, queues: Queues) -> np.ndarray:
    """Whether the solver, knowing the queue, wins each deal, bool[n_games]."""
    return np.array([queues.slack[queue] >= 0 for queue in queues_of(games)])


def regret(
    strategies: Sequence[str],
    *,
    games: int,
    seed: int,
    looked_at: int = 100,
    **options: Unpack[Options],
) -> Regret:
    """Winnable solo deals lost by each strategy, and when they became lost.

    Parameters
    ----------
    strategies : sequence of str
        Play the same deals.
    games, seed : int
        Solo deals without quirks; every number follows from the seed.
    looked_at : int, default 100
        Lost games of each strategy, the first ones, whose fatal decision is searched for.
    **options
        ``rules``, ``workers``; see `analyses.runs.lineup`.
    """
    found = deal_games([Play(spec, games=games) for spec in strategies], seed=seed, **options)
    queues = solve_queues(found[0].rules)
    workers = options.get("workers", 1)
    fatal = [_fatal(play, queues, looked_at, workers) for play in found]
    return Regret(tuple(found), queues, tuple(fatal))


def _fatal(play: Games, queues: Queues, looked_at: int, workers: int) -> tuple[Fatal, ...]:
    """The fatal decisions of the first lost games, shared out over workers."""
    lost = np.flatnonzero(~is_won(play.rows) & can_be_won(play, queues))[:looked_at]
    names = queues_of(play)

    def of(blocks: np.ndarray) -> list[Fatal | None]:
        walker = Walker()
        return [walker.fatal(play.match, int(block), names[block]) for block in blocks]

    parts = Parallel(n_jobs=workers, backend="threading")(
        delayed(of)(part) for part in np.array_split(lost, workers)
    )
    return tuple(one for part in parts for one in part if one is not None)
