"""What a player who sets all scoring dice aside may expect, by dice in hand, under any rules.

The tuned strategies read these numbers from their table, so that they stay sensible when a
designer changes a score or the number of dice.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from simcore.fill_or_bust.rules import Rules
from simcore.fill_or_bust.scoring import build_scoring, choice_distribution

__all__ = ["FILL", "GAIN", "NO_STOP", "RUN", "SCORES", "take_all_table"]

ROW = 8
SCORES, GAIN, FILL, RUN = (i * ROW for i in range(4))
"""Where each row of the table begins; entry `row + n` is for n dice in hand.

Entry `SCORES` itself is the number of dice of the game.

SCORES : probability that one roll scores.
GAIN : expected points of one roll, a null counting 0.
FILL : probability of a fill before a null, rolling on with the dice left.
RUN : expected points until the first null, new dice after each fill.
"""

NO_STOP = 4 * ROW
"""Entry: probability that a card of the full deck is not No Dice."""


def take_all_table(rules: Rules, params: tuple[float, ...] = ()) -> np.ndarray:
    """The four rows and `NO_STOP` for `rules`, float64[33]; `params` are not used."""
    del params
    scoring = build_scoring(rules)
    table = np.zeros(4 * ROW + 1)
    table[SCORES] = rules.dice
    rolls = {n: _rolls(scoring, n) for n in range(1, rules.dice + 1)}
    fill: dict[int, Fraction] = {0: Fraction(1)}
    for n, outcomes in rolls.items():
        fill[n] = sum((p * fill[n - used] for p, used, _ in outcomes), Fraction(0))
        table[SCORES + n] = sum(p for p, _, _ in outcomes)
        table[GAIN + n] = sum(p * points for p, _, points in outcomes)
        table[FILL + n] = fill[n]
    n_stops = sum(card.count for card in rules.cards if card.kind == "no_dice")
    table[NO_STOP] = 1 - n_stops / rules.deck_size
    table[RUN + 1 : RUN + rules.dice + 1] = _points_until_null(rolls, rules.dice)
    return table


def _rolls(scoring: Any, n_dice: int) -> list[tuple[Fraction, int, int]]:
    """Probability, dice used and points of every kind of scoring roll, all dice taken."""
    rolls = []
    for choice_set, probability in choice_distribution(scoring, n_dice).items():
        n_choices = int(scoring["n_choices"][choice_set])
        if n_choices:
            points, _, used, _ = scoring["choices"][choice_set, n_choices - 1].tolist()
            rolls.append((probability, -used, points))
    return rolls


def _points_until_null(rolls: dict[int, list[tuple[Fraction, int, int]]], dice: int) -> np.ndarray:
    """Solve r[n] = sum over scoring rolls of p (points + r[dice left]); a fill leaves all dice."""
    matrix = np.eye(dice)
    gain = np.zeros(dice)
    for n, outcomes in rolls.items():
        for probability, used, points in outcomes:
            left = n - used or dice
            matrix[n - 1, left - 1] -= float(probability)
            gain[n - 1] += float(probability) * points
    return np.linalg.solve(matrix, gain)
