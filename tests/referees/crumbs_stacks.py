"""Stacks and sandwiches for the referee of Crumbs!, from the words of the ruling.

A stack is a tuple of cards from bottom to top, a card a pair (kind, toasted). That a stack is a
possible beginning is taken literally: some sequence of further cards and toasts completes it.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

BREADS = ("white", "brown", "sesame")
SLICES = {"open": 1, "normal": 2, "triple": 3}

Card = tuple[str, bool]
Stack = tuple[Card, ...]
Sandwich = tuple[str, tuple[tuple[str, ...], ...], str, bool, bool]
"""Form, layers, top, toasted, and whether the fillings must lie exactly as displayed."""


def sandwich_of(values: dict[str, Any], is_exact: bool) -> Sandwich:
    layers = tuple(tuple(layer) for layer in values["layers"])
    return values["form"], layers, values["top"], values["toasted"], is_exact


def equals(stack: Stack, sandwich: Sandwich) -> bool:
    form, layers, top, toasted, is_exact = sandwich
    slices = [i for i, (kind, _) in enumerate(stack) if kind in BREADS]
    if len(slices) != SLICES[form] or not slices or slices[0] != 0:
        return False
    ends = [*slices[1:], len(stack)]
    found = [[kind for kind, _ in stack[a + 1 : b]] for a, b in zip(slices, ends, strict=True)]
    if form != "open" and found.pop():
        return False
    wanted = [list(layer) for layer in layers]
    if not is_exact:
        found, wanted = [sorted(layer) for layer in found], [sorted(layer) for layer in wanted]
    return found == wanted and stack[slices[-1]] == (top, toasted)


@cache
def can_become(stack: Stack, sandwich: Sandwich) -> bool:
    """Whether further cards and toasts can make the sandwich of this stack."""
    form, layers, top, _, _ = sandwich
    if equals(stack, sandwich):
        return True
    needed = [filling for layer in layers for filling in layer]
    n_slices = 0
    for kind, _ in stack:
        if kind in BREADS:
            n_slices += 1
        elif kind in needed:
            needed.remove(kind)
        else:
            return False
    after = [(*stack, (filling, False)) for filling in needed]
    if n_slices < SLICES[form]:
        after += [(*stack, (kind, False)) for kind in {"white", top}]
    kind, is_toasted = stack[-1]
    if kind in BREADS and not is_toasted:
        after.append((*stack[:-1], (kind, True)))
    return any(can_become(longer, sandwich) for longer in after)


def are_assignable(stacks: Iterable[Stack], wanted: list[Sandwich]) -> bool:
    """Whether the stacks that fit anything can be meant for different wanted sandwiches."""
    rest = [stack for stack in stacks if any(can_become(stack, s) for s in wanted)]
    return assign_exactly(rest, wanted)


def assign_exactly(stacks: list[Stack], wanted: list[Sandwich]) -> bool:
    """Whether every one of the stacks can be meant for a wanted sandwich of its own."""
    return not stacks or any(
        can_become(stacks[0], sandwich) and assign_exactly(stacks[1:], wanted[:i] + wanted[i + 1 :])
        for i, sandwich in enumerate(wanted)
    )
