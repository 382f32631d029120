"""Rules as data: the presets row by row, and each bad value refused by field, value and allowed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from simcore.errors import UsageError
from simcore.fill_or_bust.rules import (
    CHOICES,
    RANGES,
    SWITCHES,
    Rules,
    load_rules,
    rules_from_values,
)
from simcore.rules_file import preset_names
from tests.engine.lineups import GAME, random_rules

# The ruling's table: field -> (rulebook, bowman1999)
TABLE: dict[str, tuple[Any, Any]] = {
    "set_aside": ("any", "any"),
    "must_bust_set_aside": ("any", "all"),
    "no_dice_after_fill": ("lose", "lose"),
    "fill_1000": ("add", "add"),
    "double_trouble_multiplier": (1, 2),
    "double_trouble_after": ("risk", "bank"),
    "vengeance_optional": (False, True),
    "vengeance_must_fill": (False, True),
    "vengeance_after": ("risk", "bank"),
    "vengeance_tied_drawer": ("pays", "exempt"),
    "vengeance_leader": ("before", "before"),
    "score_floor": (0, 0),
    "end": ("at_once", "at_once"),
    "deck": ("one", "one"),
    "goal": (6000, 6000),
    "dice": (6, 6),
    "straight": (1500, 1500),
    "turn_cap": (2000, 2000),
    "singles": ({"1": 100, "5": 50},) * 2,
    "triples": ({"1": 1000, "2": 200, "3": 300, "4": 400, "5": 500, "6": 600},) * 2,
}

# "54 cards: bonus 300 x12, bonus 400 x10, bonus 500 x8, No Dice x8, Fill 1000 x6, Must Bust x4,
# Double Trouble x2, Vengeance 2500 x4"
DECK = {
    "bonus300": ("bonus", 300, 12),
    "bonus400": ("bonus", 400, 10),
    "bonus500": ("bonus", 500, 8),
    "no_dice": ("no_dice", 0, 8),
    "fill1000": ("fill", 1000, 6),
    "must_bust": ("must_bust", 0, 4),
    "double_trouble": ("double_trouble", 0, 2),
    "vengeance": ("vengeance", 2500, 4),
}


def load(*changes: str, source: str = "rulebook") -> Rules:
    rules = GAME.load_rules(source, changes)
    assert isinstance(rules, Rules)
    return rules


@pytest.mark.parametrize("place", [0, 1])
def test_presets_row_by_row(place: int) -> None:
    values = load(source=("rulebook", "bowman1999")[place]).to_dict()
    cards = {card.pop("name"): tuple(card.values()) for card in values.pop("cards")}
    assert values == {field: row[place] for field, row in TABLE.items()}
    assert cards == DECK
    assert sum(count for _, _, count in DECK.values()) == 54


def test_every_field_is_in_the_table() -> None:
    assert set(TABLE) | {"cards"} == set(load().to_dict())
    assert set(TABLE) == {*CHOICES, *RANGES, *SWITCHES, "singles", "triples"}
    assert preset_names("simcore.fill_or_bust") == ["rulebook", "bowman1999"]


# (changes, what the message must say)
REFUSED: list[tuple[tuple[str, ...], str]] = [
    (("goal=0",), "goal = 0; allowed: a whole number from 50 to 1000000"),
    (("goal=-5",), "goal = -5; allowed: a whole number from"),
    (("goal=1e3",), "goal = 1000.0; allowed: a whole number from"),
    (("goal=many",), "goal = 'many'; allowed: a whole number from"),
    (("goal=true",), "goal = True; allowed: a whole number from"),
    (("dice=7",), "dice = 7; allowed: a whole number from 1 to 6"),
    (("dice=0",), "dice = 0; allowed"),
    (("straight=-1",), "straight = -1; allowed: a whole number from 0"),
    (("turn_cap=0",), "turn_cap = 0; allowed: a whole number from 1"),
    (("score_floor=5",), "score_floor = 5; allowed: a whole number from -1000000 to 0"),
    (("double_trouble_multiplier=0",), "double_trouble_multiplier = 0; allowed"),
    (("set_aside=most",), "set_aside = 'most'; allowed: any | all"),
    (("end=later",), "end = 'later'; allowed: at_once | finish_round | show_down"),
    (("vengeance_leader=after",), "vengeance_leader = 'after'; allowed: before"),
    (("vengeance_optional=1",), "vengeance_optional = 1; allowed: true | false"),
    (("vengeance_must_fill=yes",), "vengeance_must_fill = 'yes'; allowed: true | false"),
    (("singles.7=10",), "singles.7 = 10; allowed: faces 1 to 6"),
    (("singles.1=-10",), "singles.1 = -10; allowed: a whole number from 0"),
    (("triples=500",), "triples = 500; allowed: a table of face = points"),
    (("cards.no_dice=-1",), "cards.no_dice.count = -1; allowed: a whole number from 0"),
    (("cards.no_dice=2.5",), "cards.no_dice.count = 2.5; allowed"),
    (("cards=[]",), "cards = []; allowed: a list of 1 to 16 different cards"),
    (("cards=5", "cards.no_dice=1"), "cards = 5 is not a list of cards"),
    (("cards=[5]", "cards.no_dice=1"), "is not a list of cards"),
    (("cards=[{name = 'x', count = 3}]",), "allowed: { name, kind, value, count }"),
    (("cards=[{name = 'x', kind = 'joker', value = 0, count = 3}]",), "x.kind = 'joker'; allowed"),
    (("golf=5",), "unknown rules field 'golf'; did you mean 'goal'?"),
    (("cards.no_dise=5",), "unknown card 'no_dise'; did you mean 'no_dice'?"),
    (("goal.x=5",), "field 'goal' has no entries of its own"),
    (("goal",), "--set goal: expected FIELD=VALUE"),
    (("goal=",), "--set goal=: expected FIELD=VALUE"),
    (("=5",), "--set =5: expected FIELD=VALUE"),
    (("singles={}", "triples={}"), "nothing scores"),
    (tuple(f"singles.{face}=10" for face in range(1, 7)), "at least one face that scores 0"),
    (
        tuple(f"cards.{name}=0" for name in DECK if name not in ("no_dice", "vengeance")),
        "the deck has no scoring card",
    ),
    (tuple(f"cards.{name}=0" for name in DECK if name != "no_dice"), "no scoring card"),
    (tuple(f"cards.{name}=0" for name in DECK if name != "vengeance"), "no scoring card"),
    (tuple(f"cards.{name}=0" for name in DECK), "no scoring card"),
]


@pytest.mark.parametrize(("changes", "message"), REFUSED)
def test_bad_values_are_refused(changes: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError) as error:
        load(*changes)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def write(folder: Path, text: str) -> str:
    file = folder / "my rules.toml"
    file.write_text(text, "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("goal = 1\ndice = x", "my rules.toml: not a TOML file: Invalid value (at line 2"),
        ("goal = 0", "my rules.toml': goal = 0; allowed"),
        ("gaol = 5", "unknown rules field 'gaol'; did you mean 'goal'?"),
        ("preset = 'rulebok'", "preset = 'rulebok'; allowed: rulebook, bowman1999"),
        ("preset = 5", "preset = 5; allowed: rulebook, bowman1999"),
        ("cards = 'all'", "cards = 'all'; allowed: a list"),
        (
            2 * "[[cards]]\nname='a'\nkind='bonus'\nvalue=1\ncount=1\n",
            "cards = 'a'; allowed: each card once",
        ),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        load(source=write(tmp_path, text))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("rulebok", "unknown rules preset 'rulebok'; did you mean 'rulebook'?"),
        ("nowhere.toml", "rules file nowhere.toml does not exist"),
        ("no/where", "rules file no/where does not exist"),
        (".", "cannot be read"),
    ],
)
def test_missing_sources_are_refused(source: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        load(source=source)
    assert message in str(error.value)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_bytes(b"goal = 5 # \xff\xfe")
    with pytest.raises(UsageError, match="not UTF-8 text"):
        load(source=str(tmp_path / "rules.toml"))


def test_a_file_keeps_what_it_does_not_name(tmp_path: Path) -> None:
    source = write(tmp_path, "goal = 5000\n")
    assert load(source=source) == load("goal=5000")
    source = write(tmp_path, "preset = 'bowman1999'\nfill_1000 = 'flat'\n")
    assert load(source=source) == load("fill_1000=flat", source="bowman1999")


def test_single_changes() -> None:
    rules = load(
        "goal = 5000",
        "cards.no_dice=6",
        "singles.5=60",
        "vengeance_optional=true",
        "end='show_down'",
    )
    assert (rules.goal, rules.singles, rules.end) == (5000, (100, 0, 0, 0, 60, 0), "show_down")
    assert rules.vengeance_optional is True
    assert {card.name: card.count for card in rules.cards}["no_dice"] == 6
    assert rules.deck_size == 52
    assert load("goal=1000", "goal=2000").goal == 2000
    assert load() == load("goal=6000")


def test_all_aside_holds_under_must_bust_too() -> None:
    assert load("set_aside=all").must_bust_set_aside == "all"
    assert load("must_bust_set_aside=all").set_aside == "any"


@pytest.mark.parametrize("source", ["rulebook", "bowman1999"])
def test_rules_survive_being_written_and_read(source: str) -> None:
    rules = load(source=source)
    assert rules_from_values(rules.to_dict(), "again") == rules
    rng = random.Random(3)
    for _ in range(100):
        made = random_rules(rng)
        assert rules_from_values(made.to_dict(), "again") == made


def test_a_missing_field_is_named() -> None:
    values = load().to_dict()
    del values["straight"]
    with pytest.raises(UsageError, match="field 'straight' is missing"):
        rules_from_values(values, "half")


def test_a_file_names_single_cards_and_faces(tmp_path: Path) -> None:
    """What a file does not name keeps the preset's value, inside tables too."""
    file = tmp_path / "mine.toml"
    file.write_text("[cards]\nno_dice = 6\n\n[singles]\n5 = 60\n")
    rules = load_rules(str(file))
    plain = load_rules("rulebook")
    assert rules == load_rules("rulebook", ["cards.no_dice=6", "singles.5=60"])
    assert rules.deck_size == plain.deck_size - 2
    assert rules.singles == (100, 0, 0, 0, 60, 0)


def test_an_unknown_card_in_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[cards]\nno_dise = 6\n")
    with pytest.raises(UsageError, match="unknown card 'no_dise'; did you mean 'no_dice'"):
        load_rules(str(file))
