"""One turn of Fill or Bust: rolls, the options they offer, fills, banking and busts.

All arithmetic is on integers. The kernel keeps its own state and only copies into a view, so
that nothing a strategy does to its view can change the game.
"""

from __future__ import annotations

import numpy as np

from simcore.fill_or_bust import records as ev
from simcore.fill_or_bust.cards import take_card
from simcore.fill_or_bust.rules import (
    AT_ONCE,
    BONUS,
    DOUBLE_TROUBLE,
    FILL,
    MUST_BUST,
    NO_DICE,
    VENGEANCE,
)
from simcore.fill_or_bust.scoring import MAY_STOP, NULL, OPTION_WORDS
from simcore.jit import inlined, kernel
from simcore.lanes import add_repeating
from simcore.philox import DICE, draw_below
from simcore.protocol import BAD_INDEX, FINE, record_event

__all__ = ["play_turn"]

_ONE = np.uint64(1)
_MAY_STOP = np.uint64(MAY_STOP)
_WORDS = np.uint64(OPTION_WORDS)


@inlined
def roll(game):
    """Roll the dice in hand: one draw among all outcomes; returns the choice set."""
    start = game.scoring.start[game.state.dice]
    n_outcomes = game.scoring.start[game.state.dice + _ONE] - start
    outcome = draw_below(game.luck, DICE, n_outcomes)
    record_event(game.trace, ev.ROLL, game.state.dice, outcome, 0, 0)
    return np.uint64(game.scoring.choice_set[start + outcome])


@kernel
def completes_card(state):
    """Whether a fill now ends the card: not under Must Bust, nor the first of Double Trouble."""
    if state.kind == DOUBLE_TROUBLE:
        return state.fills == 1
    return state.kind != MUST_BUST


@kernel
def at_risk_after_fill(game, points):
    """Points at risk after a fill whose last set-aside scores `points`."""
    state, rules = game.state, game.rules
    at_risk = state.at_risk + points
    if state.kind == BONUS:
        return at_risk + state.value
    if state.kind == FILL:
        if rules.fill_1000 == 0:
            return at_risk + state.value
        return state.before_card + state.value
    if state.kind == DOUBLE_TROUBLE and state.fills == 1:
        return at_risk * rules.double_trouble_multiplier
    return at_risk


@kernel
def list_fill(game, view, choice_set, n_options):
    """Show the last choice as a fill, rolling on and stopping; returns the number of options."""
    state, words = game.state, view.option_words
    each = np.uint64(1) + (state.may_do & _MAY_STOP)
    at = (n_options - each) * _WORDS
    points = game.scoring.options[state.may_do, choice_set, n_options - each, 0]
    turn_points = np.int32(at_risk_after_fill(game, points) + state.banked)
    words[at + _ONE] = turn_points
    words[at + _WORDS + _ONE] = turn_points
    return n_options - each + _ONE + np.uint64(completes_card(state))


@inlined
def list_options(game, view, choice_set):
    """Write the legal options of a scoring roll into the view; returns their number."""
    state, scoring = game.state, game.scoring
    dice = np.int64(state.dice)
    options = scoring.options[state.may_do, choice_set]
    gain = (np.int64(0), state.at_risk + state.banked, dice, np.int64(0))
    add_repeating(view.option_words, options, gain)
    n_options = scoring.n_options[state.may_do, choice_set]
    if scoring.most_dice[choice_set] == state.dice:
        n_options = list_fill(game, view, choice_set, n_options)
    view.phase = ev.SET_ASIDE
    view.n_options = np.int32(n_options)
    view.fills = np.int32(state.fills)
    view.dice_rolled = np.int32(dice)
    view.choice_set = np.int32(choice_set)
    view.at_risk = np.int32(state.at_risk)
    view.banked = np.int32(state.banked)
    return n_options


@kernel
def bank(game):
    """Bank all points at risk; under `at_once` this may end the game."""
    state, rules = game.state, game.rules
    points = state.at_risk
    score = state.scores[state.seat] + points
    state.scores[state.seat] = score
    state.banked += points
    state.at_risk = 0
    state.has_banked = 1
    if rules.end == AT_ONCE and score >= rules.goal:
        state.is_over = 1
    record_event(game.trace, ev.BANK, points, 0, 0, 0)


