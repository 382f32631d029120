"""The states of a turn of Fill or Bust, as the tables its exact solution works on.

A turn is worth its expected points: the aim of this model, which knows neither the goal nor the
scores. Assumptions, all exact where `deck` is 'independent' and the drawer is not sole leader:

* every draw is from the full deck (under one shuffled deck: the average over decks);
* whoever draws a Vengeance is not sole leader, so that it may be played; what the leader loses
  is nobody's points;
* the end of the game never cuts the turn short.

A stage is what a card asks for until its next fill. A state is a stage, the dice about to be
rolled, and the points at risk. Points count in steps of their greatest common divisor.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from simcore.fill_or_bust.rules import Card, Rules
from strategies.fill_or_bust.set_asides import allowed_way, fill_chances, must_bust, rolls

__all__ = ["BANK", "DRAW", "FLAT", "LINE", "STAGED", "Stages", "Turn", "build_turn"]

DRAW, BANK = -1, -2
"""What follows the fill of a stage: stop or draw a card; or bank everything, then draw. Any
other number is the stage under the same card that goes on with all dice."""

STAGED, LINE, FLAT = range(3)
"""How a card is worth something: by its stages; a line in the points at risk (No Dice, Must
Bust); or a chance of a fill that does not depend on the points (a Fill card of `flat`)."""

STAGE = np.dtype(
    [
        ("may_stop", np.int64),
        ("takes_all", np.int64),
        ("factor", np.int64),
        ("add", np.int64),
        ("then", np.int64),
    ],
    align=True,
)
"""One stage: whether one may stop before its fill, whether all scoring dice must be set aside,
and what the fill does: points at risk times `factor` plus `add` steps, then `then`."""

CARD = np.dtype(
    [
        ("probability", np.float64),
        ("way", np.int64),
        ("stage", np.int64),
        ("may_redraw", np.int64),
        ("slope", np.float64),
        ("constant", np.float64),
        ("chance", np.float64),
        ("add", np.int64),
    ],
    align=True,
)
"""One card of the deck; `slope`, `constant` of a LINE; `chance`, `add` (steps) of a FLAT."""


class Turn(NamedTuple):
    """A turn under given rules; what the compiled solver reads, and the two arrays it fills.

    Row `stage * dice + n - 1` of `values` and `tails` is rolling n dice in that stage, the last
    row is drawing a card.

    Attributes
    ----------
    step, dice : int
        Points of one step; dice of a fresh roll.
    safe : float
        Expected points of drawing with nothing at risk, which follow a fill that banks.
    first_roll : int64[dice + 2]
        Where the scoring rolls of n dice begin.
    probability, first_choice : float64[n_rolls], int64[n_rolls + 1]
        Of each roll; where its choices begin.
    points, left : int64[n_choices]
        Of each choice: its points in steps, the dice it leaves.
    stages, cards : STAGE[n_stages], CARD[n_cards]
        A stage comes behind the stage it leads to.
    tails : float64[n_rows, 2]
        Slope and constant of the line that the value follows when much is at risk.
    values : float64[n_rows, n_steps]
        Expected points of the rest of the turn, at risk included, by steps at risk.
    """

    step: int
    dice: int
    safe: float
    first_roll: np.ndarray
    probability: np.ndarray
    first_choice: np.ndarray
    points: np.ndarray
    left: np.ndarray
    stages: np.ndarray
    cards: np.ndarray
    tails: np.ndarray
    values: np.ndarray

    def row(self, stage: int, n_dice: int) -> int:
        """Row of rolling `n_dice` dice in a stage."""
        return stage * self.dice + n_dice - 1

    @property
    def draw_row(self) -> int:
        """Row of drawing a card."""
        return len(self.tails) - 1


RollTables = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


class Stages:
    """The different stages of a deck in the order they must be solved, and who leads where."""

    def __init__(self, rules: Rules, step: int) -> None:
        self._rules = rules
        self._step = step
        self._found: dict[tuple[int, ...], int] = {}
        self.of_card = [self._stages_of(card) for card in rules.cards]

    def array(self) -> np.ndarray:
        """STAGE[n_stages]."""
        return np.array(list(self._found), STAGE)

    def _stages_of(self, card: Card) -> tuple[int, ...]:
        """The stages of a card by fills made under it; none where the card has no use for them."""
        rules = self._rules
        if card.kind == "bonus":
            return (self._stage(may_stop=True, add=card.value),)
        if card.kind == "vengeance":
            is_banked = rules.vengeance_after == "bank"
            may_stop = not rules.vengeance_must_fill
            return (self._stage(may_stop=may_stop, then=BANK if is_banked else DRAW),)
        if card.kind == "fill" and rules.fill_1000 == "add":
            return (self._stage(add=card.value),)
        if card.kind == "double_trouble":
            is_banked = rules.double_trouble_after == "bank"
            factor = rules.double_trouble_multiplier
            second = self._stage(factor=factor, then=BANK if is_banked else DRAW)
            return (self._stage(then=second), second)
        return ()

    def _stage(
        self, *, may_stop: bool = False, factor: int = 1, add: int = 0, then: int = DRAW
    ) -> int:
        takes_all = self._rules.set_aside == "all"
        words = (int(may_stop), int(takes_all), factor, add // self._step, then)
        return self._found.setdefault(words, len(self._found))


def step_of(rules: Rules) -> int:
    """Greatest common divisor of all points a turn can gain."""
    values = [card.value for card in rules.cards if card.kind in ("bonus", "fill")]
    return math.gcd(*rules.singles, *rules.triples, rules.straight, *values)


def build_turn(rules: Rules) -> tuple[Turn, Stages]:
    """The tables of a turn with nothing solved yet, and the stages of each card."""
    step = step_of(rules)
    stages = Stages(rules, step)
    array = stages.array()
    n_rows = len(array) * rules.dice + 1
    turn = Turn(
        step,
        rules.dice,
        0.0,
        *_roll_tables(rules, step),
        array,
        np.array([_card_words(rules, stages, i) for i in range(len(rules.cards))], CARD),
        np.zeros((n_rows, 2)),
        np.zeros((n_rows, 1)),
    )
    return turn, stages


def _roll_tables(rules: Rules, step: int) -> RollTables:
    """`first_roll`, `probability`, `first_choice`, `points` and `left` of a `Turn`."""
    first_roll, probability, first_choice = [0, 0], [], [0]
    choices: list[tuple[int, int]] = []
    for n_dice in range(1, rules.dice + 1):
        for roll in rolls(rules, n_dice):
            if roll.choices:
                probability.append(float(roll.probability))
                choices += [(choice.points, n_dice - choice.used) for choice in roll.choices]
                first_choice.append(len(choices))
        first_roll.append(len(probability))
    table = np.array(choices, np.int64)
    return (
        np.array(first_roll, np.int64),
        np.array(probability),
        np.array(first_choice, np.int64),
        np.ascontiguousarray(table[:, 0]) // step,
        np.ascontiguousarray(table[:, 1]),
    )


def _card_words(rules: Rules, stages: Stages, i: int) -> tuple[float, ...]:
    """The words of CARD for card `i` of the deck."""
    card = rules.cards[i]
    probability = card.count / rules.deck_size
    if stages.of_card[i]:
        may_redraw = card.kind == "vengeance" and rules.vengeance_optional
        return probability, STAGED, stages.of_card[i][0], may_redraw, 0.0, 0.0, 0.0, 0
    if card.kind == "fill":
        chance = float(fill_chances(rules, allowed_way(rules.set_aside))[-1])
        return probability, FLAT, 0, 0, 0.0, 0.0, chance, card.value // step_of(rules)
    if card.kind == "must_bust":
        mean = must_bust(rules, allowed_way(rules.must_bust_set_aside)).mean[-1]
        return probability, LINE, 0, 0, 1.0, float(mean), 0.0, 0
    return probability, LINE, 0, 0, float(rules.no_dice_after_fill == "keep"), 0.0, 0.0, 0
