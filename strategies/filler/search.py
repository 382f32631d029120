"""Tier 3: plays promising options out in worlds that agree with what is known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.filler.kernel import find_winners
from simcore.filler.records import MAX_OPTIONS, VIEW
from simcore.filler.state import TABLE
from simcore.jit import allocate, kernel
from strategies.filler.tuned import WEIGHTS, best_judged, judge
from strategies.filler.worlds import FORCED, draw_world, lay_world, play_out
from strategies.registry import strategy

__all__ = ["search"]

MAX_WIDTH = 24
POINT_WORTH = 0.02
"""Share of a win that a point more than the best rival counts: it tells lost games apart."""

NOT_AGAIN = -1e8

CANDIDATES = np.dtype(
    [
        ("n", np.int64),
        ("option", np.int64, MAX_WIDTH),
        ("total", np.float64, MAX_WIDTH),
        ("judged", np.float64, MAX_OPTIONS),
    ],
    align=True,
)
"""The options that are tried and their results; what the tuned player thinks of every option."""


@kernel
def tuned_but_forced(view):
    """How everybody plays in the rollouts: as `tuned`, but for what the searcher must try."""
    forced = np.int64(view.params[FORCED])
    if forced >= 0:
        view.params[FORCED] = -1.0
        return forced
    return best_judged(view)


class _Policy(NamedTuple):
    unused: int


class Rollout(_Policy):
    """Everybody of a rollout decides alike; see `simcore.filler.minds.decide`."""

    policy = tuned_but_forced


@kernel
def pick_candidates(view, mind, found, width):
    """The best judged options, one for each card, the best first."""
    mind.board[0] = view.board[0]
    mind.phase = view.phase
    for k in range(view.n_options):
        found.judged[k] = judge(mind, view.options[k])
    found.n = 0
    while found.n < width:
        best, chosen = NOT_AGAIN, -1
        for k in range(view.n_options):
            if found.judged[k] > best:
                best, chosen = found.judged[k], k
        if chosen < 0:
            return
        found.option[found.n] = chosen
        found.total[found.n] = 0.0
        found.n += 1
        for k in range(view.n_options):
            if view.options[k].card == view.options[chosen].card:
                found.judged[k] = NOT_AGAIN


@kernel
def result(board, seat):
    """The share of the win, and a little for points."""
    winners = find_winners(board)
    n_winners, rival = 0, np.int64(-1_000)
    for other in range(board.n_players):
        n_winners += winners >> other & 1
        if other != seat:
            rival = max(rival, np.int64(board.score[other]))
    value = POINT_WORTH * (board.score[seat] - rival)
    if winners >> seat & 1:
        value += 1.0 / n_winners
    return value


@kernel
def drop_worse_half(found):
    """Sort candidates by result, and keep the better half."""
    for i in range(1, found.n):
        option, total = found.option[i], found.total[i]
        j = i
        while j > 0 and found.total[j - 1] < total:
            found.option[j] = found.option[j - 1]
            found.total[j] = found.total[j - 1]
            j -= 1
        found.option[j], found.total[j] = option, total
    found.n = (found.n + 1) // 2


@kernel
def try_candidates(view, game, views, found, n_worlds):
    """Play every candidate out in the same worlds."""
    minds = Rollout(0)
    for _ in range(n_worlds):
        draw = view.rng.draw
        for i in range(found.n):
            view.rng.draw = draw
            draw_world(view, game, views)
            play_out(view, game, minds, views, found.option[i])
            found.total[i] += result(game.board, view.seat)


@strategy(
    game="filler",
    name="search",
    tier=3,
    params={"iterations": 64, "width": 8},
)
def search(view):
    """Tries the `width` options that the tuned player likes best, by playing them to the end.

    `iterations` rollouts in all, everybody playing as `tuned`, are spent by sequential halving
    [Karnin, Koren and Somekh 2013]: all candidates in the same worlds, then the better half of
    them in others, until one is left.
    """
    memory = allocate(1, TABLE)
    views = allocate(view.n_seats, VIEW)
    candidates = allocate(1, CANDIDATES)
    game, found = memory[0], candidates[0]
    lay_world(view, game, views)
    width = min(MAX_WIDTH, max(1, np.int64(view.params[1])))
    for seat in range(view.n_seats):
        for i in range(len(WEIGHTS)):
            views[seat].params[i] = WEIGHTS[i]
    pick_candidates(view, views[view.seat], found, width)
    n_rounds = 1
    while found.n > 1 << n_rounds:
        n_rounds += 1
    while found.n > 1:
        n_worlds = max(1, np.int64(view.params[0]) // (n_rounds * found.n))
        try_candidates(view, game, views, found, n_worlds)
        drop_worse_half(found)
    return found.option[0]
