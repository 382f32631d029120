"""Tier 3, solo: play that has the best chance to win, worked out before the first game.

The plan of every deal is written down by position: what is shown to the player is looked up.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from simcore.crumbs.records import SERVE
from simcore.crumbs.rules import Rules
from simcore.protocol import read_table
from strategies.crumbs.hidden import OutlookSolver, Pick, deals_of
from strategies.crumbs.planner import least_work
from strategies.crumbs.positions import position_key
from strategies.registry import strategy

__all__ = ["optimal", "plan_table"]

EMPTY = -1.0


@lru_cache(maxsize=4)
def plan_table(rules: Rules, params: tuple[float, ...]) -> np.ndarray:
    """The plans of all deals as a strategy's table: keys and picks by turns, open addressing.

    The first entry is the number of places less one, a power of two less one.
    """
    solver = OutlookSolver(rules, int(params[0]))
    picks: dict[int, int] = {}
    for deal in deals_of(rules):
        # A plan does not hang on the places of the two visible orders.
        if deal.visible[0] < deal.visible[1]:
            plan = solver.look(deal).plan
            for line in (plan.first, *plan.after.values()):
                picks.update(line)
    return _open_addressing(list(picks.items()))


def _open_addressing(picks: list[Pick]) -> np.ndarray:
    n_places = 1 << max(1, (2 * len(picks)).bit_length())
    table = np.full(1 + 2 * n_places, EMPTY)
    table[0] = n_places - 1
    for key, pick in picks:
        place = key & n_places - 1
        while table[1 + 2 * place] != EMPTY:
            place = place + 1 & n_places - 1
        table[1 + 2 * place : 3 + 2 * place] = key, pick
    return table


@strategy(game="crumbs", name="optimal", tier=3, params={"nodes": 200_000}, table=plan_table)
def optimal(view):
    """Alone: the best chance to win, the third order being hidden; else as the planner.

    Worked out before the first game, `nodes` positions a deal at most; where that is enough, no
    play wins more often. A deal that cannot be won is played as the planner does.
    """
    board = view.board[0]
    if view.n_seats == 1:
        key = np.float64(position_key(board, view.phase, board.actions_left))
        last = int(read_table(view, 0))
        place = int(key) & last
        while read_table(view, 1 + 2 * place) != EMPTY:
            if read_table(view, 1 + 2 * place) == key:
                picked = int(read_table(view, 2 + 2 * place))
                return picked if picked < view.n_options else 0
            place = place + 1 & last
    if view.phase == SERVE:
        return 0
    view.params[0], view.params[1], view.params[2] = 0.6, 1.2, 1.0
    return least_work(view)
