"""How the chef of solo Filler picks a recipe: every criterion on a book worked by hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest

from simcore.filler.components import Personality, Recipe, RuleValue
from simcore.jit import is_interpreted
from tests.rules.filler_bench import CHEFS, components, play_script, recipe, turn_of

CHOSEN = "chefs=red+blue"
FIRST: dict[str, RuleValue] = {"time_shift_min": -120}
"""An altered rule by which the chef acts before 7:40, whatever it flips."""

BOOK = (
    recipe("a", "7:00", "vanilla", "vanilla+any", "star+coin"),
    recipe("b", "6:30", "vanilla+any+any", "custard+custard+rare", "trophy"),
    recipe("c", "", "vanilla+any", "chocolate", "coin+coin+coin", "arrive_early"),
)
"""The first book. The player shows red/c and then gives vanilla, chocolate, strawberry, blueberry:
it can fill a and c, not b."""


@pytest.mark.parametrize(
    ("picks", "chosen"),
    [
        (["most_points"], "c"),
        (["fewest_points"], "b"),
        (["earliest_time"], "b"),
        (["latest_time"], "a"),
        (["most_gives"], "b"),
        (["most_requires"], "b"),
        (["fewest_requires"], "c"),
        (["most_wanted"], "c"),
        (["leftmost"], "a"),
        (["rightmost"], "c"),
        (["completes_set"], "a"),
        (["completes_set", "rightmost"], "c"),
        (["most_missing_symbol"], "c"),
        (["most_missing_symbol", "leftmost"], "c"),
    ],
)
def test_criteria(picks: list[str], chosen: str) -> None:
    """By hand, with a chef that holds no symbols: no recipe completes a set; of symbols all are
    missing, so that the most symbols win."""
    assert first_pick(BOOK, picks) == chosen


def first_pick(book: Sequence[Recipe], picks: Sequence[str], chefs: Any = CHEFS) -> str:
    box = components(book, [Personality("It", tuple(picks), FIRST)], chefs)
    document, _ = play_script(box, [[("show", "red/c")]], CHOSEN, "day_cap=1")
    picked: str = turn_of(document, 1, 1)["fills"][0]["recipe"]
    return picked


def test_criteria_that_look_at_what_the_chef_holds() -> None:
    """With a star and a trophy among its chef cards, b (a trophy) completes nothing, a (star and
    coin) and c (coins) one set each; coins are the only missing kind."""
    chefs = (
        *CHEFS[:3],
        *(chef_with(CHEFS[3 + i], p) for i, p in enumerate(("star", "trophy", ""))),
    )
    assert first_pick(BOOK, ["completes_set"], chefs) == "a"
    assert first_pick(BOOK, ["completes_set", "rightmost"], chefs) == "c"
    assert first_pick(BOOK, ["most_missing_symbol"], chefs) == "c"
    swapped = (BOOK[1], BOOK[0], recipe("d", points="star+star+star+trophy"))
    assert first_pick(swapped, ["most_missing_symbol"], chefs) == "a"


def chef_with(card: Any, points: str) -> Any:
    return dataclasses.replace(card, points=tuple(filter(None, points.split("+"))))


def test_random_picks_are_even_and_repeatable() -> None:
    box = components([], [Personality("It", ("random",), {})])
    n = 8 if is_interpreted() else 300
    lines = [("show", "red/c")]

    def pick(seed: int) -> str:
        document, _ = play_script(box, [lines], CHOSEN, "day_cap=1", seed=seed)
        recipe_id: str = turn_of(document, 1, 1)["fills"][0]["recipe"]
        return recipe_id

    found = [pick(seed) for seed in range(n)]
    counts = [found.count(f"plain{i}") for i in range(3)]
    assert sum(counts) == n
    assert max(abs(count - n / 3) for count in counts) < 4 * (n * 2 / 9) ** 0.5
    assert [pick(seed) for seed in range(5)] == found[:5]
