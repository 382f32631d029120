"""Exact chances of setting dice aside when nobody ever stops: fills, and points of Must Bust.

Everything is a fraction found by enumeration of all outcomes of one to six dice; nothing is
rounded. Only the dice and scores of the rules count here: each way of setting aside is worked
out whether or not the switches `set_aside` and `must_bust_set_aside` leave that freedom.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from simcore.fill_or_bust.rules import Rules
from simcore.fill_or_bust.scoring import build_scoring, choice_distribution

__all__ = [
    "WAYS",
    "Choice",
    "MustBust",
    "Roll",
    "allowed_way",
    "fill_chances",
    "must_bust",
    "rolls",
]

WAYS = ("take_all", "fewest", "best")
"""All scoring dice; as few as possible; whatever serves the aim best."""


class Choice(NamedTuple):
    """A set-aside: its points and the number of dice it uses."""

    points: int
    used: int


class Roll(NamedTuple):
    """All outcomes that offer the same choices, fewest dice first; none for a null."""

    probability: Fraction
    choices: tuple[Choice, ...]


class MustBust(NamedTuple):
    """Points still to come under Must Bust by dice about to be rolled; all of them at index 0."""

    mean: tuple[Fraction, ...]
    variance: tuple[Fraction, ...]


Pick = Callable[[int, tuple[Choice, ...]], int]
"""Dice rolled and their choices -> index of the choice taken."""

Gain = Callable[[Choice, int], Fraction]
"""A choice and the dice it leaves -> what it adds to the quantity that is summed up."""


def allowed_way(set_aside: str) -> str:
    """The best way of setting aside that a switch `set_aside` allows."""
    return "take_all" if set_aside == "all" else "best"


@lru_cache(maxsize=256)
def rolls(rules: Rules, n_dice: int) -> tuple[Roll, ...]:
    """Every different roll of `n_dice` dice with its exact probability, the null included."""
    scoring = build_scoring(rules)
    found = []
    for choice_set, probability in choice_distribution(scoring, n_dice).items():
        words = scoring["choices"][choice_set, : scoring["n_choices"][choice_set]].tolist()
        choices = tuple(Choice(points, -left) for points, _, left, _ in words)
        found.append(Roll(probability, choices))
    return tuple(found)


@lru_cache(maxsize=64)
def fill_chances(rules: Rules, way: str) -> tuple[Fraction, ...]:
    """Chance of a fill from n dice, n = 0 .. dice, when never stopping; 1 for no dice left.

    Parameters
    ----------
    rules : Rules
        The dice and what they score.
    way : {'take_all', 'fewest', 'best'}
        'best' makes a fill most likely.
    """
    chances = [Fraction(1)]
    for n_dice in range(1, rules.dice + 1):
        total = Fraction(0)
        for roll in rolls(rules, n_dice):
            after = [chances[n_dice - choice.used] for choice in roll.choices]
            if after:
                picked = {"take_all": after[-1], "fewest": after[0], "best": max(after)}[way]
                total += roll.probability * picked
        chances.append(total)
    return tuple(chances)


@lru_cache(maxsize=64)
def must_bust(rules: Rules, way: str) -> MustBust:
    """Points scored under a Must Bust card before the bust, mean and variance by dice.

    Parameters
    ----------
    rules : Rules
        The dice and what they score.
    way : {'take_all', 'fewest', 'best'}
        'best' has the greatest mean.

    Notes
    -----
    With x points to come from all dice, the mean from n dice is a + b x: a recursion over dice.
    The loop over fills closes it, x = a / (1 - b). 'best' is policy iteration in fractions: it
    ends when no other set-aside is better, which proves the policy optimal.
    """
    if way != "best":
        return _moments(rules, lambda n_dice, choices: 0 if way == "fewest" else -1)
    moments = must_bust(rules, "take_all")
    while True:
        better = _moments(rules, _greedy(moments.mean))
        if better.mean == moments.mean:
            return better
        moments = better


def _greedy(mean: tuple[Fraction, ...]) -> Pick:
    """The set-aside worth most if `mean` points are still to come, by dice left."""

    def pick(n_dice: int, choices: tuple[Choice, ...]) -> int:
        worth = [choice.points + mean[n_dice - choice.used] for choice in choices]
        return worth.index(max(worth))

    return pick


def _moments(rules: Rules, pick: Pick) -> MustBust:
    """Mean and variance of the points still to come when `pick` sets aside."""
    mean = _sum_up(rules, pick, lambda choice, left: Fraction(choice.points))
    square = _sum_up(
        rules, pick, lambda choice, left: choice.points * (choice.points + 2 * mean[left])
    )
    return MustBust(mean, tuple(e - m * m for e, m in zip(square, mean, strict=True)))


def _sum_up(rules: Rules, pick: Pick, gain: Gain) -> tuple[Fraction, ...]:
    """Expected sum of `gain` until the bust by dice about to be rolled; all dice at index 0."""
    # Constant and slope in the sum from all dice, which is not known before the loop is closed.
    constant, slope = [Fraction(0)], [Fraction(1)]
    for n_dice in range(1, rules.dice + 1):
        constant.append(Fraction(0))
        slope.append(Fraction(0))
        for roll in rolls(rules, n_dice):
            if roll.choices:
                choice = roll.choices[pick(n_dice, roll.choices)]
                left = n_dice - choice.used
                constant[-1] += roll.probability * (gain(choice, left) + constant[left])
                slope[-1] += roll.probability * slope[left]
    whole = constant[-1] / (1 - slope[-1])
    return tuple(a + b * whole for a, b in zip(constant, slope, strict=True))
