"""The compiled game of Filler: from the deal to the outcome row.

Source: rulebook, "Gameplay", "End of the Day", "Scoring" and "Unusual Situations".
"""

from __future__ import annotations

import numpy as np

from simcore.filler import records as ev
from simcore.filler.chef import CHEF_SEAT, chef_turn, flip_card
from simcore.filler.deal import fill_up, set_up
from simcore.filler.moves import put_under, sets_of, show_card, take_from_book
from simcore.filler.options import ask, list_times
from simcore.filler.records import LAST, NO_CARD
from simcore.filler.turns import play_turn
from simcore.jit import kernel
from simcore.protocol import (
    BAD_INDEX,
    FINE,
    NOBODY,
    ROTATE_LUCK,
    record_event,
    seat_player,
)

__all__ = ["continue_day", "find_winners", "play_blocks", "play_day"]

_CARD, _TIME, _N_PAID, _PAID = np.uint64(1), np.uint64(6), np.uint64(7), np.uint64(8)
"""Places of an option's words; see `records.OPTION`."""


@kernel
def start(game, match, block, rotation):
    """A fresh game of `block`, dealt."""
    state = game.state
    state.seed = match.seed
    state.block = np.uint64(block)
    state.n_seats = match.n_seats
    state.shift = rotation if match.rotation == ROTATE_LUCK else 0
    state.turn = state.seat = state.is_over = state.reason = 0
    state.n_chef_shuffles = state.n_chef_picks = 0
    state.leader = NOBODY
    game.board = game.blank_board
    game.outcome = game.blank_outcome
    set_up(game)


@kernel
def seat_players(game, views, match, rotation):
    """Who sits where in this rotation, and what each view shows for the whole game."""
    for seat in range(match.n_seats):
        view = views[seat]
        block = np.int64(game.state.block)
        game.state.entry[seat] = seat_player(view, match, seat, rotation, block)
        game.state.n_asked[seat] = 0
        view.day_cap = game.rules.day_cap
        view.chef = game.chef


@kernel
def choose_times(game, strategies, views):
    """Every player picks a time card before any is shown; FINE or BAD_INDEX."""
    board, state, work = game.board, game.state, game.work
    for seat in range(state.n_seats):
        state.n_early[seat] = 0
        state.picked[seat] = NO_CARD
        if board.n_hand[seat] == 0:  # Possible after bad batch: acts last, and must restock.
            state.arrival[seat] = LAST
            continue
        list_times(game.cards, board, seat, work)
        at = ask(game, strategies, views, seat, ev.TIME)
        if at == NOBODY:
            return BAD_INDEX
        words, place = work.option_words, np.uint64(at)
        state.picked[seat] = words[place + _CARD]
        state.arrival[seat] = words[place + _TIME]
        state.n_early[seat] = words[place + _N_PAID]
        for i in range(state.n_early[seat]):
            state.early[seat, i] = words[place + _PAID + np.uint64(i)]
    return FINE


@kernel
def show_times(game):
    """All time cards are shown at once."""
    board, state, cards = game.board, game.state, game.cards
    for seat in range(state.n_seats):
        index = state.picked[seat]
        n_early = state.n_early[seat]
        board.time_card[seat] = index
        board.arrival[seat] = state.arrival[seat]
        board.n_early[seat] = n_early
        game.outcome.early_used[seat] += n_early
        record_event(game.trace, ev.CHOSE, seat, index, 0, 0)
        if index != NO_CARD:
            show_card(cards, board, seat, index)
        for i in range(n_early):
            show_card(cards, board, seat, state.early[seat, i])
            record_event(game.trace, ev.EARLY, seat, state.early[seat, i], 0, 0)
    if board.is_solo != 0:
        flip_card(game)


@kernel
def set_order(game):
    """Earliest first; ties by more arrive early cards, then by the day's rotation."""
    board = game.board
    n = board.n_players
    for i in range(n):
        # Seats come in the day's rotation, and pass only those that arrive strictly later.
        seat = (board.day - 1 + i) % n
        place = i
        while place > 0 and is_before(board, seat, board.order[place - 1]):
            board.order[place] = board.order[place - 1]
            place -= 1
        board.order[place] = seat
    game.outcome.days_first[board.order[0]] += 1
    for i in range(n):
        seat = board.order[i]
        record_event(game.trace, ev.ACTS, seat, board.arrival[seat], 0, 0)


@kernel
def is_before(board, seat, other):
    """Whether a seat acts strictly before another by what they show."""
    if board.arrival[seat] != board.arrival[other]:
        return board.arrival[seat] < board.arrival[other]
    return board.n_early[seat] > board.n_early[other]


@kernel
def begin_day(game):
    """A new day: nothing is shown yet."""
    board, state = game.board, game.state
    board.day += 1
    board.n_acted = 0
    state.n_restocked = 0
    for seat in range(board.n_players):
        board.order[seat] = NOBODY
        board.time_card[seat] = NO_CARD
        board.arrival[seat] = board.n_early[seat] = 0
    record_event(game.trace, ev.MORNING, board.day, 0, 0, 0)
    if game.trace.length > 0:
        for place in range(board.n_book):
            record_event(game.trace, ev.BOOK, board.book[place], 0, 0, 0)


