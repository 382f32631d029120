"""A player's turn: fill, with its bonus fills and other abilities, or restock and reserve."""

from __future__ import annotations

import numpy as np

from simcore.filler import records as ev
from simcore.filler.moves import (
    claim,
    discard,
    drop,
    put_down,
    put_on_top,
    restock,
    take_from_book,
)
from simcore.filler.options import ask, list_drops, list_fills, list_reserves, write_bare
from simcore.filler.records import LAST, MAX_PAID, NO_CARD
from simcore.jit import kernel
from simcore.protocol import BAD_INDEX, FINE, NOBODY, record_event

__all__ = ["note_claim", "play_fills", "play_turn", "remove_one", "reserve_one"]

_CARD, _PLACE, _ABILITY = np.uint64(1), np.uint64(2), np.uint64(5)
_N_PAID, _PAID = np.uint64(7), np.uint64(8)
"""Places of an option's words; see `records.OPTION`."""


@kernel
def play_turn(game, strategies, views, seat):
    """One turn of a player; FINE or BAD_INDEX.

    Rulebook, "Turn Order": "the player must first discard their time card into their personal
    discard pile, and then perform either a fill action or a restock action". Who showed no printed
    time must restock.
    """
    cards, board, work = game.cards, game.board, game.work
    put_down(cards, board, seat)
    if board.arrival[seat] == LAST:
        return play_restock(game, strategies, views, seat)
    list_fills(cards, board, seat, work)
    write_bare(work, ev.RESTOCK)
    at = ask(game, strategies, views, seat, ev.ACTION)
    if at == NOBODY:
        return BAD_INDEX
    if work.option_words[np.uint64(at)] == ev.RESTOCK:
        return play_restock(game, strategies, views, seat)
    return play_fills(game, strategies, views, seat, at)


@kernel
def play_fills(game, strategies, views, seat, at):
    """A fill and the bonus fills that it leads to; FINE or BAD_INDEX."""
    cards, board, work, outcome = game.cards, game.board, game.work, game.outcome
    is_bonus = 0
    while True:
        ability = work.option_words[np.uint64(at) + _ABILITY]
        fill(game, seat, np.uint64(at))
        outcome.bonus_fills[seat] += is_bonus
        if ability == ev.BONUS_RESTOCK:
            restock(board, seat)
            outcome.bonus_restocks[seat] += 1
        elif ability == ev.BAD_BATCH and remove_one(game, strategies, views, seat) != FINE:
            return BAD_INDEX
        if ability != ev.BONUS_FILL:
            return FINE
        list_fills(cards, board, seat, work)
        write_bare(work, ev.DECLINE)
        at = ask(game, strategies, views, seat, ev.BONUS)
        if at == NOBODY:
            return BAD_INDEX
        if work.option_words[np.uint64(at)] == ev.DECLINE:
            return FINE
        is_bonus = 1


@kernel
def fill(game, seat, at):
    """Fill the recipe of the option at word `at`: pay, and claim it."""
    cards, board, words = game.cards, game.board, game.work.option_words
    recipe = np.int64(words[at + _CARD])
    first = second = np.int64(0)
    for i in range(np.int64(words[at + _N_PAID])):
        paid = np.int64(words[at + _PAID + np.uint64(i)])
        discard(cards, board, seat, paid)
        if i < MAX_PAID // 2:
            first |= (paid + 1) << 8 * i
        else:
            second |= (paid + 1) << 8 * (i - MAX_PAID // 2)
    record_event(game.trace, ev.FILLED, seat, recipe, first, second)
    take_from_book(board, np.int64(words[at + _PLACE]))
    before = board.score[seat]
    claim(cards, board, seat, recipe)
    note_claim(game, seat, recipe, board.score[seat] - before)


@kernel
def note_claim(game, seat, recipe, gain):
    """Count a recipe that was claimed, by seat, by card and by the order of play."""
    state, outcome = game.state, game.outcome
    outcome.claims[seat] += 1
    outcome.claims_total += 1
    outcome.taken[np.uint64(recipe)] = 2 + seat + 8 * game.board.day
    position = state.position
    if position == 0:
        outcome.claims_at_0 += 1
        outcome.points_at_0 += gain
    elif position == 1:
        outcome.claims_at_1 += 1
        outcome.points_at_1 += gain
    elif position == 2:
        outcome.claims_at_2 += 1
        outcome.points_at_2 += gain
    elif position == 3:
        outcome.claims_at_3 += 1
        outcome.points_at_3 += gain
    elif position == 4:
        outcome.claims_at_4 += 1
        outcome.points_at_4 += gain
    else:
        outcome.claims_at_5 += 1
        outcome.points_at_5 += gain


@kernel
def remove_one(game, strategies, views, seat):
    """Bad batch: one own card leaves the game; FINE or BAD_INDEX."""
    cards, board, work = game.cards, game.board, game.work
    list_drops(cards, board, seat, work)
    at = ask(game, strategies, views, seat, ev.REMOVE)
    if at == NOBODY:
        return BAD_INDEX
    index = np.int64(work.option_words[np.uint64(at) + _CARD])
    drop(cards, board, seat, index)
    game.outcome.removed[seat] += 1
    record_event(game.trace, ev.REMOVED, seat, index, 0, 0)
    return FINE


@kernel
def play_restock(game, strategies, views, seat):
    """All discards to the hand, one recipe of the book onto the deck; FINE or BAD_INDEX."""
    restock(game.board, seat)
    game.outcome.restocks[seat] += 1
    game.state.n_restocked += 1
    return reserve_one(game, strategies, views, seat)


@kernel
def reserve_one(game, strategies, views, seat):
    """One recipe of the book, if there is any, onto the deck; FINE or BAD_INDEX."""
    board, work = game.board, game.work
    reserved = np.int64(NO_CARD)
    if board.n_book > 0:
        list_reserves(game.cards, board, work)
        at = ask(game, strategies, views, seat, ev.RESERVE)
        if at == NOBODY:
            return BAD_INDEX
        place = np.int64(work.option_words[np.uint64(at) + _PLACE])
        reserved = take_from_book(board, place)
        put_on_top(board, game.state.deck, reserved)
    record_event(game.trace, ev.RESTOCKED, seat, reserved, 0, 0)
    return FINE
