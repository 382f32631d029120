"""The plan of `optimal_win`: the choices that win most, read off the values of every turn.

Where stopping is as good as rolling on, it is chosen. The plan is kept on disk.
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache

import numpy as np

from simcore.errors import FillsimError
from simcore.fill_or_bust.rules import BONUS, DOUBLE_TROUBLE, FILL, MUST_BUST, VENGEANCE, Rules
from simcore.jit import inlined, kernel
from strategies.fill_or_bust.win_plan import (
    BASE,
    PER,
    empty_plan,
    keep_vector,
    put_name,
    slots_of,
)
from strategies.fill_or_bust.win_solution import (
    WinSolution,
    connect,
    keep_array,
    kept_array,
    solve_win,
)
from strategies.fill_or_bust.win_tables import AFTER_FILL, IDLE, LANES, make_solver
from strategies.fill_or_bust.win_turn import passed_at, play_turn_to_win

__all__ = ["build_actions", "build_plan"]


@kernel
def wants_to_put_away(lane, t, solver):
    """Whether a Vengeance that need not be played is put away."""
    return 1 if t < solver.top and solver.drawn[t] > solver.rolled[t, lane] else 0


@kernel
def rate_fill(lane, t, steps, is_stop, solver):
    """Worth of a fill with `t` points at risk before it, and of stopping or drawing then.

    Under a Fill card whose value replaces its dice points, `t` counts the points before the card,
    and 1 is added to the worth: whatever makes a fill most likely is best.
    """
    kind = solver.kind[lane]
    if kind in (MUST_BUST, DOUBLE_TROUBLE):
        return -1.0 if is_stop else solver.values[lane // LANES, t + steps, 0, lane % LANES]
    is_flat = solver.is_flat and kind == FILL
    after = t if is_flat else t + steps
    if kind in (BONUS, FILL):
        after += solver.value[lane]
    elif kind == AFTER_FILL:
        after *= solver.multiplier
    extra = 1.0 if is_flat else 0.0
    if not is_stop:
        if is_flat:
            return extra + solver.after[min(after, solver.top)]
        return solver.values[lane // LANES, t + steps, 0, lane % LANES]
    own, other = solver.own, solver.other
    if kind == VENGEANCE:
        own, other = solver.hit[lane, 0], solver.hit[lane, 1]
    if own + after >= solver.goal:
        return extra + 1.0
    return extra + 1.0 - passed_at(other, own + after, solver)


@inlined
def rate_hold(lane, kept, left, solver):
    """Worth of having `kept` points at risk and dice left to score."""
    if solver.is_flat and solver.kind[lane] == FILL:
        return solver.fill_chance[1, left]
    return solver.values[lane // LANES, kept, left, lane % LANES]


@kernel
def best_of_roll(lane, t, slot, slots, solver):
    """The choice that wins most for the roll of a slot, as a plan has it."""
    hi = slots.first[slot + 1]
    lo = hi - 1 if solver.sets_of[lane // LANES] else slots.first[slot]
    best, code = -1.0, 0
    for choice in range(lo, hi):
        kept, left = t + slots.steps[choice], slots.dice[slot] - slots.used[choice]
        if left > 0:
            worth = rate_hold(lane, kept, left, solver)
            if worth >= best:
                is_stop = worth == solver.stop[kept] + solver.bias[lane]
                if worth > best or is_stop:
                    best, code = worth, 2 * (choice - lo) + is_stop
            continue
        for is_stop in range(2):
            worth = rate_fill(lane, t, slots.steps[choice], is_stop, solver)
            if worth > best or (worth == best and is_stop):
                best, code = worth, 2 * (choice - lo) + is_stop
    return code


@kernel
def choose_all(lane, t, slots, solver, codes):
    """The choices for all rolls with `t` points at risk; int64[n + 1] filled in place."""
    codes[0] = 2 * solver.sets_of[lane // LANES]
    if solver.is_optional and solver.kind[lane] == VENGEANCE and solver.own <= solver.other:
        codes[0] += wants_to_put_away(lane, t, solver)
    for slot in range(slots.n):
        codes[slot + 1] = best_of_roll(lane, t, slot, slots, solver)


@kernel
def name_vectors(solvers, all_slots, plan):
    """Fill in a plan's names and vectors; returns how many differ, or the room for them."""
    solver, slots = solvers[0], all_slots[0]
    per, base = np.int64(plan.table[PER]), plan.table[BASE]
    codes = np.zeros(slots.n + 1, np.int64)
    n_known, place = 0, 0
    for own in range(solver.goal):
        for other in range(solver.goal):
            play_turn_to_win(own, other, solver)
            solver.stop[solver.top : solver.top + solver.spread + 1] = 1.0
            for t in range(solver.top + 1):
                for lane in range(solver.n_lanes):
                    if solver.kind[lane] != IDLE:
                        choose_all(lane, t, slots, solver, codes)
                        name = keep_vector(codes, plan.book, plan.found, n_known)
                        n_known = max(n_known, name + 1)
                        if n_known == plan.book.shape[0]:
                            return n_known
                        put_name(place, name, plan.names, per, base)
                        place += 1
    return n_known


@lru_cache(maxsize=2)
def build_actions(rules: Rules, params: tuple[float, ...] = ()) -> np.ndarray:
    """Plan of `optimal_win`; other decks and endings than the solver's are taken for its own."""
    del params
    rules = dataclasses.replace(rules, deck="independent", end="at_once")
    plan = kept_array("plan", rules)
    if plan is None:
        plan = build_plan(solve_win(rules))
        keep_array("plan", rules, plan)
    return plan


def build_plan(solution: WinSolution) -> np.ndarray:
    """The plan of a solution, as `win_plan` describes it."""
    rules = solution.rules
    solver = make_solver(rules)
    # Working a turn out again writes the same numbers into `draws` that are there.
    connect(solver, solution.values, solution.draws)
    slots = slots_of(rules, solver[0])
    tops = _tops(solver[0], len(solution.values))
    rows = np.stack([np.cumsum(tops + 1).reshape(tops.shape) - tops - 1, tops], axis=-1)
    for is_large in (False, True):
        plan = empty_plan(solver[0], slots[0], rows, is_large)
        n_known = name_vectors(solver, slots, plan)
        if n_known < len(plan.book):
            return plan.finished(n_known)
    raise FillsimError(f"{rules.name}: more than {len(plan.book):,} different sets of choices")


def _tops(solver: np.void, goal: int) -> np.ndarray:
    """Top row by both scores; see `strategies.fill_or_bust.win_turn`."""
    tops = np.repeat(goal - np.arange(goal)[:, None], goal, axis=1)
    if not solver["is_exempt"] and VENGEANCE in solver["kind"]:
        loss = int(solver["value"][solver["kind"] == VENGEANCE].max())
        same = np.arange(goal)
        tops[same, same] = goal - np.maximum(same - loss, 0)
    return tops
