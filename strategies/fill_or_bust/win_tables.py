"""The rules of Fill or Bust as the win solver reads them: points in steps, cards in lanes.

Scores are counted from the score floor in steps of the greatest common divisor of all points
there are. Each different card that can be played is a lane; Double Trouble is two, before and
after its first fill. Lanes come in blocks of eight. Where Must Bust alone bars a free choice of
dice it has a block of its own, so that all lanes of a block share their choices.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from simcore.errors import UsageError
from simcore.fill_or_bust.rules import (
    BONUS,
    DOUBLE_TROUBLE,
    KINDS,
    MAX_CARDS,
    MUST_BUST,
    NO_DICE,
    VENGEANCE,
    Rules,
)
from simcore.fill_or_bust.scoring import MAX_SETS
from simcore.protocol import TABLE
from strategies.fill_or_bust.win_choices import ROW, lay_choices
from strategies.fill_or_bust.win_vector import LANES

__all__ = [
    "AFTER_FILL",
    "BARRED",
    "IDLE",
    "LANES",
    "MAX_ROWS",
    "MAX_STEPS",
    "ROW",
    "SOLVER",
    "aligned_record",
    "check_solvable",
    "lay_solver",
    "make_solver",
]

AFTER_FILL = len(KINDS)
"""Kind of the lane of Double Trouble after its first fill."""

IDLE = -1
"""Kind of an unused lane."""

BARRED = -2.0
"""Added to the worth of stopping where that is forbidden: less than any win probability."""

VALUED = ("bonus", "fill", "vengeance")
"""Kinds of card whose printed number counts."""

MAX_STEPS = 260
"""Largest number of different scores; memory grows with its cube, to 47 MB here."""

MAX_LANES = 40
"""Room for lanes: 16 different cards, each may be a Double Trouble, filled up to blocks."""

MAX_BLOCKS = MAX_LANES // LANES
MAX_ROWS = 2 * MAX_STEPS + 2
"""Room for points at risk: to the goal, and as far above it as one set-aside can lead."""

SOLVER = np.dtype(
    [
        ("values", np.float64, (MAX_BLOCKS, MAX_ROWS, 6, LANES)),
        ("rolled", np.float64, (MAX_ROWS, MAX_LANES)),
        ("sums", np.float64, MAX_LANES),
        ("stop", np.float64, MAX_ROWS),
        ("after", np.float64, MAX_ROWS),
        ("drawn", np.float64, MAX_ROWS),
        ("hit", np.int64, (MAX_LANES, 2)),
        ("own", np.int64),
        ("other", np.int64),
        ("top", np.int64),
        ("passed", TABLE),
        ("draw", TABLE),
        ("draw_rows", TABLE),
        *((name, np.int64) for name in ("goal", "start", "step", "dice", "multiplier", "spread")),
        *((name, np.int64) for name in ("double_banks", "vengeance_banks", "is_exempt")),
        *((name, np.int64) for name in ("is_optional", "keeps", "is_flat")),
        ("n_blocks", np.int64),
        ("n_lanes", np.int64),
        ("no_dice", np.float64),
        ("nulls", np.float64, 7),
        ("fill_chance", np.float64, (2, 7)),
        ("kind", np.int64, MAX_LANES),
        ("value", np.int64, MAX_LANES),
        ("weight", np.float64, MAX_LANES),
        ("bias", np.float64, MAX_LANES),
        ("card", np.int64, MAX_LANES),
        ("lane_of", np.int64, MAX_CARDS),
        ("sets_of", np.int64, MAX_BLOCKS),
        ("groups", np.int64, (2, 7, 7, 3)),
        ("places", np.int64, 2 * MAX_SETS * 6),
        ("weights", np.float64, 2 * MAX_SETS),
    ],
    align=True,
)
"""Everything the solver works with. Points are in steps, scores counted from the floor.

One turn, overwritten by the next:

values : worth by block, points at risk, dice left (0: a fill is made) and lane: the better of
    stopping and rolling on.
rolled : worth of rolling all dice, by points at risk and lane. sums : room for the row in making.
stop, drawn, after : worth of stopping, of drawing a card (below `top` only) and of the better of
    the two, by points at risk.
own, other : the scores. top : points at risk from which on stopping wins, come what may.
hit : own and other's score after the Vengeance of a lane.
passed : float64[goal, goal], worth to the other player when it is his turn (his score first).
draw, draw_rows : worth of drawing a card at any scores, where it is kept; see `win_draws`.

The rules:

goal, start, step : steps to the goal; steps of the score 0; points of a step.
dice, multiplier : of the rules. spread : the most steps that one set-aside scores, and 1.
double_banks .. is_flat : switches. no_dice : chance to draw it. nulls : chance of one, by dice.
fill_chance : least and greatest chance of a fill from so many dice.
kind, value, weight, bias, card : by lane: kind, steps (at most the goal), chance to draw it, 0 or
    `BARRED`, index in the deck. lane_of : lane of a card of the deck, `IDLE` if never played.
sets_of : which set of choices (0 any, 1 all) a block uses.
groups : by set of choices, dice and number of choices: first place, first weight, number of
    rolls. places, weights : where the choices of a roll lead, counted in `values`; its chance.
