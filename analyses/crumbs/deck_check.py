"""What a deck of orders is like, and the constraints that a likeness of the printed one meets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.crumbs.games import RECONSTRUCTION
from analyses.tables import records, table
from simcore.crumbs.components import Deck, Order, Sandwich
from simcore.crumbs.generator import generate_deck, violations
from simcore.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DeckCheck", "check_deck", "check_generator"]

MOST_DRAWS = 200


@dataclass(frozen=True)
class DeckCheck:
    """Result of `check_deck` and `check_generator`.

    Attributes
    ----------
    deck : Deck
    broken : tuple of str
        Constraints that it breaks, in words.
    n_seeds, n_met : int
        Seeds that were drawn, and those whose deck met every constraint; 0 for a file.
    """

    deck: Deck
    broken: tuple[str, ...]
    n_seeds: int = 0
    n_met: int = 0

    def orders(self) -> pd.DataFrame:
        """One row per order card."""
        return table(
            {
                "order": order.id,
                "difficulty": order.difficulty,
                "quirk": _quirk(order),
                "sandwiches": "; ".join(_sandwich(one) for one in order.sandwiches),
            }
            for order in self.deck.orders
        )

    def summary(self) -> str:
        """Whether every constraint is met, and how many seeds were refused."""
        lines = [
            "every constraint on a reconstruction is met"
            if not self.broken
            else f"constraints that are not met: {'; '.join(self.broken)}"
        ]
        if self.n_seeds == 1 and self.n_met == 0:
            lines.append("the seed itself gives no such deck; this is the next one's that does")
        elif self.n_seeds > 1:
            lines.append(f"{self.n_met} of {self.n_seeds} seeds gave a deck that meets them all")
        return "\n".join([*lines, *([RECONSTRUCTION] if self.deck.is_reconstruction else [])])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            "deck": self.deck.name,
            "is_reconstruction": self.deck.is_reconstruction,
            "broken": list(self.broken),
            "n_seeds": self.n_seeds,
            "n_met": self.n_met,
            "orders": records(self.orders()),
        }


def _quirk(order: Order) -> str:
    return f"{order.quirk}, no {' or '.join(order.bans)}" if order.bans else order.quirk


def _sandwich(one: Sandwich) -> str:
    layers = " / ".join("+".join(layer) for layer in one.layers)
    return f"{one.form} {layers} on {'toasted ' if one.toasted else ''}{one.top}"


def check_deck(deck: Deck) -> DeckCheck:
    """The constraints on one deck."""
    return DeckCheck(deck, tuple(violations(deck)))


def check_generator(seed: int, n_seeds: int) -> DeckCheck:
    """The first deck that the seeds from `seed` on give; `n_seeds` of them are counted."""
    first, n_met = None, 0
    for draw in range(seed, seed + max(n_seeds, MOST_DRAWS)):
        if first is not None and draw >= seed + n_seeds:
            break
        deck = generate_deck(draw)
        first = first or deck
        n_met += deck is not None and draw < seed + n_seeds
    if first is None:
        raise UsageError(f"no seed from {seed} to {seed + MOST_DRAWS - 1} gives a valid deck")
    return DeckCheck(first, (), n_seeds, n_met)
