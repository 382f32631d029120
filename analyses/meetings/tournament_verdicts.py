"""Who of a round robin is ahead of whom, and against which others at the table that holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

from analyses.meetings.comparison_verdicts import drawn, finished
from analyses.meetings.pair_questions import Asking, PairQuestions
from analyses.meetings.tournaments import Tournament, tournament
from analyses.reach.ensembles import Ensembles, over_ensembles
from analyses.reach.tiers import Asked, Tiers
from analyses.runs.lineup import Options
from analyses.statistics.families import Finding, joined, together
from analyses.statistics.margins import check_margin, margin_text
from analyses.tables import records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PairVerdicts", "pair_verdicts", "tournament_ensemble"]


@dataclass(frozen=True)
class PairVerdicts:
    """Result of `pair_verdicts`.

    Attributes
    ----------
    asked : PairQuestions
        The games, and the margin.
    alone : dict
        The verdict of every pair by itself.
    pairs : dict
        The same judged together, over all pairs.
    companies : dict
        The verdict of every pair with every company, judged together over all of them.
    """

    asked: PairQuestions
    alone: dict[Asking, Finding]
    pairs: dict[Asking, Finding]
    companies: dict[Asking, Finding]

    def subject(self, pair: Asking) -> str:
        """The two, in words."""
        return joined(self.asked.names[i] for i in (pair.first, pair.second))

    @cached_property
    def tiers(self) -> dict[Asking, Tiers]:
        """What was found with each company, by the tier of its strongest; pairs without any not."""
        found: dict[Asking, Tiers] = {}
        for pair in self.pairs:
            asked = sorted(self.asked.companies[pair], key=self.asked.tier)
            rows = tuple(
                Asked(self._company(it), self.asked.tier(it), self.companies[it]) for it in asked
            )
            found |= {pair: Tiers(self.subject(pair), rows, self._link)} if rows else {}
        return found

    def label(self, pair: Asking) -> str:
        """What the companies are held against: the pair's own verdict, else their strongest."""
        own = self.pairs[pair]
        is_open = own.verdict.outcome == "undecided" and pair in self.tiers
        return self.tiers[pair].reference.finding.label if is_open else own.label

    def holds(self, pair: Asking) -> list[Asking]:
        """The companies with which the same was found."""
        decided = [it for it in self.asked.companies[pair] if it not in self.undecided(pair)]
        return [it for it in decided if self.companies[it].label == self.label(pair)]

    def flips(self, pair: Asking) -> list[Asking]:
        """The companies with which something else was found."""
        decided = [it for it in self.asked.companies[pair] if it not in self.undecided(pair)]
        return [it for it in decided if self.companies[it].label != self.label(pair)]

    def undecided(self, pair: Asking) -> list[Asking]:
        """The companies with which there were not enough games."""
        found = self.asked.companies[pair]
        return [it for it in found if self.companies[it].verdict.outcome == "undecided"]

    def text(self, pair: Asking) -> str:
        """What was found of a pair, and for which companies it holds and flips."""
        own = self.pairs[pair]
        parts = [f"{self.subject(pair)}: {own.label}"]
        if own.verdict.outcome == "undecided" and self.label(pair) != "undecided":
            parts[0] += f" by themselves, {self.label(pair)} {self._link} some"
        for word, some in zip(("holds", "flips", "undecided"), self._some(pair), strict=True):
            if some:
                labels = {self.companies[it].label for it in some} if word == "flips" else ()
                what = f": {joined(sorted(labels))}" if labels else ""
                tiers = f"tier{'s' if ',' in (told := self._told(some)) else ''} {told}"
                parts.append(f"{word} {self._link} {tiers}{what}")
        return "; ".join(parts)

    def to_frame(self) -> pd.DataFrame:
        """One row per pair: its verdict, and the tiers it holds for; p-values over all pairs."""
        names = ("holds_with", "flips_with", "open_with")
        return table(
            self._row(pair, found)
            | {name: self._told(some) for name, some in zip(names, self._some(pair), strict=True)}
            for pair, found in self.pairs.items()
        )

    def by_company(self) -> pd.DataFrame:
        """One row per pair and company; p-values adjusted over all rows."""
        return table(self._row(it, found) for it, found in self.companies.items())

    def summary(self) -> str:
        """How many pairs are decided, and those that flip, one in a line."""
        if not self.pairs:
            return "a table wins together: who adds more shows only with a third strategy"
        n_open = sum(it.verdict.outcome == "undecided" for it in self.pairs.values())
        limit = margin_text(self.asked.margin)
        head = f"{len(self.pairs)} pairs, margin of {limit}, judged together: {n_open} undecided"
        if not self.companies:
            return f"{head}; nobody else took part whom both could have met"
        flip = [pair for pair in self.pairs if self.flips(pair)]
        others = "partners" if self.asked.is_cooperative else "opponents"
        head += f"; with some {others} {len(flip) or 'none'} of them flip"
        return "\n".join([head, *(self.text(pair) for pair in flip)])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        rows = zip(self.pairs, records(self.to_frame()), strict=True)
        return {
            "margin": self.asked.margin,
            "text": self.summary(),
            "verdicts": [
                row
                | {"text": self.text(pair)}
                | ({"tiers": self.tiers[pair].to_json()} if pair in self.tiers else {})
                for pair, row in rows
            ],
        }

    @property
    def _link(self) -> str:
        return "with" if self.asked.is_cooperative else "against"

    def _some(self, pair: Asking) -> tuple[list[Asking], ...]:
        return self.holds(pair), self.flips(pair), self.undecided(pair)

    def _row(self, asked: Asking, found: Finding) -> dict[str, Any]:
        verdict, names = found.verdict, self.asked.robin.names
        row: dict[str, Any] = {
            "strategy": names[asked.first],
            "opponent": names[asked.second],
            "against": " ".join(names[i] for i in asked.company),
        }
        row |= spread_out("win_rate_diff", verdict.estimate)
        return row | {
            "margin": self.asked.margin,
            "outcome": verdict.outcome,
            "finding": found.label,
            "verdict": verdict.text,
            "n_more": verdict.n_more,
            "p_balanced_holm": found.p_balanced_holm,
            "p_not_balanced_holm": found.p_not_balanced_holm,
        }

    def _company(self, asked: Asking) -> str:
        return joined(self.asked.names[i] for i in asked.company)

    def _told(self, some: Sequence[Asking]) -> str:
        """Tiers of these companies; with how many of how many where a tier has others."""
        if not some:
            return ""
        of_all = [self.asked.tier(it) for it in self.asked.companies[some[0].pair]]
        ours = [self.asked.tier(it) for it in some]
        counts = [(tier, ours.count(tier), of_all.count(tier)) for tier in sorted({*ours})]
        return ", ".join(f"{tier}" if n == m else f"{tier} ({n} of {m})" for tier, n, m in counts)


