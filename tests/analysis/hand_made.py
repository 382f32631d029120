"""Games written by hand, folded by the project's own summary: frames with known numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyses.runs.blocks import Blocks
from simcore.games import load_game
from simcore.match import Match, Player
from simcore.summary import summarise

GAME = "fill_or_bust"


def a_match(names: Sequence[str] = ("a", "b"), rotation: str = "strategies") -> Match:
    """A match whose players are never asked anything."""
    game = load_game(GAME)
    players = tuple(Player(name, 1, lambda view: 0) for name in names)
    return Match(game, game.load_rules("rulebook", ()), players, 0, rotation)


def outcomes_of(match: Match, games: Sequence[Sequence[dict[str, Any]]]) -> np.ndarray:
    """OUTCOME[n_blocks, n_rotations]; a list stands for the first seats' numbers."""
    rows = np.zeros((len(games), match.n_rotations), match.game.outcome)
    for b, block in enumerate(games):
        for r, fields in enumerate(block):
            for name, value in fields.items():
                if isinstance(value, list):
                    rows[name][b, r, : len(value)] = value
                else:
                    rows[name][b, r] = value
    return rows


def blocks_of(match: Match, games: Sequence[Sequence[dict[str, Any]]]) -> Blocks:
    """The blocks of one match."""
    return Blocks(match, summarise([match], [outcomes_of(match, games)]))


SEAT_0, SEAT_1, BOTH, NONE = 1, 2, 3, 0

FOUR_BLOCKS: list[list[dict[str, Any]]] = [
    [
        {"winners": SEAT_0, "turns": 10, "score": [6000, 100], "turns_taken": [5, 5]},
        {"winners": SEAT_0, "turns": 12, "score": [6000, 300], "turns_taken": [6, 6]},
    ],
    [
        {"winners": SEAT_0, "turns": 20, "score": [6000, 0], "turns_taken": [10, 10]},
        {"winners": SEAT_1, "turns": 22, "score": [0, 6000], "turns_taken": [11, 11]},
    ],
    [
        {"winners": BOTH, "turns": 30, "score": [6000, 6000], "turns_taken": [15, 15]},
        {"winners": SEAT_1, "turns": 32, "score": [0, 6000], "turns_taken": [16, 16]},
    ],
    [
        {"winners": NONE, "turns": 40, "capped": 1, "score": [50, 0], "turns_taken": [20, 20]},
        {"winners": SEAT_0, "turns": 42, "score": [6000, 0], "turns_taken": [21, 21]},
    ],
]
"""Two seats, two games a block; in the second game of a block entry 0 sits at seat 1.

Win shares of entry 0 by block: .5, 1, .75, 0; of entry 1: .5, 0, .25, .5.
Win shares of seat 0 by block: 1, .5, .25, .5; of seat 1: 0, .5, .75, 0.
"""
FOUR_BLOCKS[0][0] |= {"busts": [2, 1], "fills": [1, 3], "lead_changes": 4}
FOUR_BLOCKS[0][1] |= {"busts": [1, 4], "vengeance_hits": [0, 2]}

ROCK_PAPER_SCISSORS = np.array([[0.0, -0.3, 0.3], [0.3, 0.0, -0.3], [-0.3, 0.3, 0.0]])
LADDER = np.array([[0.0, 0.1, 0.2], [-0.1, 0.0, 0.1], [-0.2, -0.1, 0.0]])
"""Payoffs of a pure circle and of a pure ranking."""


def random_payoffs(n: int, seed: int) -> np.ndarray:
    """An antisymmetric matrix."""
    upper = np.triu(np.random.default_rng(seed).uniform(-0.4, 0.4, (n, n)), 1)
    return np.asarray(upper - upper.T)
