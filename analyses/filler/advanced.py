"""What the advanced recipes change, and what each of their two abilities adds: paired by deal.

Ten advanced recipes are shuffled in, five of them arrive early, five bad batch. To tell what an
ability adds, the same recipes are played without it: an arrive early recipe then has a printed
time like any other, a bad batch recipe no ability. Cards keep their place in every shuffle.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from analyses.filler.rows import (
    Array,
    Games,
    Ratios,
    Shape,
    play_mirror,
    ratios,
)
from analyses.filler.shapes import SHAPES
from analyses.matches import opening
from analyses.runs.lineup import Options, Setting, blocks_for, setting
from analyses.runs.outcomes import outcome_rows
from analyses.statistics.estimates import Estimate, mean_from_histogram, proportion
from analyses.statistics.significance import p_from_histogram
from analyses.statistics.verdicts import holm
from analyses.tables import records, spread_out, table
from simcore.errors import UsageError
from simcore.filler.components import Components
from simcore.filler.rules import Rules, with_components
from simcore.summary import WIN_UNITS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AdvancedDeck", "advanced_deck", "printed_times", "without"]

MEASURES = {
    "days_mean": "days of a game",
    "score_mean": "points of a player",
    "score_range_mean": "best less worst, points",
    "lead_changes_mean": "lead changes",
    "restock_rate": "restocks, share of the turns",
    "first_points_rate": "points that go to who acts first, share",
}
FIRST = Shape(
    "first_points_rate",
    lambda games: games.rows["points_at_0"],
    lambda games: games.at_place("points_at").sum(axis=1),
)
MEASURED = tuple(it for it in (*SHAPES, FIRST) if it.column in MEASURES)

BASE, FULL, PRINTED, PLAIN = "standard", "advanced", "no arrive early", "no bad batch"
QUESTIONS = (
    ("advanced deck", BASE, FULL),
    ("arrive early", PRINTED, FULL),
    ("bad batch", PLAIN, FULL),
)
"""What is asked, and the rules before and after it."""


class Changed(NamedTuple):
    """One measure before and after a change of the rules, on the same deals."""

    measure: str
    n_games: int
    before: Estimate
    after: Estimate
    change: Estimate
    p_value: float


def printed_times(components: Components, n: int) -> list[int]:
    """`n` times that no card has, spread evenly from the earliest to the latest printed one."""
    times = [it.time for it in components.recipes] + [it.time for it in components.chefs]
    taken = {time for time in times if time is not None}
    first, last = min(taken), max(taken)
    found: list[int] = []
    for k in range(n):
        wanted = first + (2 * k + 1) * (last - first) // (2 * n)
        free = (t for t in range(first, last + 1) if t not in taken and t not in found)
        found.append(min(free, key=lambda t: (abs(t - wanted), t)))
    return found


def without(components: Components, ability: str) -> Components:
    """The same cards where those with `ability` have none; a missing time becomes a printed one."""
    new = iter(printed_times(components, sum(recipe.time is None for recipe in components.recipes)))
    recipes = tuple(
        dataclasses.replace(it, ability="none", time=next(new) if it.time is None else it.time)
        if it.ability == ability
        else it
        for it in components.recipes
    )
    return dataclasses.replace(components, recipes=recipes)


def rule_sets(rules: Rules) -> dict[str, Rules]:
    """The rules that are compared, by their label."""
    words = [word for word in shlex.split(rules.name) if not word.startswith("advanced=")]
    base = dataclasses.replace(rules, advanced=False, name=shlex.join(words))
    full = dataclasses.replace(rules, advanced=True, name=shlex.join([*words, "advanced=true"]))
    changed = {
        label: dataclasses.replace(
            with_components(full, without(full.components, ability)), source=full.source
        )
        for label, ability in ((PRINTED, "arrive_early"), (PLAIN, "bad_batch"))
    }
    return {BASE: base, FULL: full, **changed}


@dataclass(frozen=True)
class AdvancedDeck:
    """Result of `advanced_deck`.

    Attributes
    ----------
    played : dict of str to Games
        Mirror matches on the same deals, by the label of their rules.
    duels : dict of str to int64[n_blocks]
        Wins of the stronger of two strategies in both games of a block, in `WIN_UNITS`.
    rivals : tuple of str
        The stronger and the weaker of them.
    """

    played: dict[str, Games]
    duels: dict[str, Array]
    rivals: tuple[str, str]

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        rows, p_values = [], []
        for question, before, after in QUESTIONS:
            for it in self._measured(before, after):
                row: dict[str, Any] = {
                    "question": question,
                    "before_rules": before,
                    "after_rules": after,
                }
                row |= {"measure": it.measure, "n_games": it.n_games}
                row |= spread_out("before", it.before) | spread_out("after", it.after)
                rows.append(row | spread_out("change", it.change))
                p_values.append(it.p_value)
        return [row | {"p_holm": p} for row, p in zip(rows, holm(p_values).tolist(), strict=True)]

    def _measured(self, before: str, after: str) -> list[Changed]:
        """Every measure on the deals that both rule sets finished; stuck games on all of them."""
        pair = [self.played[before], self.played[after]]
        both = (pair[0].rows["capped"] == 0) & (pair[1].rows["capped"] == 0)
        done = [Games(games.match, games.rows[both]) for games in pair]
        found = [_changed(it, done) for it in MEASURED]
        duels = np.stack([self.duels[before], self.duels[after]], axis=1) / (2 * WIN_UNITS)
        skill = ratios(duels, np.ones_like(duels))
        skilled = f"wins of {self.rivals[0]} over {self.rivals[1]}"
        return [*found, _stuck(pair), _of_ratios(skilled, 2 * len(duels), skill)]

    def to_frame(self) -> pd.DataFrame:
        """One row for each question and measure; p-values of 'no change' over all rows, by Holm."""
        return table(self._rows)

    def sentences(self) -> list[str]:
        """For each question what surely changes."""
        told = []
        for question, _, _ in QUESTIONS:
            rows = [it for it in self._rows if it["question"] == question and it["p_holm"] < 0.05]
            changes = [
                f"{row['measure']} {row['before']:.3g} to {row['after']:.3g}" for row in rows
            ]
            told.append(f"{question}: {'; '.join(changes) or 'no change is settled'}")
        return told

    def summary(self) -> str:
        """One line for each question."""
        return "\n".join(self.sentences())

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(games.n_games for games in self.played.values())
        n_games += 2 * sum(len(wins) for wins in self.duels.values())
        return {
            **opening(self.played[BASE].match, n_games, True),
            "strategy": self.played[BASE].match.players[0].spec,
            "rivals": list(self.rivals),
            "changes": records(self.to_frame()),
        }


def _changed(it: Shape, pair: Sequence[Games]) -> Changed:
    over = np.stack([it.over(games) for games in pair], axis=1)
    under = np.stack([it.under(games) for games in pair], axis=1)
    return _of_ratios(MEASURES[it.column], pair[0].n_games, ratios(over, under))


def _of_ratios(measure: str, n_games: int, found: Ratios) -> Changed:
    before, after, change = found.estimate(0), found.estimate(1), found.estimate(1, 0)
    return Changed(measure, n_games, before, after, change, found.p_value(1, 0))


def _stuck(pair: Sequence[Games]) -> Changed:
    """By counts of deals, so that the interval of none at all is not of width 0."""
    change = pair[1].rows["capped"] - pair[0].rows["capped"]
    counts = np.bincount(change + 1, minlength=3)
    return Changed(
        "stuck games, share",
        pair[0].n_games,
        proportion(pair[0].n_stuck, pair[0].n_games),
        proportion(pair[1].n_stuck, pair[1].n_games),
        mean_from_histogram(counts, 2, low=-1.0),
        p_from_histogram(counts, 2, 0.0, low=-1.0),
    )


def advanced_deck(
    strategy: str,
    rivals: tuple[str, str],
    *,
    games: int,
    seed: int,
    seats: int = 2,
    **options: Unpack[Options],
) -> AdvancedDeck:
    """Play with and without the advanced recipes, and without each of their abilities.

    Parameters
    ----------
    strategy : str
        Sits at every seat.
    rivals : tuple of str
        The stronger and the weaker strategy whose duels show how much skill is worth.
    games : int
        How many under each of the four rule sets; half as many duels.
    seed : int
        Every number follows from it.
    seats : int, default 2
        Number of players of the mirror matches, 2 to 5: at six the advanced recipes are always in.
    **options
        ``rules``, ``workers``, ``progress``; see `analyses.runs.lineup`.
    """
    plan = setting("filler", seed, options)
    if seats > 5:
        raise UsageError(f"seats = {seats}; allowed: 2 to 5, as six always play with all recipes")
    rules = rule_sets(plan.rules)
    plan.blocks_wanted = len(rules) * (games + blocks_for(games, 4))
    played = {label: play_mirror(plan, strategy, seats, games, it) for label, it in rules.items()}
    duels = {label: _duels(plan, rivals, blocks_for(games, 4), it) for label, it in rules.items()}
    return AdvancedDeck(played, duels, rivals)


def _duels(plan: Setting, rivals: tuple[str, str], n_blocks: int, rules: Rules) -> Array:
    """Wins of the first rival in the two games of each block; stuck games give none."""
    match = plan.match(list(rivals), "strategies", rules)
    rows = outcome_rows(plan, match, n_blocks)
    wins = [
        Games(match, rows[:, rotation]).wins[:, match.seat_of(0, rotation)]
        for rotation in range(match.n_rotations)
    ]
    return np.asarray(wins[0] + wins[1])
