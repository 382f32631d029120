"""Filler's component files: what is read, what is written, and what is refused and how."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from simcore.filler.component_files import (
    FILES,
    component_texts,
    load_components,
    write_components,
)
from simcore.filler.components import (
    CRITERIA,
    Components,
    Personality,
    time_text,
)
from simcore.filler.generator import reconstruct
from simcore.filler.personality_file import ALTERED_RULES
from tests.rules.filler_files import GOOD, write_files

Write = Callable[[dict[str, str | bytes]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A folder with these files."""
    return lambda files: write_files(tmp_path, files)


def test_good_files_are_read(write: Write) -> None:
    box = load_components(write(dict(GOOD)))
    assert (box.common, box.rare, box.notice) == (("lemon",), ("nut",), "")
    tart, pie, dawn = box.recipes
    assert (tart.id, tart.time, tart.gives, tart.requires) == (
        "tart",
        6 * 60 + 5,
        ("lemon",),
        ("lemon", "any"),
    )
    assert (pie.name, pie.points, pie.ability) == (
        "Apple, Pie",
        ("star", "coin", "trophy"),
        "bonus_fill",
    )
    assert (dawn.deck, dawn.time, dawn.points) == ("advanced", None, ())
    assert box.chef_sets == ("red", "blue")
    ids = [card.id for card in box.chefs]
    assert ids == ["red/Ann", "red/Bob", "red/Cem", "blue/Ann", "blue/Dee", "blue/Eve"]
    first, other = box.personalities
    assert first == Personality("The First", ("most_points", "random"), {})
    assert other.name == 'The "Other"'
    assert other.rules == {"set_bonus": 4, "reads_abilities": ("bonus_fill",)}
    assert box.warnings == ()


@pytest.mark.parametrize("make", [load_components, lambda: reconstruct(5)])
def test_what_is_written_is_read_again(make: Callable[[], Components], tmp_path: Path) -> None:
    box = make()
    folder = tmp_path / "new" / "cards"
    write_components(box, folder)
    assert load_components(folder) == replace(box, name=str(folder))
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)


def test_odd_names_survive_writing(write: Write, tmp_path: Path) -> None:
    box = load_components(write(dict(GOOD)))
    odd = 'A "b", \\c\n\tÄ'
    recipes = tuple(replace(recipe, name=odd) for recipe in box.recipes)
    personalities = tuple(replace(p, name=f"{odd}{i}") for i, p in enumerate(box.personalities))
    changed = replace(box, recipes=recipes, personalities=personalities, notice=odd)
    write_components(changed, tmp_path / "odd")
    assert load_components(tmp_path / "odd") == replace(changed, name=str(tmp_path / "odd"))


def test_components_travel_to_other_processes() -> None:
    box = load_components()
    assert pickle.loads(pickle.dumps(box)) == box


def test_what_a_spreadsheet_leaves_behind_is_read(write: Write) -> None:
    rows = GOOD["recipes.csv"].replace("\n", ",,\r\n").replace("6:05", " 06:05 ")
    box = load_components(write({**GOOD, "recipes.csv": b"\xef\xbb\xbf" + rows.encode()}))
    assert box.recipes == load_components(write(dict(GOOD))).recipes


@pytest.mark.parametrize("missing", FILES)
def test_a_missing_file_is_taken_from_the_shipped_ones(missing: str, tmp_path: Path) -> None:
    made = reconstruct(3)
    write_components(replace(made, notice=""), tmp_path)
    (tmp_path / missing).unlink()
    box = load_components(tmp_path)
    assert box.warnings[0] == f"{tmp_path} has no {missing}: the shipped one is used"
    # Cards that were not made together may well share a time.
    assert all("a tie goes to" in warning for warning in box.warnings[1:])
    shipped = load_components()
    assert box.recipes == (shipped if missing == "recipes.csv" else made).recipes
    assert box.chefs == (shipped if missing == "chefs.csv" else made).chefs
    assert box.personalities == shipped.personalities
    if missing == "personalities.toml":
        assert "personalities are inventions" in box.notice
    else:
        assert box.notice == shipped.notice


