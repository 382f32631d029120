"""What all games share: the parts of a view, of an outcome, of a match and of a trace.

The one protocol: the kernel lists the legal options of a decision in the view of the seat that
decides, and the strategy is one function ``choose(view) -> index of an option``. Legality is by
construction; the kernel checks only the range.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from simcore.jit import inlined, is_interpreted, kernel
from simcore.philox import RNG

__all__ = [
    "BAD_INDEX",
    "EVENT_WORDS",
    "FINE",
    "HEAD",
    "MATCH",
    "MAX_PARAMS",
    "MAX_SEATS",
    "NOBODY",
    "TABLE",
    "TRACE",
    "options_dtype",
    "outcome_dtype",
    "read_table",
    "record_event",
    "seat_player",
    "view_dtype",
]

MAX_SEATS = 6
MAX_PARAMS = 16
NOBODY = -1

NO_ROTATION, ROTATE_STRATEGIES, ROTATE_LUCK = range(3)
"""How the games of a block differ: not at all (one game), by seating, or by who has which luck."""

FINE, BAD_INDEX = 0, 1
"""What `play_blocks` returns; after BAD_INDEX the view of the seat tells where."""

TABLE = np.dtype([("address", np.int64), ("length", np.int64)], align=True)
"""Where a strategy's read-only lookup table lies; read it with `read_table(view, i)`."""

TRACE = np.dtype([("address", np.int64), ("length", np.int64), ("n_events", np.int64)], align=True)
"""Where events are written (int32, `EVENT_WORDS` each), how many numbers fit, events so far."""

EVENT_WORDS = 5

HEAD: list[tuple[Any, ...]] = [
    ("n_options", np.int32),
    ("phase", np.int32),
    ("seat", np.int32),
    ("n_seats", np.int32),
    ("turn", np.int32),
    ("rotation", np.int32),
    ("params", np.float64, MAX_PARAMS),
    ("rng", RNG),
    ("table", TABLE),
]
"""Fields with which every game's view begins.

`turn` counts the turns of all seats from 1. `params` are the strategy's parameters in the order
of its declaration.
"""

MATCH = np.dtype(
    [
        ("seed", np.uint64),
        ("n_seats", np.int64),
        ("rotation", np.int64),
        ("first_rotation", np.int64),
        ("params", np.float64, (MAX_SEATS, MAX_PARAMS)),
        ("table", TABLE, MAX_SEATS),
    ],
    align=True,
)
"""The line-up as the kernel reads it; `params` and `table` by place in the line-up.

The games of a block are rotations first_rotation, first_rotation + 1, ...; not 0 only where one
game is to be looked at.
"""


def view_dtype(
    fields: Sequence[tuple[Any, ...]], option: np.dtype[Any], max_options: int
) -> np.dtype[Any]:
    """The dtype of a game's view: `HEAD`, the game's own fields, and its options.

    The options are a field of records, `options`, for the strategies, and the same memory is a
    field of numbers, `option_words`, which a kernel can fill with vector instructions; every
    field of an option is int32.
    """
    return options_dtype([*HEAD, *fields], option, max_options)


def options_dtype(
    fields: Sequence[tuple[Any, ...]], option: np.dtype[Any], max_options: int
) -> np.dtype[Any]:
    """The dtype of a record that ends with `options`, and with `option_words` in the same place."""
    plain = np.dtype([*fields, ("options", option, max_options)], align=True)
    names = [*(plain.names or ()), "option_words"]
    formats = [plain.fields[name][0] for name in plain.names or ()]  # type: ignore[index]
    offsets = [plain.fields[name][1] for name in plain.names or ()]  # type: ignore[index]
    words = np.dtype((np.int32, option.itemsize // 4 * max_options))
    return np.dtype(
        {
            "names": names,
            "formats": [*formats, words],
            "offsets": [*offsets, offsets[-1]],
            "itemsize": plain.itemsize,
            "aligned": True,
        }
    )


def outcome_dtype(
    game_fields: Sequence[str],
    seat_fields: Sequence[str],
    row_fields: Sequence[tuple[str, int]] = (),
) -> np.dtype[Any]:
    """The dtype of a game's outcome row; every field is int32, so that one fold serves all games.

    Common to all games: `winners` (bit s set: seat s won or shared the win; 0: no winner),
    `turns` (of all seats), `capped` (1: ended by the cap), `lead_changes`; and by seat `score`.

    Parameters
    ----------
    game_fields : sequence of str
        Further counts of one game.
    seat_fields : sequence of str
        Further counts of one seat.
    row_fields : sequence of (str, int)
        Names and lengths of what only the rows of single games hold: a run folds none of it.
    """
    common = ["winners", "turns", "capped", "lead_changes"]
    fields: list[tuple[Any, ...]] = [(name, np.int32) for name in [*common, *game_fields]]
    fields += [(name, np.int32, MAX_SEATS) for name in ["score", *seat_fields]]
    fields += [(name, np.int32, length) for name, length in row_fields]
    return np.dtype(fields)


@kernel
def seat_player(view, match, seat, rotation, block):
    """Fill the head of a seat's view for one game; returns its place in the line-up."""
    shift = rotation if match.rotation == ROTATE_STRATEGIES else 0
    entry = (seat + shift) % match.n_seats
    view.seat = seat
    view.n_seats = match.n_seats
    view.rotation = rotation
    view.rng.seed = match.seed
    view.rng.block = block
    view.rng.owner = seat
    view.table.address = match.table[entry].address
    view.table.length = match.table[entry].length
    for i in range(MAX_PARAMS):
        view.params[i] = match.params[entry, i]
    return entry


@intrinsic
def _doubles_at(typing_context: Any, address: Any) -> Any:
    """Reinterpret an address as a pointer to float64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.float64)(types.int64), generate


@intrinsic
def _int32s_at(typing_context: Any, address: Any) -> Any:
    """Reinterpret an address as a pointer to int32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.int32)(types.int64), generate


if is_interpreted():

    def _doubles(place: Any) -> Any:
        memory = (ctypes.c_double * int(place.length)).from_address(int(place.address))
        return np.ctypeslib.as_array(memory)

    def _int32s(place: Any) -> Any:
        memory = (ctypes.c_int32 * int(place.length)).from_address(int(place.address))
        return np.ctypeslib.as_array(memory)

else:

    @inlined
    def _doubles(place):
        """The float64 array at a `TABLE` place."""
        return numba.carray(_doubles_at(place.address), place.length)

    @inlined
    def _int32s(place):
        """The int32 array at a `TRACE` place."""
        return numba.carray(_int32s_at(place.address), place.length)


@kernel
def read_table(view, index):
    """Entry `index` of the strategy's lookup table; IndexError outside of it."""
    if index < 0 or index >= view.table.length:
        raise IndexError("outside of the strategy's table")
    return _doubles(view.table)[index]


@kernel
def _write_event(trace, event, a, b, c, d):
    words = _int32s(trace)
    start = trace.n_events * EVENT_WORDS
    if start + EVENT_WORDS <= trace.length:
        words[start] = event
        words[start + 1] = a
        words[start + 2] = b
        words[start + 3] = c
        words[start + 4] = d
    trace.n_events += 1


@inlined
def record_event(trace, event, a, b, c, d):
    """Append an event and its four numbers to a `TRACE`; nothing where its length is 0.

    Counting goes on when the buffer is full, so that the caller learns the size to allocate.
    """
    if trace.length > 0:
        _write_event(trace, event, a, b, c, d)
