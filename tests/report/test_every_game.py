"""The commands about strategies, seats and rules, on every game there is."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from reports.line_ups import line_up
from reports.rivals import usual_seats
from simcore.errors import UsageError
from simcore.games import game_names, load_game
from strategies.registry import strategies_of

COMMANDS = (
    "play", "compare", "tournament", "field", "seats", "variant", "character", "sweep", "tune",
    "gate", "replay", "explain", "list",
)  # fmt: skip
WITHOUT_GAMES = ("explain", "list")
NEEDS_AN_OPPONENT = ("seats", "field")

GATE = """game = "{name}"
strategy = "{weak}"
players = {seats}
games = 400

[[check]]
measure = "turns_mean"
at_least = 1
"""


def grid_of(name: str, between: str) -> str:
    """The weakest strategy that has parameters, the first of them at its default and above."""
    entry = min((it for it in strategies_of(name) if it.params), key=lambda it: it.tier)
    first, *others = entry.params.values()
    return f"{entry.name}({', '.join([f'{first:g}{between}{first + 1:g}', *map(str, others)])})"


def switched(game: Any) -> str:
    """A change of the first yes-or-no rule that the game's own check accepts."""
    for field, value in game.load_rules(game.presets[0], ()).to_dict().items():
        change = f"{field}={str(not value).lower()}"
        if isinstance(value, bool):
            with suppress(UsageError):
                game.load_rules(game.presets[0], [change])
                return change
    raise AssertionError(f"{game.name} has no rule to switch")


def words_of(command: str, name: str, folder: Path) -> list[str]:
    """A command line that asks something small."""
    game, weak, usual = load_game(name), line_up(name).ladder[0], line_up(name).usual
    seats = usual_seats(game)
    (folder / "gate.toml").write_text(GATE.format(name=name, weak=weak, seats=seats), "utf-8")
    own = {
        "seats": [weak],
        "variant": [*[weak] * seats, "--change", switched(game)],
        "character": [weak] * seats,
        "play": [weak] * seats,
        "replay": [weak] * seats,
        "explain": [usual],
        "list": [],
        "sweep": [grid_of(name, "|")],
        "tune": [grid_of(name, ".."), "--rounds", "1"],
    }
    if command == "gate":
        return [str(folder / "gate.toml")]
    return [name, *own.get(command, [usual, weak])]


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_or_says_why_not(
    fillsim: Any, command: str, name: str, tmp_path: Path
) -> None:
    few = ["--seed", 1] if command not in (*WITHOUT_GAMES, "gate") else []
    few += ["--games", 12, "--workers", 1] if few and command != "replay" else []
    written = [] if command in ("replay", "explain") else ["--format", "json"]
    answer = fillsim(command, *words_of(command, name, tmp_path), *few, *written)
    if command in NEEDS_AN_OPPONENT and load_game(name).is_cooperative:
        assert answer.code == 2
        assert answer.err.startswith("error: ")
        assert answer.err.count("\n") == 1
    else:
        assert answer.code == 0, answer.err
        assert answer.json if written else answer.out
