"""Gates: stated bounds on balance numbers, each passed, failed or undecided."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from analyses.blocks import Blocks, game_statistics, seat_statistics
from analyses.estimates import Estimate
from analyses.gate_file import Check, GateFile
from analyses.lineup import Progress, Setting, blocks_for, setting
from analyses.matches import rules_record
from analyses.measures import SCORE, Measure
from analyses.stopping import ALPHA, PLANNED_SD, goal_for, looks
from analyses.tables import records, spread_out, table
from simcore.engine import Until
from simcore.errors import UsageError
from simcore.games import Game
from simcore.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Checked", "Gate", "gate", "measures_of_game"]

Outcome = Literal["pass", "fail", "undecided"]
Value = Callable[[Blocks], Estimate]

SEAT_SPREAD, FIRST_SEAT, WINS = "seat_spread", "first_seat_advantage", "win_rate"
MOST_BLOCKS = 1e15
RELATIVE_GOAL = 0.1
"""An interval for a bound x is tuned to be tightest at a half-width of a tenth of x."""


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
        """Pass with the interval inside the bounds, fail with it outside."""
        return _outcome(self.check, self.estimate)

    @property
    def text(self) -> str:
        """The outcome in one sentence."""
        check, estimate = self.check, _scaled(self.check, self.estimate)
        told = f"{check.title}: {estimate}{check.unit}, wanted {check.bounds_text}"
        if self.outcome == "undecided":
            more = f"about {self.n_more:,.0f} more" if math.isfinite(self.n_more) else "many more"
            return f"undecided  {told}: not enough games, {more}"
        return f"{self.outcome:9}  {told}"


@dataclass(frozen=True)
class Gate:
    """Result of `gate`.

    Attributes
    ----------
    file : GateFile
        What was asked.
    rules : rules
        What was played by.
    checks : tuple of Checked
        In the order of the file.
    is_complete : bool
        False when the run was interrupted.
    """

    file: GateFile
    rules: Any
    checks: tuple[Checked, ...]
    is_complete: bool

    @property
    def outcome(self) -> Outcome:
        """Fail if any check fails, pass if all pass, else undecided."""
        found = {it.outcome for it in self.checks}
        if "fail" in found:
            return "fail"
        return "pass" if found == {"pass"} and self.is_complete else "undecided"

    @property
    def n_games(self) -> int:
        """Games that were played."""
        return sum(it.blocks.n_games for it in self.checks)

    def to_frame(self) -> pd.DataFrame:
        """One row per check."""
        return table(self._row(it) for it in self.checks)

    def _row(self, it: Checked) -> dict[str, Any]:
        row: dict[str, Any] = {"gate_outcome": it.outcome, "measure": it.check.measure}
        row |= {"line_up": " v ".join(dict.fromkeys(p.spec for p in it.blocks.match.players))}
        row |= {"n_seats": it.blocks.match.n_seats, "n_games": it.blocks.n_games}
        row |= spread_out("checked_value", it.estimate)
        return row | {"at_least": it.check.low, "at_most": it.check.high, "n_more": it.n_more}

    def summary(self) -> str:
        """Each check in a line, then the whole."""
        n = len(self.checks)
        counts = {
            word: sum(it.outcome == word for it in self.checks)
            for word in ("pass", "fail", "undecided")
        }
        told = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
        stopped = "" if self.is_complete else " (interrupted)"
        lines = [it.text for it in self.checks]
        return "\n".join([*lines, f"{self.outcome}: {n} checks, {told}{stopped}"])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {
            "game": self.file.game,
            "seed": self.file.seed,
            "games": self.n_games,
            "rules": rules_record(self.rules),
            "is_complete": self.is_complete,
            "outcome": self.outcome,
            "checks": records(self.to_frame()),
        }


def measures_of_game(game: Game) -> list[str]:
    """What a gate of this game can ask."""
    found = [FIRST_SEAT, SEAT_SPREAD, WINS, *(it.column for it in game_statistics(game))]
    return found + [it.column for it in seat_statistics(game) if it.column == SCORE]


def gate(
    file: GateFile, *, workers: int = 1, backend: str = "threads", progress: Progress | None = None
) -> Gate:
    """Play until every check of a gate is decided, or its games are used up.

    Parameters
    ----------
    file : GateFile
        From `analyses.gate_file.read_gate`.
    workers, backend, progress
        See `analyses.lineup`.

    Returns
    -------
    Gate
        Every check with its estimate and outcome.

    Notes
    -----
    Each check is looked at as often as `analyses.stopping.looks` says, with any-time intervals
    that share the 5 % over all checks (Bonferroni): the chance that any check of the gate passes
    or fails wrongly is at most 5 %.
    """
    rules = file.load_rules()
    options: Any = {"rules": rules, "workers": workers, "backend": backend, "progress": progress}
    plan = setting(file.game, file.seed, options)
    allowed = measures_of_game(plan.game)
    for check in file.checks:
        if check.measure not in allowed:
            raise UsageError(file.complaint(check, "measure", check.measure, ", ".join(allowed)))
    found: list[Checked] = []
    for check in file.checks:
        if plan.is_complete:
            found.append(_decide(plan, file, check))
    return Gate(file, rules, tuple(found), plan.is_complete)


def _decide(plan: Setting, file: GateFile, check: Check) -> Checked:
    names = file.line_up(check)
    if len(names) < 2 and check.measure in (FIRST_SEAT, SEAT_SPREAD):
        raise UsageError(file.complaint(check, "players", len(names), "2 or more"))
    rotation = "strategies" if check.measure == WINS else "luck"
    match = plan.match(names, rotation)
    n_blocks = blocks_for(file.games, match.n_rotations)
    width = min(abs(bound) for bound in check.bounds if bound != 0.0) * RELATIVE_GOAL
    goal = goal_for(width, sd=PLANNED_SD if check.is_share else width, family=len(file.checks))
    value = _value(plan.game, check)

    def ask(summary: Summary) -> tuple[Blocks, Estimate]:
        blocks = Blocks(match, summary, look=goal.look)
        return blocks, value(blocks)

    def is_decided(summary: Summary) -> bool:
        return _outcome(check, ask(summary)[1]) != "undecided"

    plan.blocks_wanted = max(plan.blocks_wanted, plan.blocks_done + n_blocks)
    until = Until(looks(n_blocks), is_decided)
    blocks, estimate = ask(plan.play([match], n_blocks, until=until))
    is_open = _outcome(check, estimate) == "undecided"
    n_more = _missing(check, estimate, blocks) if is_open else 0.0
    return Checked(check, blocks, estimate, n_more)


def _outcome(check: Check, estimate: Estimate) -> Outcome:
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
    who = "entry0" if check.measure == SCORE else "game"
    return partial(Measure(check.measure, who, chosen).of)


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
    """Games until the interval clears the nearest bound; at least those that a touch needs."""
    look, n = blocks.look, blocks.n_blocks
    if look is None or n == 0 or not math.isfinite(estimate.half_width):
        return math.inf
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
