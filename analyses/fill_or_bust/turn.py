"""The exact turn: chances of a fill, Must Bust, the value of cards, when to stop."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd

from simcore.fill_or_bust.rules import Card, Rules
from strategies.fill_or_bust.set_asides import WAYS, fill_chances, must_bust
from strategies.fill_or_bust.turn_solution import TurnValues, solve_values
from strategies.fill_or_bust.turn_states import BANK

__all__ = ["MUST_BUST_WAYS", "Points", "TurnSolution", "solve_turn"]

MUST_BUST_WAYS = {"take_all": "take_all", "free": "best"}
"""What the two readings of Must Bust are called, and the way of setting aside each allows."""

CLOSE = 1e-9
"""Values that differ by less, in relation, are equal: stopping is best where it ties."""


@dataclass(frozen=True)
class Points:
    """Exact mean and variance of a number of points."""

    mean: Fraction
    variance: Fraction

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)


@dataclass(frozen=True)
class TurnSolution:
    """Result of `solve_turn`: what a turn of Fill or Bust is worth under given rules.

    Attributes
    ----------
    rules : Rules
    values : TurnValues
        Every state of the turn, for `advice`.
    fill_probability : dict of str to Fraction
        Chance of a fill from all dice when never stopping: taking all scoring dice, the fewest,
        and the best. Each is worked out even where the rules demand that all be taken.
    must_bust : dict of str to Points
        Points under a Must Bust card: taking all, and with the set-asides of the greatest mean.
    turn_value : float
        Expected points of a turn before its first card.
    card_value : dict of str to float
        The same right after drawing each card with nothing at risk.
    stop_threshold : dict of str to dict of int to (int or None)
        By card and dice left, the fewest points at risk, this set-aside included, from which
        stopping is best; 0 dice left is a fill, where one would draw on. None where the card
        bars stopping or rolling on is always better.
    """

    rules: Rules
    values: TurnValues
    fill_probability: Mapping[str, Fraction]
    must_bust: Mapping[str, Points]
    turn_value: float
    card_value: Mapping[str, float]
    stop_threshold: Mapping[str, Mapping[int, int | None]]

    def to_dict(self) -> dict[str, Any]:
        """All figures as plain values; where exact fractions exist, also as text."""
        return {
            "fill_probability": {way: float(p) for way, p in self.fill_probability.items()},
            "fill_probability_exact": {way: str(p) for way, p in self.fill_probability.items()},
            "must_bust": {
                way: {
                    "mean": float(points.mean),
                    "sd": points.sd,
                    "mean_exact": str(points.mean),
                    "variance_exact": str(points.variance),
                }
                for way, points in self.must_bust.items()
            },
            "turn_value": self.turn_value,
            "card_value": dict(self.card_value),
            "stop_threshold": {
                card: {str(left): stop for left, stop in by_dice.items()}
                for card, by_dice in self.stop_threshold.items()
            },
        }

    def to_frame(self) -> pd.DataFrame:
        """One row per card: how often it is drawn and the turn's expected points then."""
        return pd.DataFrame(
            [
                {
                    "card": card.name,
                    "card_kind": card.kind,
                    "n_cards": card.count,
                    "draw_rate": card.count / self.rules.deck_size,
                    "card_value": self.card_value[card.name],
                    "turn_value_diff": self.card_value[card.name] - self.turn_value,
                }
                for card in self.rules.cards
            ]
        )

    def thresholds(self) -> pd.DataFrame:
        """One row per card and number of dice left: from how many points stopping is best."""
        rows = [
            {"card": card, "dice_left": left, "stop_from": stop}
            for card, by_dice in self.stop_threshold.items()
            for left, stop in by_dice.items()
        ]
        return pd.DataFrame(rows).astype({"stop_from": "Int64"})

    def summary(self) -> str:
        """What a turn is worth, which card is best, and how likely a fill is."""
        best = max(self.card_value, key=lambda card: self.card_value[card])
        worst = min(self.card_value, key=lambda card: self.card_value[card])
        fill = self.fill_probability
        free = self.must_bust["free"]
        return (
            f"Under {self.rules.name}, a turn played for points is worth {self.turn_value:.1f} "
            f"points: {self.card_value[best]:.0f} once {best} is drawn, "
            f"{self.card_value[worst]:.0f} after {worst}. A fill from {self.rules.dice} dice "
            f"succeeds in {float(fill['best']):.1%} at best, {float(fill['take_all']):.1%} taking "
            f"all scoring dice. Must Bust scores {float(free.mean):.0f} points on average "
            f"(standard deviation {free.sd:.0f}). Exact for draws from the full deck."
        )


