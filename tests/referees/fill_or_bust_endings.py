"""Hand-written games of Fill or Bust about the end of the game, the deck and odd components."""

from tests.referees.fill_or_bust_examples import Example
from tests.referees.fill_or_bust_log import (
    RULEBOOK,
    bank,
    bust,
    cards,
    discard,
    draw,
    end,
    fill,
    game,
    hundred,
    keep,
    no_dice,
    roll,
    straight,
    turn,
    tutto,
    vengeance,
)

FINISH_ROUND = Example(
    "finish_round: every seat has the same number of turns; if a Vengeance then pulls everybody "
    "under the goal the game goes on and may trigger again",
    [
        game(RULEBOOK, goal=2000, end="finish_round"),
        *[turn(0, 1), draw("bonus500", 53), *straight("stop"), fill(1, True, 500, 2000)],
        *[bank(2000, [2000, 0]), turn(1, 2), draw("vengeance", 52), *tutto("stop")],
        *[fill(1, True, 0, 650), vengeance([0], [2000, 0]), bank(650, [0, 650])],
        *[turn(0, 3), draw("bonus500", 51), *straight("stop"), fill(1, True, 500, 2000)],
        *[bank(2000, [2000, 650]), turn(1, 4), draw("no_dice", 50), no_dice(0)],
        end([0], [2000, 650], 4),
    ],
    {"turns": (2, 2), "vengeance_hits": (1, 0), "lead_changes": 2},
)
TIE_SHARED = Example(
    "highest score wins, ties shared",
    [
        game(RULEBOOK, goal=100, end="finish_round"),
        *[turn(0, 1), draw("bonus500", 53), *hundred("stop"), bank(100, [100, 0])],
        *[turn(1, 2), draw("bonus500", 52), *hundred("stop"), bank(100, [100, 100])],
        end([0, 1], [100, 100], 2),
    ],
    {"winners": (0, 1), "lead_changes": 0},
)
SHOW_DOWN = Example(
    "show_down: all others get one last turn; if a Vengeance then pulls everybody under the goal "
    "the game goes on and may trigger again",
    [
        game(RULEBOOK, seats=3, goal=2000, end="show_down"),
        *[turn(0, 1), draw("bonus300", 53), *hundred("stop"), bank(100, [100, 0, 0])],
        *[turn(1, 2), draw("bonus500", 52), *straight("stop"), fill(1, True, 500, 2000)],
        *[bank(2000, [100, 2000, 0]), turn(2, 3), draw("vengeance", 51), *tutto("stop")],
        *[fill(1, True, 0, 650), vengeance([1], [0, 2000, 0]), bank(650, [100, 0, 650])],
        *[turn(0, 4), draw("bonus500", 50), *straight("stop"), fill(1, True, 500, 2000)],
        *[bank(2000, [2100, 0, 650]), turn(1, 5), draw("no_dice", 49), no_dice(0)],
        *[turn(2, 6), draw("bonus500", 48), *straight("stop"), fill(1, True, 500, 2000)],
        *[bank(2000, [2100, 0, 2650]), end([2], [2100, 0, 2650], 6)],
    ],
    {"turns": (2, 2, 2), "winners": (2,), "lead_changes": 4},
)
SHOW_DOWN_CALL_STANDS = Example(
    "show_down: all others get one last turn (counted from the call, though Vengeance pulls the "
    "caller under: not everybody is under the goal when that turn ends)",
    [
        game(RULEBOOK, seats=3, goal=650, end="show_down"),
        *[turn(0, 1), draw("bonus300", 53), *straight("stop"), fill(1, True, 300, 1800)],
        *[bank(1800, [1800, 0, 0]), turn(1, 2), draw("vengeance", 52), *tutto("stop")],
        *[fill(1, True, 0, 650), vengeance([0], [1800, 0, 0]), bank(650, [0, 650, 0])],
        *[turn(2, 3), draw("no_dice", 51), no_dice(0), end([1], [0, 650, 0], 3)],
    ],
    {"turns": (1, 1, 1), "winners": (1,)},
)
CAPPED = Example(
    "A cap on turns ... ends an endless game without a winner, counted apart.",
    [
        game(RULEBOOK, turn_cap=2),
        *[turn(0, 1), draw("no_dice", 53), no_dice(0)],
        *[turn(1, 2), draw("bonus300", 52), *hundred("stop"), bank(100, [0, 100])],
        end([], [0, 100], 2),
    ],
    {"capped": True, "winners": (), "n_turns": 2},
)
RESHUFFLE = Example(
    "reshuffle only when drawing from an empty deck; a discarded Vengeance stays out until then",
    [
        game(RULEBOOK, goal=200, cards=cards(bonus300=1, no_dice=1, vengeance=1)),
        *[turn(0, 1), draw("bonus300", 2), *hundred("stop"), bank(100, [100, 0])],
        *[turn(1, 2), draw("no_dice", 1), no_dice(0)],
        *[turn(0, 3), draw("vengeance", 0), discard("sole_leader")],
        *[draw("bonus300", 2, reshuffled=True), *hundred("stop"), bank(100, [200, 0])],
        end([0], [200, 0], 3),
    ],
    {"winners": (0,), "capped": False},
)
INDEPENDENT_DECK = Example(
    "independent: every draw from the full 54",
    [
        game(RULEBOOK, goal=100, deck="independent", cards=cards(bonus300=1, no_dice=1)),
        *[turn(0, 1), draw("no_dice", 2), no_dice(0), turn(1, 2), draw("no_dice", 2)],
        *[no_dice(0), turn(0, 3), draw("bonus300", 2), *hundred("stop")],
        *[bank(100, [100, 0]), end([0], [100, 0], 3)],
    ],
    {"no_dice": (1, 1), "turns": (2, 1)},
)
SOLITAIRE = Example(
    "1 seat = solitaire ...; a single seat is always sole leader",
    [
        game(RULEBOOK, seats=1, goal=100),
        *[turn(0, 1), draw("vengeance", 53), discard("sole_leader"), draw("no_dice", 52)],
        *[no_dice(0), turn(0, 2), draw("bonus300", 51), *hundred("stop")],
        *[bank(100, [100]), end([0], [100], 2)],
    ],
    {"turns": (2,), "winners": (0,), "lead_changes": 0},
)
SET_ALL_ASIDE = Example(
    "set_aside: all",
    [
        game(RULEBOOK, goal=200, set_aside="all"),
        *[turn(0, 1), draw("bonus300", 53), roll(1, 5, 2, 3, 3, 4), keep(2, 150, "roll")],
        *[roll(5, 2, 3, 3), keep(1, 50, "stop"), bank(200, [200, 0])],
        end([0], [200, 0], 1),
    ],
    {"scores": (200, 0)},
)
THREE_DICE = Example(
    "number of dice up to 6 ... Every number in this file is a field of the rules data",
    [
        game(RULEBOOK, goal=1000, dice=3, singles={"1": 90, "2": 20}),
        *[turn(0, 1), draw("bonus300", 53), roll(5, 3, 4), bust(0)],
        *[turn(1, 2), draw("bonus300", 52), roll(2, 3, 5), keep(1, 20, "roll")],
        *[roll(1, 2), keep(2, 110, "roll"), fill(1, True, 300, 430)],
        *[draw("bonus300", 51), roll(6, 6, 6), keep(3, 600, "stop"), fill(1, True, 300, 1330)],
        *[bank(1330, [0, 1330]), end([1], [0, 1330], 2)],
    ],
    {"fills": (0, 2), "busts": (1, 0)},
)
