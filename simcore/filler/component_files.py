"""The four files of Filler's components: reading, checking, writing.

``recipes.csv``, ``chefs.csv``, ``fillings.toml`` and ``personalities.toml`` in one folder; what a
folder lacks is taken from the shipped reconstruction. Every complaint names the file, the line,
the column, the value and what is allowed.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from importlib import resources
from pathlib import Path
from typing import Any

from simcore.errors import UsageError
from simcore.filler.components import (
    ABILITIES,
    ANY,
    CARDS_PER_SET,
    CLASSES,
    DECKS,
    MAX_FILLINGS,
    SYMBOLS,
    ChefCard,
    Components,
    Personality,
    Recipe,
    time_text,
)
from simcore.filler.personality_file import (
    personalities_from_text,
    personalities_to_text,
    toml_text,
)
from simcore.filler.tables import Row, read_rows, table_text
from simcore.filler.toml_file import Place, read_toml, text_list

__all__ = [
    "FILES",
    "SHIPPED",
    "component_texts",
    "load_components",
    "shipped_personalities",
    "write_components",
]

SHIPPED = "shipped"
"""Name of the components that ship."""

RECIPES, CHEFS, FILLINGS, PERSONALITIES = FILES = (
    "recipes.csv",
    "chefs.csv",
    "fillings.toml",
    "personalities.toml",
)

RECIPE_COLUMNS = ("id", "name", "deck", "time", "gives", "requires", "points", "ability")
CHEF_COLUMNS = ("set", "name", "time", "gives", "points")

INVENTED = (
    "The six personalities are inventions in the spirit of the rulebook: the printed ones are not "
    "published."
)
"""The notice where only the personalities are the shipped ones."""

TIE_RULING = (
    "a tie goes to the player with more arrive early cards, then by the day's rotation (day d "
    "starts at seat (d - 1) mod N)"
)


def load_components(folder: Path | None = None) -> Components:
    """The components of a folder, or the shipped reconstruction.

    Parameters
    ----------
    folder : Path, optional
        Holds at least one of `FILES`; the shipped ones stand in for those it lacks.

    Returns
    -------
    Components
        `notice` is the one of ``fillings.toml``, or the shipped one where cards or fillings are;
        `warnings` name files that were stood in for and times that stand twice.

    Raises
    ------
    UsageError
        Names the file, the line, the column, the value and what is allowed.
    """
    own = {} if folder is None else _own_files(folder)
    shipped = {name: _shipped_text(name) for name in FILES}
    files = {name: own.get(name, (name, shipped[name])) for name in FILES}
    common, rare, notice = _fillings(*_in_order(files[FILLINGS]))
    _, _, shipped_notice = _fillings(shipped[FILLINGS], FILLINGS)
    if not notice and {RECIPES, CHEFS, FILLINGS} - set(own):
        notice = shipped_notice
    elif not notice and PERSONALITIES not in own:
        notice = INVENTED
    recipes, recipe_rows = _recipes(*_in_order(files[RECIPES]), common + rare)
    chefs, chef_rows = _chefs(*_in_order(files[CHEFS]), common + rare)
    missing = [] if folder is None else [name for name in FILES if name not in own]
    stood_in = [f"{folder} has no {name}: the shipped one is used" for name in missing]
    return Components(
        name=SHIPPED if folder is None else str(folder),
        common=common,
        rare=rare,
        recipes=recipes,
        chef_sets=tuple(dict.fromkeys(card.set for card in chefs)),
        chefs=chefs,
        personalities=personalities_from_text(*_in_order(files[PERSONALITIES])),
        notice=notice,
        warnings=(*stood_in, *_ties([*recipe_rows, *chef_rows])),
    )


def _in_order(file: tuple[str, str]) -> tuple[str, str]:
    name, text = file
    return text, name


def shipped_personalities() -> tuple[Personality, ...]:
    """The six personalities that ship."""
    return personalities_from_text(_shipped_text(PERSONALITIES), PERSONALITIES)


def _shipped_text(name: str) -> str:
    return (resources.files("simcore.filler") / "cards" / name).read_text("utf-8")


def _own_files(folder: Path) -> dict[str, tuple[str, str]]:
    """(name for messages, text) of each of the four files that the folder has."""
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "does not exist"
        raise UsageError(f"components {folder} {what}; allowed: a folder with {', '.join(FILES)}")
    found = {name: str(folder / name) for name in FILES if (folder / name).exists()}
    missing = [name for name in FILES if name not in found]
    for other in sorted(path.name for path in folder.iterdir() if path.name not in found):
        near = difflib.get_close_matches(other.lower(), missing, n=1, cutoff=0.8)
        if near:
            raise UsageError(f"{folder / other} would not be read; did you mean '{near[0]}'?")
    if not found:
        raise UsageError(f"components {folder}: none of {', '.join(FILES)} is there")
    return {name: (path, _read(Path(path))) for name, path in found.items()}


def _read(path: Path) -> str:
    try:
        # Spreadsheets begin a file in UTF-8 with a mark of their own, which -sig drops.
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        raise UsageError(f"{path}:{line}: byte 0x{byte:02x}; allowed: text in UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None


def _fillings(text: str, file: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Common fillings, rare fillings, notice."""
    values, place = read_toml(text, file)
    place.check_keys(values, CLASSES, ("notice",))
    common, rare = (_class_of_fillings(place, key, values[key]) for key in CLASSES)
    for filling in rare:
        if filling in common:
            raise place.refuse("rare", filling, "each filling in one class", among="rare")
    if len(common + rare) > MAX_FILLINGS:
        raise place.refuse("rare", list(rare), f"at most {MAX_FILLINGS} fillings in all")
    notice = values.get("notice", "")
    if not isinstance(notice, str):
        raise place.refuse("notice", notice, "a text")
    return common, rare, notice


