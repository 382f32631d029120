"""Gate files: which bounds a set of rules must keep, read from TOML with teaching errors."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from analyses.gates.terms import Check, GateFile, TiersAsked
from analyses.reach.generated import components_of
from simcore.errors import UsageError, unknown_name
from simcore.games import game_names, load_game

__all__ = ["read_gate"]

TOP = ("game", "rules", "set", "seed", "games", "players", "strategy", "tiers", "ensemble", "check")
OF_CHECK = ("measure", "at_least", "at_most", "within", "players", "strategy", "strategies")
POINTS = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*(?:pp|points?|%)\s*")


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
        """A number, or a share of the games as text: "2 points" and "2 %" are 0.02."""
        if key not in values:
            return default
        found, is_share = values[key], Check(str(values["measure"]), 0.0, 0.0).is_share
        if isinstance(found, str) and is_share and (match := POINTS.fullmatch(found)):
            number = float(match.group(1)) / 100.0
        elif isinstance(found, bool) or not isinstance(found, int | float):
            more = ', or points as "2 points"' if is_share else "; it is no share of the games"
            raise self.refuse(key, found, f"a number{more}", place)
        else:
            number = float(found)
        if is_share and not -1.0 <= number <= 1.0:
            raise self.refuse(key, found, 'from -1 to 1, or as text, e.g. "53 %"', place)
        return number

    def tiers(self) -> TiersAsked:
        """Whether other tiers of play are asked."""
        found = self.values.get("tiers", True)
        if isinstance(found, bool):
            return "told" if found else "off"
        if found != "kept":
            raise self.refuse("tiers", found, 'true, false or "kept"')
        return "kept"

    def ensemble(self, game: str) -> int | None:
        """How many generated components are asked; None where nothing is said."""
        if "ensemble" not in self.values:
            return None
        wanted = self.whole(self.values, "ensemble", 0, 0)
        try:
            components_of(game)
        except UsageError as error:
            if wanted:
                raise self.refuse("ensemble", wanted, f"0, as {error}") from None
        return wanted

    def bounds(self, values: dict[str, Any], place: int) -> tuple[float, float]:
        """What is allowed, from and to; infinite where nothing is said."""
        infinity = float("inf")
        if "within" in values:
            given = values["within"]
            if {"at_least", "at_most"} & set(values):
                raise self.refuse("within", given, "either it or at_least, at_most", place)
            high = self.bound(values, "within", infinity, place)
            if high <= 0.0:
                raise self.refuse("within", given, "above 0", place)
            return -high, high
        low = self.bound(values, "at_least", -infinity, place)
        high = self.bound(values, "at_most", infinity, place)
        if low == -infinity and high == infinity:
            where = f"{self.path}, line {self.starts[place]}"
            raise UsageError(f"{where}: no bound; allowed: at_least, at_most or within")
        if not low < high:
            raise self.refuse("at_most", values.get("at_most"), f"above at_least = {low:g}", place)
        return low, high

    def check(self, values: Any, place: int) -> Check:
        """One check."""
        if not isinstance(values, dict) or "measure" not in values:
            raise self.refuse("measure", None, "what is bounded, e.g. 'turns_mean'", place)
        self.known(values, OF_CHECK, place)
        low, high = self.bounds(values, place)
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
        reader.tiers(),
        ensemble=reader.ensemble(game),
    )
