"""Starting layouts: where pawns and stones stand, read from TOML files and checked.

The diagrams of the rulebook are lost. The layouts that ship are RECONSTRUCTIONS: they keep the
printed counts and the symmetry that a fair start needs, and nothing else is known of them.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from simcore.errors import UsageError, unknown_name
from simcore.fillit.configurations import LAYOUT_NAMES, Configuration, configuration
from simcore.fillit.geometry import Axial, cells

__all__ = ["RECONSTRUCTION", "Layout", "layout_text", "load_layout", "parse_layout"]

RECONSTRUCTION = (
    "The starting layouts are reconstructions: the rulebook's diagrams are lost. Board sizes, "
    "stones and the preset chip follow public descriptions of the game; the cells are ours."
)
"""The notice that every output which rests on a shipped layout shows."""

FIELDS = ("config", "name", "pawns", "stones")
OPTIONAL = ("note",)

_PAIR = re.compile(r"\[\s*[-+]?\d+\s*,\s*[-+]?\d+\s*,?\s*\]")
_COMMENT = re.compile(r"#[^\n]*")


@dataclass(frozen=True)
class Layout:
    """Where the pieces stand at the start.

    Attributes
    ----------
    config : str
        Configuration that the layout is for.
    name : str
        Its name, in reports.
    pawns : tuple of (q, r)
        By player, in playing order. One own chip lies under each.
    stones : tuple of tuples of (q, r)
        By side.
    is_reconstruction : bool
        Whether it is one of the shipped layouts, whose printed originals are lost.
    note : str
        What reports should add about how the layout was chosen.
    """

    config: str
    name: str
    pawns: tuple[Axial, ...]
    stones: tuple[tuple[Axial, ...], ...]
    is_reconstruction: bool = False
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The cells as plain lists, as a replay writes them."""
        return {
            "pawns": [list(cell) for cell in self.pawns],
            "stones": [[list(cell) for cell in side] for side in self.stones],
        }


def layout_text(layout: Layout) -> str:
    """The layout as the text of a layout file, one side a line."""
    rows = ",\n".join(f"    {[list(cell) for cell in side]}" for side in layout.stones)
    pawns = [list(cell) for cell in layout.pawns]
    return (
        f'config = "{layout.config}"\nname = "{layout.name}"\n'
        f"pawns = {pawns}\nstones = [\n{rows},\n]\n"
    )


def load_layout(config: str, source: str) -> Layout:
    """A layout of a configuration: a shipped one by its name, or a file.

    Parameters
    ----------
    config : str
        Key of `CONFIGURATIONS`.
    source : str
        ``A``, ``B`` or the path of a TOML file.

    Raises
    ------
    UsageError
        Names the file, the line, the value and what is allowed.
    """
    setting = configuration(config, "config")
    if source in LAYOUT_NAMES and setting.is_printed:
        shipped = resources.files(__package__ or "simcore.fillit") / "layouts"
        name = f"{config}_{source.lower()}.toml"
        text = (shipped / name).read_text("utf-8")
        return parse_layout(text, name, config, is_reconstruction=True)
    path = Path(source)
    try:
        return parse_layout(path.read_text("utf-8"), source, config)
    except FileNotFoundError:
        if path.suffix or path.parent != Path():
            raise UsageError(f"layout file {source} does not exist") from None
        known = (*LAYOUT_NAMES, "random:SEED")
        raise unknown_name("layout", source, known, "; or give a TOML file") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise UsageError(f"layout file {source} cannot be read: {reason}") from None


def parse_layout(
    text: str, source: str, config: str | None = None, *, is_reconstruction: bool = False
) -> Layout:
    """A checked `Layout` from the text of a layout file; `source` stands in messages.

    `config`, where given, is the configuration that the layout must be for.
    """
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{source}: not a TOML file: {error}") from None
    checker = _Checker(source, text)
    checker.check_fields(values)
    where = f"{source}, line {checker.line_of('config')}"
    setting = configuration(values["config"], where)
    if config is not None and setting.name != config:
        raise UsageError(f"{where}: config = '{setting.name}'; allowed here: '{config}'")
    if not isinstance(values["name"], str) or not values["name"]:
        raise checker.refused("name", values["name"], "a text that is not empty")
    pawns = checker.pawns(values["pawns"], setting)
    stones = checker.stones(values["stones"], setting)
    note = values.get("note", "")
    if not isinstance(note, str):
        raise checker.refused("note", note, "a text")
    return Layout(setting.name, values["name"], pawns, stones, is_reconstruction, note)


