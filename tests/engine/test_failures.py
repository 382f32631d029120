"""Strategies that misbehave: who, where and how to see it is said, and nothing counted is lost."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simcore import engine
from simcore.errors import StrategyFailure
from simcore.match import Match
from simcore.summary import Summary
from strategies import registry
from strategies.registry import load_file, load_files
from tests.engine.lineups import line_up

HEAD = """
from simcore.philox import random_below
from simcore.protocol import read_table
from strategies.registry import strategy
"""

FAULTS = {
    "below": "return -1",
    "far_below": "return -(2**62)",
    "above": "return view.n_options",
    "far_above": "return 2**40",
    "divides": "return 1 // (view.n_options - view.n_options)",
    "divides_float": "return int(1.0 / (view.goal - view.goal))",
    "beyond_options": "return view.options[view.n_options + 40].points * 0",
    "beyond_params": "return int(view.params[view.n_options + 40])",
    "beyond_table": "return int(read_table(view, 0))",
    "raises": "assert view.n_options > 99, 'no idea'",
    "later_turn": "return -5 if view.own_turn == 3 else view.n_options - 1",
    "later_raise": "return view.n_options - 1 + 1 // (0 if view.own_turn == 3 else 100)",
}
"""Bodies of `choose`, by name."""

COPIES = '''
@strategy(game="fill_or_bust", name="honest", tier=1)
def honest(view):
    """Takes all and stops as soon as it may."""
    return view.n_options - 1

@strategy(game="fill_or_bust", name="scribbler", tier=1)
def scribbler(view):
    """The same choice, after writing over all that it was shown."""
    chosen = view.n_options - 1
    view.n_options = 1
    view.phase = 7
    view.turn = 99
    view.own_turn = 99
    view.goal = 1
    view.card = 3
    view.card_kind = 5
    view.card_value = 9999
    view.fills = 1
    view.dice_rolled = 1
    view.at_risk = 100000
    view.banked = 100000
    view.params[0] = 5
    view.rng.seed = 1
    view.rng.draw = 77
    for seat in range(6):
        view.scores[seat] = 100000
    for card in range(16):
        view.cards_left[card] = 0
    for k in range(48):
        view.option_words[k] = 12345
    return chosen
'''


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / f"{name}.py"
    file.write_text(HEAD + text, "utf-8")
    return file


def source_of(name: str, body: str) -> str:
    return (
        f'\n@strategy(game="fill_or_bust", name="{name}", tier=1, params={{"points": 1}})\n'
        f'def {name}(view):\n    """Misbehaves."""\n    {body}\n'
        "    return 0\n"
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A user's folder with every faulty strategy loaded; the registry is cleared afterwards."""
    before = dict(registry._REGISTRY)
    folder = tmp_path_factory.mktemp("user files")
    text = "".join(source_of(name, body) for name, body in FAULTS.items())
    load_files([write(folder, "faults", text), write(folder, "copies", COPIES)])
    yield folder
    registry._REGISTRY.clear()
    registry._REGISTRY.update(before)


def failure_of(match: Match, n_blocks: int = 40, **how: Any) -> StrategyFailure:
    with pytest.raises(StrategyFailure) as caught:
        engine.run(match, n_blocks, **how)
    return caught.value


