"""The game event of a Fill or Bust replay: every rules field there, and making sense."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]

SWITCHES: dict[str, tuple[object, ...]] = {
    "set_aside": ("any", "all"),
    "must_bust_set_aside": ("any", "all"),
    "no_dice_after_fill": ("lose", "keep"),
    "fill_1000": ("add", "flat"),
    "double_trouble_after": ("risk", "bank"),
    "vengeance_optional": (False, True),
    "vengeance_must_fill": (False, True),
    "vengeance_after": ("risk", "bank"),
    "vengeance_tied_drawer": ("pays", "exempt"),
    "vengeance_leader": ("before",),
    "end": ("at_once", "finish_round", "show_down"),
    "deck": ("one", "independent"),
}
KINDS = ("bonus", "no_dice", "fill", "must_bust", "double_trouble", "vengeance")
MAX_SEATS = 6
MAX_DICE = 6
DEFAULT_TURN_CAP = 2000  # ruling: "A cap on turns (default 2,000, all seats together)"


class Violation(Exception):
    """What is wrong with the event under review; `check` adds which event it was."""


@dataclass(frozen=True)
class Card:
    """One kind of card as the game event lists it."""

    name: str
    kind: str
    value: int
    count: int


@dataclass(frozen=True)
class Setting:
    """What the game event says: the rules that hold and who plays."""

    rules: dict[str, Any]
    cards: dict[str, Card]
    seats: int


def require(holds: bool, message: str) -> None:
    if not holds:
        raise Violation(message)


def read(event: Event, key: str) -> Any:
    require(key in event, f"missing field '{key}'")
    return event[key]


def whole_number(event: Event, key: str, least: int, most: int | None = None) -> int:
    value = read(event, key)
    limits = f"a whole number from {least}" + (f" to {most}" if most is not None else "")
    fits = type(value) is int and value >= least and (most is None or value <= most)
    require(fits, f"{key} is {value!r}, must be {limits}")
    return int(value)


def must_equal(event: Event, key: str, wanted: object) -> None:
    """Refuse unless the field holds exactly this; 1, 1.0 and True are three different things."""
    found = read(event, key)
    require(_same(found, wanted), f"{key} is {found!r}, must be {wanted!r}")


def _same(found: object, wanted: object) -> bool:
    if isinstance(wanted, list):
        if not isinstance(found, list | tuple) or len(found) != len(wanted):
            return False
        return all(_same(one, other) for one, other in zip(found, wanted, strict=True))
    return type(found) is type(wanted) and found == wanted


def read_setting(event: Event) -> Setting:
    """Check the game event and hand back what the rest of the log is judged by."""
    seats = whole_number(event, "seats", 1, MAX_SEATS)
    must_equal(event, "first", 0)  # ruling: "Seat 0 starts"
    must_equal(event, "scores", [0] * seats)
    found = read(event, "rules")
    require(isinstance(found, Mapping), "rules must be a table of fields")
    rules = _read_switches(found) | _read_numbers(found)
    rules |= {name: _read_points(found, name) for name in ("singles", "triples")}
    return Setting(rules, _read_cards(found), seats)


def _read_switches(rules: Event) -> dict[str, object]:
    for name, values in SWITCHES.items():
        value = read(rules, name)
        legal = any(_same(value, one) for one in values)
        require(legal, f"{name} is {value!r}, must be one of {list(values)}")
    return {name: rules[name] for name in SWITCHES}


def _read_numbers(rules: Event) -> dict[str, int]:
    floor = read(rules, "score_floor")
    require(type(floor) is int, f"score_floor is {floor!r}, must be a whole number")
    return {
        "score_floor": floor,
        "double_trouble_multiplier": whole_number(rules, "double_trouble_multiplier", 1),
        "dice": whole_number(rules, "dice", 1, MAX_DICE),
        "goal": whole_number(rules, "goal", 1),
        "straight": whole_number(rules, "straight", 0),
        "turn_cap": whole_number({"turn_cap": DEFAULT_TURN_CAP} | dict(rules), "turn_cap", 1),
    }


def _read_points(rules: Event, name: str) -> dict[int, int]:
    """Points by face of `singles` or `triples`; a face left out scores nothing."""
    table = read(rules, name)
    require(isinstance(table, Mapping), f"{name} must be a table of points by face")
    for face in table:
        require(str(face) in "123456" and len(str(face)) == 1, f"{name}: no face {face!r}")
        whole_number(table, face, 0)
    return {int(face): points for face, points in table.items()}


def _read_cards(rules: Event) -> dict[str, Card]:
    """Cards by name. Ruling: "A deck of only No Dice or only Vengeance is refused.\""""
    listed = read(rules, "cards")
    require(isinstance(listed, list | tuple), "cards must be a list")
    cards = [_read_card(entry) for entry in listed]
    names = [card.name for card in cards]
    require(len(set(names)) == len(names), f"two cards share a name: {names}")
    kinds = {card.kind for card in cards if card.count > 0}
    require(bool(kinds), "the deck is empty")
    require(kinds != {"no_dice"}, "a deck of only No Dice")
    require(kinds != {"vengeance"}, "a deck of only Vengeance")
    return {card.name: card for card in cards}


def _read_card(entry: Any) -> Card:
    require(isinstance(entry, Mapping), f"card {entry!r} must be a table")
    name, kind = read(entry, "name"), read(entry, "kind")
    require(isinstance(name, str) and name != "", f"card name {name!r} must be text")
    require(kind in KINDS, f"card {name}: unknown kind {kind!r}")
    return Card(name, kind, whole_number(entry, "value", 0), whole_number(entry, "count", 0))
