"""Filler's records: what a strategy sees (VIEW), what a game leaves behind (OUTCOME), events."""

from __future__ import annotations

import numpy as np

from simcore.protocol import MAX_SEATS, NOBODY, outcome_dtype, view_dtype

__all__ = [
    "BOARD",
    "CARDS",
    "MAX_OPTIONS",
    "OPTION",
    "OUTCOME",
    "VIEW",
]

MAX_CARDS = 96
"""Recipes and chef cards together."""
CARD_WORDS = 2
"""A set of cards is two uint64: bit `card % 64` of word `card // 64`."""
MAX_BOOK = MAX_SEATS + 1
DECK_PLACES = 128
"""Places of the ring that holds the recipe deck; a power of two."""
MAX_PAID = 8
"""Cards of one payment: a recipe has at most 8 requirements; arrive early cards of a deck."""
MAX_PICKS = 16
MAX_OPTIONS = 8_192
"""Skewed play has reached 3,907 options. More than this raise OverflowError: none is dropped."""
N_SYMBOLS = 3
FILL_POINTS, SET_POINTS = 1, 2
"""Points of a symbol, and of a set of three different ones."""

NO_CARD = NOBODY
NO_TIME = -1
"""Printed time of an arrive early card."""
LAST = 10_000
"""Arrival of who acts last: only arrive early cards, or no card at all."""

NO_ABILITY, BONUS_FILL, BONUS_RESTOCK, BAD_BATCH, ARRIVE_EARLY = range(5)
"""Abilities, in the order of `components.ABILITIES`."""

TIME, ACTION, BONUS, RESERVE, REMOVE = range(5)
"""Phases: which card to show as time card; fill or restock; another fill or none; which recipe to
reserve; which card leaves the game."""

SHOW, FILL, RESTOCK, DECLINE, KEEP_BACK, DROP = range(6)
"""Kinds of options. SHOW a time card (TIME); FILL a recipe (ACTION, BONUS); RESTOCK (ACTION);
DECLINE the bonus fill (BONUS); KEEP_BACK a recipe (RESERVE); DROP a card (REMOVE)."""

OPTION = np.dtype(
    [
        ("kind", np.int32),
        ("card", np.int32),
        ("place", np.int32),
        ("symbols", np.int32),
        ("gain", np.int32),
        ("ability", np.int32),
        ("time", np.int32),
        ("n_paid", np.int32),
        ("paid", np.int32, MAX_PAID),
    ],
    align=True,
)
"""What an option does.

kind : see the kinds above.
card : the time card, the recipe filled or reserved, the card removed; -1 for none.
place : of a recipe in the book, 0 leftmost; DROP: 0 from the hand, 1 from the discards; else -1.
symbols : on the card. gain : points by which filling the recipe raises the own score as of now
(DROP: what the removal costs, as a negative number); 0 for all other kinds.
ability : of the card. time : SHOW: when one arrives, arrive early cards counted; `LAST` for an
arrive early card shown because there is no other; other kinds: the card's printed time.
n_paid, paid : FILL: the cards paid. SHOW: the arrive early cards used. Beyond `n_paid`: -1.

Order: TIME by card, and for each card by sets of arrive early cards; ACTION and BONUS by recipe
from the left, each with its payments, and last the restock or the refusal.
"""
OPTION_WORDS = OPTION.itemsize // 4

CARD = np.dtype(
    [
        ("icons", np.uint64),
        ("needs", np.uint64),
        ("wilds", np.int32),
        ("n_gives", np.int32),
        ("common", np.int32),
        ("rare", np.int32),
        ("any", np.int32),
        ("n_requires", np.int32),
        ("time", np.int32),
        ("ability", np.int32),
        ("n_points", np.int32),
        ("chef_set", np.int32),
        ("is_advanced", np.int32),
        ("points", np.int32, N_SYMBOLS),
    ],
    align=True,
)
"""One card.

icons : fillings given: byte f counts filling f. wilds : icons that stand for any filling.
n_gives : all icons. needs : named requirements, byte f counts filling f; common, rare, any :
requirements of a class; n_requires : all of them, 0 for a chef card.
time : minutes since midnight, or `NO_TIME`. points : stars, coins, trophies; n_points: all.
chef_set : number of the set, -1 for a recipe.
"""

