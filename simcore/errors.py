"""Errors that a person can act on: each says what is wrong, where, and what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["FillsimError", "StrategyFailure", "UsageError", "unknown_name"]


class FillsimError(Exception):
    """Base of all errors that the command line reports in one line, without a traceback."""


class UsageError(FillsimError, ValueError):
    """Wrong use: a value, a name or a file that cannot be accepted."""


class StrategyFailure(FillsimError, RuntimeError):
    """A strategy broke its contract during play; `partial` holds what was counted before.

    Attributes
    ----------
    partial : object
        The `Summary` of the chunks finished before the failure, or None.
    """

    partial: object = None


def unknown_name(what: str, name: str, known: Iterable[str], hint: str = "") -> UsageError:
    """Error for an unknown name that offers the nearest valid one, or all of them."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    offer = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(names)}"
    return UsageError(f"unknown {what} '{name}'; {offer}{hint}")
