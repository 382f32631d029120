"""Filler's cards: generated ones, or those of a folder, and the constraints that they meet."""

from __future__ import annotations

from pathlib import Path

from analyses.filler.decks import DeckCheck, check_components, check_generator
from reports.decks import Deck
from reports.files import new_folder
from reports.output import Document, Table
from simcore.filler.component_files import write_components
from simcore.filler.sources import find_components

__all__ = ["make", "read"]

ONE = ("constraint", "allowed", "found", "is_met")
MANY = ("constraint", "allowed", "n_decks", "n_met", "lowest", "highest")
"""Columns that fit a page."""


def make(seed: int, n_decks: int) -> Deck:
    """The components of a seed; with more decks, the constraints over the seeds that follow."""
    last = f" to {seed + n_decks - 1}" if n_decks > 1 else ""
    return _deck(check_generator(seed, n_decks), f"Filler, cards generated from seed {seed}{last}")


def read(source: str) -> Deck:
    """The components of a folder, or those that a text like ``varied-7`` names."""
    return _deck(check_components(find_components(source)), f"Filler, cards: {source}")


def _deck(check: DeckCheck, heading: str) -> Deck:
    box = check.components

    def write(place: Path) -> None:
        with new_folder(place) as folder:
            write_components(box, folder)

    shown = ONE if check.n_decks == 1 else MANY
    title = "What is known of the printed cards, and what these have"
    document = Document(
        data=lambda: {"game": "filler", **check.to_json()},
        tables=(Table(title, check.to_frame()[list(shown)]),),
        heading=heading,
        sentences=tuple(filter(None, (check.summary(), box.notice))),
        facts={"game": "filler", "cards": box.name},
        rows=check.to_frame,
    )
    return Deck(document, write, box.warnings)