class _Checker:
    """The checks of one file, which remember the cells taken and find lines for complaints."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        # Comments become blanks of the same length, so that places and lines stay what they are.
        self.text = _COMMENT.sub(lambda found: " " * len(found[0]), text)
        self.taken: dict[Axial, str] = {}

    def line_of(self, field: str, cell: int | None = None) -> int:
        """Line of a field, or of the pair of coordinates number `cell` within it."""
        start = re.search(rf"^\s*{field}\s*=", self.text, re.MULTILINE)
        place = start.end() if start else 0
        if cell is not None:
            pairs = list(_PAIR.finditer(self.text, place))
            place = pairs[cell].start() if cell < len(pairs) else place
        return self.text.count("\n", 0, place) + 1

    def refused(
        self, field: str, value: Any, allowed: str, cell: int | None = None, what: str = ""
    ) -> UsageError:
        """Complaint about a value: file, line, value, what is allowed."""
        line = self.line_of(field, cell)
        return UsageError(
            f"{self.source}, line {line}: {what or field} = {value!r}; allowed: {allowed}"
        )

    def check_fields(self, values: dict[str, Any]) -> None:
        for field in values:
            if field not in (*FIELDS, *OPTIONAL):
                where = f"{self.source}, line {self.line_of(field)}"
                raise unknown_name("layout field", field, FIELDS, f" (in {where})")
        for field in FIELDS:
            if field not in values:
                raise UsageError(f"{self.source}: field '{field}' is missing")

    def pawns(self, values: Any, setting: Configuration) -> tuple[Axial, ...]:
        """Checked cells of the pawns."""
        n = setting.n_players
        if not isinstance(values, list) or len(values) != n:
            found = f"{len(values)} of them" if isinstance(values, list) else values
            raise self.refused("pawns", found, f"{n} cells, one pawn for each player")
        return tuple(
            self._cell("pawns", value, i, setting, f"pawn of player {i}")
            for i, value in enumerate(values)
        )

    def stones(self, values: Any, setting: Configuration) -> tuple[tuple[Axial, ...], ...]:
        """Checked cells of the stones, side by side."""
        if not isinstance(values, list) or len(values) != setting.n_sides:
            found = f"{len(values)} lists" if isinstance(values, list) else values
            raise self.refused("stones", found, f"{setting.n_sides} lists, one for each side")
        sides = []
        n_before = 0
        for side, stones in enumerate(values):
            what = f"stones of side {side}"
            if not isinstance(stones, list) or len(stones) != setting.stones:
                found = f"{len(stones)} of them" if isinstance(stones, list) else stones
                allowed = f"{setting.stones} cells for each side"
                raise self.refused("stones", found, allowed, n_before, what)
            cells_of_side = [
                self._cell("stones", value, n_before + i, setting, f"stone of side {side}")
                for i, value in enumerate(stones)
            ]
            sides.append(tuple(cells_of_side))
            n_before += len(stones)
        return tuple(sides)

    def _cell(
        self, field: str, value: Any, number: int, setting: Configuration, what: str
    ) -> Axial:
        is_pair = isinstance(value, list) and len(value) == 2
        if not is_pair or any(type(part) is not int for part in value):
            raise self.refused(field, value, "a cell [q, r] of two whole numbers", number, what)
        cell = (value[0], value[1])
        reach = setting.board - 1
        if cell == (0, 0):
            allowed = "any cell but the centre, which is no space"
            raise self.refused(field, value, allowed, number, what)
        if cell not in cells(setting.board):
            allowed = f"a cell of the board: q, r and q + r from {-reach} to {reach}"
            raise self.refused(field, value, allowed, number, what)
        if cell in self.taken:
            allowed = f"a free cell (the {self.taken[cell]} stands there)"
            raise self.refused(field, value, allowed, number, what)
        self.taken[cell] = what
        return cell
