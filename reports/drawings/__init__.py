"""Replays as drawn boards, made by ``boards(document)`` of ``reports.drawings.<game>``."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

__all__ = ["Board", "write_boards"]


class Board(NamedTuple):
    """A drawn position.

    Parameters
    ----------
    svg : str
        The drawing, a whole SVG file.
    caption : str
        What happened, in words.
    """

    svg: str
    caption: str


def write_boards(folder: Path, boards: Sequence[Board], title: str, notice: str = "") -> None:
    """Write one SVG a board, and ``index.html`` that steps through them and needs no network.

    Parameters
    ----------
    folder : Path
        Exists already.
    boards : sequence of Board
        In the order of play.
    title, notice : str
        Heading of the page, and what a reader must know.
    """
    for number, board in enumerate(boards):
        (folder / f"turn-{number:03d}.svg").write_text(board.svg, encoding="utf-8")
    page = files("reports.page")
    template = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    ).from_string((page / "steps.html").read_text("utf-8"))
    text = template.render(
        title=title,
        notice=notice,
        style=Markup((page / "style.css").read_text("utf-8")),
        script=Markup((page / "steps.js").read_text("utf-8")),
        boards=[(Markup(board.svg), board.caption) for board in boards],
    )
    (folder / "index.html").write_text(text, encoding="utf-8")
