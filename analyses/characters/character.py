"""The character of a game: how long, how tense, how decided, how lucky. One definition for all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from analyses.characters.histories import (
    History,
    decisiveness,
    drama,
    history_of,
    is_comeback,
    lead_changes,
    leader_share,
    trailing_share,
)
from analyses.characters.luck import LuckAndSkill, luck_and_skill, results_by_luck, shares_of_win
from analyses.characters.skill_ladder import Rung, rungs
from analyses.matches import opening
from analyses.runs.lineup import Options, Setting, blocks_for, setting
from analyses.statistics.estimates import Estimate
from analyses.statistics.over_games import mean_over_games, ratio_over_games
from analyses.tables import records, spread_out, table
from simcore import engine
from simcore.errors import UsageError
from simcore.match import Match
from simcore.watch import watch

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEASURES", "Character", "character"]

PROGRESS = tuple(k / 10 for k in range(1, 10))
RESAMPLES = 500
MOST_TOLD = 1_000
"""Games that are followed turn by turn, the first of those played."""

MEASURES = {
    "length": "Turns of a game, all seats together.",
    "ties": "Share of the games with more than one winner.",
    "unwon": "Share of the games that nobody wins.",
    "choice": "Share of the turns with a decision among two or more legal options.",
    "decisions": "Decisions among two or more legal options, by turn.",
    "branching": "Legal options of such a decision.",
    "lead_changes": "Times a game that another side takes the sole lead than had it last.",
    "trailing": "Share of the turns after which the eventual winner is behind.",
    "drama": "Mean root of the eventual winner's deficit while behind, over its final score.",
    "comeback": "Share of the games whose winner was behind at half of the turns.",
    "decisiveness": "Share of the turns left when the eventual winner takes the lead for good.",
    "half_time": "Uncertainty at half of the turns: 1 if the lead says nothing, 0 if all.",
    "luck": "Share of the result that the luck of a place explains, whoever has it.",
    "skill": "Share of the result that the player explains, whatever its luck.",
    "luck_and_skill": "Share that neither explains alone.",
}
"""What is measured of every game, in the order shown, and what it means."""

OF_A_LEAD = ("lead_changes", "trailing", "drama", "comeback", "decisiveness", "half_time")


@dataclass(frozen=True)
class Character:
    """Result of `character`.

    Attributes
    ----------
    match : Match
        What was looked at, one game a block.
    measures : dict
        Name of a measure to its estimate; None where the game has no such thing.
    course : tuple of (progress, share)
        Share of the win that the leader at this share of the turns has in the end.
    fair_share : float
        What it would be if the lead said nothing.
    players : tuple of str
        Who held the same luck in turn, for luck against skill.
    n_games, n_told : int
        Games that were played, and games that were followed turn by turn.
    rungs : tuple of Rung
        The skill ladder; empty where none was asked for.
    """

    match: Match
    measures: dict[str, Estimate | None]
    course: tuple[tuple[float, Estimate], ...]
    fair_share: float
    players: tuple[str, ...]
    n_games: int
    n_told: int
    rungs: tuple[Rung, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """One row per measure, with its meaning; no number where it is not defined."""
        nothing = Estimate(math.nan, math.nan, math.nan, "not defined", 0)
        return table(
            {"measure": name.replace("_", " ")}
            | spread_out("measured", found or nothing)
            | {"definition": MEASURES[name] if found else f"Not defined: {self._why(name)}."}
            for name, found in self.measures.items()
        )

    def _why(self, name: str) -> str:
        if name in OF_A_LEAD:
            return "nobody is ahead of anybody"
        return "needs two different strategies and results that differ"

    def uncertainty(self) -> pd.DataFrame:
        """By share of the turns: how often the leader wins, and how open the game still is."""
        return table(
            {"progress": at}
            | spread_out("leader_win_rate", share)
            | spread_out("uncertainty", _openness(share, self.fair_share))
            for at, share in self.course
        )

    def ladder(self) -> pd.DataFrame:
        """One row per rung of the skill ladder: its win rate against the one below."""
        return table(rung.row() for rung in self.rungs)

    def summary(self) -> str:
        """The measures, one line each."""
        lines = [f"{self.match.game.title} ({self.match.rules.name}), {self.n_games:,} games"]
        for name, found in self.measures.items():
            shown = found.text if found else "not defined"
            lines.append(f"{name.replace('_', ' ')}: {shown}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {
            **opening(self.match, self.n_games, True),
            "strategies": [player.spec for player in self.match.players],
            "players": list(self.players),
            "n_told": self.n_told,
            "measures": records(self.to_frame(), "measured"),
            "uncertainty": records(self.uncertainty(), "uncertainty") if self.course else [],
            "ladder": records(self.ladder(), "win_rate"),
        }


def character(
    game: str,
    strategies: Sequence[str],
    *,
    games: int,
    seed: int,
    rivals: Sequence[str] = (),
    ladder: Sequence[str] = (),
    **options: Unpack[Options],
) -> Character:
    """Look at the course of games and say what kind of game it is.

    Parameters
    ----------
    game, strategies
        The game, and who sits at which seat.
    games : int
        How many are played, one a block.
    seed : int
        Every number follows from it.
    rivals : sequence of str
        Two different strategies, to tell luck from skill: they hold the same luck in turn.
    ladder : sequence of str
        Strategies, the weakest first, of which each meets the one below.
    **options
        ``rules``; see `analyses.runs.lineup`.

    Returns
    -------
    Character
        Every measure with its interval, or None where the game has no such thing.
    """
    plan = setting(game, seed, options)
    match = plan.match(strategies, "none")
    n_games = blocks_for(games, 1)
    outcomes, decisions = watch(match, 0, n_games)
    rows = outcomes[:, 0]
    measures: dict[str, Estimate | None] = dict.fromkeys(MEASURES)
    n_winners = np.array([int(winners).bit_count() for winners in rows["winners"]])
    measures["length"] = mean_over_games(rows["turns"])
    is_tie = (n_winners > 1) & ~np.bool_(match.game.is_cooperative)
    measures["ties"], measures["unwon"] = (
        mean_over_games(is_tie, 1.0),
        mean_over_games(n_winners == 0, 1.0),
    )
    measures |= _of_decisions(decisions, rows["turns"])
    histories = _histories(match, min(MOST_TOLD, n_games))
    course = tuple(
        (at, mean_over_games([leader_share(h, at) for h in histories], 1.0)) for at in PROGRESS
    )
    fair_share = 1.0 / histories[0].scores.shape[1] if histories else math.nan
    if histories:
        measures |= _of_leads(histories)
        measures["half_time"] = _openness(course[4][1], fair_share)
    shares = _luck(plan, match, rivals, n_games)
    if shares is not None:
        measures |= {"luck": shares.luck, "skill": shares.skill, "luck_and_skill": shares.both}
    return Character(
        match,
        measures,
        course if histories else (),
        fair_share,
        tuple(rivals),
        n_games,
        len(histories),
        rungs(plan, ladder, match.n_seats, games),
    )


def _of_decisions(
    decisions: np.ndarray, turns: npt.NDArray[np.int32]
) -> dict[str, Estimate | None]:
    """Ratios over games: turns with a choice, choices by turn, options by choice."""
    real = decisions[decisions["n_options"] > 1]
    n_games = len(turns)
    block = real["block"].astype(np.int64)
    choices = np.bincount(block, minlength=n_games)
    options = np.bincount(block, weights=real["n_options"], minlength=n_games).astype(np.int64)
    key = (block * (int(real["turn"].max(initial=0)) + 1) + real["turn"]) * 8 + real["seat"]
    _, first = np.unique(key, return_index=True)
    chosen = np.minimum(np.bincount(block[first], minlength=n_games), turns)
    return {
        "choice": ratio_over_games(chosen, turns),
        "decisions": ratio_over_games(choices, turns),
        "branching": ratio_over_games(options, choices),
    }


def _histories(match: Match, n: int) -> list[History]:
    """The courses of the first games; none where nobody can be ahead."""
    read = history_of(match.game.name)
    if read is None:
        return []
    found = []
    for block in range(n):
        found.append(read(engine.replay(match, block, 0)))
        if found[0].scores.shape[1] < 2:
            return []
    return found


def _of_leads(histories: Sequence[History]) -> dict[str, Estimate | None]:
    return {
        "lead_changes": mean_over_games([lead_changes(h) for h in histories]),
        "trailing": mean_over_games([trailing_share(h) for h in histories], 1.0),
        "drama": mean_over_games([drama(h) for h in histories], 1.0),
        "comeback": mean_over_games([is_comeback(h) for h in histories], 1.0),
        "decisiveness": mean_over_games([decisiveness(h) for h in histories], 1.0),
    }


def _luck(plan: Setting, match: Match, rivals: Sequence[str], n_blocks: int) -> LuckAndSkill | None:
    """Luck against skill from blocks in which two players hold the same luck; None if it cannot."""
    specs = [player.spec for player in plan.players(rivals)]
    if len(set(specs)) != len(specs) or len(specs) not in (0, 2):
        raise UsageError("luck against skill needs two different rivals")
    if not specs:
        return None
    n_seats = match.n_seats
    if n_seats == 1 or match.game.is_cooperative:
        sides = [plan.match([spec] * n_seats, "none") for spec in specs]
        won = [
            shares_of_win(side, engine.play_outcomes(side, 0, n_blocks))[:, :, :1] for side in sides
        ]
        results = np.concatenate(won, axis=2)
    else:
        mixed = plan.match([specs[0]] + [specs[1]] * (n_seats - 1), "strategies")
        results = results_by_luck(mixed, engine.play_outcomes(mixed, 0, n_blocks))
    if results.std() == 0.0:
        return None
    return luck_and_skill(results, n_resamples=RESAMPLES, seed=match.seed)


def _openness(share: Estimate, fair_share: float) -> Estimate:
    """Uncertainty from the share of the win that the leader has in the end."""
    value, *ends = ((1.0 - x) / (1.0 - fair_share) for x in (share.value, share.low, share.high))
    return Estimate(value, min(ends), max(ends), share.method, share.n)