CARDS = np.dtype(
    [
        ("n_cards", np.int32),
        ("n_recipes", np.int32),
        ("n_sets", np.int32),
        ("n_fillings", np.int32),
        ("common", np.uint64),
        ("early", np.uint64, CARD_WORDS),
        ("key", np.uint64, MAX_CARDS),
        ("card", CARD, MAX_CARDS),
    ],
    align=True,
)
"""The card table: recipes in the order of their file, then the chef sets, three cards each.

common : mask of the bytes of common fillings; all others are rare. early : the arrive early cards.
key : names each card in the random streams.
"""

CHEF = np.dtype(
    [
        ("n_picks", np.int32),
        ("picks", np.int32, MAX_PICKS),
        ("time_shift", np.int32),
        ("set_bonus", np.int32),
        ("fills_when_first", np.int32),
        ("reserves_to_bottom", np.int32),
        ("reads_bonus_fill", np.int32),
        ("reads_bonus_restock", np.int32),
        ("discards_book_card", np.int32),
    ],
    align=True,
)
"""The personality of the solo mode: criteria, by number in `components.CRITERIA`, and rules."""

BOARD = np.dtype(
    [
        ("n_players", np.int32),
        ("is_solo", np.int32),
        ("day", np.int32),
        ("n_book", np.int32),
        ("n_deck", np.int32),
        ("deck_top", np.int32),
        ("restock_days", np.int32),
        ("n_acted", np.int32),
        ("book", np.int32, MAX_BOOK + 1),
        ("order", np.int32, MAX_SEATS),
        ("time_card", np.int32, MAX_SEATS),
        ("arrival", np.int32, MAX_SEATS),
        ("n_early", np.int32, MAX_SEATS),
        ("chef_set", np.int32, MAX_SEATS),
        ("n_hand", np.int32, MAX_SEATS),
        ("n_discards", np.int32, MAX_SEATS),
        ("n_cards", np.int32, MAX_SEATS),
        ("score", np.int32, MAX_SEATS),
        ("symbols", np.int32, (MAX_SEATS, N_SYMBOLS)),
        ("wilds", np.int32, MAX_SEATS),
        ("discard_wilds", np.int32, MAX_SEATS),
        ("icons", np.uint64, MAX_SEATS),
        ("discard_icons", np.uint64, MAX_SEATS),
        ("hand", np.uint64, (MAX_SEATS, CARD_WORDS)),
        ("discards", np.uint64, (MAX_SEATS, CARD_WORDS)),
        ("shown", np.uint64, (MAX_SEATS, CARD_WORDS)),
        ("unseen", np.uint64, CARD_WORDS),
        ("known_deck", np.uint8, DECK_PLACES),
    ],
    align=True,
)
"""The table as everybody sees it. In the solo mode seat 0 is the player, seat 1 the chef.

n_players : seats at the table, the chef included. day : from 1.
book : recipes from the left, `n_book` of them, -1 beyond. n_deck : recipes in the deck.
restock_days : days in a row, up to yesterday, on which everybody restocked.
order : seats in the order of play of this day, -1 before the times are shown. n_acted : how many
of them have acted, so that `order[n_acted]` is at turn.
time_card, arrival, n_early : card shown (-1 for none, and before), time of arrival, or `LAST`, and
arrive early cards used today.
hand, discards, shown : sets of cards by seat; `shown` lie on the table until their owner's turn.
In the solo mode `hand[1]` is the chef's deck. n_hand, n_discards : how many. n_cards : all three.
icons, wilds : what the hand gives, as in `CARD`; discard_icons, discard_wilds : the discards.
symbols : of all cards of a seat. score : points
if the game ended now.
unseen : recipes that nobody has seen: in the deck, or not in the game.
known_deck : 1 + the recipe where the table knows one (reserved, or put under the deck), 0 where
not; the top of the deck is at `deck_top % 128`, the next at `(deck_top + 1) % 128`, ...
"""

