"""Over how many generated decks or layouts a verdict holds, where components are reconstructed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.statistics.estimates import Estimate, proportion
from analyses.statistics.families import Finding, agree, together
from analyses.tables import in_percent, records, spread_out, table
from simcore.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Ensemble", "Ensembles", "over_ensemble", "over_ensembles"]


@dataclass(frozen=True)
class Ensemble:
    """Result of `over_ensemble`.

    Attributes
    ----------
    subject, components : str
        What is judged, and what was generated, e.g. ``layouts``.
    names : tuple of str
        The generated rules.
    found : tuple of Finding
        What was found with each, judged together.
    shipped : Finding, optional
        What was found with the components that ship.
    """

    subject: str
    components: str
    names: tuple[str, ...]
    found: tuple[Finding, ...]
    shipped: Finding | None = None

    @property
    def label(self) -> str:
        """The finding that is counted: that of the shipped components, else the commonest."""
        if self.shipped is not None and self.shipped.verdict.outcome != "undecided":
            return self.shipped.label
        labels = [it.label for it in self.found if it.verdict.outcome != "undecided"]
        return max(sorted(set(labels)), key=labels.count, default="undecided")

    @property
    def n_holds(self) -> int:
        """Generated components with that finding; none where it is open in all."""
        if self.label == "undecided":
            return 0
        return sum(agree(it.label, self.label) for it in self.found)

    @property
    def n_undecided(self) -> int:
        """Generated components for which there were not enough games."""
        return sum(it.verdict.outcome == "undecided" for it in self.found)

    def share(self, *, confidence_level: float = 0.95) -> Estimate:
        """Share of all components the generator can make with that finding, by Wilson's interval.

        Seeds are independent trials. An undecided one counts as one that does not hold.
        """
        return proportion(self.n_holds, len(self.found), confidence_level=confidence_level)

    @property
    def text(self) -> str:
        """In how many it holds, in one sentence."""
        of_all = f"{len(self.found)} generated {self.components}"
        if self.label == "undecided":
            return f"undecided in all of {of_all}"
        share = f"{self.label} in {self.n_holds} of {of_all} ({in_percent(self.share())})"
        n_others = len(self.found) - self.n_holds - self.n_undecided
        n_unnamed = self.n_holds - sum(it.label == self.label for it in self.found)
        parts = [f"nobody proven ahead in {n_unnamed} of these"] if n_unnamed else []
        parts += [f"another verdict in {n_others}"] if n_others else []
        parts += [f"undecided in {self.n_undecided}"] if self.n_undecided else []
        return ", ".join([share, *parts])

    def to_frame(self) -> pd.DataFrame:
        """One row for each of the generated components: its verdict."""
        return table(
            {
                "subject": self.subject,
                "variant": name,
                "outcome": it.verdict.outcome,
                "verdict": it.verdict.text,
                "n_more": it.verdict.n_more,
                "p_balanced_holm": it.p_balanced_holm,
                "p_not_balanced_holm": it.p_not_balanced_holm,
            }
            for name, it in zip(self.names, self.found, strict=True)
        )

    def counts(self) -> pd.DataFrame:
        """One row: how many hold, flip and are open, with the interval of the share."""
        row: dict[str, Any] = {"subject": self.subject, "outcome": self.label}
        row |= {"n_generated": len(self.found), "n_holds": self.n_holds}
        row |= {"n_undecided": self.n_undecided} | spread_out("holds_rate", self.share())
        return table([row])

    def summary(self) -> str:
        """The subject and `text`."""
        return f"{self.subject}: {self.text}"

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        counts: dict[str, Any] = records(self.counts(), "holds_rate")[0]
        return {**counts, "text": self.text, "verdicts": records(self.to_frame())}


@dataclass(frozen=True)
class Ensembles:
    """Result of `over_ensembles`.

    Attributes
    ----------
    components : str
        What was generated, e.g. ``layouts``.
    found : tuple of Ensemble
        One for each question.
    """

    components: str
    found: tuple[Ensemble, ...]

    @property
    def n_generated(self) -> int:
        """How many sets of components were asked."""
        return len(self.found[0].found) if self.found else 0

    def to_frame(self) -> pd.DataFrame:
        """One row per question: how many hold, flip and are open."""
        return table(row for it in self.found for row in records(it.counts()))

    def verdicts(self) -> pd.DataFrame:
        """One row for each question and each of the generated components."""
        return table(row for it in self.found for row in records(it.to_frame()))

    def summary(self) -> str:
        """A line for each question."""
        return "\n".join(it.summary() for it in self.found)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {
            "components": self.components,
            "n_generated": self.n_generated,
            "findings": [it.to_json() for it in self.found],
        }


def over_ensembles(
    questions: Callable[[Any], Mapping[str, Finding]],
    rules_list: Sequence[Any],
    *,
    components: str = "components",
    shipped: Mapping[str, Finding],
) -> Ensembles:
    """Ask many questions under many rules that differ in generated components only.

    Parameters
    ----------
    questions : callable
        From rules, or whatever `rules_list` holds, to a `Finding` by subject; it plays the games.
    rules_list : sequence
        What to ask, e.g. from `generated_rules`; those of `generated_alike` are named by the first.
    components : str
        For sentences.
    shipped : dict
        The answers for the components that ship, by the same subjects.

    Notes
    -----
    The components that one question is asked under are a family of verdicts.
    """
    if not rules_list:
        raise UsageError("no generated components to ask; allowed: one or more")
    asked = [questions(rules) for rules in rules_list]
    firsts = [rules[0] if isinstance(rules, tuple) else rules for rules in rules_list]
    names = tuple(rules.name for rules in firsts)
    return Ensembles(
        components,
        tuple(
            Ensemble(
                subject,
                components,
                names,
                tuple(together([answers[subject] for answers in asked])),
                finding,
            )
            for subject, finding in shipped.items()
        ),
    )


def over_ensemble(
    question: Callable[[Any], Finding],
    rules_list: Sequence[Any],
    *,
    subject: str,
    components: str = "components",
    shipped: Finding | None = None,
) -> Ensemble:
    """Ask one question under many rules that differ in generated components only.

    Parameters
    ----------
    question : callable
        From rules to the `Finding`; it plays the games.
    rules_list : sequence of rules
        From `analyses.reach.generated.generated_rules`.
    subject, components : str
        For frames and sentences.
    shipped : Finding, optional
        The answer for the components that ship: what is then counted.
    """
    if not rules_list:
        raise UsageError("no generated components to ask; allowed: one or more")
    found = together([question(rules) for rules in rules_list])
    names = tuple(rules.name for rules in rules_list)
    return Ensemble(subject, components, names, tuple(found), shipped)
