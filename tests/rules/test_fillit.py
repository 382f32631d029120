"""Hand-worked positions of Fillit, one for each clause of the rules."""

from dataclasses import replace

import pytest

from simcore.fillit import records as ev
from simcore.fillit.geometry import DIRECTION_NAMES, SIDES, cell_of, cells
from tests.brute_force.fillit import Position
from tests.brute_force.fillit_bridge import Compiled

E, NE, NW, W, SW, SE = range(6)
FAR = [(4, -4), (4, -2), (4, 0)]
ENEMY = [(-4, 4), (-3, 4), (-2, 4), (-1, 4)]


def position(pawns, stones, chips=()):
    """A position of two players; every pawn gets the chip it stands on."""
    under = {(cell, side) for side, cell in enumerate(pawns)}
    placed = {(cell, side) for side, group in enumerate(stones) for cell in group}
    return Position(tuple(pawns), frozenset(placed), frozenset(chips) | under)


def turn(game, plain, direction, stone=None, order=ev.PAWN_STONE):
    """Play the listed option with these moves; returns (option, position after)."""
    start = game.compiled(plain)
    numbers = [cell_of(game.board.edge, cell) for cell in stone] if stone else [-1, -1]
    wanted = [order, -1 if direction is None else direction, *numbers]
    for option in game.options(start, 0):
        if [option[name] for name in ("order", "direction", "stone_from", "stone_to")] == wanted:
            return option, game.plain(game.after(start, 0, option))
    raise LookupError(f"no option {wanted}")


@pytest.fixture(scope="module")
def game():
    return Compiled("rulebook")


@pytest.fixture(scope="module")
def open_centre():
    return Compiled("rulebook", "stone_may_enter_centre=true")


def test_boards():
    """61 cells in rows 5-6-7-8-9-8-7-6-5 and 37 on the mini board; the centre is no space."""
    for side, n in zip(SIDES, (19, 37, 61), strict=True):
        assert len(cells(side)) == n
    rows = [sum(r == row for _, r in cells(5)) for row in range(-4, 5)]
    assert rows == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert DIRECTION_NAMES == ("E", "NE", "NW", "W", "SW", "SE")


def test_pawn_slides_to_the_edge_over_chips(game):
    """Chips do not stop it; own chips cost nothing, opposing ones go home and are replaced."""
    chips = {((-2, 1), 0), ((-1, 1), 1)}
    plain = position([(-4, 1), (4, -1)], [[*FAR, (-1, -3)], ENEMY], chips)
    option, after = turn(game, plain, E, ((4, -4), (3, -4)))
    assert after.pawns[0] == (3, 1)
    assert option["placed"] == 6
    assert option["returned"].tolist() == [1, 0]
    assert option["hand"] == 25 - 2 - 6
    assert {(q, 1) for q in range(-4, 4)} == {cell for cell, side in after.chips if side == 0}


@pytest.mark.parametrize("stands", ["own stone", "enemy stone", "enemy pawn"])
def test_stones_and_pawns_stop_the_pawn(game, stands):
    own, enemy, pawn = [*FAR, (-1, -3)], list(ENEMY), (4, -1)
    if stands == "own stone":
        own[3] = (0, 1)
    elif stands == "enemy stone":
        enemy[0] = (0, 1)
    else:
        pawn = (0, 1)
    option, after = turn(game, position([(-4, 1), pawn], [own, enemy]), E, ((4, -4), (3, -4)))
    assert after.pawns[0] == (-1, 1)
    assert option["placed"] == 3


def test_the_centre_stops_the_pawn(game):
    plain = position([(-4, 0), (4, -1)], [[*FAR, (-1, -3)], ENEMY])
    _, after = turn(game, plain, E, ((4, -4), (3, -4)))
    assert after.pawns[0] == (-1, 0)


def test_a_slide_of_no_cells_is_no_move(game):
    plain = position([(-4, 0), (4, -1)], [[*FAR, (-1, -3)], [(-3, 0), (-3, 4), (-2, 4), (-1, 4)]])
    for order in (ev.PAWN_STONE, ev.PAWN_WINS):
        with pytest.raises(LookupError):
            turn(game, plain, E, ((4, -4), (3, -4)), order)


BASE = ([(-4, 1), (4, -1)], [[*FAR, (0, -1)], [(1, -1), (-3, 4), (-2, 4), (-1, 4)]])


