"""Kernel and referee agree on whole games of Crumbs!, and the referee refuses what is illegal."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from simcore.crumbs import GAME
from simcore.engine import play_outcomes, replay
from simcore.match import Match
from strategies.registry import player
from tests.referees.crumbs import RefereeError, check

Document = dict[str, Any]


def match_of(spec: str, preset: str, joint: bool, n_seats: int) -> Match:
    rules = GAME.load_rules(preset, [f"joint_stacks={str(joint).lower()}"])
    chosen = player(GAME, rules, spec)
    return Match(GAME, rules, (chosen,) * n_seats, seed=5, rotation="luck")


@pytest.mark.parametrize("n_seats", [1, 2])
@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("preset", ["rulebook", "quirky"])
@pytest.mark.parametrize("spec", ["random", "greedy", "planner"])
def test_the_referee_accepts_games_and_counts_the_same(
    spec: str, preset: str, joint: bool, n_seats: int
) -> None:
    match = match_of(spec, preset, joint, n_seats)
    accepted, counted = both(match, 300 // n_seats)
    assert accepted == counted
    assert len(accepted) == 300 // n_seats * n_seats


@pytest.mark.parametrize("preset", ["rulebook", "quirky"])
def test_the_referee_accepts_what_was_rehearsed(preset: str) -> None:
    accepted, counted = both(match_of("rehearse(games=16)", preset, False, 2), 12)
    assert accepted == counted
    assert len(accepted) == 24


Count = tuple[int, int, int, bool, int, bool]
"""Orders served, rounds, actions, whether it is won, rating, whether options overflowed."""


def both(match: Match, n_blocks: int) -> tuple[list[Count], list[Count]]:
    """What the referee counts in every game, having accepted it, and what the kernel counted."""
    outcomes = play_outcomes(match, 0, n_blocks)
    accepted, counted = [], []
    for block in range(n_blocks):
        for rotation in range(match.n_rotations):
            tally, row = check(replay(match, block, rotation)), outcomes[block, rotation]
            seen = tally.n_served, tally.rounds, tally.n_actions
            accepted.append((*seen, tally.won, tally.rating or 0, False))
            counts = (int(row[name].sum()) for name in ("n_served", "rounds", "actions_taken"))
            is_won = bool(row["winners"] == 2**match.n_seats - 1)
            ends = is_won, int(row["score"][0]), bool(row["has_overflowed"])
            counted.append((*counts, *ends))
    return accepted, counted


@cache
def example(n_seats: int) -> Document:
    """The first quirky game of planners that is won and in which everything happens."""
    match = match_of("planner", "quirky", False, n_seats)
    wanted = {"ban", "shortage", "restock", *({"reveal"} if n_seats == 1 else set())}
    for block in range(1000):
        document = replay(match, block, 0)
        events = document["events"]
        if events[-1]["won"] and wanted <= {event["event"] for event in events}:
            return document
    raise AssertionError("no such game")


def place(document: Document, name: str) -> int:
    return next(i for i, e in enumerate(document["events"]) if e["event"] == name)


def put(name: str, **fields: Any) -> Callable[[Document], Any]:
    return lambda document: document["events"][place(document, name)].update(fields)


def drop(name: str) -> Callable[[Document], Any]:
    return lambda document: document["events"].pop(place(document, name))


MUTATIONS: list[tuple[str, Callable[[Document], Any]]] = [
    ("unknown format", lambda d: d.update(format="crumbs-log/2")),
    ("expected setup", drop("setup")),
    ("expected round", drop("round")),
    ("expected serve", drop("serve")),
    ("expected end", drop("end")),
    ("expected ban", drop("ban")),
    ("expected shortage", drop("shortage")),
    ("expected complete", drop("complete")),
    ("expected reveal", drop("reveal")),
    ("expected restock", drop("restock")),
    ("fillings is", put("ban", fillings=[])),
    ("may not leave|place is|card is", put("shortage", card="sesame")),
    ("order is", put("reveal", order="tea")),
    ("why is", put("restock", why="bread")),
    ("title is", put("end", title="Duke of Sandwiches")),
    ("bread is", put("setup", bread={"white": 5, "brown": 1, "sesame": 0})),
    ("actions is", put("setup", actions=6)),
    ("round is 2", put("round", round=2)),
    ("player is 1", put("action", player=1)),
    ("nobody passes alone", put("action", kind="pass")),
    ("unknown kind", put("action", kind="eat")),
    ("nothing of it in the pantry", put("action", kind="restock", ingredient="ham")),
    ("lays nothing", put("action", kind="assemble", ingredient="ham", on=[], new=[])),
    ("no stack 9", put("action", kind="assemble", ingredient="ham", on=[[9, "ham"]], new=[])),
    ("nobody to give to", put("action", kind="assemble", ingredient="ham", on=[], new=[], give=1)),
    ("a bottom of ham", put("action", kind="assemble", ingredient="ham", on=[], new=["ham"])),
    ("cannot be served", put("serve", stack=9)),
    ("won is False", put("end", won=False)),
    ("rounds is 9", put("end", rounds=9)),
    ("rating is 99", put("end", rating=99)),
]


@pytest.mark.parametrize(("message", "mutate"), MUTATIONS)
def test_a_broken_solo_log_is_refused(message: str, mutate: Callable[[Document], Any]) -> None:
    document = deepcopy(example(1))
    check(document)
    mutate(document)
    with pytest.raises(RefereeError, match=message):
        check(document)


@pytest.mark.parametrize(
    ("message", "mutate"),
    [
        ("player is 1", drop("action")),
        ("player is 1", put("action", player=1)),
        ("bread cannot be given", put("action", kind="assemble", ingredient="bread", give=1)),
        ("taken, ", put("action", kind="assemble", ingredient="ham", on=[], new=[], give=3)),
        ("player is|why is|expected", drop("restock")),
    ],
)
def test_a_broken_log_for_two_is_refused(message: str, mutate: Callable[[Document], Any]) -> None:
    document = deepcopy(example(2))
    check(document)
    mutate(document)
    with pytest.raises(RefereeError, match=message):
        check(document)
