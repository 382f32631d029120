"""Which conclusions hold over generated decks, and which flip: the printed cards are not known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from joblib import Parallel, delayed

from analyses.crumbs.games import RECONSTRUCTION, Play, is_won
from analyses.crumbs.orders import OrderRanks
from analyses.crumbs.quirks import quirk_effects
from analyses.crumbs.solved import best_chances, winnable_share
from analyses.crumbs.wins import win_rates
from analyses.matches import opening
from analyses.reach.generated import generated_rules
from analyses.runs.lineup import Options, setting
from analyses.statistics.estimates import Estimate, mean_from_histogram, proportion
from analyses.tables import records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HOLDS", "OPEN", "OTHERWISE", "RANKED", "Conclusion", "DeckEnsemble", "over_decks"]

HOLDS, OTHERWISE, OPEN = "holds", "fails", "open"

RANKED = "printed difficulty ranks the orders' losses"
"""The statement whose figure is the rank correlation of `OrderRanks`."""

MAX_NODES = 20_000
"""Options followed for one deal of a generated deck."""


@dataclass(frozen=True)
class Conclusion:
    """What one deck says about one statement: holds, fails, or open where games are too few."""

    statement: str
    outcome: str
    figure: Estimate


@dataclass(frozen=True)
class DeckEnsemble:
    """Result of `over_decks`: the shipped deck's conclusions, and those of generated ones."""

    plan: Any
    games: int
    shipped: tuple[Conclusion, ...]
    names: tuple[str, ...]
    found: tuple[tuple[Conclusion, ...], ...]

    def to_frame(self) -> pd.DataFrame:
        """One row per statement: with the shipped deck, and over how many generated ones."""
        rows = []
        for place, base in enumerate(self.shipped):
            outcomes = [found[place].outcome for found in self.found]
            n_agree = outcomes.count(base.outcome)
            rows.append(
                {
                    "statement": base.statement,
                    "shipped": base.outcome,
                    "n_generated": len(outcomes),
                    "n_holds": outcomes.count(HOLDS),
                    "n_fails": outcomes.count(OTHERWISE),
                    "n_undecided": outcomes.count(OPEN),
                    "over_decks": _stability(base.outcome, outcomes),
                }
                | spread_out("agree_rate", proportion(n_agree, len(outcomes)))
                | spread_out("deck_figure", self.spread(place))
            )
        return table(rows)

    def spread(self, place: int) -> Estimate:
        """Median over the generated decks of what a statement rests on, and its range."""
        values = np.array([found[place].figure.value for found in self.found])
        ends = float(values.min()), float(values.max())
        return Estimate(float(np.median(values)), *ends, "range of the decks", len(values))

    def by_deck(self) -> pd.DataFrame:
        """One row per deck and statement, the shipped deck first."""
        decks = [("shipped", self.shipped), *zip(self.names, self.found, strict=True)]
        return table(
            {"deck": name, "statement": one.statement, "outcome": one.outcome}
            | spread_out("figure", one.figure)
            for name, found in decks
            for one in found
        )

    def summary(self) -> str:
        """Which statements hold over the decks, and which flip."""
        lines = [
            f"{row['statement']}: {row['shipped']} for the shipped deck; of {row['n_generated']} "
            f"generated decks holds in {row['n_holds']}, fails in {row['n_fails']}, open in "
            f"{row['n_undecided']}; figures from {row['deck_figure_low']:.2f} to "
            f"{row['deck_figure_high']:.2f}"
            for row in self.to_frame().to_dict("records")
        ]
        return "\n".join([*lines, RECONSTRUCTION])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        match = self.plan.match(["planner"], "none")
        return {
            **opening(match, self.games, True),
            "notice": RECONSTRUCTION,
            "statements": records(self.to_frame(), "agree_rate"),
            "decks": records(self.by_deck(), "figure"),
        }


def _stability(base: str, outcomes: list[str]) -> str:
    decided = [outcome for outcome in outcomes if outcome != OPEN]
    if base == OPEN or not decided:
        return "open"
    return "holds" if all(outcome == base for outcome in decided) else "flips"


def _judged(statement: str, figure: Estimate, above: float) -> Conclusion:
    """Holds if the whole interval lies above a bound, fails if it lies below."""
    if figure.low > above:
        return Conclusion(statement, HOLDS, figure)
    return Conclusion(statement, OTHERWISE if figure.high <= above else OPEN, figure)


def conclusions(rules: Any, games: int, seed: int) -> Iterator[Conclusion]:
    """What one deck says: exact where the solver can tell, else from games."""
    yield _judged("98 % of the queues can be won", winnable_share(rules), 0.98 - 1e-9)
    bare = replace(rules, quirks=False)
    ceiling = best_chances(bare, MAX_NODES).win_rate
    yield _judged("perfect play wins 95 %, the third order hidden", ceiling, 0.95)
    plays = [Play(spec, games=games) for spec in ("greedy", "planner")]
    played = win_rates(plays, seed=seed, rules=rules).games
    gain = is_won(played[1].rows).astype(np.int64) - is_won(played[0].rows)
    edge = mean_from_histogram(np.bincount(gain + 1, minlength=3), 2, low=-1.0)
    yield _judged("planning wins 10 points more than greed", edge, 0.1)
    ranks = OrderRanks(played[1])
    yield _judged(RANKED, ranks.correlation(), 0.0)
    quirks = quirk_effects([Play("planner", games=games)], seed=seed, rules=rules)
    yield _judged("quirks cost the planner 10 points", _negated(quirks.change(0)), 0.1)
    yield _judged("Speedy Serving costs more than Particular Patron", quirks.edge(), 0.0)


def _negated(estimate: Estimate) -> Estimate:
    return Estimate(-estimate.value, -estimate.high, -estimate.low, estimate.method, estimate.n)


def over_decks(*, decks: int, games: int, seed: int, **options: Unpack[Options]) -> DeckEnsemble:
    """The conclusions of the shipped deck against those of generated decks.

    Parameters
    ----------
    decks : int
        Generated decks, from seed 1 on; a seed whose deck breaks a constraint is passed over.
    games : int
        Games of each play and deck.
    seed : int
        Of the games.
    **options
        ``rules``, ``workers``; see `analyses.runs.lineup`.
    """
    plan = setting("crumbs", seed, options)
    _, rules_list = generated_rules("crumbs", plan.rules, decks, seed=1)
    shipped, *found = Parallel(n_jobs=plan.workers, backend="threading")(
        delayed(lambda one: tuple(conclusions(one, games, seed)))(rules)
        for rules in (plan.rules, *rules_list)
    )
    names = tuple(rules.deck.name for rules in rules_list)
    return DeckEnsemble(plan, games, shipped, names, tuple(found))
