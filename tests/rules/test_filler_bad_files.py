"""Filler's component files with a fault: file, line, column, value and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.errors import UsageError
from simcore.filler.component_files import FILES, load_components
from simcore.filler.components import check_deck_size
from simcore.filler.personality_file import ALTERED_RULES
from tests.rules.filler_files import GOOD, write_files

RECIPES, PERSONALITIES = GOOD["recipes.csv"], GOOD["personalities.toml"]

# (file, old text, new text, line with the complaint, what the message must say)
REFUSED = [
    ("recipes.csv", "star+coin+trophy", "star+moon", 3, "points = 'moon'; allowed: star | coin"),
    ("recipes.csv", "lemon+nut", "lemon+figs", 3, "gives = 'figs'; allowed: lemon | nut | any"),
    ("recipes.csv", "lemon+nut", "common", 3, "gives = 'common'; allowed: lemon | nut | any,"),
    ("recipes.csv", "lemon+any", "lemon+", 2, "requires = ''; allowed: lemon | nut | common | ra"),
    ("recipes.csv", "lemon+any", "", 2, "requires = ''; allowed: 1 to 8 words, joined by +"),
    ("recipes.csv", "lemon+any", "+".join(["any"] * 9), 2, "allowed: 1 to 8 words"),
    ("recipes.csv", "6:05", "6:60", 2, "time = '6:60'; allowed: a time H:MM from 0:00 to 23:59"),
    ("recipes.csv", "6:05", "24:00", 2, "time = '24:00'; allowed: a time H:MM"),
    ("recipes.csv", "6:05", "noon", 2, "time = 'noon'; allowed: a time H:MM"),
    ("recipes.csv", "6:05", "6:5", 2, "time = '6:5'; allowed: a time H:MM"),
    ("recipes.csv", "6:05", "", 2, "time = ''; allowed: a time H:MM; empty for ability arrive_"),
    ("recipes.csv", "advanced,,", "advanced,6:01,", 5, "time = '6:01'; allowed: a time H:MM; em"),
    ("recipes.csv", "tart,Lemon Tart,standard", "tart,Tart,normal", 2, "deck = 'normal'; allowed:"),
    ("recipes.csv", "bonus_fill", "bonus", 3, "ability = 'bonus'; allowed: none | bonus_fill |"),
    ("recipes.csv", "dawn,", "tart,", 5, "id = 'tart'; allowed: each id once; line 2 has it too"),
    ("recipes.csv", "dawn,", ",", 5, "id = ''; allowed: a text without '/' or '+'"),
    ("recipes.csv", "dawn,", "a/b,", 5, "id = 'a/b'; allowed: a text without '/'"),
    ("recipes.csv", "Dawn Bun", " ", 5, "name = ''; allowed: a text"),
    (
        "recipes.csv",
        "gives,requires",
        "gives,wants",
        1,
        "column 'requires' is missing; allowed: id,",
    ),
    ("recipes.csv", "gives,requires", "gives,gives", 1, "column 'gives' stands twice"),
    ("recipes.csv", ",ability", ",ability,note", 1, "unknown column 'note'; allowed: id,name,deck"),
    ("recipes.csv", '"Apple, Pie"', "Apple, Pie", 3, "9 cells; allowed: 8, one for each column"),
    ("recipes.csv", '"Apple, Pie"', '"Apple, Pie', 3, "not a CSV table"),
    ("recipes.csv", RECIPES, RECIPES.replace(",", ";"), 1, "cells are separated by commas"),
    ("recipes.csv", RECIPES, "\n\n", 1, "the file is empty; allowed: columns id,name,deck,time"),
    ("recipes.csv", RECIPES, "", 1, "the file is empty"),
    ("recipes.csv", RECIPES, RECIPES.partition("\n")[0], 1, "no row below the columns"),
    ("chefs.csv", "red,Cem,7:03,any,coin\n", "", 3, "set = 'red'; allowed: 3 cards in each set; "),
    (
        "chefs.csv",
        "blue,Eve",
        "red,Eve",
        7,
        "set = 'red'; allowed: 3 cards in each set; this one h",
    ),
    ("chefs.csv", "blue,Eve", "blue,Ann", 7, "name = 'Ann'; allowed: each name once; line 4 has"),
    ("chefs.csv", "7:03", "", 5, "time = ''; allowed: a time H:MM: every chef card has one"),
    ("chefs.csv", "7:03", "7.03", 5, "time = '7.03'; allowed: a time H:MM from"),
    ("chefs.csv", "lemon+lemon", "lemon+rare", 6, "gives = 'rare'; allowed: lemon | nut | any"),
    ("chefs.csv", "coin", "gem", 5, "points = 'gem'; allowed: star | coin | trophy"),
    ("chefs.csv", "blue,Dee", "a+b,Dee", 6, "set = 'a+b'; allowed: a text without '/' or '+'"),
    ("chefs.csv", "points", "symbols", 1, "column 'points' is missing"),
    ("fillings.toml", 'common = ["lemon"]', "", 1, "'common' is missing"),
    ("fillings.toml", '["lemon"]', "[]", 1, "common = []; allowed: a list of texts, at least one"),
    ("fillings.toml", '["lemon"]', '"lemon"', 1, "common = 'lemon'; allowed: a list of texts"),
    ("fillings.toml", '"nut"', "3", 2, "rare = [3]; allowed: a list of texts"),
    ("fillings.toml", '"nut"', '"nut", "lemon"', 3, "rare = 'lemon'; allowed: each filling in one"),
    ("fillings.toml", '"nut"', '"nut", "nut"', 3, "rare = 'nut'; allowed: each text once"),
    (
        "fillings.toml",
        '"nut"',
        '"any"',
        3,
        "rare = 'any'; allowed: a word of letters, digits and _",
    ),
    ("fillings.toml", '"nut"', '"a+b"', 3, "rare = 'a+b'; allowed: a word of letters, digits and"),
    ("fillings.toml", '"nut"', str([f"f{i}" for i in range(8)])[1:-1], 2, "at most 8 fillings in"),
    ("fillings.toml", "rare =", "notice = 1\nrare =", 2, "notice = 1; allowed: a text"),
    ("fillings.toml", "rare =", "scarce =", 2, "unknown key 'scarce'; allowed: common, rare, not"),
    ("personalities.toml", PERSONALITIES, "", 1, "'personality' is missing"),
    ("personalities.toml", PERSONALITIES, "personality = 3", 1, "personality = 3; allowed: tables"),
    ("personalities.toml", '"rightmost"', '"top"', 10, "picks = 'top'; allowed: most_points | few"),
    (
        "personalities.toml",
        '"rightmost"',
        '"earliest_time"',
        9,
        "'earliest_time'; allowed: each te",
    ),
    ("personalities.toml", '["most_points", "random"]', "[]", 4, "picks = []; allowed: a list of"),
    (
        "personalities.toml",
        '["most_points", "random"]',
        "[1]",
        4,
        "picks = [1]; allowed: a list of",
    ),
    ("personalities.toml", '"The First"', '" "', 3, "name = ' '; allowed: a text"),
    (
        "personalities.toml",
        "'The \"Other\"'",
        '"The First"',
        7,
        "name = 'The First'; allowed: each",
    ),
    ("personalities.toml", 'name = "The First"\n', "", 2, "'name' is missing"),
    (
        "personalities.toml",
        "set_bonus",
        "bonus",
        13,
        "unknown altered rule 'bonus'; allowed: time_",
    ),
    (
        "personalities.toml",
        "set_bonus = 4",
        "set_bonus = true",
        13,
        "set_bonus = True; allowed: a w",
    ),
    ("personalities.toml", "set_bonus = 4", "set_bonus = 4.0", 13, "a whole number from 0 to 20"),
    ("personalities.toml", "set_bonus = 4", "time_shift_min = 721", 13, "from -720 to 720"),
    ("personalities.toml", "set_bonus = 4", "fills_when_first = 0", 13, "number from 1 to 3"),
    (
        "personalities.toml",
        "set_bonus = 4",
        'reserve_to = "side"',
        13,
        "'side'; allowed: top | bott",
    ),
    (
        "personalities.toml",
        "set_bonus = 4",
        "discards_book_card = 1",
        13,
        "= 1; allowed: true | fals",
    ),
    ("personalities.toml", '["bonus_fill"]', '["bad_batch"]', 14, "ones of bonus_fill | bonus_res"),
    (
        "personalities.toml",
        '["bonus_fill"]',
        '"bonus_fill"',
        14,
        "allowed: a list of different ones",
    ),
    (
        "personalities.toml",
        "[personality.rules]",
        "mood = 1\n[personality.rules]",
        12,
        "'mood'; allo",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "line", "message"), REFUSED)
def test_a_wrong_value_is_refused_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, line: int, message: str
) -> None:
    assert old in GOOD[file]
    folder = write_files(tmp_path, {**GOOD, file: GOOD[file].replace(old, new, 1)})
    with pytest.raises(UsageError) as caught:
        load_components(folder)
    assert str(caught.value).startswith(f"{folder / file}:{line}: ")
    assert message in str(caught.value)


def refusal(folder: Path) -> str:
    with pytest.raises(UsageError) as caught:
        load_components(folder)
    return str(caught.value)


def test_every_refusal_of_the_files_is_tried() -> None:
    assert len(REFUSED) >= 64
    assert {row[0] for row in REFUSED} == set(FILES)
    values = "".join(row[3 - 1] for row in REFUSED)
    assert all(name in values or name in PERSONALITIES for name in ALTERED_RULES)


@pytest.mark.parametrize("file", FILES)
def test_bytes_that_are_no_text_are_refused_with_their_line(file: str, tmp_path: Path) -> None:
    content = GOOD[file].encode() + b"# caf\xe9"
    line = GOOD[file].count("\n") + 1
    folder = write_files(tmp_path, {**GOOD, file: content})
    assert refusal(folder) == f"{folder / file}:{line}: byte 0xe9; allowed: text in UTF-8"


@pytest.mark.parametrize("file", ["fillings.toml", "personalities.toml"])
def test_what_is_no_toml_is_refused_with_its_line(file: str, tmp_path: Path) -> None:
    last = GOOD[file].count("\n") + 1
    for fault, line in (("rules = {", last), ("rules = 1 1\n\n", last)):
        folder = write_files(tmp_path, {**GOOD, file: GOOD[file] + fault})
        assert refusal(folder).startswith(f"{folder / file}:{line}: not a TOML file: ")


def test_folders_that_hold_no_components_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none") == (
        f"components {tmp_path / 'none'} does not exist; allowed: a folder with recipes.csv, "
        "chefs.csv, fillings.toml, personalities.toml"
    )
    assert "none of recipes.csv, chefs.csv" in refusal(tmp_path)
    file = tmp_path / "recipes.csv"
    file.write_text(RECIPES)
    assert f"{file} is not a folder; allowed: a folder with" in refusal(file)


@pytest.mark.parametrize("name", ["recipe.csv", "Recipes.CSV", "recipes.csv.txt", "receipes.csv"])
def test_a_misspelt_file_is_not_passed_over(name: str, tmp_path: Path) -> None:
    files = {key: text for key, text in GOOD.items() if key != "recipes.csv"}
    folder = write_files(tmp_path, {**files, name: RECIPES, "notes.txt": "", "old.csv": ""})
    assert refusal(folder) == f"{folder / name} would not be read; did you mean 'recipes.csv'?"


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "chefs.csv").mkdir()
    assert f"{tmp_path / 'chefs.csv'} cannot be read: " in refusal(tmp_path)


@pytest.mark.parametrize(
    ("n_players", "advanced", "message"),
    [
        (1, False, "Filler for 1 players; allowed: 2 to 6"),
        (7, True, "Filler for 7 players; allowed: 2 to 6"),
        (6, False, "50 standard recipes for 6 players; allowed: at least 60, 10 for each player "),
    ],
)
def test_a_deck_too_small_is_refused(n_players: int, advanced: bool, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_deck_size(load_components(), n_players, advanced)
    assert message in str(caught.value)


def test_the_shipped_deck_is_large_enough() -> None:
    box = load_components()
    for n_players in range(2, 6):
        check_deck_size(box, n_players, advanced=False)
        check_deck_size(box, n_players, advanced=True)
    check_deck_size(box, 6, advanced=True)


def test_a_small_deck_and_few_chef_sets_are_refused_by_number(tmp_path: Path) -> None:
    box = load_components(write_files(tmp_path, dict(GOOD)))
    with pytest.raises(UsageError, match=r"2 standard recipes for 2 players; .* would add 1\)"):
        check_deck_size(box, 2, advanced=False)
    with pytest.raises(UsageError, match=r"3 recipes for 2 players; allowed: at least 20, 10 for"):
        check_deck_size(box, 2, advanced=True)
    (tmp_path / "recipes.csv").unlink()
    mixed = {"chefs.csv": GOOD["chefs.csv"].replace("lemon", "vanilla").replace("nut", "custard")}
    (tmp_path / "fillings.toml").unlink()
    few = load_components(write_files(tmp_path, mixed))
    check_deck_size(few, 2, advanced=False)
    with pytest.raises(UsageError, match="2 chef sets for 3 players; allowed: at least 3, one for"):
        check_deck_size(few, 3, advanced=False)
