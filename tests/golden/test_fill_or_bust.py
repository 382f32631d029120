"""One readable game per preset, and digests of many: no change of behaviour passes unseen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest

from simcore import engine
from tests.engine.lineups import GAME, PRESETS, line_up


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_as_it_was(preset: str, golden: Callable[[str, str], None]) -> None:
    match = line_up("stop_at(350)", "random", rules=preset, changes=["goal=2500"], seed=1)
    log = engine.replay(match, 0, 0)["log"]
    lines = [json.dumps(event) for event in log[1:]]
    golden(f"fill_or_bust_{preset}.txt", "\n".join([f"version {GAME.version}", *lines, ""]))


def test_digests_as_they_were(golden: Callable[[str, str], None]) -> None:
    lines = [f"version {GAME.version}"]
    for preset in PRESETS:
        for end in ("at_once", "finish_round", "show_down"):
            match = line_up(
                *("stop_at(350)", "random", "never_stop"),
                rules=preset,
                changes=[f"end={end}", "goal=3000"],
                seed=2,
            )
            digest = hashlib.sha256(engine.play_outcomes(match, 0, 500).tobytes())
            lines.append(f"{preset} {end} {digest.hexdigest()}")
    golden("fill_or_bust_digests.txt", "\n".join([*lines, ""]))
