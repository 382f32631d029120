"""Who claimed what, when, and for how many points: counted from a replay document alone."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple


class Recount(NamedTuple):
    """By day and place in the order of play, and by card."""

    order: list[list[int]]
    claims: list[list[int]]
    points: list[list[int]]
    seen: set[str]
    taken: dict[str, tuple[int, int]]


def recount(document: dict[str, Any]) -> Recount:
    held = [Counter[str]() for _ in range(document["players"])]
    for seat, chefs in enumerate(document["setup"]["chefs"]):
        for card in chefs:
            held[seat].update(document["cards"][card]["points"])
    found = Recount([], [], [], set(), {})
    for day in document["days"]:
        order = day["order"]
        claims, points = [0] * len(order), [0] * len(order)
        found.seen.update(day["book"], day["refill"])
        for turn in day["turns"]:
            place, seat = order.index(turn["seat"]), turn["seat"]
            for fill in turn.get("fills", ()):
                before = worth(held[seat])
                held[seat].update(document["cards"][fill["recipe"]]["points"])
                claims[place] += 1
                points[place] += worth(held[seat]) - before
                found.taken[fill["recipe"]] = (seat, day["day"])
                if "removed" in fill:
                    held[seat].subtract(document["cards"][fill["removed"]]["points"])
        found.order.append(order)
        found.claims.append(claims)
        found.points.append(points)
    return found


def worth(symbols: Counter[str]) -> int:
    """A point each, and two more for each star with a coin and a trophy."""
    counts = [symbols[kind] for kind in ("star", "coin", "trophy")]
    return sum(counts) + 2 * min(counts)
