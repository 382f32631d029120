"""What a seat does with the dice in Fill or Bust: roll, keep, fill, bust, bank."""

from collections.abc import Callable

from tests.brute_force.fill_or_bust import best_choices
from tests.referees.fill_or_bust_rules import Event, must_equal, read, require, whole_number
from tests.referees.fill_or_bust_table import Table, end_game, end_turn

FILLS_OF_DOUBLE_TROUBLE = 2


def on_roll(table: Table, event: Event) -> None:
    dice, turn = read(event, "dice"), table.turn
    require(isinstance(dice, list | tuple), f"dice are {dice!r}, must be a list")
    n_dice = turn.dice_left
    require(len(dice) == n_dice, f"{len(dice)} dice rolled, must be {n_dice}")
    for face in dice:
        require(type(face) is int and 1 <= face <= 6, f"no die shows {face!r}")
    turn.best = best_choices(dice, table.rules)
    if turn.best:
        table.expect("keep", why="the roll scores")
    else:
        table.expect("bust", why="nothing in the roll scores")


def on_keep(table: Table, event: Event) -> None:
    turn = table.turn
    used = whole_number(event, "used", 1)
    require(used in turn.best, f"used is {used}, but {used} dice of this roll cannot all score")
    must_equal(event, "points", turn.best[used])
    if _all_must_be_set_aside(table):
        most = max(turn.best)
        require(used == most, f"used is {used}, all {most} scoring dice must be set aside")
    turn.at_risk += turn.best[used]
    turn.dice_left -= used
    then = read(event, "then")
    require(then in ("stop", "roll"), f"then is {then!r}, must be 'stop' or 'roll'")
    turn.is_over = then == "stop"
    if turn.is_over:
        require(_may_stop(table), f"{turn.card.name} does not let the seat stop here")
    _expect_after_keep(table)


def _all_must_be_set_aside(table: Table) -> bool:
    rules = table.rules
    under_must_bust = table.turn.card.kind == "must_bust"
    return rules["set_aside"] == "all" or (
        under_must_bust and rules["must_bust_set_aside"] == "all"
    )


def _may_stop(table: Table) -> bool:
    """Where the card allows stopping, the set-aside just made included."""
    is_fill = table.turn.dice_left == 0
    fills = table.turn.fills + is_fill
    return {
        "bonus": True,
        "fill": is_fill,
        "must_bust": False,
        "double_trouble": fills >= FILLS_OF_DOUBLE_TROUBLE,
        "vengeance": is_fill or not table.rules["vengeance_must_fill"],
    }[table.turn.card.kind]


def _expect_after_keep(table: Table) -> None:
    if table.turn.dice_left == 0:
        table.expect("fill", why="all dice have scored")
    elif table.turn.is_over:
        table.expect("bank", why="the seat stops")
    else:
        table.expect("roll", why="the seat rolls on")


def on_fill(table: Table, event: Event) -> None:
    turn = table.turn
    turn.fills += 1
    turn.dice_left = table.rules["dice"]
    turn.at_risk = _at_risk_after_fill(table)
    table.count("fills")
    must_equal(event, "fills", turn.fills)
    must_equal(event, "complete", _card_is_complete(table))
    must_equal(event, "bonus", turn.card.value if turn.card.kind in ("bonus", "fill") else 0)
    must_equal(event, "at_risk", turn.at_risk)
    if turn.card.kind == "vengeance":
        table.expect("vengeance", why="a fill under Vengeance")
    else:
        _expect_after_fill(table)


def _card_is_complete(table: Table) -> bool:
    """Whether the card is done with: a second Double Trouble fill, never under Must Bust."""
    turn = table.turn
    if turn.card.kind == "double_trouble":
        return turn.fills >= FILLS_OF_DOUBLE_TROUBLE
    return turn.card.kind != "must_bust"


def _at_risk_after_fill(table: Table) -> int:
    """Bonus, Fill 1000 and doubling, the fill just made included.

    "`fill_1000: flat` replaces that card's dice points; earlier points stay." "Doubling
    multiplies the points at risk; points already banked are not doubled."
    """
    turn, rules = table.turn, table.rules
    kind, value = turn.card.kind, turn.card.value
    if kind == "fill" and rules["fill_1000"] == "flat":
        return turn.at_risk_before_card + value
    if kind in ("bonus", "fill"):
        return turn.at_risk + value
    if kind == "double_trouble" and _card_is_complete(table):
        return turn.at_risk * int(rules["double_trouble_multiplier"])
    return turn.at_risk


def on_vengeance(table: Table, event: Event) -> None:
    """Order of the ruling: "leaders fixed, losses, the drawer's own banking, end test"."""
    leaders = table.leaders()
    losses = [_vengeance_loss(table, seat, leaders) for seat in range(table.setting.seats)]
    must_equal(event, "leaders", leaders)
    must_equal(event, "losses", losses)
    for seat, loss in enumerate(losses):
        table.scores[seat] -= loss
        if loss > 0:
            table.count("vengeance_hits", seat)
    _expect_after_fill(table)


def _vengeance_loss(table: Table, seat: int, leaders: list[int]) -> int:
    """Each leader loses the card's value, not below the floor; the drawer may be exempt."""
    rules = table.rules
    exempt = seat == table.seat and rules["vengeance_tied_drawer"] == "exempt"
    if seat not in leaders or exempt:
        return 0
    above_floor = table.scores[seat] - int(rules["score_floor"])
    return max(0, min(table.turn.card.value, above_floor))


def _expect_after_fill(table: Table) -> None:
    turn = table.turn
    if _banks_at_once(table):
        table.expect("bank", why=f"{turn.card.name} banks at once")
    elif turn.is_over:
        table.expect("bank", why="the seat stops after a fill")
    elif _card_is_complete(table):
        table.expect("draw", why="after a fill 'roll' means a new card")
    else:
        table.expect("roll", why=f"{turn.card.name} goes on with six dice and no new card")


def _banks_at_once(table: Table) -> bool:
    switch = {"double_trouble": "double_trouble_after", "vengeance": "vengeance_after"}
    kind = table.turn.card.kind
    return kind in switch and _card_is_complete(table) and table.rules[switch[kind]] == "bank"


def on_bank(table: Table, event: Event) -> None:
    """All points at risk become safe. `at_once`: "at any banking that reaches the goal"."""
    turn = table.turn
    must_equal(event, "points", turn.at_risk)
    table.scores[table.seat] += turn.at_risk
    turn.at_risk = 0
    must_equal(event, "scores", table.scores)
    if table.rules["end"] == "at_once" and table.goal_reached():
        end_game(table)
    elif turn.is_over:
        end_turn(table)
    else:
        table.expect("draw", why="banked at once, the seat goes on with a new card")


def on_bust(table: Table, event: Event) -> None:
    """A bust loses the points at risk; under Must Bust they are banked instead."""
    turn = table.turn
    turn.is_over = True
    if turn.card.kind == "must_bust":
        must_equal(event, "lost", 0)
        table.expect("bank", why="under Must Bust everything counts at the bust")
        return
    must_equal(event, "lost", turn.at_risk)
    table.count("busts")
    end_turn(table)


DICE_HANDLERS: dict[str, Callable[[Table, Event], None]] = {
    "roll": on_roll,
    "keep": on_keep,
    "fill": on_fill,
    "vengeance": on_vengeance,
    "bank": on_bank,
    "bust": on_bust,
}