@pytest.mark.parametrize(
    ("target", "chips"),
    [
        ((0, -2), ()),
        ((0, -2), {((0, -2), 0)}),
        ((0, -2), {((0, -2), 1)}),
        ((1, -1), ()),
    ],
    ids=["empty", "own chip", "enemy chip", "enemy stone"],
)
def test_a_stone_changes_places_with_what_is_there(game, target, chips):
    """Whatever is there goes to the cell the stone left; nothing is placed or returned by that."""
    plain = position(*BASE, chips)
    _, after = turn(game, plain, E, ((0, -1), target))
    assert (target, 0) in after.stones
    assert (target == (1, -1)) == (((0, -1), 1) in after.stones)
    moved = {((0, -1), side) for _, side in chips}
    assert moved == {(cell, side) for cell, side in after.chips if cell == (0, -1)}


def test_a_stone_swaps_an_enemy_pawn_with_its_chip(game):
    pawns, stones = BASE
    plain = position([pawns[0], (0, -2)], stones)
    option, after = turn(game, plain, E, ((0, -1), (0, -2)))
    assert after.pawns[1] == (0, -1)
    assert ((0, -1), 1) in after.chips
    assert option["returned"].tolist() == [0, 0]


def test_a_stone_swaps_the_movers_own_pawn_before_or_after_its_slide(game):
    plain = position([(-1, 2), (4, -1)], [[*FAR, (-2, 2)], ENEMY])
    _, before = turn(game, plain, NW, ((-2, 2), (-1, 2)), ev.STONE_PAWN)
    assert before.pawns[0] == (-2, -2)
    assert {(-2, r) for r in range(-2, 3)} == {cell for cell, side in before.chips if side == 0}
    plain = position([(-4, 2), (4, -1)], [[*FAR, (0, 2)], ENEMY])
    _, after = turn(game, plain, E, ((0, 2), (-1, 2)))
    assert after.pawns[0] == (0, 2)
    assert ((0, 2), 0) in after.chips
    assert ((-1, 2), 0) in after.stones


def test_swapping_two_own_stones_changes_nothing_and_is_one_option(game):
    plain = position([(-4, 1), (4, -1)], [[(1, -3), (2, -3), (3, -3), (0, -3)], ENEMY])
    start = game.compiled(plain)
    numbers = {cell_of(5, cell) for cell, side in plain.stones if side == 0}
    idle = [o for o in game.options(start, 0) if {o["stone_from"], o["stone_to"]} <= numbers]
    # Once for each open direction of the pawn, pawn first.
    assert sorted(o["direction"] for o in idle) == [E, NE, NW, SE]
    assert {int(o["stone_from"]) for o in idle} == {min(numbers)}


def near_the_end(hand, *more):
    """Seat 0 on (-4, 1), `hand` chips left, its others in rows that it cannot reach."""
    rows = [(q, r) for r in (3, -3, -2, -1) for q in range(-4, 5) if abs(q + r) < 5]
    rows.remove((4, -1))
    chips = {(cell, 0) for cell in rows[: 24 - hand - len(more)]} | {(cell, 0) for cell in more}
    own = [(4, -4), (3, -4), (2, -4), (4, 0)]
    return position([(-4, 1), (4, -1)], [own, ENEMY], chips)


@pytest.mark.parametrize(("hand", "end"), [(1, (-3, 1)), (4, (0, 1)), (7, (3, 1))])
def test_the_last_chip_ends_the_game_in_the_middle_of_a_slide(game, hand, end):
    """The pawn stands on that cell, cells beyond are untouched, and no stone moves."""
    plain = near_the_end(hand)
    option, after = turn(game, plain, E, None, ev.PAWN_WINS)
    assert after.pawns[0] == end
    assert option["hand"] == 0
    assert option["placed"] == hand
    assert after.stones == plain.stones
    assert after.on_board(0) == 25


def test_own_chips_on_the_way_do_not_count_towards_the_end(game):
    _, after = turn(game, near_the_end(2, (-3, 1), (-1, 1)), E, None, ev.PAWN_WINS)
    assert after.pawns[0] == (0, 1)


def test_one_chip_more_in_hand_and_the_game_goes_on(game):
    option, _ = turn(game, near_the_end(8), E, ((3, -4), (3, -3)))
    assert option["hand"] == 1
    with pytest.raises(LookupError):
        turn(game, near_the_end(8), E, None, ev.PAWN_WINS)


