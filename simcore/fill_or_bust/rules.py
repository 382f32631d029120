"""The rules of Fill or Bust as data: every line a house rule may change is a field.

Sources: the rulebook (preset ``rulebook``) and the publisher's instructions of 1999 (preset
``bowman1999``). Where both are silent, docstrings say ``Ruling:``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.errors import UsageError, unknown_name
from simcore.rules_file import read_rules, rules_name

__all__ = [
    "BONUS",
    "DOUBLE_TROUBLE",
    "FILL",
    "KINDS",
    "MAX_CARDS",
    "MUST_BUST",
    "NO_DICE",
    "RULES",
    "VENGEANCE",
    "Card",
    "Rules",
    "load_rules",
]

KINDS = ("no_dice", "vengeance", "bonus", "double_trouble", "fill", "must_bust")
NO_DICE, VENGEANCE, BONUS, DOUBLE_TROUBLE, FILL, MUST_BUST = range(len(KINDS))

MAX_CARDS = 16
"""Different cards a deck may have."""

AT_ONCE, FINISH_ROUND, SHOW_DOWN = range(3)

CHOICES: dict[str, tuple[str, ...]] = {
    "set_aside": ("any", "all"),
    "must_bust_set_aside": ("any", "all"),
    "no_dice_after_fill": ("lose", "keep"),
    "fill_1000": ("add", "flat"),
    "double_trouble_after": ("risk", "bank"),
    "vengeance_after": ("risk", "bank"),
    "vengeance_tied_drawer": ("pays", "exempt"),
    "vengeance_leader": ("before",),
    "end": ("at_once", "finish_round", "show_down"),
    "deck": ("one", "independent"),
}
"""Fields whose value is one of a few words, in the order of the kernel's codes."""

RANGES: dict[str, tuple[int, int]] = {
    "double_trouble_multiplier": (1, 10),
    "score_floor": (-1_000_000, 0),
    "goal": (50, 1_000_000),
    "dice": (1, 6),
    "straight": (0, 100_000),
    "turn_cap": (1, 1_000_000),
}
"""Whole-number fields with the smallest and the largest value allowed."""

SWITCHES = ("vengeance_optional", "vengeance_must_fill")

RULES = np.dtype(
    [
        *((name, np.int32) for name in (*CHOICES, *RANGES, *SWITCHES)),
        ("n_cards", np.int32),
        ("deck_size", np.int32),
        ("kind", np.int32, MAX_CARDS),
        ("value", np.int32, MAX_CARDS),
        ("count", np.int32, MAX_CARDS),
    ],
    align=True,
)
"""What the kernel reads: the same fields, words as their index in `CHOICES`."""


@dataclass(frozen=True)
class Card:
    """One kind of card: its name, what it does, its printed number, how many are in the deck."""

    name: str
    kind: str
    value: int
    count: int


