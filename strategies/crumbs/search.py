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
from simcore.crumbs.options import list_actions, list_restocks
from simcore.crumbs.records import ACT, RESTOCK, SERVE
from simcore.crumbs.serving import list_serves
from simcore.jit import kernel
from simcore.protocol import NOBODY
from strategies.crumbs.frames import (
    FIRST_NODES,
    LOST,
    NODE,
    REVEAL,
    UNKNOWN,
    WON,
    keep_options,
    load,
    save,
)
from strategies.crumbs.memo import is_matchable, is_useful, key_of, lost_with, remember_lost
from strategies.crumbs.work import nearest

__all__ = ["enter_action", "explore", "follow", "is_spent", "search_win", "settle_serves"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def can_use_all(search):
    """Whether no stack is bound to be left over, whatever is revealed."""
    if search.has_hall_cut == 0:
        return True
    if search.is_open != 0:
        return is_useful(search.game, search.memo, search.could_be[0], search.could_be[1])
    return is_matchable(search.game, search.memo)


@kernel
def enter_action(search, depth, left):
    """A decision what to do with `left` actions: LOST by a cut or by memory, else NODE."""
    game = search.game
    if left == 0 or not can_use_all(search):
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
    frame.doubts = search.doubts
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
def has_completed(board):
    """Whether an order of the first two is complete."""
    return board.is_complete[0, 0] != 0 or board.is_complete[0, 1] != 0


@kernel
def settle_serves(search, depth, left, owed):
    """After an action or a serve: serve what is ready, `owed` sandwiches being served already."""
    game = search.game
    while True:
        if search.is_open != 0 and has_completed(game.board[0]):
            search.left, search.owed = left, owed
            return REVEAL
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
def is_spent(search, depth):
    """Whether all options of a frame were followed; what that proves is remembered."""
    frame = search.frames[depth]
    if frame.next < frame.n_options:
        return False
    if frame.phase == ACT and frame.doubts == search.doubts:
        remember_lost(search.memo, frame.low, frame.high, frame.left)
    return True


@kernel
def explore(search, base, max_nodes):
    """WON, LOST, or UNKNOWN after `max_nodes` options below the decision at depth `base`."""
    depth, n_nodes = base, 0
    while depth >= base:
        if is_spent(search, depth):
            depth -= 1
            continue
        if n_nodes == max_nodes:
            return UNKNOWN
        frame = search.frames[depth]
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
    order: most deals have many wins, and few first steps from which none is near. What is
    remembered stays remembered.
    """
    search = searches[0]
    search.memo.stamp += 1
    search.n_nodes = search.n_attempts = search.is_open = search.doubts = 0
    search.has_hall_cut = 1
    search.noise = _ONE
    search.tag = _ZERO
    search.spread = _ONE
    max_nodes = FIRST_NODES
    answer = UNKNOWN
    while answer == UNKNOWN and search.n_nodes < search.max_nodes:
        search.n_attempts += 1
        search.game.state.n_seats = 1
        set_up(search.game)
        search.game.board[0].round = 1
        answer = enter_action(search, 0, search.game.rules.actions)
        if answer == NODE:
            answer = explore(search, 0, max_nodes)
        max_nodes += max_nodes // 2
    return answer
