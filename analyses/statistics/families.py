"""Families of verdicts: judged together by Holm's method, told over tiers and over ensembles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from scipy.special import ndtri

from analyses.statistics.verdicts import Verdict, holm

__all__ = ["Finding", "agree", "family", "joined", "together"]


class Finding(NamedTuple):
    """A verdict, and whom it favours.

    Parameters
    ----------
    verdict : Verdict
        Of one question, by itself.
    lean : str
        In words, e.g. ``seat 0 ahead``: 'not balanced' the other way round is no agreement. Empty
        where that is not proven.
    p_balanced_holm, p_not_balanced_holm : float
        Adjusted for the family; nan before `together` has judged it.
    words : tuple of str
        What is said for 'balanced' and 'not balanced'.
    games_per_block : int
        For forecasts.
    """

    verdict: Verdict
    lean: str = ""
    p_balanced_holm: float = math.nan
    p_not_balanced_holm: float = math.nan
    words: tuple[str, str] = ("balanced", "not balanced")
    games_per_block: int = 1

    @property
    def label(self) -> str:
        """What two findings must `agree` in."""
        if self.verdict.outcome == "not balanced":
            return ", ".join([self.words[1], *([self.lean] if self.lean else [])])
        return self.words[0] if self.verdict.outcome == "balanced" else "undecided"


def agree(one: str, other: str) -> bool:
    """Whether two labels say the same; one that names nobody is no objection to one that does."""
    return one == other or one.startswith(f"{other}, ") or other.startswith(f"{one}, ")


def together(findings: Sequence[Finding], *, confidence_level: float = 0.95) -> list[Finding]:
    """The findings of a family, each judged so that any false one is as rare as one alone.

    Parameters
    ----------
    findings : sequence of Finding
        Verdicts of one family, in any order.
    confidence_level : float, default 0.95
        1 less the chance that any verdict 'balanced' of the family is false, and the same for
        'not balanced'.

    Returns
    -------
    list of Finding
        In the same order. One that holds by itself but not together becomes undecided; its
        forecast is the games that would bring its p-value to where the family asks for it.

    Notes
    -----
    Holm's step-down method [1]_ on the two kinds of verdicts separately. For any-time verdicts
    the p-values are valid at every look, and so is what is adjusted.

    References
    ----------
    .. [1] Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian
       Journal of Statistics 6, 65-70.
    """
    balanced = holm([found.verdict.p_balanced for found in findings])
    unbalanced = holm([found.verdict.p_not_balanced for found in findings])
    alpha, judged = 1.0 - confidence_level, []
    for found, p, q in zip(findings, balanced.tolist(), unbalanced.tolist(), strict=True):
        own = {"balanced": p, "not balanced": q}.get(found.verdict.outcome, 0.0)
        verdict = found.verdict if own <= alpha else _withdrawn(found, own, alpha)
        judged.append(found._replace(verdict=verdict, p_balanced_holm=p, p_not_balanced_holm=q))
    return judged


def family(verdicts: Sequence[Verdict], *, confidence_level: float = 0.95) -> list[Verdict]:
    """The verdicts of a family as `together` judges them."""
    found = together([Finding(it) for it in verdicts], confidence_level=confidence_level)
    return [finding.verdict for finding in found]


def _withdrawn(found: Finding, adjusted: float, alpha: float) -> Verdict:
    """A verdict that its family does not allow yet."""
    verdict = found.verdict
    p = verdict.p_balanced if verdict.outcome == "balanced" else verdict.p_not_balanced
    asked = alpha * p / adjusted
    stretch = (float(ndtri(asked / 2)) / float(ndtri(min(p, alpha) / 2))) ** 2
    missing = verdict.estimate.n * max(0.0, stretch - 1.0) * found.games_per_block
    n_more = float(f"{math.ceil(missing):.2g}")
    word = found.words[0 if verdict.outcome == "balanced" else 1]
    text = f"not enough games: {word} by itself, not together with the others"
    return replace(verdict, outcome="undecided", n_more=n_more, text=f"{text} (p = {adjusted:.2g})")


def joined(parts: Iterable[str]) -> str:
    """A list in words: "a, b and c"."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
