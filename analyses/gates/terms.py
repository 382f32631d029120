"""What a gate says: which bounds a set of rules must keep, and of whom it is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from simcore.games import load_game

__all__ = ["SHARES", "Check", "GateFile", "TiersAsked"]

SHARES = ("first_seat_advantage", "seat_spread")
"""Measures that are differences of shares, written in points."""

TiersAsked = Literal["told", "kept", "off"]
"""Whether tiers of play are asked besides: told only, or bound to keep every check, or not."""


@dataclass(frozen=True)
class Check:
    """One bound.

    Attributes
    ----------
    measure : str
        What is bounded.
    low, high : float
        Allowed from and to; infinite where nothing is said.
    players : int
        Number of players; 0 for the file's.
    strategies : tuple of str
        Who plays; one plays itself; none for the file's.
    line : int
        Of the file, where the check begins.
    """

    measure: str
    low: float
    high: float
    players: int = 0
    strategies: tuple[str, ...] = ()
    line: int = 0

    @property
    def bounds(self) -> tuple[float, ...]:
        """Those that are finite."""
        return tuple(x for x in (self.low, self.high) if abs(x) < float("inf"))

    @property
    def is_share(self) -> bool:
        """Whether it is a share of the games, written in points."""
        return self.measure in SHARES or self.measure.endswith("_rate")

    @property
    def scale(self) -> float:
        """Units in 1.0."""
        return 100.0 if self.is_share else 1.0

    @property
    def unit(self) -> str:
        """What is printed behind a value."""
        if self.measure in SHARES:
            return " points"
        return " %" if self.is_share else ""

    @property
    def title(self) -> str:
        """The measure and who played, as far as the check says."""
        who = f" of {' v '.join(self.strategies)}" if self.strategies else ""
        plural = "s" if self.players > 1 else ""
        seats = f", {self.players} player{plural}" if self.players else ""
        return f"{self.measure}{who}{seats}"

    @property
    def bounds_text(self) -> str:
        """The bounds in words."""
        low, high = (f"{self.scale * x:.6g}" for x in (self.low, self.high))
        if self.low == -self.high:
            return f"within {high}{self.unit}"
        if len(self.bounds) == 2:
            return f"{low} to {high}{self.unit}"
        return (
            f"at most {high}{self.unit}"
            if self.high < float("inf")
            else f"at least {low}{self.unit}"
        )


@dataclass(frozen=True)
class GateFile:
    """A gate as its file says.

    Attributes
    ----------
    path : Path
    game, rules : str
        The game; a preset, or a rules file beside the gate.
    seed, games : int
        Of every check; the games are the most that one check plays.
    players : int
        Number of players of checks that do not say.
    strategy : str
        Who plays in checks that do not say.
    checks : tuple of Check
    changes : tuple of str
        Single changes of the rules.
    tiers : {'told', 'kept', 'off'}
        Whether checks in which one strategy plays itself are asked of every tier as well.
    ladder : tuple of str
        One strategy for each tier.
    ensemble : int, optional
        Generated decks or layouts that every check is asked under as well; None for what is
        usual for the rules.
    """

    path: Path
    game: str
    rules: str
    seed: int
    games: int
    players: int
    strategy: str
    checks: tuple[Check, ...]
    changes: tuple[str, ...] = field(default=())
    tiers: TiersAsked = "told"
    ladder: tuple[str, ...] = ()
    ensemble: int | None = None

    def load_rules(self) -> Any:
        """The rules, a file being looked for beside the gate."""
        game = load_game(self.game)
        beside = self.path.parent / self.rules
        source = str(beside) if self.rules not in game.presets and beside.exists() else self.rules
        return game.load_rules(source, self.changes)

    def line_up(self, check: Check) -> list[str]:
        """Who plays a check, by seat."""
        names = list(check.strategies) or [self.strategy]
        n_seats = check.players or max(self.players, len(names))
        return (names * n_seats)[:n_seats] if len(names) == 1 else names

    def complaint(self, check: Check, key: str, found: Any, allowed: str) -> str:
        """What is wrong in a check, and where."""
        return f"{self.path}, line {check.line}: {key} = {found!r}; allowed: {allowed}"
