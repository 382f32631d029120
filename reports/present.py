"""From tidy frames to texts for people: labels, sensible digits, intervals in one cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Shown", "interval_text", "number_text", "percent_text", "present"]

MISSING = "-"


@dataclass(frozen=True)
class Shown:
    """A frame as text.

    Attributes
    ----------
    headers, meanings : tuple of str
        Label of each column, and what it means.
    rows : tuple of tuple of str
    """

    headers: tuple[str, ...]
    meanings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def present(frame: pd.DataFrame) -> Shown:
    """A frame's rows as text; ``x, x_low, x_high`` become one column ``value [low, high]``."""
    from analyses.columns import COLUMNS

    names = [str(name) for name in frame.columns]
    ends = {end for name in names for end in (f"{name}_low", f"{name}_high") if _has(names, name)}
    headers, meanings, columns = [], [], []
    for name in names:
        if name in ends:
            continue
        column = COLUMNS.get(name)
        headers.append(column.label if column else name.replace("_", " "))
        meanings.append(column.meaning if column else "")
        form = column.format if column else ""
        low = frame[f"{name}_low"] if _has(names, name) else None
        high = frame[f"{name}_high"] if _has(names, name) else None
        columns.append(_cells(frame[name], low, high, form))
    rows = tuple(zip(*columns, strict=True)) if columns else ()
    return Shown(tuple(headers), tuple(meanings), rows)


def _has(names: Sequence[str], name: str) -> bool:
    return f"{name}_low" in names and f"{name}_high" in names


def _cells(values: Any, low: Any, high: Any, form: str) -> list[str]:
    scale = percent_text if form.endswith("%") else number_text
    if low is None:
        return [_cell(value, form) for value in values]
    return [
        interval_text(*three, scale) if _is_number(three[0]) else _cell(three[0], form)
        for three in zip(values, low, high, strict=True)
    ]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) or hasattr(value, "dtype")


def _cell(value: Any, form: str) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return MISSING
    if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":
        return "yes" if value else "no"
    if not _is_number(value):
        return str(value)
    if form.endswith("%"):
        return percent_text(float(value), _places(form))
    if form:
        return format(value, form)
    return f"{value:,}" if float(value) == int(value) else f"{float(value):,.4g}"


def _places(form: str) -> int:
    digits = form.rstrip("%").rpartition(".")[2]
    return int(digits) if digits.isdigit() else 1


def percent_text(value: float, places: int = 1) -> str:
    """A share as text, e.g. ``54.1 %``."""
    return f"{100 * value:.{places}f} %"


def number_text(value: float, places: int = 1) -> str:
    """A number with thousands separated."""
    return f"{value:,.{places}f}"


def interval_text(
    value: float, low: float, high: float, scale: Callable[[float, int], str] = number_text
) -> str:
    """``value [low, high]`` with two digits of the half-width; the value alone where exact."""
    if not math.isfinite(value):
        return MISSING
    factor = 100.0 if scale is percent_text else 1.0
    width = (high - low) / 2 * factor
    if not width > 0.0 or not math.isfinite(width):
        places = 2 if factor == 100.0 else 1
        return scale(value, places)
    places = min(8, max(0, 1 - math.floor(math.log10(width))))
    ends = (f"{factor * end:,.{places}f}" for end in (low, high))
    return f"{scale(value, places)} [{', '.join(ends)}]"
