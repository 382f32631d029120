"""From tidy frames to texts for people: labels, sensible digits, intervals in one cell."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    Columns = pd.DataFrame | Mapping[str, Sequence[Any]]
    """Columns by name: a frame, or plain lists where pandas would only cost memory."""

__all__ = [
    "Shown",
    "change_text",
    "interval_text",
    "label_of",
    "named",
    "named_cells",
    "number_text",
    "percent_text",
    "present",
]

MISSING = "-"

P_VALUE, LEAST_P = ".2g", 1e-4
"""The format of p-values, and where their digits stop to mean anything."""


LEAST_SHARE = 0.0001
"""Shares, in per cent, that surely lie below this are not told apart."""


STRATEGY = re.compile(r"\w+\([^()]+\)")
"""A strategy with its parameters, as text."""

MANY_PARAMETERS = re.compile(r"(\w+\([^(),]+, [^(),]+), [^(),]+, [^()]+\)")
"""A strategy with four parameters or more, as text."""


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


def present(frame: Columns, game: str = "") -> Shown:
    """A frame's rows as text; ``x, x_low, x_high`` become one column ``value [low, high]``.

    With the name of a game its strategies go by their names, as in sentences.
    """
    from analyses.columns import COLUMNS

    names = [str(name) for name in frame]
    ends = {end for name in names for end in _ends(names, name)}
    headers, meanings, columns = [], [], []
    for name in names:
        if name in ends:
            continue
        column = COLUMNS.get(name)
        label, meaning, form = column or (name.replace("_", " "), "", "")
        scale = _scale(name, form)
        headers.append(f"{label}, points" if scale.is_difference else label)
        meanings.append(meaning)
        low_high = [frame[end] for end in _ends(names, name)]
        columns.append([scale.text(*cell) for cell in zip(frame[name], *low_high, strict=True)])
    columns = _named(columns, game) if game else columns
    rows = tuple(zip(*_shortened(columns), strict=True)) if columns else ()
    return Shown(tuple(headers), tuple(meanings), rows)


def named(text: str, game: str) -> str:
    """A sentence in which strategies of a game at their defaults go by their names."""
    from analyses.naming import brief

    return STRATEGY.sub(lambda found: brief(game, found[0]), text) if game else text


def _named(columns: list[list[str]], game: str) -> list[list[str]]:
    """Columns in which strategies at their defaults go by their names.

    Not those that stand beside others of the same name: there the numbers are the point.
    """
    shown = _shown_names((cell for column in columns for cell in column), game)
    return [[STRATEGY.sub(shown, cell) for cell in column] for column in columns]


def named_cells(cells: Sequence[Any], game: str) -> list[Any]:
    """The same of one column; what is no text stays as it is."""
    shown = _shown_names((cell for cell in cells if isinstance(cell, str)), game)
    return [STRATEGY.sub(shown, cell) if isinstance(cell, str) else cell for cell in cells]


def _shown_names(texts: Iterable[str], game: str) -> Callable[[re.Match[str]], str]:
    """What stands for each strategy that is found in some texts."""
    from analyses.naming import brief

    found = {text for cell in texts for text in STRATEGY.findall(cell)}
    names = Counter(text.partition("(")[0] for text in found)
    short = {text: brief(game, text) for text in found if names[text.partition("(")[0]] == 1}
    return lambda match: short.get(match[0], match[0])


def _shortened(columns: list[list[str]]) -> list[list[str]]:
    """Columns with strategies of many parameters cut to the first two.

    Not those in which two would become the same, nor two columns of which a row would say so.
    """
    short = [[MANY_PARAMETERS.sub(r"\1, ...)", cell) for cell in column] for column in columns]
    both = list(zip(columns, short, strict=True))
    clash = {i for i, (full, cut) in enumerate(both) if len(set(cut)) < len(set(full))}
    for (i, (one, one_cut)), (j, (two, two_cut)) in combinations(enumerate(both), 2):
        rows = zip(one, two, one_cut, two_cut, strict=True)
        if any(a != b and cut == other for a, b, cut, other in rows):
            clash |= {i, j}
    return [full if i in clash else cut for i, (full, cut) in enumerate(both)]


def label_of(name: str) -> str:
    """What people call a column."""
    from analyses.columns import COLUMNS

    return COLUMNS[name].label if name in COLUMNS else name.replace("_", " ")


def number_text(name: str, value: float) -> str:
    """A number as the column of that name shows it."""
    return _scale_of(name).text(value)


def change_text(name: str, value: float, low: float, high: float) -> str:
    """A difference of two numbers of a column, with its interval; of shares in points."""
    scale = _scale_of(name)
    if scale.unit:
        return f"{Scale(scale.form, 100.0, '', True).text(value, low, high)} points"
    return scale.text(value, low, high)


def _scale_of(name: str) -> Scale:
    from analyses.columns import COLUMNS

    return _scale(name, COLUMNS[name].format if name in COLUMNS else "")


def _ends(names: Sequence[str], name: str) -> list[str]:
    """Names of the columns that hold the ends of a column's interval; none where it has none."""
    for stem in (name, name.removesuffix("_rate")):
        ends = [f"{stem}_low", f"{stem}_high"]
        if all(end in names for end in ends):
            return ends
    return []


