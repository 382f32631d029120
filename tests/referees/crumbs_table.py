"""The table of Crumbs! as the referee keeps it, and what an action may do to it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.referees.crumbs_stacks import BREADS, Sandwich, Stack, are_assignable, can_become
from tests.referees.crumbs_stacks import sandwich_of as read_sandwich

FILLINGS = ("avocado", "cheese", "egg", "ham", "salad", "salmon")
Event = dict[str, Any]


class Violation(Exception):
    """A rule is broken."""


def require(condition: bool, message: str) -> None:
    if not condition:
        raise Violation(message)


def must_equal(event: Event, name: str, value: Any) -> None:
    require(name in event, f"missing field '{name}'")
    found = event[name]
    is_same = found == value and isinstance(found, bool) == isinstance(value, bool)
    require(is_same, f"{name} is {found!r}, must be {value!r}")


@dataclass
class Order:
    """An order card in somebody's queue."""

    id: str
    filling: str
    difficulty: int
    quirk: str
    bans: list[str]
    sandwiches: list[Sandwich]
    served: set[int] = field(default_factory=set)
    is_banning: bool = False
    first_round: int = 0
    last_round: int = 0

    @property
    def is_complete(self) -> bool:
        return len(self.served) == len(self.sandwiches)


@dataclass
class Player:
    queue: list[Order]
    n_visible: int
    counter: Counter[str]
    stacks: dict[int, Stack] = field(default_factory=dict)
    has_served: bool = False

    def active(self) -> list[Order]:
        return [order for order in self.queue[: self.n_visible] if not order.is_complete][:2]

    def wanted(self) -> list[tuple[Order, int]]:
        return [
            (order, i)
            for order in self.active()
            for i in range(len(order.sandwiches))
            if i not in order.served
        ]

    def wants(self) -> list[Sandwich]:
        return [order.sandwiches[i] for order, i in self.wanted()]

    @property
    def is_finished(self) -> bool:
        return all(order.is_complete for order in self.queue)


@dataclass
class Table:
    players: list[Player]
    has_quirks: bool
    is_joint: bool
    actions: int
    bread: Counter[str]
    pantry: Counter[str] = field(default_factory=Counter)
    gifts: list[tuple[int, str, int]] = field(default_factory=list)
    touched: dict[int, list[int]] = field(default_factory=dict)
    round: int = 0
    n_stacks: int = 0

    def orders(self) -> list[Order]:
        return [order for player in self.players for order in player.queue]

    def banned(self) -> set[str]:
        return {f for order in self.orders() if order.is_banning for f in order.bans}

    def in_game(self, kind: str) -> int:
        """Cards of a kind over counters, pantry and stacks."""
        on_stacks = sum(
            card == kind for p in self.players for stack in p.stacks.values() for card, _ in stack
        )
        on_counters = sum(player.counter[kind] for player in self.players)
        return on_stacks + on_counters + self.bread[kind] + self.pantry[kind]


def read_order(values: dict[str, Any], has_quirks: bool) -> Order:
    quirk = values["quirk"]
    is_exact = has_quirks and quirk["kind"] == "patron"
    return Order(
        id=values["id"],
        filling=values["filling"],
        difficulty=values["difficulty"],
        quirk=quirk["kind"] if has_quirks else "",
        bans=quirk.get("bans", []),
        sandwiches=[read_sandwich(s, is_exact) for s in values["sandwiches"]],
    )


def judge_stack(player: Player, stack: Stack) -> None:
    fits = any(can_become(stack, sandwich) for sandwich in player.wants())
    require(fits, f"{stack} begins no wanted sandwich")


def judge_together(table: Table, player: Player) -> None:
    if table.is_joint:
        are_fine = are_assignable(player.stacks.values(), player.wants())
        require(are_fine, "the stacks cannot go to different wanted sandwiches")


def take(cards: Counter[str], kind: str, n: int, where: str) -> None:
    require(cards[kind] >= n, f"{n} {kind} taken, {cards[kind]} on {where}")
    cards[kind] -= n


