"""Tier 2: tries every option, and weighs the work that is left over all visible sandwiches.

A round ends with its first serve, so that actions not yet needed for the next sandwich are best
spent on the others: the planner serves late, never so late that the round is lost, and lays one
ingredient on several stacks where it can. With a colleague it counts the work of both.
"""

from __future__ import annotations

import numpy as np

from simcore.crumbs.records import ACT, MAX_STANDING, RESTOCK, SERVE
from simcore.crumbs.stacks import N_SANDWICHES
from simcore.jit import kernel
from simcore.philox import random_below
from strategies.crumbs.lookahead import try_option
from strategies.crumbs.work import is_in, missing_bread, missing_fillings, nearest, steps_left
from strategies.registry import strategy

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

TOO_LATE = 1_000.0
"""Charge for every action by which the next serve would come too late."""


@strategy(
    game="crumbs",
    name="planner",
    tier=2,
    params={"away": 0.6, "lost": 1.2, "unspent": 1.0},
)
def planner(view):
    """The option that leaves the least work, among those that still serve in time.

    `away` and `lost` are the work of a filling that lies in the pantry and of one that lies
    elsewhere; `unspent` the charge for an action that a serve leaves unused.
    """
    return 0 if view.phase == SERVE else least_work(view)


@kernel
def least_work(view):
    """The option that leaves the least work; of equals, any."""
    best, best_option, n_best = 1e18, 0, 0
    for i in range(view.n_options):
        value = worth(view, view.options[i])
        if value < best - 1e-9:
            best, best_option, n_best = value, i, 1
        elif value < best + 1e-9:
            n_best += 1
            if random_below(view.rng, n_best) == 0:
                best_option = i
    return best_option


@kernel
def worth(view, option):
    """What an option costs: lateness first, then unused actions and the work that is left."""
    n_served = try_option(view, option)
    board, seat = view.board[1], view.seat
    has_round_end = view.n_seats == 1 and (n_served > 0 or view.phase == RESTOCK)
    left = board.actions_left - (view.phase == ACT)
    cost = 0.0
    if has_round_end:
        cost += view.params[2] * left
        left = view.actions
    for player in range(view.n_seats):
        cost += work(view, board, player)
        has_served = board.has_served[player] != 0 or (player == seat and n_served > 0)
        if has_round_end or not has_served:
            # The second of a pair decides when the first has acted; the first before the second.
            late = lateness(view, board, player, left + (player > seat))
            cost += TOO_LATE * (late - (has_round_end and late > 0 and view.phase == ACT))
    return cost


@kernel
def lateness(view, board, seat, left):
    """Actions by which the seat's nearest sandwich comes too late for this round."""
    if board.wanted[seat] == _ZERO:
        return 0
    late = nearest(view.tables[0], board, seat)[0] - left
    return min(max(late, 0), 10)


@kernel
def work(view, board, seat):
    """Work on all wanted sandwiches of a seat, each on a stack of its own, the nearest first."""
    tables = view.tables[0]
    wanted = board.wanted[seat]
    free = (1 << MAX_STANDING) - 1
    total = 0.0
    todo = wanted
    while todo != _ZERO:
        best, best_place, best_sandwich = 1e9, -1, 0
        for sandwich in range(N_SANDWICHES):
            if not is_in(todo, sandwich):
                continue
            cost = price(view, board, seat, 0, sandwich)
            if cost < best:
                best, best_place, best_sandwich = cost, -1, sandwich
            for place in range(board.n_stacks[seat]):
                stack = board.stacks[seat, place]
                if free >> place & 1 and is_in(tables.begins[stack], sandwich):
                    cost = price(view, board, seat, stack, sandwich)
                    if cost < best:
                        best, best_place, best_sandwich = cost, place, sandwich
        total += best
        todo &= ~(_ONE << np.uint64(best_sandwich))
        if best_place >= 0:
            free &= ~(1 << best_place)
    return total


@kernel
def price(view, board, seat, stack, sandwich):
    """Work to make a sandwich of a stack, with what is not at hand."""
    tables = view.tables[0]
    n_away, n_lost = missing_fillings(tables, board, seat, stack, sandwich)
    cost = steps_left(tables, stack, sandwich) + view.params[0] * n_away + view.params[1] * n_lost
    bread = missing_bread(tables, board, stack, sandwich)
    if bread == 1:
        cost += view.params[0]
    elif bread > 1:
        cost += view.params[1]
    return cost
