"""The course of a game: when the lead changes, and how often whoever was behind still wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyses.fillit.games import (
    Ints,
    Recorded,
    label_of,
    record_games,
    rules_in,
    self_play,
    setting_of,
    share_of,
)
from analyses.matches import opening
from analyses.runs.lineup import Options
from analyses.tables import records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BINS", "Course", "game_course", "lead_changes", "was_behind"]

BINS = ((1, 2), (3, 4), (5, 6), (7, 9), (10, 14), (15, 24))
"""Chips in hand of the side that has fewest, after a turn; ends included. At 0 the game is won."""

NOBODY = -1


def lead_changes(recorded: Recorded) -> tuple[Ints, Ints]:
    """By turn: fewest chips in a hand after it, and whether it changed the sole leader.

    As in the outcome: a change is another sole leader than the last one; a tie changes nothing.
    """
    hands = _hands(recorded)
    fewest = hands.min(axis=1)
    is_sole = (hands == fewest[:, None]).sum(axis=1) == 1
    leader = np.where(is_sole, hands.argmin(axis=1), NOBODY)
    changed = np.zeros(len(hands), np.int64)
    last = NOBODY
    for i, (game, now) in enumerate(zip(recorded.game, leader, strict=True)):
        if i == 0 or game != recorded.game[i - 1]:
            last = NOBODY
        if now != NOBODY:
            changed[i] = last not in (NOBODY, now)
            last = now
    return fewest, changed


def was_behind(recorded: Recorded) -> tuple[Ints, Ints]:
    """By game that was won: chips the winner was behind at half of its turns; which games.

    Half is after the first floor(turns / 2) turns; games of a single turn count as level.
    """
    lengths = recorded.lengths
    ends = np.cumsum(lengths) - 1
    middles = ends - lengths + np.maximum(lengths // 2, 1)
    hands = _hands(recorded)
    won = (hands[ends] == 0).any(axis=1)
    winner = hands[ends].argmin(axis=1)
    games = np.arange(len(lengths))
    middle = hands[middles]
    return (middle[games, winner] - middle.min(axis=1))[won], games[won]


def _hands(recorded: Recorded) -> Ints:
    return recorded.turns["hands"][:, : rules_in(recorded.match).setting.n_sides]


@dataclass(frozen=True)
class Course:
    """Result of `game_course`.

    Attributes
    ----------
    recorded : tuple of Recorded
        One for each rule set.
    """

    recorded: tuple[Recorded, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row for each rule set: how often somebody wins who was behind half-way."""
        rows = []
        for one in self.recorded:
            behind, games = was_behind(one)
            rows.append(
                _keys(one)
                | {"n_won": len(games)}
                | spread_out("comeback_rate", share_of(behind > 0))
                | spread_out("far_comeback_rate", share_of(behind >= FAR))
            )
        return table(rows)

    def lead(self) -> pd.DataFrame:
        """One row for each rule set and number of chips left: how often a turn takes the lead."""
        return table(
            _keys(one) | {"chips_from": low, "chips_to": high} | self._bin(one, low, high)
            for one in self.recorded
            for low, high in BINS
            if ((lead_changes(one)[0] >= low) & (lead_changes(one)[0] <= high)).any()
        )

    def _bin(self, one: Recorded, low: int, high: int) -> dict[str, Any]:
        fewest, changed = lead_changes(one)
        inside = (fewest >= low) & (fewest <= high)
        n_turns, n_changes = one.per_game(inside), one.per_game(changed * inside)
        rate = spread_out("lead_change_rate", share_of(n_changes, n_turns))
        return {"n_turns": int(inside.sum())} | rate

    def summary(self) -> str:
        """One line per rule set."""
        return "\n".join(
            f"{label_of(rules_in(one.match))}: of the games won, "
            f"{share_of(was_behind(one)[0] > 0)} by a side that was behind half-way"
            for one in self.recorded
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(one.n_games for one in self.recorded)
        return {
            **opening(self.recorded[0].match, n_games, True),
            "comebacks": records(self.to_frame()),
            "lead": records(self.lead(), "lead_change_rate"),
        }


FAR = 3
"""Chips behind from which a comeback counts as far."""


def _keys(one: Recorded) -> dict[str, Any]:
    rules = rules_in(one.match)
    return {
        "config": rules.config,
        "layout": rules.layout,
        "strategy": one.match.players[0].spec,
        "n_games": one.n_games,
    }


def game_course(
    strategy: str,
    rule_sets: Sequence[Any],
    *,
    games: int,
    seed: int,
    **options: Unpack[Options],
) -> Course:
    """Record games of a strategy against itself and follow the lead.

    Parameters
    ----------
    strategy : str
        Plays every seat.
    rule_sets : sequence of rules
    games : int
        How many under each are recorded; about a thousand a second.
    seed : int
        Every number follows from it.
    **options
        ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    Course
        Lead changes by chips left, and comebacks.

    Notes
    -----
    A side leads that has fewest chips in hand. A comeback is a win by a side that, after half of
    the game's turns, had more chips in hand than the leader.
    """
    plan = setting_of(rule_sets[0], seed, options)
    plan.blocks_wanted = games * len(rule_sets)
    matches = [self_play(plan, strategy, rules) for rules in rule_sets]
    return Course(tuple(record_games(plan, match, games) for match in matches))
