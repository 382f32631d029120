"""One turn played to win, from every number of points at risk, backwards.

Every scoring roll adds points, so the values of a turn follow from those at more points at risk,
from the top row down. In the top row stopping wins, and more points change nothing: that row is
copied to all the rows above it that a set-aside can reach.

Ruling: a Vengeance at a tie may take points from the drawer too, so that points at risk count
that would otherwise have reached the goal. The top row of a tie lies higher for that reason.
"""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.rules import BONUS, DOUBLE_TROUBLE, FILL, MUST_BUST, VENGEANCE
from simcore.jit import inlined, kernel
from strategies.fill_or_bust.win_draws import draw_at, put_draw
from strategies.fill_or_bust.win_tables import AFTER_FILL, MAX_ROWS, ROW
from strategies.fill_or_bust.win_vector import LANES, MAX_CHOICES, add_best, get_number

__all__ = ["play_turn_to_win"]


@inlined
def passed_at(other, own, solver):
    """Worth to the other player of being about to draw."""
    return get_number(solver.passed, other * solver.goal + own)


@kernel
def find_hits(own, other, solver):
    """Scores after each lane's Vengeance, int64[lanes, 2] filled in place.

    A sole leader never plays one; its entry is not used.
    """
    for lane in range(solver.n_lanes):
        loss = solver.value[lane] if solver.kind[lane] == VENGEANCE else 0
        solver.hit[lane, 0] = own
        solver.hit[lane, 1] = max(other - loss, 0)
        if own == other and not solver.is_exempt:
            solver.hit[lane, 0] = max(own - loss, 0)


@kernel
def top_row(own, solver):
    """Points at risk from which on stopping wins, after any Vengeance of this turn too."""
    least = own
    for lane in range(solver.n_lanes):
        least = min(least, solver.hit[lane, 0])
    return solver.goal - least


@kernel
def rate_stops(own, other, top, solver):
    """Worth of stopping by points at risk, up to the top row."""
    for t in range(top + 1):
        is_won = own + t >= solver.goal
        solver.stop[t] = 1.0 if is_won else 1.0 - passed_at(other, own + t, solver)


@inlined
def rate_rolls(t, n_dice, block, solver):
    """Worth of rolling `n_dice` in a block's lanes, into `solver.sums`."""
    first = block * LANES
    null, lost, banked = solver.nulls[n_dice], solver.stop[0], solver.stop[t]
    for lane in range(first, first + LANES):
        is_safe = solver.kind[lane] == MUST_BUST
        solver.sums[lane] = null * (banked if is_safe else lost)
    values = solver.values.ctypes.data + 8 * ROW * (block * MAX_ROWS + t)
    sums = solver.sums.ctypes.data + 8 * first
    which = solver.sets_of[block]
    for n_choices in range(1, MAX_CHOICES + 1):
        n_rolls = solver.groups[which, n_dice, n_choices, 2]
        if n_rolls > 0:
            places = solver.places.ctypes.data + 8 * solver.groups[which, n_dice, n_choices, 0]
            weights = solver.weights.ctypes.data + 8 * solver.groups[which, n_dice, n_choices, 1]
            add_best(n_choices, values, places, weights, n_rolls, sums)


@inlined
def rate_holding(t, n_dice, block, solver):
    """Worth of holding `n_dice` in a block's lanes: of stopping, if allowed, or rolling them."""
    first = block * LANES
    rate_rolls(t, n_dice, block, solver)
    for lane in range(LANES):
        stop = solver.stop[t] + solver.bias[first + lane]
        roll = solver.sums[first + lane]
        solver.values[block, t, n_dice, lane] = roll if roll > stop else stop


@inlined
def rate_all_dice(t, block, solver):
    """Worth of rolling all dice in a block's lanes."""
    rate_rolls(t, solver.dice, block, solver)
    for lane in range(block * LANES, block * LANES + LANES):
        solver.rolled[t, lane] = solver.sums[lane]


@inlined
def rate_row(t, block, solver):
    """All numbers of dice with `t` points at risk, in one block."""
    for n_dice in range(1, solver.dice):
        rate_holding(t, n_dice, block, solver)
    rate_all_dice(t, block, solver)


@inlined
def copy_up(top, left, block, solver):
    """More points than the top row's are as good."""
    for t in range(top + 1, top + solver.spread + 1):
        for lane in range(LANES):
            solver.values[block, t, left, lane] = solver.values[block, top, left, lane]