@dataclass(frozen=True)
class Scale:
    """How the numbers of a column are printed: times `factor`, with `unit` behind the value."""

    form: str
    factor: float = 1.0
    unit: str = ""
    is_difference: bool = False

    def text(self, value: Any, low: Any = None, high: Any = None) -> str:
        """A cell, with its interval where it has one."""
        if _is_missing(value):
            return MISSING
        if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":
            return "yes" if value else "no"
        if not isinstance(value, int | float) and not hasattr(value, "dtype"):
            return str(value)
        if low is not None and not _is_missing(low) and not _is_missing(high):
            return self.interval(float(value), float(low), float(high))
        return self.single(float(value))

    def single(self, value: float) -> str:
        """A number without an interval."""
        if self.form == P_VALUE and value < LEAST_P:
            return f"< {LEAST_P:.4f}"
        if self.factor != 1.0:
            sign = "+" if self.is_difference else ""
            return f"{self.factor * value:{sign}.{_places(self.form)}f}{self.unit}"
        if self.form.endswith("d"):
            return format(int(value), self.form)
        if self.form:
            return format(value, self.form)
        if value == int(value):
            return f"{int(value):,}"
        return f"{value:,.1f}" if abs(value) >= 100.0 else f"{value:,.4g}"

    def interval(self, value: float, low: float, high: float) -> str:
        """``value [low, high]`` with two digits of the half-width; the value where exact."""
        if self.unit and 0.0 <= self.factor * high < LEAST_SHARE:
            return f"< {LEAST_SHARE}{self.unit}"
        width = (high - low) / 2 * self.factor
        if not width > 0.0 or not math.isfinite(width):
            return self.single(value)
        places = min(8, max(0, 1 - math.floor(math.log10(width))))
        shown = [_signed(self.factor * number, places) for number in (value, low, high)]
        return f"{shown[0]}{self.unit} [{shown[1]}, {shown[2]}]"


def _signed(number: float, places: int) -> str:
    """A number with its digits; no minus before zeros only."""
    text = f"{number:,.{places}f}"
    return text.lstrip("-") if not text.strip("-0.,") else text


SHARE = Scale(".2%", 100.0, " %")


def _scale(name: str, form: str) -> Scale:
    if not form.endswith("%"):
        return Scale(form)
    if name.endswith(("_diff", "_edge", "_spread")):
        return Scale(form, 100.0, "", True)
    return Scale(form, 100.0, " %")


def _is_missing(value: Any) -> bool:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return True
    return str(value) == "<NA>"


def _places(form: str) -> int:
    digits = form.rstrip("%").rpartition(".")[2]
    return int(digits) if digits.isdigit() else 1


def percent_text(value: float, places: int = 1) -> str:
    """A share as text, e.g. ``54.1 %``."""
    return f"{100 * value:.{places}f} %"


def interval_text(value: float, low: float, high: float) -> str:
    """A share with its interval, e.g. ``54.12 % [54.01, 54.23]``."""
    return SHARE.interval(value, low, high)
