"""A match: which game, which rules, who plays, with what seed, and how seats rotate."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.errors import UsageError
from simcore.games import Game, RulesData
from simcore.philox import seed_words
from simcore.protocol import (
    MATCH,
    MAX_SEATS,
    NO_ROTATION,
    ROTATE_LUCK,
    ROTATE_STRATEGIES,
)

__all__ = ["ROTATIONS", "Match", "Player", "check_block"]

ROTATIONS = {"none": NO_ROTATION, "strategies": ROTATE_STRATEGIES, "luck": ROTATE_LUCK}
"""How the games of a block differ.

``strategies``: every strategy takes every seat once, over the same luck; asks who is better.
``luck``: strategies stay seated and the luck moves on; asks whether a seat is better.
``none``: one game a block.
"""

N_BLOCKS = 2**56
"""Blocks that the random streams tell apart."""


def check_block(block: int) -> None:
    """Refuse a block that has no random stream of its own."""
    if not 0 <= block < N_BLOCKS:
        raise UsageError(f"block = {block}; allowed: 0 to {N_BLOCKS - 1}")


@dataclass(frozen=True)
class Player:
    """A strategy with its parameters, ready to play one game under one set of rules.

    Attributes
    ----------
    spec : str
        Its text form, e.g. ``stop_at(350)``.
    tier : int
        0 random, 1 simple rule, 2 tuned heuristic, 3 search or exact optimum.
    choose : callable
        The compiled ``choose(view)``.
    params : tuple of float
        In the order of the strategy's declaration.
    table : float64[n], optional
        What `read_table` reads.
    file : str
        The user's file it was loaded from; empty for one that ships with fillsim.
    """

    spec: str
    tier: int
    choose: Callable[[Any], int]
    params: tuple[float, ...] = ()
    table: np.ndarray | None = None
    file: str = ""


@dataclass(frozen=True)
class Match:
    """A line-up of players under rules; the first sits at seat 0 in rotation 0."""

    game: Game
    rules: RulesData
    players: tuple[Player, ...]
    seed: int
    rotation: str = "strategies"

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        self.game.check_seats(len(self.players))
        seed_words(self.seed)
        if self.rotation not in ROTATIONS:
            raise UsageError(f"rotation '{self.rotation}'; allowed: {', '.join(ROTATIONS)}")

    @property
    def n_seats(self) -> int:
        """Number of seats."""
        return len(self.players)

    @property
    def n_rotations(self) -> int:
        """Games in a block."""
        return 1 if self.rotation == "none" else self.n_seats

    def record(self) -> np.ndarray:
        """The line-up as the kernel reads it, MATCH[1]."""
        record = np.zeros(1, MATCH)
        record["seed"] = self.seed
        record["n_seats"] = self.n_seats
        record["rotation"] = ROTATIONS[self.rotation]
        for entry, player in enumerate(self.players):
            record["params"][0, entry, : len(player.params)] = player.params
            if player.table is not None:
                record["table"][0, entry] = (player.table.ctypes.data, len(player.table))
        return record

    def strategies(self) -> tuple[Callable[[Any], int], ...]:
        """The compiled strategies, repeated to fill the most seats a kernel takes."""
        chosen = [player.choose for player in self.players]
        return tuple(chosen + [chosen[0]] * (MAX_SEATS - len(chosen)))

    def seat_of(self, entry: int, rotation: int) -> int:
        """Seat of place `entry` of the line-up in a rotation."""
        if self.rotation != "strategies":
            return entry
        return (entry - rotation) % self.n_seats

    def replay_command(self, block: int, rotation: int) -> str:
        """The command that shows one game of this match."""
        source, *changes = shlex.split(self.rules.name)
        words = ["fillsim", "replay", self.game.name, *(player.spec for player in self.players)]
        words += ["--seed", str(self.seed), "--block", str(block), "--rotation", str(rotation)]
        if source != self.game.presets[0]:
            words += ["--rules", source]
        for change in changes:
            words += ["--set", change]
        for file in sorted({player.file for player in self.players} - {""}):
            words += ["--strategies", file]
        if self.rotation == "luck":
            words += ["--fixed-seats"]
        return shlex.join(words)
