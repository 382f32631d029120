"""Setting up, and everything that chance decides: the recipe deck, chef sets, the chef's deck.

Every card has a random key of its own by block, purpose and card, and a shuffle sorts by it:
decks that differ by a card stay in step, and what one shuffle is for never shifts another.
"""

from __future__ import annotations

import numpy as np

from simcore.bits import first_bit
from simcore.filler import records as ev
from simcore.filler.moves import count_card, draw_card, fill_book, into_hand
from simcore.filler.records import CARD_WORDS, SET_POINTS
from simcore.jit import kernel
from simcore.philox import counter, philox
from simcore.protocol import record_event

__all__ = ["CHEF_PICKS", "fill_up", "key_of", "set_up", "shuffle_chef"]

RECIPES, CHEF_SETS, CHEF_DECK, CHEF_PICKS = 3, 4, 5, 6
"""Purposes of the random streams; those below belong to other games and to strategies."""

RECIPES_PER_PLAYER = 10
CARDS_PER_SET = 3

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_SHIFT = np.uint64(32)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ABOVE = np.uint64(0xFFFFFFFFFFFFFF80)


@kernel
def draw_keys(game, purpose, turn, n):
    """Random keys of the first `n` cards into `state.keys`; the low bits hold the card's number."""
    state, names = game.state, game.cards.key
    seed = state.seed
    keys = state.keys
    c0, c1, c2 = counter(state.block, purpose, 0, turn)
    for i in range(n):
        w0, w1, _, _ = philox(seed, c0, c1, c2, names[i])
        keys[i] = (((w0 << _SHIFT) | w1) & _ABOVE) | np.uint64(i)


@kernel
def key_of(game, purpose, turn, index):
    """The random key of one card, its number in the low bits."""
    state = game.state
    c0, c1, c2 = counter(state.block, purpose, 0, turn)
    w0, w1, _, _ = philox(state.seed, c0, c1, c2, game.cards.key[np.uint64(index)])
    return (((w0 << _SHIFT) | w1) & _ABOVE) | np.uint64(index)


@kernel
def rank_of(keys, i, n):
    """How many of the first `n` keys are smaller than that of `i`."""
    own = keys[i]
    rank = 0
    for j in range(n):
        rank += keys[j] < own
    return rank


@kernel
def deal_recipes(game):
    """The recipe deck of this block, ten cards a player; kept for all rotations."""
    state, cards, rules = game.state, game.cards, game.rules
    if state.deal_tag == state.block + _ONE:
        return
    state.deal_tag = state.block + _ONE
    n_recipes = np.int64(cards.n_recipes)
    draw_keys(game, RECIPES, 0, n_recipes)
    for i in range(n_recipes):
        if rules.advanced == 0 and cards.card[np.uint64(i)].is_advanced != 0:
            state.keys[i] = _ALL
    state.n_dealt = RECIPES_PER_PLAYER * rules.n_players
    for i in range(n_recipes):
        rank = rank_of(state.keys, i, n_recipes)
        if rank < state.n_dealt:
            state.dealt[rank] = i


@kernel
def deal_sets(game):
    """Which chef set each seat has: chosen, or by lot; the luck of seat + shift."""
    state, cards, rules, board = game.state, game.cards, game.rules, game.board
    n_players = rules.n_players
    if rules.n_chosen > 0:
        for seat in range(n_players):
            board.chef_set[seat] = rules.chosen[(seat + state.shift) % n_players]
        return
    n_sets = np.int64(cards.n_sets)
    first = np.int64(cards.n_recipes)
    for number in range(n_sets):  # A set is drawn by its first card's key.
        state.keys[number] = key_of(game, CHEF_SETS, 0, first + CARDS_PER_SET * number)
    for number in range(n_sets):
        rank = rank_of(state.keys, number, n_sets)
        if rank < n_players:
            board.chef_set[(rank - state.shift + n_players) % n_players] = number


@kernel
def shuffle_chef(game):
    """The cards of the solo chef's deck in random order, the top first."""
    state, board = game.state, game.board
    n = 0
    turn = state.n_chef_shuffles
    state.n_chef_shuffles += 1
    for k in range(CARD_WORDS):
        rest = board.hand[1, k]
        while rest != _ZERO:
            index = np.int64(k) * 64 + np.int64(first_bit(rest))
            state.keys[n] = key_of(game, CHEF_DECK, turn, index)
            rest &= rest - _ONE
            n += 1
    for i in range(n):
        rank = rank_of(state.keys, i, n)
        state.chef_deck[rank] = np.int64(state.keys[i] & ~_ABOVE)
    state.n_chef_deck = n
    state.chef_next = 0
    for place in range(n):
        record_event(game.trace, ev.SHUFFLED, state.chef_deck[place], place, 0, 0)


@kernel
def give_sets(game):
    """The three chef cards of each seat's set into its hand."""
    board, cards = game.board, game.cards
    for seat in range(board.n_players):
        number = np.int64(board.chef_set[seat])
        record_event(game.trace, ev.STARTS, seat, number, 0, 0)
        game.outcome.chef_set[seat] = number
        is_chef = seat == 1 and board.is_solo != 0
        bonus = np.int64(game.chef.set_bonus) if is_chef else np.int64(SET_POINTS)
        for k in range(CARDS_PER_SET):
            index = np.int64(cards.n_recipes) + CARDS_PER_SET * number + k
            into_hand(cards, board, seat, index)
            count_card(board, seat, cards.card[np.uint64(index)], 1, bonus)
        if is_chef:  # It pays nothing: what its deck gives is of no use to it.
            board.icons[seat] = _ZERO
            board.wilds[seat] = 0


@kernel
def fill_up(game):
    """Refill the book from the deck; False, and nothing drawn, where the deck is too small."""
    board = game.board
    n_missing = board.n_players + 1 - board.n_book
    if board.n_deck < n_missing:
        return False
    for _ in range(n_missing):
        index = draw_card(board, game.state.deck)
        fill_book(board, index)
        taken = game.outcome.taken
        taken[np.uint64(index)] = max(taken[np.uint64(index)], 1)
        record_event(game.trace, ev.REFILLED, index, 0, 0, 0)
    return True


@kernel
def set_up(game):
    """Deal everything; rulebook, "Set Up"."""
    state, board = game.state, game.board
    deal_recipes(game)
    deal_sets(game)
    give_sets(game)
    for i in range(state.n_dealt):
        state.deck[i] = state.dealt[i]
        record_event(game.trace, ev.DEALT, state.dealt[i], 0, 0, 0)
    board.n_deck = state.n_dealt
    if board.is_solo != 0:
        shuffle_chef(game)
    fill_up(game)