def test_a_time_that_stands_twice_is_a_warning_with_the_ruling(write: Write) -> None:
    files = {**GOOD, "chefs.csv": GOOD["chefs.csv"].replace("7:03", "6:06").replace("7:05", "7:02")}
    folder = write(dict(files))
    first, second = load_components(folder).warnings
    assert first.startswith(f"{folder}/chefs.csv:5: time = '6:06' stands in {folder}/recipes.csv:3")
    assert second.startswith(f"{folder}/chefs.csv:7: time = '7:02' stands in {folder}/chefs.csv:4")
    assert "more arrive early cards, then by the day's rotation" in first


def test_the_six_personalities_are_those_of_the_ruling() -> None:
    assert [(p.name, p.picks, p.rules) for p in load_components().personalities] == [
        ("The Prodigy", ("most_points", "most_requires", "leftmost"), {"set_bonus": 3}),
        ("The Early Bird", ("earliest_time", "most_points", "leftmost"), {"time_shift_min": -30}),
        (
            "The Collector",
            ("completes_set", "most_missing_symbol", "most_points", "leftmost"),
            {"reserve_to": "bottom"},
        ),
        ("The Rival", ("most_wanted", "most_points", "leftmost"), {"discards_book_card": True}),
        ("The Hustler", ("fewest_requires", "leftmost"), {"fills_when_first": 2}),
        (
            "The Showstopper",
            ("most_gives", "most_points", "leftmost"),
            {"reads_abilities": ("bonus_fill", "bonus_restock")},
        ),
    ]


@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_criterion_can_be_written_down(criterion: str, write: Write) -> None:
    text = GOOD["personalities.toml"].replace('["most_points", "random"]', f'["{criterion}"]')
    box = load_components(write({**GOOD, "personalities.toml": text}))
    assert box.personalities[0].picks == (criterion,)


ALTERED = [
    ("time_shift_min = -720", -720),
    ("time_shift_min = 720", 720),
    ("set_bonus = 0", 0),
    ("set_bonus = 20", 20),
    ("fills_when_first = 3", 3),
    ('reserve_to = "top"', "top"),
    ('reserve_to = "bottom"', "bottom"),
    ("discards_book_card = false", False),
    ("reads_abilities = []", ()),
    ('reads_abilities = ["bonus_restock", "bonus_fill"]', ("bonus_restock", "bonus_fill")),
]


@pytest.mark.parametrize(("line", "value"), ALTERED)
def test_every_altered_rule_can_be_written_down(line: str, value: object, write: Write) -> None:
    text = GOOD["personalities.toml"].replace("set_bonus = 4", line)
    text = text.replace('reads_abilities = ["bonus_fill"]\n', "") if "reads" in line else text
    box = load_components(write({**GOOD, "personalities.toml": text}))
    name = line.partition(" ")[0]
    assert name in ALTERED_RULES
    assert box.personalities[1].rules[name] == value
    assert type(box.personalities[1].rules[name]) is type(value)


def test_the_printed_rules_are_among_what_is_allowed() -> None:
    assert {line.partition(" ")[0] for line, _ in ALTERED} == set(ALTERED_RULES)
    for rule in ALTERED_RULES.values():
        printed = list(rule.default) if isinstance(rule.default, tuple) else rule.default
        assert rule.accepts(printed)
        assert rule.meaning
        assert rule.allowed


def test_times_are_written_as_printed() -> None:
    assert [time_text(time) for time in (None, 0, 365, 479, 1439)] == [
        "",
        "0:00",
        "6:05",
        "7:59",
        "23:59",
    ]


def test_texts_of_the_shipped_files_are_those_of_their_components() -> None:
    box = load_components()
    folder = resources.files("simcore.filler") / "cards"
    for name, text in component_texts(box).items():
        shipped = (folder / name).read_text("utf-8").splitlines()
        lines = [line for line in shipped if not line.startswith("#")]
        made = [line for line in text.splitlines() if not line.startswith("#")]
        assert "\n".join(lines).strip() == "\n".join(made).strip()
    assert (folder / FILES[3]).read_text("utf-8") == component_texts(box)[FILES[3]]


def test_a_written_personality_file_says_what_can_be_written_into_it() -> None:
    text = component_texts(load_components())[FILES[3]]
    comment = "".join(line for line in text.splitlines() if line.startswith("#"))
    assert all(name in comment for name in (*CRITERIA, *ALTERED_RULES))
