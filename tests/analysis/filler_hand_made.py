"""Solo games of Filler written by hand, folded by the project's own summary."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from analyses.filler.solo_games import Cell, SoloGames, rules_for
from simcore.games import load_game
from simcore.match import Match, Player
from simcore.summary import summarise

GAME = load_game("filler")

WINNERS = {"W": 1, "L": 2, "D": 3, "C": 0}
"""Bits of the winners by result: won, lost, drawn, and stuck until the cap."""


def rows_of(results: str, scores: tuple[int, int] = (0, 0), days: int = 0) -> np.ndarray:
    """OUTCOME[n_games, 1] by a letter for each game; a stuck one has no points."""
    rows = np.zeros((len(results), 1), GAME.outcome)
    for row, letter in zip(rows[:, 0], results, strict=True):
        row["winners"], row["capped"], row["days"] = WINNERS[letter], letter == "C", days
        if letter != "C":
            row["score"][0], row["chef_score"] = scores
    return rows


def solo_games(
    results: Mapping[Cell, str], *, strategy: str = "greedy", tier: int = 1, rows: object = None
) -> SoloGames:
    """Games of one strategy against each chef, on the same decks letter by letter."""
    rules, player = GAME.load_rules("rulebook", ()), Player(strategy, tier, lambda view: 0)
    cells = tuple(results)
    matches = tuple(
        Match(GAME, rules_for(rules, cell), (player,), 0, "strategies") for cell in cells
    )
    played = rows if isinstance(rows, list) else [rows_of(results[cell]) for cell in cells]
    return SoloGames(strategy, tier, cells, matches, summarise(matches, played))
