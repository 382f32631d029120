"""Tier 2: rules of thumb that weigh dice left, card, scores and the goal line.

Both judge an option by numbers a player could know by heart (`take_all`), and both were tuned by
play against `stop_at` and against each other; their parameters are the result.
"""

from __future__ import annotations

from simcore.fill_or_bust.records import PLAY_OR_REDRAW
from simcore.fill_or_bust.rules import BONUS, DOUBLE_TROUBLE, MUST_BUST, VENGEANCE
from simcore.jit import kernel
from simcore.protocol import read_table
from strategies.fill_or_bust.take_all import FILL as P_FILL
from strategies.fill_or_bust.take_all import GAIN, NO_STOP, RUN, SCORES, take_all_table
from strategies.registry import strategy

DANGER = 2000.0
"""Points before the goal at which a leading rival begins to press."""

REACHED = 1e9
"""Worth of a stop that reaches the goal."""


@kernel
def best_rival(view):
    """The most banked points of any other seat."""
    best = 0
    for seat in range(view.n_seats):
        if seat != view.seat:
            best = max(best, view.scores[seat])
    return best


@kernel
def forced_worth(view, option):
    """Worth of an option under a card that bars stopping before its fill."""
    all_dice = int(read_table(view, SCORES))
    if view.card_kind == MUST_BUST:
        left = option.dice_left if option.dice_left > 0 else all_dice
        return option.turn_points + read_table(view, RUN + left)
    chance = 1.0 if option.dice_left == 0 else read_table(view, P_FILL + option.dice_left)
    if view.card_kind == DOUBLE_TROUBLE and view.fills == 0:
        chance *= read_table(view, P_FILL + all_dice)
    return (option.turn_points + view.card_value) * chance


@kernel
def worth_of_rolling(view, option):
    """Expected points after one more roll, with the card's bonus as far as a fill is likely."""
    dice = option.dice_left
    if dice == 0:
        return worth_of_a_new_card(view, option)
    bonus = view.card_value if view.card_kind == BONUS else 0
    keeps = read_table(view, SCORES + dice) * option.turn_points
    return keeps + read_table(view, GAIN + dice) + bonus * read_table(view, P_FILL + dice)


@kernel
def worth_of_a_new_card(view, option):
    """Expected points after a new card and one roll, as if No Dice were as rare as in its deck."""
    all_dice = int(read_table(view, SCORES))
    chance = read_table(view, NO_STOP) * read_table(view, SCORES + all_dice)
    return chance * option.turn_points + read_table(view, GAIN + all_dice)


@kernel
def is_enough(view, option):
    """Whether stopping here reaches the goal."""
    return view.scores[view.seat] - view.banked + option.turn_points >= view.goal


@strategy(
    game="fill_or_bust",
    name="weigh",
    tier=2,
    params={"caution": 1.15, "pressure": 0.5},
    table=take_all_table,
)
def weigh(view):
    """Compare the points in hand with what one more roll may be expected to leave.

    Counts the card's bonus as far as a fill is likely, stops as soon as the goal is reached, and
    values points in hand `caution`-fold, less by up to `pressure` the nearer a rival who leads is
    to the goal.
    """
    if view.phase == PLAY_OR_REDRAW:
        return 0
    rival = best_rival(view)
    behind = 0.0
    if rival > view.scores[view.seat]:
        behind = max(0.0, 1.0 - (view.goal - rival) / DANGER)
    in_hand = view.params[0] * (1.0 - view.params[1] * behind)
    best, best_worth = 0, -1.0
    can_stop = view.options[view.n_options - 1].is_stop and (
        view.card_kind == BONUS or view.card_kind == VENGEANCE
    )
    for i in range(view.n_options):
        option = view.options[i]
        if option.is_stop:
            worth = option.turn_points * in_hand
            if is_enough(view, option):
                worth = REACHED
        elif can_stop or option.dice_left == 0:
            worth = worth_of_rolling(view, option)
        else:
            worth = forced_worth(view, option)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@kernel
def keep_dice_in_hand(view, die):
    """The stop option (or, where stopping is barred, roll) worth most at `die` points a die."""
    best, best_worth = view.n_options - 1, -1.0
    wants_stop = view.options[best].is_stop
    for i in range(view.n_options):
        option = view.options[i]
        dice = option.dice_left if option.dice_left > 0 else read_table(view, SCORES)
        worth = option.turn_points + die * dice
        if option.is_stop == wants_stop and worth > best_worth:
            best, best_worth = i, worth
    return best


@strategy(
    game="fill_or_bust",
    name="hold_by_dice",
    tier=2,
    params={"die": 75, "few": 250, "three": 350, "many": 500, "bonus": 0.5, "hurry": 1500},
    table=take_all_table,
)
def hold_by_dice(view):
    """Keep good dice in hand; stop at a number of points that depends on the dice left.

    Sets aside what is worth most when a die in hand counts `die` points. The number to stop at is
    `few` for one and two dice, `three` for three, `many` for more, and rises by the part `bonus`
    of what a bonus card is worth on average. Stops as soon as the goal is reached; rolls on
    without regard once a rival is within `hurry` points of the goal and stopping would leave this
    seat further than that behind.
    """
    if view.phase == PLAY_OR_REDRAW:
        return 0
    picked = keep_dice_in_hand(view, view.params[0])
    option = view.options[picked]
    if not option.is_stop or is_enough(view, option):
        return picked
    rival = best_rival(view)
    own = view.scores[view.seat] - view.banked + option.turn_points
    if view.goal - rival <= view.params[5] and rival - own > view.params[5]:
        return picked - 1
    if option.dice_left == 0:
        return picked
    threshold = view.params[3]
    if option.dice_left <= 2:
        threshold = view.params[1]
    elif option.dice_left == 3:
        threshold = view.params[2]
    if view.card_kind == BONUS:
        chance = read_table(view, P_FILL + option.dice_left)
        threshold += view.params[4] * chance * view.card_value
    return picked if option.turn_points >= threshold else picked - 1
