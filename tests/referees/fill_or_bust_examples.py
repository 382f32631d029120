"""Hand-written games of Fill or Bust, each showing one clause of the ruling or the rulebook."""

from dataclasses import dataclass
from typing import Any

from tests.referees.fill_or_bust_log import (
    BOWMAN1999,
    NULL,
    RULEBOOK,
    Event,
    bank,
    bust,
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


@dataclass(frozen=True)
class Example:
    """A legal game; `tally` holds the counts that matter for the clause."""

    clause: str
    log: list[Event]
    tally: dict[str, Any]


def first_card_filled(then: str, at_risk: int = 1800) -> list[Event]:
    """Seat 0's first turn opens with a straight under a bonus of 300."""
    opening = [turn(0, 1), draw("bonus300", 53)]
    return [*opening, *straight(then), fill(1, True, 300, at_risk)]


BONUS_NEEDS_FILL = Example(
    "A bonus counts only after its fill. ... A triple may be split",
    [
        game(RULEBOOK, goal=1000),
        *[turn(0, 1), draw("bonus300", 53), roll(1, 1, 1, 2, 3, 4), keep(2, 200, "stop")],
        bank(200, [200, 0]),
        *[turn(1, 2), draw("bonus400", 52), *tutto("stop"), fill(1, True, 400, 1050)],
        *[bank(1050, [200, 1050]), end([1], [200, 1050], 2)],
    ],
    {"fills": (0, 1), "winners": (1,), "lead_changes": 1, "n_turns": 2},
)
BUST_LOSES_ALL_AT_RISK = Example(
    "A bust loses every point of the turn that is not yet banked.",
    [
        game(RULEBOOK, goal=300),
        *[*first_card_filled("roll"), draw("bonus500", 52), NULL, bust(1800)],
        *[turn(1, 2), draw("bonus300", 51), roll(5, 5, 5, 2, 3, 4), keep(1, 50, "roll")],
        *[roll(1, 1, 1, 1, 1), keep(5, 1200, "stop"), fill(1, True, 300, 1550)],
        *[bank(1550, [0, 1550]), end([1], [0, 1550], 2)],
    ],
    {"busts": (1, 0), "fills": (1, 1), "scores": (0, 1550), "lead_changes": 0},
)
NO_DICE_LOSES = Example(
    "no_dice_after_fill: lose what is at risk",
    [
        game(RULEBOOK, goal=100),
        *[*first_card_filled("roll"), draw("no_dice", 52), no_dice(1800)],
        *[turn(1, 2), draw("no_dice", 51), no_dice(0)],
        *[turn(0, 3), draw("bonus300", 50), *hundred("stop"), bank(100, [100, 0])],
        end([0], [100, 0], 3),
    ],
    {"no_dice": (1, 1), "busts": (0, 0), "turns": (2, 1)},
)
NO_DICE_KEEPS = Example(
    "no_dice_after_fill: keep; at_once ends at any banking that reaches the goal",
    [
        game(RULEBOOK, goal=1800, no_dice_after_fill="keep"),
        *[turn(0, 1), draw("no_dice", 53), no_dice(0)],
        *[turn(1, 2), draw("bonus300", 52), *straight("roll"), fill(1, True, 300, 1800)],
        *[draw("no_dice", 51), no_dice(0), bank(1800, [0, 1800]), end([1], [0, 1800], 2)],
    ],
    {"no_dice": (1, 1), "winners": (1,)},
)
FILL_1000_ADDS = Example(
    "fill_1000: adds 1000 to the dice points; no stopping before the fill",
    [
        game(RULEBOOK, goal=2000),
        *[turn(0, 1), draw("fill1000", 53), roll(1, 1, 2, 3, 4, 6), keep(1, 100, "roll")],
        *[roll(1, 1, 1, 5, 5), keep(5, 1100, "roll"), fill(1, True, 1000, 2200)],
        *[draw("bonus300", 52), *hundred("stop"), bank(2300, [2300, 0])],
        end([0], [2300, 0], 1),
    ],
    {"fills": (1, 0), "scores": (2300, 0)},
)
FILL_1000_FLAT = Example(
    "fill_1000: flat replaces that card's dice points; earlier points stay",
    [
        game(RULEBOOK, goal=2000, fill_1000="flat"),
        *[*first_card_filled("roll"), draw("fill1000", 52), *tutto("stop")],
        *[fill(1, True, 1000, 2800), bank(2800, [2800, 0]), end([0], [2800, 0], 1)],
    ],
    {"fills": (2, 0), "scores": (2800, 0)},
)
MUST_BUST = Example(
    "must_bust: earlier points of the turn become safe; no new card after a fill, six dice "
    "again; turn ends at the bust and everything counts",
    [
        game(RULEBOOK, goal=3000),
        *[turn(0, 1), draw("must_bust", 53), NULL, bust(0), bank(0, [0, 0])],
        *[turn(1, 2), draw("bonus300", 52), *straight("roll"), fill(1, True, 300, 1800)],
        *[draw("must_bust", 51), *straight("roll"), fill(1, False, 0, 3300)],
        *[roll(1, 5, 2, 3, 3, 4), keep(1, 100, "roll"), roll(2, 2, 3, 4, 6), bust(0)],
        *[bank(3400, [0, 3400]), end([1], [0, 3400], 2)],
    ],
    {"busts": (0, 0), "fills": (0, 2), "scores": (0, 3400)},
)
MUST_BUST_SETS_ALL_ASIDE = Example(
    "must_bust_set_aside: all (bowman1999), while set_aside stays any",
    [
        game(BOWMAN1999, goal=100),
        *[turn(0, 1), draw("bonus300", 53), roll(1, 5, 2, 3, 3, 4), keep(1, 100, "roll")],
        *[roll(2, 2, 3, 4, 6), bust(100)],
        *[turn(1, 2), draw("must_bust", 52), roll(1, 5, 2, 3, 3, 4), keep(2, 150, "roll")],
        *[roll(2, 3, 3, 6), bust(0), bank(150, [0, 150]), end([1], [0, 150], 2)],
    ],
    {"busts": (1, 0), "scores": (0, 150)},
)
DOUBLE_TROUBLE = Example(
    "two fills in a row under the one card, no card drawn between, no stopping before; "
    "multiplier 1; points at risk, may stop or draw on",
    [
        game(RULEBOOK, goal=3000),
        *[turn(0, 1), draw("double_trouble", 53), *straight("roll"), fill(1, False, 0, 1500)],
        *[*straight("roll"), fill(2, True, 0, 3000), draw("bonus300", 52), NULL, bust(3000)],
        *[turn(1, 2), draw("double_trouble", 51), *straight("roll"), fill(1, False, 0, 1500)],
        *[*straight("stop"), fill(2, True, 0, 3000), bank(3000, [0, 3000])],
        end([1], [0, 3000], 2),
    ],
    {"fills": (2, 2), "busts": (1, 0)},
)
DOUBLE_TROUBLE_BANKS = Example(
    "2, on all points of the turn; banked at once, then may draw on without risk to them",
    [
        game(BOWMAN1999, goal=10_000),
        *[*first_card_filled("roll"), draw("double_trouble", 52), *straight("roll")],
        *[fill(1, False, 0, 3300), *straight("roll"), fill(2, True, 0, 9600)],
        *[bank(9600, [9600, 0]), draw("bonus500", 51), NULL, bust(0)],
        *[turn(1, 2), draw("no_dice", 50), no_dice(0)],
        *[turn(0, 3), draw("bonus300", 49), *straight("stop"), fill(1, True, 300, 1800)],
        *[bank(1800, [11_400, 0]), end([0], [11_400, 0], 3)],
    ],
    {"busts": (1, 0), "scores": (11_400, 0), "lead_changes": 0},
)
VENGEANCE_HITS_LEADER = Example(
    "A SOLE leader must discard it and redraw ... score_floor 0 (nobody drops below zero)",
    [
        game(RULEBOOK, goal=1600),
        *[turn(0, 1), draw("bonus300", 53), *hundred("stop"), bank(100, [100, 0])],
        *[turn(1, 2), draw("vengeance", 52), *straight("stop"), fill(1, True, 0, 1500)],
        *[vengeance([0], [100, 0]), bank(1500, [0, 1500])],
        *[turn(0, 3), draw("bonus300", 51), NULL, bust(0)],
        *[turn(1, 4), draw("vengeance", 50), discard("sole_leader"), draw("no_dice", 49)],
        *[no_dice(0), turn(0, 5), draw("bonus300", 48), *straight("stop")],
        *[fill(1, True, 300, 1800), bank(1800, [1800, 1500]), end([0], [1800, 1500], 5)],
    ],
    {"vengeance_hits": (1, 0), "lead_changes": 2, "busts": (1, 0)},
)
VENGEANCE_AT_NOTHING = Example(
    "everybody at 0 means tied, so it is played; the drawer's points stay at risk",
    [
        game(RULEBOOK, goal=1600),
        *[turn(0, 1), draw("vengeance", 53), *straight("roll"), fill(1, True, 0, 1500)],
        *[vengeance([0, 1], [0, 0]), draw("bonus300", 52), *hundred("stop")],
        *[bank(1600, [1600, 0]), end([0], [1600, 0], 1)],
    ],
    {"vengeance_hits": (0, 0), "fills": (1, 0)},
)
VENGEANCE_STOP_BEFORE_FILL = Example(
    "vengeance_must_fill: may stop before the fill (no effect on the leader then)",
    [
        game(RULEBOOK, goal=200),
        *[turn(0, 1), draw("bonus300", 53), *hundred("stop"), bank(100, [100, 0])],
        *[turn(1, 2), draw("vengeance", 52), roll(1, 1, 2, 3, 4, 6), keep(2, 200, "stop")],
        *[bank(200, [100, 200]), end([1], [100, 200], 2)],
    ],
    {"vengeance_hits": (0, 0), "fills": (0, 0), "lead_changes": 1},
)


def tied_at_100(preset: dict[str, Any]) -> list[Event]:
    """Both seats bank 100, then seat 0 draws Vengeance."""
    first = [turn(0, 1), draw("bonus300", 53), *hundred("stop"), bank(100, [100, 0])]
    second = [turn(1, 2), draw("bonus300", 52), *hundred("stop"), bank(100, [100, 100])]
    return [game(preset, goal=1500), *first, *second, turn(0, 3), draw("vengeance", 51)]


TIED_DRAWER_PAYS = Example(
    "vengeance_tied_drawer: pays too (each of them loses)",
    [
        *[*tied_at_100(RULEBOOK), *straight("stop"), fill(1, True, 0, 1500)],
        *[vengeance([0, 1], [100, 100]), bank(1500, [1500, 0]), end([0], [1500, 0], 3)],
    ],
    {"vengeance_hits": (1, 1), "scores": (1500, 0), "lead_changes": 0},
)
TIED_DRAWER_EXEMPT = Example(
    "vengeance_tied_drawer: exempt; banked at once; at_once ends ... in mid-turn too",
    [
        *[*tied_at_100(BOWMAN1999), *straight("roll"), fill(1, True, 0, 1500)],
        *[vengeance([0, 1], [0, 100]), bank(1500, [1600, 0]), end([0], [1600, 0], 3)],
    ],
    {"vengeance_hits": (0, 1), "scores": (1600, 0)},
)
VENGEANCE_OPTIONAL = Example(
    "vengeance_optional: any drawer may discard and redraw",
    [
        game(BOWMAN1999, goal=100),
        *[turn(0, 1), draw("vengeance", 53), discard("chosen"), draw("bonus300", 52)],
        *[*hundred("stop"), bank(100, [100, 0]), end([0], [100, 0], 1)],
    ],
    {"turns": (1, 0), "winners": (0,)},
)
