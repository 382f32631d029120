"""What to do with a roll, or before it: every option's win probability and expected points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyses.fill_or_bust.advice import Advice, AdviceRow, Position
from simcore.errors import UsageError
from simcore.fill_or_bust.rules import DOUBLE_TROUBLE, FILL, MUST_BUST, VENGEANCE
from strategies.fill_or_bust.win_solution import WinSolution
from strategies.fill_or_bust.win_tables import AFTER_FILL, IDLE, LANES, MAX_ROWS, ROW

__all__ = ["WinAdvice", "advise"]

SAME = 1e-9
"""Win probabilities that differ by less count as equal."""

AHEAD = 500
"""Points over which the worth of more points is taken."""


@dataclass(frozen=True)
class WinAdvice:
    """Result of `advise`: the options of a position, the one that wins most first.

    `options` and `win_probabilities` belong together; of equals, the one with more expected
    points comes first. `prices`: win probability that a hundred points are worth to one who passes
    the dice, on average over the points at risk of the best option, and over the next 500.
    `is_vengeance`: whether the card is one.
    """

    points: Advice
    score: int
    other_score: int
    options: tuple[AdviceRow, ...]
    win_probabilities: tuple[float, ...]
    prices: tuple[float, float]
    is_vengeance: bool

    @property
    def is_agreed(self) -> bool:
        """Whether what wins most also expects most points."""
        best = max(option.expected_points for option in self.options)
        return self.options[0].expected_points >= best - SAME

    def to_frame(self) -> pd.DataFrame:
        """One row per option, best first."""
        frame = Advice(self.points.rules, self.points.position, self.options).to_frame()
        frame["best_diff"] = frame["expected_points"] - frame["expected_points"].max()
        frame.insert(6, "win_probability", self.win_probabilities)
        frame.insert(
            7, "win_probability_diff", frame["win_probability"] - frame["win_probability"].max()
        )
        return frame

    def summary(self) -> str:
        """The best option, and where it differs from the one with most points, the reason."""
        best, worth = self.options[0], self.win_probabilities[0]
        text = f"{best.words[:1].upper()}{best.words[1:]}: wins {worth:.2%}."
        if len(self.options) == 1:
            return f"{text} There is nothing else to do."
        if self.is_agreed:
            return f"{text} It also expects most points, {best.expected_points:,.1f}."
        k = int(np.argmax([option.expected_points for option in self.options]))
        other = self.options[k]
        return (
            f"{text} For points alone: {other.words}, {other.expected_points:,.1f} points expected "
            f"instead of {best.expected_points:,.1f}, but it wins only "
            f"{self.win_probabilities[k]:.2%}. {self._reason(best, other)}"
        )

    def _reason(self, best: AdviceRow, other: AdviceRow) -> str:
        goal = self.points.rules.goal
        if best.is_stop and self.score + best.at_risk >= goal:
            return f"Stopping reaches the goal of {goal:,}: more points are of no use."
        below, above = self.prices
        prices = (
            f"At {self.score:,} to {self.other_score:,}, a hundred of the points at risk are worth "
            f"{100 * below:.2f} points of win probability, the next hundred {100 * above:.2f}"
        )
        if self.is_vengeance and best.dice_left > 0 and not best.is_stop:
            return (
                "A fill takes points from the leader, which the expected points of this turn do "
                "not count."
            )
        if best.is_stop and not other.is_stop and above < below:
            return f"{prices}: what one has counts for more than what rolling on would add."
        if other.is_stop and not best.is_stop and above > below:
            return f"{prices}: what rolling on would add counts for more than what one has."
        return f"{prices}; expected points count both alike, and all the same beyond the goal."


def advise(solution: WinSolution, points: Advice, score: int, other_score: int) -> WinAdvice:
    """Every option with win probability and expected points, best first.

    Parameters
    ----------
    solution : WinSolution
    points : Advice
        The options of a position, from `advice` or `advice_before_roll`.
    score, other_score : int
        Own and the other's banked points.

    Raises
    ------
    UsageError
        Scores that are not on the grid; a Vengeance that a sole leader cannot play.
    """
    own, other = solution.index(score), solution.index(other_score)
    rater = Rater(solution, points.position, own, other)
    if rater.kind == VENGEANCE and own > other:
        raise UsageError(
            f"card '{points.position.card}' at {score} to {other_score}: a sole leader puts it "
            "away and draws again; allowed: an own score up to the other's"
        )
    rated = [(round(rater.rate(option), 15), option) for option in points.options]
    rated.sort(key=lambda pair: (-round(pair[0] / SAME), -pair[1].expected_points))
    options = tuple(option for _, option in rated)
    worths = tuple(worth for worth, _ in rated)
    prices = rater.prices(options[0].at_risk)
    is_vengeance = rater.kind == VENGEANCE
    return WinAdvice(points, score, other_score, options, worths, prices, is_vengeance)


class Rater:
    """Win probabilities of the options of one position, scores as places on the grid."""

    def __init__(self, solution: WinSolution, position: Position, own: int, other: int) -> None:
        self.solution, self.position = solution, position
        self.own, self.other = own, other
        self.turn = solution.turn_at(own, other)[0]
        names = [card.name for card in solution.rules.cards]
        self.kind, self.lane = IDLE, 0
        if position.card == "":
            return
        self.lane = int(self.turn["lane_of"][names.index(position.card)])
        if self.turn["kind"][self.lane] == DOUBLE_TROUBLE and position.fills > 0:
            self.lane += 1
        self.kind = int(self.turn["kind"][self.lane])

    def rate(self, option: AdviceRow) -> float:
        """Win probability of an option."""
        steps = option.at_risk // self.solution.step
        if not option.kept and option.dice_left == 0 and not option.is_stop:
            return self.draw(self.own, self.other, steps)
        if option.dice_left > 0 or not option.kept:
            return self.stop(steps) if option.is_stop else self.roll(steps, option.dice_left)
        dice_only = (self.position.at_risk + option.points) // self.solution.step
        top = int(self.turn["top"])
        if self.kind == MUST_BUST:
            return float(self.turn["rolled"][min(dice_only, top), self.lane])
        if self.kind == DOUBLE_TROUBLE:
            return float(self.turn["rolled"][min(dice_only, top), self.lane + 1])
        own, other, banks = self.own, self.other, False
        if self.kind == VENGEANCE:
            own, other = (int(score) for score in self.turn["hit"][self.lane])
            banks = bool(self.turn["vengeance_banks"])
        elif self.kind == AFTER_FILL:
            banks = bool(self.turn["double_banks"])
        if option.is_stop:
            return self.passed(own + steps, other)
        if banks:
            is_won = own + steps >= len(self.solution.values)
            return 1.0 if is_won else self.draw(own + steps, other, 0)
        return self.draw(own, other, steps)

    def prices(self, at_risk: int) -> tuple[float, float]:
        """See `WinAdvice`."""
        steps, more = at_risk // self.solution.step, -(-AHEAD // self.solution.step)
        here = self.stop(steps)
        each = 100 / self.solution.step
        below = (here - self.stop(0)) / max(steps, 1)
        return below * each, (self.stop(steps + more) - here) / more * each

    def passed(self, own: int, other: int) -> float:
        """Of passing the dice with these scores."""
        is_won = own >= len(self.solution.values)
        return 1.0 if is_won else 1.0 - float(self.solution.values[other, own])

    def stop(self, steps: int) -> float:
        """Of stopping."""
        return self.passed(self.own + steps, self.other)

    def roll(self, steps: int, n_dice: int) -> float:
        """Of rolling dice that are left under the card."""
        turn, lane = self.turn, self.lane
        lost = float(turn["stop"][0])
        if self.kind == FILL and turn["is_flat"]:
            before = self.position.before_card // self.solution.step
            won = float(turn["after"][before + int(turn["value"][lane])])
            return lost + float(turn["fill_chance"][int(won >= lost), n_dice]) * (won - lost)
        steps = min(steps, int(turn["top"]))
        banked = float(turn["stop"][steps])
        total = float(turn["nulls"][n_dice]) * (banked if self.kind == MUST_BUST else lost)
        block = lane // LANES
        values = turn["values"].ravel()
        start = (block * MAX_ROWS + steps) * ROW + lane % LANES
        for n_choices in range(1, 7):
            place, weight, n = turn["groups"][int(turn["sets_of"][block]), n_dice, n_choices]
            places = turn["places"][place : place + n * n_choices].reshape(n, n_choices)
            if n > 0:
                best = values[start + places].max(axis=1)
                total += float(turn["weights"][weight : weight + n] @ best)
        return total

    def draw(self, own: int, other: int, steps: int) -> float:
        """Of drawing a card."""
        turn = self.solution.turn_at(own, other)[0]
        if steps < int(turn["top"]):
            return float(turn["drawn"][steps])
        top = int(turn["top"])
        lost, rolled = float(turn["stop"][0]), turn["rolled"][top]
        rest = float(turn["no_dice"]) * (1.0 if turn["keeps"] else lost)
        is_vengeance = turn["kind"] == VENGEANCE
        weight = turn["weight"]
        for lane in np.flatnonzero((weight > 0) & ~is_vengeance):
            worth = rolled[lane]
            if turn["is_flat"] and turn["kind"][lane] == FILL:
                worth = lost + turn["fill_chance"][1, turn["dice"]] * (1.0 - lost)
            rest += float(weight[lane] * worth)
        away = is_vengeance & (own > other)
        while True:
            played = is_vengeance & ~away
            total = rest + float(weight[played] @ rolled[played])
            worth = total / (1.0 - float(weight[away].sum()))
            worse = played & (rolled < worth)
            if not turn["is_optional"] or not worse.any():
                return worth
            away |= worse
