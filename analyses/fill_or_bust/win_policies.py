"""Every turn of a fixed strategy, exactly: what it can lead to from each pair of scores.

The compiled strategy is asked in every state that it can reach, with the very view and options
that the game would show. A strategy that heeds more than the solver's state holds is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import types

from simcore.errors import UsageError
from simcore.fill_or_bust import GAME
from simcore.fill_or_bust.rules import Rules
from simcore.fill_or_bust.scoring import build_scoring, choice_distribution
from simcore.jit import is_interpreted
from simcore.match import Player
from strategies.fill_or_bust.win_ask import ask_all
from strategies.fill_or_bust.win_flow import BENCH
from strategies.fill_or_bust.win_plan import SLOTS, Plan, empty_plan, find_moves, slots_of
from strategies.fill_or_bust.win_policy import BAD_CHOICE, DONE, spread_turn
from strategies.fill_or_bust.win_sweep import Turns
from strategies.fill_or_bust.win_tables import IDLE, aligned_record, lay_solver
from strategies.registry import player

__all__ = ["OPTIMAL", "Spreader", "check_evaluable", "turns_of"]

OPTIMAL = "optimal_win"
"""The one strategy whose table is a plan of all its choices."""

N_PROBES = 24
"""Pairs of scores at which a strategy is tried for what it heeds."""


@dataclass(frozen=True)
class Probe:
    """A part of the view that the solver's state does not hold, and other values to show."""

    what: str
    fields: tuple[tuple[str, int], ...]


PROBES = (
    Probe("random numbers", (("rng.seed", 987_654_321), ("rng.block", 77), ("rng.turn", 3))),
    Probe("the number of the turn", (("turn", 41), ("own_turn", 20))),
    Probe("the seat it sits in", (("seat", 1),)),
    Probe("the rotation", (("rotation", 1),)),
)


