"""One turn of a fixed strategy, spread exactly over all it can lead to.

Forwards: the chance of each state of the turn flows to the states that follow, in the order of
points at risk, and the strategy is asked for its choice in each, with the view and the options
that the game itself would show, or its plan is looked up (`win_plan`). The turn ends with a chance
for each pair of scores.

Above the goal all points at risk count as the goal: a strategy that rolls on regardless must
choose there as it does at the goal (`analyses.fill_or_bust.win_policies` checks it).
"""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.cards import may_do_under, show_card, wants_redraw
from simcore.fill_or_bust.rules import DOUBLE_TROUBLE, FILL, MUST_BUST, VENGEANCE
from simcore.fill_or_bust.turn import at_risk_after_fill, list_options
from simcore.jit import inlined, kernel
from strategies.fill_or_bust.win_ends import draw_later, end_turn, make_fill, place_of
from strategies.fill_or_bust.win_planned import is_planned_away, roll_planned
from strategies.fill_or_bust.win_tables import AFTER_FILL
from strategies.fill_or_bust.win_turn import find_hits
from strategies.fill_or_bust.win_vector import get_number, put_number

__all__ = ["BAD_CHOICE", "DONE", "ENDLESS", "hold_card", "spread_turn"]

DONE, BAD_CHOICE, ENDLESS = range(3)
"""What `spread_turn` returns."""

NEGLIGIBLE = 1e-18
MAX_ROUNDS = 100_000


@inlined
def hold_card(lane, t, before, bench):
    """Put the card of a lane on the table, with `t` points at risk."""
    state, solver, flow = bench.game.state, bench.solver, bench.flow
    kind = solver.kind[lane]
    is_second = kind == AFTER_FILL
    card = np.uint64(solver.card[lane])
    state.card = card
    state.kind = np.int64(DOUBLE_TROUBLE if is_second else kind)
    state.value = np.int64(bench.game.rules.value[card])
    state.fills = 1 if is_second else (flow.fills if kind == MUST_BUST else 0)
    state.may_do = may_do_under(bench.game.rules, state.kind)
    state.at_risk = t * solver.step
    state.before_card = before * solver.step
    flow.before = before
    show_card(bench.game, bench.seen)


