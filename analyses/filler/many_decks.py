"""Which findings on chef sets, kinds of cards and acting early hold over generated decks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from analyses.filler.card_table import ALPHA, claims_of, groups_of, of_groups
from analyses.filler.chef_sets import chef_sets
from analyses.filler.early import points_by_place
from analyses.filler.rows import Games, Ratios, play_mirror, rules_in
from analyses.reach.ensembles import Ensemble, over_ensemble
from analyses.reach.generated import generated_rules
from analyses.runs.lineup import Options, setting
from analyses.statistics.estimates import Estimate, proportion
from analyses.statistics.families import Finding
from analyses.statistics.verdicts import Verdict
from analyses.tables import spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ManyDecks", "many_decks"]

MARGIN = 0.05
"""Largest spread of chef sets that counts as balanced."""
KINDS = ("ability", "requirements")
WORDS = ("even", "settled")
NOTHING = Estimate(math.nan, -math.inf, math.inf, "no such card", 0)
ABSENT = Finding(Verdict("undecided", "no such card", NOTHING, 0.0, 0.0, 1.0, 1.0), words=WORDS)
"""Of a deck without such cards."""


@dataclass(frozen=True)
class ManyDecks:
    """Result of `many_decks`.

    Attributes
    ----------
    ensembles : tuple of Ensemble
        One for each finding.
    """

    ensembles: tuple[Ensemble, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row for each finding: on how many decks it holds, flips, or is open."""
        return table(map(_counted, self.ensembles))

    def summary(self) -> str:
        """One line for each finding."""
        return "\n".join(it.summary() for it in self.ensembles)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {"findings": [it.to_json() for it in self.ensembles]}


def _counted(found: Ensemble) -> dict[str, Any]:
    is_settled = found.label != "undecided"
    n, n_open = len(found.found), found.n_undecided
    n_holds = found.n_holds if is_settled else 0
    return {
        "subject": found.subject,
        "finding": found.label.removeprefix(f"{WORDS[1]}, "),
        "n_generated": n,
        "n_holds": n_holds,
        "n_flips": n - n_holds - n_open,
        "n_undecided": n_open,
        **spread_out("holds_rate", proportion(n_holds, n)),
    }


def findings_of(games: Games) -> Iterator[tuple[str, Finding]]:
    """What one deck's games say: on chef sets, by kind of card, and on acting early."""
    chefs = chef_sets([games], margin=MARGIN)
    yield f"chef sets within {100 * MARGIN:.0f} points of each other", chefs.findings[0]
    groups = [it for it in groups_of(rules_in(games.match).components.recipes) if it.kind in KINDS]
    found = of_groups(claims_of(games), groups)
    for i, group in enumerate(groups):
        if found.n_seen[i]:
            subject = f"takers of cards with {group.kind} {group.name}"
            yield subject, signed(found.edge, i, "win more", "win less")
    rates = points_by_place(games)
    yield "points a turn of who acts first", signed(rates, 0, "most", "fewest", games.n_seats - 1)


def signed(found: Ratios, i: int, above: str, below: str, minus: int = -1) -> Finding:
    """Which way a ratio, or a difference of two, goes, where it is settled."""
    estimate, p_value = found.estimate(i, minus), found.p_value(i, minus)
    lean = above if estimate.value > 0 else below
    outcome: Any = "not balanced" if p_value < ALPHA else "undecided"
    text = lean if p_value < ALPHA else "not settled"
    return Finding(Verdict(outcome, text, estimate, 0.0, 0.0, 1.0, p_value), lean, words=WORDS)


def many_decks(
    strategy: str,
    *,
    games: int,
    n_generated: int,
    seed: int,
    seats: int = 2,
    **options: Unpack[Options],
) -> ManyDecks:
    """Ask the same of the shipped and of many generated decks.

    Parameters
    ----------
    strategy : str
        Sits at every seat.
    games : int
        How many on every deck; all meet the same luck.
    n_generated : int
        Decks, ``varied-0`` and those after it.
    seed : int
        Every number but the decks follows from it.
    seats : int, default 2
        Number of players.
    **options
        ``rules``, ``workers``, ``progress``; see `analyses.runs.lineup`.
    """
    plan = setting("filler", seed, options)
    components, many = generated_rules("filler", plan.rules, n_generated, seed=0)
    plan.blocks_wanted = games * (1 + len(many))
    asked = {
        rules.name: dict(findings_of(play_mirror(plan, strategy, seats, games, rules)))
        for rules in (plan.rules, *many)
    }
    shipped = asked[plan.rules.name]
    return ManyDecks(
        tuple(
            over_ensemble(
                partial(_found, asked, subject),
                many,
                subject=subject,
                components=components,
                shipped=finding,
            )
            for subject, finding in shipped.items()
        )
    )


def _found(asked: Mapping[str, Mapping[str, Finding]], subject: str, rules: Any) -> Finding:
    return asked[rules.name].get(subject, ABSENT)
