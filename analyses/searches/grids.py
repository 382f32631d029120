"""Grids and ranges of a strategy's parameters, written into its text form.

``stop_at(200..1000:50)`` is every value from 200 to 1000 in steps of 50, ``stop_at(200|300|500)``
those three, and ``weigh(1..1.5:0.1, 0.5)`` six values of the first parameter with the second at
0.5. A range without a step, ``weigh(0.8..1.6)``, is what a search may move in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from simcore.errors import UsageError
from strategies.registry import find
from strategies.spec_text import by_parameter, number_text, split_spec

__all__ = ["Range", "arms_of", "ranges_of", "spec_text"]

MOST_ARMS = 4_096
STEPS = 10
"""Steps of a range that names none, in a grid."""
ALL = "..."
DIGITS = 10


@dataclass(frozen=True)
class Range:
    """What one parameter may be.

    Attributes
    ----------
    name : str
        The parameter.
    low, high, start : float
        Ends, and where a search begins; all three the same for a parameter that stays.
    is_whole : bool
        Whether only whole numbers make sense: the default is one.
    """

    name: str
    low: float
    high: float
    start: float
    is_whole: bool

    def fit(self, value: float) -> float:
        """The nearest allowed value, short enough to be read."""
        inside = min(self.high, max(self.low, value))
        return float(round(inside)) if self.is_whole else float(f"{inside:.4g}")


def spec_text(name: str, values: Mapping[str, float]) -> str:
    """A strategy with these parameters as text."""
    listed = ", ".join(number_text(value) for value in values.values())
    return f"{name}({listed})" if values else name


def arms_of(game: str, text: str) -> list[str]:
    """All strategies of a grid, in the order of the grid.

    Parameters
    ----------
    game : str
        Its name.
    text : str
        E.g. ``stop_at(200..1000:50)``; see the head of this module.

    Raises
    ------
    UsageError
        Names the text, the parameter, the value and what is allowed.
    """
    name, given = split_spec(text)
    params = find(game, name).params
    by_key = by_parameter(text, given, params)
    axes = [
        _values(text, key, by_key[key]) if key in by_key else [float(default)]
        for key, default in params.items()
    ]
    n_arms = math.prod(len(axis) for axis in axes)
    if not 1 < n_arms <= MOST_ARMS:
        found = f"grid '{text}' has {n_arms} {'strategy' if n_arms == 1 else 'strategies'}"
        hint = f", e.g. '{name}({next(iter(params))}=low..high:step)'" if params else ""
        raise UsageError(f"{found}; allowed: 2 to {MOST_ARMS}{hint}")
    return [spec_text(name, dict(zip(params, point, strict=True))) for point in product(*axes)]


def ranges_of(game: str, text: str) -> tuple[str, list[Range]]:
    """The strategy's name, and what each of its parameters may be.

    Parameters
    ----------
    game : str
        Its name.
    text : str
        ``weigh`` or ``weigh(...)``: every parameter from half to double its default, -1 to 1 for
        a default of 0. ``weigh(0.8..1.6, 0.5)``: the first between these, the second as it is.
    """
    name, given = split_spec(text)
    params = find(game, name).params
    by_key = {} if given == [ALL] else by_parameter(text, given, params)
    ranges = []
    for key, default in params.items():
        is_whole = isinstance(default, int)
        if key not in by_key:
            low, high = _around(default)
            found = Range(key, low, high, float(default), is_whole)
        else:
            low, high, _ = _ends(text, key, by_key[key])
            start = default if low <= default <= high else (low + high) / 2
            found = Range(key, low, high, float(start), is_whole and low.is_integer())
        ranges.append(found)
    if not any(it.low < it.high for it in ranges):
        raise UsageError(f"'{text}' leaves nothing to tune; allowed: a range like 0.5..2")
    return name, ranges


def _around(default: float) -> tuple[float, float]:
    if default == 0:
        return -1.0, 1.0
    low, high = sorted((default / 2, default * 2))
    return (max(1.0, low), high) if isinstance(default, int) and default > 0 else (low, high)


def _values(text: str, key: str, given: str) -> list[float]:
    """The values of one parameter."""
    if ".." not in given:
        return [_number(text, key, part) for part in given.split("|")]
    low, high, step = _ends(text, key, given)
    step = step or (high - low) / STEPS
    n_steps = math.floor((high - low) / step + 1e-9) if high > low else 0
    if n_steps >= MOST_ARMS:
        raise UsageError(f"'{text}': {key} = {given}; allowed: at most {MOST_ARMS} values")
    return [round(low + k * step, DIGITS) for k in range(n_steps + 1)]


def _ends(text: str, key: str, given: str) -> tuple[float, float, float]:
    """Low, high and step of ``low..high:step``; a single number is both ends; no step is 0."""
    span, colon, last = given.partition(":")
    first, dots, second = span.partition("..")
    low = _number(text, key, first)
    high = _number(text, key, second) if dots else low
    step = _number(text, key, last) if colon else 0.0
    if high < low or step < 0.0 or (colon and step == 0.0):
        raise UsageError(
            f"'{text}': {key} = {given}; allowed: low..high:step, low <= high, step > 0"
        )
    return low, high, step


def _number(text: str, key: str, given: str) -> float:
    try:
        value = float(given)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        allowed = "a number, 200..1000:50 or 200|300|500"
        raise UsageError(f"'{text}': {key} = {given.strip()!r}; allowed: {allowed}")
    return value
