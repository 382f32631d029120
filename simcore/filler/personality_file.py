"""Personalities of the solo mode as a TOML file: what they pick by, and the rules they alter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simcore.errors import UsageError
from simcore.filler.components import CRITERIA, Personality, RuleValue
from simcore.filler.toml_file import Place, read_toml, text_list

__all__ = ["ALTERED_RULES", "AlteredRule", "personalities_from_text", "personalities_to_text"]


@dataclass(frozen=True)
class AlteredRule:
    """A rule that a personality can alter: its meaning, the printed rule, what is allowed."""

    meaning: str
    default: RuleValue
    allowed: str
    accepts: Callable[[Any], bool]


def _whole(low: int, high: int) -> tuple[str, Callable[[Any], bool]]:
    # A bool is a whole number in Python, but not in a file.
    return (
        f"a whole number from {low} to {high}",
        lambda value: type(value) is int and low <= value <= high,
    )


def _different(*words: str) -> tuple[str, Callable[[Any], bool]]:
    return (
        f"a list of different ones of {' | '.join(words)}",
        lambda value: (
            isinstance(value, list)
            and all(isinstance(word, str) and word in words for word in value)
            and len(set(value)) == len(value)
        ),
    )


ALTERED_RULES = {
    "time_shift_min": AlteredRule(
        "minutes added to the time that the chef flips", 0, *_whole(-720, 720)
    ),
    "set_bonus": AlteredRule(
        "points of the chef for a set of three different symbols", 2, *_whole(0, 20)
    ),
    "fills_when_first": AlteredRule("recipes the chef takes when it acts first", 1, *_whole(1, 3)),
    "reserve_to": AlteredRule(
        "where in the deck the chef puts the recipe it reserves",
        "top",
        "top | bottom",
        lambda value: value in ("top", "bottom"),
    ),
    "reads_abilities": AlteredRule(
        "abilities that take effect when the chef fills",
        (),
        *_different("bonus_fill", "bonus_restock"),
    ),
    "discards_book_card": AlteredRule(
        "whether the leftmost other recipe goes under the deck after the chef fills",
        False,
        "true | false",
        lambda value: isinstance(value, bool),
    ),
}
"""By name; what a personality does not name stays as printed."""


def personalities_from_text(text: str, file: str) -> tuple[Personality, ...]:
    """The validated personalities of a TOML text; `file` stands in messages."""
    values, place = read_toml(text, file)
    place.check_keys(values, ("personality",))
    tables = values["personality"]
    is_list = isinstance(tables, list) and all(isinstance(table, dict) for table in tables)
    if not is_list or not tables:
        raise place.refuse("personality", tables, "tables [[personality]], at least one")
    found = tuple(
        _personality(place.table("personality", i), table) for i, table in enumerate(tables)
    )
    for i, personality in enumerate(found):
        if personality.name in [other.name for other in found[:i]]:
            where = place.table("personality", i)
            raise where.refuse("name", personality.name, "each name once")
    return found


def _personality(place: Place, values: Mapping[str, Any]) -> Personality:
    place.check_keys(values, ("name", "picks"), ("rules",))
    name = values["name"]
    if not isinstance(name, str) or not name.strip():
        raise place.refuse("name", name, "a text")
    picks = text_list(place, "picks", values["picks"])
    for criterion in picks:
        if criterion not in CRITERIA:
            raise place.refuse("picks", criterion, " | ".join(CRITERIA), among="picks")
    return Personality(name, picks, _rules(place, values.get("rules", {})))


def _rules(place: Place, rules: Any) -> dict[str, RuleValue]:
    if not isinstance(rules, dict):
        raise place.refuse("rules", rules, "a table, e.g. { set_bonus = 3 }")
    for name, value in rules.items():
        if name not in ALTERED_RULES:
            where = f"{place.file}:{place.line(name)}"
            known = " | ".join(ALTERED_RULES)
            raise UsageError(f"{where}: unknown altered rule '{name}'; allowed: {known}")
        if not ALTERED_RULES[name].accepts(value):
            raise place.refuse(name, value, ALTERED_RULES[name].allowed)
    return {name: tuple(v) if isinstance(v, list) else v for name, v in rules.items()}


def personalities_to_text(personalities: tuple[Personality, ...]) -> str:
    """The personalities as a TOML text that `personalities_from_text` reads back."""
    lines = [f"# {line}" for line in _guide()]
    for personality in personalities:
        rules = [f"{name} = {_value(value)}" for name, value in personality.rules.items()]
        lines += [
            "",
            "[[personality]]",
            f"name = {_value(personality.name)}",
            f"picks = {_value(personality.picks)}",
            f"rules = {{ {', '.join(rules)} }}" if rules else "rules = {}",
        ]
    return "\n".join(lines) + "\n"


def _guide() -> list[str]:
    """What a designer can write into the file."""
    width = 2 + max(map(len, (*CRITERIA, *ALTERED_RULES)))
    return [
        "The chefs of the solo mode. Those that come with the program are inventions: the printed",
        "ones are not published.",
        "picks: what a chef goes by; later ones settle ties of earlier ones, leftmost what remains",
        *(f"    {name:{width}}{meaning}" for name, meaning in CRITERIA.items()),
        "rules: the printed rules that it alters",
        *(f"    {name:{width}}{rule.meaning}" for name, rule in ALTERED_RULES.items()),
        "allowed values, and what holds where a rule is not named",
        *(
            f"    {name:{width}}{rule.allowed} ({_value(rule.default)})"
            for name, rule in ALTERED_RULES.items()
        ),
    ]


def _value(value: RuleValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return toml_text(value)
    return f"[{', '.join(toml_text(word) for word in value)}]"


def toml_text(text: str) -> str:
    """A text in quotes, as TOML writes it."""
    signs = {'"': '\\"', "\\": "\\\\"}
    shown = (signs.get(s, s if s.isprintable() else f"\\U{ord(s):08X}") for s in text)
    return f'"{"".join(shown)}"'
