"""The solved turn against the real kernel: turns played by its table earn what it promises."""

from __future__ import annotations

import random
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import types

from analyses.fill_or_bust.advice import Advice, Position, advice
from analyses.fill_or_bust.turn import solve_turn
from simcore.errors import UsageError
from simcore.fill_or_bust import GAME
from simcore.fill_or_bust.cards import reshuffle
from simcore.fill_or_bust.records import PLAY_OR_REDRAW, SET_ASIDE
from simcore.fill_or_bust.rules import KINDS, Rules, load_rules
from simcore.fill_or_bust.turn import play_turn
from simcore.jit import kernel
from simcore.philox import open_turn
from simcore.protocol import FINE
from strategies.fill_or_bust import optimal  # noqa: F401
from strategies.registry import player

N_TURNS = 500_000
N_POSITIONS = 300
FAR_AHEAD = 1_000_000

RULES = {
    "rulebook": (),
    "bowman1999": (),
    "rulebook set_aside=all": ("set_aside=all",),
    "rulebook fill_1000=flat": ("fill_1000=flat",),
    "bowman1999 no_dice_after_fill=keep": ("no_dice_after_fill=keep",),
    "bowman1999 double_trouble_multiplier=10": ("double_trouble_multiplier=10",),
    "rulebook vengeance_optional": ("vengeance_optional=true", "vengeance_must_fill=true"),
}


@kernel
def play_turns(tables, choose, views, earned):
    """Turns of seat 0, far behind seat 1, from 0 points; `earned` int64[n] is filled in place."""
    table, view = tables[0], views[0]
    for i in range(earned.shape[0]):
        table.state.scores[0] = 0
        table.state.scores[1] = FAR_AHEAD
        table.state.at_risk = 0
        table.state.banked = 0
        open_turn(table.luck, np.uint64(0), np.uint64(i))
        if play_turn(table, choose, view) != FINE:
            return False
        earned[i] = table.state.scores[0]
    return True


@kernel
def ask(choose, views):
    """The option a strategy picks; a compiled function takes no record from outside."""
    return choose(views[0])


def compiled(function: Any, *arguments: Any) -> Any:
    """Run a kernel that is compiled once for all strategies."""
    choose = types.FunctionType(GAME.strategy_signature)
    is_array = [isinstance(argument, np.ndarray) for argument in arguments]
    kinds = [
        numba.typeof(a) if known else choose for a, known in zip(arguments, is_array, strict=True)
    ]
    function.compile(tuple(kinds))
    return function(*arguments)


def earnings(rules: Rules, spec: str, seed: int) -> np.ndarray:
    """Points of independent turns played by a strategy with the real rules."""
    entry = player(GAME, rules, spec)
    tables, views = np.zeros(1, GAME.table), np.zeros(6, GAME.view)
    GAME.lay_table(tables, rules, 2)
    tables["state"]["n_seats"] = 2
    tables["luck"]["seed"] = seed
    reshuffle(tables[0])
    views["params"][0, : len(entry.params)] = entry.params
    if entry.table is not None:
        views["table"]["address"] = entry.table.ctypes.data
        views["table"]["length"] = len(entry.table)
    earned = np.zeros(N_TURNS, np.int64)
    assert compiled(play_turns, tables, entry.choose, views, earned)
    return earned


def z_of(earned: np.ndarray, exact: float) -> float:
    """Standard errors between the mean of turns and an exact value."""
    return float((earned.mean() - exact) / (earned.std() / len(earned) ** 0.5))


def case(name: str) -> Rules:
    """Rules of a case, with every draw from the full deck and an end that is never reached."""
    return load_rules(
        name.split()[0],
        [*RULES[name], "deck=independent", "end=finish_round", "goal=900000"],
    )


@pytest.mark.parametrize("name", RULES)
def test_turns_played_by_the_table_earn_the_exact_value(name: str) -> None:
    rules = case(name)
    assert abs(z_of(earnings(rules, "optimal_turn", 31), solve_turn(rules).turn_value)) < 4


def test_the_check_by_playing_notices_a_wrong_value_and_a_worse_player() -> None:
    rules = case("rulebook")
    exact = solve_turn(rules).turn_value
    assert abs(z_of(earnings(rules, "optimal_turn", 31), exact * 1.01)) > 4
    assert z_of(earnings(rules, "stop_at(300)", 31), exact) < -4


@pytest.mark.parametrize("preset", ["rulebook", "bowman1999"])
def test_one_shuffled_deck_is_on_average_the_full_deck(preset: str) -> None:
    rules = load_rules(preset, ["deck=one", "end=finish_round", "goal=900000"])
    earned = earnings(rules, "optimal_turn", 32)
    # Turns that share a deck are not independent; blocks of 500 turns nearly are.
    blocks = earned.reshape(-1, 500).mean(axis=1)
    exact = solve_turn(rules).turn_value
    assert abs(blocks.mean() - exact) < max(4 * blocks.std() / len(blocks) ** 0.5, 0.002 * exact)


