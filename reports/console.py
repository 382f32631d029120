"""The two channels: data goes to standard output, talk and progress to standard error."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence

__all__ = ["fitted", "is_numeric", "is_terminal", "print_table", "say", "write"]

NARROWEST, PAGE = 60, 110
"""Characters a table gets at least on a terminal, and at most in a pipe."""

RICH_GAP, PLAIN_GAP = 3, 2

KEY_COLUMNS, KEY_WIDTH = 4, 40
"""Texts among the first columns, up to this width, are repeated where a table is split."""

UPRIGHT = ("what", "value")
"""Headers of a single row that stands upright."""

Part = tuple[list[str], list[list[str]]]
"""Headers and rows."""


def say(text: str) -> None:
    """Print a line of talk to standard error."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def write(text: str) -> None:
    """Print data to standard output."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def is_terminal() -> bool:
    """Whether a person reads standard output directly."""
    return sys.stdout.isatty()


def print_table(title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print texts as a table: drawn by rich on a terminal, aligned plain text in a pipe."""
    if not is_terminal():
        write(plain_table(title, headers, rows))
        return
    width = max(NARROWEST, shutil.get_terminal_size().columns - 1)
    for place, (part, cells) in enumerate(fitted(headers, rows, width, RICH_GAP)):
        _print_rich(title if place == 0 else "", part, cells)


def _print_rich(title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(
        title=escape(title), title_justify="left", title_style="bold", header_style="bold"
    )
    for place, header in enumerate(headers):
        is_number = is_numeric(row[place] for row in rows)
        table.add_column(escape(header), justify="right" if is_number else "left")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    Console().print(table)


def plain_table(title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The same table in plain characters, numbers to the right."""
    blocks = [_aligned(part, cells) for part, cells in fitted(headers, rows, PAGE, PLAIN_GAP)]
    return "\n".join([title, "\n\n".join(blocks), ""])


def _aligned(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = _widths(headers, rows)
    numeric = [is_numeric(row[place] for row in rows) for place in range(len(headers))]

    def line(texts: Sequence[str]) -> str:
        cells = [
            text.rjust(width) if is_number else text.ljust(width)
            for text, width, is_number in zip(texts, widths, numeric, strict=True)
        ]
        return "  ".join(cells).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return "\n".join([line(headers), rule, *map(line, rows)])


def fitted(
    headers: Sequence[str], rows: Sequence[Sequence[str]], width: int, gap: int
) -> list[Part]:
    """A table as parts that fit: a single row that is too wide stands upright, others are split."""
    parts = split_wide(headers, rows, width, gap)
    if len(parts) == 1 or len(rows) != 1:
        return parts
    return [(list(UPRIGHT), [list(pair) for pair in zip(headers, rows[0], strict=True)])]


def split_wide(
    headers: Sequence[str], rows: Sequence[Sequence[str]], width: int, gap: int
) -> list[Part]:
    """A wide table as several that fit, each beginning with the columns that name its rows.

    Parameters
    ----------
    headers, rows
        The table.
    width : int
        Characters there are.
    gap : int
        Characters between two columns.
    """
    widths = _widths(headers, rows)
    places = range(len(headers))
    named = [place for place in places if not is_numeric(row[place] for row in rows)]
    keys = [place for place in named if place < KEY_COLUMNS and widths[place] <= KEY_WIDTH]
    keys = keys or named[:1] or [0]
    parts: list[list[int]] = [[]]
    room = width
    for place in places:
        if parts[-1] and widths[place] + gap > room:
            parts.append([key for key in keys if key < place])
            room = width - sum(widths[column] + gap for column in parts[-1])
        parts[-1].append(place)
        room -= widths[place] + gap
    return [
        ([headers[place] for place in part], [[row[place] for place in part] for row in rows])
        for part in parts
    ]


def _widths(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    return [
        max(len(header), *(len(row[place]) for row in rows)) if rows else len(header)
        for place, header in enumerate(headers)
    ]


def is_numeric(cells: Iterable[str]) -> bool:
    """Whether every cell that is not empty begins like a number."""
    filled = [cell.lstrip("+-−") for cell in cells if cell not in ("", "-")]
    return bool(filled) and all(cell[:1].isdigit() for cell in filled)
