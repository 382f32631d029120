"""Tables of cards as CSV: rows that know their line and complain about a single cell."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from simcore.errors import UsageError
from simcore.filler.components import MAX_ICONS

__all__ = ["Row", "read_rows", "table_text"]

_TIME = re.compile(r"(\d{1,2}):(\d\d)")
_MINUTES_PER_DAY = 24 * 60


@dataclass(frozen=True)
class Row:
    """One row of a file: where it stands, and its cells by column."""

    file: str
    line: int
    cells: dict[str, str]

    def refuse(self, column: str, value: str, allowed: str) -> UsageError:
        """The complaint about one value: file, line, column, value, what is allowed."""
        return UsageError(f"{self.file}:{self.line}: {column} = {value!r}; allowed: {allowed}")

    def text(self, column: str, without: str = "") -> str:
        """A text that is not empty and has none of the characters `without`."""
        value = self.cells[column]
        if not value or set(without) & set(value):
            signs = " or ".join(f"'{sign}'" for sign in without)
            raise self.refuse(column, value, f"a text without {signs}" if signs else "a text")
        return value

    def word(self, column: str, words: Collection[str]) -> str:
        """One of `words`."""
        value = self.cells[column]
        if value not in words:
            raise self.refuse(column, value, " | ".join(words))
        return value

    def words(self, column: str, known: Collection[str], least: int = 0) -> tuple[str, ...]:
        """A multiset of words, joined by ``+``: at least `least` of them."""
        value = self.cells[column]
        found = tuple(part.strip() for part in value.split("+")) if value else ()
        for word in found:
            if word not in known:
                raise self.refuse(column, word, f"{' | '.join(known)}, joined by +")
        if not least <= len(found) <= MAX_ICONS:
            raise self.refuse(column, value, f"{least} to {MAX_ICONS} words, joined by +")
        return found

    def time(self, column: str) -> int | None:
        """Minutes since midnight; None for an empty cell."""
        value = self.cells[column]
        if not value:
            return None
        found = _TIME.fullmatch(value)
        minutes = 60 * int(found[1]) + int(found[2]) if found else _MINUTES_PER_DAY
        if minutes >= _MINUTES_PER_DAY or int(value[-2:]) >= 60:
            raise self.refuse(column, value, "a time H:MM from 0:00 to 23:59")
        return minutes


def read_rows(text: str, file: str, columns: Sequence[str]) -> list[Row]:
    """The rows of a CSV text, by column; empty rows are skipped.

    Parameters
    ----------
    text : str
        The file's text.
    file : str
        Its name, for complaints.
    columns : sequence of str
        The columns that it must have, in any order, and no others.
    """
    lines: list[tuple[int, list[str]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            # Spreadsheets pad rows with empty cells up to the widest row they ever had.
            while cells and not cells[-1].strip():
                cells.pop()
            if cells:
                lines.append((line, [cell.strip() for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as error:
        raise UsageError(f"{file}:{line}: not a CSV table: {error}") from None
    if not lines:
        raise UsageError(f"{file}:1: the file is empty; allowed: columns {','.join(columns)}")
    header = _header(file, lines[0][0], lines[0][1], columns)
    if len(lines) == 1:
        raise UsageError(f"{file}:{line - 1}: no row below the columns; allowed: at least one")
    return [_row(file, number, cells, header) for number, cells in lines[1:]]


def _header(file: str, line: int, found: list[str], columns: Sequence[str]) -> list[str]:
    wanted = ",".join(columns)
    for column in columns:
        if found.count(column) != 1:
            what = "is missing" if column not in found else "stands twice"
            hint = "" if len(found) > 1 else "; cells are separated by commas"
            raise UsageError(f"{file}:{line}: column '{column}' {what}; allowed: {wanted}{hint}")
    for column in found:
        if column not in columns:
            raise UsageError(f"{file}:{line}: unknown column '{column}'; allowed: {wanted}")
    return found


def _row(file: str, line: int, cells: list[str], header: list[str]) -> Row:
    if len(cells) > len(header):
        raise UsageError(
            f"{file}:{line}: {len(cells)} cells; allowed: {len(header)}, one for each column "
            "(a cell that has a comma stands in quotes)"
        )
    padded = cells + [""] * (len(header) - len(cells))
    return Row(file, line, dict(zip(header, padded, strict=True)))


def table_text(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A CSV text that `read_rows` reads back."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()
