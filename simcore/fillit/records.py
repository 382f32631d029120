"""Positions, turns and rules as records, what a strategy sees, and what a game leaves behind."""

from __future__ import annotations

import numpy as np

from simcore.protocol import MAX_SEATS, TRACE, outcome_dtype, view_dtype

__all__ = [
    "GAME",
    "MAX_OPTIONS",
    "MAX_PLAYERS",
    "MAX_SIDES",
    "OPTION",
    "OPTION_WORDS",
    "OUTCOME",
    "PAWN_STONE",
    "PAWN_WINS",
    "POSITION",
    "SETUP",
    "STONE_ONLY",
    "STONE_PAWN",
    "TURNS",
    "TURN_PLAYED",
    "VIEW",
]

MAX_PLAYERS = 4
MAX_SIDES = 3
MAX_STEPS = 24
"""Four stones with six neighbours each."""
MAX_OPTIONS = 288
"""Six slides before or after each of 24 steps, none merged; 163 distinct ones have been seen."""
MAX_CAP = 1_500
MAX_NODES = 2**31 - 1
HISTORY = 2_048
"""Places for the positions of a game in the table that finds repeats; a power of two."""

PAWN_STONE, STONE_PAWN, PAWN_WINS, STONE_ONLY = range(4)
"""Order of a turn. PAWN_WINS: the slide lays the last chip, and the game ends before the stone
moves. STONE_ONLY: no slide exists, whatever stone is moved."""

POSITION = np.dtype(
    [
        ("chips", np.uint64, MAX_SIDES),
        ("stones", np.uint64, MAX_SIDES),
        ("pawns", np.uint64, MAX_PLAYERS),
    ],
    align=True,
)
"""A position: ten masks of cells. What is not on the board is in hand."""

SETUP = np.dtype(
    [
        ("n_players", np.uint64),
        ("n_sides", np.uint64),
        ("side", np.uint64, MAX_PLAYERS),
        ("chips", np.uint64),
        ("rays", np.uint64),
        ("neighbours", np.uint64),
        ("centre", np.uint64),
        ("first", np.uint64),
        ("cap", np.int64),
        ("third_repeat_ends", np.int64),
        ("start", POSITION),
    ],
    align=True,
)
"""What does not change in a game.

side : side of each player. chips : chips of each side. rays, neighbours : where the board's rows
begin in `geometry.RAYS` and `geometry.NEIGHBOURS`. centre : its mask. first : who begins.
"""

OPTION = np.dtype(
    [
        ("order", np.int32),
        ("direction", np.int32),
        ("stone_from", np.int32),
        ("stone_to", np.int32),
        ("placed", np.int32),
        ("hand", np.int32),
        ("returned", np.int32, 2),
    ],
    align=True,
)
"""What an option does.

order : PAWN_STONE, STONE_PAWN, PAWN_WINS or STONE_ONLY.
direction : of the pawn, an index of `geometry.DIRECTIONS`; -1 under STONE_ONLY.
stone_from, stone_to : cell numbers; -1 under PAWN_WINS.
placed : own (team) chips laid. hand : chips then left in the own hand; 0 wins.
returned : opposing chips sent home, of the next side in playing order and of the one after.

Options come pawn first before stone first; pawn first by direction, then stone by cell, then
the cell it goes to; stone first by stone, cell it goes to, direction. Of pairs that lead to
the same position only the first is listed.
"""
OPTION_WORDS = OPTION.itemsize // 4

WORK = np.dtype(
    [
        *((name, np.uint64) for name in ("side", "next", "after", "hand", "pawn", "blockers")),
        *((name, np.uint64) for name in ("ends", "touch", "n_steps", "n_listed")),
        ("path", np.uint64, 6),
        ("zone", np.uint64, 6),
        ("end", np.uint64, 6),
        ("step_from", np.uint64, MAX_STEPS + 1),
        ("step_to", np.uint64, MAX_STEPS + 1),
    ],
    align=True,
)
"""Scratch of the enumeration: what is known before any piece moves.

side, next, after : sides in playing order from the mover's; with two sides `after` is the empty
third. hand, pawn, blockers : the mover's chips in hand and pawn, and all that stops a pawn.
path, zone, end : of each slide its cells; the same with the piece that stops it; its last cell.
A slide that wins has end 0. ends : all of them. touch : cells that a stone must touch to
matter to any slide. step_from, step_to : the stone moves, by number; `n_steps` change something,
and behind them the one swap of own stones that stands for all may make it `n_listed`.
"""

TURNS = np.dtype(
    [
        ("n_options", np.uint64),
        ("n_pawn_first", np.uint64),
        ("work", WORK),
        ("option_words", np.int32, MAX_OPTIONS * OPTION_WORDS),
    ],
    align=True,
)
"""The legal turns of a position, as words of `OPTION`, and how many of them begin with the pawn."""

VIEW = view_dtype(
    fields=[
        ("side", np.int32),
        ("hands", np.int32, MAX_SIDES),
        ("nodes", np.int64),
        ("setup", SETUP),
        ("position", POSITION),
    ],
    option=OPTION,
    max_options=MAX_OPTIONS,
)
"""What the deciding seat knows: everything. `hands` are by side; `side` is the seat's own.

`nodes` is 0 at every turn; a strategy that searches leaves the positions it looked at there.
"""

OUTCOME = outcome_dtype(
    game_fields=(
        "third_repeat",
        "repeats",
        "options",
        "most_options",
        "order_matters",
        "stone_only",
        "comeback",
    ),
    seat_fields=("turns_taken", "placed", "returned", "most_behind", "nodes"),
)
"""One finished game.

`score` is the chips that the seat's side has on the board at the end.
third_repeat : 1 if a third occurrence of a position ended the game (`capped` is then 1 too).
repeats : turns after which position and player to move had occurred before.
options, most_options : sum over turns, and largest number, of legal turns.
order_matters : turns with an option that only stone first reaches.
stone_only : turns without any slide.
comeback : the largest number of chips by which a winner was ever behind the leading side.
By seat: `turns_taken`, chips `placed` by it, opposing chips it `returned`, and `most_behind`:
chips in hand more than the side with the fewest, at its worst; `nodes`: positions that its
search looked at, as far as it says so, at most `MAX_NODES`.
"""

STATE = np.dtype(
    [
        ("position", POSITION),
        ("seat", np.uint64),
        ("turn", np.int64),
        ("is_over", np.int64),
        ("leader", np.int64),
        ("entry", np.uint64, MAX_SEATS),
        ("n_seen", np.uint64),
        ("place", np.uint64, MAX_CAP + 1),
        ("seen", np.uint64, HISTORY),
        ("times", np.int64, HISTORY),
    ],
    align=True,
)
"""One game: the position and who is to move; the positions seen so far, by their hash.

place : places of `seen` in use, in order, so that clearing touches nothing else.
"""

GAME = np.dtype(
    [
        ("setup", SETUP),
        ("state", STATE),
        ("outcome", OUTCOME),
        ("trace", TRACE),
        ("turns", TURNS),
    ],
    align=True,
)
"""One record, so that every function takes a single pointer and counts no references."""

TURN_PLAYED = 1
"""The one event of a trace: player, order * 8 + direction + 1, stone from, stone to."""
