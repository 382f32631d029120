"""The rules of Crumbs! as data: what may be chosen, and what a house rule may change."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.crumbs.components import CARDS_PER_FILLING, FILLINGS, Deck
from simcore.crumbs.orders_file import load_deck
from simcore.errors import UsageError, unknown_name
from simcore.rules_file import place_of, read_rules

__all__ = ["COOP_QUEUE", "RULES", "SOLO_QUEUE", "Rules", "load_rules", "rules_from_values"]

SOLO_QUEUE, COOP_QUEUE = 3, 2
"""Orders in the queue of a solo player, and of each of two."""

MAX_QUEUE = 4
MAX_ACTIONS = 12
SWITCHES = ("quirks", "joint_stacks")

RULES = np.dtype(
    [
        ("quirks", np.int64),
        ("joint_stacks", np.int64),
        ("actions", np.int64),
        ("n_chosen", np.int64),
        ("chosen", np.int64, MAX_QUEUE),
    ],
    align=True,
)
"""What the kernel reads; `chosen` are places in the deck."""


@dataclass(frozen=True)
class Rules:
    """Everything a house rule of Crumbs! may change.

    Attributes
    ----------
    quirks : bool
        Whether customers are quirky (rulebook, section 11).
    actions : int
        Actions a round.
    joint_stacks : bool
        Whether all stacks of a player together must be assignable to different wanted
        sandwiches; otherwise each stack is judged by itself.
    deck : Deck
        The order cards.
    queue : tuple of str
        Chosen orders by id, in the order of the queue; empty for a random deal.
    """

    quirks: bool
    actions: int
    joint_stacks: bool
    deck: Deck
    queue: tuple[str, ...] = ()
    name: str = dataclasses.field(default="", compare=False)

    def record(self) -> np.ndarray:
        """The rules as the kernel reads them, a `RULES` record (0-dimensional array)."""
        record = np.zeros((), RULES)
        for field in (*SWITCHES, "actions"):
            record[field] = getattr(self, field)
        record["n_chosen"] = len(self.queue)
        record["chosen"][: len(self.queue)] = [self.deck.index_of(order) for order in self.queue]
        return record

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, as a rules file writes them."""
        return {
            "quirks": self.quirks,
            "actions": self.actions,
            "joint_stacks": self.joint_stacks,
            "orders": self.deck.name,
            "queue": list(self.queue),
        }

    def check_seats(self, n_seats: int) -> None:
        """Refuse a chosen queue that this number of players cannot take."""
        needed = SOLO_QUEUE if n_seats == 1 else COOP_QUEUE * n_seats
        if self.queue and len(self.queue) != needed:
            allowed = f"{needed} orders for {n_seats} player(s)"
            raise _refused(self.name, "queue", list(self.queue), allowed)


def load_rules(source: str = "rulebook", changes: Iterable[str] = ()) -> Rules:
    """Rules of a preset or a TOML file, with single changes applied.

    Parameters
    ----------
    source : str
        ``rulebook``, ``quirky`` or the path of a TOML file.
    changes : iterable of str
        ``field=value`` texts, e.g. ``quirks=true``, ``orders=my_orders.toml`` or
        ``queue=ham-1+ham-2+egg-2``.

    Raises
    ------
    UsageError
        Names the source, the field, the value and what is allowed.
    """
    changes = tuple(changes)
    name = " ".join([source, *changes])
    return rules_from_values(read_rules("simcore.crumbs", source, changes), name)


def rules_from_values(values: Mapping[str, Any], name: str) -> Rules:
    """Validated `Rules` from plain values; `name` stands in messages and reports."""
    fields = {*SWITCHES, "actions", "orders", "queue"}
    for field in values:
        if field not in fields:
            raise unknown_name("rules field", field, fields, f" (in {name})")
    for field in sorted(fields - set(values)):
        raise UsageError(f"{name}: field '{field}' is missing")
    for field in SWITCHES:
        if not isinstance(values[field], bool):
            raise _refused(name, field, values[field], "true | false")
    actions = values["actions"]
    is_whole = isinstance(actions, int) and not isinstance(actions, bool)
    if not is_whole or not 1 <= actions <= MAX_ACTIONS:
        raise _refused(name, "actions", actions, f"a whole number from 1 to {MAX_ACTIONS}")
    if not isinstance(values["orders"], str):
        raise _refused(name, "orders", values["orders"], "'reconstructed' or a TOML file")
    deck = load_deck(values["orders"])
    return Rules(
        quirks=values["quirks"],
        actions=actions,
        joint_stacks=values["joint_stacks"],
        deck=deck,
        queue=_queue(name, values["queue"], deck),
        name=name,
    )


def _refused(name: str, field: str, value: Any, allowed: str) -> UsageError:
    return UsageError(f"{place_of(name, field)}: {field} = {value!r}; allowed: {allowed}")


def _queue(name: str, value: Any, deck: Deck) -> tuple[str, ...]:
    """The chosen orders, after checking that the fillings suffice.

    Rulebook, section 10: the counter holds one of each filling type used in the queue, two of
    everything else; an order card is itself a filling card, so that three of one filling in the
    queue leave none of it.
    """
    queue = value.split("+") if isinstance(value, str) else value
    if not isinstance(queue, list | tuple) or len(queue) not in (0, SOLO_QUEUE, MAX_QUEUE):
        raise _refused(name, "queue", value, f"0, {SOLO_QUEUE} or {MAX_QUEUE} order ids")
    ids = [order.id for order in deck.orders]
    for order_id in queue:
        if order_id not in ids:
            raise unknown_name(
                "order", str(order_id), ids, f" (in {place_of(name, 'queue')}, queue)"
            )
        if list(queue).count(order_id) > 1:
            raise _refused(name, "queue", value, f"each order once, not '{order_id}' again")
    used = [deck.orders[ids.index(order_id)].filling for order_id in queue]
    for filling in FILLINGS:
        if used.count(filling) >= CARDS_PER_FILLING:
            allowed = f"at most two orders of {filling}: three leave none for the counter"
            raise _refused(name, "queue", value, allowed)
    return tuple(queue)