def test_a_winning_slide_is_one_option_pawn_first_and_one_for_each_stone_move_before_it(game):
    plain = near_the_end(1)
    options = [o for o in game.options(game.compiled(plain), 0) if o["direction"] == E]
    orders = [int(o["order"]) for o in options]
    assert orders.count(ev.PAWN_WINS) == 1
    assert orders.count(ev.PAWN_STONE) == 0
    # (4, -4) has 2 neighbours that are not own stones, (3, -4) 2, (2, -4) 3 and (4, 0) 3.
    assert orders.count(ev.STONE_PAWN) == 10


def test_opposing_chips_beyond_the_last_cell_stay(game):
    plain = near_the_end(2)
    plain = replace(plain, chips=plain.chips | {((-1, 1), 1), ((-2, 1), 1)})
    option, after = turn(game, plain, E, None, ev.PAWN_WINS)
    assert option["returned"].tolist() == [1, 0]
    assert ((-1, 1), 1) in after.chips


def test_blocked_pawn_must_be_freed_if_a_stone_can(game):
    """`If you can move your pawn, you must`: every option then moves the stone first."""
    own = [(3, -4), (4, -4), (4, -3), (-3, 4)]
    enemy = [(-4, 3), (-3, 3), (-3, 2), (-2, 3)]
    plain = position([(-4, 4), (4, -1)], [own, enemy])
    options = game.options(game.compiled(plain), 0)
    assert {int(o["order"]) for o in options} == {ev.STONE_PAWN}


def test_a_pawn_that_no_stone_move_frees_stays_and_the_stone_moves_alone(game):
    own = [(3, -4), (4, -4), (4, -3), (2, -2)]
    enemy = [(-4, 3), (-3, 3), (-3, 4), (-2, 3)]
    plain = position([(-4, 4), (4, -1)], [own, enemy])
    options = game.options(game.compiled(plain), 0)
    assert {int(o["order"]) for o in options} == {ev.STONE_ONLY}
    own_numbers = {cell_of(5, cell) for cell in own}
    assert sum({o["stone_from"], o["stone_to"]} <= own_numbers for o in options) == 1


def test_partners_share_chips_and_stones():
    """Red and yellow are one side: yellow's slide over red chips uses nothing."""
    game = Compiled("2v2")
    assert game.board.sides == (0, 1, 0, 1)
    start = game.start
    assert [int(mask).bit_count() for mask in start["chips"]] == [2, 2, 0]
    red = {(int(o["stone_from"]), int(o["stone_to"])) for o in game.options(start, 0)}
    yellow = {(int(o["stone_from"]), int(o["stone_to"])) for o in game.options(start, 2)}
    assert {a for a, _ in red} == {a for a, _ in yellow}


def test_no_stone_enters_the_centre(game):
    plain = position([(-4, 1), (4, -1)], [[*FAR, (0, -1)], ENEMY])
    with pytest.raises(LookupError):
        turn(game, plain, E, ((0, -1), (0, 0)))


def test_with_the_switch_a_stone_may_enter_the_centre(open_centre):
    plain = position([(-4, 1), (4, -1)], [[*FAR, (0, -1)], ENEMY])
    _, after = turn(open_centre, plain, E, ((0, -1), (0, 0)))
    assert ((0, 0), 0) in after.stones


@pytest.mark.parametrize(
    ("what", "is_legal"),
    [("nothing", True), ("stone", True), ("chip", False), ("pawn", False), ("laid now", False)],
)
def test_from_the_centre_only_to_an_empty_cell_or_by_swapping_stones(open_centre, what, is_legal):
    pawns, enemy, chips, direction = [(-4, 1), (4, -1)], list(ENEMY), set(), NE
    if what == "stone":
        enemy[0] = (0, 1)
    elif what == "chip":
        chips = {((0, 1), 1)}
    elif what == "pawn":
        pawns[1] = (0, 1)
    elif what == "laid now":
        direction = E
    plain = position(pawns, [[*FAR, (0, 0)], enemy], chips)
    if is_legal:
        _, after = turn(open_centre, plain, direction, ((0, 0), (0, 1)))
        assert ((0, 1), 0) in after.stones
        assert (((0, 0), 1) in after.stones) == (what == "stone")
    else:
        with pytest.raises(LookupError):
            turn(open_centre, plain, direction, ((0, 0), (0, 1)))
