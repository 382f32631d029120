"""Gates: stated bounds on balance numbers, each passed, failed or undecided."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.gates.checks import (
    FIRST_SEAT,
    SEAT_SPREAD,
    Checked,
    Outcome,
    Ways,
    decide,
    measures_of_game,
)
from analyses.gates.terms import Check, GateFile
from analyses.gates.told import Told, is_self_play, same_bounds, tell
from analyses.matches import rules_record
from analyses.reach.generated import n_usual
from analyses.runs.lineup import Progress, setting
from analyses.tables import records, spread_out, table
from simcore.errors import UsageError
from simcore.games import Game

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Gate", "gate", "stated_checks"]


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
        In the order of the file; with ``tiers = "kept"``, one for each tier.
    is_complete : bool
        False when the run was interrupted.
    told : tuple of Told
        The checks for other tiers and under generated components; they change no outcome.
    """

    file: GateFile
    rules: Any
    checks: tuple[Checked, ...]
    is_complete: bool
    told: tuple[Told, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Fail if any check fails, pass if all pass, else undecided."""
        found = [it.outcome for it in self.checks]
        if "fail" in found:
            return "fail"
        n_stated = len(stated_checks(self.file))
        return "pass" if found == ["pass"] * n_stated else "undecided"

    @property
    def n_games(self) -> int:
        """Games that were played."""
        told = {id(it): it for told in self.told for it in told.answers}
        every = {id(it): it for it in self.checks} | told
        return sum(it.blocks.n_games for it in every.values())

    def to_frame(self) -> pd.DataFrame:
        """One row per check."""
        return table(self._row(it) for it in self.checks)

    def told_frame(self) -> pd.DataFrame:
        """One row for each check and each tier or set of components it was asked of besides."""
        return table(row for it in self.told for row in it.rows())

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
        lines = [line for it in self.checks for line in (it.text, *self._told_of(it))]
        return "\n".join([*lines, f"{self.outcome}: {n} checks, {told}{stopped}"])

    def _told_of(self, it: Checked) -> list[str]:
        """What is told of a check, below the last line about it."""
        of_line = [other for other in self.checks if other.check.line == it.check.line]
        if it is not of_line[-1]:
            return []
        told = [found for found in self.told if found.stated.check.line == it.check.line]
        lines = [found.text for found in told]
        is_asked = self.file.tiers != "off" and self.file.ladder
        if is_asked and not is_self_play(self.file, it.check):
            lines.insert(0, "of these strategies only: no tiers")
        return [f"{'':11}{line}" for line in lines]

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
            "told": [it.to_json() for it in self.told],
        }


def stated_checks(file: GateFile) -> list[Check]:
    """The checks that decide a gate: those of the file, for every tier where all tiers count."""
    found = []
    for check in file.checks:
        is_kept = file.tiers == "kept" and is_self_play(file, check)
        found += [check, *(same_bounds(file, check) if is_kept else [])]
    return found


def gate(
    file: GateFile, *, workers: int = 1, backend: str = "threads", progress: Progress | None = None
) -> Gate:
    """Play until every check of a gate is decided, or its games are used up.

    Parameters
    ----------
    file : GateFile
        From `analyses.gates.file.read_gate`; without a ladder, no tiers are asked.
    workers, backend, progress
        See `analyses.runs.lineup`.

    Returns
    -------
    Gate
        Every check with its estimate and outcome, and for which tiers of play and over how many
        generated decks or layouts the same bounds are kept.

    Notes
    -----
    Each check is looked at as often as `analyses.runs.stopping.looks` says, with any-time intervals
    that share the 5 % over all checks (Bonferroni): the chance that any check of the gate passes
    or fails wrongly is at most 5 %. What is only told has 5 % of its own, and is given up where
    the games that are left will hardly decide it.
    """
    rules = file.load_rules()
    options: Any = {"rules": rules, "workers": workers, "backend": backend, "progress": progress}
    plan = setting(file.game, file.seed, options)
    _refuse(file, plan.game)
    stated, found = stated_checks(file), list[Checked]()
    ways = Ways(plan, file.games, len(stated))
    for check in stated:
        if plan.is_complete:
            found.append(decide(ways, check, file.line_up(check)))
    n = n_usual(file.game, rules) if file.ensemble is None else file.ensemble
    told: list[Told] = []
    is_complete = False
    with suppress(KeyboardInterrupt):
        for it in tell(plan, file, found, n):
            told.append(it)  # one by one: an interruption keeps them
        is_complete = plan.is_complete
    return Gate(file, rules, tuple(found), is_complete, tuple(told))


def _refuse(file: GateFile, game: Game) -> None:
    """Refuse checks that cannot be asked, before a game is played."""
    if file.tiers == "kept" and not file.ladder:
        raise UsageError(f"{file.path}: tiers = 'kept'; allowed: where every tier has a strategy")
    allowed = measures_of_game(game)
    for check in file.checks:
        if check.measure not in allowed:
            raise UsageError(file.complaint(check, "measure", check.measure, ", ".join(allowed)))
        n_seats = len(file.line_up(check))
        if n_seats < 2 and check.measure in (FIRST_SEAT, SEAT_SPREAD):
            raise UsageError(file.complaint(check, "players", n_seats, "2 or more"))
