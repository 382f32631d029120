"""The orders of Crumbs!: generated ones, or those of a file, and the constraints they meet."""

from __future__ import annotations

from pathlib import Path

from analyses.crumbs.deck_check import DeckCheck, check_deck, check_generator
from reports.decks import Deck
from reports.files import new_folder
from reports.output import Document, Table
from simcore.crumbs.orders_file import deck_to_text, load_deck

__all__ = ["make", "read"]

FILE = "orders.toml"
SHIPPED = "shipped"


def make(seed: int, n_decks: int) -> Deck:
    """The first deck from a seed on that meets every constraint; more seeds are counted."""
    check = check_generator(seed, n_decks)
    last = f" to {seed + n_decks - 1}" if n_decks > 1 else " on"
    return _deck(
        check, f"Crumbs!, orders {check.deck.name}, the first of the seeds from {seed}{last}"
    )


def read(source: str) -> Deck:
    """The orders of a file, of the ``orders.toml`` in a folder, or the shipped ones."""
    place = Path(source)
    name = str(place / FILE) if place.is_dir() else source
    deck = load_deck() if source == SHIPPED else load_deck(name)
    return _deck(check_deck(deck), f"Crumbs!, orders: {source}")


def _deck(check: DeckCheck, heading: str) -> Deck:
    def write(place: Path) -> None:
        with new_folder(place) as folder:
            text = deck_to_text(check.deck, "Play with these orders: --set orders=<this file>")
            (folder / FILE).write_text(text, encoding="utf-8")

    document = Document(
        data=lambda: {"game": "crumbs", **check.to_json()},
        tables=(Table("The orders", check.orders()),),
        heading=heading,
        sentences=tuple(check.summary().splitlines()),
        facts={"game": "crumbs", "orders": check.deck.name},
    )
    return Deck(document, write)
