"""Readable games of Crumbs!, alone, together and with quirks, and digests of many."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest

from simcore import engine
from simcore.crumbs import GAME
from simcore.match import Match
from strategies.registry import player

CASES = {"solo": ("rulebook", 1), "together": ("rulebook", 2), "quirks": ("quirky", 1)}
"""A preset and a number of seats; together with quirks is among the digests."""


def match_of(spec: str, preset: str, n_seats: int) -> Match:
    rules = GAME.load_rules(preset, [])
    return Match(GAME, rules, (player(GAME, rules, spec),) * n_seats, seed=3, rotation="luck")


@pytest.mark.parametrize("name", CASES)
def test_a_game_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    document = engine.replay(match_of("planner", *CASES[name]), 2, 0)
    lines = [json.dumps(event) for event in document["events"]]
    golden(f"crumbs_{name}.txt", "\n".join([f"version {GAME.version}", *lines, ""]))


def test_digests_as_they_were(golden: Callable[[str, str], None]) -> None:
    lines = [f"version {GAME.version}"]
    for preset in GAME.presets:
        for spec, n_seats in (("random", 1), ("greedy", 1), ("planner", 1), ("planner", 2)):
            rows = engine.play_outcomes(match_of(spec, preset, n_seats), 0, 200)
            digest = hashlib.sha256(rows.tobytes()).hexdigest()
            lines.append(f"{preset} {spec} {n_seats} {digest}")
    golden("crumbs_digests.txt", "\n".join([*lines, ""]))
