"""What a roll scores: every outcome of one to six dice, and the set-aside choices it offers.

A roll offers one choice for each number of dice that can score: the set-aside worth most with
exactly that many dice. Outcomes that offer the same choices share one choice set; set 0 is
the null roll.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from simcore.fill_or_bust.records import MAX_OPTIONS
from simcore.fill_or_bust.rules import Rules
from simcore.jit import kernel

__all__ = ["NULL", "SCORING", "build_scoring", "choice_distribution", "faces_of"]

NULL = 0
"""The choice set of a roll in which nothing scores."""

FACES = 6
MAX_SETS = 924
"""Room for choice sets: the null, and one for each multiset of one to six dice (923)."""
OPTION_WORDS = 4
MAY_STOP, TAKE_ALL = 1, 2
"""What may be done with a roll, one bit each: stop at once; set aside all scoring dice only."""
NONE = -1
"""Marks a number of dice that cannot score, among points."""


SCORING = np.dtype(
    [
        ("start", np.uint64, 8),
        ("n_sets", np.int64),
        ("n_choices", np.uint64, MAX_SETS),
        ("choices", np.int32, (MAX_SETS, 6, OPTION_WORDS)),
        ("most_dice", np.uint64, MAX_SETS),
        ("n_options", np.uint64, (4, MAX_SETS)),
        ("options", np.int32, (4, MAX_SETS, MAX_OPTIONS, OPTION_WORDS)),
        ("choice_set", np.uint16, sum(FACES**n for n in range(1, 7))),
    ],
    align=True,
)
"""The choices of every roll, as one record.

start : where the outcomes of n dice begin in `choice_set`.
choice_set : choice set of each outcome; outcome i of n dice shows faces `faces_of(i, n)`.
n_choices : number of choices of each set, 0 for a null.
choices : each choice, fewest dice first, as the words of the option record that it is when
    nothing is at risk and no dice are in hand: points, points, minus the dice used, 0.
most_dice : most dice that each set can use.
n_options, options : the same choices as lists of options, by what may be done (`MAY_STOP` and
    `TAKE_ALL` together). Where stopping is barred, the last choice comes again as stopping,
    behind the options: a fill may need it.
"""


@kernel
def faces_of(outcome, n_dice, faces):
    """Faces 1 to 6 of an outcome's dice; int array `faces` is filled in place."""
    for die in range(n_dice):
        faces[die] = outcome % FACES + 1
        outcome //= FACES


@kernel
def _best_of_face(count, single, triple, best):
    """Points by number of dice used of one face; `best` int[7] is filled in place."""
    best[:] = NONE
    for n_triples in range(count // 3 + 1):
        if n_triples > 0 and triple == 0:
            break
        for n_singles in range(count - 3 * n_triples + 1):
            if n_singles > 0 and single == 0:
                break
            used = 3 * n_triples + n_singles
            best[used] = max(best[used], n_triples * triple + n_singles * single)


@kernel
def _choices(counts, scores, straight, best):
    """Best points by number of dice used for face counts; `best` int[7] is filled in place."""
    of_face = np.empty(7, np.int32)
    joined = np.empty(7, np.int32)
    best[:] = NONE
    best[0] = 0
    for face in range(FACES):
        _best_of_face(counts[face], scores[0, face], scores[1, face], of_face)
        joined[:] = NONE
        for before in range(7):
            for used in range(7 - before):
                if best[before] != NONE and of_face[used] != NONE:
                    points = best[before] + of_face[used]
                    joined[before + used] = max(joined[before + used], points)
        best[:] = joined
    if counts.min() == 1 and straight > 0:
        best[6] = max(best[6], straight)


@kernel
def _all_choices(n_dice, scores, straight, rows):
    """Best points by dice used (columns 1 to 6) of every outcome; `rows` is filled in place."""
    faces = np.empty(FACES, np.int64)
    counts = np.empty(FACES, np.int64)
    best = np.empty(7, np.int32)
    for outcome in range(rows.shape[0]):
        faces_of(outcome, n_dice, faces)
        counts[:] = 0
        for die in range(n_dice):
            counts[faces[die] - 1] += 1
        _choices(counts, scores, straight, best)
        rows[outcome] = best[1:]


def build_scoring(rules: Rules) -> Any:
    """The `SCORING` record (0-dimensional array) of a rule set, cached by what it depends on."""
    return _build_scoring(rules.dice, rules.singles, rules.triples, rules.straight)


@lru_cache(maxsize=64)
def _build_scoring(
    dice: int, singles: tuple[int, ...], triples: tuple[int, ...], straight: int
) -> Any:
    scores = np.array([singles, triples], np.int32)
    scoring = np.zeros((), SCORING)
    tables = []
    for n_dice in range(1, dice + 1):
        rows = np.empty((FACES**n_dice, 6), np.int32)
        _all_choices(n_dice, scores, np.int32(straight), rows)
        scoring["start"][n_dice + 1 :] = scoring["start"][n_dice] + np.uint64(len(rows))
        tables.append(rows)
    null = np.full((1, 6), NONE, np.int32)
    # The null row sorts first, which makes it set 0.
    sets, inverse = np.unique(np.concatenate([null, *tables]), axis=0, return_inverse=True)
    order = np.argsort(sets == NONE, axis=1, kind="stable")
    n = len(sets)
    scoring["n_sets"] = n
    scoring["n_choices"][:n] = (sets != NONE).sum(axis=1)
    scoring["choices"][:n, :, :2] = np.take_along_axis(sets, order, axis=1)[:, :, None]
    scoring["choices"][:n, :, 2] = -(order + 1)
    scoring["choice_set"][: len(inverse) - 1] = inverse.ravel()[1:]
    _list_options(scoring)
    scoring.flags.writeable = False
    return scoring


def _list_options(scoring: Any) -> None:
    """Write out the options of every choice set, from its choices."""
    for choice_set in range(1, int(scoring["n_sets"])):
        choices = scoring["choices"][choice_set, : scoring["n_choices"][choice_set]]
        scoring["most_dice"][choice_set] = -choices[-1, 2]
        for may_do in range(4):
            listed = choices[-1:] if may_do & TAKE_ALL else choices
            n_times = 2 if may_do & MAY_STOP else 1
            rows = np.concatenate([np.repeat(listed, n_times, axis=0), choices[-1:]])
            is_stop = np.arange(len(rows)) % 2 if may_do & MAY_STOP else np.zeros(len(rows))
            rows[:, 3] = is_stop
            if not may_do & MAY_STOP:
                rows[-1, 3] = 1
            n_options = n_times * len(listed)
            n_rows = min(len(rows), MAX_OPTIONS)
            scoring["n_options"][may_do, choice_set] = n_options
            scoring["options"][may_do, choice_set, :n_rows] = rows[:n_rows]


def choice_distribution(scoring: Any, n_dice: int) -> dict[int, Fraction]:
    """Exact probability of each choice set in one roll of `n_dice` dice, by enumeration."""
    outcomes = scoring["choice_set"][scoring["start"][n_dice] : scoring["start"][n_dice + 1]]
    sets, counts = np.unique(outcomes, return_counts=True)
    total = FACES**n_dice
    return {int(s): Fraction(int(c), total) for s, c in zip(sets, counts, strict=True)}
