"""The rules of Fillit as data: every line a house rule may change is a field.

Source: the rulebook. Where it is silent, docstrings say ``Ruling:``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from simcore.errors import UsageError, unknown_name
from simcore.fillit.configurations import Configuration, configuration
from simcore.fillit.generate import generate_layout
from simcore.fillit.geometry import cells
from simcore.fillit.layouts import RECONSTRUCTION, Layout, load_layout
from simcore.fillit.records import MAX_CAP
from simcore.rules_file import read_rules

__all__ = ["Rules", "load_rules", "rules_from_values"]

RANDOM = "random:"
"""Prefix of a generated layout's name; its seed follows."""

SWITCHES = ("third_repeat_ends", "stone_may_enter_centre")


@dataclass(frozen=True)
class Rules:
    """Everything a house rule of Fillit may change.

    Attributes
    ----------
    config : str
        Key of `CONFIGURATIONS`: board, players, sides, chips and stones.
    layout : str
        ``A`` or ``B`` (reconstructions), ``random:SEED`` (generated), or a file.
    first : int
        Player who begins; the order is cyclic.
    cap : int
        Turns of all players together after which the game is unfinished. Ruling: the rulebook
        knows no repetition rule, so something must end games that go round in circles.
    chips : int
        Chips of each side, those on the board included; 0: as printed.
    third_repeat_ends : bool
        Whether a position that occurs for the third time ends the game as unfinished.
    stone_may_enter_centre : bool
        Whether one stone may stand on the centre. Ruling: nothing but a stone; it leaves to an
        empty cell or by swapping with a stone.
    """

    config: str
    layout: str
    first: int
    cap: int
    chips: int
    third_repeat_ends: bool
    stone_may_enter_centre: bool
    start: Layout
    name: str = dataclasses.field(default="", compare=False)

    @property
    def setting(self) -> Configuration:
        """The configuration behind `config`."""
        return configuration(self.config, self.name)

    @property
    def chips_per_side(self) -> int:
        """Chips of each side, on the board and in hand."""
        return self.chips or self.setting.chips

    @property
    def notice(self) -> str:
        """What outputs must say about the layout; empty where there is nothing to say."""
        words = RECONSTRUCTION if self.start.is_reconstruction else ""
        return " ".join(text for text in (words, self.start.note) if text)

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, as a rules file or a replay writes them."""
        values = dataclasses.asdict(self)
        del values["name"], values["start"]
        return values


def load_rules(source: str = "rulebook", changes: Iterable[str] = ()) -> Rules:
    """Rules of a preset or a TOML file, with single changes applied.

    Parameters
    ----------
    source : str
        ``rulebook`` (2 players), ``3p``, ``2v2``, ``mini2``, ``mini3`` or a TOML file.
    changes : iterable of str
        ``field=value`` texts, e.g. ``layout=B`` or ``layout=random:7``.

    Raises
    ------
    UsageError
        Names the source, the field, the value and what is allowed.
    """
    changes = tuple(changes)
    values = read_rules(__package__ or "simcore.fillit", source, changes)
    return rules_from_values(values, " ".join([source, *changes]))


def rules_from_values(values: Mapping[str, Any], name: str) -> Rules:
    """Validated `Rules` from plain values; `name` stands in messages and reports."""
    fields = {field.name for field in dataclasses.fields(Rules)} - {"name", "start"}
    for field in values:
        if field not in fields:
            raise unknown_name("rules field", field, fields, f" (in {name})")
    for field in sorted(fields - set(values)):
        raise UsageError(f"{name}: field '{field}' is missing")
    setting = configuration(values["config"], name)
    most = len(cells(setting.board)) - 1
    _check_whole(name, "first", values["first"], 0, setting.n_players - 1)
    _check_whole(name, "cap", values["cap"], 1, MAX_CAP)
    if values["chips"] != 0:
        _check_whole(name, "chips", values["chips"], setting.sides.count(0) + 1, most)
    for field in SWITCHES:
        if not isinstance(values[field], bool):
            raise _refused(name, field, values[field], "true | false")
    start = _layout(name, setting.name, values["layout"])
    return Rules(**values, start=start, name=name)


def _refused(name: str, field: str, value: Any, allowed: str) -> UsageError:
    return UsageError(f"{name}: {field} = {value!r}; allowed: {allowed}")


def _check_whole(name: str, field: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _refused(name, field, value, f"a whole number from {low} to {high}")


def _layout(name: str, config: str, source: Any) -> Layout:
    if not isinstance(source, str) or not source:
        raise _refused(name, "layout", source, "A | B | random:SEED | a layout file")
    if not source.startswith(RANDOM):
        return load_layout(config, source)
    seed = source.removeprefix(RANDOM)
    if not seed.isdecimal() or int(seed) >= 2**64:
        raise _refused(name, "layout", source, "random: and a seed from 0 to 2**64 - 1")
    return generate_layout(config, int(seed))
