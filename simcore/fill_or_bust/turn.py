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
from simcore.fill_or_bust.scoring import NULL, OPTION_WORDS
from simcore.jit import inlined, kernel
from simcore.philox import DICE, draw_below
from simcore.protocol import BAD_INDEX, FINE, record_event

__all__ = ["play_turn"]

_ONE, _TWO, _THREE, _FOUR, _FIVE, _SIX, _SEVEN = (np.uint64(i) for i in range(1, 8))
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


@inlined
def write_pair(words, at, choice, turn_points, dice):
    """Write a choice at word `at`: first as rolling on, behind it as stopping."""
    points = choice[0]
    after = choice[1] + turn_points
    left = choice[2] + dice
    words[at] = points
    words[at + _ONE] = after
    words[at + _TWO] = left
    words[at + _THREE] = 0
    words[at + _FOUR] = points
    words[at + _FIVE] = after
    words[at + _SIX] = left
    words[at + _SEVEN] = 1


@kernel
def list_only_most(game, view, choice_set):
    """Where all scoring dice must be set aside: write the choice with the most dice."""
    state = game.state
    choice = game.scoring.choices[choice_set, game.scoring.n_choices[choice_set] - _ONE]
    write_pair(
        view.option_words, np.uint64(0), choice, state.at_risk + state.banked, np.int64(state.dice)
    )


@kernel
def list_fill(game, view, choice_set, at):
    """Rewrite the last choice, option `at`, as a fill; returns the number of options."""
    state = game.state
    choice = game.scoring.choices[choice_set, game.scoring.n_choices[choice_set] - _ONE]
    gain = at_risk_after_fill(game, choice[0]) - choice[0] + state.banked
    write_pair(view.option_words, at * _WORDS, choice, gain, np.int64(state.dice))
    return at + _ONE + np.uint64(completes_card(state))


@inlined
def list_options(game, view, choice_set):
    """Write the legal options of a scoring roll into the view; returns (first choice, options)."""
    state, rules, scoring = game.state, game.rules, game.scoring
    words = view.option_words
    n_choices = scoring.n_choices[choice_set]
    turn_points = state.at_risk + state.banked
    dice = np.int64(state.dice)
    each = state.may_stop + _ONE
    first = np.uint64(0)
    must_take_all = rules.must_bust_set_aside if state.kind == MUST_BUST else rules.set_aside
    if must_take_all != 0:
        first = n_choices - _ONE
        list_only_most(game, view, choice_set)
    else:
        at = np.uint64(0)
        for k in range(n_choices):
            write_pair(words, at, scoring.choices[choice_set, k], turn_points, dice)
            at += each * _WORDS
    n_options = (n_choices - first) * each
    if scoring.choices[choice_set, n_choices - _ONE, 2] + dice == 0:
        n_options = list_fill(game, view, choice_set, n_options - each)
    view.phase = ev.SET_ASIDE
    view.n_options = np.int32(n_options)
    view.fills = np.int32(state.fills)
    view.dice_rolled = np.int32(dice)
    view.at_risk = np.int32(state.at_risk)
    view.banked = np.int32(state.banked)
    return first, n_options


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
        first, n_options = list_options(game, view, choice_set)
        picked = choose(view)
        if picked < 0 or picked >= np.int64(n_options):
            return BAD_INDEX
        # Read back from the score tables: the view is the strategy's to spoil. Where stopping
        # is barred until the fill, only the last choice may come twice.
        k = first + (np.uint64(picked) >> state.may_stop)
        k = min(k, scoring.n_choices[choice_set] - _ONE)
        is_stop = np.int64(picked) - np.int64((k - first) << state.may_stop)
        points = scoring.choices[choice_set, k, 0]
        used = np.uint64(-scoring.choices[choice_set, k, 2])
        record_event(game.trace, ev.KEEP, points, used, is_stop, 0)
        needs_card = used == state.dice
        if needs_card:
            needs_card = make_fill(game, points)
            if state.has_banked != 0:
                show_scores(state, view)
        else:
            state.dice -= used
            state.at_risk += points
        if is_stop != 0:
            if state.at_risk > 0:
                bank(game)
            break
    return FINE