@kernel
def play_day(game, strategies, views):
    """One day; FINE or BAD_INDEX."""
    begin_day(game)
    if choose_times(game, strategies, views) != FINE:
        return BAD_INDEX
    show_times(game)
    set_order(game)
    return continue_day(game, strategies, views)


@kernel
def continue_day(game, strategies, views):
    """The turns of all who have not acted yet today, and the evening; FINE or BAD_INDEX."""
    board, state = game.board, game.state
    while board.n_acted < board.n_players:
        position = np.int64(board.n_acted)
        seat = np.int64(board.order[position])
        state.position = position
        state.turn += 1
        if seat == CHEF_SEAT and board.is_solo != 0:
            chef_turn(game)
        elif play_turn(game, strategies, views, seat) != FINE:
            return BAD_INDEX
        board.n_acted += 1
    end_day(game)
    return FINE


@kernel
def end_day(game):
    """Refill the book, or end the game; rulebook, "End of the Day" and "Unusual Situations"."""
    board, state, outcome = game.board, game.state, game.outcome
    outcome.restock_turns += state.n_restocked
    if state.n_restocked == board.n_players:
        board.restock_days += 1
        outcome.all_restock_days += 1
    else:
        board.restock_days = 0
    if board.restock_days >= 2:
        outcome.recycled += board.n_book
        for _ in range(board.n_book):
            index = take_from_book(board, 0)
            put_under(board, state.deck, index)
            record_event(game.trace, ev.RECYCLED, index, 0, 0, 0)
    note_lead(game)
    if not fill_up(game):
        state.is_over = 1
        state.reason = ev.DECK_RAN_OUT
    elif board.day >= game.rules.day_cap:
        state.is_over = 1
        state.reason = ev.DAY_CAP


@kernel
def note_lead(game):
    """Count a change of lead: another sole leader than the last one."""
    board, state = game.board, game.state
    leader, best, n_best = np.int64(NOBODY), np.int64(-1), 0
    for seat in range(np.int64(board.n_players)):
        score = np.int64(board.score[seat])
        if score > best:
            leader, best, n_best = np.int64(seat), score, 1
        elif score == best:
            n_best += 1
    if n_best == 1:
        game.outcome.lead_changes += state.leader != NOBODY and state.leader != leader
        state.leader = leader


@kernel
def find_winners(board):
    """Most points, then most cards; who is still tied shares the win. Bit s: seat s."""
    winners = 0
    best = np.int64(-1)
    for seat in range(board.n_players):
        rank = np.int64(board.score[seat]) * 256 + board.n_cards[seat]
        if rank > best:
            best = rank
            winners = 0
        if rank == best:
            winners |= 1 << seat
    return winners


@kernel
def finish(game):
    """Complete the outcome row; a game that was cut short has no scores and no winner."""
    board, state, outcome = game.board, game.state, game.outcome
    outcome.turns = state.turn
    outcome.days = board.day
    outcome.reason = state.reason
    outcome.capped = state.reason == ev.DAY_CAP
    for seat in range(board.n_players):
        own = board.symbols[seat]
        outcome.cards_held[seat] = board.n_cards[seat]
        outcome.stars[seat], outcome.coins[seat], outcome.trophies[seat] = own[0], own[1], own[2]
        outcome.sets[seat] = sets_of(own[0], own[1], own[2])
        if state.reason != ev.DAY_CAP:
            outcome.score[seat] = board.score[seat]
        packed = own[0] + 256 * own[1] + 65536 * own[2]
        record_event(game.trace, ev.SCORED, seat, packed, outcome.score[seat], board.n_cards[seat])
    if state.reason != ev.DAY_CAP:
        outcome.winners = find_winners(board)
    if board.is_solo != 0:
        outcome.chef_score = outcome.score[CHEF_SEAT]
        outcome.chef_cards = outcome.cards_held[CHEF_SEAT]
        outcome.solo_result = solo_result(outcome.winners)
    record_event(
        game.trace, ev.ENDED, state.reason, board.day, outcome.winners, outcome.solo_result
    )


@kernel
def solo_result(winners):
    """What the winners mean for the player."""
    if winners == 0:
        return ev.NO_RESULT
    if winners == 1:
        return ev.WIN
    return ev.LOSS if winners == 2 else ev.DRAW


@kernel
def play_game(game, strategies, views, match, rotation):
    """One game into `game.outcome`; returns FINE, or BAD_INDEX with the views left as they were."""
    seat_players(game, views, match, rotation)
    while game.state.is_over == 0:
        if play_day(game, strategies, views) != FINE:
            return BAD_INDEX
    finish(game)
    return FINE


@kernel
def play_blocks(games, strategies, views, matches, first_block, outcomes):
    """Play all rotations of consecutive blocks; OUTCOME[n_blocks, n_rotations] filled in place."""
    game, match = games[0], matches[0]
    for seat in range(match.n_seats):
        views[seat].cards[0] = game.cards
    for i in range(outcomes.shape[0]):
        for k in range(outcomes.shape[1]):
            rotation = match.first_rotation + k
            start(game, match, first_block + i, rotation)
            if play_game(game, strategies, views, match, rotation) != FINE:
                return BAD_INDEX
            outcomes[i, k] = game.outcome
    return FINE
