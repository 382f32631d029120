"""Advice for the win against the plain solver, at every position of a small game."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from analyses.fill_or_bust.advice import Advice, AdviceRow, Position, advice
from analyses.fill_or_bust.before_roll import advice_before_roll
from analyses.fill_or_bust.turn import TurnSolution, solve_turn
from analyses.fill_or_bust.win_advice import WinAdvice, advise
from simcore.errors import UsageError
from simcore.fill_or_bust.rules import Rules, load_rules
from strategies.fill_or_bust.win_solution import WinSolution, solve_win
from tests.brute_force.fill_or_bust import best_choices
from tests.exact.plain_win import Key, PlainGame, Played, Turn
from tests.exact.small_game import small_rules

RULES: list[tuple[str, dict[str, Any]]] = [
    ("rulebook", {}),
    ("bowman1999", {}),
    ("rulebook", {"no_dice_after_fill": "keep", "fill_1000": "flat"}),
    ("bowman1999", {"vengeance_tied_drawer": "pays", "double_trouble_multiplier": 3}),
]

SCORES = (0, 50, 100, 150)


class Small(NamedTuple):
    """A small game solved in both ways."""

    rules: Rules
    points: TurnSolution
    win: WinSolution
    plain: PlainGame


@pytest.fixture(scope="module", params=RULES, ids=str)
def small(request: pytest.FixtureRequest) -> Small:
    rules = small_rules(*request.param)
    plain = PlainGame(rules.to_dict(), (None, None))
    plain.solve(range(0, rules.goal, 50))
    return Small(rules, solve_turn(rules), solve_win(rules, use_cache=False), plain)


def turns() -> Iterator[Turn]:
    for own, other, at_risk in product(SCORES, SCORES, (0, 50, 100)):
        yield Turn(0, own, other, at_risk, 0)


def playable(small: Small, turn: Turn) -> Iterator[tuple[int, int]]:
    """Cards that may lie before the player, and fills under them."""
    for i, card in enumerate(small.rules.cards):
        is_led = card.kind == "vengeance" and turn.own > turn.other
        if card.kind != "no_dice" and not is_led:
            yield i, 0
            if card.kind == "double_trouble":
                yield i, 1


def check(small: Small, points: Advice, turn: Turn, worths: dict[tuple[Any, ...], float]) -> None:
    found = advise(small.win, points, turn.own, turn.other)
    assert len(found.options) == len(worths)
    for option, worth in zip(found.options, found.win_probabilities, strict=True):
        assert abs(worth - worths[key_of(option)]) < 1e-12
    assert abs(found.win_probabilities[0] - max(worths.values())) < 1e-12
    assert list(found.win_probabilities) == sorted(found.win_probabilities, reverse=True)


def key_of(option: AdviceRow) -> tuple[Any, ...]:
    return option.dice_left, option.is_stop


def test_every_roll_is_rated_as_by_the_plain_solver(small: Small) -> None:
    n_positions = 0
    for turn in turns():
        for (card, fills), faces in product(playable(small, turn), ((1,), (5,), (1, 5), (5, 5))):
            choices = list(best_choices(faces, small.rules.to_dict()).items())
            kind = small.rules.cards[card].kind
            takes_all = kind == "must_bust" and small.rules.must_bust_set_aside == "all"
            offered = choices[-1:] if takes_all else choices
            played = Played(card, fills, 0)
            node = small.plain.options(turn, played, len(faces), offered)
            if node not in small.plain.values:
                continue
            options, children = node[2], node[3]
            values = [small.plain.values[child] for child in children]
            worths = {(o[2], o[3]): v for o, v in zip(options, values, strict=True)}
            name = small.rules.cards[card].name
            points = advice(small.points, Position(name, faces, turn.at_risk, fills))
            check(small, points, turn, worths)
            n_positions += 1
    assert n_positions > 500


def test_before_a_roll_options_are_rated_as_by_the_plain_solver(small: Small) -> None:
    n_positions = 0
    for turn in turns():
        draw: Key = ("draw", turn)
        for (card, fills), dice in product(playable(small, turn), (1, 2)):
            is_new = dice == small.rules.dice
            played = Played(card, fills, turn.at_risk if is_new and fills == 0 else 0)
            roll = ("roll", turn, played, dice)
            if roll not in small.plain.values or (not is_new and turn.at_risk == 0):
                continue
            worths = {(dice, False): small.plain.values[roll]}
            kind = small.rules.cards[card].kind
            if is_new and kind == "vengeance" and small.rules.vengeance_optional:
                worths[0, False] = small.plain.values[draw]
            name = small.rules.cards[card].name
            position = Position(name, (), turn.at_risk, fills, played.before)
            points = advice_before_roll(small.points, position, dice)
            if points.options[-1].is_stop or points.options[0].is_stop:
                worths[dice, True] = passing(small, turn)
            check(small, points, turn, worths)
            n_positions += 1
    assert n_positions > 200


def passing(small: Small, turn: Turn) -> float:
    own = turn.own + turn.at_risk
    is_won = own >= small.rules.goal
    start: Key = ("draw", Turn(1, turn.other, own, 0, 0))
    return 1.0 if is_won else 1.0 - small.plain.values[start]


def test_the_next_card_is_rated_as_by_the_plain_solver(small: Small) -> None:
    for turn in turns():
        if ("draw", turn) in small.plain.values:
            points = advice_before_roll(small.points, Position("", (), turn.at_risk), 2)
            worths = {(0, False): small.plain.values["draw", turn]}
            if turn.at_risk > 0:
                worths[0, True] = passing(small, turn)
            check(small, points, turn, worths)


def test_drawing_the_first_card_is_worth_the_solution() -> None:
    rules = load_rules("rulebook", ["deck=independent", "goal=600"])
    points = advice_before_roll(solve_turn(rules), Position(""), 6)
    found = advise(solve_win(rules), points, 100, 300)
    assert found.win_probabilities == (pytest.approx(solve_win(rules).value(100, 300), abs=1e-12),)
    assert found.is_agreed


def found_at(faces: tuple[int, ...], at_risk: int, score: int, other: int) -> WinAdvice:
    rules = load_rules("rulebook", ["deck=independent", "goal=1000"])
    points = advice(solve_turn(rules), Position("bonus300", faces, at_risk))
    return advise(solve_win(rules), points, score, other)


def test_a_stop_that_reaches_the_goal_says_so() -> None:
    # Five dice left expect more points than 100 kept, but 900 + 100 wins at once.
    found = found_at((1, 2, 3, 3, 4, 6), 0, 900, 500)
    assert found.options[0].is_stop
    assert found.win_probabilities[0] == 1.0
    assert not found.is_agreed
    assert "Stopping reaches the goal of 1,000: more points are of no use." in found.summary()


def test_where_both_aims_agree_no_reason_is_given() -> None:
    found = found_at((1, 1, 1, 2, 3, 4), 0, 0, 0)
    assert found.is_agreed
    assert "It also expects most points, 1,000.0" in found.summary()


def test_a_sole_leader_is_not_asked_about_a_vengeance() -> None:
    rules = load_rules("rulebook", ["deck=independent", "goal=600"])
    points = advice_before_roll(solve_turn(rules), Position("vengeance"), 6)
    with pytest.raises(UsageError, match="a sole leader puts it away"):
        advise(solve_win(rules), points, 300, 100)
