"""Bust and fill odds: enumeration against brute force, the ruling's table, and rolled dice."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import numpy as np
import pytest

from analyses.fill_or_bust.odds import BustOdds, DiceOdds, bust_odds, count_busts
from simcore.errors import UsageError
from simcore.fill_or_bust.rules import load_rules
from simcore.fill_or_bust.scoring import build_scoring
from simcore.jit import is_interpreted
from simcore.philox import seed_words
from tests.exact.plain_turn import rolls

N_ROLLS = 2_000 if is_interpreted() else 1_000_000

# Ruling, "Known values": dice -> (P(null), P(fill in one roll))
KNOWN = {
    1: ("2/3", "1/3"),
    2: ("4/9", "1/9"),
    3: ("5/18", "1/18"),
    4: ("17/108", "1/27"),
    5: ("25/324", "2/81"),
    6: ("5/162", "43/1296"),
}

HOUSE_RULES = ("straight=0", "straight=2000 singles.5=0", "triples.1=300 dice=5", "singles.2=10")


@pytest.fixture(scope="module")
def odds() -> BustOdds:
    return bust_odds(load_rules(), n_rolls=N_ROLLS, seed=20)


def test_odds_are_those_of_the_ruling(odds: BustOdds) -> None:
    found = {row["dice"]: (row["bust_exact"], row["fill_exact"]) for row in odds.to_rows()}
    assert found == KNOWN


@pytest.mark.parametrize("changes", HOUSE_RULES)
def test_odds_agree_with_brute_force_under_house_rules(changes: str) -> None:
    rules = load_rules("rulebook", changes.split())
    odds = bust_odds(rules, n_rolls=1, seed=1)
    assert len(odds.by_dice) == rules.dice
    for entry in odds.by_dice:
        plain = rolls(entry.dice, rules.to_dict())
        assert entry.bust_exact == sum((p for p, choices in plain if not choices), Fraction(0))
        assert entry.fill_exact == sum((p for p, c in plain if entry.dice in c), Fraction(0))
        mean = sum((p * choices[max(choices)] for p, choices in plain if choices), Fraction(0))
        assert entry.score_mean_exact == mean


def test_rolled_dice_bust_as_often_as_computed(odds: BustOdds) -> None:
    assert len(odds.by_dice) == 6
    for entry in odds.by_dice:
        assert abs(entry.z) < 4


def test_the_check_by_rolling_notices_a_wrong_chance(odds: BustOdds) -> None:
    # Ruling: "A public table that gives 664/7776 for five dice is wrong (it is 600/7776)".
    wrong = dataclasses.replace(odds.by_dice[4], bust_exact=Fraction(664, 7776))
    assert abs(wrong.z) > 4


def test_no_roll_depends_on_workers_or_on_how_many_follow(odds: BustOdds) -> None:
    scoring = build_scoring(load_rules()).reshape(1)
    cut = N_ROLLS // 3
    parts = [count_busts(scoring, 6, seed_words(20), *span) for span in ((0, cut), (cut, N_ROLLS))]
    assert sum(parts) == odds.by_dice[5].n_busts
    if not is_interpreted():
        assert bust_odds(odds.rules, n_rolls=N_ROLLS, seed=20, workers=2) == odds


def test_numbers_of_dice_roll_their_own_dice() -> None:
    # Same stream for all would show the same first word; 400 rolls never agree by chance.
    scoring = build_scoring(load_rules()).reshape(1)
    first = [
        [count_busts(scoring, n_dice, seed_words(1), i, i + 1) for i in range(400)]
        for n_dice in (1, 2)
    ]
    shared = np.mean(np.array(first[0]) == np.array(first[1]))
    independent = 2 / 3 * 4 / 9 + 1 / 3 * 5 / 9
    assert abs(shared - independent) < 4 * (independent * (1 - independent) / 400) ** 0.5


def test_rows_hold_what_other_programs_rely_on(odds: BustOdds) -> None:
    fields = {
        *("dice", "bust_exact", "bust_exact_value", "bust_rate", "bust_low", "bust_high", "z"),
        *("fill_exact", "fill_exact_value", "score_mean_exact"),
    }
    assert fields <= set(odds.to_rows()[0])
    assert list(odds.to_frame()["dice"]) == [1, 2, 3, 4, 5, 6]
    assert "5/162" in odds.summary()
    assert "rulebook" in odds.summary()


def test_a_chance_of_zero_has_no_error_to_divide_by() -> None:
    sure = DiceOdds(1, Fraction(0), Fraction(1), Fraction(50), n_rolls=10, n_busts=0)
    assert sure.z == 0.0


def test_no_rolls_are_refused() -> None:
    with pytest.raises(UsageError, match="n_rolls = 0; allowed: 1 to"):
        bust_odds(load_rules(), n_rolls=0, seed=1)
