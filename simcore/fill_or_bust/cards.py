"""The deck of Fill or Bust: drawing, reshuffling, and which cards must be put away again."""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust import records as ev
from simcore.fill_or_bust.rules import BONUS, MAX_CARDS, MUST_BUST, VENGEANCE
from simcore.fill_or_bust.scoring import MAY_STOP, TAKE_ALL
from simcore.jit import inlined, kernel
from simcore.lanes import take_from
from simcore.philox import CARDS, draw_below
from simcore.protocol import BAD_INDEX, FINE, NOBODY, record_event

__all__ = ["reshuffle", "sole_leader", "take_card"]

_ONE = np.uint64(1)
_MAY_STOP = np.uint64(MAY_STOP)
_TAKE_ALL = np.uint64(TAKE_ALL)


@kernel
def reshuffle(game):
    """All cards back into the deck."""
    state, rules = game.state, game.rules
    total = np.uint64(0)
    for card in range(MAX_CARDS):
        total += np.uint64(rules.count[card])
        state.cards_left[card] = rules.count[card]
        state.left_up_to[card] = total
    state.n_left = total


@inlined
def may_do_under(rules, kind):
    """What a card of this kind allows with a roll."""
    may_stop = (kind == BONUS) | ((kind == VENGEANCE) & (rules.vengeance_must_fill == 0))
    take_all = rules.must_bust_set_aside if kind == MUST_BUST else rules.set_aside
    return np.uint64(may_stop) * _MAY_STOP | np.uint64(take_all) * _TAKE_ALL


@inlined
def draw_card(game):
    """Draw by inverse CDF from the counts left: the law of a shuffled deck, and less noise.

    The counts decide which card a random number stands for, in the fixed order of the rules, so
    that two variants of a deck or two strategies draw alike wherever they can.
    """
    state, rules = game.state, game.rules
    is_one_deck = np.uint64(rules.deck == 0)
    is_empty = state.n_left == np.uint64(0)
    if is_empty:
        reshuffle(game)
    pick = draw_below(game.luck, CARDS, state.n_left)
    card = take_from(state.left_up_to, pick, is_one_deck)
    state.cards_left[card] -= np.int32(is_one_deck)
    state.n_left -= is_one_deck
    state.card = card
    state.kind = rules.kind[card]
    state.value = rules.value[card]
    state.fills = 0
    state.dice = np.uint64(rules.dice)
    state.before_card = state.at_risk
    state.may_do = may_do_under(rules, state.kind)
    record_event(game.trace, ev.DRAW, card, state.n_left, is_empty, 0)


@kernel
def sole_leader(state):
    """The seat that alone has the most banked points, or NOBODY."""
    best, leader = state.scores[0], 0
    for seat in range(1, np.int64(state.n_seats)):
        score = state.scores[seat]
        if score == best:
            leader = NOBODY
        elif score > best:
            best, leader = score, seat
    return leader


@inlined
def show_card(game, view):
    """Copy what a new card changes into the view."""
    state = game.state
    view.card = np.int32(state.card)
    view.card_kind = np.int32(state.kind)
    view.card_value = np.int32(state.value)
    view.cards_left = state.cards_left


@kernel
def wants_redraw(game, choose, view):
    """Ask a seat that may redraw a Vengeance: 0 plays it, 1 discards it, else a bad index."""
    show_card(game, view)
    view.phase = ev.PLAY_OR_REDRAW
    view.n_options = 2
    view.at_risk = game.state.at_risk
    view.banked = game.state.banked
    view.fills = 0
    view.dice_rolled = 0
    return choose(view)


@inlined
def take_card(game, choose, view):
    """Draw until a card is played; returns FINE or BAD_INDEX.

    Ruling: a sole leader must discard a Vengeance and redraw; a single seat is always sole
    leader; with everybody at 0 all are tied and it is played.
    """
    state = game.state
    status = FINE
    while True:
        draw_card(game)
        if state.kind != VENGEANCE:
            break
        discards = 0
        if sole_leader(state) != np.int64(state.seat):
            if game.rules.vengeance_optional == 0:
                break
            discards = wants_redraw(game, choose, view)
            if discards < 0 or discards > 1:
                status = BAD_INDEX
                break
            if discards == 0:
                break
        record_event(game.trace, ev.DISCARD, discards, 0, 0, 0)
    show_card(game, view)
    return status
