"""How a command's result leaves the program: a table to read, CSV, or JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.console import print_table, write
from reports.files import check_writable, write_whole
from reports.options import Common, Format

if TYPE_CHECKING:
    import pandas as pd

    from reports.present import Columns

__all__ = [
    "Document",
    "Table",
    "emit",
    "facts_of",
    "heading",
    "notice_of",
    "plain",
    "prepare_output",
    "to_csv",
    "to_json",
]


@dataclass(frozen=True)
class Table:
    """Columns with the words that stand above them; mostly a frame."""

    title: str
    frame: Columns

    def to_frame(self) -> pd.DataFrame:
        """The columns as a frame, whatever they are."""
        import pandas as pd

        return pd.DataFrame(self.frame)


@dataclass(frozen=True)
class Document:
    """What a command has found.

    Attributes
    ----------
    data : callable
        Makes the JSON document; called only where JSON is wanted.
    tables : tuple of Table
        For reading; the first is also what CSV holds, unless `rows` is given.
    heading : str
        Game, rules, seed and number of games.
    sentences : tuple of str
        What the tables show, in words.
    facts : dict
        What every row of CSV begins with: game, version, rules, seed.
    rows : callable, optional
        Makes what CSV holds, where that is too much to read.
    """

    data: Callable[[], Mapping[str, Any]]
    tables: tuple[Table, ...]
    heading: str = ""
    sentences: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    rows: Callable[[], pd.DataFrame] | None = None


def prepare_output(common: Common, *others: Path | None) -> None:
    """Refuse files that cannot be written, before any work is done."""
    for path in (common.out, *others):
        if path is not None:
            check_writable(path)


def facts_of(game: Any, rules: Any, seed: int | None = None) -> dict[str, Any]:
    """What is needed to get a table again, for `Document.facts`; exact results have no seed."""
    facts = {"game": game.name, "version": game.version, "rules": rules.name}
    return facts if seed is None else {**facts, "seed": seed}


def heading(game: Any, rules: Any, seed: int, n_games: int, more: str = "") -> str:
    """What everything below rests on, in one line, and below it what is known of the components."""
    words = f"{game.title} {game.version}, rules {rules.name}, seed {seed}, {n_games:,} games"
    return words + more + notice_of(rules)


def notice_of(rules: Any) -> str:
    """What must be said about the components of these rules, on a line of its own; often empty."""
    notice = getattr(rules, "notice", "")
    return f"\n{notice}" if notice else ""


def emit(document: Document, common: Common) -> None:
    """Write a document in the wanted format, to standard output or to a file."""
    if common.output_format is Format.json:
        _deliver(to_json(document.data()), common.out)
    elif common.output_format is Format.csv:
        _deliver(to_csv(_with_facts(document)), common.out)
    elif common.out is not None:
        write_whole(common.out, as_text(document).encode())
    else:
        _show(document)


def _with_facts(document: Document) -> pd.DataFrame:
    frame = document.rows() if document.rows else document.tables[0].to_frame()
    facts = {name: value for name, value in document.facts.items() if name not in frame}
    return frame.assign(**facts)[[*facts, *frame.columns]]


def _deliver(text: str, out: Path | None) -> None:
    if out is None:
        write(text)
    else:
        write_whole(out, (text.rstrip("\n") + "\n").encode())


def _show(document: Document) -> None:
    from reports.present import named, present

    game = document.facts.get("game", "")
    if document.heading:
        write(document.heading + "\n\n")
    for table in document.tables:
        shown = present(table.frame, game)
        print_table(named(table.title, game), shown.headers, shown.rows)
        write("")
    for sentence in document.sentences:
        write(named(sentence, game))


def as_text(document: Document) -> str:
    """The document as plain text, as a pipe gets it."""
    from reports.console import plain_table
    from reports.present import named, present

    game = document.facts.get("game", "")
    parts = [document.heading, ""] if document.heading else []
    for table in document.tables:
        shown = present(table.frame, game)
        parts += [plain_table(named(table.title, game), shown.headers, shown.rows), ""]
    return "\n".join([*parts, *(named(it, game) for it in document.sentences)]) + "\n"


def to_csv(frame: pd.DataFrame) -> str:
    """A tidy frame as CSV; fractions as text, nothing for a missing number."""
    text: str = frame.to_csv(index=False, lineterminator="\n")
    return text


def to_json(data: Mapping[str, Any]) -> str:
    """A document as JSON that every parser accepts."""
    return json.dumps(plain(data), indent=2, ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """Plain JSON values: fractions as text, NaN and infinities as null, numpy as Python."""
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, Fraction | Path):
        return str(value)
    if isinstance(value, Enum):
        return plain(value.value)
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
