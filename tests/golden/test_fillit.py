"""Readable games of Fillit, and digests of many: no change of behaviour passes unseen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest

from simcore import engine
from simcore.games import load_game
from simcore.match import Match
from strategies.registry import player

GAME = load_game("fillit")
PRESETS = {"rulebook": 2, "3p": 3, "2v2": 4, "mini2": 2, "mini3": 3}


def match(preset: str, specs: list[str], changes: tuple[str, ...] = ()) -> Match:
    rules = GAME.load_rules(preset, changes)
    return Match(GAME, rules, tuple(player(GAME, rules, spec) for spec in specs), 3)


@pytest.mark.parametrize("preset", ["rulebook", "3p", "2v2"])
def test_a_game_as_it_was(preset: str, golden: Callable[[str, str], None]) -> None:
    specs = ["tuned", "greedy", "tuned", "greedy"][: PRESETS[preset]]
    document = engine.replay(match(preset, specs), 0, 0)
    lines = [json.dumps(turn) for turn in [document["layout"], *document["turns"]]]
    text = "\n".join([f"version {GAME.version}", *lines, json.dumps(document["result"]), ""])
    golden(f"fillit_{preset}.txt", text)


def test_digests_as_they_were(golden: Callable[[str, str], None]) -> None:
    lines = [f"version {GAME.version}"]
    for preset, n_seats in PRESETS.items():
        for specs, n_blocks in (
            (["random", "greedy"], 300),
            (["tuned", "forgo"], 20),
            (["alphabeta(2)", "alphabeta(1)"], 20),
        ):
            played = match(preset, (specs * 2)[:n_seats], ("layout=B", "first=1"))
            digest = hashlib.sha256(engine.play_outcomes(played, 0, n_blocks).tobytes())
            lines.append(f"{preset} {' '.join(specs)} {digest.hexdigest()}")
    golden("fillit_digests.txt", "\n".join([*lines, ""]))