def solve_turn(rules: Rules) -> TurnSolution:
    """The turn of Fill or Bust solved for its expected points.

    Parameters
    ----------
    rules : Rules
        Any rules; goal and end of the game play no part.

    Notes
    -----
    Every draw is taken as from the full deck, which is exact where `deck` is 'independent' and
    the average over decks under one shuffled deck. Whoever draws a Vengeance is taken as not sole
    leader, so that the card may be played; the leader's loss is nobody's points.

    A single threshold exists wherever stopping is ever best: rolling on is worth a convex
    function of the points at risk, stopping these points, so the former, once below, stays there
    unless it ends up steeper, and then the threshold is None.
    """
    values = solve_values(rules)
    chances = {way: fill_chances(rules, way)[rules.dice] for way in WAYS}
    points = {name: must_bust(rules, way) for name, way in MUST_BUST_WAYS.items()}
    cards = range(len(rules.cards))
    return TurnSolution(
        rules,
        values,
        chances,
        {name: Points(moments.mean[0], moments.variance[0]) for name, moments in points.items()},
        values.drawing(0),
        {rules.cards[i].name: card_value(values, i) for i in cards},
        {rules.cards[i].name: _thresholds(values, i) for i in cards},
    )


def card_value(values: TurnValues, card: int, at_risk: int = 0) -> float:
    """Expected points right after drawing a card; a Vengeance may be redrawn where optional."""
    rules = values.rules
    if is_flat(rules, rules.cards[card]):
        chance = values.rolling_on(card, 0, rules.dice, at_risk)
        after = at_risk + rules.cards[card].value
        return chance * max(after, values.drawing(after))
    if rules.cards[card].kind == "no_dice":
        return float(at_risk) if rules.no_dice_after_fill == "keep" else 0.0
    playing = values.rolling_on(card, 0, rules.dice, at_risk)
    if rules.cards[card].kind == "vengeance" and rules.vengeance_optional:
        return max(playing, values.drawing(at_risk))
    return playing


def is_flat(rules: Rules, card: Card) -> bool:
    """Whether a card's fill is worth its printed number instead of the dice points."""
    return card.kind == "fill" and rules.fill_1000 == "flat"


def _thresholds(values: TurnValues, card: int) -> dict[int, int | None]:
    """`stop_threshold` of one card."""
    turn, kind = values.turn, values.rules.cards[card].kind
    thresholds: dict[int, int | None] = dict.fromkeys(range(values.rules.dice), None)
    if kind in ("no_dice", "must_bust"):
        return thresholds
    thresholds[0] = _stop_from(values, turn.draw_row)
    stages = values.stages.of_card[card]
    if not stages:
        return thresholds
    last = turn.stages[stages[-1]]
    if last["then"] == BANK:
        thresholds[0] = None
    if last["may_stop"]:
        for left in range(1, values.rules.dice):
            thresholds[left] = _stop_from(values, turn.row(stages[-1], left))
    return thresholds


def _stop_from(values: TurnValues, row: int) -> int | None:
    """Fewest points at risk from which on a row is never worth more than these points."""
    turn = values.turn
    slope, constant = turn.tails[row]
    if slope > 1.0 + CLOSE or (slope > 1.0 - CLOSE and constant > CLOSE):
        return None
    stop = turn.step * np.arange(turn.values.shape[1])
    is_worth_more = np.flatnonzero(turn.values[row] > stop + CLOSE * (1.0 + stop))
    steps = int(is_worth_more[-1]) + 1 if len(is_worth_more) else 0
    if steps == len(stop) and slope < 1.0:
        # Longer than the table: from there on the row is its tail.
        steps = max(steps, math.ceil(constant / (1.0 - slope) / turn.step))
    return steps * turn.step
