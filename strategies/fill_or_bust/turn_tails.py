"""What a turn is worth when much is at risk: one line for every state, and from where it holds.

A fixed plan for the rest of a turn is worth a line in the points at risk: slope times the points
already there, plus a constant. The best plan is worth the upper edge of these lines, which is
convex, and so follows a single line, its tail, from some number of points on. The tails solve
the equations of the turn in slopes and constants, and every comparison of two of them tells from
how many points on it holds.
"""

from __future__ import annotations

from simcore.jit import inlined, kernel
from strategies.fill_or_bust.turn_states import BANK, FLAT, LINE

__all__ = ["PRECISION", "find_tails"]

PRECISION = 1e-12
"""Relative change at which a search for a fixed point ends."""

SAME_SLOPE = 1e-12
"""Slopes that differ by less are equal: rounding, not rules."""

MAX_ROUNDS = 100_000
MAX_SLOPE = 1e9
"""When the search for tails gives up: what is at risk multiplies without bound."""


@inlined
def crossing(slope, constant, other_slope, other_constant):
    """Points at risk from which the steeper of two lines stays above the other."""
    difference = slope - other_slope
    if abs(difference) <= SAME_SLOPE:
        return 0.0
    return max(0.0, (other_constant - constant) / difference)


@inlined
def is_above(slope, constant, other_slope, other_constant):
    """Whether a line ends up above another one."""
    if abs(slope - other_slope) > SAME_SLOPE:
        return slope > other_slope
    return constant > other_constant


@kernel
def upper(line, other):
    """The line (slope, constant, from) that ends up on top, holding from where both hold."""
    begin = max(line[2], other[2], crossing(line[0], line[1], other[0], other[1]))
    if is_above(line[0], line[1], other[0], other[1]):
        return line[0], line[1], begin
    return other[0], other[1], begin


@kernel
def tail_after(turn, stage, left, points):
    """Tail of a state before a set-aside of `points` steps that leaves `left` dice."""
    rules = turn.stages[stage]
    stop = (1.0, 0.0, 0.0)
    factor, gain = 1.0, float(points * turn.step)
    if left > 0:
        row = stage * turn.dice + left - 1
        line = (turn.tails[row, 0], turn.tails[row, 1], 0.0)
        if rules.may_stop:
            line = upper(stop, line)
    else:
        factor = float(rules.factor)
        gain = gain * factor + float(rules.add * turn.step)
        if rules.then == BANK:
            line = (1.0, turn.safe, 0.0)
        elif rules.then >= 0:
            row = rules.then * turn.dice + turn.dice - 1
            line = (turn.tails[row, 0], turn.tails[row, 1], 0.0)
        else:
            line = upper(stop, (turn.tails[-1, 0], turn.tails[-1, 1], 0.0))
    return line[0] * factor, line[1] + line[0] * gain, line[2]


@kernel
def tail_of_roll(turn, stage, n_dice):
    """Tail of rolling `n_dice` dice in a stage."""
    slope, constant, begin = 0.0, 0.0, 0.0
    for roll in range(turn.first_roll[n_dice], turn.first_roll[n_dice + 1]):
        last = turn.first_choice[roll + 1] - 1
        first = last if turn.stages[stage].takes_all else turn.first_choice[roll]
        best = tail_after(turn, stage, turn.left[last], turn.points[last])
        for choice in range(first, last):
            line = tail_after(turn, stage, turn.left[choice], turn.points[choice])
            best = upper(line, best)
        slope += turn.probability[roll] * best[0]
        constant += turn.probability[roll] * best[1]
        begin = max(begin, best[2])
    return slope, constant, begin


@kernel
def tail_of_draw(turn):
    """Tail of drawing a card, from the tails of all stages and the last one of drawing."""
    slope, constant, begin = 0.0, 0.0, 0.0
    drawing = (turn.tails[-1, 0], turn.tails[-1, 1], 0.0)
    for k in range(turn.cards.shape[0]):
        card = turn.cards[k]
        if card.way == LINE:
            line = (card.slope, card.constant, 0.0)
        elif card.way == FLAT:
            line = upper((1.0, 0.0, 0.0), drawing)
            gain = float(card.add * turn.step)
            line = (card.chance * line[0], card.chance * (line[1] + line[0] * gain), line[2])
        else:
            row = card.stage * turn.dice + turn.dice - 1
            line = (turn.tails[row, 0], turn.tails[row, 1], 0.0)
            if card.may_redraw:
                line = upper(line, drawing)
        slope += card.probability * line[0]
        constant += card.probability * line[1]
        begin = max(begin, line[2])
    return slope, constant, begin


@kernel
def find_tails(turn):
    """Fill `turn.tails`; returns from how many points they hold, -1.0 if no tail is finite."""
    turn.tails[:] = 0.0
    for _ in range(MAX_ROUNDS):
        begin = 0.0
        for stage in range(turn.stages.shape[0]):
            for n_dice in range(1, turn.dice + 1):
                row = stage * turn.dice + n_dice - 1
                line = tail_of_roll(turn, stage, n_dice)
                turn.tails[row, 0], turn.tails[row, 1] = line[0], line[1]
                begin = max(begin, line[2])
        line = tail_of_draw(turn)
        change = abs(line[0] - turn.tails[-1, 0]) + abs(line[1] - turn.tails[-1, 1])
        turn.tails[-1, 0], turn.tails[-1, 1] = line[0], line[1]
        if change <= PRECISION * (1.0 + abs(line[0]) + abs(line[1])):
            return max(begin, line[2])
        if line[0] > MAX_SLOPE:
            break
    return -1.0
