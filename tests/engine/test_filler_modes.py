"""Filler compiled and interpreted gives the same games, to the last bit of their traces."""

from __future__ import annotations

from tests.engine.test_modes import IGNORE, python

PLAY = """
import hashlib
from simcore import engine
from simcore.games import load_game
from simcore.match import Match
from strategies.registry import player
game = load_game("filler")
digest = hashlib.sha256()
for n_seats, changes, rotation in (
    (1, ["advanced=true", "personality=The Showstopper"], "none"),
    (1, ["personality=The Rival", "personality_picks=random"], "none"),
    (2, ["advanced=true"], "luck"),
    (3, ["day_cap=9"], "strategies"),
):
    rules = game.load_rules("rulebook", changes)
    match = Match(game, rules, (player(game, rules, "random"),) * n_seats, 77, rotation)
    digest.update(engine.play_outcomes(match, 2, 1).tobytes())
    digest.update(engine.trace(match, 3, match.n_rotations - 1).tobytes())
print(digest.hexdigest())
"""


def test_compiled_and_interpreted_agree() -> None:
    compiled = python(PLAY)
    assert python(IGNORE + PLAY, NUMBA_DISABLE_JIT="1") == compiled
    assert python(PLAY.replace("77", "78")) != compiled, "the digest must notice"
