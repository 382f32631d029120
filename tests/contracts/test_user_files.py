"""Users' own strategy files: what is loaded, what is refused and how, and that edits count."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simcore import engine
from simcore.errors import UsageError
from strategies import registry
from strategies.registry import find, load_file, parse, player, strategies_of
from tests.engine.lineups import GAME, line_up

GOOD = '''from strategies.registry import strategy

@strategy(game="fill_or_bust", name="mine", tier=1, params={"points": 300, "dice": 2})
def mine(view):
    """The first option."""
    return 0
'''


@pytest.fixture(autouse=True)
def registry_as_before() -> Iterator[None]:
    registry.strategies_of("fill_or_bust")  # What comes with the game registers only once.
    before = dict(registry._REGISTRY)
    yield
    registry._REGISTRY.clear()
    registry._REGISTRY.update(before)


def write(folder: Path, text: str, name: str = "my_file.py") -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def refusal_of(file: Path | str) -> str:
    known = dict(registry._REGISTRY)
    with pytest.raises(UsageError) as error:
        load_file(file)
    assert known == registry._REGISTRY, "nothing half-loaded"
    return str(error.value)


def test_a_file_is_loaded_and_played(tmp_path: Path) -> None:
    (entry,) = load_file(write(tmp_path, GOOD))
    assert entry in strategies_of("fill_or_bust")
    assert player(GAME, GAME.load_rules("rulebook", []), "mine").spec == "mine(300, 2)"
    assert engine.run(line_up("mine(points=5)", "random"), 10).summary.n_blocks == 10


def test_an_edited_file_is_compiled_anew(tmp_path: Path) -> None:
    """Same file, same name, same line, and one more line above."""
    changes = ["turn_cap=9"]
    load_file(write(tmp_path, GOOD))
    first = engine.play_outcomes(line_up("mine", "mine", changes=changes), 0, 50)
    load_file(write(tmp_path, GOOD.replace("return 0", "return view.n_options - 1")))
    second = engine.play_outcomes(line_up("mine", "mine", changes=changes), 0, 50)
    assert (first != second).any()
    load_file(write(tmp_path, "# One line more.\n" + GOOD))
    third = engine.play_outcomes(line_up("mine", "mine", changes=changes), 0, 50)
    assert (first == third).all()


def test_an_edit_that_drops_a_strategy_drops_it(tmp_path: Path) -> None:
    load_file(write(tmp_path, GOOD))
    load_file(write(tmp_path, GOOD.replace('"mine"', '"other"')))
    with pytest.raises(UsageError, match="unknown strategy of fill_or_bust 'mine'"):
        find("fill_or_bust", "mine")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = (1,\n", "my_file.py, line 1: '(' was never closed"),
        ("x = 1\ny = 1 / 0\n", "my_file.py, line 2: ZeroDivisionError: division by zero"),
        ("import nowhere_to_be_found\n", "my_file.py, line 1: ModuleNotFoundError"),
        ("x = 1\n", "my_file.py: registers none; decorate one by @strategy"),
        (GOOD + "x = 1 / 0\n", "my_file.py, line 7: ZeroDivisionError"),
        (GOOD.replace('"mine"', '"stop_at"'), "'stop_at' of fill_or_bust is already defined in"),
        (GOOD + GOOD, "'mine' of fill_or_bust is already defined in"),
        (GOOD.replace("fill_or_bust", "fil_or_bust"), "did you mean 'fill_or_bust'?"),
        (GOOD.replace("tier=1", "tier=7"), "tier = 7; allowed: 0, 1, 2, 3"),
        (GOOD.replace('"mine"', '"my own"'), "name = 'my own'; allowed: letters, digits and _"),
        (GOOD.replace("(view)", "(view, extra)"), "takes other than one argument"),
        (GOOD.replace("(view)", "()"), "takes other than one argument"),
        (GOOD.replace("300", "'many'"), "params: points = 'many'; allowed: a number"),
        (GOOD.replace("300", "True"), "params: points = True; allowed: a number"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    found = refusal_of(write(tmp_path, text))
    assert message in found
    assert "\n" not in found


def test_missing_files_are_refused(tmp_path: Path) -> None:
    message = refusal_of(tmp_path / "nowhere.py")
    assert "nowhere.py: No such file or directory; allowed: a Python file" in message
    assert "Is a directory" in refusal_of(tmp_path)
    assert "not a Python file (.py)" in refusal_of(write(tmp_path, GOOD, "mine.txt"))


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("return view.no_such_field", "no_such_field"),
        ("return undefined_name", "undefined_name"),
        ("return 'left'", "my_file.py:3"),
        ("return [view.n_options].nothing()", "my_file.py:3"),
    ],
)
def test_what_does_not_compile_is_said_in_one_line(tmp_path: Path, body: str, part: str) -> None:
    load_file(write(tmp_path, GOOD.replace("return 0", body)))
    with pytest.raises(UsageError) as error:
        line_up("mine", "random")
    message = str(error.value)
    assert "strategy 'mine' of fill_or_bust cannot be compiled" in message
    assert part in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stop_att", "unknown strategy of fill_or_bust 'stop_att'; did you mean 'stop_at'?"),
        ("stop_at(", "strategy 'stop_at(' cannot be read; write it like stop_at(350)"),
        ("", "cannot be read"),
        ("stop_at(1, 2)", "has 2 parameters; allowed: stop_at(points=300)"),
        ("random(1)", "has 1 parameters; allowed: random"),
        ("stop_at(many)", "points = 'many'; allowed: a number"),
        ("stop_at(nan)", "points = 'nan'; allowed: a number"),
        ("stop_at(point=3)", "unknown parameter 'point'; did you mean 'points'?"),
        ("mine(1, points=2)", "gives points twice"),
        ("mine(dice=1, 2)", "gives dice twice"),
    ],
)
def test_texts_that_cannot_be_read(tmp_path: Path, text: str, message: str) -> None:
    load_file(write(tmp_path, GOOD))
    with pytest.raises(UsageError) as error:
        parse("fill_or_bust", text)
    assert message in str(error.value)


def test_a_second_start_finds_the_compiled_strategy(tmp_path: Path) -> None:
    """In a process of its own: only there must numba bring the function back from its cache."""
    file = write(tmp_path, GOOD)
    play = f"""
from simcore import engine
from simcore.games import load_game
from simcore.match import Match
from strategies.registry import load_file, player
load_file({str(file)!r})
game = load_game("fill_or_bust")
rules = game.load_rules("rulebook", [])
mine = player(game, rules, "mine")
print(int(engine.play_outcomes(Match(game, rules, (mine, mine), seed=1), 0, 20)["turns"].sum()))
"""
    environment = {**os.environ, "FILLSIM_CACHE_DIR": str(tmp_path / "cache")}
    starts = [
        subprocess.run(
            [sys.executable, "-c", play],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for _ in range(2)
    ]
    assert starts[0] == starts[1]
    assert int(starts[0]) > 20