class Spreader:
    """Asks one strategy under one set of rules and spreads its turns.

    Parameters
    ----------
    rules : Rules
    asked : Player
    may_plan : bool, default True
        Whether to look choices up where all of them are known beforehand, which is much faster:
        those of `optimal_win`, and of a strategy that heeds no scores.
    """

    def __init__(self, rules: Rules, asked: Player, may_plan: bool = True) -> None:
        self.may_plan = may_plan and rules.fill_1000 != "flat"
        self.rules, self.asked = rules, asked
        self.bench = aligned_record(BENCH)
        lay_solver(self.bench["solver"], rules)
        self.goal = goal = int(self.bench["solver"]["goal"][0])
        self.grids = {
            "ends": np.zeros((goal, goal)),
            "again": np.zeros((goal, goal)),
            "waiting": np.zeros((goal, goal)),
            "draws": np.zeros((goal, goal, goal + 1)),
        }
        for name, grid in self.grids.items():
            self.bench["flow"][name] = (grid.ctypes.data, grid.size)
        _lay_game(self.bench, rules)
        if asked.table is not None:
            place = (asked.table.ctypes.data, len(asked.table))
            self.bench["seen"]["table"] = np.array([place], self.bench["seen"]["table"].dtype)
        self.bench["seen"]["params"][0, : len(asked.params)] = asked.params
        self.choosers = (asked.choose,)
        self.record = self.bench.view(np.recarray) if is_interpreted() else self.bench
        _compile()

    @property
    def solution(self) -> np.ndarray | None:
        """The plan of all choices, where the strategy is the solution itself."""
        return self.asked.table if self.asked.spec == OPTIMAL else None

    def spread(self, own: int, other: int) -> tuple[float, np.ndarray, np.ndarray]:
        """Chance to win, targets and chances of one turn, as `Turns` has them."""
        status = spread_turn(own, other, self.choosers, self.record)
        if status != DONE:
            self._refuse(
                "returned an option that does not exist"
                if status == BAD_CHOICE
                else "need not end its turn"
            )
        targets, chances = [], []
        for name in ("ends", "again"):
            grid = self.grids[name]
            places = np.flatnonzero(grid[:, : other + 1])
            reached, low = places // (other + 1), places % (other + 1)
            chances.append(grid[reached, low])
            grid[reached, low] = 0.0
            is_end = name == "ends"
            place = low * self.goal + reached if is_end else -1 - reached * self.goal - low
            targets.append(place)
        return float(self.bench["flow"]["won"][0]), np.concatenate(targets), np.concatenate(chances)

    def spread_all(self) -> Turns:
        """All turns, the strategy having been tried for what it heeds."""
        if self.solution is not None and self.may_plan:
            self._follow(self.solution)
        else:
            self.find_what_it_heeds()
            is_blind = not mentions(self.asked.choose, "scores")
            if self.may_plan and is_blind and not self.bench["flow"]["sees_banked"][0]:
                self._follow(self._ask_for_a_plan())
        n = self.goal * self.goal
        won, first = np.zeros(n), np.zeros(n + 1, np.int64)
        targets, chances = [], []
        for place in range(n):
            won[place], target, chance = self.spread(*divmod(place, self.goal))
            first[place + 1] = first[place] + len(target)
            targets.append(target)
            chances.append(chance)
        return Turns(won, first, np.concatenate(targets), np.concatenate(chances))

    def _ask_for_a_plan(self) -> np.ndarray:
        """The plan of a strategy that heeds no scores."""
        solver = self.bench["solver"][0]
        rows = np.zeros((self.goal, self.goal, 2), np.int64)
        rows[:, :, 1] = self.goal
        slots = slots_of(self.rules, solver)
        plan = empty_plan(solver, slots[0], rows)
        n_known = ask_all(self.choosers, self.record, slots, plan)
        if n_known < 0:
            self._refuse("returned an option that does not exist")
        if n_known == len(plan.book):
            self._refuse("makes too many different choices")
        return plan.finished(n_known)

    def _follow(self, plan: np.ndarray) -> None:
        """Look choices up in a plan from now on."""
        solver, flow = self.bench["solver"][0], self.bench["flow"]
        self.plan = plan, *find_moves(plan, slots_of(self.rules, solver))
        for name, array in zip(("plan", "first_move", "moves"), self.plan, strict=True):
            flow[name] = (array.ctypes.data, array.size)
        used = np.flatnonzero(solver["kind"][: solver["n_lanes"]] != IDLE)
        flow["rank"][0, used] = np.arange(len(used))
        flow["is_planned"] = 1

    def find_what_it_heeds(self) -> None:
        """Refuse a strategy whose turns change with what the solver does not know."""
        flow = self.bench["flow"]
        banks = "bank" in (self.rules.double_trouble_after, self.rules.vengeance_after)
        flow["sees_banked"] = 0
        plain = self._sample()
        for probe in PROBES:
            with _shown(self.bench["seen"], probe.fields):
                if not _equal(plain, self._sample()):
                    self._refuse(f"heeds {probe.what}")
        if any(card.kind == "must_bust" and card.count for card in self.rules.cards):
            flow["fills"] = 2
            if not _equal(plain, self._sample()):
                self._refuse("heeds the number of fills under Must Bust")
            flow["fills"] = 0
        if banks:
            flow["shift"] = 6
            flow["sees_banked"] = not _equal(plain, self._sample())
            flow["shift"] = 0
            if flow["sees_banked"][0] and self.rules.vengeance_tied_drawer == "pays":
                self._refuse(
                    "heeds points banked in mid-turn, under rules where these and losses "
                    "to a Vengeance can meet in one turn"
                )

    def _sample(self) -> list[tuple[float, np.ndarray, np.ndarray]]:
        places = np.linspace(0, self.goal * self.goal - 1, N_PROBES).astype(int)
        return [self.spread(*divmod(int(place), self.goal)) for place in places]

    def _refuse(self, reason: str) -> None:
        raise UsageError(
            f"strategy {self.asked.spec} {reason}, so that it cannot be evaluated exactly; "
            "allowed: strategies that depend on scores, points of the turn, dice and card only "
            "(try: fillsim compare, which plays)"
        )