"""


def check_solvable(rules: Rules) -> None:
    """Refuse, with the reason, rules that the solver's state cannot describe."""
    if rules.end != "at_once":
        raise UsageError(
            f"{rules.name}: end = {rules.end!r} cannot be solved for the win: how many turns are "
            "left would have to be part of the state; allowed: at_once"
        )
    if rules.deck != "independent":
        raise UsageError(
            f"{rules.name}: deck = {rules.deck!r} cannot be solved for the win: the cards left "
            "would have to be part of the state; allowed: independent (try: --set "
            "deck=independent)"
        )
    if rules.fill_1000 == "flat" and 0 in _fill_values(rules):
        raise UsageError(
            f"{rules.name}: fill_1000 = 'flat' with a fill card of value 0 cannot be solved for "
            "the win: a fill would leave the points as they are; allowed: a value above 0"
        )
    step = step_of(rules)
    n_steps = -(-(rules.goal - rules.score_floor) // step)
    if n_steps > MAX_STEPS:
        raise UsageError(
            f"{rules.name}: {n_steps} different scores ({rules.score_floor} to {rules.goal} in "
            f"steps of {step}) are too many to solve for the win; allowed: {MAX_STEPS}"
        )


def _fill_values(rules: Rules) -> list[int]:
    return [card.value for card in rules.cards if card.kind == "fill" and card.count]


def step_of(rules: Rules) -> int:
    """Greatest common divisor of all points that a score can gain or lose."""
    cards = [card.value for card in rules.cards if card.count and card.kind in VALUED]
    return math.gcd(*rules.singles, *rules.triples, rules.straight, rules.score_floor, *cards)


def make_solver(rules: Rules) -> np.ndarray:
    """`SOLVER` record (array of length 1) for rules that `check_solvable` accepts."""
    solver = aligned_record(SOLVER)
    lay_solver(solver, rules)
    return solver


def lay_solver(solver: np.ndarray, rules: Rules) -> None:
    """Put rules that `check_solvable` accepts into a fresh `SOLVER`."""
    check_solvable(rules)
    step = step_of(rules)
    goal = -(-(rules.goal - rules.score_floor) // step)
    solver["goal"] = goal
    solver["start"] = -rules.score_floor // step
    solver["step"] = step
    solver["dice"] = rules.dice
    solver["multiplier"] = rules.double_trouble_multiplier
    solver["double_banks"] = rules.double_trouble_after == "bank"
    solver["vengeance_banks"] = rules.vengeance_after == "bank"
    solver["is_exempt"] = rules.vengeance_tied_drawer == "exempt"
    solver["is_optional"] = rules.vengeance_optional
    solver["keeps"] = rules.no_dice_after_fill == "keep"
    solver["is_flat"] = rules.fill_1000 == "flat"
    no_dice = sum(card.count for card in rules.cards if card.kind == KINDS[NO_DICE])
    solver["no_dice"] = no_dice / rules.deck_size
    _lay_lanes(solver[0], rules)
    lay_choices(solver[0], rules)


def aligned_record(dtype: np.dtype[Any]) -> np.ndarray:
    """An empty record (array of length 1) whose vectors never lie across two cache lines."""
    line = 8 * LANES
    room = np.zeros(dtype.itemsize + line, np.uint8)
    skip = -room.ctypes.data % line
    return room[skip : skip + dtype.itemsize].view(dtype)


def _lay_lanes(solver: Any, rules: Rules) -> None:
    lanes = _lanes(rules)
    solver["n_lanes"] = len(lanes)
    solver["n_blocks"] = len(lanes) // LANES
    solver["lane_of"] = IDLE
    for i, lane in enumerate(lanes):
        may_stop = lane.kind == BONUS or (lane.kind == VENGEANCE and not rules.vengeance_must_fill)
        value = rules.cards[lane.card].value
        solver["kind"][i] = lane.kind
        solver["card"][i] = lane.card
        solver["value"][i] = min(value // solver["step"], solver["goal"])
        solver["weight"][i] = lane.chance
        solver["bias"][i] = 0.0 if may_stop else BARRED
        solver["sets_of"][i // LANES] = lane.takes_all
        if lane.kind not in (IDLE, AFTER_FILL):
            solver["lane_of"][lane.card] = i


class Lane(NamedTuple):
    """A card that can be played, or half a Double Trouble; `card` is its index in the deck."""

    kind: int
    card: int
    chance: float
    takes_all: bool


def _lanes(rules: Rules) -> list[Lane]:
    """All lanes, filled up to whole blocks."""
    lanes = []
    # Double Trouble first, so that its two lanes share a block.
    for i in sorted(range(len(rules.cards)), key=lambda i: rules.cards[i].kind != "double_trouble"):
        card = rules.cards[i]
        if card.kind != "no_dice" and card.count > 0:
            kind, chance = KINDS.index(card.kind), card.count / rules.deck_size
            takes_all = rules.set_aside == "all"
            takes_all |= kind == MUST_BUST and rules.must_bust_set_aside == "all"
            lanes.append(Lane(kind, i, chance, takes_all))
            if kind == DOUBLE_TROUBLE:
                lanes.append(Lane(AFTER_FILL, i, 0.0, takes_all))
    filled = []
    for takes_all in (False, True):
        block = [lane for lane in lanes if lane.takes_all == takes_all]
        filled += block + [Lane(IDLE, 0, 0.0, takes_all)] * (-len(block) % LANES)
    return filled
