"""Setting up: queues, counters, and the Stock Shortage that a revealed order brings.

Source: rulebook, sections 2, 3, 10 and 11.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs import records as ev
from simcore.crumbs.components import BREAD_COUNTS, N_BREADS, N_FILLINGS, N_KINDS, QUIRKS
from simcore.crumbs.records import MAX_PLAYERS, MAX_STANDING, QUEUE_PLACES
from simcore.crumbs.rules import COOP_QUEUE
from simcore.jit import kernel
from simcore.philox import CARDS, draw_below, open_turn
from simcore.protocol import NOBODY, record_event

__all__ = ["reveal", "set_up", "shortage"]

SHORTAGE_QUIRK = QUIRKS.index("shortage")
N_SPLITS = 20
"""Ways to choose three of six piles."""

_ZERO = np.uint64(0)


@kernel
def below(game, n):
    """The next draw of the open turn, 0 .. n - 1, signed."""
    return np.int64(draw_below(game.luck, CARDS, np.uint64(n)))


@kernel
def open_luck(game, owner, turn):
    """Point the luck at a turn of an owner."""
    open_turn(game.luck, np.uint64(owner), np.uint64(turn))


@kernel
def clear(game):
    """An empty table."""
    board, state = game.board[0], game.state
    board.actions_left = board.round = board.banned = 0
    for kind in range(N_KINDS):
        board.pantry[kind] = 0
        board.in_game[kind] = board.gone[kind] = 0
    for kind in range(N_BREADS):
        board.bread[kind] = BREAD_COUNTS[kind]
        board.in_game[N_FILLINGS + kind] = BREAD_COUNTS[kind]
    for seat in range(MAX_PLAYERS):
        board.n_stacks[seat] = board.has_served[seat] = board.n_hidden[seat] = 0
        board.wanted[seat] = _ZERO
        state.hidden[seat] = NOBODY
        state.n_served[seat] = state.touched[seat] = 0
        for place in range(MAX_STANDING):
            board.stacks[seat, place] = 0
        for place in range(QUEUE_PLACES):
            board.orders[seat, place] = NOBODY
            board.is_complete[seat, place] = board.is_banning[seat, place] = 0
            board.first_serve[seat, place] = board.last_serve[seat, place] = 0
        for filling in range(N_FILLINGS):
            board.counter[seat, filling] = 0
            state.gifts[seat, filling] = 0


@kernel
def reveal(game, seat, place, order):
    """Lay an order face up into the queue."""
    board = game.board[0]
    board.orders[seat, place] = order
    board.wanted[seat] |= game.stacks.wants[order]


@kernel
def deal_solo(game):
    """A queue of three: the drawn special card, one more of its filling, one of another."""
    stacks, state = game.stacks, game.state
    open_luck(game, 0, 0)
    x = below(game, N_FILLINGS)
    more = below(game, 2)
    y = below(game, N_FILLINGS - 1)
    y += y >= x
    first, second = np.int64(stacks.special[x]), np.int64(stacks.plain[x, more])
    third = np.int64(stacks.plain[y, below(game, 2)])
    swap = below(game, 3)
    if swap == 0:
        first, third = third, first
    elif swap == 1:
        second, third = third, second
    if below(game, 2) == 1:
        first, second = second, first
    reveal(game, 0, 0, first)
    reveal(game, 0, 1, second)
    state.hidden[0] = third


@kernel
def deal_pair(game, owner, seat, taken):
    """A queue of two of one filling other than `taken`; returns the filling."""
    stacks = game.stacks
    open_luck(game, owner, 0)
    if taken == NOBODY:
        x = below(game, N_FILLINGS)
    else:
        x = below(game, N_FILLINGS - 1)
        x += x >= taken
    first, second = np.int64(stacks.special[x]), np.int64(stacks.plain[x, below(game, 2)])
    if below(game, 2) == 1:
        first, second = second, first
    reveal(game, seat, 0, first)
    reveal(game, seat, 1, second)
    return x


@kernel
def deal_chosen(game):
    """The orders that the players chose, in the order they gave."""
    rules, state = game.rules, game.state
    if state.n_seats == 1:
        reveal(game, 0, 0, rules.chosen[0])
        reveal(game, 0, 1, rules.chosen[1])
        state.hidden[0] = rules.chosen[2]
        return
    for owner in range(MAX_PLAYERS):
        seat = (owner + state.shift) % MAX_PLAYERS
        for place in range(COOP_QUEUE):
            reveal(game, seat, place, rules.chosen[COOP_QUEUE * owner + place])


@kernel
def piles_of_first(game):
    """The three piles of owner 0 of two players, a set of fillings: one of the 20 at random."""
    open_luck(game, 0, 1)
    wanted = below(game, N_SPLITS)
    for piles in range(1 << N_FILLINGS):
        size = 0
        for filling in range(N_FILLINGS):
            size += piles >> filling & 1
        if size == N_FILLINGS // 2:
            if wanted == 0:
                return piles
            wanted -= 1
    return 0


@kernel
def fillings_in_queues(game):
    """Set of the fillings on the other faces of all orders in play."""
    board, state = game.board[0], game.state
    used = 0
    for seat in range(state.n_seats):
        for place in range(COOP_QUEUE):
            used |= 1 << int(game.stacks.filling[board.orders[seat, place]])
        if state.hidden[seat] != NOBODY:
            used |= 1 << int(game.stacks.filling[state.hidden[seat]])
    return used


@kernel
def lay_counters(game):
    """Fillings onto the counters: one of each filling in a queue, two of the others."""
    board, state = game.board[0], game.state
    used = fillings_in_queues(game)
    everything = (1 << N_FILLINGS) - 1
    mine = everything if state.n_seats == 1 else piles_of_first(game)
    for owner in range(state.n_seats):
        seat = (owner + state.shift) % state.n_seats
        piles = mine if owner == 0 else everything & ~mine
        for filling in range(N_FILLINGS):
            if piles >> filling & 1:
                n_cards = 2 - (used >> filling & 1)
                board.counter[seat, filling] = n_cards
                board.in_game[filling] += n_cards


@kernel
def record_deal(game):
    """The set-up as events: queues and counters by seat."""
    board, state = game.board[0], game.state
    used = fillings_in_queues(game)
    for seat in range(state.n_seats):
        piles = queue = 0
        for filling in range(N_FILLINGS):
            piles |= (board.counter[seat, filling] > 0) << filling
        for place in range(COOP_QUEUE):
            queue |= (1 + board.orders[seat, place]) << 8 * place
        queue |= (1 + state.hidden[seat]) << 8 * COOP_QUEUE
        record_event(game.trace, ev.DEALT, seat, queue, piles, used)


@kernel
def set_up(game):
    """Everything up to the first round, Stock Shortage of the orders on the table included."""
    board, state = game.board[0], game.state
    clear(game)
    if game.rules.n_chosen > 0:
        deal_chosen(game)
    elif state.n_seats == 1:
        deal_solo(game)
    else:
        x = deal_pair(game, 0, state.shift, NOBODY)
        deal_pair(game, 1, 1 - state.shift, x)
    note_orders(game)
    lay_counters(game)
    record_deal(game)
    for seat in range(state.n_seats):
        board.n_hidden[seat] = state.hidden[seat] != NOBODY
        for place in range(COOP_QUEUE):
            shortage(game, seat, place)


@kernel
def note_orders(game):
    """Write the queues and the rating into the outcome row."""
    board, state, outcome = game.board[0], game.state, game.outcome
    outcome.order_0 = board.orders[0, 0]
    outcome.order_1 = board.orders[0, 1]
    if state.n_seats == 1:
        outcome.order_2 = state.hidden[0]
        outcome.order_3 = NOBODY
    else:
        outcome.order_2 = board.orders[1, 0]
        outcome.order_3 = board.orders[1, 1]
    difficulty = game.stacks.difficulty
    rating = game.rules.quirks
    rating += np.int64(difficulty[outcome.order_0]) + np.int64(difficulty[outcome.order_1])
    rating += np.int64(difficulty[outcome.order_2])
    if outcome.order_3 != NOBODY:
        rating += np.int64(difficulty[outcome.order_3])
    outcome.rating = rating


@kernel
def shortage(game, seat, place):
    """Stock Shortage of a revealed order: a random card leaves the game.

    "remove a random card in the pantry from the game. If this would leave no cards of that type
    in the game, remove another random card instead. If there are no cards in the pantry, remove
    a random card from your counter." Ruling: uniform over the cards that may go; bread counts by
    kind; the counter serves too where the pantry has none that may go; else nothing happens.
    """
    board, state = game.board[0], game.state
    order = board.orders[seat, place]
    if game.rules.quirks == 0 or np.int64(game.stacks.quirk[order]) != SHORTAGE_QUIRK:
        return
    open_luck(game, (seat + state.shift) % state.n_seats, 2 + place)
    for source in range(2):
        n_cards = 0
        for kind in range(N_KINDS):
            n_cards += removable(board, seat, kind, source)
        if n_cards > 0:
            pick = below(game, n_cards)
            kind = 0
            while pick >= removable(board, seat, kind, source):
                pick -= removable(board, seat, kind, source)
                kind += 1
            remove(board, seat, kind, source)
            record_event(game.trace, ev.SHORTAGE, seat, order, kind, source)
            return
    record_event(game.trace, ev.SHORTAGE, seat, order, NOBODY, NOBODY)


@kernel
def removable(board, seat, kind, source):
    """Cards of a kind that may leave: from the pantry (source 0) or the counter (1)."""
    if board.in_game[kind] <= 1:
        return 0
    if source == 0:
        return board.pantry[kind]
    if kind < N_FILLINGS:
        return board.counter[seat, kind]
    return board.bread[kind - N_FILLINGS]


@kernel
def remove(board, seat, kind, source):
    """Take one card out of the game."""
    board.in_game[kind] -= 1
    board.gone[kind] += 1
    if source == 0:
        board.pantry[kind] -= 1
    elif kind < N_FILLINGS:
        board.counter[seat, kind] -= 1
    else:
        board.bread[kind - N_FILLINGS] -= 1
