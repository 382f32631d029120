"""TOML files of components: complaints that name the line of a value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from simcore.errors import UsageError

__all__ = ["Place", "read_toml", "text_list"]

_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')|#[^\n]*')


@dataclass(frozen=True)
class Place:
    """A part of a file, for messages: its text from `start` to `end`, both as places in it."""

    file: str
    text: str
    start: int
    end: int

    def table(self, name: str, number: int) -> Place:
        """The part of table ``[[name]]`` number `number`, from 0."""
        headers = rf"^\s*\[\[\s*{re.escape(name)}\s*\]\]"
        begins = [m.end() for m in re.finditer(headers, self.text, re.MULTILINE)]
        if number >= len(begins):
            return self
        ends = [*begins, self.end]
        return Place(self.file, self.text, begins[number], ends[number + 1])

    def line(self, key: str, value: Any = None) -> int:
        """Line of `key`, or of a value that follows it; else where this part begins."""
        part = self.text[self.start : self.end]
        found = re.search(rf"(?<![\w.\"']){re.escape(key)}[\"']?\s*(?:=|\])", part)
        place = found.end() if found else 0
        if found and value is not None:
            place = max(part.find(f'"{value}"', place), part.find(f"'{value}'", place), place)
        return self.text.count("\n", 0, self.start + place) + 1

    def refuse(self, key: str, value: Any, allowed: str, among: Any = None) -> UsageError:
        """The complaint about one value; `among`: it stands in the list of this key."""
        line = self.line(among or key, value if among else None)
        return UsageError(f"{self.file}:{line}: {key} = {value!r}; allowed: {allowed}")

    def check_keys(
        self, values: Mapping[str, Any], needed: Collection[str], optional: Collection[str] = ()
    ) -> None:
        """Refuse keys that are unknown or missing."""
        for key in values:
            if key not in {*needed, *optional}:
                known = ", ".join([*needed, *optional])
                where = f"{self.file}:{self.line(key)}"
                raise UsageError(f"{where}: unknown key '{key}'; allowed: {known}")
        for key in needed:
            if key not in values:
                raise UsageError(f"{self.file}:{self.line(key)}: '{key}' is missing")


def read_toml(text: str, file: str) -> tuple[dict[str, Any], Place]:
    """The values of a TOML text, and where they stand."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # "... (at line 3, column 7)", or "... (at end of document)".
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise UsageError(f"{file}:{line}: not a TOML file: {error}") from None
    # Comments become blanks of the same length, so that places and lines stay what they are.
    plain = _COMMENT.sub(lambda found: found[1] or " " * len(found[0]), text)
    return values, Place(file, plain, 0, len(plain))


def text_list(place: Place, key: str, values: Any) -> tuple[str, ...]:
    """A list of different texts that is not empty."""
    is_list = isinstance(values, list) and all(isinstance(value, str) for value in values)
    if not is_list or not values:
        raise place.refuse(key, values, "a list of texts, at least one")
    for value in values:
        if values.count(value) > 1:
            raise place.refuse(key, value, "each text once", among=key)
    return tuple(values)
