"""Who wins with which chef set, by number of players.

Sets are dealt by lot, so that a difference between them is their doing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.filler.rows import Games, Ratios, ratios, rules_in
from analyses.matches import opening
from analyses.statistics.families import Finding, together
from analyses.statistics.margins import check_margin
from analyses.statistics.verdicts import POINTS_OF_SPREAD, holm, spread_of_seats
from analyses.tables import records, spread_out, table
from simcore.summary import WIN_UNITS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ChefSets", "chef_sets"]


@dataclass(frozen=True)
class ChefSets:
    """Result of `chef_sets`.

    Attributes
    ----------
    played : tuple of Games
        Mirror matches.
    margin : float
        Largest spread, best set less worst, that counts as balanced.
    """

    played: tuple[Games, ...]
    margin: float

    @cached_property
    def rates(self) -> tuple[Ratios, ...]:
        """Win rates by set, for each of the matches; stuck games are left out."""
        return tuple(_by_set(games.finished) for games in self.played)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The spread of each match against the margin, by itself."""
        return tuple(self._judge(rates) for rates in self.rates)

    def to_frame(self) -> pd.DataFrame:
        """One row for each match and chef set; p-values of 'as good as a fair share', by Holm."""
        rows, p_values = [], []
        for games, rates in zip(self.played, self.rates, strict=True):
            fair = 1.0 / games.n_seats
            for i, name in enumerate(rules_in(games.match).components.chef_sets):
                row = games.keys() | {"chef_set": name, "n_games": int(rates.n_games[i])}
                row |= spread_out("win_rate", rates.estimate(i)) | {"fair_share": fair}
                rows.append(row | spread_out("set_edge", rates.estimate(i, less=fair)))
                p_values.append(rates.p_value(i, less=fair))
        adjusted = holm(p_values).tolist()
        return table(row | {"p_holm": p} for row, p in zip(rows, adjusted, strict=True))

    def verdicts(self) -> pd.DataFrame:
        """One row for each match: the spread of its sets against the margin, judged together."""
        judged = together(self.findings)
        return table(
            games.keys()
            | {"n_games": games.finished.n_games}
            | spread_out("set_spread", it.verdict.estimate)
            | {
                "verdict": it.verdict.text,
                "n_more": it.verdict.n_more,
                "p_balanced_holm": it.p_balanced_holm,
                "p_not_balanced_holm": it.p_not_balanced_holm,
            }
            for games, it in zip(self.played, judged, strict=True)
        )

    def _judge(self, rates: Ratios) -> Finding:
        dealt = [i for i in range(len(rates.value)) if rates.n_games[i] > 1]
        pairs = [rates.interval(i, j) for i, j in combinations(dealt, 2)]
        return Finding(spread_of_seats(pairs, self.margin, wording=POINTS_OF_SPREAD))

    def summary(self) -> str:
        """The verdict for each strategy and number of players."""
        verdicts = self.verdicts()["verdict"]
        return "\n".join(
            f"chef sets, {games.who}: {verdict}"
            for games, verdict in zip(self.played, verdicts, strict=True)
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(games.n_games for games in self.played)
        return {
            **opening(self.played[0].match, n_games, True),
            "chef_sets": records(self.to_frame(), "win_rate"),
            "verdicts": records(self.verdicts()),
        }


def _by_set(games: Games) -> Ratios:
    """Win rate of each set: its wins by its games, both by game."""
    n_sets = len(rules_in(games.match).components.chef_sets)
    sets = games.rows["chef_set"][:, : games.n_seats]
    has = sets[:, :, None] == np.arange(n_sets)
    return ratios((games.wins[:, :, None] * has).sum(axis=1) / WIN_UNITS, has.sum(axis=1))


def chef_sets(played: Sequence[Games], *, margin: float = 0.05) -> ChefSets:
    """Compare the chef sets in `analyses.filler.shapes.mirror_games`.

    Parameters
    ----------
    played : sequence of Games
        In every one of them two chef sets or more must occur twice or more.
    margin : float, default 0.05
        Largest spread of win rates that counts as balanced.
    """
    check_margin(margin)
    return ChefSets(tuple(played), margin)
