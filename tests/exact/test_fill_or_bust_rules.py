"""Rules of thumb: decisions worked by hand from their words, and exact chances against play."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from numba import types

from analyses.fill_or_bust.win_costs import solvable
from analyses.fill_or_bust.win_rules import (
    FOUND,
    PARAMETERS,
    SimpleRules,
    in_words,
    n_clauses,
    simple_rules,
    spec_of,
)
from simcore.bench import as_records
from simcore.fill_or_bust import GAME
from simcore.fill_or_bust.rules import BONUS, FILL, MUST_BUST, load_rules
from simcore.jit import is_interpreted
from strategies.registry import find, player

FULL = "rule_of_thumb(points=350, spare=125, few=250, many=1000, draw=1400, near=800, more=200)"
SHORT = spec_of({"points": 350})

ROLL, STOP = 0, 1
Options = list[tuple[int, int, int]]
"""Turn points, dice left, whether it stops."""

ONE_FIVE: Options = [(100, 5, ROLL), (100, 5, STOP), (150, 4, ROLL), (150, 4, STOP)]
"""Six dice show a 1 and a 5, points of the turn added below."""

DECISIONS = [
    # Points before this roll, options, card, scores, and the choice in either rule.
    ("one number", 200, ONE_FIVE, BONUS, (0, 0), SHORT, (350, 4, STOP)),
    ("one number, not yet", 150, ONE_FIVE, BONUS, (0, 0), SHORT, (300, 4, ROLL)),
    ("dice stay in hand", 150, ONE_FIVE, BONUS, (0, 0), FULL, (250, 5, ROLL)),
    ("four dice left", 600, ONE_FIVE, BONUS, (0, 0), FULL, (700, 5, ROLL)),
    ("four dice left, enough", 850, ONE_FIVE, BONUS, (0, 0), FULL, (1000, 4, STOP)),
    ("the goal", 150, ONE_FIVE, BONUS, (1700, 0), FULL, (300, 4, STOP)),
    ("the goal, not yet", 150, ONE_FIVE, BONUS, (1650, 0), FULL, (250, 5, ROLL)),
    ("two left", 200, [(50, 2, ROLL), (50, 2, STOP)], BONUS, (0, 0), FULL, (250, 2, STOP)),
    ("two left", 200, [(50, 2, ROLL), (50, 2, STOP)], BONUS, (0, 0), SHORT, (250, 2, ROLL)),
    ("near", 200, [(50, 2, ROLL), (50, 2, STOP)], BONUS, (0, 1200), FULL, (250, 2, ROLL)),
    ("near, enough", 400, [(50, 2, ROLL), (50, 2, STOP)], BONUS, (0, 1200), FULL, (450, 2, STOP)),
    ("not near", 200, [(50, 2, ROLL), (50, 2, STOP)], BONUS, (0, 1150), FULL, (250, 2, STOP)),
    ("no leader", 200, [(50, 2, ROLL), (50, 2, STOP)], BONUS, (1200, 1200), FULL, (250, 2, STOP)),
    ("a fill", 400, [(100, 0, ROLL), (100, 0, STOP)], BONUS, (0, 0), SHORT, (500, 0, STOP)),
    ("a fill", 400, [(100, 0, ROLL), (100, 0, STOP)], BONUS, (0, 0), FULL, (500, 0, ROLL)),
    (
        "a fill, enough",
        1300,
        [(100, 0, ROLL), (100, 0, STOP)],
        BONUS,
        (0, 0),
        FULL,
        (1400, 0, STOP),
    ),
    ("a fill is needed", 0, [(100, 5, ROLL), (150, 4, ROLL)], FILL, (0, 0), FULL, (150, 4, ROLL)),
    ("no stop", 0, [(100, 5, ROLL), (150, 4, ROLL)], MUST_BUST, (0, 0), FULL, (100, 5, ROLL)),
    ("no stop", 0, [(100, 5, ROLL), (150, 4, ROLL)], MUST_BUST, (0, 0), SHORT, (150, 4, ROLL)),
]


@pytest.fixture(scope="module")
def ask() -> Callable[[Any, np.ndarray], int]:
    """Ask a strategy; Python itself cannot hand over such a record."""
    if is_interpreted():
        return lambda choose, views: int(choose(as_records(views)[0]))
    signature = (types.FunctionType(GAME.strategy_signature), GAME.kernel_signature[2])
    asking: Callable[[Any, np.ndarray], int] = numba.njit(signature)(
        lambda choose, views: choose(views[0])
    )
    return asking


def view_of(
    spec: str, before: int, options: Options, card: int, scores: tuple[int, int]
) -> tuple[Any, np.ndarray]:
    """The compiled strategy, and what it sees with `before` points in front of the roll."""
    asked = player(GAME, load_rules("rulebook", ["goal=2000"]), spec)
    view = np.zeros(1, GAME.view)
    view["goal"], view["n_seats"], view["card_kind"] = 2000, 2, card
    view["scores"][0, :2] = scores
    view["params"][0, : len(asked.params)] = asked.params
    assert asked.table is not None
    view["table"][0] = (asked.table.ctypes.data, len(asked.table))
    view["n_options"] = len(options)
    for i, (points, dice_left, is_stop) in enumerate(options):
        view["options"][0, i] = (points, before + points, dice_left, is_stop)
    return asked, view


@pytest.mark.parametrize("case", DECISIONS, ids=[case[0] for case in DECISIONS])
def test_decisions_are_those_of_the_words(
    case: tuple[str, int, Options, int, tuple[int, int], str, tuple[int, int, int]],
    ask: Callable[[Any, np.ndarray], int],
) -> None:
    what, before, options, card, scores, spec, expected = case
    asked, view = view_of(spec, before, options, card, scores)
    picked = view["options"][0, ask(asked.choose, view)]
    assert (picked["turn_points"], picked["dice_left"], picked["is_stop"]) == expected, what


@pytest.fixture(scope="module")
def found() -> SimpleRules:
    return simple_rules(solvable(load_rules("rulebook"), 1000))


def test_play_agrees_with_the_exact_chances_of_every_list(found: SimpleRules) -> None:
    checks = found.costs.checks(10_000, seed=1)
    assert len(checks) == len(FOUND) >= 5
    assert (checks["z"].abs() < 4).all()


def test_nobody_gains_on_optimal_play_and_seats_add_up(found: SimpleRules) -> None:
    frame = found.to_frame()
    assert (frame[["first_diff", "second_diff"]] < 0).all(axis=None)
    mean = (frame["first_diff"] + frame["second_diff"]) / 2
    assert np.abs(mean - frame["win_probability_diff"]).max() < 1e-12
    assert found.best == frame["win_probability_diff"].idxmax()
    assert in_words(FOUND[found.best], found.costs.solution.rules) in found.summary()


def test_lists_are_numbered_as_the_strategy_has_them() -> None:
    assert tuple(find("fill_or_bust", "rule_of_thumb").params) == PARAMETERS


def test_lists_grow_by_a_clause() -> None:
    assert [n_clauses(setting) for setting in FOUND] == list(range(1, len(FOUND) + 1))


def test_a_rule_in_words() -> None:
    rules = load_rules("rulebook", ["goal=2000"])
    setting = {"points": 350, "spare": 125, "few": 250, "many": 1000, "draw": 1400}
    assert in_words(setting | {"near": 800, "more": 200}, rules) == (
        "Stop at 350 points; with one or two dice left at 250; with four or more dice left at "
        "1,000; after a fill draw a new card below 1,400; when rolling on keep dice in hand that "
        "score less than 125 each, such as ones and fives; while the other leads and needs at most "
        "800 add 200 to each number."
    )
    last = {"points": 300, "near": 2000, "more": 10_000}
    assert in_words(last, rules) == "Stop at 300 points; while behind stop at the goal only."
