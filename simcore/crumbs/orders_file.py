"""Order decks as TOML files: reading, checking, writing.

Every complaint names the file, the line, the value and what is allowed.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from simcore.crumbs.components import (
    BREADS,
    CARDS_PER_FILLING,
    DIFFICULTIES,
    FILLINGS,
    FORMS,
    MAX_SANDWICHES,
    N_ORDERS,
    QUIRKS,
    Deck,
    Order,
    Sandwich,
)
from simcore.errors import UsageError

__all__ = ["FORMAT", "deck_from_text", "deck_to_text", "load_deck"]

FORMAT = "crumbs-orders/1"
SHIPPED = "reconstructed"

_ORDER = {"id", "filling", "special", "difficulty", "quirk", "sandwiches"}
_SANDWICH = {"form", "layers", "top", "toasted"}
_HEADER = re.compile(r"\s*\[\[\s*(order(?:\.sandwiches)?)\s*\]\]")


def load_deck(source: str = SHIPPED) -> Deck:
    """The deck of a TOML file, or the shipped reconstruction.

    Parameters
    ----------
    source : str
        ``reconstructed`` or the path of a file in the format ``crumbs-orders/1``.

    Raises
    ------
    UsageError
        Names the file, the line, the value and what is allowed.
    """
    if source == SHIPPED:
        text = (resources.files(__package__) / "decks" / f"{SHIPPED}.toml").read_text("utf-8")
        return deck_from_text(text, source)
    try:
        text = Path(source).read_text("utf-8")
    except FileNotFoundError:
        raise UsageError(
            f"orders file {source} does not exist; allowed: '{SHIPPED}' or a TOML file"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise UsageError(f"orders file {source} cannot be read: {reason}") from None
    return deck_from_text(text, source)


class _Place:
    """Where in the file a value stands, for messages: an order, one of its sandwiches."""

    def __init__(self, name: str, text: str, order: int = -1, sandwich: int = -1) -> None:
        self.name, self.text, self.order, self.sandwich = name, text, order, sandwich

    def at(self, sandwich: int) -> _Place:
        return _Place(self.name, self.text, self.order, sandwich)

    def line(self, key: str) -> int:
        """Line of `key` under this place's header, or of the header, from 1."""
        lines = self.text.splitlines()
        order = sandwich = -1
        header = 1
        for number, line in enumerate(lines, 1):
            found = _HEADER.match(line)
            if found and found[1] == "order":
                order, sandwich = order + 1, -1
            elif found:
                sandwich += 1
            if (order, sandwich) != (self.order, self.sandwich):
                continue
            header = number if found else header
            if re.match(rf"\s*{re.escape(key)}\b", line):
                return number
        return header

    def refuse(self, key: str, value: Any, allowed: str) -> UsageError:
        """The complaint about one value."""
        return UsageError(f"{self.name}:{self.line(key)}: {key} = {value!r}; allowed: {allowed}")