@dataclass(frozen=True)
class Rules:
    """Everything a house rule of Fill or Bust may change.

    Attributes
    ----------
    set_aside, must_bust_set_aside : {'any', 'all'}
        Which scoring dice of a roll must be set aside; the latter under a Must Bust card.
        Ruling: where all must be set aside, Must Bust is no exception (becomes 'all' as well).
    no_dice_after_fill : {'lose', 'keep'}
        What becomes of the points at risk when No Dice is drawn.
    fill_1000 : {'add', 'flat'}
        The card's value on top of its dice points, or instead of them.
    double_trouble_multiplier : int
        Factor on the points at risk at the second fill (banked points are not multiplied).
    double_trouble_after, vengeance_after : {'risk', 'bank'}
        Whether the points stay at risk after the card's (last) fill or are banked at once.
    vengeance_optional, vengeance_must_fill : bool
        Whether any drawer may redraw; whether stopping before the fill is forbidden.
    vengeance_tied_drawer : {'pays', 'exempt'}
        Whether a drawer who shares the lead loses points too.
    vengeance_leader : {'before'}
        Leaders are fixed before the drawer's own points are added.
    score_floor : int
        Nobody drops below this through a Vengeance.
    end : {'at_once', 'finish_round', 'show_down'}
        At the banking that reaches the goal; after a full round; after a last turn for all others.
    deck : {'one', 'independent'}
        One shuffled deck, reshuffled whole when empty; or every draw from all cards.
    goal, dice, straight, turn_cap : int
        Points to reach; dice; points of 1-2-3-4-5-6 in one roll of six dice; turns of all
        seats together after which the game ends without a winner.
    singles, triples : tuple of int
        Points by face, faces 1 to 6; 0 where a face does not score.
    cards : tuple of Card
        The deck. The order decides which random number draws which card.
    """

    set_aside: str
    must_bust_set_aside: str
    no_dice_after_fill: str
    fill_1000: str
    double_trouble_multiplier: int
    double_trouble_after: str
    vengeance_optional: bool
    vengeance_must_fill: bool
    vengeance_after: str
    vengeance_tied_drawer: str
    vengeance_leader: str
    score_floor: int
    end: str
    deck: str
    goal: int
    dice: int
    straight: int
    turn_cap: int
    singles: tuple[int, ...]
    triples: tuple[int, ...]
    cards: tuple[Card, ...]
    name: str = dataclasses.field(default="", compare=False)

    def __post_init__(self) -> None:
        """State what `set_aside` means under Must Bust, so that no reader has to work it out."""
        if self.set_aside == "all":
            object.__setattr__(self, "must_bust_set_aside", "all")

    @property
    def deck_size(self) -> int:
        """Number of cards in the full deck."""
        return sum(card.count for card in self.cards)

    def record(self) -> np.ndarray:
        """The rules as the kernel reads them, a `RULES` record (0-dimensional array)."""
        record = np.zeros((), RULES)
        for field, words in CHOICES.items():
            record[field] = words.index(getattr(self, field))
        for field in (*RANGES, *SWITCHES):
            record[field] = getattr(self, field)
        record["n_cards"] = len(self.cards)
        record["deck_size"] = self.deck_size
        for i, card in enumerate(self.cards):
            record["kind"][i] = KINDS.index(card.kind)
            record["value"][i] = card.value
            record["count"][i] = card.count
        return record

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, as a rules file or a replay writes them."""
        values = dataclasses.asdict(self)
        del values["name"]
        for table in ("singles", "triples"):
            points = getattr(self, table)
            values[table] = {str(face): p for face, p in enumerate(points, 1) if p}
        values["cards"] = [dataclasses.asdict(card) for card in self.cards]
        return values


def load_rules(source: str = "rulebook", changes: Iterable[str] = ()) -> Rules:
    """Rules of a preset or a TOML file, with single changes applied.

    Parameters
    ----------
    source : str
        ``rulebook``, ``bowman1999`` or the path of a TOML file.
    changes : iterable of str
        ``field=value`` texts, e.g. ``goal=5000`` or ``cards.no_dice=6``.

    Raises
    ------
    UsageError
        Names the source, the field, the value and what is allowed.
    """
    changes = tuple(changes)
    name = rules_name(source, changes)
    values = read_rules(__package__ or "simcore.fill_or_bust", source, changes)
    return rules_from_values(values, name)


def rules_from_values(values: Mapping[str, Any], name: str) -> Rules:
    """Validated `Rules` from plain values; `name` stands in messages and reports."""
    fields = {field.name for field in dataclasses.fields(Rules)} - {"name"}
    for field in values:
        if field not in fields:
            raise unknown_name("rules field", field, fields, f" (in {name})")
    for field in sorted(fields - set(values)):
        raise UsageError(f"{name}: field '{field}' is missing")
    checked: dict[str, Any] = dict(values)
    for field, words in CHOICES.items():
        if values[field] not in words:
            raise _refused(name, field, values[field], " | ".join(words))
    for field, (low, high) in RANGES.items():
        _check_whole(name, field, values[field], low, high)
    for field in SWITCHES:
        if not isinstance(values[field], bool):
            raise _refused(name, field, values[field], "true | false")
    for table in ("singles", "triples"):
        checked[table] = _points_by_face(name, table, values[table])
    checked["cards"] = _cards(name, values["cards"])
    rules = Rules(**checked, name=name)
    _check_playable(rules)
    return rules


def _refused(name: str, field: str, value: Any, allowed: str) -> UsageError:
    return UsageError(f"{name}: {field} = {value!r}; allowed: {allowed}")


def _check_whole(name: str, field: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _refused(name, field, value, f"a whole number from {low} to {high}")


def _points_by_face(name: str, table: str, points: Any) -> tuple[int, ...]:
    if not isinstance(points, Mapping):
        raise _refused(name, table, points, "a table of face = points, faces 1 to 6")
    by_face = [0] * 6
    for face, value in points.items():
        if str(face) not in {"1", "2", "3", "4", "5", "6"}:
            raise _refused(name, f"{table}.{face}", value, "faces 1 to 6")
        _check_whole(name, f"{table}.{face}", value, 0, 100_000)
        by_face[int(face) - 1] = value
    return tuple(by_face)


def _cards(name: str, cards: Any) -> tuple[Card, ...]:
    if not isinstance(cards, list | tuple) or not 1 <= len(cards) <= MAX_CARDS:
        raise _refused(name, "cards", cards, f"a list of 1 to {MAX_CARDS} different cards")
    checked = []
    for i, card in enumerate(cards):
        where = f"cards[{i}]"
        if not isinstance(card, Mapping) or set(card) != {"name", "kind", "value", "count"}:
            raise _refused(name, where, card, "{ name, kind, value, count }")
        where = f"cards.{card['name']}"
        if card["kind"] not in KINDS:
            raise _refused(name, f"{where}.kind", card["kind"], " | ".join(KINDS))
        _check_whole(name, f"{where}.value", card["value"], 0, 100_000)
        _check_whole(name, f"{where}.count", card["count"], 0, 1_000)
        checked.append(Card(**card))
    names = [card.name for card in checked]
    for card_name in names:
        if not isinstance(card_name, str) or not card_name or names.count(card_name) > 1:
            raise _refused(name, "cards", card_name, "each card once, with a name of its own")
    return tuple(checked)


def _check_playable(rules: Rules) -> None:
    """Refuse rules under which no points can be made or a turn need never end."""
    if not any(c.count for c in rules.cards if c.kind not in ("no_dice", "vengeance")):
        raise UsageError(
            f"{rules.name}: the deck has no scoring card; allowed: at least one bonus, fill, "
            "must_bust or double_trouble card"
        )
    if not any(rules.singles) and not any(rules.triples):
        raise UsageError(f"{rules.name}: nothing scores; allowed: some singles or triples above 0")
    if all(rules.singles):
        raise UsageError(
            f"{rules.name}: singles = {rules.to_dict()['singles']!r}; allowed: at least one face "
            "that scores 0, or no roll could bust"
        )
