"""Crumbs! told event by event, from the replay document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

__all__ = ["sentences"]

Event = Mapping[str, Any]


def sentences(document: Mapping[str, Any]) -> Iterator[str]:
    """Plain sentences of a finished game, a paragraph a round.

    Parameters
    ----------
    document : dict
        As `simcore.engine.replay` returns it.
    """
    told = document["fillsim"]
    specs = told["strategies"]
    shift = 0 if told.get("fixed_seats") else told["rotation"]
    names = [f"Player {s + 1} ({specs[(s + shift) % len(specs)]})" for s in range(len(specs))]
    yield f"{' with '.join(names)}."
    for event in document["events"]:
        who = f"Player {event['player'] + 1}" if "player" in event else ""
        yield _TELL[event["event"]](event, who)


def _setup(event: Event, who: str) -> str:
    queues = "; ".join(", ".join(queue) for queue in event["queues"])
    mode = "Solo" if event["mode"] == "solo" else "Together"
    return f"{mode}, {event['actions']} actions a round; the orders: {queues}."


def _shortage(event: Event, who: str) -> str:
    lost = f"; {event['card']} is lost from the {event['place']}" if event["card"] else ""
    return f"  {who} meets a shortage of order {event['order']}{lost}."


def _round(event: Event, who: str) -> str:
    return f"\nRound {event['round']}"


def _action(event: Event, who: str) -> str:
    return f"  {who} {_ACTIONS[event['kind']](event)}."


def _assemble(event: Event) -> str:
    parts = []
    if event["on"]:
        stacks = " and ".join(f"stack {stack}" for stack, _ in event["on"])
        parts.append(f"puts {event['ingredient']} on {stacks}")
    if event.get("new"):
        parts.append(f"begins with {', '.join(event['new'])} bread")
    if event.get("give"):
        parts.append(f"gives {event['give']} {event['ingredient']} to the other")
    return " and ".join(parts)


def _toast(event: Event) -> str:
    return f"toasts {' and '.join(f'stack {stack}' for stack in event['on'])}"


def _restock(event: Event, who: str) -> str:
    why = "for free" if event["why"] == "free" else "with bread"
    return f"  {who} restocks {event['ingredient']} {why}."


def _ban(event: Event, who: str) -> str:
    return f"  {who} learns that order {event['order']} takes no {' or '.join(event['fillings'])}."


def _serve(event: Event, who: str) -> str:
    sandwich = event["sandwich"] + 1
    return f"  {who} serves stack {event['stack']} as sandwich {sandwich} of {event['order']}."


def _complete(event: Event, who: str) -> str:
    return f"  {who} completes order {event['order']}."


def _reveal(event: Event, who: str) -> str:
    return f"  {who} reveals order {event['order']}."


def _end(event: Event, who: str) -> str:
    rounds = "1 round" if event["rounds"] == 1 else f"{event['rounds']} rounds"
    rating = f": rating {event['rating']}, {event['title']}" if event["won"] else ""
    result = "Won" if event["won"] else "Lost"
    return f"\n{result} after {rounds}, {event['reason']}{rating}."


_ACTIONS: dict[str, Callable[[Event], str]] = {
    "assemble": _assemble,
    "toast": _toast,
    "restock": lambda event: f"restocks {event['ingredient']}",
    "pass": lambda event: "passes",
}

_TELL: dict[str, Callable[[Event, str], str]] = {
    "setup": _setup,
    "shortage": _shortage,
    "round": _round,
    "action": _action,
    "ban": _ban,
    "serve": _serve,
    "complete": _complete,
    "reveal": _reveal,
    "restock": _restock,
    "end": _end,
}
