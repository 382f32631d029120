"""Games of Fillit written by hand: outcome rows, folded blocks, and recorded turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyses.fillit.games import Recorded
from analyses.runs.blocks import Blocks
from simcore.games import load_game
from simcore.match import Match, Player
from simcore.summary import summarise
from strategies.fillit.stone_moves import PLAYED

GAME = load_game("fillit")


def a_match(preset: str, rotation: str = "none", changes: Sequence[str] = ()) -> Match:
    """A match whose players are never asked anything."""
    rules = GAME.load_rules(preset, changes)
    players = tuple(Player(name, 1, lambda view: 0) for name in "abcd"[: rules.setting.n_players])
    return Match(GAME, rules, players, 0, rotation)


def rows_of(games: Sequence[dict[str, Any]]) -> np.ndarray:
    """OUTCOME[n_games]."""
    rows = np.zeros(len(games), GAME.outcome)
    for row, fields in zip(rows, games, strict=True):
        for name, value in fields.items():
            row[name] = value
    return rows


def blocks_of(match: Match, winners: Sequence[Sequence[int]]) -> Blocks:
    """The blocks of a match, by the winners' bits of each game."""
    outcomes = np.zeros((len(winners), match.n_rotations), GAME.outcome)
    outcomes["winners"] = winners
    return Blocks(match, summarise([match], [outcomes]))


def recorded_of(match: Match, games: Sequence[Sequence[dict[str, Any]]]) -> Recorded:
    """Recorded games, by what each turn left."""
    turns = np.zeros(sum(len(game) for game in games), PLAYED)
    for row, fields in zip(turns, [turn for game in games for turn in game], strict=True):
        for name, value in fields.items():
            if isinstance(value, list):
                row[name][: len(value)] = value
            else:
                row[name] = value
    game = np.repeat(np.arange(len(games)), [len(one) for one in games])
    return Recorded(match, turns, game)
