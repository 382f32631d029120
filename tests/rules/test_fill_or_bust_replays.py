"""Thousands of replays before the referee, whose tally must be the kernel's outcome row."""

from __future__ import annotations

import random
from copy import deepcopy

import numpy as np
import pytest

from simcore import engine
from simcore.match import ROTATIONS, Match
from tests.engine.lineups import GAME, PRESETS, line_up, random_rules
from tests.referees.fill_or_bust import RefereeError, Tally, check

SPECS = ("random", "random", "stop_at(50)", "stop_at(250)", "never_stop")
TALLIED = {
    "turns_taken": "turns",
    "busts": "busts",
    "no_dice": "no_dice",
    "fills": "fills",
    "vengeance_hits": "vengeance_hits",
    "score": "scores",
}
"""Fields of the outcome by seat, and the referee's name for them."""


def match_of(rng: random.Random, preset: str | None, n_seats: int) -> Match:
    specs = [rng.choice(SPECS) for _ in range(n_seats)]
    rotation = rng.choice(list(ROTATIONS))
    seed = rng.randrange(2**64)
    if preset is None:
        return line_up(*specs, rules=random_rules(rng), seed=seed, rotation=rotation)
    changes = ["goal=1500", f"end={rng.choice(('at_once', 'finish_round', 'show_down'))}"]
    return line_up(*specs, rules=preset, changes=changes, seed=seed, rotation=rotation)


def compare(tally: Tally, outcome: np.void, n_seats: int) -> None:
    """The referee counted what the kernel did."""
    for field, name in TALLIED.items():
        assert tuple(outcome[field][:n_seats].tolist()) == getattr(tally, name), field
        assert not outcome[field][n_seats:].any(), field
    winners = tuple(seat for seat in range(6) if outcome["winners"] >> seat & 1)
    assert winners == tally.winners
    assert outcome["turns"] == tally.n_turns
    assert bool(outcome["capped"]) == tally.capped
    assert outcome["lead_changes"] == tally.lead_changes


def referee(match: Match, n_blocks: int) -> list[Tally]:
    """Judge every game of the blocks and compare it with the outcome rows."""
    tallies = []
    outcomes = engine.play_outcomes(match, 3, n_blocks)
    for block in range(n_blocks):
        for rotation in range(match.n_rotations):
            document = engine.replay(match, 3 + block, rotation)
            try:
                tallies.append(check(document))
            except RefereeError as error:
                specs = [player.spec for player in match.players]
                where = f"{specs} seed {match.seed} block {3 + block} rotation {rotation}"
                raise AssertionError(f"{where}, {match.rules}: {error}") from None
            compare(tallies[-1], outcomes[block, rotation], match.n_seats)
    return tallies


@pytest.mark.parametrize("preset", [*PRESETS, None])
@pytest.mark.parametrize("n_seats", range(1, 7))
def test_replays_pass_the_referee(preset: str | None, n_seats: int) -> None:
    """Under random rules a match has few games, so that many rules are tried."""
    rng = random.Random(f"{preset} {n_seats}")
    n_matches, n_blocks = (200, 1) if preset is None else (40, 3)
    tallies: list[Tally] = []
    for _ in range(n_matches):
        tallies += referee(match_of(rng, preset, n_seats), n_blocks)
    assert len(tallies) >= n_matches * n_blocks
    assert sum(sum(tally.fills) for tally in tallies) > 10
    assert sum(sum(tally.busts) for tally in tallies) > 10
    if n_seats > 1:
        assert any(sum(tally.vengeance_hits) for tally in tallies)
        assert any(tally.lead_changes for tally in tallies)


def test_full_games_pass_the_referee() -> None:
    """Both presets as they stand, to 6,000 points."""
    for preset in PRESETS:
        for specs in (("stop_at(300)", "random"), ("stop_at(400)",) * 4):
            tallies = referee(line_up(*specs, rules=preset, seed=11), 5)
            assert all(max(tally.scores) >= 6000 for tally in tallies)


def test_a_wrong_outcome_is_noticed() -> None:
    match = line_up("random", "stop_at(250)", changes=["goal=1500"])
    tally = check(engine.replay(match, 0, 0))
    outcome = engine.play_outcomes(match, 0, 1)[0, 0]
    compare(tally, outcome, 2)
    for field in GAME.outcome.names or ():
        wrong = outcome.copy()
        wrong[field] += 1
        with pytest.raises(AssertionError):
            compare(tally, wrong, 2)


def test_a_wrong_replay_is_noticed() -> None:
    """The same game told with one number changed is refused, whichever event it is."""
    document = engine.replay(line_up("stop_at(350)", "stop_at(500)"), 0, 0)
    check(document)
    for event, field in (
        ("draw", "left"),
        ("keep", "points"),
        ("bank", "points"),
        ("bust", "lost"),
        ("end", "turns"),
    ):
        wrong = deepcopy(document)
        at = next(i for i, one in enumerate(wrong["log"]) if one["e"] == event)
        wrong["log"][at][field] += 50
        with pytest.raises(RefereeError) as refusal:
            check(wrong)
        assert refusal.value.event_index == at


def test_the_replay_says_where_it_comes_from() -> None:
    match = line_up("random", "stop_at(250.5)", seed=4)
    about = engine.replay(match, 6, 1)["fillsim"]
    assert about == {
        "version": GAME.version,
        "seed": 4,
        "block": 6,
        "rotation": 1,
        "strategies": ["random", "stop_at(250.5)"],
        "rules": match.rules.to_dict(),
    }
