"""One match on the bench: its kernel made ready, its memory laid out, and failures explained."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from simcore.errors import FillsimError, StrategyFailure
from simcore.jit import is_interpreted
from simcore.match import Match
from simcore.protocol import FINE, MAX_SEATS

__all__ = ["Bench", "as_records", "prepare"]


def prepare(match: Match) -> float:
    """Compile the game's kernel, or load it from the cache; returns the seconds it took."""
    begin = time.perf_counter()
    if not is_interpreted():
        match.game.play_blocks.compile(match.game.kernel_signature)  # type: ignore[attr-defined]
    return time.perf_counter() - begin


class _Record(np.record):  # type: ignore[misc]
    """A record whose fields go before the methods of numpy's: `trace` and `round` are fields."""

    def __getattribute__(self, name: str) -> Any:
        fields = np.void.__getattribute__(self, "dtype").fields
        if name not in fields:
            return super().__getattribute__(name)
        value = self.getfield(*fields[name][:2])
        has_fields = getattr(value, "dtype", None) is not None and value.dtype.names is not None
        return value.view((_Record, value.dtype)) if has_fields else value


def as_records(array: np.ndarray) -> np.ndarray:
    """The same memory for interpreted kernels: elements whose fields are attributes."""
    return array.view(np.dtype((_Record, array.dtype)))


class Bench:
    """A kernel's working memory for one match: table, views and line-up, laid out once."""

    def __init__(self, match: Match) -> None:
        game = match.game
        prepare(match)  # A new process has no kernel yet, and would compile one of its own.
        self.match = match
        self.table = np.zeros(1, game.table)
        game.lay_table(self.table, match.rules, match.n_seats)
        self.views = np.zeros(MAX_SEATS, game.view)
        self.line_up = match.record()
        self.strategies = match.strategies()

    def play(self, first_block: int, outcomes: np.ndarray) -> None:
        """Fill OUTCOME[n_blocks, n_rotations] in place; StrategyFailure where one fails."""
        arrays = (self.table, self.views, self.line_up, outcomes)
        if is_interpreted():
            arrays = tuple(as_records(array) for array in arrays)  # type: ignore[assignment]
        table, views, line_up, rows = arrays
        try:
            status = self.match.game.play_blocks(
                table, self.strategies, views, line_up, first_block, rows
            )
        except FillsimError:
            raise
        except Exception as error:
            raise self._failure(f"raised {type(error).__name__}: {error}") from error
        if status != FINE:
            raise self._failure("returned an option that does not exist")

    def _failure(self, what: str) -> StrategyFailure:
        """Name strategy, game, seat, turn, and the command that shows the game."""
        match = self.match
        seat = int(self.table["state"]["seat"][0])
        view = self.views[seat]
        block, rotation = int(view["rng"]["block"]), int(view["rotation"])
        entry = next(e for e in range(match.n_seats) if match.seat_of(e, rotation) == seat)
        options = f"; it had options 0 to {int(view['n_options']) - 1}"
        return StrategyFailure(
            f"strategy {match.players[entry].spec} {what} ({match.game.title}, block {block}, "
            f"rotation {rotation}, seat {seat}, turn {int(view['turn'])}{options}); replay: "
            f"{match.replay_command(block, rotation)}"
        )
