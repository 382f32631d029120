"""The text form of a strategy, ``stop_at(350)``: taken apart and put together."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from simcore.errors import UsageError, unknown_name

__all__ = ["by_parameter", "number_text", "read_values", "split_spec"]

SPEC = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*(?:\(([^()]*)\))?\s*")


def split_spec(text: str) -> tuple[str, list[str]]:
    """Name and arguments of a text form, still as text."""
    match = SPEC.fullmatch(text)
    if match is None:
        raise UsageError(f"strategy '{text}' cannot be read; write it like stop_at(350)")
    name, arguments = match.groups()
    return name, [part.strip() for part in (arguments or "").split(",") if part.strip()]


def by_parameter(text: str, given: list[str], names: Iterable[str]) -> dict[str, str]:
    """What is given for each parameter, still as text: by place, or as ``name=value``."""
    known, found = list(names), dict[str, str]()
    if len(given) > len(known):
        raise UsageError(f"strategy '{text}' has {len(given)} parameters; allowed: {len(known)}")
    for place, part in enumerate(given):
        key, equals, value = part.partition("=")
        key = key.strip() if equals else known[place]
        if key not in known:
            raise unknown_name("parameter", key, known, f" (in '{text}')")
        if key in found:
            raise UsageError(f"strategy '{text}' gives {key} twice")
        found[key] = (value if equals else part).strip()
    return found


def read_values(text: str, given: list[str], defaults: Mapping[str, float]) -> tuple[float, ...]:
    """Parameters in the order of `defaults`; arguments come in that order, or as ``name=value``."""
    found = by_parameter(text, given, defaults)
    values = {key: _number(text, key, number) for key, number in found.items()}
    return tuple((dict(defaults) | values).values())


def _number(text: str, key: str, number: str) -> float:
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise UsageError(f"strategy '{text}': {key} = {number.strip()!r}; allowed: a number")
    return value


def number_text(value: float) -> str:
    """A parameter as written: 300 rather than 300.0; reading it gives the same number back."""
    is_short_whole = value == int(value) and abs(value) < 1e15
    return str(int(value)) if is_short_whole else repr(float(value))
