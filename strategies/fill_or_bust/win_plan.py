"""A plan: every choice of a strategy under one set of rules, as one table of numbers.

For each pair of scores, points at risk and lane (a card, see `win_tables`) the plan names a
vector of choices, one for each different roll. Far fewer vectors differ than there are places
(some 50,000 against seven million), so that a plan that is exact takes little room.

A choice is a number: twice the place of the set-aside among those offered, plus 1 for stopping.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.fill_or_bust.rules import MAX_CARDS, Rules
from simcore.fill_or_bust.scoring import MAX_SETS, build_scoring, choice_distribution
from simcore.jit import inlined, kernel
from strategies.fill_or_bust.win_tables import IDLE, MAX_LANES
from strategies.fill_or_bust.win_vector import get_number

__all__ = [
    "BASE",
    "BOOK",
    "CODES",
    "EACH_AT",
    "GOAL",
    "IS_FLAT",
    "LANES_AT",
    "MAX_DICE",
    "N_SETS",
    "PER",
    "ROWS",
    "SLOTS",
    "SLOTS_AT",
    "START",
    "STEP",
    "WORDS",
    "Plan",
    "code_in",
    "empty_plan",
    "find_moves",
    "keep_vector",
    "put_name",
    "slots_of",
    "vector_at",
]

GOAL, START, STEP, N_LANES, WORDS, IS_FLAT, ROWS, IDS, BOOK, N_SETS, BASE, PER = range(12)
LANES_AT, EACH_AT = 16, 32
SLOTS_AT = EACH_AT + MAX_LANES
"""Places in the table: steps to the goal, steps of the score 0, points of a step, lanes, numbers of
a vector, a switch; where the rows, the vectors' names and the vectors begin; choice sets; how
names are packed. Then the lane of each card, options for each set-aside by lane, and by dice and
choice set the slot of a roll in a vector.

Rows: by pair of scores, its first row and its top row, above which more points change nothing.
"""

MAX_DICE = 7
CODES, BITS = 13, 4
"""Choices in one number, and bits of each."""

SLOTS = np.dtype(
    [
        ("n", np.int64),
        ("n_words", np.int64),
        ("dice", np.int64, MAX_SETS),
        ("choice_set", np.int64, MAX_SETS),
        ("chance", np.float64, MAX_SETS),
        ("first", np.int64, MAX_SETS + 1),
        ("steps", np.int64, 6 * MAX_SETS),
        ("used", np.int64, 6 * MAX_SETS),
    ],
    align=True,
)
"""Every different roll: by slot, its dice, choice set, chance, and where its choices begin.

