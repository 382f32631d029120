"""One check of a gate: the number it is about, and playing until it is inside or outside."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Literal, NamedTuple

from analyses.gates.terms import Check
from analyses.runs.blocks import Blocks, game_statistics, seat_statistics
from analyses.runs.lineup import Setting, blocks_for
from analyses.runs.measures import SCORE, Measure
from analyses.runs.stopping import ALPHA, PLANNED_SD, goal_for, looks
from analyses.statistics.estimates import MIN_BLOCKS_ASYMPTOTIC, Estimate
from analyses.statistics.guarded import guarded
from simcore.engine import Until
from simcore.games import Game
from simcore.summary import Summary

__all__ = [
    "FIRST_SEAT",
    "SEAT_SPREAD",
    "WINS",
    "Checked",
    "Outcome",
    "Ways",
    "decide",
    "measures_of_game",
    "outcome_of",
]

Outcome = Literal["pass", "fail", "undecided"]
Value = Callable[[Blocks], Estimate]

SEAT_SPREAD, FIRST_SEAT, WINS = "seat_spread", "first_seat_advantage", "win_rate"
MOST_BLOCKS = 1e15
RELATIVE_GOAL = 0.1
"""An interval for a bound x is tuned to be tightest at a half-width of a tenth of x."""
HOPELESS_AFTER, HOPELESS = 1_000, 2.0
"""Blocks after which a question that is only told may be given up, and how many times the games
that are left its forecast must then ask for."""


class Ways(NamedTuple):
    """How checks are decided.

    Parameters
    ----------
    plan : Setting
        Plays the games.
    games : int
        The most that one check plays.
    family : int
        Checks that share the error rate.
    is_patient : bool
        Whether a check that will hardly be decided plays all its games.
    """

    plan: Setting
    games: int
    family: int
    is_patient: bool = True


class Checked(NamedTuple):
    """One check and what was found.

    Parameters
    ----------
    check : Check
        As the file says.
    blocks : Blocks
        The match it was asked of.
    estimate : Estimate
        Valid at every look, and for all checks of the gate together.
    n_more : float
        Forecast of the games still needed; 0 if decided, inf if nobody can tell.
    """

    check: Check
    blocks: Blocks
    estimate: Estimate
    n_more: float

    @property
    def outcome(self) -> Outcome:
        """What the interval says about the bounds."""
        return outcome_of(self.check, self.estimate)

    @property
    def text(self) -> str:
        """The outcome in one sentence."""
        check = self.check
        told = f"{check.title}: {self.found_text}, wanted {check.bounds_text}"
        if not math.isfinite(self.estimate.half_width):
            return f"undecided  {told}: {self._too_few}"
        if self.outcome == "undecided":
            more = f"about {self.n_more:,.0f} more" if math.isfinite(self.n_more) else "many more"
            return f"undecided  {told}: not enough games, {more}"
        return f"{self.outcome:9}  {told}"

    @property
    def found_text(self) -> str:
        """The value with its interval, in the unit of its bounds."""
        if not math.isfinite(self.estimate.half_width):
            return f"{self.value_text} so far"
        return f"{_scaled(self.check, self.estimate)}{self.check.unit}"

    @property
    def _too_few(self) -> str:
        """What is said before there is an interval."""
        least = MIN_BLOCKS_ASYMPTOTIC * self.blocks.match.n_rotations
        return f"{self.blocks.n_games:,} games say nothing yet, {least:,} would be the least"

    @property
    def value_text(self) -> str:
        """The value by itself, for lists of several."""
        value = self.check.scale * self.estimate.value
        return f"{value:.1f}{self.check.unit}" if self.check.is_share else f"{value:.4g}"


def measures_of_game(game: Game) -> list[str]:
    """What a gate of this game can ask."""
    found = [FIRST_SEAT, SEAT_SPREAD, WINS, *(it.column for it in game_statistics(game))]
    return found + [it.column for it in seat_statistics(game) if it.column == SCORE]


def decide(ways: Ways, check: Check, names: Sequence[str], rules: Any = None) -> Checked:
    """Play until a check is decided, or its games are used up.

    Parameters
    ----------
    ways : Ways
    check : Check
    names : sequence of str
        Who plays, by seat.
    rules : rules, optional
        Others than those of the plan.
    """
    plan = ways.plan
    match = plan.match(names, "strategies" if check.measure == WINS else "luck", rules)
    n_blocks = blocks_for(ways.games, match.n_rotations)
    sizes = [abs(bound) for bound in check.bounds if bound != 0.0] or [1.0 / check.scale]
    width = min(sizes) * RELATIVE_GOAL
    goal = goal_for(width, sd=PLANNED_SD if check.is_share else width, family=ways.family)
    value = _value(plan.game, check)

    def found(summary: Summary) -> Checked:
        blocks = Blocks(match, summary, look=goal.look)
        estimate = value(blocks)
        is_open = outcome_of(check, estimate) == "undecided"
        return Checked(check, blocks, estimate, _missing(check, estimate, blocks) if is_open else 0)

    def is_enough(summary: Summary) -> bool:
        so_far = found(summary)
        return so_far.outcome != "undecided" or _is_hopeless(ways, so_far)

    plan.blocks_wanted = max(plan.blocks_wanted, plan.blocks_done + n_blocks)
    return found(plan.play([match], n_blocks, until=Until(looks(n_blocks), is_enough)))


def _is_hopeless(ways: Ways, so_far: Checked) -> bool:
    """Whether to give up, which any-time intervals allow at every look."""
    if ways.is_patient or so_far.blocks.n_blocks < HOPELESS_AFTER:
        return False
    return so_far.n_more > HOPELESS * (ways.games - so_far.blocks.n_games)


def outcome_of(check: Check, estimate: Estimate) -> Outcome:
    """Pass with the interval inside the bounds, fail with it outside."""
    if check.low <= estimate.low and estimate.high <= check.high:
        return "pass"
    if estimate.high < check.low or estimate.low > check.high:
        return "fail"
    return "undecided"


def _value(game: Game, check: Check) -> Value:
    """How a check's number is read off the blocks."""
    if check.measure == SEAT_SPREAD:
        return _spread
    if check.measure in (FIRST_SEAT, WINS):
        return _first_seat if check.measure == FIRST_SEAT else lambda it: it.win_rate("entry0")
    statistics = [*game_statistics(game), *seat_statistics(game)]
    chosen = next(it for it in statistics if it.column == check.measure)
    measure = Measure(check.measure, "entry0" if check.measure == SCORE else "game", chosen)
    return measure.of if measure.is_share else partial(_mean, measure)


