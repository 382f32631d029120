"""One readable game for two and one against the chef, and digests of many more."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest

from simcore import engine
from simcore.filler import GAME
from simcore.match import Match
from strategies.registry import player


def line_up(n_seats: int, *changes: str) -> Match:
    rules = GAME.load_rules("rulebook", changes)
    players = (player(GAME, rules, "random"),) * n_seats
    return Match(GAME, rules, players, seed=1, rotation="none")


@pytest.mark.parametrize(("name", "n_seats"), [("two", 2), ("solo", 1)])
def test_a_game_as_it_was(name: str, n_seats: int, golden: Callable[[str, str], None]) -> None:
    told = engine.replay(line_up(n_seats, "advanced=true"), 0, 0)
    lines = [json.dumps({key: told[key] for key in ("solo", "setup")})]
    for day in told["days"]:
        turns = day.pop("turns")
        lines += ["", json.dumps(day), *map(json.dumps, turns)]
    lines += ["", json.dumps({key: told[key] for key in ("end", "scores", "winners")})]
    golden(f"filler_{name}.txt", "\n".join([f"version {GAME.version}", *lines, ""]))


def test_digests_as_they_were(golden: Callable[[str, str], None]) -> None:
    lines = [f"version {GAME.version}"]
    for n_seats in range(1, 7):
        for advanced in ("false", "true"):
            outcomes = engine.play_outcomes(line_up(n_seats, f"advanced={advanced}"), 0, 500)
            digest = hashlib.sha256(outcomes.tobytes()).hexdigest()
            lines.append(f"{n_seats} advanced={advanced} {digest}")
    golden("filler_digests.txt", "\n".join([*lines, ""]))
