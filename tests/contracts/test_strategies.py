"""What every strategy of every game must keep, from positions that really come up in play."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import types

from simcore.bench import Bench, as_records
from simcore.errors import StrategyFailure, UsageError
from simcore.games import Game, game_names, load_game
from simcore.jit import compile_strategy, is_interpreted
from simcore.match import Match, Player
from simcore.philox import random_below
from strategies.registry import Strategy, parse, player, strategies_of

N_VIEWS = 200
KNOWN = {"fill_or_bust": ("random", "stop_at", "never_stop")}
"""Strategies that must be among those found."""

CHANGES = {
    # Shorter games, so that the exact solutions are soon found.
    "fill_or_bust": ("goal=1500",),
    # The solver plays a known queue of orders only.
    "crumbs/solved": ("queue=ham-1+ham-2+egg-2",),
}
"""Changes of the rules by game, or by game and strategy."""

CASES = [(name, entry) for name in game_names() for entry in strategies_of(name)]
"""Every registered strategy with its game."""


def spy(view):
    """Any option at random, until the decision whose number is the parameter: then none."""
    view.params[0] -= 1
    if view.params[0] < 0:
        return -1
    return random_below(view.rng, view.n_options)


@cache
def spying(game: Game, rules: object, n_decisions: int) -> Player:
    choose = spy if is_interpreted() else compiled_spy(game)
    return Player("spy", 0, choose, (float(n_decisions),))


@cache
def compiled_spy(game: Game) -> object:
    return compile_strategy(spy, game.strategy_signature, None)


def changes_for(game_name: str, name: str = "") -> tuple[str, ...]:
    return CHANGES.get(f"{game_name}/{name}", CHANGES.get(game_name, ()))


def playable_seats(game: Game, rules: object) -> list[int]:
    """Numbers of seats that these rules have."""
    playable = []
    for n_seats in range(game.seats[0], min(game.seats[1], 4) + 1):
        with contextlib.suppress(UsageError):
            game.lay_table(np.zeros(1, game.table), rules, n_seats)
            playable.append(n_seats)
    return playable


def is_playable(game: Game, rules: object, n_seats: int) -> bool:
    """Whether these rules are for this number of seats; a game may fix it."""
    try:
        game.check_seats(n_seats)
        game.lay_table(np.zeros(1, game.table), rules, n_seats)
    except UsageError:
        return False
    return True


@cache
def reachable_views(
    game: Game, rules_source: str, changes: tuple[str, ...]
) -> tuple[np.ndarray, ...]:
    """Views of decisions in random play: the match is broken off where one is to be made."""
    rules = game.load_rules(rules_source, changes)
    seats = playable_seats(game, rules)
    views: list[np.ndarray] = []
    for number in range(100 * N_VIEWS):
        n_seats = seats[number % len(seats)]
        scout = spying(game, rules, number % 41)
        bench = Bench(Match(game, rules, (scout,) * n_seats, seed=number))
        try:
            bench.play(number, np.zeros((1, 1), game.outcome))
        except StrategyFailure:
            seat = int(bench.table["state"]["seat"][0])
            views.append(bench.views[seat : seat + 1].copy())
        if len(views) == N_VIEWS:
            break
    return tuple(views)


@cache
def compiled_ask(game: Game) -> Callable[..., int]:
    """``(choose, views) -> choose(views[0])``; Python itself cannot hand over such a record."""
    signature = (types.FunctionType(game.strategy_signature), game.kernel_signature[2])
    asking: Callable[..., int] = numba.njit(signature)(lambda choose, views: choose(views[0]))
    return asking


def ask(game: Game, asked: Player, view: np.ndarray) -> int:
    if is_interpreted():
        return int(asked.choose(as_records(view)[0]))
    return int(compiled_ask(game)(asked.choose, view))


def as_seen_by(view: np.ndarray, asked: Player) -> np.ndarray:
    """The same view, with the strategy's own parameters and table in it."""
    own = view.copy()
    own["params"][0, : len(asked.params)] = asked.params
    if asked.table is not None:
        own["table"][0] = (asked.table.ctypes.data, len(asked.table))
    return own


@pytest.mark.parametrize(
    ("game_name", "entry"), CASES, ids=lambda case: getattr(case, "name", case)
)
def test_legal_and_repeatable(game_name: str, entry: Strategy) -> None:
    """From 200 views: a legal option, and the same one again from the same view."""
    game = load_game(game_name)
    for source in game.presets[:2]:
        changes = changes_for(game_name, entry.name)
        rules = game.load_rules(source, changes)
        asked = player(game, rules, entry.name)
        views = reachable_views(game, source, changes)
        assert len(views) == N_VIEWS
        for view in views:
            n_options = int(view["n_options"][0])
            assert n_options >= 1
            first, second = (as_seen_by(view, asked) for _ in range(2))
            chosen = ask(game, asked, first)
            assert 0 <= chosen < n_options, (entry.name, view)
            assert ask(game, asked, second) == chosen


@pytest.mark.parametrize(
    ("game_name", "entry"), CASES, ids=lambda case: getattr(case, "name", case)
)
def test_the_text_form_reads_back(game_name: str, entry: Strategy) -> None:
    game = load_game(game_name)
    rules = game.load_rules(game.presets[0], changes_for(game_name, entry.name))
    shown = player(game, rules, entry.name).spec
    assert parse(game_name, shown) == (entry, tuple(entry.params.values()))
    assert parse(game_name, entry.signature) == parse(game_name, shown)
    for value in (1 / 3, 1234567.25, 0.1):
        specs = ",".join(f"{name}={value!r}" for name in entry.params)
        again = player(game, rules, shown).spec
        assert again == shown
        assert parse(game_name, f"{entry.name}({specs})")[1] == (value,) * len(entry.params)


@pytest.mark.parametrize(
    ("game_name", "entry"), CASES, ids=lambda case: getattr(case, "name", case)
)
def test_it_says_what_it_does(game_name: str, entry: Strategy) -> None:
    assert entry.summary.endswith((".", ";")), entry.summary
    assert entry.tier in range(4)
    assert Path(entry.source.rpartition(":")[0]).is_file()


def test_views_differ() -> None:
    game = load_game("fill_or_bust")
    views = reachable_views(game, "rulebook", changes_for(game.name))
    assert len({view.tobytes() for view in views}) > N_VIEWS * 0.9
    assert len({int(view["n_options"][0]) for view in views}) >= 5
    assert len({int(view["card_kind"][0]) for view in views}) >= 5


def test_an_illegal_choice_would_be_noticed() -> None:
    """The smallest of the views' numbers of options is small enough to catch a fixed index."""
    game = load_game("fill_or_bust")
    views = reachable_views(game, "rulebook", changes_for(game.name))
    assert min(int(view["n_options"][0]) for view in views) == 1


def found() -> Iterator[tuple[str, str]]:
    yield from ((name, entry.name) for name, entry in CASES)


def test_as_many_as_we_know_exist() -> None:
    names = set(found())
    for game_name, known in KNOWN.items():
        assert {(game_name, name) for name in known} <= names
    tiers = {entry.tier for name, entry in CASES if name == "fill_or_bust"}
    assert tiers == {0, 1, 2, 3}
    assert len(CASES) >= 7
