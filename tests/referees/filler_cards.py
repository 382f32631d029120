"""Component files of Filler as the referee reads them, and what covers what.

Read with csv and tomllib only; whether the files are sensible is the validator's affair. That
cards cover a recipe is taken literally: some assignment of icons to requirements exists.
"""

import csv
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

SYMBOLS = ("star", "coin", "trophy")
WILD = "any"


class RefereeError(Exception):
    """What breaks the ruling, and where: ``day 3: seat 1: fill 2: ...``."""


def require(holds: bool, message: str) -> None:
    if not holds:
        raise RefereeError(message)


def must_equal(what: str, found: Any, wanted: Any) -> None:
    if not is_same(found, wanted):
        raise RefereeError(f"{what} is {found!r}, must be {wanted!r}")


def is_same(found: Any, wanted: Any) -> bool:
    """Equality that tells 1 from 1.0 and from true, at any depth."""
    if type(found) is not type(wanted):
        return False
    if isinstance(found, list):
        return len(found) == len(wanted) and all(map(is_same, found, wanted))
    if isinstance(found, dict):
        return found.keys() == wanted.keys() and all(is_same(found[k], wanted[k]) for k in found)
    return bool(found == wanted)


@contextmanager
def at(place: str) -> Iterator[None]:
    try:
        yield
    except RefereeError as error:
        raise RefereeError(f"{place}: {error}") from None


def read(table: Any, key: str, kind: type) -> Any:
    if not isinstance(table, Mapping):
        raise RefereeError(f"{table!r} must be a table of fields")
    require(key in table, f"missing field '{key}'")
    value = table[key]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise RefereeError(f"{key} is {value!r}, of the wrong kind")
    return value


@dataclass(frozen=True)
class Card:
    """A recipe or a chef card; `minutes` is None where no time is printed."""

    id: str
    deck: str
    minutes: int | None
    gives: tuple[str, ...]
    requires: tuple[str, ...]
    points: tuple[str, ...]
    ability: str

    def symbols(self) -> Counter[str]:
        return Counter(self.points)


@dataclass(frozen=True)
class Personality:
    """Ordered criteria and the rules it alters."""

    name: str
    picks: tuple[str, ...]
    time_shift_min: int = 0
    set_bonus: int = 2
    fills_when_first: int = 1
    reserve_to: str = "top"
    reads_abilities: frozenset[str] = frozenset()
    discards_book_card: bool = False


RULES: dict[str, type] = {
    "time_shift_min": int,
    "set_bonus": int,
    "fills_when_first": int,
    "reserve_to": str,
    "reads_abilities": list,
    "discards_book_card": bool,
}
"""The rules a personality may alter."""


@dataclass(frozen=True)
class Components:
    """All cards by id, the classes of fillings, the personalities by name."""

    cards: dict[str, Card]
    sets: dict[str, set[str]]
    common: frozenset[str]
    rare: frozenset[str]
    personalities: dict[str, Personality] = field(default_factory=dict)

    def is_covered_by(self, requirement: str, icon: str) -> bool:
        if requirement == WILD or icon == WILD:
            return True
        if requirement == "common":
            return icon in self.common
        if requirement == "rare":
            return icon in self.rare
        return icon == requirement

    def can_pay(self, cards: Iterable[str], recipe: str) -> bool:
        """Whether the icons these cards give can be laid on the recipe's requirements, 1 to 1."""
        icons = Counter(icon for card in cards for icon in self.cards[card].gives)
        return self._can_lay(icons, self.cards[recipe].requires)

    def _can_lay(self, icons: Counter[str], requires: tuple[str, ...]) -> bool:
        if not requires:
            return True
        for icon in list(icons):
            if icons[icon] and self.is_covered_by(requires[0], icon):
                icons[icon] -= 1
                is_laid = self._can_lay(icons, requires[1:])
                icons[icon] += 1
                if is_laid:
                    return True
        return False

    def is_minimal(self, cards: list[str], recipe: str) -> bool:
        """Whether no smaller part of the cards would pay."""
        return not any(
            self.can_pay(part, recipe)
            for size in range(len(cards))
            for part in combinations(cards, size)
        )


def read_components(folder: Path) -> Components:
    """The four files of a folder."""
    cards: dict[str, Card] = {}
    sets: dict[str, set[str]] = {}
    for row in _rows(folder / "recipes.csv"):
        cards[row["id"]] = _card(row["id"], row["deck"], row)
    for row in _rows(folder / "chefs.csv"):
        card = _card(f"{row['set']}/{row['name']}", "chef", row)
        cards[card.id] = card
        sets.setdefault(row["set"], set()).add(card.id)
    classes = tomllib.loads((folder / "fillings.toml").read_text("utf-8"))
    entries = tomllib.loads((folder / "personalities.toml").read_text("utf-8"))["personality"]
    personalities = {entry["name"]: read_personality(entry) for entry in entries}
    common, rare = frozenset(classes["common"]), frozenset(classes["rare"])
    return Components(cards, sets, common, rare, personalities)


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def _card(card_id: str, deck: str, row: dict[str, str]) -> Card:
    minutes = None
    if row["time"]:
        hours, rest = row["time"].split(":")
        minutes = 60 * int(hours) + int(rest)
    return Card(
        card_id,
        deck,
        minutes,
        _multiset(row["gives"]),
        _multiset(row.get("requires", "")),
        _multiset(row["points"]),
        row.get("ability") or "none",
    )


def _multiset(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split("+") if word.strip())


def read_personality(entry: Any) -> Personality:
    """From the data file or from a replay document; rules not named are not altered."""
    rules = dict(read(entry, "rules", Mapping)) if "rules" in entry else {}
    require(rules.keys() <= RULES.keys(), f"unknown rules {sorted(rules.keys() - RULES.keys())}")
    for name, value in rules.items():
        require(type(value) is RULES[name], f"{name} is {value!r}, of the wrong kind")
    if "reads_abilities" in rules:
        words = rules["reads_abilities"]
        require(all(isinstance(word, str) for word in words), f"reads_abilities is {words!r}")
        rules["reads_abilities"] = frozenset(words)
    return Personality(read(entry, "name", str), tuple(read(entry, "picks", list)), **rules)