def on_action(table: Table, seat: int, event: Event) -> None:
    """Judge and carry out one player's action; gifts wait for both actions."""
    must_equal(event, "player", seat)
    table.touched[seat] = []
    kind = event.get("kind")
    if kind == "assemble":
        assemble(table, seat, event)
        judge_together(table, table.players[seat])
    elif kind == "toast":
        toast(table, table.players[seat], event)
        judge_together(table, table.players[seat])
    elif kind == "restock":
        require(restock(table, seat, event["ingredient"]) > 0, "nothing of it in the pantry")
    else:
        require(kind == "pass", f"unknown kind of action {kind!r}")
        require(len(table.players) == 2, "nobody passes alone")


def assemble(table: Table, seat: int, event: Event) -> None:
    player, ingredient = table.players[seat], event["ingredient"]
    laid, new, give = event.get("on", []), event.get("new", []), event.get("give", 0)
    require(bool(laid or new or give), "an assemble that lays nothing")
    numbers = [number for number, _ in laid]
    require(len(set(numbers)) == len(numbers), "two cards on one stack")
    for number, card in laid:
        require(number in player.stacks, f"no stack {number} in this prep area")
        require(
            card in BREADS if ingredient == "bread" else card == ingredient,
            f"{card} is not {ingredient}",
        )
        if card in BREADS:
            take(table.bread, card, 1, "the counter")
        else:
            take(player.counter, card, 1, "the counter")
        require(card not in table.banned(), f"{card} is banned")
        player.stacks[number] = (*player.stacks[number], (card, False))
        judge_stack(player, player.stacks[number])
    for card in new:
        require(ingredient == "bread" and card in BREADS, f"a bottom of {card}")
        take(table.bread, card, 1, "the counter")
        table.n_stacks += 1
        player.stacks[table.n_stacks] = ((card, False),)
        judge_stack(player, player.stacks[table.n_stacks])
        numbers.append(table.n_stacks)
    if give:
        require(len(table.players) == 2, "nobody to give to")
        require(ingredient in FILLINGS and give > 0, "bread cannot be given")
        require(ingredient not in table.banned(), f"{ingredient} is banned")
        take(player.counter, ingredient, give, "the counter")
        table.gifts.append((1 - seat, ingredient, give))
    table.touched[seat] = numbers


def toast(table: Table, player: Player, event: Event) -> None:
    numbers = event["on"]
    require(bool(numbers) and len(set(numbers)) == len(numbers), "toast each of some stacks once")
    for number in numbers:
        require(number in player.stacks, f"no stack {number} in this prep area")
        kind, is_toasted = player.stacks[number][-1]
        require(kind in BREADS and not is_toasted, "only uncovered untoasted bread is flipped")
        player.stacks[number] = (*player.stacks[number][:-1], (kind, True))
        judge_stack(player, player.stacks[number])


def restock(table: Table, seat: int, ingredient: str) -> int:
    """All of an ingredient from the pantry to the counter; how many cards that were."""
    require(ingredient == "bread" or ingredient in FILLINGS, f"no ingredient {ingredient!r}")
    moved = 0
    for kind in BREADS if ingredient == "bread" else (ingredient,):
        cards = table.bread if ingredient == "bread" else table.players[seat].counter
        cards[kind] += table.pantry[kind]
        moved += table.pantry.pop(kind, 0)
    return moved


def has_legal_action(table: Table, player: Player) -> bool:
    """Whether a solo player can do anything; whatever is legal is so card by card as well."""
    if +table.pantry:
        return True
    wants = player.wants()

    def fits(number: int, stack: Stack) -> bool:
        is_beginning = any(can_become(stack, sandwich) for sandwich in wants)
        after = {**player.stacks, number: stack}
        return is_beginning and (not table.is_joint or are_assignable(after.values(), wants))

    cards = [f for f in FILLINGS if player.counter[f] and f not in table.banned()]
    cards += [kind for kind in BREADS if table.bread[kind]]
    if any(card in BREADS and fits(0, ((card, False),)) for card in cards):
        return True
    for number, stack in player.stacks.items():
        top, is_toasted = stack[-1]
        is_flippable = top in BREADS and not is_toasted
        if is_flippable and fits(number, (*stack[:-1], (top, True))):
            return True
        if any(fits(number, (*stack, (card, False))) for card in cards):
            return True
    return False
