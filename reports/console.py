"""The two channels: data goes to standard output, talk and progress to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

__all__ = ["is_numeric", "is_terminal", "print_table", "say", "write"]

NARROWEST = 60
"""Narrower terminals get plain text, which wraps better than a squeezed table."""


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


def print_table(title: str, headers: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print texts as a table: drawn by rich on a terminal, aligned plain text in a pipe."""
    listed = [list(row) for row in rows]
    if is_terminal():
        _print_rich(title, headers, listed)
    else:
        write(plain_table(title, headers, listed))


def _print_rich(title: str, headers: Sequence[str], rows: list[list[str]]) -> None:
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
    lines = [list(headers), *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(headers))]
    numeric = [is_numeric(row[place] for row in rows) for place in range(len(headers))]

    def aligned(line: Sequence[str]) -> str:
        cells = [
            cell.rjust(width) if is_number else cell.ljust(width)
            for cell, width, is_number in zip(line, widths, numeric, strict=True)
        ]
        return "  ".join(cells).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return "\n".join([title, aligned(lines[0]), rule, *map(aligned, rows), ""])


def is_numeric(cells: Iterable[str]) -> bool:
    """Whether every cell that is not empty begins like a number."""
    filled = [cell.lstrip("+-−") for cell in cells if cell not in ("", "-")]
    return bool(filled) and all(cell[:1].isdigit() for cell in filled)