@inlined
def roll(t, n_dice, lane, chance, choosers, bench):
    """Roll `n_dice` with `t` points at risk under the card that `hold_card` has put there."""
    game, view, solver, flow = bench.game, bench.seen, bench.solver, bench.flow
    state, scoring = game.state, game.scoring
    is_safe = solver.kind[lane] == MUST_BUST
    end_turn(flow.own + (t if is_safe else 0), flow.other, chance * solver.nulls[n_dice], bench)
    state.dice = np.uint64(n_dice)
    for i in range(flow.first_roll[n_dice], flow.first_roll[n_dice + 1]):
        n_options = list_options(game, view, flow.choice_set[i])
        picked = choosers[0](view)
        if picked < 0 or picked >= np.int64(n_options):
            flow.is_bad = 1
            return
        option = scoring.options[state.may_do, flow.choice_set[i], np.uint64(picked)]
        points, used, is_stop = option[0], -option[2], option[3]
        more = chance * flow.chance[i]
        if used == n_dice:
            after = at_risk_after_fill(game, points) // solver.step
            make_fill(lane, after, is_stop, more, bench)
        elif is_stop:
            end_turn(flow.own + t + points // solver.step, flow.other, more, bench)
        elif solver.is_flat and solver.kind[lane] == FILL:
            flow.flat[t - flow.before + points // solver.step, n_dice - used] += more
        else:
            after = min(t + points // solver.step, solver.goal)
            flow.mass[after, n_dice - used, lane] += more


@kernel
def spread_flat(before, lane, chance, choosers, bench):
    """A Fill card whose value replaces its dice points, which do not count as at risk."""
    flow, solver = bench.flow, bench.solver
    flow.flat[0, solver.dice] = chance
    for points in range(solver.dice * solver.spread + 1):
        for n_dice in range(solver.dice, 0, -1):
            part = flow.flat[points, n_dice]
            if part > 0.0:
                flow.flat[points, n_dice] = 0.0
                hold_card(lane, before + points, before, bench)
                roll(before + points, n_dice, lane, part, choosers, bench)


@kernel
def put_away(t, choosers, bench):
    """Which Vengeances are put away, into `flow.is_away`; returns the chance to draw one."""
    flow, solver, state = bench.flow, bench.solver, bench.game.state
    away = 0.0
    for lane in range(solver.n_lanes):
        flow.is_away[lane] = 0
        if solver.kind[lane] == VENGEANCE and flow.own > flow.other:
            flow.is_away[lane] = 1
        elif solver.kind[lane] == VENGEANCE and solver.is_optional:
            if flow.is_planned:
                flow.is_away[lane] = is_planned_away(t, lane, bench)
            else:
                hold_card(lane, t, t, bench)
                state.dice = np.uint64(solver.dice)
                flow.is_away[lane] = wants_redraw(bench.game, choosers[0], bench.seen)
            if flow.is_away[lane] < 0 or flow.is_away[lane] > 1:
                flow.is_bad = 1
        away += solver.weight[lane] * flow.is_away[lane]
    return away


@kernel
def deal(t, chance, choosers, bench):
    """Draw a card with `t` points at risk."""
    flow, solver = bench.flow, bench.solver
    each = chance / (1.0 - put_away(t, choosers, bench))
    end_turn(flow.own + (t if solver.keeps else 0), flow.other, each * solver.no_dice, bench)
    for lane in range(solver.n_lanes):
        part = each * solver.weight[lane]
        if part > 0.0 and flow.is_away[lane] == 0:
            if solver.is_flat and solver.kind[lane] == FILL:
                spread_flat(t, lane, part, choosers, bench)
            else:
                flow.mass[t, solver.dice, lane] += part


@kernel
def spread_row(t, choosers, bench):
    """Everything with `t` points at risk; returns how much there was."""
    flow, solver = bench.flow, bench.solver
    place = place_of(flow.own, flow.other, solver.goal) * (solver.goal + 1) + t
    total = get_number(flow.draws, place)
    if total > 0.0:
        put_number(flow.draws, place, 0.0)
        deal(t, total, choosers, bench)
    for lane in range(solver.n_lanes):
        for n_dice in range(solver.dice, 0, -1):
            part = flow.mass[t, n_dice, lane]
            if part > 0.0:
                flow.mass[t, n_dice, lane] = 0.0
                total += part
                if flow.is_planned:
                    roll_planned(t, n_dice, lane, part, bench)
                else:
                    hold_card(lane, t, t, bench)
                    roll(t, n_dice, lane, part, choosers, bench)
    return total


@kernel
def spread_scores(own, other, choosers, bench):
    """All draws at these scores; returns DONE, BAD_CHOICE or ENDLESS."""
    flow, solver, state = bench.flow, bench.solver, bench.game.state
    seat = np.int64(bench.seen.seat)
    flow.own, flow.other = own, other
    find_hits(own, other, solver)
    bench.seen.scores[seat] = np.int32((own - solver.start) * solver.step)
    bench.seen.scores[1 - seat] = np.int32((other - solver.start) * solver.step)
    state.banked = flow.shift * solver.step
    if flow.sees_banked:
        state.banked += (own - flow.origin) * solver.step
    for t in range(solver.goal):
        spread_row(t, choosers, bench)
    # The top row leads to itself until the turn ends; what is left then is forgotten.
    status = ENDLESS
    for _ in range(MAX_ROUNDS):
        if spread_row(solver.goal, choosers, bench) < NEGLIGIBLE:
            status = BAD_CHOICE if flow.is_bad else DONE
            break
    place = place_of(own, other, solver.goal) * (solver.goal + 1) + solver.goal
    put_number(flow.draws, place, 0.0)
    for n_dice in range(1, solver.dice + 1):
        for lane in range(solver.n_lanes):
            flow.mass[solver.goal, n_dice, lane] = 0.0
    return status


@kernel
def spread_turn(own, other, choosers, benches):
    """All that a turn at these scores can lead to, into `benches[0].flow`.

    Within a turn the other's score never rises, and own falls only with it, so that scores are
    done with in this order.
    """
    bench = benches[0]
    flow, goal = bench.flow, bench.solver.goal
    flow.won = 0.0
    flow.origin = own
    flow.is_bad = 0
    flow.n_waiting = 0
    flow.own, flow.other = own, other
    draw_later(own, other, 0, 1.0, bench)
    status = spread_scores(own, other, choosers, bench)
    for low in range(other, -1, -1):
        for reached in range(goal):
            if flow.n_waiting == 0 or status != DONE:
                return status
            if get_number(flow.waiting, place_of(reached, low, goal)) != 0.0:
                put_number(flow.waiting, place_of(reached, low, goal), 0.0)
                flow.n_waiting -= 1
                status = spread_scores(reached, low, choosers, bench)
    return status
