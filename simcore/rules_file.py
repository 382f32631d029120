"""Rules files: presets, TOML files and `--set field=value`, read into a plain dictionary.

What a file does not name keeps the value of the preset it starts from. Every complaint says
which file, which field, what was found and what is allowed.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from simcore.errors import UsageError, unknown_name

__all__ = ["place_of", "preset_names", "read_rules", "rules_name"]


def preset_names(package: str) -> list[str]:
    """Names of the presets that ship with a game's package, the default first."""
    folder = resources.files(package) / "presets"
    names = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())
    return sorted(names, key=lambda name: name != "rulebook")


def rules_name(source: str, changes: Iterable[str]) -> str:
    """Name of rules as reports show it, ``rulebook goal=5000``; `shlex.split` takes it apart."""
    return shlex.join([source, *changes])


def place_of(name: str, field: str) -> str:
    """Where a field of rules was written: ``file:line``, or the rules' name where no file has it.

    Parameters
    ----------
    name : str
        As `rules_name` makes it.
    field : str
        A field at the top level.
    """
    source, *changes = shlex.split(name) or [name]
    if any(change.partition("=")[0].strip() == field for change in changes):
        return name
    path = Path(source)
    if not path.is_file():
        return name
    found = re.search(rf"^[ \t]*{re.escape(field)}[ \t]*=", path.read_text("utf-8"), re.MULTILINE)
    if found is None:
        return name
    return f"{source}:{found.string.count(chr(10), 0, found.start()) + 1}"


def read_rules(package: str, source: str, changes: Iterable[str] = ()) -> dict[str, Any]:
    """Values of a rules file with single changes applied.

    Parameters
    ----------
    package : str
        The game's package, e.g. ``simcore.fill_or_bust``, whose presets are known by name.
    source : str
        Name of a preset or path of a TOML file.
    changes : iterable of str
        ``field=value`` texts; ``cards.no_dice=6`` sets the count of one card and
        ``singles.5=60`` one entry of a table.

    Returns
    -------
    dict
        Field to value. Not validated: the game's `Rules` does that.

    Raises
    ------
    UsageError
        The file is missing, is not TOML, or starts from an unknown preset.
    """
    values = _read(package, source, seen=())
    for change in changes:
        _apply(values, change)
    return values


def _read(package: str, source: str, seen: tuple[str, ...]) -> dict[str, Any]:
    presets = preset_names(package)
    if source in presets:
        text = (resources.files(package) / "presets" / f"{source}.toml").read_text("utf-8")
    else:
        text = _read_file(source, presets)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{source}: not a TOML file: {error}") from None
    base = values.pop("preset", None if source == "rulebook" else "rulebook")
    if base is None:
        return values
    if base in seen or base not in presets:
        raise UsageError(f"{source}: preset = {base!r}; allowed: {', '.join(presets)}")
    return _over(_read(package, base, (*seen, source)), values, source)


def _over(base: dict[str, Any], own: dict[str, Any], source: str) -> dict[str, Any]:
    """The values of `base` with those a file names; of a table only the entries it names."""
    values = dict(base)
    for field, value in own.items():
        if field == "cards" and isinstance(value, dict):
            for name, count in value.items():
                _set_card_count(values, name, count, f"{source}: cards.{name} = {count!r}")
        elif isinstance(value, dict) and isinstance(values.get(field), dict):
            values[field] = {**values[field], **value}
        else:
            values[field] = value
    return values


def _read_file(source: str, presets: list[str]) -> str:
    path = Path(source)
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        if path.suffix or path.parent != Path():
            raise UsageError(f"rules file {source} does not exist") from None
        raise unknown_name("rules preset", source, presets, "; or give a TOML file") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise UsageError(f"rules file {source} cannot be read: {reason}") from None


def _apply(values: dict[str, Any], change: str) -> None:
    field, separator, text = change.partition("=")
    field = field.strip()
    if not separator or not field or not text.strip():
        raise UsageError(f"--set {change}: expected FIELD=VALUE, e.g. --set goal=5000")
    value = _parse_value(text.strip())
    head, dot, tail = field.partition(".")
    if head not in values:
        raise unknown_name("rules field", head, values, f" (in --set {change})")
    if not dot:
        values[head] = value
    elif head == "cards":
        _set_card_count(values, tail, value, f"--set {change}")
    elif isinstance(values[head], dict):
        values[head] = {**values[head], tail: value}
    else:
        raise UsageError(f"--set {change}: field '{head}' has no entries of its own")


def _parse_value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _set_card_count(values: dict[str, Any], name: str, count: Any, where: str) -> None:
    cards = values.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise UsageError(f"{where}: cards = {cards!r} is not a list of cards")
    names = [str(card.get("name")) for card in cards]
    if name not in names:
        raise unknown_name("card", name, names, f" (in {where})")
    values["cards"] = [
        {**card, "count": count} if card.get("name") == name else card for card in cards
    ]