n, n_words : rolls; numbers that hold a vector. steps, used : points and dice of the choices. Slot 0
of a vector is not a roll: its bit 0 says whether a Vengeance is put away, bit 1 whether all scoring
dice must be taken; the roll of place i has slot i + 1.
"""


def slots_of(rules: Rules, solver: np.void) -> np.ndarray:
    """`SLOTS` record (array of length 1) of a rule set; points in steps, at most the goal."""
    step, goal = int(solver["step"]), int(solver["goal"])
    scoring = build_scoring(rules)
    slots = np.zeros(1, SLOTS)
    slot, n, place = slots[0], 0, 0
    for n_dice in range(1, rules.dice + 1):
        for choice_set, chance in choice_distribution(scoring, n_dice).items():
            if choice_set == 0:
                continue
            slot["dice"][n], slot["choice_set"][n] = n_dice, choice_set
            slot["chance"][n] = float(chance)
            words = scoring["choices"][choice_set, : scoring["n_choices"][choice_set]].tolist()
            for points, _, left, _ in words:
                slot["steps"][place], slot["used"][place] = min(points // step, goal), -left
                place += 1
            n += 1
            slot["first"][n] = place
    slot["n"], slot["n_words"] = n, -(-(n + 1) // CODES)
    return slots


class Plan(NamedTuple):
    """A plan in the making: the table, and its parts for names, vectors and finding vectors."""

    table: np.ndarray
    names: np.ndarray
    book: np.ndarray
    found: np.ndarray

    def finished(self, n_known: int) -> np.ndarray:
        """The table without the room for vectors that is left over."""
        return self.table[: int(self.table[BOOK]) + n_known * self.book.shape[1]]


def empty_plan(solver: np.void, slots: np.void, rows: np.ndarray, is_large: bool = False) -> Plan:
    """A plan without names and vectors.

    Parameters
    ----------
    solver : SOLVER
    slots : SLOTS
    rows : int64[goal, goal, 2]
        First and top row by pair of scores.
    is_large : bool, default False
        Whether to make room for more than 131,072 different vectors.
    """
    lanes = np.flatnonzero(solver["kind"][: solver["n_lanes"]] != IDLE)
    dice, sets = (slots[name][: slots["n"]] for name in ("dice", "choice_set"))
    n_sets, words = int(sets.max()) + 1, int(slots["n_words"])
    first = SLOTS_AT + MAX_DICE * n_sets
    ids = first + rows.size
    per, base, room = (2, 1 << 26, 1 << 21) if is_large else (3, 1 << 17, 1 << 17)
    n_names = int(rows.sum(axis=-1).max() + 1) * len(lanes)
    at_book = ids - (-n_names // per)
    # Pages that are never written take no memory.
    table = np.zeros(at_book + (room + 1) * words)
    for place, name in ((GOAL, "goal"), (START, "start"), (STEP, "step"), (IS_FLAT, "is_flat")):
        table[place] = solver[name]
    table[[N_LANES, WORDS, ROWS, IDS, N_SETS]] = len(lanes), words, first, ids, n_sets
    table[[BOOK, BASE, PER]] = at_book, base, per
    # Unused lanes take no room, so that a lane's place is its rank among the others.
    table[LANES_AT : LANES_AT + MAX_CARDS] = np.searchsorted(lanes, solver["lane_of"])
    table[EACH_AT : EACH_AT + len(lanes)] = np.where(solver["bias"][lanes] == 0.0, 2, 1)
    table[SLOTS_AT + dice * n_sets + sets] = np.arange(1, len(dice) + 1)
    table[first:ids] = rows.ravel()
    book = table[at_book:].reshape(-1, words)
    return Plan(table, table[ids:at_book], book, np.zeros(2 * room, np.int32))


@inlined
def vector_at(plan, row, rank):
    """Number of the vector that a row names for the lane of some rank."""
    place = row * np.int64(get_number(plan, N_LANES)) + rank
    per, base = np.int64(get_number(plan, PER)), np.int64(get_number(plan, BASE))
    packed = np.int64(get_number(plan, np.int64(get_number(plan, IDS)) + place // per))
    for _ in range(place % per):
        packed //= base
    return packed % base


@inlined
def code_in(word, slot):
    """The choice of a slot from its number of the vector."""
    return word >> BITS * (slot % CODES) & (1 << BITS) - 1


@kernel
def keep_vector(codes, book, index, n_known):
    """Number of the vector of these choices in `book`; `n_known` if it has just been added.

    codes : int64[n]. book : float64[capacity, words]. index : int32, hash table of numbers + 1.
    One row is always left to write a vector that may turn out to be known.
    """
    words = book.shape[1]
    row = book[n_known]
    mixed = np.uint64(14695981039346656037)
    for w in range(words):
        word = 0
        for slot in range(min((w + 1) * CODES, codes.shape[0]) - 1, w * CODES - 1, -1):
            word = word << BITS | codes[slot]
        row[w] = np.float64(word)
        mixed = (mixed ^ np.uint64(word)) * np.uint64(1099511628211)
        mixed ^= mixed >> np.uint64(29)
    place = np.int64(mixed % np.uint64(index.shape[0]))
    while index[place] != 0:
        if (book[index[place] - 1] == row).all():
            return index[place] - 1
        place = (place + 1) % index.shape[0]
    index[place] = n_known + 1
    return n_known


@inlined
def put_name(place, name, names, per, base):
    """Enter the name of a vector among those already there; `names` is filled in place."""
    names[place // per] += name * base ** (place % per)


@kernel
def list_moves(book, slots, first, moves):
    """What each vector does with so many dice, alike rolls together; returns the number."""
    slot, n = slots[0], 0
    for vector in range(book.shape[0]):
        i = 0
        takes_all = np.int64(book[vector, 0]) & 2
        for n_dice in range(MAX_DICE):
            begin = n
            first[vector * MAX_DICE + n_dice] = n
            while i < slot.n and slot.dice[i] == n_dice:
                code = code_in(np.int64(book[vector, (i + 1) // CODES]), i + 1)
                choice = slot.first[i + 1] - 1 if takes_all else slot.first[i] + code // 2
                move = (slot.steps[choice], n_dice - slot.used[choice], code % 2)
                k = begin
                while k < n and (moves[k, 0], moves[k, 1], moves[k, 2]) != move:
                    k += 1
                if k == n:
                    moves[n, 0], moves[n, 1], moves[n, 2], moves[n, 3] = (
                        move[0],
                        move[1],
                        move[2],
                        0.0,
                    )
                    n += 1
                moves[k, 3] += slot.chance[i]
                i += 1
    first[book.shape[0] * MAX_DICE] = n
    return n


def find_moves(plan: np.ndarray, slots: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`first_move` and `moves` of a plan, as `win_flow.FLOW` has them."""
    book = plan[int(plan[BOOK]) :].reshape(-1, int(plan[WORDS]))
    first = np.zeros(len(book) * MAX_DICE + 1)
    room = np.empty((len(book) * int(slots["n"][0]), 4))
    return first, room[: list_moves(book, slots, first, room)].copy()
