"""Which fillings cover which requirements.

Rulebook, "Fill": the ingredients of the cards played "must cover all of the requirements listed".
Ruling: a named requirement takes that filling or a wild, a class any filling of it or a wild, any
takes anything; one ingredient covers one requirement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from simcore.filler.components import ANY, CLASSES

__all__ = ["covers"]


def covers(gives: Iterable[str], requires: Iterable[str], classes: Sequence[Sequence[str]]) -> bool:
    """Whether these ingredients cover these requirements.

    Parameters
    ----------
    gives, requires : iterable of str
        Icons as in `Recipe`.
    classes : (common, rare)
        The fillings of each class.

    Notes
    -----
    A named requirement is met by its own filling, which could serve more elsewhere but is never
    needed more there: what other fillings leave over takes its place. So wilds are needed exactly
    for what the fillings of a name, of a class and of all classes leave unmet.
    """
    given, needed = Counter(gives), Counter(requires)
    n_wild, n_unmet, n_left = given[ANY], 0, 0
    for word, fillings in zip(CLASSES, classes, strict=True):
        left = 0
        for filling in fillings:
            spare = given[filling] - needed[filling]
            left += max(spare, 0)
            n_unmet += max(-spare, 0)
        n_unmet += max(needed[word] - left, 0)
        n_left += max(left - needed[word], 0)
    n_unmet += max(needed[ANY] - n_left, 0)
    return n_unmet <= n_wild
