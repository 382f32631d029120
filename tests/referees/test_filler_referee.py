"""Kernel and referee agree on thousands of games of Filler, of every kind there is."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.engine import play_outcomes, replay
from simcore.filler import GAME
from simcore.filler.component_files import write_components
from simcore.filler.generator import reconstruct
from simcore.jit import is_interpreted
from simcore.match import Match
from strategies.registry import Strategy, player, strategies_of
from tests.referees.filler import Tally, check
from tests.referees.filler_cards import Components, read_components
from tests.referees.filler_decks import SKEWS, write_skewed
from tests.referees.filler_players import match_of

SHIPPED = Path(__file__).parents[2] / "simcore" / "filler" / "cards"

SEAT_COUNTS = (
    *("claims", "bonus_fills", "restocks", "bonus_restocks", "removed", "early_used"),
    *("days_first", "cards_held"),
)
GAME_COUNTS = (
    *("days", "all_restock_days", "recycled", "lead_changes"),
    *(f"{name}_at_{place}" for name in ("claims", "points") for place in range(6)),
)
SYMBOLS = {"stars": "star", "coins": "coin", "trophies": "trophy"}
SOLO_RESULTS = {None: 0, "loss": 1, "draw": 2, "win": 3}


def judge(match: Match, parts: Components, n_games: int, seen: Counter[str]) -> None:
    """The referee passes every game, and counts what the outcome row counts."""
    outcomes = play_outcomes(match, 0, n_games)[:, 0]
    for block in range(n_games):
        document = json.loads(json.dumps(replay(match, block, 0)))
        try:
            compare(outcomes[block], check(document, parts), document)
        except Exception as error:
            error.add_note(f"block {block}, seed {match.seed}, {match.rules.to_dict()}")
            raise
        note(document, seen)


def compare(row: np.void, tally: Tally, document: dict[str, Any]) -> None:
    n = len(tally.seats)
    for name in SEAT_COUNTS:
        assert row[name][:n].tolist() == list(tally.by_seat(name)), name
    for name, symbol in SYMBOLS.items():
        assert row[name][:n].tolist() == list(tally.by_seat(symbol)), name
    for name in GAME_COUNTS:
        assert row[name] == tally.game[name], name
    assert row["claims_total"] == sum(tally.by_seat("claims"))
    assert row["restock_turns"] == sum(tally.by_seat("restocks"))
    assert row["turns"] == n * tally.game["days"]
    assert row["capped"] == (tally.winners is None)
    assert row["score"][:n].tolist() == list(tally.points or [0] * n)
    assert row["winners"] == sum(1 << seat for seat in tally.winners or ())
    assert row["solo_result"] == SOLO_RESULTS[document.get("result")]


def note(document: dict[str, Any], seen: Counter[str]) -> None:
    """Which of the rarer things happened."""
    seen["games"] += 1
    seen[document["end"]["reason"]] += 1
    seen[str(document.get("result"))] += 1
    seen["shared"] += len(document["winners"] or ()) > 1
    for day in document["days"]:
        seen["recycled"] += bool(day.get("recycled"))
        for time in day["times"]:
            seen["early"] += bool(time["early"])
            seen["no card"] += time["card"] is None
        for turn in day["turns"]:
            seen["no reserve"] += turn.get("reserve", 0) is None
            seen[turn["action"]] += 1
            fills = turn.get("fills", ())
            seen["several fills"] += len(fills) > 1
            for fill in fills:
                seen["bad batch"] += bool(fill.get("removed"))
                seen["book discard"] += bool(fill.get("book_discard"))
                seen["chef reads"] += bool(fill.get("chef_deck"))


@pytest.mark.parametrize("n_seats", range(1, 7))
def test_shipped_cards(n_seats: int) -> None:
    parts, seen = read_components(SHIPPED), Counter[str]()
    for advanced in ("false", "true"):
        for idle in (0, 20):
            match = match_of(n_seats, [f"advanced={advanced}"], idle)
            judge(match, parts, 25, seen)
    assert seen["games"] == 100
    assert seen["deck"] > 60
    assert min(seen[name] for name in ("early", "bad batch", "several fills")) > 0


PERSONALITIES = tuple(read_components(SHIPPED).personalities)


@pytest.mark.parametrize("name", PERSONALITIES)
def test_shipped_personalities(name: str) -> None:
    parts, seen = read_components(SHIPPED), Counter[str]()
    for advanced in ("false", "true"):
        for switch in ("true", "false"):
            changes = [f"personality={json.dumps(name)}", f"personality_rules={switch}"]
            match = match_of(1, [*changes, f"advanced={advanced}"], idle=10)
            judge(match, parts, 20, seen)
    assert seen["win"] + seen["draw"] + seen["loss"] == seen["deck"] > 60


N_SEARCHED = 1 if is_interpreted() else 15
RULES_OF_THUMB = [entry for entry in strategies_of("filler") if entry.tier < 3]
"""Strategies but those that search, whose games take long; they play by the same kernel."""


@pytest.mark.parametrize("entry", RULES_OF_THUMB, ids=lambda entry: entry.name)
def test_rules_of_thumb(entry: Strategy) -> None:
    parts, seen = read_components(SHIPPED), Counter[str]()
    for n_seats in (1, 2, 5):
        rules = GAME.load_rules("rulebook", ["advanced=true"])
        players = (player(GAME, rules, entry.name),) * n_seats
        judge(Match(GAME, rules, players, seed=1, rotation="none"), parts, 10, seen)
    assert seen["games"] == 30


SEARCHERS = [entry for entry in strategies_of("filler") if entry.tier == 3]


@pytest.mark.parametrize("entry", SEARCHERS, ids=lambda entry: entry.name)
@pytest.mark.parametrize("n_seats", [1, 2, 3])
def test_searchers(entry: Strategy, n_seats: int) -> None:
    """With few rollouts, for the referee asks what is legal, not what is good."""
    parts, seen = read_components(SHIPPED), Counter[str]()
    rules = GAME.load_rules("rulebook", ["advanced=true"])
    players = (player(GAME, rules, f"{entry.name}(iterations=8, width=4)"),) * n_seats
    judge(Match(GAME, rules, players, seed=1, rotation="none"), parts, N_SEARCHED, seen)
    assert seen["games"] == N_SEARCHED


def test_as_many_strategies_as_we_know() -> None:
    assert {entry.tier for entry in RULES_OF_THUMB} == {0, 1, 2}
    assert len(SEARCHERS) == 1


def test_six_personalities_ship() -> None:
    assert len(PERSONALITIES) == 6


@pytest.mark.parametrize("kind", SKEWS)
def test_skewed_cards(kind: str, tmp_path: Path) -> None:
    """For 2 to 6 players, with any chef sets and with chosen ones."""
    seen = Counter[str]()
    for n_seats in range(2, 7):
        folder = write_skewed(tmp_path / str(n_seats), kind, n_seats, 1)
        parts = read_components(folder)
        chosen = "chefs=F+E+D+C+B+A" if n_seats % 2 else "chefs=random"
        changes = [f"components={folder}", "advanced=true", chosen, "day_cap=40"]
        for idle in (0, 25):
            judge(match_of(n_seats, changes, idle), parts, 8, seen)
    assert seen["games"] == 80
    for name in EXPECTED.get(kind, ()):
        assert seen[name] > 0, name


EXPECTED = {
    "early": ("early", "no card", "bad batch"),
    "batch": ("no card", "bad batch", "several fills"),
    "dear": ("cap", "recycled"),
    "chains": ("several fills", "no reserve", "deck"),
    "mixed": ("bad batch", "early", "several fills"),
}


@pytest.mark.parametrize("kind", SKEWS)
def test_any_personality_on_skewed_cards(kind: str, tmp_path: Path) -> None:
    """Criteria and altered rules by lot, forty combinations a kind of cards."""
    seen = Counter[str]()
    folder = write_skewed(tmp_path / kind, kind, 1, 40)
    parts = read_components(folder)
    for number, name in enumerate(parts.personalities):
        changes = [f"components={folder}", f"personality={name}", "day_cap=40"]
        match = match_of(1, [*changes, "advanced=true"], idle=10 * (number % 3))
        judge(match, parts, 3, seen)
    assert seen["games"] == 120
    assert seen["book discard"] > 0
    if kind in ("mixed", "chains"):
        assert min(seen["chef reads"], seen["several fills"], seen["no reserve"]) > 0
    assert seen["recycled"] == 0  # It never happens in solo.


def test_generated_cards(tmp_path: Path) -> None:
    seen = Counter[str]()
    for seed in range(4):
        write_components(reconstruct(seed), tmp_path / str(seed))
        parts = read_components(tmp_path / str(seed))
        changes = [f"components={tmp_path / str(seed)}", "advanced=true"]
        for n_seats in (1, 2, 3 + seed):
            judge(match_of(n_seats, changes, seed=seed), parts, 8, seen)
    assert seen["games"] == 96


@pytest.mark.parametrize("day_cap", [1, 2, 7])
def test_small_caps(day_cap: int) -> None:
    parts, seen = read_components(SHIPPED), Counter[str]()
    for n_seats in range(1, 7):
        judge(match_of(n_seats, [f"day_cap={day_cap}"]), parts, 6, seen)
    assert seen["cap"] == seen["games"] if day_cap < 6 else seen["cap"] > 0


def test_picks_put_in_place_of_a_personality_s_own() -> None:
    parts, seen = read_components(SHIPPED), Counter[str]()
    match = match_of(1, ["personality_picks=most_points+random"])
    judge(match, parts, 20, seen)
    assert seen["games"] == 20


@pytest.mark.parametrize("chefs", ["random", "blue+pink+green"])
@pytest.mark.parametrize("rotation", ["luck", "strategies"])
def test_rotations_of_a_block(rotation: str, chefs: str) -> None:
    """The same deck for all; under luck the chef sets move on by a seat."""
    parts = read_components(SHIPPED)
    match = match_of(3, [f"chefs={chefs}"], rotation=rotation)
    for block in range(4):
        setups = []
        for turned in range(3):
            document = replay(match, block, turned)
            check(document, parts)
            setups.append(document["setup"])
        assert setups[0]["deck"] == setups[1]["deck"] == setups[2]["deck"]
        by_seat = setups[0]["chefs"]
        if chefs != "random":
            assert [cards[0].split("/")[0] for cards in by_seat] == chefs.split("+")
        for turned in range(3):
            moved = by_seat[turned:] + by_seat[:turned] if rotation == "luck" else by_seat
            assert setups[turned]["chefs"] == moved
