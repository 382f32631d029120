"""Over how many generated decks or layouts a verdict holds, where components are reconstructed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.estimates import Estimate, proportion
from analyses.families import Finding, together
from analyses.tables import in_percent, records, spread_out, table
from simcore.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Ensemble", "generated_rules", "over_ensemble"]

MOST_DRAWS = 50
"""Seeds tried for each set of components that is wanted; generators may refuse what they drew."""


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
        """Generated components with that finding."""
        return sum(it.label == self.label for it in self.found)

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
        parts = [f"another verdict in {n_others}"] if n_others else []
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
        From `generated_rules`.
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


def generated_rules(game: str, rules: Any, n: int, *, seed: int) -> tuple[str, list[Any]]:
    """Rules with `n` sets of generated components in place of the shipped ones.

    Parameters
    ----------
    game : str
        One that has a module ``simcore.<game>.ensemble``.
    rules : rules
        Everything else is taken from these.
    n : int
        How many.
    seed : int
        Seed of the first; those after it are tried in turn, as a generator may refuse one.

    Returns
    -------
    str, list of rules
        What was generated ("layouts"), and the rules.
    """
    name = f"simcore.{game}.ensemble"
    if importlib.util.find_spec(name) is None:
        raise UsageError(f"{game} has no generated components: everything in it is printed")
    module = importlib.import_module(name)
    found: list[Any] = []
    for draw in range(seed, seed + n * MOST_DRAWS):
        made = module.generated(rules, draw)
        found += [made] if made is not None else []
        if len(found) == n:
            return module.COMPONENTS, found
    raise UsageError(f"{game}: {len(found)} of {n} sets of components in {n * MOST_DRAWS} seeds")
