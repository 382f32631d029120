"""Tier 3: plays promising options out in worlds that agree with what is known."""

from __future__ import annotations

import numpy as np

from simcore.filler.kernel import find_winners
from simcore.filler.records import MAX_OPTIONS, VIEW
from simcore.filler.state import TABLE
from simcore.jit import allocate, kernel
from strategies.filler.simple import best_option
from strategies.filler.tuned import WEIGHTS, judge
from strategies.filler.worlds import FORCED, draw_world, lay_world, play_out
from strategies.registry import strategy

__all__ = ["search"]

MAX_WIDTH = 24
POINT_WORTH = 0.02
"""Share of a win that a point more than the best rival counts: it tells lost games apart."""

CANDIDATES = np.dtype(
    [
        ("n", np.int64),
        ("option", np.int64, MAX_WIDTH),
        ("prior", np.float64, MAX_WIDTH),
        ("total", np.float64, MAX_WIDTH),
        ("judged", np.float64, MAX_OPTIONS),
    ],
    align=True,
)
"""The options that are tried: numbers, what the tuned player thinks of them, and their results."""


@kernel
def mind_of_rollouts(view):
    """How everybody plays in the rollouts: greedily, but for what the searcher is told to try."""
    forced = np.int64(view.params[FORCED])
    if forced >= 0:
        view.params[FORCED] = -1.0
        return forced
    return best_option(view)


@kernel
def pick_candidates(view, mind, found, width):
    """The best judged options, one for each card, the best first."""
    for i in range(len(WEIGHTS)):
        mind.params[i] = WEIGHTS[i]
    mind.board[0] = view.board[0]
    mind.phase = view.phase
    for k in range(view.n_options):
        found.judged[k] = judge(mind, view.options[k])
    found.n = 0
    while found.n < width:
        best, chosen = -1e8, -1
        for k in range(view.n_options):
            if found.judged[k] > best and not is_tried(view, found, k):
                best, chosen = found.judged[k], k
        if chosen < 0:
            return
        found.option[found.n] = chosen
        found.prior[found.n] = best
        found.total[found.n] = 0.0
        found.n += 1


@kernel
def is_tried(view, found, k):
    """Whether an option for the same card is a candidate already."""
    return any(view.options[found.option[i]].card == view.options[k].card for i in range(found.n))


@kernel
def result(board, seat):
    """The share of the win, and a little for points."""
    winners = find_winners(board)
    n_winners, rival = 0, -1_000
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
        option, prior, total = found.option[i], found.prior[i], found.total[i]
        j = i
        while j > 0 and found.total[j - 1] < total:
            found.option[j] = found.option[j - 1]
            found.prior[j] = found.prior[j - 1]
            found.total[j] = found.total[j - 1]
            j -= 1
        found.option[j], found.prior[j], found.total[j] = option, prior, total
    found.n = (found.n + 1) // 2


@kernel
def try_candidates(view, game, views, found, n_worlds):
    """Play every candidate out in the same worlds."""
    strategies = (
        mind_of_rollouts,
        mind_of_rollouts,
        mind_of_rollouts,
        mind_of_rollouts,
        mind_of_rollouts,
        mind_of_rollouts,
    )
    for _ in range(n_worlds):
        draw = view.rng.draw
        for i in range(found.n):
            view.rng.draw = draw
            draw_world(view, game, views)
            play_out(view, game, strategies, views, found.option[i])
            found.total[i] += result(game.board, view.seat)


@strategy(
    game="filler",
    name="search",
    tier=3,
    params={"iterations": 64, "width": 8},
)
def search(view):
    """Tries the `width` options that the tuned player likes best, by playing them to the end.

    `iterations` rollouts in all, everybody greedy, are spent by sequential halving
    [Karnin, Koren and Somekh 2013]: all candidates in the same worlds, then the better half of
    them in others, until one is left.
    """
    memory = allocate(1, TABLE)
    views = allocate(view.n_seats, VIEW)
    candidates = allocate(1, CANDIDATES)
    game, found = memory[0], candidates[0]
    lay_world(view, game, views)
    width = min(MAX_WIDTH, max(1, np.int64(view.params[1])))
    pick_candidates(view, views[0], found, width)
    n_rounds = 1
    while found.n > 1 << n_rounds:
        n_rounds += 1
    while found.n > 1:
        n_worlds = max(1, np.int64(view.params[0]) // (n_rounds * found.n))
        try_candidates(view, game, views, found, n_worlds)
        drop_worse_half(found)
    return found.option[0]
