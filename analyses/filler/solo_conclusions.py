"""What solo games let one conclude, and whether it holds over tiers and over generated decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from analyses.filler.solo_games import SoloGames
from analyses.filler.solo_tables import (
    by_difficulty,
    outlier_findings,
    pair_findings,
    part_findings,
)
from analyses.reach.ensembles import Ensemble
from analyses.reach.tiers import Asked
from analyses.statistics.estimates import proportion
from analyses.statistics.families import Finding, together
from analyses.tables import spread_out

__all__ = ["Conclusion", "conclusions"]

SETTLED = "not balanced"
OPEN = "undecided"
PARTS = {"choice": "choice rule", "rule": "altered rule"}

Question = tuple[str, str, str]
"""A topic and the personalities it is about; the second is empty where there is one."""


@dataclass(frozen=True)
class Conclusion:
    """One question with the answer of every strategy, and over generated decks.

    Attributes
    ----------
    topic : str
        ``pair``, ``choice``, ``rule`` or ``outlier``.
    first, second : str
        The personalities it is about; `second` only for a pair.
    found : tuple of Asked
        By tier, the weakest first.
    reference : Asked
        The one by which the conclusion is worded, and that was asked over decks.
    decks : Ensemble, optional
        What was found with it over generated decks.
    """

    topic: str
    first: str
    second: str
    found: tuple[Asked, ...]
    reference: Asked
    decks: Ensemble | None

    @property
    def is_open(self) -> bool:
        """Whether the reference did not settle it."""
        return self.reference.finding.verdict.outcome == OPEN

    @property
    def text(self) -> str:
        """What the reference found, in words."""
        return self._said(self.reference.finding)

    def _said(self, finding: Finding) -> str:
        """One finding in words."""
        is_open = finding.verdict.outcome == OPEN
        if self.topic == "pair":
            easier = self.second if finding.lean == self.first else self.first
            open_ = f"{self.first} or {self.second}: not settled"
            return open_ if is_open else f"{finding.lean} harder than {easier}"
        if self.topic == "outlier":
            is_outlier = finding.verdict.outcome == SETTLED
            verdict = f"is an outlier, {finding.lean}" if is_outlier else "is no outlier"
            open_ = f"{self.first} an outlier: not settled"
            return open_ if is_open else f"{self.first} {verdict}"
        what = f"{self.first}'s {PARTS[self.topic]}"
        return f"{what}: not settled" if is_open else f"{what} makes it {finding.lean}"

    def tiers(self, kind: str) -> str:
        """Tiers for which it ``holds``, ``flips`` or is ``open``, as a list in print."""
        label = self.reference.finding.label
        found: dict[str, list[str]] = {"holds": [], "flips": [], "open": []}
        for it in self.found:
            if it.finding.verdict.outcome == OPEN:
                found["open"].append(str(it.tier))
            elif not self.is_open:
                found["holds" if it.finding.label == label else "flips"].append(str(it.tier))
        return ", ".join(found[kind])

    @property
    def n_flips(self) -> int:
        """Generated decks for which the opposite, or another verdict, is settled."""
        if self.decks is None or self.is_open:
            return 0
        return len(self.decks.found) - self.decks.n_holds - self.decks.n_undecided

    def row(self) -> dict[str, Any]:
        """The conclusion as a row of a frame."""
        row: dict[str, Any] = {
            "topic": self.topic,
            "conclusion": self.text,
            "strategy": self.reference.strategy,
            "tier": self.reference.tier,
            "holds_for": self.tiers("holds"),
            "flips_for": self.tiers("flips"),
            "open_for": self.tiers("open"),
        }
        if self.decks is not None:
            n_decks, n_open = len(self.decks.found), self.decks.n_undecided
            nothing = proportion(0, 0)
            row |= {
                "n_generated": n_decks,
                "n_holds": 0 if self.is_open else self.decks.n_holds,
                "n_flips": self.n_flips,
                "n_undecided": n_open,
                **spread_out("holds_rate", nothing if self.is_open else self.decks.share()),
            }
        return row


def findings(games: SoloGames, margin: float, order: Sequence[str]) -> dict[Question, Finding]:
    """Every question that these games can answer, each by itself; pairs in the given order."""
    found: dict[Question, Finding] = {
        ("pair", first, second): finding
        for (first, second), finding in pair_findings(games, combinations(order, 2)).items()
    }
    found |= {(part, name, ""): it for (part, name), it in part_findings(games, order).items()}
    outliers = outlier_findings(games, margin)
    return found | {("outlier", name, ""): outliers[name] for name in order if name in outliers}


def judged(found: Mapping[Question, Finding]) -> dict[Question, Finding]:
    """The same, pairs, parts and outliers each judged as one family, as the tables judge them."""
    answers: dict[Question, Finding] = {}
    for topics in (("pair",), ("choice", "rule"), ("outlier",)):
        asked = [question for question in found if question[0] in topics]
        together_ = together([found[question] for question in asked])
        answers |= dict(zip(asked, together_, strict=True))
    return answers


def conclusions(
    played: Sequence[SoloGames],
    reference: SoloGames,
    decks: Mapping[str, SoloGames],
    margin: float,
) -> tuple[Conclusion, ...]:
    """All questions, answered by every strategy and over the decks.

    Parameters
    ----------
    played : sequence of SoloGames
        One of each strategy.
    reference : SoloGames
        That of them by which conclusions are worded.
    decks : mapping
        From the name of generated rules to the games of the reference's strategy with them.
    margin : float
        Of outliers.

    Returns
    -------
    tuple of Conclusion
        By Holm's method the pairs of one strategy are a family, so are its parts and its
        outliers; over decks each question is one.
    """
    order = by_difficulty(reference)
    by_tier = sorted(played, key=lambda games: games.tier)
    by_strategy = [(it, judged(findings(it, margin, order))) for it in by_tier]
    by_deck = {name: findings(it, margin, order) for name, it in decks.items()}
    made = []
    for question in findings(reference, margin, order):
        answers = tuple(
            Asked(it.strategy, it.tier, found[question])
            for it, found in by_strategy
            if question in found
        )
        (at,) = (answer for answer in answers if answer.strategy == reference.strategy)
        made.append(Conclusion(*question, answers, at, _ensemble(question, by_deck, at.finding)))
    return tuple(made)


def _ensemble(
    question: Question, by_deck: Mapping[str, Mapping[Question, Finding]], shipped: Finding
) -> Ensemble | None:
    """The answers of all decks to one question, judged together."""
    if not by_deck:
        return None
    found = together([answers[question] for answers in by_deck.values()])
    return Ensemble(" ".join(question).strip(), "decks", tuple(by_deck), tuple(found), shipped)
