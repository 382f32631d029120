"""The choices that win most, read off the values of a turn that has just been worked out.

Where stopping is as good as rolling on, it is chosen.
"""

from __future__ import annotations

from simcore.fill_or_bust.rules import FILL, VENGEANCE
from simcore.jit import inlined, kernel
from strategies.fill_or_bust.win_turn import draw_at, passed_at
from strategies.fill_or_bust.win_vector import LANES

__all__ = ["pick_best", "rate_option", "wants_to_put_away"]


@kernel
def rate_stop(lane, left, after, solver):
    """Worth of stopping with `after` points at risk."""
    own, other = solver.own, solver.other
    if left == 0 and solver.kind[lane] == VENGEANCE:
        own, other = solver.hit[lane, 0], solver.hit[lane, 1]
    if own + after >= solver.goal:
        return 1.0
    return 1.0 - passed_at(other, own + after, solver)


@inlined
def rate_option(lane, t, option, banked, solver):
    """Win probability of an option with `t` points at risk before it.

    Rolling on is worth no less than stopping, where that is allowed, because `values` are the
    better of the two. Under a Fill card whose value replaces its dice points only the chance of
    a fill matters; 1 is added to the worth of the fill itself.
    """
    left = option.dice_left
    after = (option.turn_points - banked) // solver.step
    if solver.is_flat and solver.kind[lane] == FILL:
        if left > 0:
            return solver.fill_chance[1, left]
        stop = rate_stop(lane, left, after, solver)
        return 1.0 + (stop if option.is_stop else solver.after[min(after, solver.top)])
    if option.is_stop:
        return rate_stop(lane, left, after, solver)
    kept = min(t + option.points // solver.step, solver.top)
    return solver.values[lane // LANES, kept, left, lane % LANES]


@kernel
def pick_best(lane, t, view, solver):
    """The option that wins most."""
    best, picked = -1.0, -1
    for k in range(view.n_options):
        option = view.options[k]
        worth = rate_option(lane, t, option, view.banked, solver)
        if worth > best or (worth == best and option.is_stop):
            best, picked = worth, k
    return picked


@kernel
def wants_to_put_away(lane, t, solver):
    """Whether a Vengeance that need not be played is put away."""
    draw = draw_at(solver.own, solver.other, t, solver)
    return 1 if t < solver.top and draw > solver.rolled[t, lane] else 0
