"""Results as frames, as JSON and as lines of text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.statistics.estimates import Estimate

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["in_percent", "in_points", "plain", "records", "spread_out", "table", "worth_text"]


def spread_out(name: str, estimate: Estimate) -> dict[str, float]:
    """An estimate as three columns: `name`, `name_low` and `name_high`."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def table(rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """A tidy frame of rows that all have the same keys."""
    import pandas as pd  # half of the start-up time of a command that may not need it

    return pd.DataFrame(list(rows))


def plain(value: Any) -> Any:
    """A result as JSON can hold it: plain numbers, lists and dicts; None for nan and infinity."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def records(frame: pd.DataFrame, shortened: str = "") -> list[dict[str, Any]]:
    """The rows of a frame for JSON; the interval of `shortened` is called low and high."""
    short = {f"{shortened}_low": "low", f"{shortened}_high": "high"} if shortened else {}
    rows = frame.rename(columns=short).to_dict("records")
    return [plain(row) for row in rows]


def in_percent(estimate: Estimate) -> str:
    """A share in print: "54.12 % [54.01, 54.23]"."""
    value, low, high = _scaled(estimate)
    return f"{value} % [{low}, {high}]"


def in_points(estimate: Estimate) -> str:
    """A difference of shares in print: "4.16 points [3.94, 4.38]"."""
    value, low, high = _scaled(estimate)
    return f"{value} points [{low}, {high}]"


def _scaled(estimate: Estimate) -> list[str]:
    """A hundred times value and ends, with two digits of the half-width."""
    width = 100.0 * estimate.half_width
    sized = math.isfinite(width) and width > 0.0
    digits = max(0, 1 - math.floor(math.log10(width))) if sized else 2
    return [f"{100.0 * x:.{digits}f}" for x in (estimate.value, estimate.low, estimate.high)]


def worth_text(worth: float, n_games: int = 0) -> str:
    """What the pairing of games was worth, in words; with `n_games`, in independent games."""
    if math.isfinite(worth):
        told = f"one game was worth {worth:.3g} independent ones"
        total = f"{float(f'{worth * n_games:.3g}'):,.0f}"
        return f"{told}: as narrow an interval would take {total} of those" if n_games else told
    return "every block came out the same" if worth > 0.0 else "no game differed from another"
