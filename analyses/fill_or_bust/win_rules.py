"""Short lists of rules that a person can remember, and what each gives up against optimal play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from analyses.fill_or_bust.win_costs import WinCosts, win_costs
from simcore.fill_or_bust.rules import Rules

__all__ = ["FOUND", "SimpleRules", "in_words", "simple_rules", "spec_of"]

PARAMETERS = ("points", "spare", "few", "many", "draw", "near", "more")
"""Of `rule_of_thumb`, in its order; 0 leaves a clause out."""

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")

Setting = Mapping[str, int]
"""Parameters of `rule_of_thumb` that are not left out."""

FOUND: tuple[Setting, ...] = (
    {"points": 350},
    {"points": 350, "spare": 125},
    {"points": 400, "spare": 125, "draw": 1800},
    {"points": 350, "spare": 125, "draw": 1800, "near": 600, "more": 10_000},
    {"points": 350, "spare": 125, "draw": 1800, "near": 600, "more": 10_000, "many": 1000},
)
"""The best list of each length that `benchmarks/win_rules.py` finds under the rulebook, with a
goal of 2,000. Only the lists are kept here: what they give up is worked out when asked."""


@dataclass(frozen=True)
class SimpleRules:
    """Result of `simple_rules`: `costs` has a pair per list, in the order of `settings`."""

    settings: tuple[Setting, ...]
    costs: WinCosts

    def to_frame(self) -> pd.DataFrame:
        """One row per list: the rule in words, and what it gives up on average and by seat."""
        first = self.costs.solution.first_player_win_probability
        rows = []
        for setting, pair in zip(self.settings, self.costs.pairs, strict=True):
            moving_first, moving_second = pair.win_probabilities
            rows.append(
                {
                    "n_clauses": n_clauses(setting),
                    "rule": in_words(setting, pair.rules),
                    "win_probability_diff": pair.win_rate().value - 0.5,
                    "first_diff": moving_first - first,
                    "second_diff": moving_second - (1.0 - first),
                    "strategy": pair.first,
                }
            )
        return pd.DataFrame(rows)

    @property
    def best(self) -> int:
        """Place of the list that gives up least."""
        lost = [self.costs.given_up(pair).value for pair in self.costs.pairs]
        return lost.index(min(lost))

    def summary(self) -> str:
        """The list that gives up least."""
        if not self.settings:
            return "No list of rules to remember can be evaluated exactly under these rules."
        pair = self.costs.pairs[self.best]
        return (
            f"Of {len(self.settings)} short lists of rules this one gives up least against optimal "
            f"play, {100 * self.costs.given_up(pair).value:.2f} points of win probability "
            f"({pair.rules.name}, exact): {in_words(self.settings[self.best], pair.rules)}"
        )


def simple_rules(rules: Rules, settings: Sequence[Setting] = FOUND) -> SimpleRules:
    """What short lists of rules give up against optimal play, evaluated without simulation.

    Parameters
    ----------
    rules : Rules
        With `end` at_once and `deck` independent.
    settings : sequence of mappings, optional
        Parameters of `rule_of_thumb` by list; by default the best found of each length.

    Notes
    -----
    The lists were found by a search forwards, clause by clause: a better one of the same length may
    exist, and under other rules or goals other numbers are best.
    """
    return SimpleRules(tuple(settings), win_costs(rules, [spec_of(part) for part in settings]))


def spec_of(setting: Setting) -> str:
    """Text form of `rule_of_thumb` with these clauses only."""
    return f"rule_of_thumb({', '.join(str(setting.get(name, 0)) for name in PARAMETERS)})"


def n_clauses(setting: Setting) -> int:
    """Clauses of a list; how far and how much the numbers rise is one."""
    return sum(1 for name, value in setting.items() if value and name != "more")


def in_words(setting: Setting, rules: Rules) -> str:
    """A list of rules as one sentence."""
    value = dict.fromkeys(PARAMETERS, 0) | dict(setting)
    parts = [f"stop at {value['points']:,} points"]
    if value["few"]:
        parts.append(f"with one or two dice left at {value['few']:,}")
    if value["many"]:
        parts.append(f"with four or more dice left at {value['many']:,}")
    if value["draw"]:
        parts.append(f"after a fill draw a new card below {value['draw']:,}")
    if value["spare"]:
        faces = [
            name for name, p in zip(FACES, rules.singles, strict=True) if 0 < p < value["spare"]
        ]
        such = f", such as {' and '.join(faces)}" if faces else ""
        parts.append(
            f"when rolling on keep dice in hand that score less than {value['spare']} each{such}"
        )
    if value["near"] and value["more"]:
        if value["near"] < rules.goal - rules.score_floor:
            who = f"while the other leads and needs at most {value['near']:,}"
        else:
            who = "while behind"
        change = f"add {value['more']:,} to each number"
        parts.append(f"{who} {'stop at the goal only' if value['more'] >= rules.goal else change}")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."