def _mean(measure: Measure, blocks: Blocks) -> Estimate:
    """Guarded: what is counted are whole numbers, so that an unseen game may lie 1 away."""
    return guarded(partial(measure.of, blocks), 1.0, blocks.look)


def _first_seat(blocks: Blocks) -> Estimate:
    rate, fair = blocks.win_rate("seat0"), 1.0 / blocks.match.n_seats
    return Estimate(rate.value - fair, rate.low - fair, rate.high - fair, rate.method, rate.n)


def _spread(blocks: Blocks) -> Estimate:
    """Win rate of the best seat less that of the worst, between bounds that hold together.

    The upper end is the largest over the pairs at the level of the gate (intersection-union); the
    lower end, the largest lower bound, pays for being chosen among the pairs.
    """
    pairs = list(combinations(range(blocks.match.n_seats), 2))
    wide = 1.0 - ALPHA / len(pairs)
    rates = [partial(blocks.win_rate_diff, f"seat{i}", f"seat{j}") for i, j in pairs]
    found = [rate(confidence_level=1.0 - ALPHA) for rate in rates]
    careful = [rate(confidence_level=wide) for rate in rates]
    value = max(abs(it.value) for it in found)
    low = max(max(it.low, -it.high) for it in careful)
    high = max(max(it.high, -it.low) for it in found)
    return Estimate(value, max(0.0, low), high, found[0].method, found[0].n)


def _missing(check: Check, estimate: Estimate, blocks: Blocks) -> float:
    """Games until the interval clears the nearest bound; at least those that a touch needs.

    Before there is an interval, those until there is one.
    """
    look, n = blocks.look, blocks.n_blocks
    if look is None or n == 0:
        return math.inf
    if not math.isfinite(estimate.half_width):
        return float(max(0, MIN_BLOCKS_ASYMPTOTIC - n) * blocks.match.n_rotations) or math.inf
    near = min(abs(estimate.value - bound) for bound in check.bounds)
    error = estimate.half_width / math.sqrt(2.0 * look.threshold(n, ALPHA))
    gap, low, high = max(near, error), float(n), MOST_BLOCKS
    while high - low > max(0.5, 1e-3 * low):
        middle = math.sqrt(low * high)
        reach = error * math.sqrt(2.0 * n * look.threshold(middle, ALPHA) / middle)
        low, high = (middle, high) if reach > gap else (low, middle)
    return float(f"{(high - n) * blocks.match.n_rotations:.2g}")


def _scaled(check: Check, estimate: Estimate) -> Estimate:
    value, low, high = (check.scale * x for x in (estimate.value, estimate.low, estimate.high))
    return Estimate(value, low, high, estimate.method, estimate.n)