def pair_verdicts(robin: Tournament, *, margin: float = 0.01) -> PairVerdicts:
    """Judge every pair of a round robin, and whether that holds against the others in it.

    Parameters
    ----------
    robin : Tournament
        Of `tournament`; no more games are played.
    margin : float, default 0.01
        Largest difference of win rates that counts as none.

    Returns
    -------
    PairVerdicts
        Two families of verdicts: all pairs; all pairs with every company.

    Notes
    -----
    A pair is judged by the tables that both sat at. Then, for every choice S of others, the first
    strategy's win rate in the line-up with S is held against the second's in its own: both met
    the same luck, and each took every seat of a block once, whatever their places in the
    line-ups. With three seats or more the others sit in the order of the field, which is not the
    same seen from either. Where a table wins together, a pair is judged by the mean over all S.
    """
    check_margin(margin)
    asked = PairQuestions(robin, margin)
    alone = {pair: asked.find(pair) for pair in asked.pairs}
    with_company = {it: asked.find(it) for pair in asked.pairs for it in asked.companies[pair]}
    return PairVerdicts(asked, alone, _judged(alone), _judged(with_company))


def _judged(alone: dict[Asking, Finding]) -> dict[Asking, Finding]:
    return dict(zip(alone, together(list(alone.values())), strict=True))


def tournament_ensemble(
    found: PairVerdicts,
    *,
    games: int,
    seed: int,
    n_generated: int,
    **options: Unpack[Options],
) -> tuple[Ensembles | None, bool]:
    """Play a round robin again under many generated decks or layouts.

    Parameters
    ----------
    found : PairVerdicts
        What is asked again: strategies, rules, seats and margin.
    games, seed, **options
        As in `tournament`; every deck or layout meets the same luck.
    n_generated : int
        How many are generated, from seed 0 on.

    Returns
    -------
    Ensembles or None, bool
        For each pair, in how many the same was found; None without pairs or before any was
        finished. False when the run was interrupted.
    """
    match = found.asked.robin.matches[0].match

    def ask(rules: Any) -> dict[str, Finding]:
        asked: Options = {**options, "rules": rules}
        robin = tournament(
            match.game.name, found.asked.robin.names, games=games, seed=seed, seats=match.n_seats,
            **asked,
        )  # fmt: skip
        if not robin.is_complete:
            raise KeyboardInterrupt
        questions = PairQuestions(robin, found.asked.margin)
        return {found.subject(pair): questions.find(pair) for pair in found.pairs}

    if not n_generated or not found.pairs:
        return None, True
    components, many = drawn(match, n_generated)
    answers, is_complete = finished(ask, many)
    is_complete &= bool(many)
    if not answers:
        return None, is_complete
    told = {rules.name: answer for rules, answer in zip(many, answers, strict=False)}
    shipped = {found.subject(pair): finding for pair, finding in found.pairs.items()}
    played = many[: len(answers)]
    return over_ensembles(
        lambda rules: told[rules.name], played, components=components, shipped=shipped
    ), is_complete
