"""What a game of Filler is like by number of players: days, points apart, restocks, stuck games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyses.filler.rows import (
    Array,
    Games,
    Shape,
    numbers_of_players,
    play_mirror,
    ratios,
    shape,
    share,
)
from analyses.matches import opening
from analyses.runs.lineup import Options, setting
from analyses.statistics.estimates import Estimate, proportion
from analyses.tables import in_percent, records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SHAPES", "GameShapes", "game_shapes", "mirror_games"]


def _range(games: Games) -> Array:
    return np.asarray(games.scores.max(axis=1) - games.scores.min(axis=1))


def _lead(games: Games) -> Array:
    ranked = np.sort(games.scores, axis=1)
    return np.asarray(ranked[:, -1] - ranked[:, -2])


def _ones(games: Games) -> Array:
    return np.ones(games.n_games)


SHAPES = (
    shape("days_mean", "days"),
    Shape("score_mean", lambda games: games.scores.mean(axis=1), _ones),
    Shape("score_range_mean", _range, _ones),
    Shape("score_lead_mean", _lead, _ones),
    shape("restock_rate", "restock_turns", "turns"),
    shape("all_restock_rate", "all_restock_days", "days"),
    shape("lead_changes_mean", "lead_changes"),
)
"""Of finished games."""


@dataclass(frozen=True)
class GameShapes:
    """Result of `game_shapes`.

    Attributes
    ----------
    played : tuple of Games
        One for each strategy and number of players.
    """

    played: tuple[Games, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row for each strategy and number of players."""
        return table(map(_row, self.played))

    def lengths(self) -> pd.DataFrame:
        """One row for each number of days that a finished game took, up to the longest."""
        return table(
            games.keys() | {"days": days} | spread_out("days_rate", proportion(int(n), total))
            for games in self.played
            for total in [games.finished.n_games]
            for days, n in enumerate(np.bincount(games.finished.rows["days"]))
            if n > 0
        )

    def summary(self) -> str:
        """A line for each strategy and number of players."""
        lines = []
        for row, games in zip(self.to_frame().to_dict("records"), self.played, strict=True):
            stuck = proportion(games.n_stuck, games.n_games)
            text = f"{games.who}: {row['days_mean']:.1f} days"
            text += f", best and worst {row['score_range_mean']:.1f} points apart"
            text += f", {100 * row['restock_rate']:.0f} % of the turns are restocks"
            lines.append(text + (f", {in_percent(stuck)} are stuck" if games.n_stuck else ""))
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(games.n_games for games in self.played)
        return {
            **opening(self.played[0].match, n_games, True),
            "shapes": records(self.to_frame()),
            "lengths": records(self.lengths(), "days_rate"),
        }


def _row(games: Games) -> dict[str, Any]:
    row = games.keys() | {"n_games": games.n_games}
    done = games.finished
    for it in SHAPES:
        row |= spread_out(it.column, statistic(done, it))
    n_ties = int((done.wins.max(axis=1) < done.wins.sum(axis=1)).sum())
    row |= spread_out("ties_rate", proportion(n_ties, done.n_games))
    return row | spread_out("capped_rate", proportion(games.n_stuck, games.n_games))


def statistic(games: Games, it: Shape) -> Estimate:
    """One statistic of these games."""
    over, under = it.over(games), it.under(games)
    found = ratios(over[:, None], under[:, None])
    if it.column.endswith("_rate"):
        return share(found, 0, int(over.sum()), int(under.sum()))
    return found.estimate(0)


def mirror_games(
    strategies: Sequence[str],
    *,
    games: int,
    seed: int,
    seats: Sequence[int] = (),
    **options: Unpack[Options],
) -> tuple[Games, ...]:
    """Games that the analyses of this folder work on, one entry by strategy and players.

    Parameters
    ----------
    strategies : sequence of str
        Each sits at every seat of its games; all meet the same luck.
    games : int
        How many of each, for each number of players; each takes a kilobyte of memory.
    seed : int
        Every number follows from it.
    seats : sequence of int, optional
        Numbers of players; by default all that the components allow.
    **options
        ``rules``, ``workers``, ``progress``; see `analyses.runs.lineup`.
    """
    plan = setting("filler", seed, options)
    wanted = [(spec, n) for spec in strategies for n in numbers_of_players(plan, seats)]
    plan.blocks_wanted = games * len(wanted)
    return tuple(play_mirror(plan, spec, n, games) for spec, n in wanted)


def game_shapes(played: Sequence[Games]) -> GameShapes:
    """Length, points, restocks and stuck games of `mirror_games`."""
    return GameShapes(tuple(played))
