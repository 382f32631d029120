"""The plan of a strategy that heeds no scores: asked once for every roll and points at risk."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust.cards import wants_redraw
from simcore.fill_or_bust.rules import VENGEANCE
from simcore.fill_or_bust.turn import list_options
from simcore.jit import kernel
from strategies.fill_or_bust.win_plan import BASE, PER, keep_vector, put_name
from strategies.fill_or_bust.win_policy import hold_card
from strategies.fill_or_bust.win_tables import IDLE, LANES

__all__ = ["ask_all"]


@kernel
def ask_roll(lane, slot, slots, choosers, bench):
    """The choice for the roll of a slot, as a plan has it; -1 for an option that is none."""
    game, view, solver = bench.game, bench.seen, bench.solver
    game.state.dice = np.uint64(slots.dice[slot])
    n_options = np.int64(list_options(game, view, np.uint64(slots.choice_set[slot])))
    picked = choosers[0](view)
    if picked < 0 or picked >= n_options:
        return -1
    if solver.bias[lane] == 0.0:
        return picked
    # Without stopping there is an option a set-aside; only a last one that fills has two.
    offered = 1 if solver.sets_of[lane // LANES] else slots.first[slot + 1] - slots.first[slot]
    choice = min(picked, offered - 1)
    return 2 * choice + picked - choice


@kernel
def ask_lane(lane, slots, choosers, bench, codes):
    """All choices under the card that lies there; returns whether all of them exist."""
    solver = bench.solver
    codes[0] = 2 * solver.sets_of[lane // LANES]
    if solver.kind[lane] == VENGEANCE and solver.is_optional:
        bench.game.state.dice = np.uint64(solver.dice)
        codes[0] += wants_redraw(bench.game, choosers[0], bench.seen) & 1
    for i in range(slots.n):
        codes[i + 1] = ask_roll(lane, i, slots, choosers, bench)
        if codes[i + 1] < 0:
            return False
    return True


@kernel
def ask_all(choosers, benches, all_slots, plan):
    """Fill in a plan's names and vectors; returns how many vectors differ.

    -1 where the strategy chose an option that is none; the room for vectors if they are too many.
    """
    bench, slots = benches[0], all_slots[0]
    solver = bench.solver
    per, base = np.int64(plan.table[PER]), plan.table[BASE]
    codes = np.zeros(slots.n + 1, np.int64)
    n_known, place = 0, 0
    for t in range(solver.goal + 1):
        for lane in range(solver.n_lanes):
            if solver.kind[lane] == IDLE:
                continue
            hold_card(lane, t, t, bench)
            if not ask_lane(lane, slots, choosers, bench, codes):
                return -1
            name = keep_vector(codes, plan.book, plan.found, n_known)
            n_known = max(n_known, name + 1)
            if n_known == plan.book.shape[0]:
                return n_known
            put_name(place, name, plan.names, per, base)
            place += 1
    return n_known