VIEW = view_dtype(
    fields=[
        ("day_cap", np.int32),
        ("chef", CHEF),
        ("board", BOARD, 2),
        ("cards", CARDS, 1),
    ],
    option=OPTION,
    max_options=MAX_OPTIONS,
)
"""What the deciding seat knows: the whole table but the order of the deck, the chef's deck's order,
and, in phase TIME, what the others show.

`board[0]` is the `BOARD`; `board[1]` is scratch paper for a strategy. `cards[0]` are the `CARDS`.
`chef` is the personality of the solo mode. `day_cap` : the last day there can be.
"""

DECK_RAN_OUT, DAY_CAP = range(2)
"""Why a game ended."""

NO_RESULT, LOSS, DRAW, WIN = range(4)
"""`solo_result`: of the player; NO_RESULT with two or more players and for a capped game."""

OUTCOME = outcome_dtype(
    game_fields=(
        "reason",
        "days",
        "solo_result",
        "chef_score",
        "chef_cards",
        "claims_total",
        "restock_turns",
        "all_restock_days",
        "recycled",
        "decisions",
        "options_seen",
        "most_options",
        *(f"claims_at_{k}" for k in range(MAX_SEATS)),
        *(f"points_at_{k}" for k in range(MAX_SEATS)),
    ),
    seat_fields=(
        "claims",
        "bonus_fills",
        "restocks",
        "bonus_restocks",
        "removed",
        "early_used",
        "days_first",
        "cards_held",
        "stars",
        "coins",
        "trophies",
        "sets",
        "chef_set",
    ),
    row_fields=(("taken", MAX_CARDS),),
)
"""One finished game.

`score` is 0 for all seats of a capped game, which nobody wins; `turns` counts turns of all seats.
Solo: seat 1 is the chef's in `score` and `winners`; a draw sets both bits of `winners`.
reason : why it ended. chef_score, chef_cards : of the solo chef. claims_total : recipes claimed.
restock_turns : restocks of all seats. all_restock_days : days on which everybody restocked;
recycled : recipes that went under the deck because of them.
decisions, options_seen, most_options : decisions that a strategy was asked, and their options.
claims_at_k, points_at_k : recipes claimed, and points that they added when claimed, by who acted
as number k of the day.
By seat: `claims` (recipes, bonus fills included), `bonus_fills`, `restocks` (turns),
`bonus_restocks`, `removed` (cards, by bad batch), `early_used` (arrive early cards), `days_first`
(acted first), `cards_held` (at the end), `stars`, `coins`, `trophies`, `sets`, and `chef_set`.
By card, only in the rows: `taken`: 0 never in the book, 1 seen there, else
2 + seat + 8 * (day of the claim).
"""

(
    DEALT,
    STARTS,
    SHUFFLED,
    MORNING,
    BOOK,
    CHOSE,
    EARLY,
    FLIPPED,
    ACTS,
    FILLED,
    REMOVED,
    RESTOCKED,
    CHEF_FILLED,
    CHEF_IDLE,
    PUT_UNDER,
    RECYCLED,
    REFILLED,
    SCORED,
    ENDED,
) = range(1, 20)
"""Events of a trace, with their numbers (a, b, c, d):

DEALT card (one a card, the top first) · STARTS seat, chef set · SHUFFLED card, place (the chef's
new deck, place 0 on top) · MORNING day · BOOK card · CHOSE seat, card or -1 · EARLY seat, card ·
FLIPPED card · ACTS seat, arrival · FILLED seat, recipe, paid cards 0 to 3, paid cards 4 to 7 (eight
bits each, 1 + card) · REMOVED seat, card · RESTOCKED seat, reserved recipe or -1 (the chef too) ·
CHEF_FILLED recipe · CHEF_IDLE · PUT_UNDER recipe (the chef's rule) · RECYCLED recipe ·
REFILLED recipe · SCORED seat, stars + 256 coins + 65536 trophies, points, cards ·
ENDED reason, day, winners, solo result
"""
