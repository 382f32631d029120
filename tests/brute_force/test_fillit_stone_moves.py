"""Kinds of stone moves: the compiled ones against plain positions, and a player without them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from analyses.fillit.games import ratio_of
from analyses.fillit.stones import KINDS, stone_moves
from simcore import engine
from simcore.errors import UsageError
from simcore.fillit import records as ev
from simcore.games import load_game
from simcore.match import Match
from strategies.fillit.stone_moves import JUDGED, kinds_of
from strategies.registry import player
from tests.brute_force.fillit import AROUND, Position, exchange, neighbour, slide
from tests.brute_force.fillit_bridge import Compiled, records

STEPS = list(AROUND.values())


def best_line(game: Compiled, at: Position, who: int) -> int:
    """Chips that the best slide would lay or send home, had the side chips enough."""
    side = game.board.sides[who]
    obstacles = {cell for cell, _ in at.stones} | set(at.pawns)
    own = {cell for cell, owner in at.chips if owner == side}
    enemy = {cell for cell, owner in at.chips if owner != side}
    best = 0
    for step in STEPS:
        cell, moved = neighbour(at.pawns[who], step), 0
        while game.board.has(cell) and cell != (0, 0) and cell not in obstacles:
            moved += (cell not in own) + (cell in enemy)
            cell = neighbour(cell, step)
        best = max(best, moved)
    return best


def moved_chips(before: Position, after: Position, side: int) -> int:
    laid = after.on_board(side) - before.on_board(side)
    return laid + sum(
        before.on_board(other) - after.on_board(other) for other in range(3) if other != side
    )


def plain_kinds(game: Compiled, before: Position, who: int, option) -> int:
    """What the stone move of an option is, from its definition."""
    order = int(option["order"])
    if order == ev.PAWN_WINS:
        return 0
    side = game.board.sides[who]
    a, b = (game.cells[int(option[name])] for name in ("stone_from", "stone_to"))
    step = STEPS[int(option["direction"])] if order != ev.STONE_ONLY else None
    still = slide(game.board, before, who, step) if step else before
    still = still or before
    met, gained = still, 0
    if order == ev.PAWN_STONE:
        after = exchange(still, a, b)
    else:
        met = before
        after = exchange(before, a, b)
        if order == ev.STONE_PAWN:
            after = slide(game.board, after, who, step)
            gained = moved_chips(before, after, side) - moved_chips(before, still, side)
    n = len(game.board.sides)
    enemy = next((who + k) % n for k in range(1, n) if game.board.sides[(who + k) % n] != side)
    kinds = int(best_line(game, after, enemy) < best_line(game, still, enemy))
    kinds += 2 * (gained > 0 or best_line(game, after, who) > best_line(game, still, who))
    if b in met.pawns:
        return kinds + 8
    return kinds + 4 * (b in {cell for cell, _ in met.chips})


@pytest.mark.parametrize("preset", ["rulebook", "3p", "2v2", "mini2"])
def test_kinds_are_those_of_the_definition(preset: str) -> None:
    game, choice, judged = Compiled(preset), random.Random(5), records(JUDGED)
    seen = set()
    position, who = game.start, 0
    for _ in range(14):
        plain, options = game.plain(position), game.options(position, who)
        for option in choice.sample(list(options), min(25, len(options))):
            words = np.array([option], ev.OPTION).view(np.int32)
            found = kinds_of(game.setup, position, np.uint64(who), words, np.uint64(0), judged[0])
            assert found == plain_kinds(game, plain, who, option)
            seen.add(int(found))
        position = game.after(position, who, choice.choice(options))
        who = game.next_player(who)
        if game.is_won(position):
            position, who = game.start, 0
    assert all(any(kinds & bit for kinds in seen) for bit in KINDS.values())


@pytest.mark.parametrize("bit", KINDS.values())
def test_who_forgoes_a_kind_makes_it_only_where_every_turn_is_one(bit: int) -> None:
    loaded = load_game("fillit")
    rules = loaded.load_rules("mini2", [])
    players = tuple(player(loaded, rules, f"forgo(kinds={bit})") for _ in range(2))
    match = Match(loaded, rules, players, 6, "none")
    game, judged = Compiled("mini2"), records(JUDGED)
    for block in range(3):
        position = game.start
        for event in engine.trace(match, block, 0).tolist():
            who = event[1]
            options = game.options(position, who)
            kinds = [
                kinds_of(
                    game.setup,
                    position,
                    np.uint64(who),
                    np.array([option], ev.OPTION).view(np.int32),
                    np.uint64(0),
                    judged[0],
                )
                for option in options
            ]
            wanted = [event[2] >> 3, (event[2] & 7) - 1, event[3], event[4]]
            names = ("order", "direction", "stone_from", "stone_to")
            place = next(k for k, o in enumerate(options) if [o[name] for name in names] == wanted)
            assert not kinds[place] & bit or all(kind & bit for kind in kinds)
            position = game.after(position, who, options[place])


def test_shares_and_means_by_counting() -> None:
    found = stone_moves(rules="mini2", games=8, recorded=40, seed=2)
    turns, frame = found.recorded.turns, found.to_frame().set_index("stone_move")
    moved = turns[turns["order"] != ev.PAWN_WINS]
    for kind, bit in KINDS.items():
        inside = moved[(moved["kinds"] & bit) > 0]
        row = frame.loc[kind]
        assert row["n_turns"] == len(moved)
        assert row["kind_rate"] == pytest.approx(len(inside) / len(moved))
        assert row["enemy_line_mean"] == pytest.approx(inside["enemy_line"].mean())
        assert row["own_line_mean"] == pytest.approx(inside["own_line"].mean())
        assert row["gained_mean"] == pytest.approx(inside["gained"].mean())
        assert row["win_rate_diff"] == found.comparisons[kind].difference().value
    assert frame.loc["block", "enemy_line_mean"] < 0 < frame.loc["free", "own_line_mean"]
    assert ratio_of(np.array([1, 2]), np.array([2, 4])).value == 0.5


def test_three_players_are_refused() -> None:
    with pytest.raises(UsageError, match="allowed: two players"):
        stone_moves(rules="3p", games=4, recorded=4, seed=1)


def test_the_definition_can_fail() -> None:
    """A stone set in the enemy's best line blocks it; the same stone taken away does not."""
    game = Compiled("rulebook")
    plain = game.plain(game.start)
    bare = replace(plain, stones=frozenset())
    line = best_line(game, bare, 1)
    step = STEPS[2]
    blocked = replace(bare, stones=frozenset({(neighbour(plain.pawns[1], s), 0) for s in STEPS}))
    assert line > 0
    assert best_line(game, blocked, 1) == 0
    assert step in STEPS
