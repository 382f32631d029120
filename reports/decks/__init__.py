"""What ``fillsim deck`` makes for each game: ``make(seed, n_decks)`` and ``read(source)``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reports.output import Document

__all__ = ["Deck"]


@dataclass(frozen=True)
class Deck:
    """Components of a game.

    Attributes
    ----------
    document : Document
        What they are like.
    write : callable
        Writes them to a place, as a designer can edit them.
    warnings : tuple of str
        What is allowed but should be known.
    """

    document: Document
    write: Callable[[Path], None]
    warnings: tuple[str, ...] = ()
