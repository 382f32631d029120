"""Plain solver of a turn of Fill or Bust: recursion over every roll, in dictionaries.

Knows nothing of the compiled solver, its tables or its tails; scores come from the brute-force
scorer. `rules` is the mapping of a replay's game event. Whoever draws a Vengeance may play it,
every draw is from the full deck, and a turn is worth its expected points.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from tests.brute_force.fill_or_bust import FACES, Scoring, best_choices, scoring_of

UNLIMITED = 10**9


def rolls(n_dice: int, rules: Mapping[str, Any]) -> list[tuple[Fraction, dict[int, int]]]:
    """(chance, {dice used: best points}) of every different roll; {} is the null."""
    return _rolls(n_dice, scoring_of(rules))


@cache
def _rolls(n_dice: int, scoring: Scoring) -> list[tuple[Fraction, dict[int, int]]]:
    rules = {
        "dice": scoring.dice,
        "singles": dict(zip(FACES, scoring.singles, strict=True)),
        "triples": dict(zip(FACES, scoring.triples, strict=True)),
        "straight": scoring.straight,
    }
    counts: Counter[tuple[tuple[int, int], ...]] = Counter()
    for dice in product(FACES, repeat=n_dice):
        counts[tuple(best_choices(dice, rules).items())] += 1
    return [(Fraction(n, 6**n_dice), dict(choices)) for choices, n in counts.items()]


def fill_chance(n_dice: int, rules: Mapping[str, Any], way: str) -> Fraction:
    """Exact chance of a fill from `n_dice` when never stopping."""
    if n_dice == 0:
        return Fraction(1)
    after = {left: fill_chance(left, rules, way) for left in range(n_dice)}
    pick = {
        "take_all": lambda choices: after[n_dice - max(choices)],
        "fewest": lambda choices: after[n_dice - min(choices)],
        "best": lambda choices: max(after[n_dice - used] for used in choices),
    }[way]
    return sum(
        (chance * pick(choices) for chance, choices in rolls(n_dice, rules) if choices),
        Fraction(0),
    )


def must_bust_mean_taking_all(rules: Mapping[str, Any]) -> Fraction:
    """Exact expected points of a Must Bust card, as a linear system solved by elimination."""
    n = rules["dice"]
    system = []
    for n_dice in range(1, n + 1):
        row = [Fraction(int(i == n_dice - 1)) for i in range(n)] + [Fraction(0)]
        for chance, choices in rolls(n_dice, rules):
            if choices:
                used = max(choices)
                left = n_dice - used or n
                row[left - 1] -= chance
                row[n] += chance * choices[used]
        system.append(row)
    return _eliminate(system)[-1]


def _eliminate(system: list[list[Fraction]]) -> list[Fraction]:
    """Gauss-Jordan; every row holds its coefficients and its right-hand side."""
    for i, pivot_row in enumerate(system):
        pivot_row[:] = [x / pivot_row[i] for x in pivot_row]
        for j, row in enumerate(system):
            if j != i:
                row[:] = [x - row[i] * y for x, y in zip(row, pivot_row, strict=True)]
    return [row[-1] for row in system]


def must_bust_moments(rules: Mapping[str, Any], way: str) -> tuple[float, float]:
    """Mean and standard deviation of the points of a Must Bust card, by value iteration."""
    n = rules["dice"]
    mean, square = dict.fromkeys(range(1, n + 1), 0.0), dict.fromkeys(range(1, n + 1), 0.0)
    tables = {d: [(float(p), c) for p, c in rolls(d, rules) if c] for d in range(1, n + 1)}
    for _ in range(400):
        for n_dice, table in tables.items():
            total, total_square = 0.0, 0.0
            for chance, choices in table:
                worth = {used: p + mean[n_dice - used or n] for used, p in choices.items()}
                used = max(choices) if way == "take_all" else max(worth, key=worth.__getitem__)
                left, points = n_dice - used or n, choices[used]
                total += chance * worth[used]
                total_square += chance * (points**2 + 2 * points * mean[left] + square[left])
            mean[n_dice], square[n_dice] = total, total_square
    return mean[n], (square[n] - mean[n] ** 2) ** 0.5


class PlainTurn:
    """Expected points of a turn under best play.

    Parameters
    ----------
    rules : mapping
        As a replay writes them.
    ceiling : int
        No card is drawn with this much at risk or more. Changes nothing if stopping is best
        there anyway.
    """

    def __init__(self, rules: Mapping[str, Any], ceiling: int = UNLIMITED) -> None:
        self.rules = rules
        self.ceiling = ceiling
        self.deck = {card["name"]: card for card in rules["cards"]}
        self.n_cards = sum(card["count"] for card in rules["cards"])
        way = "take_all" if rules["must_bust_set_aside"] == "all" else "free"
        self.must_bust = must_bust_moments(rules, way)[0]
        self.tables = {
            d: [(float(p), c) for p, c in rolls(d, rules) if c] for d in range(1, rules["dice"] + 1)
        }
        self.draw = cache(self._draw)
        self.roll = cache(self._roll)

    def _draw(self, at_risk: int, draws: int) -> float:
        """Value of drawing a card when at most `draws` more may be drawn in this turn."""
        if draws == 0 or at_risk >= self.ceiling:
            return float(at_risk)
        worth = 0.0
        for card in self.deck.values():
            if card["count"]:
                worth += card["count"] / self.n_cards * self.card(card["name"], at_risk, draws - 1)
        return worth

    def card(self, name: str, at_risk: int, draws: int) -> float:
        """Value right after drawing a card; `draws` more may follow."""
        kind = self.deck[name]["kind"]
        if kind == "no_dice":
            return float(at_risk) if self.rules["no_dice_after_fill"] == "keep" else 0.0
        if kind == "must_bust":
            return at_risk + self.must_bust
        playing = self.roll(name, 0, self.rules["dice"], at_risk, at_risk, draws)
        if kind == "vengeance" and self.rules["vengeance_optional"]:
            return max(playing, self.draw(at_risk, draws))
        return playing

    def _roll(
        self, name: str, fills: int, n_dice: int, at_risk: int, before: int, draws: int
    ) -> float:
        """Value of rolling `n_dice`, with `before` points at risk when the card was drawn."""
        kind = self.deck[name]["kind"]
        may_stop = kind == "bonus" or (
            kind == "vengeance" and not self.rules["vengeance_must_fill"]
        )
        value = 0.0
        for chance, choices in self.tables[n_dice]:
            if self.rules["set_aside"] == "all":
                choices = {max(choices): choices[max(choices)]}
            options = []
            for used, points in choices.items():
                after, left = at_risk + points, n_dice - used
                if left == 0:
                    options.append(self.fill(name, fills, after, before, draws))
                else:
                    options.append(self.roll(name, fills, left, after, before, draws))
                    if may_stop:
                        options.append(float(after))
            value += chance * max(options)
        return value

    def fill(self, name: str, fills: int, at_risk: int, before: int, draws: int) -> float:
        """Value of a fill with these points at risk, its last set-aside included."""
        card, rules = self.deck[name], self.rules
        kind, dice = card["kind"], rules["dice"]
        is_banked = False
        if kind == "bonus":
            at_risk += card["value"]
        elif kind == "fill":
            at_risk = card["value"] + (before if rules["fill_1000"] == "flat" else at_risk)
        elif kind == "double_trouble":
            if fills == 0:
                return self.roll(name, 1, dice, at_risk, before, draws)
            at_risk *= rules["double_trouble_multiplier"]
            is_banked = rules["double_trouble_after"] == "bank"
        elif kind == "vengeance":
            is_banked = rules["vengeance_after"] == "bank"
        if is_banked:
            return at_risk + self.draw(0, draws)
        return max(float(at_risk), self.draw(at_risk, draws))
