"""The compiled scorer against the brute force: every roll of one to six dice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from simcore.fill_or_bust.rules import Rules, rules_from_values
from simcore.fill_or_bust.scoring import NULL, build_scoring, choice_distribution, faces_of
from tests.brute_force.fill_or_bust import best_choices, null_probability
from tests.engine.lineups import GAME

ALTERED = {
    "default": {},
    # Triples worth less than their singles, equal to them, and none at all for some faces.
    "singles pay more": {
        "singles": {"1": 100, "2": 20, "5": 50},
        "triples": {"1": 300, "2": 50, "5": 150, "6": 10},
        "straight": 0,
    },
    # A straight that is poorer than what its dice pay as singles.
    "poor straight": {
        "singles": {"3": 75, "4": 5, "6": 10, "1": 1000, "2": 7},
        "triples": {"3": 1, "4": 4000, "5": 500},
        "straight": 20,
    },
}
"""Changes of the score tables, by what they try."""


def rules_with(name: str) -> Rules:
    values = GAME.load_rules("rulebook", []).to_dict()
    return rules_from_values(values | ALTERED[name], name)


def compiled_choices(rules: Rules, n_dice: int) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """Each roll's faces, and points by dice used, as the kernel sees them."""
    scoring = build_scoring(rules)
    start, end = (int(at) for at in scoring["start"][n_dice : n_dice + 2])
    sets = [
        {-int(row[2]): int(row[0]) for row in rows[: int(n)]}
        for rows, n in zip(scoring["choices"], scoring["n_choices"], strict=True)
    ]
    faces = np.zeros(6, np.int64)
    for outcome, choice_set in enumerate(scoring["choice_set"][start:end].tolist()):
        faces_of(outcome, n_dice, faces)
        yield tuple(faces[:n_dice].tolist()), sets[choice_set]


@pytest.mark.parametrize("name", ALTERED)
def test_every_roll(name: str) -> None:
    rules = rules_with(name)
    plain = rules.to_dict()
    for n_dice in range(1, 7):
        rolls = dict(compiled_choices(rules, n_dice))
        assert rolls.keys() == set(product(range(1, 7), repeat=n_dice))
        wrong = [dice for dice, found in rolls.items() if found != best_choices(dice, plain)]
        assert not wrong, f"{len(wrong)} rolls, e.g. {wrong[0]}"


def test_the_comparison_can_fail() -> None:
    """One point more on one face is noticed in each of its rolls."""
    plain = rules_with("default").to_dict()
    plain["singles"] = plain["singles"] | {"5": 51}
    rolls = dict(compiled_choices(rules_with("default"), 2))
    wrong = {dice for dice, found in rolls.items() if found != best_choices(dice, plain)}
    assert wrong == {dice for dice in rolls if 5 in dice}


@pytest.mark.parametrize("name", ALTERED)
def test_at_most_six_choices_each_with_more_dice_than_the_last(name: str) -> None:
    scoring = build_scoring(rules_with(name))
    n_sets = int(scoring["n_sets"])
    assert scoring["n_choices"][:n_sets].max() <= 6
    assert scoring["n_choices"][NULL] == 0
    for rows, n in zip(scoring["choices"][:n_sets], scoring["n_choices"][:n_sets], strict=True):
        used = (-rows[: int(n), 2]).tolist()
        assert used == sorted(set(used))
        assert (rows[: int(n), 0] == rows[: int(n), 1]).all()


@pytest.mark.parametrize("name", ALTERED)
def test_distribution_of_choices(name: str) -> None:
    rules = rules_with(name)
    for n_dice in range(1, 7):
        chances = choice_distribution(build_scoring(rules), n_dice)
        assert sum(chances.values()) == 1
        assert chances.get(NULL, Fraction(0)) == null_probability(n_dice, rules.to_dict())


@pytest.mark.parametrize("dice", [1, 3, 5])
def test_fewer_dice_have_the_same_scores(dice: int) -> None:
    """Rolls of n dice score alike whether the game has six dice or fewer; no straight then."""
    few = GAME.load_rules("rulebook", [f"dice={dice}"])
    for n_dice in range(1, dice + 1):
        assert dict(compiled_choices(few, n_dice)) == dict(
            compiled_choices(rules_with("default"), n_dice)
        )
