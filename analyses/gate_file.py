"""Gate files: which bounds a set of rules must keep, read from TOML with teaching errors."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcore.errors import UsageError, unknown_name
from simcore.games import game_names, load_game

__all__ = ["Check", "GateFile", "read_gate"]

TOP = ("game", "rules", "set", "seed", "games", "players", "strategy", "check")
OF_CHECK = ("measure", "at_least", "at_most", "within", "players", "strategy", "strategies")
SHARES = ("first_seat_advantage", "seat_spread")
POINTS = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*(?:pp|points?|%)\s*")


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
        seats = f", {self.players} players" if self.players else ""
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
    changes : tuple of str
        Single changes of the rules.
    seed, games : int
        Of every check; the games are the most that one check plays.
    players : int
        Number of players of checks that do not say.
    strategy : str
        Who plays in checks that do not say.
    checks : tuple of Check
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


class _Reader:
    """One gate file while it is read: knows where its lines are."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text("utf-8")
            self.values: dict[str, Any] = tomllib.loads(self.text)
        except OSError as error:
            raise UsageError(f"gate file {path}: {error.strerror}; allowed: a TOML file") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UsageError(f"gate file {path}: {error}; allowed: TOML") from None
        lines = self.text.splitlines()
        self.starts = [
            k for k, line in enumerate(lines, 1) if re.match(r"\s*\[\[\s*check\s*\]\]", line)
        ]
        self.lines = lines

    def line_of(self, key: str, place: int | None = None) -> int:
        """The line of a key at the top, or in the check at `place`; the check's own if missing."""
        begin = 1 if place is None else self.starts[place]
        later = (
            [start for start in self.starts if start > begin] if place is not None else self.starts
        )
        end = (later or [len(self.lines) + 1])[0]
        for number in range(begin, end):
            if re.match(rf"\s*{re.escape(key)}\s*=", self.lines[number - 1]):
                return number
        return begin

    def refuse(self, key: str, found: Any, allowed: str, place: int | None = None) -> UsageError:
        """An error that names file, line, key, value and what is allowed."""
        where = f"{self.path}, line {self.line_of(key, place)}"
        return UsageError(f"{where}: {key} = {found!r}; allowed: {allowed}")

    def known(self, values: dict[str, Any], keys: tuple[str, ...], place: int | None) -> None:
        """Refuse keys that mean nothing."""
        for key in values:
            if key not in keys:
                where = f" ({self.path}, line {self.line_of(key, place)})"
                raise unknown_name("key", key, keys, where)

    def whole(
        self, values: dict[str, Any], key: str, default: int, least: int, place: int | None = None
    ) -> int:
        """A whole number."""
        if key not in values:
            return default
        found = values[key]
        if isinstance(found, bool) or not isinstance(found, int) or found < least:
            raise self.refuse(key, found, f"a whole number, {least} or more", place)
        return found

    def text_of(self, values: dict[str, Any], key: str, default: str, place: int | None) -> str:
        """A text."""
        found = values.get(key, default)
        if not isinstance(found, str):
            raise self.refuse(key, found, "a text", place)
        return found

    def texts(self, values: dict[str, Any], key: str, place: int | None) -> tuple[str, ...]:
        """A list of texts."""
        found = values.get(key, [])
        if not isinstance(found, list) or not all(isinstance(it, str) for it in found):
            raise self.refuse(key, found, 'a list of texts, e.g. ["a", "b"]', place)
        return tuple(found)

    def bound(self, values: dict[str, Any], key: str, default: float, place: int) -> float:
        """A number, or points as text: "2 points" is 0.02."""
        found = values.get(key, default)
        if isinstance(found, str) and (match := POINTS.fullmatch(found)):
            return float(match.group(1)) / 100.0
        if isinstance(found, bool) or not isinstance(found, int | float):
            raise self.refuse(key, found, 'a number, or points as "2 points"', place)
        return float(found)

    def check(self, values: Any, place: int) -> Check:
        """One check."""
        if not isinstance(values, dict) or "measure" not in values:
            raise self.refuse("measure", None, "what is bounded, e.g. 'turns_mean'", place)
        self.known(values, OF_CHECK, place)
        infinity = float("inf")
        if "within" in values:
            if {"at_least", "at_most"} & set(values):
                raise self.refuse(
                    "within", values["within"], "either it or at_least, at_most", place
                )
            high = self.bound(values, "within", infinity, place)
            low = -high
        else:
            low = self.bound(values, "at_least", -infinity, place)
            high = self.bound(values, "at_most", infinity, place)
        if low == -infinity and high == infinity:
            raise self.refuse("at_most", None, "at_least, at_most or within", place)
        if not low < high:
            raise self.refuse("at_most", values.get("at_most"), f"above at_least = {low:g}", place)
        one = self.text_of(values, "strategy", "", place)
        names = self.texts(values, "strategies", place) or ((one,) if one else ())
        players = self.whole(values, "players", 0, 1, place)
        measure = self.text_of(values, "measure", "", place)
        return Check(measure, low, high, players, names, self.starts[place])


def read_gate(path: Path, *, strategy: str = "") -> GateFile:
    """Read a gate file.

    Parameters
    ----------
    path : Path
        A TOML file; `examples/gate.toml` shows all keys.
    strategy : str
        Who plays where the file does not say.

    Raises
    ------
    UsageError
        Names file, line, key, value and what is allowed.
    """
    reader = _Reader(path)
    values = reader.values
    reader.known(values, TOP, None)
    game = reader.text_of(values, "game", "", None)
    if game not in game_names():
        raise reader.refuse("game", game, ", ".join(game_names()))
    rows = values.get("check", [])
    if not isinstance(rows, list) or not rows or len(rows) != len(reader.starts):
        raise UsageError(f"gate file {path}: no check; allowed: one [[check]] or more")
    return GateFile(
        path,
        game,
        reader.text_of(values, "rules", load_game(game).presets[0], None),
        reader.whole(values, "seed", 1, 0),
        reader.whole(values, "games", 1_000_000, 1),
        reader.whole(values, "players", max(2, load_game(game).seats[0]), 1),
        reader.text_of(values, "strategy", strategy, None),
        tuple(reader.check(row, place) for place, row in enumerate(rows)),
        reader.texts(values, "set", None),
    )
