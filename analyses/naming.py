"""Strategies by name in sentences."""

from __future__ import annotations

from simcore.errors import UsageError
from strategies.registry import parse

__all__ = ["brief"]

MOST_NUMBERS = 1
"""Parameters at their defaults that are said all the same, as the 300 of `stop_at(300)`."""


def brief(game: str, strategy: str) -> str:
    """A strategy as text, without its parameters where they are many and all at their defaults.

    Examples
    --------
    >>> brief("fill_or_bust", "weigh(1.15, 0.5)"), brief("fill_or_bust", "stop_at(300)")
    ('weigh', 'stop_at(300)')
    """
    try:
        entry, values = parse(game, strategy)
    except UsageError:  # of a file that is not loaded
        return strategy
    is_usual = len(values) > MOST_NUMBERS and values == tuple(entry.params.values())
    return entry.name if is_usual else strategy