def _class_of_fillings(place: Place, key: str, values: Any) -> tuple[str, ...]:
    fillings = text_list(place, key, values)
    for filling in fillings:
        if not filling.isidentifier() or filling in (*CLASSES, ANY):
            allowed = f"a word of letters, digits and _, not {', '.join(CLASSES)} or {ANY}"
            raise place.refuse(key, filling, allowed, among=key)
    return fillings


def _recipes(
    text: str, file: str, fillings: tuple[str, ...]
) -> tuple[tuple[Recipe, ...], list[Row]]:
    rows = read_rows(text, file, RECIPE_COLUMNS)
    _check_unique(rows, "id", [row.cells["id"] for row in rows])
    return tuple(_recipe(row, fillings) for row in rows), rows


def _recipe(row: Row, fillings: tuple[str, ...]) -> Recipe:
    recipe = Recipe(
        id=row.text("id", without="/+"),
        name=row.text("name"),
        deck=row.word("deck", DECKS),
        time=row.time("time"),
        gives=row.words("gives", (*fillings, ANY)),
        requires=row.words("requires", (*fillings, *CLASSES, ANY), least=1),
        points=row.words("points", SYMBOLS),
        ability=row.word("ability", ABILITIES),
    )
    if (recipe.time is None) != (recipe.ability == "arrive_early"):
        allowed = "a time H:MM; empty for ability arrive_early, and only for it"
        raise row.refuse("time", row.cells["time"], allowed)
    return recipe


def _chefs(
    text: str, file: str, fillings: tuple[str, ...]
) -> tuple[tuple[ChefCard, ...], list[Row]]:
    rows = read_rows(text, file, CHEF_COLUMNS)
    by_set: dict[str, list[tuple[ChefCard, Row]]] = defaultdict(list)
    for row in rows:
        card = _chef(row, fillings)
        by_set[card.set].append((card, row))
    for name, cards in by_set.items():
        _check_unique([row for _, row in cards], "name", [card.name for card, _ in cards])
        if len(cards) != CARDS_PER_SET:
            n, allowed = len(cards), f"{CARDS_PER_SET} cards in each set"
            raise cards[-1][1].refuse("set", name, f"{allowed}; this one has {n}")
    return tuple(card for cards in by_set.values() for card, _ in cards), rows


def _chef(row: Row, fillings: tuple[str, ...]) -> ChefCard:
    time = row.time("time")
    if time is None:
        raise row.refuse("time", "", "a time H:MM: every chef card has one")
    return ChefCard(
        set=row.text("set", without="/+"),
        name=row.text("name", without="/+"),
        time=time,
        gives=row.words("gives", (*fillings, ANY)),
        points=row.words("points", SYMBOLS),
    )


def _check_unique(rows: list[Row], column: str, values: list[str]) -> None:
    for i, (row, value) in enumerate(zip(rows, values, strict=True)):
        if value in values[:i]:
            first = rows[values.index(value)].line
            raise row.refuse(column, value, f"each {column} once; line {first} has it too")


def _ties(rows: list[Row]) -> list[str]:
    """Warnings about times that stand twice, with what happens then."""
    first: dict[int, Row] = {}
    found = []
    for row in rows:
        time = row.time("time")
        if time is not None and (other := first.setdefault(time, row)) is not row:
            found.append(
                f"{row.file}:{row.line}: time = '{time_text(time)}' stands in "
                f"{other.file}:{other.line} too; {TIE_RULING}"
            )
    return found


def write_components(components: Components, folder: Path) -> None:
    """Write the four files into a folder, which is made if need be; `load_components` reads them.

    Files of these names that are already there are replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in component_texts(components).items():
        (folder / name).write_text(text, "utf-8", newline="\n")


def component_texts(components: Components) -> dict[str, str]:
    """The text of each of the four files."""
    recipes = [
        (
            *(r.id, r.name, r.deck, time_text(r.time)),
            *("+".join(r.gives), "+".join(r.requires), "+".join(r.points), r.ability),
        )
        for r in components.recipes
    ]
    chefs = [
        (c.set, c.name, time_text(c.time), "+".join(c.gives), "+".join(c.points))
        for c in components.chefs
    ]
    classes = zip(CLASSES, (components.common, components.rare), strict=True)
    lines = [f"{key} = [{', '.join(map(toml_text, words))}]" for key, words in classes]
    if components.notice:
        lines.append(f"notice = {toml_text(components.notice)}")
    return {
        RECIPES: table_text(RECIPE_COLUMNS, recipes),
        CHEFS: table_text(CHEF_COLUMNS, chefs),
        FILLINGS: "\n".join(lines) + "\n",
        PERSONALITIES: personalities_to_text(components.personalities),
    }
