"""The best chance to win a solo deal whose third order is hidden, and the play that has it.

Until the first order is complete nothing happens by chance; then one of few orders is revealed,
and with quirks a Stock Shortage may take one of few cards. From there on everything is known, so
that `search.explore` decides each of these cases by itself. What is sought is the play up to the
reveal after which the cases that can still be won weigh most. Every such play is looked at, or
it is said that some were not.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs.components import N_KINDS
from simcore.crumbs.deal import removable, remove, reveal, set_up
from simcore.crumbs.records import BOARD
from simcore.jit import kernel
from simcore.protocol import NOBODY
from strategies.crumbs.frames import (
    LOST,
    MAX_DEPTH,
    MAX_HIDDEN,
    NODE,
    REVEAL,
    SEARCH,
    UNKNOWN,
    WON,
)
from strategies.crumbs.positions import position_key
from strategies.crumbs.search import enter_action, explore, follow, is_spent, settle_serves

__all__ = ["MAX_CASES", "NO_CARD", "OUTLOOK", "search_outlook"]

MAX_CASES = MAX_HIDDEN * (N_KINDS + 1)
"""Cases of a reveal: the order, and the card that a Stock Shortage takes, or none."""

NO_CARD = N_KINDS

LINE = np.dtype([("n", np.int64), ("picks", np.int64, MAX_DEPTH), ("keys", np.uint64, MAX_DEPTH)])
"""Decisions one after another: options picked, and the positions they are picked in."""

OUTLOOK = np.dtype(
    [
        ("search", SEARCH),
        ("turning", BOARD, 1),
        ("n_gone", np.int64),
        ("gone", np.int64, 2),
        ("has_shortage", np.int64, MAX_HIDDEN),
        ("best", np.float64),
        ("is_proved", np.int64),
        ("first", LINE),
        ("after", LINE, MAX_CASES),
        ("trial", LINE, MAX_CASES),
    ],
    align=True,
)
"""turning : the position at a reveal. gone : kinds that Stock Shortages took at the set-up.
has_shortage : of the hidden orders. best : the best chance found. is_proved : there is no better.
first : the play up to the reveal. after : by case, the play from there; none: that case is lost.
"""

ATTEMPT_NODES, SHORT_ATTEMPTS, CASE_NODES = 30, 3000, 100
"""Options followed in one attempt, and how many attempts there are before each follows half as
many again: a good play is found by many short tries in random order, a proof by one long. Options
followed in the first try of a case."""

SPREAD = np.uint64(8)

SURE = 1.0 - 1e-9
LEAST_GAIN = 1e-9

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def close_again(outlook):
    """The third order is hidden once more."""
    search = outlook.search
    search.is_open, search.tag = 1, _ZERO
    search.game.rules.chosen[2] = search.could_be[0]
    # What is left over on the counter changes the card that a Stock Shortage may take.
    search.has_hall_cut = outlook.has_shortage[0] == 0 and outlook.has_shortage[1] == 0


@kernel
def begin(outlook):
    """The first decision of the deal; LOST or NODE."""
    search = outlook.search
    game = search.game
    close_again(outlook)
    game.state.n_seats = 1
    set_up(game)
    game.state.hidden[0] = NOBODY
    game.board[0].round = 1
    for i in range(outlook.n_gone):
        remove(game.board[0], 0, outlook.gone[i], 1)
    return enter_action(search, 0, game.rules.actions)


@kernel
def enter_case(outlook, depth, case, source):
    """Go on from a reveal in one case; LOST, WON or NODE."""
    search = outlook.search
    game = search.game
    order = search.could_be[case // (N_KINDS + 1)]
    kind = case % (N_KINDS + 1)
    game.board[0] = outlook.turning[0]
    game.rules.chosen[2] = order
    reveal(game, 0, 2, order)
    if kind != NO_CARD:
        remove(game.board[0], 0, kind, source)
    search.is_open, search.has_hall_cut = 0, 1
    search.tag = np.uint64(1 + case)
    return settle_serves(search, depth, search.left, search.owed)


@kernel
def is_case_won(outlook, depth, case, source, budget):
    """WON, LOST or UNKNOWN for one case of a reveal; a win is written into `trial`."""
    search = outlook.search
    left, owed, n_nodes = search.left, search.owed, CASE_NODES
    budget = max(budget, n_nodes)
    answer, spent = UNKNOWN, 0
    while answer == UNKNOWN and spent < budget:
        search.left, search.owed = left, owed
        answer = enter_case(outlook, depth, case, source)
        search.n_line = depth
        if answer == NODE:
            answer = explore(search, depth, n_nodes)
        spent += n_nodes
        n_nodes += n_nodes // 2
        search.n_attempts += 1
    if answer == WON:
        write_line(search, outlook.trial[case], depth, search.n_line)
    search.left, search.owed = left, owed
    close_again(outlook)
    return answer


@kernel
def write_line(search, line, begin_at, end):
    """Copy the decisions from depth `begin_at` to `end` into a LINE."""
    line.n = end - begin_at
    for i in range(end - begin_at):
        frame = search.frames[begin_at + i]
        line.picks[i] = search.line[begin_at + i]
        line.keys[i] = position_key(frame.board[0], frame.phase, frame.left)


@kernel
def source_of(board):
    """Where a Stock Shortage takes its card from, 0 pantry or 1 counter, and of how many."""
    for source in range(2):
        n_cards = 0
        for kind in range(N_KINDS):
            n_cards += removable(board, 0, kind, source)
        if n_cards > 0:
            return source, n_cards
    return 0, 0


@kernel
def weigh(outlook, depth, budget):
    """The chance to win from a reveal on; the best so far is kept with its lines."""
    search = outlook.search
    board = outlook.turning[0]
    value, rest = 0.0, 1.0
    for case in range(MAX_CASES):
        outlook.trial[case].n = 0
    for i in range(search.n_hidden):
        source, n_cards = source_of(board)
        is_short = outlook.has_shortage[i] != 0 and n_cards > 0
        for kind in range(N_KINDS + 1):
            weight = 1.0 / search.n_hidden
            if is_short:
                weight *= removable(board, 0, kind, source) / n_cards if kind != NO_CARD else 0.0
            elif kind != NO_CARD:
                continue
            if weight == 0.0:
                continue
            case = i * (N_KINDS + 1) + kind
            answer = is_case_won(outlook, depth, case, source, budget)
            search.doubts += answer == UNKNOWN
            rest -= weight
            value += weight * (answer == WON)
            if value + rest <= outlook.best + LEAST_GAIN:
                return
    outlook.best = value
    write_line(search, outlook.first, 0, depth)
    for case in range(MAX_CASES):
        outlook.after[case] = outlook.trial[case]


@kernel
def scan(outlook, max_nodes):
    """Follow the plays up to the reveal: WON for sure, LOST: all were seen, or UNKNOWN."""
    search = outlook.search
    depth = n_nodes = 0
    while depth >= 0:
        if is_spent(search, depth):
            depth -= 1
            continue
        if n_nodes == max_nodes or search.n_nodes > search.max_nodes:
            return UNKNOWN
        frame = search.frames[depth]
        pick = np.int64(frame.order[frame.next])
        frame.next += 1
        search.line[depth] = pick
        n_nodes += 1
        search.n_nodes += 1
        status = follow(search, depth, pick)
        if status == REVEAL:
            outlook.turning[0] = search.game.board[0]
            weigh(outlook, depth + 1, max_nodes)
            if outlook.best > SURE:
                return WON
        depth += status == NODE
    return LOST


@kernel
def search_outlook(outlooks):
    """Fill `best`, `is_proved` and the lines of `outlooks[0]`, whose deal is laid out.

    It is proved where a sure win was found, or every play was looked at and no case was given up.
    """
    outlook = outlooks[0]
    search = outlook.search
    search.memo.stamp += 1
    search.n_nodes = search.n_attempts = search.doubts = 0
    search.noise = _ONE
    outlook.best = 0.0
    search.spread = SPREAD
    outlook.is_proved = outlook.first.n = 0
    n_attempts, max_nodes = 0, ATTEMPT_NODES
    while outlook.is_proved == 0 and search.n_nodes < search.max_nodes:
        search.n_attempts += 1
        n_attempts += 1
        doubts = search.doubts
        answer = LOST
        if begin(outlook) == NODE:
            answer = scan(outlook, max_nodes)
        outlook.is_proved = answer == WON or (answer == LOST and search.doubts == doubts)
        if n_attempts > SHORT_ATTEMPTS:
            max_nodes += max_nodes // 2
