"""For which tiers of play a verdict holds, and for which it flips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.statistics.families import Finding, agree, joined, together
from analyses.tables import records, table
from simcore.errors import UsageError
from strategies.registry import parse

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Asked", "Tiers", "one_per_tier", "over_tiers", "tier_of", "tiers_of"]


@dataclass(frozen=True)
class Asked:
    """One strategy that was asked, and what was found with it."""

    strategy: str
    tier: int
    finding: Finding


@dataclass(frozen=True)
class Tiers:
    """Result of `over_tiers`.

    Attributes
    ----------
    subject : str
        What is judged, e.g. ``seats of 2 players``.
    found : tuple of Asked
        By tier, the weakest first, judged together.
    link : str
        Between verdict and tiers, in sentences: it holds for, against, or with them.
    """

    subject: str
    found: tuple[Asked, ...]
    link: str = "for"

    @property
    def reference(self) -> Asked:
        """What the others are held against: the strongest play for which it is decided."""
        decided = [it for it in self.found if it.finding.verdict.outcome != "undecided"]
        return (decided or list(self.found))[-1]

    @property
    def holds(self) -> tuple[Asked, ...]:
        """Where the same was found as in the reference; none where nothing is decided."""
        label = self.reference.finding.label
        if label == "undecided":
            return ()
        return tuple(it for it in self.found if agree(it.finding.label, label))

    @property
    def flips(self) -> tuple[Asked, ...]:
        """Where another verdict was found."""
        label = self.reference.finding.label
        others = (it for it in self.found if it.finding.verdict.outcome != "undecided")
        return tuple(it for it in others if not agree(it.finding.label, label))

    @property
    def text(self) -> str:
        """For which tiers it holds, flips and is open, in one sentence."""
        reference = self.reference.finding
        if reference.verdict.outcome == "undecided":
            return f"undecided {self._named(self.found)}: {reference.verdict.text}"
        labels = sorted({it.finding.label for it in self.holds}, key=reference.label.__ne__)
        parts = [f"{label} {self._named(self._with(label))}" for label in labels]
        for label in sorted({it.finding.label for it in self.flips}):
            parts.append(f"flips {self._named(self._with(label))}: {label}")
        open_ = [it for it in self.found if it.finding.verdict.outcome == "undecided"]
        parts += [f"undecided {self._named(open_)}"] if open_ else []
        return "; ".join(parts)

    def _with(self, label: str) -> list[Asked]:
        return [it for it in self.found if it.finding.label == label]

    def _named(self, some: Sequence[Asked]) -> str:
        """Strategies by tier, or by name where a tier has several."""
        tiers = [it.tier for it in self.found]
        if all(tiers.count(it.tier) == 1 for it in some):
            plural = "s" if len(some) > 1 else ""
            return f"{self.link} tier{plural} {joined(str(it.tier) for it in some)}"
        return f"{self.link} " + joined(f"{it.strategy} (tier {it.tier})" for it in some)

    def to_frame(self) -> pd.DataFrame:
        """One row per strategy: its verdict, with p-values adjusted by Holm's method."""
        return table(self._row(it) for it in self.found)

    def _row(self, asked: Asked) -> dict[str, Any]:
        verdict = asked.finding.verdict
        return {
            "subject": self.subject,
            "strategy": asked.strategy,
            "tier": asked.tier,
            "outcome": verdict.outcome,
            "verdict": verdict.text,
            "n_more": verdict.n_more,
            "p_balanced_holm": asked.finding.p_balanced_holm,
            "p_not_balanced_holm": asked.finding.p_not_balanced_holm,
        }

    def summary(self) -> str:
        """The subject and `text`."""
        return f"{self.subject}: {self.text}"

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {
            "subject": self.subject,
            "text": self.text,
            "holds_for": sorted({it.tier for it in self.holds}),
            "flips_for": sorted({it.tier for it in self.flips}),
            "verdicts": records(self.to_frame()),
        }


def over_tiers(
    game: str,
    question: Callable[[str], Finding],
    strategies: Iterable[str],
    *,
    subject: str,
    link: str = "for",
) -> Tiers:
    """Ask one question of several strategies and judge the answers together.

    Parameters
    ----------
    game : str
        Its name, for the tiers of the strategies.
    question : callable
        From a strategy to its `Finding`; it plays the games.
    strategies : iterable of str
        Whom to ask, e.g. from `one_per_tier`.
    subject, link : str
        What is judged, for frames and sentences; see `Tiers`.
    """
    return tiers_of(game, [(name, question(name)) for name in strategies], subject, link)


def tiers_of(
    game: str, findings: Iterable[tuple[str, Finding]], subject: str, link: str = "for"
) -> Tiers:
    """The same from answers that are there already, by strategy."""
    by_tier = sorted(((tier_of(game, name), name, it) for name, it in findings), key=lambda x: x[0])
    if not by_tier:
        raise UsageError("no strategy to ask; allowed: one or more")
    judged = together([it for _, _, it in by_tier])
    asked = [Asked(name, tier, it) for (tier, name, _), it in zip(by_tier, judged, strict=True)]
    return Tiers(subject, tuple(asked), link)


def tier_of(game: str, strategy: str) -> int:
    """Tier of a strategy given as text."""
    return parse(game, strategy)[0].tier


def one_per_tier(game: str, ladder: Iterable[str], preferred: Iterable[str] = ()) -> list[str]:
    """One strategy for each tier, the weakest first.

    Parameters
    ----------
    game : str
        Its name.
    ladder : iterable of str
        Candidates; of one tier, the last counts.
    preferred : iterable of str
        Those that stand for their tier whatever the ladder says.
    """
    chosen: dict[int, str] = {}
    for name in (*ladder, *preferred):
        chosen[tier_of(game, name)] = name
    return [chosen[tier] for tier in sorted(chosen)]
