"""The exact answer to solo deals as they are dealt: the third order hidden, shortages by chance.

What a player knows at the set-up is an information set: the two visible orders in their order,
and, from the fillings on the counter, the two orders that the third can be, equally likely. With
quirks, the card that each visible Stock Shortage has taken belongs to it. `OutlookSolver` finds
the best chance to win of any play, and the plan that has it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from simcore.crumbs.components import BREAD_COUNTS, FILLINGS, KINDS, N_KINDS, QUIRKS, Deck
from simcore.crumbs.generator import solo_queues
from simcore.crumbs.rules import Rules
from simcore.crumbs.table import lay_table
from strategies.crumbs.outlook import NO_CARD, OUTLOOK, search_outlook

__all__ = ["Deal", "Outlook", "OutlookSolver", "Plan", "deals_of", "information_sets"]

MAX_NODES = 2_000_000
"""Options followed for one deal before the search is content with what it has found."""

NO_QUIRK = 255

Pick = tuple[int, int]
"""Key of a position, and the option to pick in it."""


@dataclass(frozen=True)
class Deal:
    """What a solo player knows at the set-up.

    Attributes
    ----------
    visible : tuple of str
        Ids of the first two orders of the queue.
    hidden : tuple of str
        Ids of the orders that the third can be, equally likely.
    gone : tuple of str
        Cards that the visible orders' Stock Shortages have taken.
    weight : Fraction
        How likely the deal is.
    """

    visible: tuple[str, str]
    hidden: tuple[str, ...]
    gone: tuple[str, ...]
    weight: Fraction


@dataclass(frozen=True)
class Plan:
    """Play that was found: decisions up to the reveal, and after it by order and card taken.

    `after` lacks the cases that are lost; the card is "" where no Stock Shortage takes one.
    """

    first: tuple[Pick, ...]
    after: dict[tuple[str, str], tuple[Pick, ...]]

    def line(self, order: str, card: str = "") -> tuple[int, ...]:
        """The options picked if that order is revealed; none where it is then lost."""
        rest = self.after.get((order, card))
        return () if rest is None else tuple(pick for _, pick in (*self.first, *rest))


@dataclass(frozen=True)
class Outlook:
    """The best chance to win a deal.

    Attributes
    ----------
    deal : Deal
    chance : float
        Of the plan found: no play has a better one where `is_proved`, else a lower bound.
    is_proved : bool
        A sure win was found, or every play was looked at.
    plan : Plan
    n_nodes : int
        Options followed by the search.
    """

    deal: Deal
    chance: float
    is_proved: bool
    plan: Plan
    n_nodes: int


class OutlookSolver:
    """The working memory of the search, reused from deal to deal."""

    def __init__(self, rules: Rules, max_nodes: int = MAX_NODES) -> None:
        self.rules = rules
        self.memory = np.zeros(1, OUTLOOK)
        self.memory["search"]["max_nodes"] = max_nodes

    def look(self, deal: Deal, actions: int | None = None) -> Outlook:
        """The best chance of a deal, by `actions` a round if not by the number in the rules."""
        rules = dataclasses.replace(
            self.rules,
            queue=(*deal.visible, deal.hidden[0]),
            actions=actions or self.rules.actions,
        )
        search = self.memory["search"]
        lay_table(search["game"], rules, 1)
        quirk = search["game"]["stacks"]["quirk"]
        is_short = quirk[0] == QUIRKS.index("shortage")
        # The search takes the cards of Stock Shortages itself.
        quirk[0, is_short] = NO_QUIRK
        places = [rules.deck.index_of(name) for name in deal.hidden]
        search["n_hidden"] = len(places)
        search["could_be"] = (places * 2)[:2]
        self.memory["has_shortage"] = [rules.quirks and is_short[i] for i in (places * 2)[:2]]
        self.memory["n_gone"] = len(deal.gone)
        self.memory["gone"][0, : len(deal.gone)] = [KINDS.index(card) for card in deal.gone]
        search_outlook(self.memory)
        return self._found(deal)

    def _found(self, deal: Deal) -> Outlook:
        record = self.memory[0]
        after = {}
        for case, line in enumerate(record["after"]):
            order, kind = divmod(case, N_KINDS + 1)
            if record["first"]["n"] and line["n"] and order < len(deal.hidden):
                card = "" if kind == NO_CARD else KINDS[kind]
                after[deal.hidden[order], card] = _picks(line)
        return Outlook(
            deal=deal,
            chance=float(record["best"]),
            is_proved=bool(record["is_proved"]),
            plan=Plan(_picks(record["first"]), after),
            n_nodes=int(record["search"]["n_nodes"]),
        )


def _picks(line: np.void) -> tuple[Pick, ...]:
    n = int(line["n"])
    return tuple(zip(line["keys"][:n].tolist(), line["picks"][:n].tolist(), strict=True))


def information_sets(deck: Deck) -> dict[tuple[str, str], list[tuple[str, ...]]]:
    """By the visible pair, the sets of orders that the third can be; 360 for any deck."""
    found: dict[tuple[str, str, frozenset[str]], list[str]] = {}
    for a, b, c in solo_queues(deck):
        orders = [deck.orders[i] for i in (a, b, c)]
        fillings = frozenset(order.filling for order in orders)
        found.setdefault((orders[0].id, orders[1].id, fillings), []).append(orders[2].id)
    by_pair: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for (first, second, _), hidden in found.items():
        by_pair.setdefault((first, second), []).append(tuple(hidden))
    return by_pair


def deals_of(rules: Rules) -> Iterator[Deal]:
    """Every deal that a solo player can be given; the weights add up to 1."""
    sets = [
        (pair, hidden) for pair, every in information_sets(rules.deck).items() for hidden in every
    ]
    for pair, hidden in sets:
        for gone, chance in shortages(rules, pair, hidden[0]).items():
            yield Deal(pair, hidden, gone, chance / len(sets))


def shortages(rules: Rules, visible: Sequence[str], third: str) -> dict[tuple[str, ...], Fraction]:
    """What the visible orders' Stock Shortages can take at the set-up, with its chance.

    The pantry is empty then, so that a counter card goes, not the last of its kind.
    """
    orders = {order.id: order for order in rules.deck.orders}
    used = {orders[name].filling for name in (*visible, third)}
    counts = [1 if filling in used else 2 for filling in FILLINGS] + list(BREAD_COUNTS)
    n_short = sum(rules.quirks and orders[name].quirk == "shortage" for name in visible)
    found: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for _ in range(n_short):
        after: dict[tuple[int, ...], Fraction] = {}
        for gone, chance in found.items():
            left = [count - gone.count(kind) for kind, count in enumerate(counts)]
            free = [count if count > 1 else 0 for count in left]
            for kind in range(N_KINDS):
                if free[kind]:
                    key = tuple(sorted((*gone, kind)))
                    share = chance * Fraction(free[kind], sum(free))
                    after[key] = after.get(key, Fraction(0)) + share
        found = after
    return {tuple(KINDS[kind] for kind in gone): chance for gone, chance in found.items()}
