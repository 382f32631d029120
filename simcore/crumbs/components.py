"""The cards of Crumbs!: six fillings, three breads, and the orders with their sandwiches.

Source: the rulebook, sections 1 and 4. The publisher does not list the order cards: the shipped
deck is a reconstruction, and a deck says so of itself.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "BREADS",
    "BREAD_COUNTS",
    "CARDS_PER_FILLING",
    "DIFFICULTIES",
    "FILLINGS",
    "FORMS",
    "KINDS",
    "MAX_SANDWICHES",
    "N_BREADS",
    "N_FILLINGS",
    "N_KINDS",
    "N_ORDERS",
    "QUIRKS",
    "Deck",
    "Order",
    "Sandwich",
]

FILLINGS = ("avocado", "cheese", "egg", "ham", "salad", "salmon")
BREADS = ("white", "brown", "sesame")
KINDS = (*FILLINGS, *BREADS)
"""Kinds of cards in the order of the kernel's numbers: fillings 0 to 5, breads 6 to 8."""

N_FILLINGS, N_BREADS, N_KINDS = len(FILLINGS), len(BREADS), len(KINDS)
BREAD_COUNTS = (4, 1, 1)
CARDS_PER_FILLING = 3
N_ORDERS = N_FILLINGS * CARDS_PER_FILLING
MAX_SANDWICHES = 3
DIFFICULTIES = (2, 3, 4)

FORMS = ("open", "normal", "triple")
"""Forms of a sandwich, by its number of slices less one."""

QUIRKS = ("dietary", "patron", "speedy", "shortage")


@dataclass(frozen=True)
class Sandwich:
    """A sandwich as printed.

    Attributes
    ----------
    form : {'open', 'normal', 'triple'}
        One, two or three slices.
    layers : tuple of tuple of str
        Fillings from bottom to top; one layer, for a triple two.
    top : {'white', 'brown', 'sesame'}
        Kind of the top slice, or of the only one.
    toasted : bool
        Whether that slice is toasted.
    """

    form: str
    layers: tuple[tuple[str, ...], ...]
    top: str
    toasted: bool

    @property
    def n_slices(self) -> int:
        """Slices of bread."""
        return FORMS.index(self.form) + 1

    @property
    def fillings(self) -> tuple[str, ...]:
        """Fillings of all layers."""
        return tuple(filling for layer in self.layers for filling in layer)

    @property
    def cost(self) -> int:
        """Actions to make it from nothing: one a card, and one to toast."""
        return len(self.fillings) + self.n_slices + int(self.toasted)


@dataclass(frozen=True)
class Order:
    """An order card: its filling on the other face, whether it has the icon, and what it wants.

    `bans` are the fillings a Dietary Diner will not have about; empty for the other quirks.
    """

    id: str
    filling: str
    special: bool
    difficulty: int
    quirk: str
    bans: tuple[str, ...]
    sandwiches: tuple[Sandwich, ...]

    @property
    def fillings(self) -> frozenset[str]:
        """Fillings that its sandwiches need."""
        return frozenset(f for sandwich in self.sandwiches for f in sandwich.fillings)


@dataclass(frozen=True)
class Deck:
    """The 18 orders, by name; `is_reconstruction` unless somebody copied the printed cards."""

    name: str
    orders: tuple[Order, ...]
    is_reconstruction: bool = True

    def index_of(self, order_id: str) -> int:
        """Place of an order in the deck; ValueError for an unknown id."""
        return [order.id for order in self.orders].index(order_id)
