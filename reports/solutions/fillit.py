"""What ``fillsim solve fillit`` shows: the exact value of a starting position, as far as known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analyses.fillit.exact import StartValues, start_values
from reports.output import Document, Table
from reports.solutions import Asked
from simcore.errors import UsageError

__all__ = ["SOLVERS"]


def win(rules: Any, asked: Asked) -> Document:
    """Who wins from the start under best play, and whether search agrees."""
    asked.expect("win")
    if rules.setting.n_sides != 2:
        raise UsageError(f"config = {rules.config!r}; allowed: 2p | 2v2 | mini2 | tiny2, two sides")
    found: StartValues = start_values([rules])
    sentences = tuple(filter(None, (found.summary(), rules.notice)))
    return Document(found.to_json, (Table("Starting position", found.to_frame()),), "", sentences)


SOLVERS: dict[str, Callable[[Any, Asked], Document]] = {"win": win}
"""By the aim that ``--for`` names; the first is the usual one."""
