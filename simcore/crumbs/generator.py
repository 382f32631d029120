"""Seeded decks of orders in the likeness of the printed ones, and what such a deck must satisfy.

The order cards are not listed anywhere, so that verdicts are taken over an ensemble of decks:
each seed gives one deck, or None where the deck drawn breaks a constraint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

from simcore.crumbs.components import (
    BREADS,
    CARDS_PER_FILLING,
    FILLINGS,
    FORMS,
    N_ORDERS,
    QUIRKS,
    Deck,
    Order,
    Sandwich,
)
from simcore.draws import Draws
from simcore.philox import CARDS

__all__ = ["generate_deck", "solo_queues", "violations"]

MAX_COST = {2: 4, 3: 5, 4: 6}
"""Largest cost of a sandwich by the order's difficulty."""

CHEAP = 5
"""Every order has a sandwich of at most this cost: one that a fresh round can serve."""

WHITE_TOPS = 70
"""Percent of tops that are white."""

RATINGS = range(6, 13)


def solo_queues(deck: Deck) -> Iterator[tuple[int, int, int]]:
    """All queues that the solo set-up can deal, as places in the deck: 720 for any deck."""
    for x, y in permutations(FILLINGS, 2):
        special = [i for i, o in enumerate(deck.orders) if o.filling == x and o.special]
        more = [i for i, o in enumerate(deck.orders) if o.filling == x and not o.special]
        other = [i for i, o in enumerate(deck.orders) if o.filling == y and not o.special]
        for dealt in product(special, more, other):
            yield from permutations(dealt)


def violations(deck: Deck) -> list[str]:
    """What a reconstruction must satisfy and this deck does not, in words; empty if all is well."""
    sandwiches = [s for order in deck.orders for s in order.sandwiches]
    difficulty = [order.difficulty for order in deck.orders]
    ratings = {sum(difficulty[i] for i in queue) for queue in solo_queues(deck)}
    tops = Counter(s.top for s in sandwiches)
    used = Counter(f for s in sandwiches for f in s.fillings)
    quirks = Counter(order.quirk for order in deck.orders)
    found = [f"rating {r} cannot be dealt" for r in RATINGS if r not in ratings]
    for order in deck.orders:
        allowed = (1, 2) if order.difficulty == 2 else (2,)
        if len(order.sandwiches) not in allowed:
            found.append(f"{order.id}: {len(order.sandwiches)} sandwiches")
        if min(s.cost for s in order.sandwiches) > CHEAP:
            found.append(f"{order.id}: no sandwich of cost {CHEAP} or less")
    for form, toasted in product(FORMS, (False, True)):
        if not any((s.form, s.toasted) == (form, toasted) for s in sandwiches):
            found.append(f"no {form} sandwich with toasted = {toasted}")
    found += [f"{quirks[q]} orders with quirk {q}" for q in QUIRKS if not 4 <= quirks[q] <= 5]
    if 2 * tops["white"] <= len(sandwiches):
        found.append(f"{tops['white']} of {len(sandwiches)} tops are white")
    if 3 * max(used[f] for f in FILLINGS) > 4 * min(used[f] for f in FILLINGS):
        found.append(f"fillings unequally used: {dict(used)}")
    return found


def generate_deck(seed: int) -> Deck | None:
    """The deck of a seed, or None if what was drawn breaks a constraint.

    Parameters
    ----------
    seed : int
        0 <= seed < 2**64; the name of the deck is ``generated-<seed>``.
    """
    draws = Draws(seed, CARDS)
    difficulties = draws.shuffled([2, 3, 4] * (N_ORDERS // 3))
    used: Counter[str] = Counter()
    sandwiches = [_sandwiches(draws, difficulty, used) for difficulty in difficulties]
    free = [
        [f for f in FILLINGS if f not in {x for s in wanted for x in s.fillings}]
        for wanted in sandwiches
    ]
    quirks = _quirks(draws, free)
    orders = []
    for i in range(N_ORDERS):
        filling = FILLINGS[i // CARDS_PER_FILLING]
        number = i % CARDS_PER_FILLING
        bans: tuple[str, ...] = ()
        if quirks[i] == "dietary":
            if not free[i]:
                return None
            bans = (free[i][draws.below(len(free[i]))],)
        orders.append(
            Order(
                id=f"{filling}-{number + 1}",
                filling=filling,
                special=number == 0,
                difficulty=difficulties[i],
                quirk=quirks[i],
                bans=bans,
                sandwiches=sandwiches[i],
            )
        )
    deck = Deck(f"generated-{seed}", tuple(orders))
    return None if violations(deck) else deck


def _quirks(draws: Draws, free: list[list[str]]) -> list[str]:
    """A quirk for each order, four or five of each; bans where a filling is free to be banned."""
    kinds = [*QUIRKS * 4, *draws.shuffled(QUIRKS)[:2]]
    places = draws.shuffled(range(N_ORDERS))
    places.sort(key=lambda place: not free[place])
    n_dietary = kinds.count("dietary")
    others = draws.shuffled([kind for kind in kinds if kind != "dietary"])
    by_place = dict(zip(places, ["dietary"] * n_dietary + others, strict=True))
    return [by_place[place] for place in range(N_ORDERS)]


def _sandwiches(draws: Draws, difficulty: int, used: Counter[str]) -> tuple[Sandwich, ...]:
    n = 2 if difficulty > 2 else 1 + draws.below(2)
    tops: list[str] = []
    sandwiches = []
    for _ in range(n):
        top = "white"
        if draws.below(100) >= WHITE_TOPS:
            free = [bread for bread in BREADS[1:] if bread not in tops]
            top = free[draws.below(len(free))]
        tops.append(top)
        sandwiches.append(_sandwich(draws, MAX_COST[difficulty], top, used))
    return tuple(sandwiches)


def _sandwich(draws: Draws, max_cost: int, top: str, used: Counter[str]) -> Sandwich:
    """A sandwich of a form, toasting and size that its cost allows; least used fillings first."""
    shapes = [
        (form, toasted, n)
        for form, toasted in product(range(len(FORMS)), (False, True))
        for n in range(2 if form == 2 else 1, max_cost - form - toasted)
        if form + 1 + n + toasted >= max_cost - 1
    ]
    form, toasted, n = shapes[draws.below(len(shapes))]
    by_use = sorted(draws.shuffled(FILLINGS), key=lambda filling: used[filling])
    fillings = draws.shuffled(by_use[:n])
    used.update(fillings)
    below = 1 + draws.below(n - 1) if form == 2 else n
    layers = [fillings[:below], fillings[below:]][: 2 if form == 2 else 1]
    return Sandwich(FORMS[form], tuple(map(tuple, layers)), top, toasted)
