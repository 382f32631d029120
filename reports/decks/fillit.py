"""Fillit's starting layouts: generated ones, or those of a file, and what they are like."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from reports.decks import Deck
from reports.files import write_whole
from reports.output import Document, Table
from simcore.errors import UsageError
from simcore.fillit.configurations import CONFIGURATIONS
from simcore.fillit.generate import generate_layout, open_directions
from simcore.fillit.layouts import Layout, layout_text, load_layout, parse_layout

__all__ = ["make", "read"]


def make(seed: int, n_decks: int) -> Deck:
    """Symmetric layouts of a seed, one for each configuration; with more, the seeds that follow."""
    found = [
        generate_layout(config, one) for one in range(seed, seed + n_decks) for config in PRINTED
    ]
    last = f" to {seed + n_decks - 1}" if n_decks > 1 else ""
    return _deck(found, f"Fillit, symmetric layouts generated from seed {seed}{last}")


PRINTED = tuple(name for name, setting in CONFIGURATIONS.items() if setting.is_printed)


def read(source: str) -> Deck:
    """The layout of a file, those of a folder of layout files, or the ``shipped`` ones."""
    if source == "shipped":
        found = [load_layout(config, name) for config in PRINTED for name in "AB"]
        return _deck(found, "Fillit, the layouts that ship")
    place = Path(source)
    files = sorted(place.glob("*.toml")) if place.is_dir() else [place]
    if not files:
        raise UsageError(f"folder {source} holds no layout file (*.toml)")
    try:
        found = [parse_layout(file.read_text("utf-8"), str(file)) for file in files]
    except FileNotFoundError:
        raise UsageError(f"layout file {source} does not exist") from None
    return _deck(found, f"Fillit, layouts of {source}")


def _deck(layouts: list[Layout], heading: str) -> Deck:
    frame = pd.DataFrame([_row(layout) for layout in layouts])

    def write(folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for layout in layouts:
            name = f"{layout.config}_{layout.name.lower().replace(':', '_')}.toml"
            write_whole(folder / name, layout_text(layout).encode())

    document = Document(
        data=lambda: {
            "game": "fillit",
            "layouts": [
                {"config": one.config, "name": one.name, **one.to_dict()} for one in layouts
            ],
        },
        tables=(Table("Starting layouts, cells as (q, r)", frame),),
        heading=heading,
        facts={"game": "fillit"},
    )
    return Deck(document, write)


def _row(layout: Layout) -> dict[str, str | int]:
    return {
        "config": layout.config,
        "layout": layout.name,
        "pawns": " ".join(f"({q}, {r})" for q, r in layout.pawns),
        "stones": " | ".join(" ".join(f"({q}, {r})" for q, r in side) for side in layout.stones),
        "open_directions": min(open_directions(layout)),
    }
