"""The plain scorer against the rulebook's examples and the ruling's exact table."""

from fractions import Fraction
from itertools import product

import pytest

from tests.brute_force.fill_or_bust import (
    FACES,
    best_choices,
    fill_in_one_roll_probability,
    null_probability,
)
from tests.referees.fill_or_bust_log import RULEBOOK

# Ruling, "Known values": dice -> (P(null), P(fill in one roll))
KNOWN = {
    1: (Fraction(2, 3), Fraction(1, 3)),
    2: (Fraction(4, 9), Fraction(1, 9)),
    3: (Fraction(5, 18), Fraction(1, 18)),
    4: (Fraction(17, 108), Fraction(1, 27)),
    5: (Fraction(25, 324), Fraction(2, 81)),
    6: (Fraction(5, 162), Fraction(43, 1296)),
}

# Ruling, "Scoring a roll", and the rulebook's two examples
ROLLS = {
    "a tutto": ((1, 1, 4, 4, 4, 5), {1: 100, 2: 200, 3: 400, 4: 500, 5: 600, 6: 650}),
    "a null": ((2, 3, 3, 4, 4, 6), {}),
    "the best per number of dice": ((1, 5, 5, 2, 3, 3), {1: 100, 2: 150, 3: 200}),
    "a triple may be split": ((5, 5, 5, 2, 3, 3), {1: 50, 2: 100, 3: 500}),
    "six alike are two triples": ((2,) * 6, {3: 200, 6: 400}),
    "a fourth alike of no single": ((6, 6, 6, 6, 2, 3), {3: 600}),
    "a fourth alike as a single": ((1, 1, 1, 1, 2, 3), {1: 100, 2: 200, 3: 1000, 4: 1100}),
    "three pairs score nothing": ((2, 2, 3, 3, 4, 4), {}),
    "straight": ((6, 5, 4, 3, 2, 1), {1: 100, 2: 150, 6: 1500}),
    "no straight with fewer dice": ((2, 3, 4, 5, 6), {1: 50}),
    "five ones": ((1,) * 5, {1: 100, 2: 200, 3: 1000, 4: 1100, 5: 1200}),
}


@pytest.mark.parametrize("name", ROLLS)
def test_choices_of_a_roll(name: str) -> None:
    dice, wanted = ROLLS[name]
    assert best_choices(dice, RULEBOOK) == wanted


@pytest.mark.parametrize("n_dice", KNOWN)
def test_known_probabilities(n_dice: int) -> None:
    null, fill = KNOWN[n_dice]
    assert null_probability(n_dice, RULEBOOK) == null
    assert fill_in_one_roll_probability(n_dice, RULEBOOK) == fill


def test_at_most_six_choices_per_roll() -> None:
    """Ruling: "check this by enumeration of all 46,656 rolls\"."""
    n_choices = [len(best_choices(dice, RULEBOOK)) for dice in product(FACES, repeat=6)]
    assert max(n_choices) == 6


def test_more_dice_may_score_less() -> None:
    """A choice is the best for ITS number of dice: four of these are worth less than three."""
    wanted = {1: 100, 2: 200, 3: 1000, 4: 500, 5: 600, 6: 1400}
    assert best_choices((1, 1, 1, 4, 4, 4), RULEBOOK) == wanted


def test_five_dice_bust_odds_are_not_those_of_the_public_table() -> None:
    """Ruling: "664/7776 for five dice is wrong (it is 600/7776)"; so this oracle can fail."""
    assert null_probability(5, RULEBOOK) == Fraction(600, 7776) != Fraction(664, 7776)


def test_faces_are_numbers_or_text_and_nothing_scores_nothing() -> None:
    rules = RULEBOOK | {"singles": {1: 100, 5: 0}, "triples": {2: 200}, "straight": 0}
    assert best_choices((1, 5, 2, 3, 4, 6), rules) == {1: 100}
    assert best_choices((2, 2, 2, 5, 5, 5), rules) == {3: 200}


@pytest.mark.parametrize("dice", [(), (7,), (0,), (1,) * 7])
def test_not_a_roll(dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not a roll of up to 6 dice"):
        best_choices(dice, RULEBOOK)
