"""The working memory of a search, and the decisions kept in it."""

from __future__ import annotations

import numpy as np

from simcore.crumbs.options import n_bits
from simcore.crumbs.records import ASSEMBLE, BOARD, MAX_OPTIONS, MAX_STANDING, OPTION, TOAST
from simcore.crumbs.state import TABLE
from simcore.jit import kernel
from strategies.crumbs.memo import MEMO

__all__ = [
    "FIRST_NODES",
    "FRAME",
    "LOST",
    "MAX_DEPTH",
    "MAX_HIDDEN",
    "NODE",
    "REVEAL",
    "SEARCH",
    "UNKNOWN",
    "WON",
    "keep_options",
    "load",
    "save",
]

LOST, WON, NODE, UNKNOWN, REVEAL = range(5)
"""Where following an option leads: an end, another decision, or the reveal of an order that is
not known yet; UNKNOWN is only an answer."""

MAX_DEPTH = 160
"""Decisions of a game: nine rounds of at most 12 actions, their serves and restocks."""

MAX_HIDDEN = 2
"""Orders that a hidden third one can be: the fillings on the counter tell the rest."""

FRAME = np.dtype(
    [
        ("board", BOARD, 1),
        ("hidden", np.int64),
        *((name, np.int64) for name in ("phase", "left", "owed", "next", "n_options", "doubts")),
        ("low", np.uint64),
        ("high", np.uint64),
        ("order", np.int16, MAX_OPTIONS),
        ("options", OPTION, MAX_OPTIONS),
    ],
    align=True,
)
"""One decision on the way: position, options, and the order in which to try them.

phase : what is decided. left : actions left in the round. owed : free restocks still to be taken,
or sandwiches served. next : the place in `order` to try next. doubts : of the search when it
came here. low, high : the position's key.
"""

SEARCH = np.dtype(
    [
        ("game", TABLE),
        ("frames", FRAME, MAX_DEPTH),
        ("line", np.int64, MAX_DEPTH),
        ("n_line", np.int64),
        ("n_nodes", np.int64),
        ("max_nodes", np.int64),
        ("n_attempts", np.int64),
        ("is_open", np.int64),
        ("has_hall_cut", np.int64),
        ("n_hidden", np.int64),
        ("could_be", np.int64, MAX_HIDDEN),
        ("left", np.int64),
        ("owed", np.int64),
        ("doubts", np.int64),
        ("spread", np.uint64),
        ("tag", np.uint64),
        ("noise", np.uint64),
        ("keys", np.int64, MAX_OPTIONS),
        ("memo", MEMO),
    ],
    align=True,
)
"""The working memory of a search, made once and used for many deals.

line : the decisions that win, as indices of the options that the kernel asks about.
is_open : the third order is not known; the search stops where it would be revealed, with `left`
and `owed` as in a frame. could_be : the orders it can be. has_hall_cut : whether stacks that
nothing can be made of end a line. doubts : places given up so far; a position is only remembered
as lost if none lay below it. spread : the weight of chance in the order of options. tag : tells
positions apart that differ in what was revealed.
"""

NOISE = 8
"""What a card laid weighs in the order of options; chance weighs up to `spread` times four."""

FIRST_NODES = 1_000
"""Options followed in the first attempt; every further one follows half as many again."""

_ONE = np.uint64(1)
_MIX = np.uint64(0xD1342543DE82EF95)
_NOISE_SHIFT = np.uint64(59)


@kernel
def load(search, depth):
    """Put the position of a frame onto the game's board."""
    search.game.board[0] = search.frames[depth].board[0]
    search.game.state.hidden[0] = search.frames[depth].hidden


@kernel
def save(search, depth):
    """Keep the position on the game's board in a frame."""
    search.frames[depth].board[0] = search.game.board[0]
    search.frames[depth].hidden = search.game.state.hidden[0]


@kernel
def keep_options(search, depth):
    """Keep the options listed in a frame, and order them: those that lay the most cards first.

    From the second attempt on, chance has a say in the order.
    """
    frame, game = search.frames[depth], search.game
    n_options = game.state.n_options
    frame.n_options = n_options
    for i in range(n_options):
        frame.options[i] = game.options[i]
        key = NOISE * weight_of(game.options[i])
        if search.n_attempts > 1:
            search.noise = search.noise * _MIX + _ONE
            key += np.int64((search.noise >> _NOISE_SHIFT) * search.spread)
        at = i
        while at > 0 and search.keys[at - 1] < key:
            search.keys[at] = search.keys[at - 1]
            frame.order[at] = frame.order[at - 1]
            at -= 1
        search.keys[at] = key
        frame.order[at] = i


@kernel
def weight_of(option):
    """Cards that an option lays, at most `MAX_STANDING`."""
    if option.kind == ASSEMBLE:
        bottoms = np.int64(option.bottoms)
        new = (bottoms & 7) + (bottoms >> 3 & 7) + (bottoms >> 6 & 7)
        return min(n_bits(np.int64(option.stacks)) + new, MAX_STANDING)
    if option.kind == TOAST:
        return min(n_bits(np.int64(option.stacks)), MAX_STANDING)
    return 0
