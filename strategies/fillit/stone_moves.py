"""What a turn's stone move does: whom it blocks, whom it frees, and what it swaps with.

A turn is held against the same slide without the stone move, which the rules do not allow but
which shows what the stone adds. A line is the number of chips that the best slide of a pawn
would lay or send home.
"""

from __future__ import annotations

import numpy as np

from simcore.fillit import records as ev
from simcore.fillit.bits import popcount
from simcore.fillit.moves import apply_turn, copy_position, lay_chips
from simcore.jit import kernel
from strategies.fillit.lines import lines_of

__all__ = [
    "BLOCKS",
    "FREES",
    "JUDGED",
    "PLAYED",
    "SWAPS_CHIP",
    "SWAPS_PAWN",
    "describe_turns",
    "kinds_of",
]

BLOCKS, FREES, SWAPS_CHIP, SWAPS_PAWN = 1, 2, 4, 8
"""Kinds of stone moves, as bits: one move can be of several, or of none."""

JUDGED = np.dtype(
    [
        ("still", ev.POSITION),
        ("after", ev.POSITION),
        ("words", np.int32, ev.OPTION_WORDS),
        ("gained", np.int64),
        ("own_line", np.int64),
        ("enemy_line", np.int64),
    ],
    align=True,
)
"""A turn as `kinds_of` sees it.

still, after : positions after the slide alone, and after the whole turn.
gained : chips that the stone move let the slide move more (stone first; else 0).
own_line, enemy_line : by how much it changed the mover's and the next enemy's best line.
"""

PLAYED = np.dtype(
    [
        ("player", np.int64),
        ("order", np.int64),
        ("kinds", np.int64),
        ("gained", np.int64),
        ("own_line", np.int64),
        ("enemy_line", np.int64),
        ("path", np.uint64),
        ("stones", np.uint64),
        ("chips", np.uint64, ev.MAX_SIDES),
        ("hands", np.int64, ev.MAX_SIDES),
    ],
    align=True,
)
"""One turn of a finished game: who, in what order, what the stone move did (0 where none was
made), the cells the pawn passed, and what then lay on the board and in the hands of the sides."""

_ZERO, _ONE, _TWO, _THREE = (np.uint64(i) for i in range(4))


@kernel
def moved_by(before, after, side):
    """Chips of the own side laid and of others sent home between two positions."""
    moved = np.int64(popcount(after.chips[side])) - np.int64(popcount(before.chips[side]))
    for k in range(ev.MAX_SIDES):
        if np.uint64(k) != side:
            moved += np.int64(popcount(before.chips[k])) - np.int64(popcount(after.chips[k]))
    return moved


@kernel
def next_enemy(setup, player):
    """Who of the other sides moves first after a player (uint64)."""
    enemy = player
    while setup.side[enemy] == setup.side[player]:
        enemy = enemy + _ONE if enemy + _ONE < setup.n_players else _ZERO
    return enemy


@kernel
def kinds_of(setup, position, player, words, at, judged):
    """The kinds of the stone move in the option at word `at`, as a sum; fills `judged`."""
    still, after = judged.still, judged.after
    order = words[at]
    copy_position(position, still)
    copy_position(position, after)
    judged.gained = 0
    judged.own_line = 0
    judged.enemy_line = 0
    apply_turn(setup, after, player, words, at)
    if order == ev.PAWN_WINS:
        return 0
    if order != ev.STONE_ONLY:
        lay_chips(setup, still, player, np.uint64(words[at + _ONE]))
    side = setup.side[player]
    if order == ev.STONE_PAWN:
        judged.gained = moved_by(position, after, side) - moved_by(position, still, side)
    enemy = next_enemy(setup, player)
    judged.own_line = np.int64(lines_of(setup, after, player)[0])
    judged.own_line -= np.int64(lines_of(setup, still, player)[0])
    judged.enemy_line = np.int64(lines_of(setup, after, enemy)[0])
    judged.enemy_line -= np.int64(lines_of(setup, still, enemy)[0])
    met = position if order == ev.STONE_PAWN else still
    cell = _ONE << np.uint64(words[at + _THREE])
    pawns = met.pawns[0] | met.pawns[1] | met.pawns[2] | met.pawns[3]
    chips = met.chips[0] | met.chips[1] | met.chips[2]
    kinds = BLOCKS if judged.enemy_line < 0 else 0
    kinds += FREES if judged.gained > 0 or judged.own_line > 0 else 0
    if pawns & cell != _ZERO:
        return kinds + SWAPS_PAWN
    return kinds + SWAPS_CHIP if chips & cell != _ZERO else kinds


@kernel
def describe_turns(setup, start, events, memory, played):
    """Play a recorded game again and describe each turn; PLAYED[n_events] is filled in place.

    events int32[n_events, 5] as a trace holds them; POSITION[1] `start` and JUDGED[1] `memory`
    are overwritten.
    """
    position, judged = start[0], memory[0]
    words = judged.words
    for i in range(events.shape[0]):
        row = played[i]
        player = np.uint64(events[i, 1])
        words[0] = events[i, 2] >> 3
        words[1] = (events[i, 2] & 7) - 1
        words[2] = events[i, 3]
        words[3] = events[i, 4]
        row.player = events[i, 1]
        row.order = words[0]
        row.kinds = kinds_of(setup, position, player, words, _ZERO, judged)
        row.gained = judged.gained
        row.own_line = judged.own_line
        row.enemy_line = judged.enemy_line
        row.path = _ZERO
        if words[0] == ev.STONE_PAWN:
            # The slide is that from after the stone's step.
            copy_position(position, judged.still)
            words[0] = ev.STONE_ONLY
            apply_turn(setup, judged.still, player, words, _ZERO)
            row.path = lay_chips(setup, judged.still, player, np.uint64(words[1]))
        elif words[0] != ev.STONE_ONLY:
            row.path = lay_chips(setup, position, player, np.uint64(words[1]))
        copy_position(judged.after, position)
        row.stones = position.stones[0] | position.stones[1] | position.stones[2]
        for k in range(ev.MAX_SIDES):
            row.chips[k] = position.chips[k]
            row.hands[k] = np.int64(setup.chips) - np.int64(popcount(position.chips[k]))