class _shown:
    """Shows other values in the view for a while."""

    def __init__(self, view: np.ndarray, fields: tuple[tuple[str, int], ...]) -> None:
        self.view, self.fields = view, fields
        self.before = view.copy()

    def __enter__(self) -> None:
        for name, value in self.fields:
            record: Any = self.view
            *path, last = name.split(".")
            for part in path:
                record = record[part]
            record[last] = value

    def __exit__(self, *error: object) -> None:
        self.view[:] = self.before


def _equal(first: list[Any], second: list[Any]) -> bool:
    return all(
        a[0] == b[0] and np.array_equal(a[1], b[1]) and np.array_equal(a[2], b[2])
        for a, b in zip(first, second, strict=True)
    )


def _lay_game(bench: np.ndarray, rules: Rules) -> None:
    """The game as the kernel has it, with a full deck, and the chances of all rolls."""
    game, view, flow = bench["game"], bench["seen"], bench["flow"]
    GAME.lay_table(game, rules, 2)
    game["state"]["n_seats"] = 2
    for i, card in enumerate(rules.cards):
        game["state"]["cards_left"][0, i] = card.count
    view["n_seats"] = 2
    view["turn"] = 1
    view["goal"] = rules.goal
    n = 0
    for n_dice in range(1, rules.dice + 1):
        flow["first_roll"][0, n_dice] = n
        for choice_set, chance in choice_distribution(build_scoring(rules), n_dice).items():
            if choice_set != 0:
                flow["choice_set"][0, n], flow["chance"][0, n] = choice_set, float(chance)
                n += 1
    flow["first_roll"][0, rules.dice + 1 :] = n


def mentions(function: Any, name: str) -> bool:
    """Whether a strategy, or anything of the project that it calls, names a field of the view.

    Compiled code reaches a field by its name only, so that one which never occurs is not read.
    """
    seen: set[Any] = set()
    waiting = [function]
    while waiting:
        asked = waiting.pop()
        plain = getattr(asked, "py_func", asked)
        if plain in seen:
            continue
        seen.add(plain)
        code = plain.__code__
        if name in (*code.co_names, *code.co_consts) or plain.__closure__:
            return True
        named = [plain.__globals__[n] for n in code.co_names if n in plain.__globals__]
        if any(isinstance(value, ModuleType) and value not in (np, numba) for value in named):
            return True  # What is reached through a module of one's own is not followed.
        waiting += [value for value in named if hasattr(value, "py_func")]
    return False


@lru_cache(maxsize=1)
def _compile() -> None:
    """Compile for every strategy at once, as the game's own kernel is."""
    if not is_interpreted():
        chooser = types.UniTuple(types.FunctionType(GAME.strategy_signature), 1)
        record, slots = (numba.typeof(np.zeros(1, kind)) for kind in (BENCH, SLOTS))
        numbers, book = np.zeros(1), np.zeros((1, 1))
        plan = numba.typeof(Plan(numbers, numbers, book, np.zeros(1, np.int32)))
        spread_turn.compile(  # type: ignore[attr-defined]
            (types.int64, types.int64, chooser, record)
        )
        ask_all.compile((chooser, record, slots, plan))  # type: ignore[attr-defined]


@lru_cache(maxsize=16)
def _turns_of(rules: Rules, spec: str) -> Turns:
    return Spreader(rules, player(GAME, rules, spec)).spread_all()


def check_evaluable(rules: Rules, strategy: str | Player) -> None:
    """Refuse a strategy that cannot be evaluated, long before all its turns are known."""
    chosen = strategy if isinstance(strategy, Player) else player(GAME, rules, strategy)
    spreader = Spreader(rules, chosen)
    if spreader.solution is None:
        spreader.find_what_it_heeds()


def turns_of(rules: Rules, strategy: str | Player) -> Turns:
    """All turns of a strategy, given by its text form or made ready to play."""
    if isinstance(strategy, Player):
        return Spreader(rules, strategy).spread_all()
    return _turns_of(rules, strategy)
