"""Tier 2: weighs points, ingredients in hand, sets, the next fill, tempo and denial."""

from __future__ import annotations

import numpy as np

from simcore.filler.moves import gain_of
from simcore.filler.payments import icon_count, lacking
from simcore.filler.records import (
    ACTION,
    BONUS,
    BONUS_FILL,
    BONUS_RESTOCK,
    DECLINE,
    DROP,
    LAST,
    N_SYMBOLS,
    NO_CARD,
    RESERVE,
    SET_POINTS,
    TIME,
)
from simcore.jit import kernel
from simcore.philox import random_below
from strategies.filler.table import hand_after
from strategies.registry import strategy

__all__ = ["WEIGHTS", "best_judged", "judge", "tuned"]

(
    HAND,
    NEW_ICON,
    WILD,
    BALANCE,
    NEXT,
    BONUS_WORTH,
    DENIAL,
    RESTOCK_WORTH,
    LATE,
    IDLE,
) = range(10)
"""Places of the parameters of `tuned`."""

PARAMS = {
    "hand": 0.12,
    "new_icon": 0.145,
    "wild": 2.6,
    "balance": 0.67,
    "next": 0.355,
    "bonus": 2.9,
    "denial": 0.37,
    "restock": 0.2,
    "late": 1.82,
    "idle": 1.0,
}
WEIGHTS = tuple(PARAMS.values())

OPENING, DAY_MINUTES = 360.0, 120.0
"""Printed times lie from 6:00 to 8:00."""
NOTHING = -0.5
"""Points of a recipe nobody can pay for; less than those of one without symbols."""


@kernel
def icon_worth(view, icons, wilds):
    """Icons counted, a wild one as several."""
    return np.float64(icon_count(icons)) + view.params[WILD] * wilds


@kernel
def days_left(board):
    """Days that the deck still lasts if every seat claims one recipe a day, at most 4."""
    return min(4.0, np.float64(board.n_deck) / np.float64(board.n_players))


@kernel
def balance(board, seat, card):
    """Symbols of a card that the seat lacks most: they stand for sets to come."""
    own = board.symbols[seat]
    most = max(own[0], max(own[1], own[2]))
    total = 0.0
    for k in range(N_SYMBOLS):
        total += min(card.points[k], max(0, most - own[k]))
    return total


@kernel
def points_of(view, seat, index):
    """Points that a recipe adds for a seat, symbols that go well with its own included."""
    board = view.board[0]
    card = view.cards[0].card[index]
    gain = np.float64(gain_of(board, seat, card, 1, SET_POINTS))
    return gain + view.params[BALANCE] * balance(board, seat, card)


@kernel
def two_best(view, icons, wilds, without):
    """Points of the best and of the second best recipe that icons can pay for, one place apart."""
    board, cards, seat = view.board[0], view.cards[0], view.seat
    best, second = NOTHING, NOTHING
    for place in range(board.n_book):
        index = board.book[place]
        if place == without or lacking(cards.card[index], cards.common, icons, wilds) > 0:
            continue
        points = points_of(view, seat, index)
        if points > best:
            best, second = points, best
        elif points > second:
            second = points
    return best, second


@kernel
def loss_to_others(view, index):
    """The most points that a recipe would add for a rival who can pay for it from the hand."""
    board, cards = view.board[0], view.cards[0]
    card = cards.card[index]
    worst = 0.0
    for other in range(board.n_players):
        if other == view.seat:
            continue
        chef = board.is_solo != 0 and other == 1
        if chef or lacking(card, cards.common, board.icons[other], board.wilds[other]) == 0:
            worst = max(worst, np.float64(gain_of(board, other, card, 1, SET_POINTS)))
    return worst


@kernel
def future(view, icons, wilds, without):
    """Worth of a hand for the days to come: what it gives, and the best it can fill next."""
    board = view.board[0]
    left = days_left(board)
    if left < 1.0:
        return 0.0
    best, _ = two_best(view, icons, wilds, without)
    weight = view.params[HAND] * min(1.0, left / 2.0)
    return view.params[NEXT] * (best - NOTHING) + weight * icon_worth(view, icons, wilds)


