"""The exact solution of a turn of Fill or Bust, whose values are found from many points to none.

Nothing but the end of the turn takes points away, so every set-aside leads to a state with more
points at risk. Where to begin is not guessed: from a number of points on that `turn_tails`
finds, every value follows a line.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simcore.errors import UsageError
from simcore.fill_or_bust.rules import Rules
from simcore.jit import inlined, kernel
from strategies.fill_or_bust.set_asides import allowed_way, fill_chances, must_bust
from strategies.fill_or_bust.turn_states import (
    BANK,
    DRAW,
    FLAT,
    LINE,
    Stages,
    Turn,
    build_turn,
)
from strategies.fill_or_bust.turn_tails import PRECISION, find_tails

__all__ = ["TurnValues", "solve_values"]

MAX_STEPS = 50_000
"""Longest table. A tail that begins later is used from here on: still a plan that can be played,
at points at risk that no turn reaches."""

MAX_GUESSES = 50


@inlined
def value_at(turn, row, i):
    """Value of a row with `i` steps at risk."""
    if i < turn.values.shape[1]:
        value = turn.values[row, i]
    else:
        value = turn.tails[row, 0] * float(i * turn.step) + turn.tails[row, 1]
    return value


@kernel
def value_of_fill(turn, stage, i):
    """Value of a fill of a stage made with `i` steps at risk, its last set-aside included."""
    rules = turn.stages[stage]
    after = i * rules.factor + rules.add
    if rules.then == BANK:
        return float(after * turn.step) + turn.safe
    if rules.then >= 0:
        return value_at(turn, rules.then * turn.dice + turn.dice - 1, after)
    return max(float(after * turn.step), value_at(turn, turn.tails.shape[0] - 1, after))


@kernel
def roll_all(turn, kept, stage, i):
    """Values of rolling 1 to all dice in a stage with `i` steps at risk.

    Fills `turn.values` and `kept`, float64[n_stages, dice + 1, n_steps + most points]: the value
    after a set-aside by the dice it leaves, at the better of stopping and rolling on.
    """
    # Local names: a field of the tuple inside the loops would cost more than the arithmetic.
    first_choice, points, left = turn.first_choice, turn.points, turn.left
    probability, values, of_stage = turn.probability, turn.values, kept[stage]
    takes_all = turn.stages[stage].takes_all
    may_stop = turn.stages[stage].may_stop
    for n_dice in range(1, turn.dice + 1):
        value = 0.0
        for roll in range(turn.first_roll[n_dice], turn.first_roll[n_dice + 1]):
            last = first_choice[roll + 1] - 1
            best = of_stage[left[last], i + points[last]]
            if not takes_all:
                for choice in range(first_choice[roll], last):
                    best = max(best, of_stage[left[choice], i + points[choice]])
            value += probability[roll] * best
        values[stage * turn.dice + n_dice - 1, i] = value
        of_stage[n_dice, i] = max(value, float(may_stop * i * turn.step))


@kernel
def value_of_draw(turn, i):
    """Value of drawing a card with `i` steps at risk.

    A redrawn Vengeance, and a flat Fill card worth nothing, lead back to this very state. The
    value then is the best of what each of the plans for these two cards gives by itself.
    """
    at_risk = float(i * turn.step)
    fixed, playing, may_redraw, may_return = 0.0, 0.0, 0.0, 0.0
    for k in range(turn.cards.shape[0]):
        card = turn.cards[k]
        if card.way == LINE:
            fixed += card.probability * (card.slope * at_risk + card.constant)
        elif card.way == FLAT and card.add == 0:
            may_return += card.probability * card.chance
        elif card.way == FLAT:
            after = i + card.add
            drawing = value_at(turn, turn.tails.shape[0] - 1, after)
            fixed += card.probability * card.chance * max(float(after * turn.step), drawing)
        elif card.may_redraw:
            may_redraw += card.probability
            playing += card.probability * value_at(turn, card.stage * turn.dice + turn.dice - 1, i)
        else:
            fixed += card.probability * value_at(turn, card.stage * turn.dice + turn.dice - 1, i)
    stopping = may_return * at_risk
    value = max(fixed + playing + stopping, fixed / (1.0 - may_redraw - may_return))
    value = max(value, (fixed + stopping) / (1.0 - may_redraw))
    return max(value, (fixed + playing) / (1.0 - may_return))


@kernel
def fill_values(turn, kept):
    """Fill `turn.values` from most points at risk to none; `kept` is room to work in.

    The last steps of `kept`, which no value needs beyond, come from the tails.
    """
    draw_row = turn.tails.shape[0] - 1
    n_steps = turn.values.shape[1]
    for i in range(kept.shape[2] - 1, -1, -1):
        for stage in range(turn.stages.shape[0]):
            if i < n_steps:
                roll_all(turn, kept, stage, i)
            else:
                stop = float(turn.stages[stage].may_stop * i * turn.step)
                for n_dice in range(1, turn.dice + 1):
                    row = stage * turn.dice + n_dice - 1
                    kept[stage, n_dice, i] = max(stop, value_at(turn, row, i))
        if i < n_steps:
            turn.values[draw_row, i] = value_of_draw(turn, i)
        for stage in range(turn.stages.shape[0]):
            kept[stage, 0, i] = value_of_fill(turn, stage, i)


WayOn = int | tuple[float, float]


@dataclass(frozen=True)
class TurnValues:
    """Every state of a turn under given rules, solved.

    Attributes
    ----------
    rules : Rules
    turn : Turn
        With `tails` and `values` filled.
    stages : Stages
        The stages of each card.
    tail_from : float
        Points at risk from which every value follows its tail.
    residual : float
        By how much the equation for points banked at once is missed, in points.
    """

    rules: Rules
    turn: Turn
    stages: Stages
    tail_from: float
    residual: float

    def in_row(self, row: int, at_risk: int) -> float:
        """Value of a row of the tables with `at_risk` points at risk."""
        i = at_risk // self.turn.step
        if i < self.turn.values.shape[1]:
            return float(self.turn.values[row, i])
        slope, constant = self.turn.tails[row]
        return float(slope * at_risk + constant)

    def drawing(self, at_risk: int) -> float:
        """Expected points of drawing a card."""
        return self.in_row(self.turn.draw_row, at_risk)

    def way_on(self, card: int, fills: int, left: int) -> WayOn:
        """What rolling on under a card is worth, with `left` dice or, at 0, after a fill.

        Parameters
        ----------
        card : int
            Place in the rules' deck.
        fills : int
            Fills made under this card, before one that this set-aside makes.
        left : int
            Dice that the set-aside leaves.

        Returns
        -------
        int or (float, float)
            A row, for `in_row`; or slope and constant of a line in the points at risk. Under a
            flat Fill card, whose fill is worth the same whatever is at risk, the chance of it.
        """
        turn, rules = self.turn, self.rules
        stages, kind = self.stages.of_card[card], rules.cards[card].kind
        if stages and left > 0:
            return turn.row(stages[min(fills, len(stages) - 1)], left)
        if stages:
            then = int(turn.stages[stages[min(fills, len(stages) - 1)]]["then"])
            if then == BANK:
                return 1.0, turn.safe
            return turn.draw_row if then == DRAW else turn.row(then, turn.dice)
        if kind == "must_bust":
            return 1.0, float(must_bust(rules, allowed_way(rules.must_bust_set_aside)).mean[left])
        if kind == "fill" and left == 0:
            return turn.draw_row
        chances = fill_chances(rules, allowed_way(rules.set_aside))
        return 0.0, float(chances[left]) if kind == "fill" else 0.0

    def rolling_on(self, card: int, fills: int, left: int, at_risk: int) -> float:
        """Expected points of rolling on, where no flat Fill card is played; see `way_on`."""
        way = self.way_on(card, fills, left)
        return self.in_row(way, at_risk) if isinstance(way, int) else way[0] * at_risk + way[1]


def solve_values(rules: Rules) -> TurnValues:
    """Solve the turn under `rules`.

    Raises
    ------
    UsageError
        Where what is at risk multiplies on average, so that a turn has no finite value.

    Notes
    -----
    A fill that banks is followed by a draw with nothing at risk, whose value is what is being
    solved for: g(x) = x with g increasing, convex, made of lines, and flatter than 1. The
    secant method finds it in a few steps.
    """
    turn, stages = build_turn(rules)
    is_banking = bool((turn.stages["then"] == BANK).any())
    guesses: list[tuple[float, float]] = []
    safe = 0.0
    while True:
        turn, tail_from = _solve_with(rules, turn, safe)
        value = float(turn.values[turn.draw_row, 0])
        residual = abs(value - safe) if is_banking else 0.0
        if residual <= 10 * PRECISION * (1.0 + value) or len(guesses) == MAX_GUESSES:
            return TurnValues(rules, turn, stages, tail_from, residual)
        guesses.append((safe, value))
        safe = _next_guess(guesses)


def _next_guess(guesses: list[tuple[float, float]]) -> float:
    """Where the line through the last two points (x, g(x)) meets g(x) = x."""
    x1, g1 = guesses[-1]
    x0, g0 = guesses[-2] if len(guesses) > 1 else guesses[-1]
    slope = (g1 - g0) / (x1 - x0) if x1 != x0 else 0.0
    return (g1 - slope * x1) / (1.0 - slope)


def _solve_with(rules: Rules, turn: Turn, safe: float) -> tuple[Turn, float]:
    """The turn solved for a value `safe` of drawing with nothing at risk, and its `tail_from`."""
    turn = turn._replace(safe=safe)
    tail_from = float(find_tails(turn))
    if tail_from < 0:
        raise UsageError(
            f"{rules.name}: the expected points of a turn have no bound; allowed: a smaller "
            "double_trouble_multiplier, or cards that end a turn"
        )
    n_steps = min(int(tail_from / turn.step) + 2, MAX_STEPS)
    turn = turn._replace(values=np.zeros((len(turn.tails), n_steps)))
    kept = np.zeros((len(turn.stages), turn.dice + 1, n_steps + int(turn.points.max())))
    fill_values(turn, kept)
    return turn, tail_from
