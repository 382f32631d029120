"""Plain scorer of Fill or Bust: every way to set dice aside, by brute force.

Knows nothing of the kernel. `rules` is the mapping of a replay's game event, of which only these
are read: `dice` (how many), `singles` {face: points}, `triples` {face: points}, `straight`
(points). Faces may be numbers or, as in JSON, text. What scores 0 points does not score.

Rulebook, "Game Play": "Each die only counts once, either as an individual die or as part of a
combination." and "Combinations can only be scored on a single roll."
Ruling, "Scoring a roll": a triple may be split, six alike are two triples, a fourth or fifth alike
scores only as a single, three pairs score nothing, and the straight needs six dice in one roll.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

FACES = (1, 2, 3, 4, 5, 6)


class Scoring(NamedTuple):
    """What dice are worth; `singles` and `triples` hold one number per face, ones first."""

    dice: int
    singles: tuple[int, ...]
    triples: tuple[int, ...]
    straight: int


def best_choices(dice: Sequence[int], rules: Mapping[str, Any]) -> dict[int, int]:
    """Best points for each number of dice that can be set aside; empty for a null."""
    scoring = scoring_of(rules)
    if not 1 <= len(dice) <= scoring.dice or not set(dice) <= set(FACES):
        raise ValueError(f"not a roll of up to {scoring.dice} dice: {list(dice)}")
    return dict(_best_choices(tuple(sorted(dice)), scoring))


def null_probability(n_dice: int, rules: Mapping[str, Any]) -> Fraction:
    """Exact chance that nothing scores in one roll of `n_dice`."""
    nulls = sum(not best_choices(dice, rules) for dice in product(FACES, repeat=n_dice))
    return Fraction(nulls, 6**n_dice)


def fill_in_one_roll_probability(n_dice: int, rules: Mapping[str, Any]) -> Fraction:
    """Exact chance that all of `n_dice` score in one roll."""
    fills = sum(n_dice in best_choices(dice, rules) for dice in product(FACES, repeat=n_dice))
    return Fraction(fills, 6**n_dice)


def scoring_of(rules: Mapping[str, Any]) -> Scoring:
    """Read the four scoring fields of a game event's rules."""
    return Scoring(
        rules["dice"],
        _points_by_face(rules["singles"]),
        _points_by_face(rules["triples"]),
        rules["straight"],
    )


def _points_by_face(points: Mapping[Any, int]) -> tuple[int, ...]:
    by_face = {int(face): value for face, value in points.items()}
    return tuple(by_face.get(face, 0) for face in FACES)


@cache
def _best_choices(roll: tuple[int, ...], scoring: Scoring) -> tuple[tuple[int, int], ...]:
    """Pairs (dice used, best points) of a sorted roll, fewest dice first."""
    best: dict[int, int] = {}
    for used, points in _set_asides(roll, scoring):
        best[used] = max(points, best.get(used, 0))
    return tuple(sorted(best.items()))


def _set_asides(roll: tuple[int, ...], scoring: Scoring) -> Iterator[tuple[int, int]]:
    """Every (dice used, points) there is: each subset of the dice, each way to read it."""
    for used in range(1, len(roll) + 1):
        for subset in combinations(roll, used):
            for points in _readings(subset, scoring):
                yield used, points
    if roll == FACES and scoring.straight > 0:
        yield len(roll), scoring.straight


def _readings(subset: tuple[int, ...], scoring: Scoring) -> Iterator[int]:
    """Points of every way to read ALL of a sorted subset as singles and triples."""
    if not subset:
        yield 0
        return
    face = subset[0]
    single, triple = scoring.singles[face - 1], scoring.triples[face - 1]
    if single > 0:
        for points in _readings(subset[1:], scoring):
            yield single + points
    if triple > 0 and subset[:3] == (face, face, face):
        for points in _readings(subset[3:], scoring):
            yield triple + points
