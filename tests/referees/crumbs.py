"""Referee of Crumbs!: checks a replay document step by step, by the ruling.

`check(document)` walks the events and raises `RefereeError` at the first that breaks the ruling,
is missing or is superfluous. Plain Python, no kernel, nothing shared with it. Stacks are judged
in `crumbs_stacks`, actions in `crumbs_table`, the order of events here.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.referees.crumbs_stacks import BREADS, can_become, equals
from tests.referees.crumbs_table import (
    FILLINGS,
    Event,
    Order,
    Player,
    Table,
    Violation,
    has_legal_action,
    must_equal,
    on_action,
    read_order,
    require,
    restock,
)

TITLES = ("Loafing Around", "Bread Head", "Sandwich Artist", "Earl of Sandwiches")


class RefereeError(Exception):
    """The first event that breaks the ruling; `event` is None where the log breaks off."""

    def __init__(self, event_index: int, event: Any, message: str) -> None:
        super().__init__(f"event {event_index} {event!r}: {message}")
        self.event_index = event_index
        self.event = event


@dataclass(frozen=True)
class Tally:
    """What happened in one game, counted by the referee."""

    won: bool
    rating: int | None
    rounds: int
    n_served: int
    n_actions: int


class Log:
    """The events, read one after the other."""

    def __init__(self, events: list[Event]) -> None:
        self.events, self.at = events, 0
        self.n_served = self.n_actions = 0

    def next(self, name: str) -> Event:
        require(self.at < len(self.events), f"the log breaks off, expected {name}")
        event = self.events[self.at]
        require(isinstance(event, Mapping), "an event must be a table of fields")
        found = event.get("event")
        require(found == name, f"found {found!r}, expected {name}")
        self.at += 1
        return event


def check(document: Mapping[str, Any]) -> Tally:
    """Tally of a game that kept every rule; raises `RefereeError` for one that did not."""
    log = Log(document["events"])
    try:
        require(document["format"] == "crumbs-log/1", "unknown format")
        return referee(log, document)
    except Violation as violation:
        # The event judged last is the culprit, unless a wrong one stands in the next place.
        is_next = "expected" in str(violation)
        at = log.at if is_next else log.at - 1
        event = log.events[at] if 0 <= at < len(log.events) else None
        raise RefereeError(at, event, str(violation)) from None


def referee(log: Log, document: Mapping[str, Any]) -> Tally:
    table = read_setup(log, document)
    begin_round(log, table)
    left = table.actions
    while True:
        reason = play_step(log, table)
        left -= 1
        if reason is None:
            waiting = [p for p in table.players if not p.is_finished and not p.has_served]
            if waiting and left == 0:
                reason = "no actions left"
            elif not waiting:
                reason = speedy_missed(table)
                if reason is None:
                    begin_round(log, table)
                    left = table.actions
        if reason is not None:
            return read_end(log, table, reason)


def read_setup(log: Log, document: Mapping[str, Any]) -> Table:
    event, rules = log.next("setup"), document["rules"]
    n_players = 1 if event["mode"] == "solo" else 2
    for name in ("quirks", "actions"):
        must_equal(event, name, rules[name])
    must_equal(event, "bread", {"white": 4, "brown": 1, "sesame": 1})
    orders = {o["id"]: read_order(o, rules["quirks"]) for o in document["orders"]}
    queues = event["queues"]
    require(
        [len(queue) for queue in queues] == ([3] if n_players == 1 else [2, 2]),
        f"queues of {[len(queue) for queue in queues]}",
    )
    dealt = [orders[order_id] for queue in queues for order_id in queue]
    require(len({order.id for order in dealt}) == len(dealt) == len(orders), "an order twice")
    used = Counter(order.filling for order in dealt)
    require(max(used.values()) <= 2, "three orders of one filling")
    check_counters(event["counters"], used, n_players)
    players = [
        Player([orders[i] for i in queue], 2, Counter(counter))
        for queue, counter in zip(queues, event["counters"], strict=True)
    ]
    table = Table(
        players, rules["quirks"], rules["joint_stacks"], rules["actions"], Counter(event["bread"])
    )
    for seat, player in enumerate(players):
        for order in player.queue[:2]:
            judge_shortage(log, table, seat, order)
    return table


def check_counters(counters: list[dict[str, int]], used: Counter[str], n_players: int) -> None:
    piles = [filling for counter in counters for filling in counter]
    require(sorted(piles) == sorted(FILLINGS), f"piles of {sorted(piles)}")
    require(len(counters) == n_players, "a counter for each player")
    require(len({len(counter) for counter in counters}) == 1, "three piles for each of two")
    for counter in counters:
        for filling, n in counter.items():
            require(n == (1 if used[filling] else 2), f"{n} {filling} on the counter")


def judge_shortage(log: Log, table: Table, seat: int, order: Order) -> None:
    """A revealed Stock Shortage takes a card that may go, from the pantry first."""
    if order.quirk != "shortage":
        return
    event = log.next("shortage")
    must_equal(event, "player", seat)
    must_equal(event, "order", order.id)
    counter = table.players[seat].counter + table.bread
    places = {"pantry": table.pantry, "counter": counter}
    for name, cards in places.items():
        able = [kind for kind, n in cards.items() if n > 0 and table.in_game(kind) > 1]
        if able:
            must_equal(event, "place", name)
            require(event["card"] in able, f"{event['card']} may not leave the {name}")
            remove(table, seat, name, event["card"])
            return
    must_equal(event, "card", None)
    must_equal(event, "place", None)


def remove(table: Table, seat: int, place: str, card: str) -> None:
    if place == "pantry":
        table.pantry[card] -= 1
    elif card in BREADS:
        table.bread[card] -= 1
    else:
        table.players[seat].counter[card] -= 1


def begin_round(log: Log, table: Table) -> None:
    table.round += 1
    must_equal(log.next("round"), "round", table.round)
    for player in table.players:
        player.has_served = False


def play_step(log: Log, table: Table) -> str | None:
    """One step; returns why the game is over, or None."""
    if len(table.players) == 1 and not has_legal_action(table, table.players[0]):
        return "no legal action"
    for seat in range(len(table.players)):
        event = log.next("action")
        log.n_actions += event.get("kind") != "pass"
        on_action(table, seat, event)
    for seat, filling, n in table.gifts:
        table.players[seat].counter[filling] += n
    table.gifts.clear()
    for seat in range(len(table.players)):
        judge_bans(log, table, seat)
    n_served = [serve_all(log, table, seat) for seat in range(len(table.players))]
    if all(player.is_finished for player in table.players):
        return "won"
    for seat, n in enumerate(n_served):
        judge_restocks(log, table, seat, n)
    return None


def judge_bans(log: Log, table: Table, seat: int) -> None:
    """A card on a stack that can only be for a Dietary Diner begins the ban."""
    player = table.players[seat]
    for number in sorted(table.touched[seat]):
        stack = player.stacks[number]
        customers = {
            order.id for order, i in player.wanted() if can_become(stack, order.sandwiches[i])
        }
        for order in player.active():
            if customers == {order.id}:
                begin_ban(log, seat, order)


def begin_ban(log: Log, seat: int, order: Order) -> None:
    if order.quirk == "dietary" and not order.is_banning and not order.is_complete:
        event = log.next("ban")
        must_equal(event, "player", seat)
        must_equal(event, "order", order.id)
        must_equal(event, "fillings", order.bans)
        order.is_banning = True


def serve_all(log: Log, table: Table, seat: int) -> int:
    """Serving is forced while any stack equals a wanted sandwich; returns the serves."""
    player = table.players[seat]
    n_served = 0
    while True:
        able = {
            (number, order.id, i): order
            for number, stack in player.stacks.items()
            for order, i in player.wanted()
            if equals(stack, order.sandwiches[i])
        }
        if not able:
            return n_served
        event = log.next("serve")
        must_equal(event, "player", seat)
        key = (event["stack"], event["order"], event["sandwich"])
        require(key in able, f"{key} cannot be served")
        n_served += 1
        log.n_served += 1
        after_serve(log, table, seat, key, able[key])


def after_serve(log: Log, table: Table, seat: int, key: tuple[int, str, int], order: Order) -> None:
    player = table.players[seat]
    for kind, _ in player.stacks.pop(key[0]):
        table.pantry[kind] += 1
    order.served.add(key[2])
    player.has_served = True
    order.first_round = order.first_round or table.round
    order.last_round = table.round
    if not order.is_complete:
        begin_ban(log, seat, order)
        return
    order.is_banning = False
    event = log.next("complete")
    must_equal(event, "player", seat)
    must_equal(event, "order", order.id)
    if player.n_visible < len(player.queue) and len(player.active()) == 1:
        revealed = player.queue[player.n_visible]
        player.n_visible += 1
        event = log.next("reveal")
        must_equal(event, "player", seat)
        must_equal(event, "order", revealed.id)
        judge_shortage(log, table, seat, revealed)


def judge_restocks(log: Log, table: Table, seat: int, n_served: int) -> None:
    for _ in range(n_served):
        if +table.pantry:
            event = log.next("restock")
            must_equal(event, "player", seat)
            must_equal(event, "why", "free")
            require(restock(table, seat, event["ingredient"]) > 0, "nothing of it in the pantry")
    if n_served and len(table.players) == 2 and restock(table, seat, "bread"):
        event = log.next("restock")
        for name, value in (("player", seat), ("ingredient", "bread"), ("why", "bread")):
            must_equal(event, name, value)


def speedy_missed(table: Table) -> str | None:
    for order in table.orders():
        is_waiting = order.quirk == "speedy" and 0 < order.first_round < table.round
        if is_waiting and not order.is_complete and order.last_round < table.round:
            return "speedy"
    return None


def read_end(log: Log, table: Table, reason: str) -> Tally:
    event = log.next("end")
    is_won = reason == "won"
    must_equal(event, "won", is_won)
    rating = sum(order.difficulty for order in table.orders()) + table.has_quirks
    must_equal(event, "rating", rating if is_won else None)
    title = TITLES[min(rating, 12) // 2 - 3]
    must_equal(event, "title", title if is_won else None)
    must_equal(event, "rounds", table.round)
    require(is_won or reason in event["reason"], f"reason must be: {reason}")
    require(log.at == len(log.events), "events after the end, expected none")
    return Tally(is_won, event["rating"], table.round, log.n_served, log.n_actions)
