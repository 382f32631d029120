"""Depth-first search for a win of a solo deal whose whole queue is known.

It plays on the kernel's own functions, so that what it finds legal is legal. A position that was
proved lost with some number of actions left is lost with fewer, and that number is remembered
for each position. Two cuts lose no win:

* no active sandwich can be served with the actions left;
* the stacks cannot be meant for different sandwiches of the queue that are still to be served,
  the hidden order included. A plan that never serves some stack does as well without building
  it: its cards stay on the counter, nothing else changes.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs.actions import act, note_bans, restock, serve
from simcore.crumbs.deal import set_up
from simcore.crumbs.kernel import misses_speedy
from simcore.crumbs.options import list_actions, list_restocks, n_bits
from simcore.crumbs.records import (
    ACT,
    ASSEMBLE,
    BOARD,
    MAX_OPTIONS,
    MAX_STANDING,
    OPTION,
    RESTOCK,
    SERVE,
    TOAST,
)
from simcore.crumbs.serving import list_serves
from simcore.crumbs.state import TABLE
from simcore.jit import kernel
from simcore.protocol import NOBODY
from strategies.crumbs.memo import MEMO, is_matchable, key_of, lost_with, remember_lost
from strategies.crumbs.work import nearest

__all__ = ["LOST", "SEARCH", "UNKNOWN", "WON", "search_win"]

LOST, WON, NODE, UNKNOWN = range(4)
"""Where following an option leads: an end, or another decision; UNKNOWN is only an answer."""

MAX_DEPTH = 160
"""Decisions of a game: nine rounds of at most 12 actions, their serves and restocks."""

FRAME = np.dtype(
    [
        ("board", BOARD, 1),
        ("hidden", np.int64),
        *((name, np.int64) for name in ("phase", "left", "owed", "next", "n_options")),
        ("low", np.uint64),
        ("high", np.uint64),
        ("order", np.int16, MAX_OPTIONS),
        ("options", OPTION, MAX_OPTIONS),
    ],
    align=True,
)
"""One decision on the way: position, options, and the order in which to try them.

phase : what is decided. left : actions left in the round. owed : free restocks still to be taken,
or sandwiches served. next : the place in `order` to try next. low, high : the position's key.
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
        ("noise", np.uint64),
        ("keys", np.int64, MAX_OPTIONS),
        ("memo", MEMO),
    ],
    align=True,
)
"""The working memory of a search, made once and used for many deals.

line : the decisions that win, as indices of the options that the kernel asks about.
"""

NOISE = 8
"""What a card laid weighs in the order of options; chance weighs up to four times as much."""

FIRST_NODES = 1_000
"""Options followed in the first attempt; every further one follows half as many again."""

_ZERO = np.uint64(0)
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
            key += np.int64(search.noise >> _NOISE_SHIFT)
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


@kernel
def enter_action(search, depth, left):
    """A decision what to do with `left` actions: LOST by a cut or by memory, else NODE."""
    game = search.game
    if left == 0 or not is_matchable(game, search.memo):
        return LOST
    if nearest(game.stacks, game.board[0], 0)[0] > left:
        return LOST
    low, high = key_of(search)
    if lost_with(search.memo, low, high) >= left:
        return LOST
    list_actions(game, 0)
    frame = search.frames[depth]
    frame.low, frame.high = low, high
    return enter(search, depth, ACT, left, 0)


@kernel
def enter(search, depth, phase, left, owed):
    """Make the options listed the decision of a frame."""
    frame = search.frames[depth]
    frame.phase, frame.left, frame.owed, frame.next = phase, left, owed, 0
    save(search, depth)
    keep_options(search, depth)
    return NODE


@kernel
def settle_restocks(search, depth, owed):
    """After the serves of a round: free restocks, then the next round."""
    game = search.game
    while owed > 0:
        game.state.n_options = 0
        list_restocks(game)
        if game.state.n_options > 1:
            return enter(search, depth, RESTOCK, 0, owed)
        if game.state.n_options == 0:
            break
        restock(game, 0, np.int64(game.options[0].ingredient))
        owed -= 1
    if game.rules.quirks != 0 and misses_speedy(game, 0):
        return LOST
    game.board[0].round += 1
    return enter_action(search, depth, game.rules.actions)


@kernel
def settle_serves(search, depth, left, owed):
    """After an action or a serve: serve what is ready, `owed` sandwiches being served already."""
    game = search.game
    while True:
        stack, sandwich = list_serves(game, 0)
        if stack == NOBODY:
            if sandwich != NOBODY:
                return enter(search, depth, SERVE, left, owed)
            break
        serve(game, 0, stack, sandwich)
        owed += 1
    if game.board[0].wanted[0] == _ZERO:
        return WON
    if owed > 0:
        return settle_restocks(search, depth, owed)
    return enter_action(search, depth, left)


@kernel
def follow(search, depth, pick):
    """Take option `pick` of a frame, and go on to the next decision or to an end."""
    game, frame = search.game, search.frames[depth]
    load(search, depth)
    option = frame.options[pick]
    if frame.phase == ACT:
        act(game, 0, option)
        note_bans(game, 0)
        return settle_serves(search, depth + 1, frame.left - 1, 0)
    if frame.phase == RESTOCK:
        restock(game, 0, np.int64(option.ingredient))
        return settle_restocks(search, depth + 1, frame.owed - 1)
    stack = 0
    while option.stacks >> stack & 1 == 0:
        stack += 1
    serve(game, 0, stack, np.int64(option.sandwich))
    return settle_serves(search, depth + 1, frame.left, frame.owed + 1)


@kernel
def attempt(search, max_nodes):
    """WON, LOST, or UNKNOWN after `max_nodes` options; what is remembered stays remembered."""
    search.game.state.n_seats = 1
    set_up(search.game)
    search.game.board[0].round = 1
    depth = n_nodes = 0
    if enter_action(search, 0, search.game.rules.actions) == LOST:
        return LOST
    while depth >= 0:
        frame = search.frames[depth]
        if frame.next == frame.n_options:
            if frame.phase == ACT:
                remember_lost(search.memo, frame.low, frame.high, frame.left)
            depth -= 1
            continue
        if n_nodes == max_nodes:
            return UNKNOWN
        pick = np.int64(frame.order[frame.next])
        frame.next += 1
        search.line[depth] = pick
        n_nodes += 1
        search.n_nodes += 1
        status = follow(search, depth, pick)
        if status == WON:
            search.n_line = depth + 1
            return WON
        depth += status == NODE
    return LOST


@kernel
def search_win(searches):
    """WON, LOST or UNKNOWN for the queue chosen in the rules of `searches[0].game`.

    On a win `line[:n_line]` are the options to pick at each decision that the kernel asks for.
    UNKNOWN: `max_nodes` were not enough. A search that has gone astray is begun again in another
    order: most deals have many wins, and few first steps from which none is near.
    """
    search = searches[0]
    search.memo.stamp += 1
    search.n_nodes = search.n_attempts = 0
    search.noise = _ONE
    max_nodes = FIRST_NODES
    answer = UNKNOWN
    while answer == UNKNOWN and search.n_nodes < search.max_nodes:
        search.n_attempts += 1
        answer = attempt(search, max_nodes)
        max_nodes += max_nodes // 2
    return answer