def deck_from_text(text: str, name: str) -> Deck:
    """The validated deck of a TOML text; `name` stands in messages and reports."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name}: not a TOML file: {error}") from None
    place = _Place(name, text)
    _check_keys(place, values, {"format", "order"}, {"reconstruction"})
    if values["format"] != FORMAT:
        raise place.refuse("format", values["format"], repr(FORMAT))
    is_reconstruction = values.get("reconstruction", False)
    _check_switch(place, "reconstruction", is_reconstruction)
    cards = values["order"]
    if not isinstance(cards, list) or not all(isinstance(card, Mapping) for card in cards):
        raise place.refuse("order", cards, f"{N_ORDERS} tables [[order]]")
    orders = tuple(_order(_Place(name, text, i), card) for i, card in enumerate(cards))
    _check_counts(place, orders)
    return Deck(name, orders, is_reconstruction)


def _check_keys(
    place: _Place, values: Mapping[str, Any], needed: set[str], optional: Collection[str] = ()
) -> None:
    for key in values:
        if key not in needed and key not in optional:
            known = ", ".join(sorted({*needed, *optional}))
            raise UsageError(f"{place.name}:{place.line(key)}: unknown key '{key}'; known: {known}")
    for key in sorted(needed - set(values)):
        raise UsageError(f"{place.name}:{place.line(key)}: '{key}' is missing")


def _check_word(place: _Place, key: str, value: Any, words: Collection[Any]) -> None:
    # A bool equals a number in Python, but not in a file.
    if isinstance(value, bool) or value not in words:
        raise place.refuse(key, value, " | ".join(map(str, words)))


def _check_switch(place: _Place, key: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise place.refuse(key, value, "true | false")


def _order(place: _Place, card: Mapping[str, Any]) -> Order:
    _check_keys(place, card, _ORDER)
    if not isinstance(card["id"], str) or not card["id"]:
        raise place.refuse("id", card["id"], "a name of its own")
    _check_word(place, "filling", card["filling"], FILLINGS)
    _check_switch(place, "special", card["special"])
    _check_word(place, "difficulty", card["difficulty"], DIFFICULTIES)
    wanted = card["sandwiches"]
    is_list = isinstance(wanted, list) and all(isinstance(s, Mapping) for s in wanted)
    if not is_list or not 1 <= len(wanted) <= MAX_SANDWICHES:
        raise place.refuse("sandwiches", wanted, f"1 to {MAX_SANDWICHES} [[order.sandwiches]]")
    sandwiches = tuple(_sandwich(place.at(k), values) for k, values in enumerate(wanted))
    for k, sandwich in enumerate(sandwiches):
        tops = [s.top for s in sandwiches]
        if sandwich.top != "white" and tops.index(sandwich.top) < k:
            allowed = f"one {sandwich.top} top over an order: there is one such card"
            raise place.at(k).refuse("top", sandwich.top, allowed)
    order = Order(
        id=card["id"],
        filling=card["filling"],
        special=card["special"],
        difficulty=card["difficulty"],
        quirk=_quirk(place, card["quirk"]),
        bans=tuple(card["quirk"].get("bans", ())),
        sandwiches=sandwiches,
    )
    for filling in sorted(order.fillings.intersection(order.bans)):
        raise place.refuse("quirk", card["quirk"], f"no ban of '{filling}', which it orders")
    return order


def _quirk(place: _Place, quirk: Any) -> str:
    if not isinstance(quirk, Mapping) or quirk.get("kind") not in QUIRKS:
        raise place.refuse("quirk", quirk, f"{{ kind = {' | '.join(QUIRKS)} }}")
    kind = str(quirk["kind"])
    bans = quirk.get("bans", [])
    is_fillings = isinstance(bans, list) and all(filling in FILLINGS for filling in bans)
    is_distinct = is_fillings and len(set(bans)) == len(bans)
    if not is_distinct or set(quirk) - {"kind", "bans"} or (kind == "dietary") != bool(bans):
        raise place.refuse("quirk", quirk, "bans = [different fillings], for dietary only")
    return kind


def _sandwich(place: _Place, values: Mapping[str, Any]) -> Sandwich:
    _check_keys(place, values, _SANDWICH)
    _check_word(place, "form", values["form"], FORMS)
    _check_word(place, "top", values["top"], BREADS)
    _check_switch(place, "toasted", values["toasted"])
    layers = values["layers"]
    n_layers = 2 if values["form"] == "triple" else 1
    is_nested = isinstance(layers, list) and all(isinstance(x, list) and x for x in layers)
    if not is_nested or len(layers) != n_layers:
        raise place.refuse("layers", layers, f"{n_layers} list(s) of at least one filling")
    fillings = [filling for layer in layers for filling in layer]
    for filling in fillings:
        if filling not in FILLINGS:
            raise place.refuse("layers", filling, " | ".join(FILLINGS))
        if fillings.count(filling) > 1:
            allowed = f"one {filling} in a sandwich: the counter may hold a single card"
            raise place.refuse("layers", layers, allowed)
    nested = tuple(tuple(layer) for layer in layers)
    return Sandwich(values["form"], nested, values["top"], values["toasted"])


def _check_counts(place: _Place, orders: tuple[Order, ...]) -> None:
    """Three orders of each filling, one of them with the icon; every id once."""
    for i, order in enumerate(orders):
        if [o.id for o in orders].index(order.id) < i:
            raise _Place(place.name, place.text, i).refuse("id", order.id, "each id once")
    cards = Counter(order.filling for order in orders)
    icons = Counter(order.filling for order in orders if order.special)
    for filling in FILLINGS:
        for count, needed, what in (
            (cards[filling], CARDS_PER_FILLING, "orders"),
            (icons[filling], 1, "special orders"),
        ):
            if count != needed:
                last = max((i for i, o in enumerate(orders) if o.filling == filling), default=-1)
                where = _Place(place.name, place.text, last).line("filling")
                raise UsageError(
                    f"{place.name}:{where}: {count} {what} of {filling}; allowed: {needed} of "
                    f"each filling, {N_ORDERS} orders in all"
                )


def deck_to_text(deck: Deck, comment: str = "") -> str:
    """The deck as a TOML text that `deck_from_text` reads back."""
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += [f'format = "{FORMAT}"', f"reconstruction = {_word(deck.is_reconstruction)}"]
    for order in deck.orders:
        bans = f", bans = {_list(order.bans)}" if order.bans else ""
        lines += [
            "",
            "[[order]]",
            f'id = "{order.id}"',
            f'filling = "{order.filling}"',
            f"special = {_word(order.special)}",
            f"difficulty = {order.difficulty}",
            f'quirk = {{ kind = "{order.quirk}"{bans} }}',
        ]
        for sandwich in order.sandwiches:
            lines += [
                "[[order.sandwiches]]",
                f'form = "{sandwich.form}"',
                f"layers = [{', '.join(_list(layer) for layer in sandwich.layers)}]",
                f'top = "{sandwich.top}"',
                f"toasted = {_word(sandwich.toasted)}",
            ]
    return "\n".join(lines) + "\n"


def _word(value: bool) -> str:
    return "true" if value else "false"


def _list(words: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
