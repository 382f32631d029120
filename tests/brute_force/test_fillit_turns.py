"""Legal turns of Fillit: the compiled enumeration against every pair tried one by one."""

import random

import pytest

from simcore.fillit import records as ev
from tests.brute_force.fillit import count, exchange, is_won, successors, turned
from tests.brute_force.fillit_bridge import PRESETS, Compiled

VARIANTS = [(preset,) for preset in PRESETS]
VARIANTS += [(preset, "stone_may_enter_centre=true", "layout=B") for preset in PRESETS]
TINY = ("rulebook", "config=tiny2", "layout=random:1")


def check_position(game, position, player):
    """Same options, each once; each option's own fields say what it does."""
    plain = game.plain(position)
    options = game.options(position, player)
    found = [game.after(position, player, option) for option in options]
    reached = [game.plain(after) for after in found]
    assert len(set(reached)) == len(reached)
    assert set(reached) == successors(game.board, plain, player)
    n_sides = len(set(game.board.sides))
    side = game.board.sides[player]
    for option, after in zip(options, reached, strict=True):
        assert option["placed"] == after.on_board(side) - plain.on_board(side)
        assert option["hand"] == game.board.chips - after.on_board(side)
        for k in range(n_sides - 1):
            other = (side + 1 + k) % n_sides
            assert option["returned"][k] == plain.on_board(other) - after.on_board(other)
        assert (option["order"] == ev.PAWN_WINS) == (option["stone_from"] < 0)
        assert (option["order"] == ev.STONE_ONLY) == (option["direction"] < 0)
    pawn_first = [option["order"] != ev.STONE_PAWN for option in options]
    assert pawn_first == sorted(pawn_first, reverse=True)
    return found


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
def test_options_of_random_games_are_all_pairs_merged(variant):
    game, choice = Compiled(*variant), random.Random(7)
    n_checked = 0
    while n_checked < 90:
        position, player = game.start, 0
        while not game.is_won(position) and n_checked < 90:
            found = check_position(game, position, player)
            n_checked += 1
            # Let the end of the game come often: it has the rarest rules.
            found.sort(key=lambda after: -int(after["chips"][game.board.sides[player]]).bit_count())
            position = choice.choice(found[: 1 + len(found) // choice.choice((1, 8))])
            player = game.next_player(player)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("layout", ["A", "B"])
def test_counts_to_depth_two(preset, layout):
    game = Compiled(preset, f"layout={layout}")
    lines, reached = game.count(game.start, 0, 2)
    expected_lines, expected = count(game.board, game.plain(game.start), 0, 2)
    assert lines == expected_lines
    assert len(reached) == len(expected)


def test_counts_to_depth_three():
    game = Compiled(*TINY)
    lines, reached = game.count(game.start, 0, 3)
    expected_lines, expected = count(game.board, game.plain(game.start), 0, 3)
    assert (lines, len(reached)) == (expected_lines, len(expected))
    assert {game.compiled(position).tobytes() for position in expected} == reached


@pytest.mark.parametrize("preset", PRESETS)
def test_counts_to_depth_three_below_a_first_turn(preset):
    """Printed boards: every second and third turn below one first turn, drawn at random."""
    game = Compiled(preset)
    option = random.Random(11).choice(list(game.options(game.start, 0)))
    after = game.after(game.start, 0, option)
    lines, reached = game.count(after, 1, 2)
    expected_lines, expected = count(game.board, game.plain(after), 1, 2)
    assert (lines, len(reached)) == (expected_lines, len(expected))
    assert {game.compiled(position).tobytes() for position in expected} == reached


LINES = {"rulebook": 418_793, "3p": 443_915, "2v2": 362_658, "mini2": 676_558, "mini3": 366_639}
"""Lines of three turns from layout A, as `successors` of the brute force counts them, which takes
it a quarter of a minute each."""


@pytest.mark.parametrize("preset", LINES)
def test_lines_of_a_whole_board_to_depth_three(preset):
    game = Compiled(preset)
    third = game.next_player(1)
    lines = 0
    for first in game.options(game.start, 0):
        one = game.after(game.start, 0, first)
        for second in game.options(one, 1):
            lines += len(game.options(game.after(one, 1, second), third))
    assert lines == LINES[preset]


@pytest.mark.parametrize("preset", ["rulebook", "mini2"])
def test_symmetric_positions_have_symmetric_turns(preset):
    """A half turn of any position turns its successors; the tables prefer no direction."""
    game, choice = Compiled(preset), random.Random(3)
    position, player = game.start, 0
    for _ in range(12):
        plain = game.plain(position)
        after = [
            game.plain(game.after(position, player, o)) for o in game.options(position, player)
        ]
        for sixths in (1, 3):
            other = game.compiled(turned(plain, sixths))
            found = {
                game.plain(game.after(other, player, option))
                for option in game.options(other, player)
            }
            assert found == {turned(one, sixths) for one in after}
        position, player = game.compiled(choice.choice(after)), game.next_player(player)
        if game.is_won(position):
            position, player = game.start, 0


def test_the_comparison_can_fail():
    """A swap of a stone with a distant cell is no successor."""
    game = Compiled(*TINY)
    plain = game.plain(game.start)
    (stone, _), *_ = sorted(plain.stones)
    after = successors(game.board, plain, 0)
    strange = exchange(plain, stone, (-stone[0], -stone[1]))
    assert strange not in after
    assert not is_won(game.board, strange)
