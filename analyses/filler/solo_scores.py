"""How the points of the player and of a solo chef differ: whole distributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from analyses.filler.solo_games import Cell, chosen_personalities, matches_of
from analyses.matches import opening
from analyses.runs.lineup import Options, blocks_for, setting
from analyses.statistics.estimates import proportion
from analyses.tables import records, spread_out, table
from simcore.engine import play_outcomes
from simcore.match import Match

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ScoreDifferences", "score_differences"]

MOST_POINTS = 200
"""More than all cards together score."""


@dataclass(frozen=True)
class ScoreDifferences:
    """Result of `score_differences`.

    Attributes
    ----------
    matches : tuple of Match
        One for each personality.
    personalities : tuple of str
    counts : int64[n_personalities, 2 * MOST_POINTS + 1]
        Finished games by points of the player less those of the chef; `MOST_POINTS` is 0.
    """

    matches: tuple[Match, ...]
    personalities: tuple[str, ...]
    counts: npt.NDArray[np.int64]

    def to_frame(self) -> pd.DataFrame:
        """One row for each personality and difference that occurred, with its share."""
        who = self.matches[0].players[0]
        rows: list[dict[str, Any]] = []
        for name, counts in zip(self.personalities, self.counts, strict=True):
            n_games = int(counts.sum())
            for place in np.flatnonzero(counts).tolist():
                row: dict[str, Any] = {"strategy": who.spec, "tier": who.tier, "personality": name}
                row |= {"score_diff": place - MOST_POINTS, "n_games": n_games}
                share = proportion(int(counts[place]), n_games)
                rows.append(row | spread_out("score_diff_rate", share))
        return table(rows)

    def summary(self) -> str:
        """How often each personality was met within two points."""
        at = slice(MOST_POINTS - 2, MOST_POINTS + 3)
        shares = [100 * row[at].sum() / max(1, row.sum()) for row in self.counts]
        pairs = zip(self.personalities, shares, strict=True)
        told = ", ".join(f"{name} {share:.0f} %" for name, share in pairs)
        return f"Games within two points of each other: {told}."

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = int(self.counts.sum())
        rows = records(self.to_frame(), "score_diff_rate")
        return {**opening(self.matches[0], n_games, True), "rows": rows}


def score_differences(
    strategy: str,
    *,
    games: int,
    seed: int,
    personalities: Sequence[str] = (),
    **options: Unpack[Options],
) -> ScoreDifferences:
    """Count the points of the player less those of the chef, for every personality.

    Parameters
    ----------
    strategy : str
        Who plays.
    games : int
        Against each personality; stuck ones are left out.
    seed, personalities, **options
        As in `analyses.filler.solo.solo`; one worker plays.
    """
    plan = setting("filler", seed, options)
    names = chosen_personalities(plan.rules, personalities)
    matches = matches_of(plan, strategy, [Cell(name) for name in names])
    counts = np.zeros((len(names), 2 * MOST_POINTS + 1), np.int64)
    for row, match in zip(counts, matches, strict=True):
        played = play_outcomes(match, 0, blocks_for(games, 1)).reshape(-1)
        done = played[played["capped"] == 0]
        row += np.bincount(differences(done), minlength=len(row))
    return ScoreDifferences(tuple(matches), names, counts)


def differences(games: np.ndarray) -> npt.NDArray[np.int64]:
    """Points of the player less those of the chef, from 0 up, of finished games."""
    found: npt.NDArray[np.int64] = (
        games["score"][:, 0].astype(np.int64) - games["chef_score"] + MOST_POINTS
    )
    return found