@kernel
def worth_of_fill(view, option):
    """A fill: its points, what the new card gives for good, its ability, and the hand left."""
    board, card = view.board[0], view.cards[0].card[option.card]
    icons, wilds = hand_after(view, option)
    seat = view.seat
    if option.ability == BONUS_RESTOCK:
        icons = board.icons[seat] + board.discard_icons[seat] + card.icons
        wilds = np.int64(board.wilds[seat] + board.discard_wilds[seat] + card.wilds)
    value = points_of(view, seat, option.card) + future(view, icons, wilds, option.place)
    value += view.params[NEW_ICON] * days_left(board) * icon_worth(view, card.icons, card.wilds)
    if option.ability == BONUS_FILL:
        best, _ = two_best(view, icons, wilds, option.place)
        value += view.params[BONUS_WORTH] * (best - NOTHING)
    return value + view.params[DENIAL] * loss_to_others(view, option.card)


@kernel
def worth_of_rest(view, is_restock):
    """No fill: the hand stays, or all discards come back to it."""
    board, seat = view.board[0], view.seat
    icons, wilds = board.icons[seat], np.int64(board.wilds[seat])
    value = 0.0
    if is_restock:
        icons = icons + board.discard_icons[seat]
        wilds += board.discard_wilds[seat]
        value = view.params[RESTOCK_WORTH]
        if board.n_discards[seat] <= 1:  # The time card only: two who wait would wait for ever.
            value -= view.params[IDLE]
    return value + future(view, icons, wilds, -1)


@kernel
def worth_of_showing(view, option):
    """A time card: what can then be filled, given that a late one finds the best gone."""
    icons, wilds = hand_after(view, option)
    best, second = two_best(view, icons, wilds, -1)
    late = min(1.0, max(0.0, (option.time - OPENING) / DAY_MINUTES))
    gone = min(1.0, view.params[LATE] * late)
    value = best - gone * (best - second)
    if option.time >= LAST:
        value = NOTHING
    return value + view.params[HAND] * icon_worth(view, icons, wilds)


@kernel
def worth_of_reserving(view, index):
    """A recipe comes back tomorrow: to oneself if one can pay for it then, out of others' reach."""
    board, cards, seat = view.board[0], view.cards[0], view.seat
    card = cards.card[index]
    icons = board.icons[seat] + board.discard_icons[seat]
    wilds = np.int64(board.wilds[seat] + board.discard_wilds[seat])
    can_pay = lacking(card, cards.common, icons, wilds) == 0
    value = points_of(view, seat, index) if can_pay else 0.0
    return value + view.params[DENIAL] * loss_to_others(view, index)


@kernel
def judge(view, option):
    """What `tuned` thinks an option is worth, in points."""
    phase = view.phase
    if phase == TIME:
        return worth_of_showing(view, option)
    if phase == RESERVE:
        return worth_of_reserving(view, option.card)
    if option.kind == DROP:
        card = view.cards[0].card[option.card]
        return option.gain - view.params[NEW_ICON] * 2.0 * icon_worth(view, card.icons, card.wilds)
    if phase in (ACTION, BONUS):
        if option.card == NO_CARD:
            return worth_of_rest(view, option.kind != DECLINE)
        return worth_of_fill(view, option)
    return 0.0


@kernel
def best_judged(view):
    """The option judged best; ties at random."""
    best, chosen, n_best = -1e9, 0, 0
    for k in range(view.n_options):
        value = judge(view, view.options[k])
        if value > best + 1e-9:
            best, chosen, n_best = value, k, 1
        elif value > best - 1e-9:
            n_best += 1
            if random_below(view.rng, n_best) == 0:
                chosen = k
    return chosen


@strategy(
    game="filler",
    name="tuned",
    tier=2,
    params=PARAMS,
)
def tuned(view):
    """Weighs what a fill scores, gives and costs against the hand that a restock brings.

    `hand` a point value of an icon in hand, `new_icon` of one gained for each day left, `wild` how
    many plain icons a wild one is worth, `balance` a symbol the own collection lacks, `next` and
    `bonus` the best recipe that can be filled next or at once, `denial` points kept from a rival,
    `restock` a restock as such, `late` the chance that the best recipe is gone at 8:00,
    `idle` the charge for a restock that brings back nothing but the time card.
    """
    return best_judged(view)