@pytest.mark.parametrize("name", FAULTS)
def test_a_failure_names_strategy_game_seat_turn_and_command(folder: Path, name: str) -> None:
    changes = ["goal=2000"]
    match = line_up("stop_at(300)", name, rules="bowman1999", changes=changes, seed=21)
    message = str(failure_of(match))
    assert f"strategy {name}(1) " in message
    assert "Fill or Bust" in message
    turn = re.search(
        r"block (\d+), rotation (\d+), seat (\d), turn (\d+); it had options 0 to", message
    )
    assert turn is not None, message
    if name.startswith("later"):
        assert int(turn[4]) in (7, 8)
    command = shlex.split(message.partition("; replay: ")[2])
    assert command[:3] == ["fillsim", "replay", "fill_or_bust"]
    assert command[3:5] == ["stop_at(300)", f"{name}(1)"]
    options = dict(zip(command[5::2], command[6::2], strict=True))
    assert options == {
        "--seed": "21",
        "--block": turn[1],
        "--rotation": turn[2],
        "--rules": "bowman1999",
        "--set": "goal=2000",
        "--strategies": str(folder / "faults.py"),
    }
    with pytest.raises(StrategyFailure) as again:
        engine.replay(match, int(options["--block"]), int(options["--rotation"]))
    assert str(again.value) == message


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("below", "returned an option that does not exist"),
        ("above", "returned an option that does not exist"),
        ("divides", "raised ZeroDivisionError"),
        ("divides_float", "raised ZeroDivisionError"),
        ("beyond_options", "raised IndexError"),
        ("beyond_params", "raised IndexError"),
        ("beyond_table", "raised IndexError: outside of the strategy's table"),
        ("raises", "raised AssertionError: no idea"),
    ],
)
def test_what_went_wrong_is_said(folder: Path, name: str, words: str) -> None:
    assert f"strategy {name}(1) {words}" in str(failure_of(line_up(name, "random")))


def late() -> Match:
    """Fails at one decision of some thousands, hence after some dozens of blocks."""
    return line_up("stop_at(300)", "rarely", changes=["goal=1500"], seed=5)


@pytest.fixture(scope="module")
def rare(folder: Path) -> Path:
    body = "return -1 if random_below(view.rng, 3000) == 0 else view.n_options - 1"
    file = write(folder, "rare", source_of("rarely", body))
    load_file(file)
    return file


@pytest.mark.parametrize("first_block", [0, 3])
@pytest.mark.parametrize(
    "how",
    [{}, {"chunk_blocks": 10}, {"chunk_blocks": 3, "workers": 2}, {"workers": 2}],
    ids=str,
)
def test_blocks_before_a_failure_are_kept(
    rare: Path, how: dict[str, Any], first_block: int
) -> None:
    failure = failure_of(late(), 100_000, first_block=first_block, **how)
    found = re.search(r"block (\d+),", str(failure))
    assert found is not None
    n_before = int(found[1]) - first_block
    assert n_before > 10
    partial = failure.partial
    assert isinstance(partial, Summary)
    assert partial.n_blocks == n_before
    wanted = engine.run(late(), n_before, first_block=first_block).summary
    assert (partial.cross == wanted.cross).all()
    assert (partial.counts == wanted.counts).all()


def test_the_first_failure_of_several_matches_is_reported(rare: Path) -> None:
    """Whichever match it belongs to, and with the blocks before it of all of them."""
    alone = failure_of(late(), 100_000)
    other = line_up("stop_at(300)", "random", changes=["goal=1500"], seed=5)
    together = failure_of([other, late()], 100_000)  # type: ignore[arg-type]
    assert str(together) == str(alone)
    assert together.partial.n_blocks == alone.partial.n_blocks  # type: ignore[attr-defined]


def test_a_failing_user_strategy_in_worker_processes(rare: Path) -> None:
    here = failure_of(late(), 100_000)
    there = failure_of(late(), 100_000, workers=2, backend="processes", chunk_blocks=20)
    assert str(there) == str(here)
    assert there.partial.n_blocks == here.partial.n_blocks  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", ["rulebook", "bowman1999"])
def test_writing_into_the_view_changes_nothing(folder: Path, rules: str) -> None:
    specs = [("honest", "stop_at(300)", "honest"), ("scribbler", "stop_at(300)", "scribbler")]
    honest, scribbler = (line_up(*three, rules=rules, seed=17) for three in specs)
    rows = [engine.play_outcomes(match, 0, 200) for match in (honest, scribbler)]
    assert (rows[0] == rows[1]).all()
    assert engine.replay(honest, 4, 1)["log"] == engine.replay(scribbler, 4, 1)["log"]
