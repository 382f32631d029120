"""``fillsim glossary``: what the columns of tables, CSV and JSON mean."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.options import Common, takes_options
from reports.output import Document, emit, prepare_output

__all__ = ["command"]


@takes_options(has_chance=False)
def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORD...]", help="Only columns with one of these in their name or header."
        ),
    ] = None,
    *,
    common: Common,
) -> None:
    """Say what columns mean: header in tables, name in CSV and JSON, meaning.

    Example: fillsim glossary worth 'p beyond' saved
    """
    import pandas as pd

    from analyses.columns import COLUMNS
    from simcore.errors import unknown_name

    prepare_output(common)
    rows = [
        {"header": column.label, "column": name, "meaning": column.meaning}
        for name, column in COLUMNS.items()
        if not name.endswith(("_low", "_high"))
    ]
    wanted = [word.lower() for word in words or [""]]
    for word in wanted:
        if not any(_is_about(row, word) for row in rows):
            raise unknown_name("column", word, [row["header"] for row in rows])
    found = [row for row in rows if any(_is_about(row, word) for word in wanted)]
    told = [f"{row['header']} ({row['column']}): {row['meaning']}" for row in found]
    told += ["", "Ends of an interval have the column's name with _low and _high behind it."]
    data = {"columns": found}
    emit(Document(lambda: data, (), "", tuple(told), rows=lambda: pd.DataFrame(found)), common)


def _is_about(row: dict[str, str], word: str) -> bool:
    return word in row["header"].lower() or word in row["column"]
