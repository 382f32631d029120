"""Solo Filler: which personality is how hard, for whom, why, and on which decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from analyses.filler.solo_conclusions import Conclusion, conclusions
from analyses.filler.solo_games import (
    NOBODY,
    Cell,
    SoloGames,
    chosen_personalities,
    matches_of,
)
from analyses.filler.solo_sentences import ladder, outlying, over_decks, over_tiers, parts_of
from analyses.filler.solo_tables import (
    outlier_rows,
    pair_rows,
    part_rows,
    personality_rows,
)
from analyses.matches import opening
from analyses.reach.generated import generated_rules
from analyses.reach.tiers import tier_of
from analyses.runs.lineup import Options, Setting, blocks_for, setting
from analyses.runs.stopping import Stop, goal_for
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import Estimate
from analyses.statistics.margins import check_margin
from analyses.tables import records, table
from simcore.errors import UsageError
from simcore.match import Match
from simcore.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Budget", "Solo", "solo"]

GAME = "filler"
SLOW_TIER = 3
"""From this tier on a strategy searches, and plays `Budget.search_games`."""
MOST_SEEDS = 10**6
"""Generated decks have seeds below this, so that their names stay short."""
LARGEST_CHUNK = 500
"""Blocks at a time until sure: to lay the tables of nineteen matches takes as long as a few."""
PLANNED_SD = 0.5
"""Of a game that is won or lost: what intervals until sure are tuned for."""


class Budget(NamedTuple):
    """How many games are played, per personality.

    Parameters
    ----------
    games : int
        Of each strategy below tier 3, with each of its altered chefs as well.
    search_games : int
        Of each strategy of tier 3, against whole personalities only; 0 leaves it out.
    n_decks, deck_games : int
        Generated decks, and the games on each of them, of the strongest below tier 3.
    """

    games: int
    search_games: int = 0
    n_decks: int = 0
    deck_games: int = 1_000


@dataclass(frozen=True)
class Solo:
    """Result of `solo`.

    Attributes
    ----------
    base : Match
        Of the first strategy against the first personality: game, rules, seed.
    played : tuple of SoloGames
        One of each strategy, in the order of the arguments.
    decks : tuple of (str, SoloGames)
        The reference strategy on generated decks, by the name of their rules.
    margin : float
        Difference from the mean of the others beyond which a personality is an outlier.
    is_complete : bool
        False when the run was interrupted.
    stops : tuple of Stop
        Why each run ended, where a precision was asked for.
    """

    base: Match
    played: tuple[SoloGames, ...]
    decks: tuple[tuple[str, SoloGames], ...]
    margin: float
    is_complete: bool
    stops: tuple[Stop, ...] = ()

    @property
    def reference(self) -> SoloGames:
        """The strongest strategy with parts of the difficulty; conclusions are worded by it."""
        full = [it for it in self.played if it.has_parts] or list(self.played)
        return max(full, key=lambda it: it.tier)

    @property
    def n_games(self) -> int:
        """Games that were played, decks included."""
        return sum(it.n_games * len(it.cells) for it in (*self.played, *dict(self.decks).values()))

    def to_frame(self) -> pd.DataFrame:
        """One row for each strategy and personality, the hardest first."""
        return table(row for it in self.played for row in personality_rows(it))

    def pairs(self) -> pd.DataFrame:
        """Differences between each two personalities, for each strategy."""
        return table(row for it in self.played for row in pair_rows(it))

    def parts(self) -> pd.DataFrame:
        """What choice rule and altered rule add to the difficulty, for strategies below tier 3."""
        return table(row for it in self.played for row in part_rows(it))

    def outliers(self) -> pd.DataFrame:
        """How far each personality lies from the mean of the others, for each strategy."""
        return table(row for it in self.played for row in outlier_rows(it, self.margin))

    @cached_property
    def conclusions(self) -> tuple[Conclusion, ...]:
        """Every question, with the answers over tiers and over decks."""
        return conclusions(self.played, self.reference, dict(self.decks), self.margin)

    def concluded(self) -> pd.DataFrame:
        """`conclusions`, one row each."""
        return table(it.row() for it in self.conclusions)

    def sentences(self) -> list[str]:
        """The result in sentences, one to a line."""
        told = [ladder(it) for it in self.played]
        if len(self.reference.personalities) > 1:
            told += [outlying(self.outliers(), self.margin), *over_tiers(self.conclusions)]
        told += [parts_of(it) for it in self.played if it.has_parts]
        if self.decks:
            told.append(over_decks(self.conclusions, self.reference, len(self.decks)))
        return [*told, *(stop.text for stop in self.stops)]

    def summary(self) -> str:
        """The result in a few lines."""
        return "\n".join(self.sentences())

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {
            **opening(self.base, self.n_games, self.is_complete),
            "personalities": list(self.reference.personalities),
            "rows": records(self.to_frame(), "win_rate"),
            "pairs": records(self.pairs()),
            "parts": records(self.parts()),
            "outliers": records(self.outliers()),
            "conclusions": records(self.concluded()),
            "text": self.sentences(),
            "stops": [stop.to_json() for stop in self.stops],
        }


def solo(
    strategies: Sequence[str],
    budget: Budget,
    *,
    seed: int,
    personalities: Sequence[str] = (),
    margin: float = 0.1,
    **options: Unpack[Options],
) -> Solo:
    """Let strategies play alone against the personalities, on the same decks.

    Parameters
    ----------
    strategies : sequence of str
        Who plays, e.g. one of every tier.
    budget : Budget
        How many games.
    seed : int
        Every number follows from it; generated decks are those of this seed and the next ones.
    personalities : sequence of str, optional
        Whom they play against; by default all of the components.
    margin : float, default 0.1
        A personality is an outlier where the player's win rate against it surely differs by more
        from the mean of the win rates against the others.
    **options
        ``rules``, ``workers``, ``backend``, ``progress``, ``precision``: `analyses.runs.lineup`.
        A precision is that of the win rates, and asked for strategy by strategy.

    Returns
    -------
    Solo

    Notes
    -----
    Difficulty is the share of the games not won, a draw counting one half. With d(picks, rule),
    d(own, own) - d(random, none) = [d(own, none) - d(random, none)] + [d(own, own) - d(own, none)]:
    the part of the choice rule and that of the altered rule sum to the difference from a neutral
    chef, who picks at random. The rule's part is what it adds to this choice rule; what it adds
    to picks at random may differ, and by how much is the interaction.
    """
    check_margin(margin)
    plan = setting(GAME, seed, options)
    names = chosen_personalities(plan.rules, personalities)
    chosen = [
        strategy
        for strategy in dict.fromkeys(strategies)
        if budget.search_games or tier_of(GAME, strategy) < SLOW_TIER
    ]
    if not chosen:
        raise UsageError("no strategy to play; allowed: one or more, and games for those of tier 3")
    jobs = [_job(plan, strategy, names, budget) for strategy in chosen]
    plan.blocks_wanted = sum(job.n_blocks for job in jobs) + budget.n_decks * budget.deck_games
    played: list[SoloGames] = []
    stops: list[Stop] = []
    for job in jobs:
        summary, stop = _play(plan, job)
        if plan.is_complete or summary.n_blocks or not played:
            played.append(_games(job, summary, stop))
            stops += [stop] if stop is not None else []
    base = plan.match([chosen[0]], "strategies")
    result = Solo(base, tuple(played), (), margin, plan.is_complete, tuple(stops))
    decks = tuple(_on_decks(plan, result.reference, budget))
    return replace(result, decks=decks, is_complete=plan.is_complete)


class _Job(NamedTuple):
    """What one strategy plays."""

    strategy: str
    cells: list[Cell]
    matches: list[Match]
    n_blocks: int


def _job(plan: Setting, strategy: str, names: Sequence[str], budget: Budget) -> _Job:
    is_slow = tier_of(GAME, strategy) >= SLOW_TIER
    cells = [Cell(name) for name in names]
    if not is_slow:
        cells += [Cell(name, own_rule=False) for name in names]
        cells += [Cell(name, own_picks=False) for name in names]
        cells.append(NOBODY)
    games = budget.search_games if is_slow else budget.games
    return _Job(strategy, cells, matches_of(plan, strategy, cells), blocks_for(games, 1))


def _play(plan: Setting, job: _Job) -> tuple[Summary, Stop | None]:
    """Play the games of one strategy: all of them, or until the win rates are precise enough."""
    if plan.precision is None:
        chunk = -(-job.n_blocks // (4 * plan.workers))
        return plan.play(job.matches, job.n_blocks, chunk_blocks=chunk), None
    goal = goal_for(plan.precision, sd=PLANNED_SD)
    whole = [cell for cell in job.cells if cell.own_picks and cell.own_rule]

    def watched(summary: Summary) -> list[Estimate]:
        so_far = _games(job, summary, None, goal.look)
        return [so_far.win_rate(cell) for cell in whole]

    return plan.play_until(job.matches, job.n_blocks, goal, watched, chunk_blocks=LARGEST_CHUNK)


def _games(
    job: _Job, summary: Summary, stop: Stop | None, look: AnyTime | None = None
) -> SoloGames:
    who, look = job.matches[0].players[0], look if stop is None else stop.look
    cells, matches = tuple(job.cells), tuple(job.matches)
    return SoloGames(job.strategy, who.tier, cells, matches, summary, look)


def _on_decks(
    plan: Setting, reference: SoloGames, budget: Budget
) -> Iterator[tuple[str, SoloGames]]:
    """The reference strategy on generated decks; what conclusions rest on, without interactions."""
    if not budget.n_decks:
        return
    cells = [cell for cell in reference.cells if cell.own_picks or cell == NOBODY]
    _, decks = generated_rules(GAME, plan.rules, budget.n_decks, seed=plan.seed % MOST_SEEDS)
    for rules in decks:
        matches = matches_of(plan, reference.strategy, cells, rules)
        job = _Job(reference.strategy, cells, matches, blocks_for(budget.deck_games, 1))
        summary = plan.play(matches, job.n_blocks, chunk_blocks=-(-job.n_blocks // plan.workers))
        if plan.is_complete:
            yield rules.name, _games(job, summary, None)
