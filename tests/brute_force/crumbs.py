"""Whether a solo deal of Crumbs! can be won, by trying everything; no cut, nothing compiled.

Positions are plain tuples and stacks are judged by the referee's own reading. Only for rounds of
few actions: a search that meets more positions than it may answers None.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from tests.referees.crumbs_stacks import BREADS, Stack, can_become, equals, sandwich_of

FILLINGS = ("avocado", "cheese", "egg", "ham", "salad", "salmon")


class Position(NamedTuple):
    """Cards are sorted tuples of names; served are pairs (order, sandwich), before those of
    earlier rounds.
    """

    counter: tuple[str, ...]
    pantry: tuple[str, ...]
    stacks: tuple[Stack, ...]
    served: frozenset[tuple[int, int]]
    banning: frozenset[int]
    before: frozenset[tuple[int, int]]


class TooMany(Exception):
    """More positions than the search may look at."""


class BruteForce:
    def __init__(self, rules: Any, queue: Sequence[str], max_positions: int) -> None:
        orders = {order.id: order for order in rules.deck.orders}
        self.orders = [orders[name] for name in queue]
        self.has_quirks = rules.quirks
        self.actions = rules.actions
        self.max_positions = max_positions
        self.sandwiches = [
            [sandwich_of(vars(s), rules.quirks and o.quirk == "patron") for s in o.sandwiches]
            for o in self.orders
        ]
        self.known: dict[tuple[Position, int], bool] = {}

    def quirk(self, order: int) -> str:
        return self.orders[order].quirk if self.has_quirks else ""

    def is_complete(self, served: frozenset[tuple[int, int]], order: int) -> bool:
        return all((order, i) in served for i in range(len(self.sandwiches[order])))

    def wanted(self, served: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
        open_orders = [o for o in range(3) if not self.is_complete(served, o)][:2]
        return [
            (o, i)
            for o in open_orders
            for i in range(len(self.sandwiches[o]))
            if (o, i) not in served
        ]

    def start(self) -> Position:
        used = {order.filling for order in self.orders}
        counter = [f for f in FILLINGS for _ in range(1 if f in used else 2)]
        counter += ["white"] * 4 + ["brown", "sesame"]
        return Position(tuple(sorted(counter)), (), (), frozenset(), frozenset(), frozenset())

    def can_win(self, at: Position, left: int) -> bool:
        if left == 0:
            return False
        key = (at, left)
        if key not in self.known:
            if len(self.known) >= self.max_positions:
                raise TooMany
            self.known[key] = False
            self.known[key] = any(self.after_action(p, left) for p in self.actions_of(at))
        return self.known[key]

    def actions_of(self, at: Position) -> Iterator[Position]:
        wants = [self.sandwiches[o][i] for o, i in self.wanted(at.served)]
        banned = {f for o in at.banning for f in self.orders[o].bans}

        def fits(stack: Stack) -> bool:
            return any(can_become(stack, sandwich) for sandwich in wants)

        for ingredient in (*FILLINGS, "bread"):
            if ingredient in banned:
                continue
            cards = BREADS if ingredient == "bread" else (ingredient,)
            choices = [
                [None, *(c for c in cards if fits((*stack, (c, False))))] for stack in at.stacks
            ]
            new = [c for c in cards if ingredient == "bread" and fits(((c, False),))]
            for laid in product(*choices):
                yield from self.lay(at, laid, new)
        places = [
            i
            for i, stack in enumerate(at.stacks)
            if stack[-1][0] in BREADS and fits((*stack[:-1], (stack[-1][0], True)))
            if not stack[-1][1]
        ]
        for n in range(1, len(places) + 1):
            for chosen in combinations(places, n):
                stacks = [
                    (*s[:-1], (s[-1][0], True)) if i in chosen else s
                    for i, s in enumerate(at.stacks)
                ]
                yield at._replace(stacks=tuple(sorted(stacks)))
        yield from self.restocks(at)

    def lay(self, at: Position, laid: Sequence[str | None], new: list[str]) -> Iterator[Position]:
        counter = list(at.counter)
        stacks, touched = [], []
        for stack, card in zip(at.stacks, laid, strict=True):
            if card is None:
                stacks.append(stack)
                continue
            if card not in counter:
                return
            counter.remove(card)
            stacks.append((*stack, (card, False)))
            touched.append(stacks[-1])
        rests = [range(counter.count(card) + 1) for card in new]
        for counts in product(*rests):
            bottoms = [card for card, n in zip(new, counts, strict=True) for _ in range(n)]
            if not touched and not bottoms:
                continue
            left = list(counter)
            for card in bottoms:
                left.remove(card)
            built: list[Stack] = [((card, False),) for card in bottoms]
            after = at._replace(counter=tuple(left), stacks=tuple(sorted(stacks + built)))
            yield self.with_bans(after, touched + built)

    def with_bans(self, at: Position, touched: list[Stack]) -> Position:
        banning = set(at.banning)
        for stack in touched:
            customers = {
                o for o, i in self.wanted(at.served) if can_become(stack, self.sandwiches[o][i])
            }
            if len(customers) == 1:
                banning |= {o for o in customers if self.quirk(o) == "dietary"}
        return at._replace(banning=frozenset(banning))

    def restocks(self, at: Position) -> Iterator[Position]:
        for ingredient in {"bread" if card in BREADS else card for card in at.pantry}:
            kinds = BREADS if ingredient == "bread" else (ingredient,)
            moved = [card for card in at.pantry if card in kinds]
            kept = tuple(card for card in at.pantry if card not in kinds)
            yield at._replace(counter=tuple(sorted([*at.counter, *moved])), pantry=kept)

    def after_action(self, at: Position, left: int) -> bool:
        return any(
            self.after_serves(after, n_served, left) for after, n_served in self.serves(at, 0)
        )

    def serves(self, at: Position, n_served: int) -> Iterator[tuple[Position, int]]:
        able = [
            (stack, order, i)
            for stack in set(at.stacks)
            for order, i in self.wanted(at.served)
            if equals(stack, self.sandwiches[order][i])
        ]
        if not able:
            yield at, n_served
        for stack, order, i in able:
            stacks = list(at.stacks)
            stacks.remove(stack)
            served = at.served | {(order, i)}
            banning = set(at.banning) | ({order} if self.quirk(order) == "dietary" else set())
            after = at._replace(
                pantry=tuple(sorted([*at.pantry, *(kind for kind, _ in stack)])),
                stacks=tuple(stacks),
                served=served,
                banning=frozenset(o for o in banning if not self.is_complete(served, o)),
            )
            yield from self.serves(after, n_served + 1)

    def after_serves(self, at: Position, n_served: int, left: int) -> bool:
        if all(self.is_complete(at.served, order) for order in range(3)):
            return True
        if n_served == 0:
            return self.can_win(at, left - 1)
        positions = {at}
        for _ in range(n_served):
            positions = {p for q in positions for p in (self.restocks(q) if q.pantry else [q])}
        return any(self.next_round(position) for position in positions)

    def next_round(self, at: Position) -> bool:
        for order in range(3):
            earlier = {pair for pair in at.before if pair[0] == order}
            now = {pair for pair in at.served if pair[0] == order}
            is_open = self.quirk(order) == "speedy" and not self.is_complete(at.served, order)
            if is_open and earlier and earlier == now:
                return False
        return self.can_win(at._replace(before=at.served), self.actions)


def is_winnable(rules: Any, queue: Sequence[str], max_positions: int) -> bool | None:
    """Whether a known solo queue can be won; None where that takes too many positions."""
    search = BruteForce(rules, queue, max_positions)
    try:
        return search.can_win(search.start(), search.actions)
    except TooMany:
        return None
