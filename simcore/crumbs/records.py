"""What a Crumbs! strategy sees (VIEW), what a game leaves behind (OUTCOME), and events."""

from __future__ import annotations

import numpy as np

from simcore.crumbs.components import N_BREADS, N_FILLINGS, N_KINDS
from simcore.crumbs.stacks import STACKS
from simcore.protocol import outcome_dtype, view_dtype

__all__ = [
    "BOARD",
    "BREAD",
    "MAX_OPTIONS",
    "MAX_PLAYERS",
    "MAX_STANDING",
    "OPTION",
    "OUTCOME",
    "QUEUE_PLACES",
    "VIEW",
]

MAX_PLAYERS = 2
QUEUE_PLACES = 3
MAX_STANDING = 6
"""Stacks in a prep area: each stands on a slice of its own."""

ACT, SERVE, RESTOCK = range(3)
"""Phases. ACT: the one action of this step. SERVE: which stack goes to which order, where they
compete. RESTOCK: the free restock after a serve."""

ASSEMBLE, TOAST, TAKE_BACK, PASS, SERVING = range(5)
"""Kinds of options: three actions of the rulebook (TAKE_BACK is its restock), the pass of the
co-operative game, and a serve that has to be chosen."""

BREAD = N_FILLINGS
"""Ingredient number of bread; fillings are 0 to 5."""

MAX_OPTIONS = 512

OPTION = np.dtype(
    [
        ("kind", np.int32),
        ("ingredient", np.int32),
        ("stacks", np.int32),
        ("breads", np.int32),
        ("bottoms", np.int32),
        ("give", np.int32),
        ("sandwich", np.int32),
    ],
    align=True,
)
"""What an option does.

kind : see the kinds above. ingredient : 0 to 5 a filling, 6 bread; -1 for none.
stacks : bit i set: the own stack i is touched (by place in `board[0].stacks[seat]`).
breads : two bits a stack: 0 none, else 1 + kind of the slice that is laid on it.
bottoms : new bottoms: three bits white, then three bits brown, then three bits sesame.
give : cards of the ingredient laid onto the colleague's counter.
sandwich : for SERVING, the sandwich that the stack is served as; -1 otherwise.
"""

BOARD = np.dtype(
    [
        ("actions_left", np.int64),
        ("round", np.int64),
        ("banned", np.int64),
        ("counter", np.int64, (MAX_PLAYERS, N_FILLINGS)),
        ("bread", np.int64, N_BREADS),
        ("pantry", np.int64, N_KINDS),
        ("in_game", np.int64, N_KINDS),
        ("gone", np.int64, N_KINDS),
        ("n_stacks", np.int64, MAX_PLAYERS),
        ("stacks", np.int64, (MAX_PLAYERS, MAX_STANDING)),
        ("wanted", np.uint64, MAX_PLAYERS),
        ("orders", np.int64, (MAX_PLAYERS, QUEUE_PLACES)),
        ("is_complete", np.int64, (MAX_PLAYERS, QUEUE_PLACES)),
        ("is_banning", np.int64, (MAX_PLAYERS, QUEUE_PLACES)),
        ("first_serve", np.int64, (MAX_PLAYERS, QUEUE_PLACES)),
        ("last_serve", np.int64, (MAX_PLAYERS, QUEUE_PLACES)),
        ("has_served", np.int64, MAX_PLAYERS),
        ("n_hidden", np.int64, MAX_PLAYERS),
    ],
    align=True,
)
"""The table as everybody sees it.

actions_left : of this round, this step included. banned : set of fillings nobody may place.
counter : fillings by seat; bread : the untoasted slices on the counter, of both players together.
pantry, in_game, gone : cards by kind in the pantry, not out of the game, and taken out of it by
Stock Shortages.
stacks : numbers in the view's `stacks` table, by seat, in the order of their bottoms.
wanted : sandwiches of the active orders not yet served. orders : the queue by place, as places
in the deck; -1: hidden or none. first_serve, last_serve : rounds of an order's serves, 0: none.
has_served : in this round. n_hidden : orders not yet revealed.
"""

VIEW = view_dtype(
    fields=[
        ("quirks", np.int64),
        ("joint_stacks", np.int64),
        ("actions", np.int64),
        ("board", BOARD, 2),
        ("tables", STACKS, 1),
    ],
    option=OPTION,
    max_options=MAX_OPTIONS,
)
"""What the deciding seat knows: the rules, the whole table but hidden orders, and the deck.

`board[0]` is the `BOARD`; `board[1]` is scratch paper, on which a strategy may try what an option
would do. `tables[0]` are the `STACKS` of the deck in play: what each stack begins and equals, and
what each order wants.
"""

WON, NO_ACTIONS_LEFT, NO_LEGAL_ACTION, SPEEDY_MISSED = range(4)
"""Why a game ended."""

OUTCOME = outcome_dtype(
    game_fields=(
        "reason",
        "rating",
        "rounds",
        "unspent",
        "least_unspent",
        "n_served",
        "decisions",
        "options_seen",
        "most_options",
        "has_overflowed",
        "completed",
        "order_0",
        "order_1",
        "order_2",
        "order_3",
    ),
    seat_fields=("actions_taken", "served", "given"),
)
"""One finished game; all seats win or lose together.

`score` is the rating if won, else 0, for every seat; `turns` counts the steps.
reason : why it ended. rating : that a win of this deal earns. rounds : begun.
unspent, least_unspent : actions left at the end of rounds, in sum and the least; -1: no round
was finished. n_served : sandwiches. decisions, options_seen, most_options : for the record.
has_overflowed : options were left out because the buffer was full.
completed : bit i set: order_i was completed. order_i : places in the deck, -1: none; solo by
place in the queue, for two players 0 and 1 the first's, 2 and 3 the second's.
By seat: `actions_taken` (passes are none), `served`, `given` (cards).
"""

(
    DEALT,
    SHORTAGE,
    ROUND,
    ACTED,
    BAN,
    SERVED,
    COMPLETED,
    REVEALED,
    RESTOCKED,
    ENDED,
) = range(1, 11)
"""Events of a trace, with their numbers (a, b, c, d):

DEALT seat, orders (eight bits each, 1 + place in the deck), set of the piles on the counter,
set of the piles of one card · SHORTAGE seat, order, card or -1, place (0 pantry, 1 counter) ·
ROUND number · ACTED seat, kind + 16 * (1 + ingredient) + 256 * give, stacks,
breads + 4096 * bottoms · BAN seat, order · SERVED seat, stack, sandwich ·
COMPLETED seat, order · REVEALED seat, order · RESTOCKED seat, ingredient, why (0 free, 1 bread) ·
ENDED reason, rating, rounds
"""
