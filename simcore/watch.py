"""Play with every decision noted down: whose it was, and how many options it had.

Strategies are wrapped, not kernels changed, so that one way serves all games and costs nothing
where nobody looks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from simcore.bench import Bench
from simcore.jit import is_interpreted
from simcore.match import Match

__all__ = ["DECISION", "watch"]

DECISION = np.dtype(
    [(name, np.int64) for name in ("block", "rotation", "seat", "turn", "n_options")]
)
"""One decision put to a strategy, in the order of play."""

WORDS = len(DECISION.names or ())
FIRST_ROOM = 1 << 14


def watch(match: Match, first_block: int, n_blocks: int) -> tuple[np.ndarray, np.ndarray]:
    """Outcome rows of consecutive blocks and all decisions of their games.

    Returns
    -------
    OUTCOME[n_blocks, n_rotations], DECISION[n_decisions]
    """
    room = FIRST_ROOM
    while True:
        words = np.zeros(1 + room * WORDS, np.int64)
        players = tuple(
            replace(player, choose=_watched(player.choose, match, words))
            for player in match.players
        )
        outcomes = np.zeros((n_blocks, match.n_rotations), match.game.outcome)
        Bench(replace(match, players=players)).play(first_block, outcomes)
        n_decisions = int(words[0])
        if n_decisions <= room:
            return outcomes, words[1 : 1 + n_decisions * WORDS].view(DECISION)
        room = n_decisions


@intrinsic
def _int64s_at(typing_context: Any, address: Any) -> Any:
    """Reinterpret an address as a pointer to int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.int64)(types.int64), generate


def _watched(choose: Callable[[Any], int], match: Match, words: np.ndarray) -> Callable[[Any], int]:
    """The same strategy, which first writes down the decision; `words` must outlive it."""
    length = len(words)
    if is_interpreted():

        def plain(view: Any) -> int:
            _note(words, view, length)
            return choose(view)

        return plain
    address = words.ctypes.data
    note = numba.njit(_note)

    def compiled(view):
        note(numba.carray(_int64s_at(address), length), view, length)
        return choose(view)

    found: Callable[[Any], int] = numba.njit(
        match.game.strategy_signature, nogil=True, error_model="python"
    )(compiled)
    return found


def _note(words, view, length):
    """Write a decision into `words`, behind their number at its start; only count past the end."""
    start = 1 + words[0] * WORDS
    if start + WORDS <= length:
        words[start] = view.rng.block
        words[start + 1] = view.rotation
        words[start + 2] = view.seat
        words[start + 3] = view.turn
        words[start + 4] = view.n_options
    words[0] += 1