def random_position(rng: random.Random, rules: Rules) -> Position:
    """A card one rolls under, some dice and some points at risk."""
    card = rng.choice([card for card in rules.cards if card.kind != "no_dice"])
    n_dice = rng.randint(1, rules.dice)
    faces = tuple(rng.randint(1, 6) for _ in range(n_dice))
    fills = rng.randint(0, 1) if card.kind in ("double_trouble", "must_bust") else 0
    before = 50 * rng.choice((0, 0, 5, 13, 30))
    at_risk = before + 50 * rng.choice((0, 1, 4, 9, 20, 60, 3000))
    return Position(card.name, faces, at_risk, fills, before)


def view_of(entry: Any, rules: Rules, found: Advice) -> np.ndarray:
    """The view of an advised position, its options in the order of the kernel."""
    position = found.position
    index = [card.name for card in rules.cards].index(position.card)
    views = np.zeros(1, GAME.view)
    banked = 150
    views["phase"], views["n_options"] = SET_ASIDE, len(found.options)
    views["card"], views["fills"] = index, position.fills
    views["card_kind"] = KINDS.index(rules.cards[index].kind)
    views["at_risk"], views["banked"] = position.at_risk, banked
    views["dice_rolled"] = len(position.faces)
    views["table"]["address"] = entry.table.ctypes.data
    views["table"]["length"] = len(entry.table)
    in_order = sorted(found.options, key=lambda option: (len(option.kept), option.is_stop))
    for k, option in enumerate(in_order):
        words = (option.points, option.at_risk + banked, option.dice_left, option.is_stop)
        views["options"][0, k] = words
    return views


@pytest.mark.parametrize("name", RULES)
def test_table_and_advice_choose_alike(name: str) -> None:
    rules, rng = case(name), random.Random(name)
    solution, entry = solve_turn(rules), player(GAME, rules, "optimal_turn")
    n_decisions = 0
    for _ in range(N_POSITIONS):
        try:
            found = advice(solution, random_position(rng, rules))
        except UsageError:
            continue  # A null.
        picked = compiled(ask, entry.choose, view_of(entry, rules, found))
        in_order = sorted(found.options, key=lambda option: (len(option.kept), option.is_stop))
        assert in_order[picked].expected_points == pytest.approx(
            found.options[0].expected_points, abs=1e-6
        )
        n_decisions += 1
    assert n_decisions > N_POSITIONS // 3


def test_an_unwanted_vengeance_is_drawn_again() -> None:
    rules = case("bowman1999")
    solution, entry = solve_turn(rules), player(GAME, rules, "optimal_turn")
    views = np.zeros(1, GAME.view)
    views["phase"], views["n_options"] = PLAY_OR_REDRAW, 2
    views["card"] = vengeance = 1
    views["table"]["address"] = entry.table.ctypes.data
    views["table"]["length"] = len(entry.table)
    for at_risk in (0, 500, 5000):
        views["at_risk"] = at_risk
        playing = solution.values.rolling_on(vengeance, 0, 6, at_risk)
        assert compiled(ask, entry.choose, views) == int(solution.values.drawing(at_risk) > playing)


def test_advice_on_a_position_worked_by_hand() -> None:
    # Must Bust, one die left: a 1 fills (100 + m), a 5 fills (50 + m), anything else is the bust,
    # with m the mean of a fresh Must Bust. A roll of 1 has one option only: the fill.
    solution = solve_turn(load_rules())
    mean = float(solution.must_bust["free"].mean)
    found = advice(solution, Position("must_bust", (1,), at_risk=400, fills=1))
    assert [(row.kept, row.is_stop) for row in found.options] == [((1,), False)]
    assert found.options[0].expected_points == pytest.approx(500 + mean)
    assert "roll 6 dice again" in found.summary()
    # Rulebook: "if you roll three 1's on the first roll and have 1,000 points ..., you can just
    # stop and take the 1,000 points. You will not receive the bonus points".
    frame = advice(solution, Position("bonus500", (1, 1, 1, 2, 3, 4))).to_frame()
    best = frame.iloc[0]
    assert (best["kept"], best["is_stop"], best["expected_points"]) == ("1 1 1", True, 1000.0)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (Position("bonus30", (1,)), "unknown card 'bonus30'; did you mean 'bonus300'"),
        (Position("no_dice", (1,)), "card 'no_dice' ends the turn; allowed:"),
        (Position("bonus300", (7,)), r"faces = \[7\]; allowed: 1 to 6 faces from 1 to 6"),
        (Position("bonus300", (1,), at_risk=320), "at_risk = 320; allowed: a multiple of 50"),
        (Position("bonus300", (1,), fills=-1), "fills = -1; allowed: at least 0"),
        (Position("bonus300", (2, 3, 3, 4, 4, 6)), "the roll 2 3 3 4 4 6 scores nothing"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: Position, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        advice(solve_turn(load_rules()), position)