@kernel
def take_vengeance(game):
    """Every leader loses the card's points, judged by banked points, down to the floor."""
    state, rules = game.state, game.rules
    state.has_banked = 1
    most = state.scores[0]
    for seat in range(1, state.n_seats):
        most = max(most, state.scores[seat])
    for seat in range(state.n_seats):
        if state.scores[seat] != most:
            continue
        is_exempt = np.uint64(seat) == state.seat and rules.vengeance_tied_drawer != 0
        loss = 0 if is_exempt else min(state.value, most - rules.score_floor)
        state.scores[seat] -= loss
        game.outcome.vengeance_hits[seat] += loss > 0
        record_event(game.trace, ev.LOSS, seat, loss, 0, 0)


@kernel
def make_fill(game, points):
    """All dice have scored; returns whether that ends the card.

    Ruling: at a Vengeance fill leaders are fixed, they lose, the drawer banks (where the rules
    bank at once), and only then the end of the game is tested.
    """
    state, rules = game.state, game.rules
    is_complete = completes_card(state)
    bonus = state.value if state.kind == BONUS or state.kind == FILL else 0
    state.at_risk = at_risk_after_fill(game, points)
    state.fills += 1
    state.dice = np.uint64(rules.dice)
    game.outcome.fills[state.seat] += 1
    record_event(game.trace, ev.FILL_MADE, state.fills, is_complete, bonus, state.at_risk)
    if state.kind == VENGEANCE:
        take_vengeance(game)
        if rules.vengeance_after != 0:
            bank(game)
    elif state.kind == DOUBLE_TROUBLE and is_complete and rules.double_trouble_after != 0:
        bank(game)
    return is_complete


@kernel
def show_scores(state, view):
    """Copy into the view what a fill changed in mid-turn: points banked, losses to a Vengeance."""
    for seat in range(state.n_seats):
        view.scores[seat] = state.scores[seat]


@kernel
def bust(game):
    """A null: lose what is at risk, or under Must Bust bank it."""
    state = game.state
    if state.kind == MUST_BUST:
        record_event(game.trace, ev.BUST, 0, 0, 0, 0)
        bank(game)
    else:
        record_event(game.trace, ev.BUST, state.at_risk, 0, 0, 0)
        state.at_risk = 0
        game.outcome.busts[state.seat] += 1


@kernel
def no_dice(game):
    """The card No Dice ends the turn: what is at risk is lost, or kept where the rules say so."""
    state = game.state
    game.outcome.no_dice[state.seat] += 1
    is_kept = game.rules.no_dice_after_fill != 0
    record_event(game.trace, ev.NO_DICE_DRAWN, 0 if is_kept else state.at_risk, 0, 0, 0)
    if is_kept and state.at_risk > 0:
        bank(game)
    state.at_risk = 0


@inlined
def set_aside(game, view, points, used):
    """Take `used` dice out of hand for `points`; returns whether a new card is due."""
    state = game.state
    needs_card = used == state.dice
    if needs_card:
        needs_card = make_fill(game, points)
        if state.has_banked != 0:
            show_scores(state, view)
    else:
        state.dice -= used
        state.at_risk += points
    return needs_card


@kernel
def play_turn(game, choose, view):
    """One turn of the seat in `state`; returns FINE or BAD_INDEX."""
    state, scoring = game.state, game.scoring
    needs_card = True
    while state.is_over == 0:
        if needs_card:
            if take_card(game, choose, view) != FINE:
                return BAD_INDEX
            if state.kind == NO_DICE:
                no_dice(game)
                break
        choice_set = roll(game)
        if choice_set == NULL:
            bust(game)
            break
        n_options = list_options(game, view, choice_set)
        picked = choose(view)
        if picked < 0 or picked >= np.int64(n_options):
            return BAD_INDEX
        # Read back from the score tables: the view is the strategy's to spoil.
        option = scoring.options[state.may_do, choice_set, np.uint64(picked)]
        points, used, is_stop = option[0], np.uint64(-option[2]), option[3]
        record_event(game.trace, ev.KEEP, points, used, is_stop, 0)
        needs_card = set_aside(game, view, points, used)
        if is_stop != 0:
            if state.at_risk > 0:
                bank(game)
            break
    return FINE
