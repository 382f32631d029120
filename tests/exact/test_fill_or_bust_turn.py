"""The exact turn against a plain recursion, and against dice rolled under its own policy."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest

from analyses.fill_or_bust.switches import switch_effects
from analyses.fill_or_bust.turn import TurnSolution, solve_turn
from simcore.errors import UsageError
from simcore.fill_or_bust.rules import CHOICES, Rules, load_rules, rules_from_values
from strategies.fill_or_bust.set_asides import WAYS, fill_chances, must_bust
from strategies.fill_or_bust.turn_solution import solve_values
from tests.exact.plain_turn import (
    UNLIMITED,
    PlainTurn,
    fill_chance,
    must_bust_mean_taking_all,
    must_bust_moments,
)

PRESETS = ("rulebook", "bowman1999")
HOUSE_RULES = ((), ("straight=0",), ("singles.5=0", "triples.6=0"), ("dice=4",))
CLOSE = 1e-9
N_RANDOM_RULES = 25
DRAWS = 12


@pytest.fixture(scope="module", params=PRESETS)
def solution(request: pytest.FixtureRequest) -> TurnSolution:
    return solve_turn(load_rules(request.param))


@pytest.mark.parametrize("changes", HOUSE_RULES)
@pytest.mark.parametrize("way", WAYS)
def test_chance_of_a_fill_is_that_of_plain_recursion(changes: tuple[str, ...], way: str) -> None:
    rules = load_rules("rulebook", changes)
    for n_dice, chance in enumerate(fill_chances(rules, way)):
        assert chance == fill_chance(n_dice, rules.to_dict(), way)


def test_ways_to_fill_are_told_apart() -> None:
    chances = {way: fill_chances(load_rules(), way)[6] for way in WAYS}
    assert chances["fewest"] < chances["take_all"] < chances["best"]


@pytest.mark.parametrize("changes", HOUSE_RULES)
def test_must_bust_is_that_of_elimination_and_of_value_iteration(changes: tuple[str, ...]) -> None:
    rules = load_rules("rulebook", changes)
    taking_all = must_bust(rules, "take_all")
    assert taking_all.mean[rules.dice] == must_bust_mean_taking_all(rules.to_dict())
    for ours, theirs in (("take_all", "take_all"), ("best", "free")):
        found = must_bust(rules, ours)
        mean, sd = must_bust_moments(rules.to_dict(), theirs)
        assert float(found.mean[0]) == pytest.approx(mean, abs=CLOSE)
        assert float(found.variance[0]) ** 0.5 == pytest.approx(sd, abs=1e-6)


def test_turn_of_the_rulebook_is_that_of_plain_recursion() -> None:
    solution = solve_turn(load_rules())
    rules = solution.rules.to_dict()
    stop_from = solution.stop_threshold["fill1000"][0]
    assert stop_from is not None
    plain = PlainTurn(rules, ceiling=stop_from)
    assert solution.turn_value == pytest.approx(plain.draw(0, UNLIMITED), abs=CLOSE)
    for card, value in solution.card_value.items():
        assert value == pytest.approx(plain.card(card, 0, UNLIMITED), abs=CLOSE)
    # Drawing on where the solution stops is no better, so the ceiling took nothing away.
    assert PlainTurn(rules, ceiling=stop_from + 50).draw(0, UNLIMITED) < plain.draw(
        0, UNLIMITED
    ) + (CLOSE)
    # One step earlier it is better, so the threshold is not too high either.
    lower = PlainTurn(rules, ceiling=stop_from - 50).draw(0, UNLIMITED)
    assert lower < plain.draw(0, UNLIMITED) - CLOSE


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_turn_with_few_dice_is_that_of_plain_recursion(preset: str, dice: int) -> None:
    rules = load_rules(preset, [f"dice={dice}"])
    plain = PlainTurn(rules.to_dict())
    values = solve_values(rules)
    assert values.drawing(0) == pytest.approx(plain.draw(0, DRAWS), abs=CLOSE)
    assert values.residual < CLOSE


def random_rules(number: int) -> Rules:
    """Rules of one or two dice with every switch and the deck drawn at random."""
    rng = random.Random(number)
    values: dict[str, Any] = load_rules().to_dict()
    values |= {field: rng.choice(words) for field, words in CHOICES.items()}
    values |= {field: rng.random() < 0.5 for field in ("vengeance_optional", "vengeance_must_fill")}
    values |= {
        "dice": rng.choice((1, 2)),
        "double_trouble_multiplier": rng.randint(1, 3),
        "singles": rng.choice(({1: 100, 5: 50}, {1: 30, 2: 20, 6: 10}, {3: 75})),
    }
    for card in values["cards"]:
        card["count"] = rng.choice((0, 1, 2, 5))
    values["cards"][rng.choice((2, 5, 6, 7))]["count"] += 3
    return rules_from_values(values, f"random {number}")


@pytest.mark.parametrize("number", range(N_RANDOM_RULES))
def test_turn_under_random_rules_is_that_of_plain_recursion(number: int) -> None:
    rules = random_rules(number)
    solution = solve_turn(rules)
    stop_from = solution.stop_threshold["bonus300"][0]
    assert stop_from is not None
    # A ceiling can only lower the plain value; above the threshold it must not.
    plain = PlainTurn(rules.to_dict(), ceiling=stop_from + 100)
    last = plain.draw(0, DRAWS)
    # Allowing ever more draws, the plain value climbs at a geometric rate to the exact one.
    reach = max(CLOSE, 3 * (last - plain.draw(0, DRAWS - 1)))
    assert -CLOSE <= solution.turn_value - last <= reach
    assert reach < 1e-3 * solution.turn_value


def test_the_plain_recursion_notices_another_deck() -> None:
    rules = load_rules("bowman1999", ["dice=2"])
    planted = dataclasses.replace(
        rules,
        cards=tuple(
            dataclasses.replace(c, count=c.count + (c.kind == "no_dice")) for c in rules.cards
        ),
    )
    plain = PlainTurn(rules.to_dict()).draw(0, DRAWS)
    assert abs(solve_values(planted).drawing(0) - plain) > 1000 * CLOSE


def test_far_beyond_the_table_values_follow_their_tails() -> None:
    rules = load_rules("rulebook", ["dice=2"])
    values, plain = solve_values(rules), PlainTurn(rules.to_dict())
    for at_risk in (0, 50, 10_000, 500_000):
        assert values.drawing(at_risk) == pytest.approx(plain.draw(at_risk, 4), rel=1e-12)


NEVER_STOP = {
    "cards.double_trouble": 20,
    "cards.must_bust": 80,
    **{f"cards.{name}": 0 for name in ("no_dice", "vengeance", "fill1000")},
    **{f"cards.bonus{points}": 0 for points in (300, 400, 500)},
    "double_trouble_multiplier": 3,
    "dice": 2,
    "singles.2": 50,
    "singles.3": 50,
}


def never_stop_rules(**changes: int) -> Rules:
    """Double Trouble trebles what is at risk, and most other cards cannot lose it."""
    values = NEVER_STOP | {f"cards.{name}": count for name, count in changes.items()}
    return load_rules("rulebook", [f"{field}={value}" for field, value in values.items()])


def test_where_drawing_always_pays_there_is_no_threshold() -> None:
    rules = never_stop_rules()
    solution = solve_turn(rules)
    plain = PlainTurn(rules.to_dict())
    values = [plain.draw(0, draws) for draws in (6, 7, 8)]
    # The plain values climb in steps that shrink by the same factor: their sum is the limit.
    factor = (values[2] - values[1]) / (values[1] - values[0])
    limit = values[2] + (values[2] - values[1]) * factor / (1.0 - factor)
    assert solution.turn_value == pytest.approx(limit, rel=1e-4)
    assert solution.stop_threshold["double_trouble"][0] is None


def test_a_turn_worth_more_than_any_number_is_refused() -> None:
    with pytest.raises(UsageError, match="no bound; allowed: a smaller double_trouble_multiplier"):
        solve_turn(never_stop_rules(must_bust=0))


def test_a_fill_worth_nothing_leads_back_to_the_same_state() -> None:
    # Value 0 and nothing at risk: the card is worth P(fill) times the draw that follows it.
    values = load_rules("rulebook", ["fill_1000=flat", "vengeance_optional=true"]).to_dict()
    values["cards"][6]["value"] = 0
    rules = rules_from_values(values, "flat nothing")
    solution = solve_turn(rules)
    chance = float(fill_chances(rules, "best")[6])
    assert solution.card_value["fill1000"] == pytest.approx(chance * solution.turn_value, abs=CLOSE)


def test_cards_average_to_the_turn(solution: TurnSolution) -> None:
    frame = solution.to_frame()
    mean = float((frame["draw_rate"] * frame["card_value"]).sum())
    assert mean == pytest.approx(solution.turn_value, abs=CLOSE)


def test_values_are_convex_so_that_thresholds_are_single(solution: TurnSolution) -> None:
    turn = solution.values.turn
    assert (np.diff(turn.values, 2, axis=1) > -1e-7).all()
    stop = turn.step * np.arange(turn.values.shape[1])
    for row in turn.values:
        stops = row <= stop + CLOSE
        assert (np.diff(stops.astype(int)) >= 0).all()


def test_thresholds_stand_where_stopping_is_allowed(solution: TurnSolution) -> None:
    stop = solution.stop_threshold
    assert set(stop["must_bust"].values()) == {None}
    assert set(stop["no_dice"].values()) == {None}
    assert all(stop["fill1000"][left] is None for left in range(1, 6))
    assert all(stop["bonus300"][left] is not None for left in range(6))
    is_banked = solution.rules.double_trouble_after == "bank"
    assert (stop["double_trouble"][0] is None) == is_banked
    assert len(solution.thresholds()) == 8 * 6


def test_stopping_before_a_bonus_waits_longer_for_more(solution: TurnSolution) -> None:
    for left in range(1, 6):
        waits = [solution.stop_threshold[f"bonus{bonus}"][left] for bonus in (300, 400, 500)]
        assert waits == sorted(waits, key=lambda points: points or 0)


def test_to_dict_holds_what_other_programs_rely_on(solution: TurnSolution) -> None:
    document = solution.to_dict()
    assert set(document["fill_probability"]) == {"take_all", "fewest", "best"}
    assert set(document["must_bust"]) == {"take_all", "free"}
    assert {"mean", "sd"} <= set(document["must_bust"]["free"])
    assert set(document["card_value"]) == set(document["stop_threshold"])
    assert set(document["stop_threshold"]["bonus300"]) == {"0", "1", "2", "3", "4", "5"}
    assert solution.rules.name in solution.summary()


def test_every_switch_is_thrown_once(solution: TurnSolution) -> None:
    effects = switch_effects(solution.rules)
    frame = effects.to_frame()
    assert set(frame["field"]) == {*CHOICES, "double_trouble_multiplier"} - {"vengeance_leader"} | {
        "vengeance_optional",
        "vengeance_must_fill",
    }
    assert len(frame) == 13
    assert effects.turn_value == solution.turn_value
    assert (frame.loc[~frame["is_in_turn"], "turn_value_diff"] == 0.0).all()
    assert effects.rules.name in effects.summary()


def test_a_switch_is_worth_what_the_changed_rules_are_worth() -> None:
    effects = switch_effects(load_rules()).to_frame().set_index(["field", "value"])
    for field, value in (("set_aside", "all"), ("no_dice_after_fill", "keep")):
        changed = solve_turn(load_rules("rulebook", [f"{field}={value}"]))
        assert effects.loc[(field, value), "turn_value"] == changed.turn_value
    freedom = [
        effects.loc[(f, "all"), "turn_value_diff"] for f in ("set_aside", "must_bust_set_aside")
    ]
    assert max(freedom) < 0.0
