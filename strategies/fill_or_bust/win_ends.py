"""Where a turn that is spread over all it can lead to goes: passed on, won, or drawing on."""

from __future__ import annotations

from simcore.fill_or_bust.rules import DOUBLE_TROUBLE, MUST_BUST, VENGEANCE
from simcore.jit import inlined, kernel
from strategies.fill_or_bust.win_tables import AFTER_FILL
from strategies.fill_or_bust.win_vector import get_number, put_number

__all__ = ["draw_later", "end_turn", "make_fill", "place_of"]


@inlined
def place_of(own, other, goal):
    """Place of two scores in a grid."""
    return own * goal + other


@inlined
def add_number(place, index, number):
    """Add to an entry of a grid."""
    put_number(place, index, get_number(place, index) + number)


@kernel
def end_turn(own, other, chance, bench):
    """Bank what `own` includes: win, or pass the dice."""
    flow, goal = bench.flow, bench.solver.goal
    if own >= goal:
        flow.won += chance
    else:
        add_number(flow.ends, place_of(own, other, goal), chance)


@kernel
def draw_later(own, other, at_risk, chance, bench):
    """Draw a card at these scores, after what is being spread now."""
    flow, goal = bench.flow, bench.solver.goal
    place = place_of(own, other, goal)
    add_number(flow.draws, place * (goal + 1) + min(at_risk, goal), chance)
    is_elsewhere = own != flow.own or other != flow.other
    if is_elsewhere and get_number(flow.waiting, place) == 0.0:
        put_number(flow.waiting, place, 1.0)
        flow.n_waiting += 1


@kernel
def bank_at_once(own, other, is_stop, chance, bench):
    """Points banked in mid-turn, included in `own`."""
    flow, goal = bench.flow, bench.solver.goal
    if is_stop or own >= goal:
        end_turn(own, other, chance, bench)
    elif flow.sees_banked:
        draw_later(own, other, 0, chance, bench)
    else:
        add_number(flow.again, place_of(own, other, goal), chance)


@kernel
def make_fill(lane, t, is_stop, chance, bench):
    """A fill with `t` points at risk, everything it scores included."""
    flow, solver = bench.flow, bench.solver
    kind, own, other = solver.kind[lane], flow.own, flow.other
    top = min(t, solver.goal)
    if kind == MUST_BUST:
        flow.mass[top, solver.dice, lane] += chance
        return
    if kind == DOUBLE_TROUBLE:
        flow.mass[top, solver.dice, lane + 1] += chance
        return
    banks = kind == AFTER_FILL and solver.double_banks
    if kind == VENGEANCE:
        own, other = solver.hit[lane, 0], solver.hit[lane, 1]
        banks = solver.vengeance_banks
    if banks:
        bank_at_once(own + t, other, is_stop, chance, bench)
    elif is_stop:
        end_turn(own + t, other, chance, bench)
    else:
        draw_later(own, other, t, chance, bench)