@kernel
def rate_top(top, solver):
    """The top row, whose values depend on one another: fewest dice first, copied up at once.

    A fill wins but for the first of Double Trouble: that goes on with all dice, whose worth is
    known after a first pass.
    """
    for block in range(solver.n_blocks):
        for lane in range(LANES):
            solver.values[block, top, 0, lane] = 1.0
        for _ in range(2):
            copy_up(top, 0, block, solver)
            for n_dice in range(1, solver.dice):
                rate_holding(top, n_dice, block, solver)
                copy_up(top, n_dice, block, solver)
            rate_all_dice(top, block, solver)
            for lane in range(LANES):
                place = block * LANES + lane
                if solver.kind[place] == DOUBLE_TROUBLE:
                    solver.values[block, top, 0, lane] = solver.rolled[top, place + 1]


@inlined
def rate_draw(t, own, other, solver):
    """Worth of drawing a card with `t` points at risk.

    A Vengeance that is put away is drawn anew until another card comes, so that the worth d
    solves d = rest + put_away * d.
    """
    lost = solver.stop[0]
    rest = solver.no_dice * (solver.stop[t] if solver.keeps else lost)
    vengeance = 0.0
    for lane in range(solver.n_lanes):
        weight = solver.weight[lane]
        if solver.kind[lane] == VENGEANCE:
            vengeance += weight
        elif solver.is_flat and solver.kind[lane] == FILL:
            won = solver.after[t + solver.value[lane]]
            chance = solver.fill_chance[np.int64(won >= lost), solver.dice]
            rest += weight * (lost + chance * (won - lost))
        elif weight > 0.0:
            rest += weight * solver.rolled[t, lane]
    if own > other:
        return rest / (1.0 - vengeance)
    return play_vengeances(t, rest, vengeance, solver)


@inlined
def play_vengeances(t, rest, vengeance, solver):
    """Add to `rest` the worth of the Vengeances that are played: all, or those worth playing."""
    worth = rest / (1.0 - vengeance)
    if not solver.is_optional:
        worth = -1.0
    while True:
        total, away = rest, 0.0
        for lane in range(solver.n_lanes):
            if solver.kind[lane] == VENGEANCE:
                if solver.rolled[t, lane] > worth:
                    total += solver.weight[lane] * solver.rolled[t, lane]
                else:
                    away += solver.weight[lane]
        before, worth = worth, total / (1.0 - away)
        if not solver.is_optional or worth <= before:
            return worth


@inlined
def rate_after_bank(own, other, solver):
    """Worth of having banked in mid-turn: won, or the better of stopping and drawing on."""
    if own >= solver.goal:
        return 1.0
    return max(1.0 - passed_at(other, own, solver), draw_at(own, other, 0, solver))


@inlined
def rate_vengeance(lane, t, solver):
    """Worth of the fill under a Vengeance with `t` points at risk, the fill's included."""
    own, other = solver.hit[lane, 0], solver.hit[lane, 1]
    if own + t >= solver.goal:
        return 1.0
    if solver.vengeance_banks:
        return rate_after_bank(own + t, other, solver)
    return max(1.0 - passed_at(other, own + t, solver), draw_at(own, other, t, solver))


@inlined
def rate_fills(t, own, other, solver):
    """Worth of a fill by lane with `t` points at risk, those of the dice included."""
    for lane in range(solver.n_lanes):
        kind = solver.kind[lane]
        worth = 0.0
        if kind in (BONUS, FILL):
            worth = solver.after[t + solver.value[lane]]
        elif kind == DOUBLE_TROUBLE:
            worth = solver.rolled[t, lane + 1]
        elif kind == MUST_BUST:
            worth = solver.rolled[t, lane]
        elif kind == AFTER_FILL:
            points = t * solver.multiplier
            if solver.double_banks:
                worth = rate_after_bank(own + points, other, solver)
            else:
                worth = solver.after[min(points, solver.goal)]
        elif kind == VENGEANCE and own <= other:
            worth = rate_vengeance(lane, t, solver)
        solver.values[lane // LANES, t, 0, lane % LANES] = worth


@kernel
def play_turn_to_win(own, other, solver):
    """Win probability of drawing a card at these scores; `solver.drawn`: with points at risk."""
    find_hits(own, other, solver)
    top = top_row(own, solver)
    solver.own, solver.other, solver.top = own, other, top
    rate_stops(own, other, top, solver)
    rate_top(top, solver)
    solver.after[top:] = 1.0
    for t in range(top - 1, -1, -1):
        for block in range(solver.n_blocks):
            rate_row(t, block, solver)
        draw = rate_draw(t, own, other, solver)
        put_draw(t, draw, solver)
        solver.after[t] = max(solver.stop[t], draw)
        rate_fills(t, own, other, solver)
    return solver.drawn[0]
