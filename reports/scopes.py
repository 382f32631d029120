"""Where a comparison holds, as commands ask it and show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.line_ups import line_up
from reports.many_rules import Drawn, not_asked
from reports.output import Document, Table, facts_of, heading

if TYPE_CHECKING:
    from analyses.meetings.comparison_verdicts import Scope
    from analyses.meetings.comparisons import Comparison
    from analyses.searches.confirming import Confirmation
    from analyses.searches.sweeps import Sweep
    from analyses.searches.tuning import Tuning

__all__ = [
    "Tiered",
    "scope_of",
    "scope_tables",
    "scope_told",
    "search_document",
    "searched_scope",
    "searched_told",
]

Tiered = Annotated[
    bool,
    typer.Option(help="Also ask with an opponent of every tier, with as many games for each."),
]
"""For commands that compare two strategies; with `scope_of`."""

UNTOLD = ["subject", "outcome", "n_more", "p_balanced_holm"]
"""What is not shown: it stands in the verdict, or for data."""


def scope_of(found: Comparison, tiers: bool, wanted: Drawn, games: int, **asked: Any) -> Scope:
    """Ask a comparison again where it is wanted and usual, and the comparison was finished."""
    from analyses.meetings.comparison_verdicts import Scope, comparison_scope

    match = found.first.match
    if not found.is_complete:
        return Scope()
    opponents = line_up(match.game.name).by_tier(match.game.name) if tiers else ()
    asked |= {"n_generated": wanted.n, "generated_games": wanted.games(games)}
    return comparison_scope(found, opponents, games=games, **asked)


def searched_scope(
    found: Confirmation | None, tiers: bool, wanted: Drawn, *, seed: int, **asked: Any
) -> Scope:
    """The same of what a search found, on luck that had no part in it; nothing if it stayed."""
    from analyses.meetings.comparison_verdicts import Scope
    from analyses.searches.confirming import other_luck

    if found is None or found.comparison is None:
        return Scope()
    asked |= {"games": found.n_games, "seed": other_luck(seed)}
    return scope_of(found.comparison, tiers, wanted, **asked)


def searched_told(
    scope: Scope, found: Confirmation | None, tiers: bool, game: str, rules: Any
) -> list[str]:
    """`scope_told` of what a search found; nothing if it stayed."""
    has_moved = found is not None and found.comparison is not None
    return scope_told(scope, tiers, game, rules) if has_moved else []


def scope_tables(scope: Scope) -> list[Table]:
    """A table for each question that was asked."""
    tables = []
    if scope.tiers is not None:
        who = "a partner" if scope.tiers.link == "with" else "an opponent"
        shown = scope.tiers.to_frame().drop(columns=UNTOLD)
        tables.append(Table(f"Both {scope.tiers.link} {who} of every tier", shown))
    if scope.ensemble is not None:
        shown = scope.ensemble.to_frame().drop(columns=UNTOLD)
        tables.append(Table(f"Generated {scope.ensemble.components}", shown))
    return tables


def scope_told(scope: Scope, tiers: bool, game: str, rules: Any) -> list[str]:
    """A sentence for each question, also for one that was not asked."""
    told = [scope.summary()] if scope.tiers or scope.ensemble else []
    if not tiers:
        told.append("asked of these strategies only; --tiers asks with an opponent of every tier")
    return [*told, *(() if scope.ensemble else not_asked(game, rules))]


def search_document(
    found: Sweep | Tuning,
    scope: Scope,
    titles: tuple[str, str],
    told: Sequence[str],
    about: tuple[Any, Any, int],
) -> Document:
    """What a search for parameters found: what it played, the confirmation, and where that holds.

    Parameters
    ----------
    found : Sweep or Tuning
    scope : Scope
    titles : tuple of str
        Of the table of what was played, and of that of the confirmation.
    told : sequence of str
        Sentences.
    about : tuple
        Game, rules and seed.
    """
    tables = [Table(titles[0], found.to_frame())]
    if found.confirmed is not None:
        tables.append(Table(titles[1], found.confirmed.to_frame()))

    def data() -> dict[str, Any]:
        return found.to_json() | scope.to_json()

    shown, words = (*tables, *scope_tables(scope)), heading(*about, found.n_games)
    return Document(data, shown, words, tuple(told), facts_of(*about))
