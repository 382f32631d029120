"""``fillsim compare``: two strategies on the same luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.options import Common, GameName, Precision, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

if TYPE_CHECKING:
    from analyses.comparisons import Comparison
    from analyses.tiers import Tiers

__all__ = ["command"]

StrategyName = Annotated[
    str, typer.Argument(metavar="STRATEGY", help="A strategy as text, e.g. 'stop_at(350)'.")
]


@takes_options(games=100_000)
def command(  # noqa: PLR0913 (its options are its arguments)
    game: GameName,
    first: StrategyName,
    second: StrategyName,
    *,
    against: Annotated[
        list[str],
        typer.Option(metavar="STRATEGY", help="Whom both meet; none: each other. Repeatable."),
    ] = [],  # noqa: B006 (typer's way to say: any number of times)
    margin: Annotated[
        float, typer.Option(help="Largest difference of win rates that counts as none.")
    ] = 0.01,
    tiers: Annotated[
        bool,
        typer.Option("--tiers", help="Also ask against an opponent of every tier: does it hold?"),
    ] = False,
    precision: Precision = None,
    common: Common,
) -> None:
    """Compare two strategies on the same luck: who is better, by how much, how sure that is.

    Example: fillsim compare fill_or_bust 'stop_at(300)' 'stop_at(350)' --games 2e5 --seed 7
    """
    from analyses.comparisons import compare, compare_over_tiers

    common = common.until(precision)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    asked: Any = {"games": common.games, "seed": common.seed, "margin": margin}
    asked |= {"rules": rules, "workers": common.workers, "precision": precision}
    with progress_bar("comparing") as progress:
        found = compare(game, first, second, against=against, progress=progress, **asked)
        many = None
        if tiers and found.is_complete:
            opponents = line_up(game).by_tier(game)
            many = compare_over_tiers(game, first, second, opponents, progress=progress, **asked)
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    emit(_document(found, many, words, facts), common)
    finish(found.is_complete)


def _document(found: Comparison, many: Tiers | None, words: str, facts: dict[str, Any]) -> Document:
    """With `--tiers`, a table and a sentence more."""
    tables = [Table("Difference", found.to_frame()), Table("Strategies", found.strategies())]
    told = [found.summary()]
    if many is None:
        told.append(
            "asked of these strategies only; --tiers asks against an opponent of every tier"
        )
        return Document(found.to_json, tuple(tables), words, tuple(told), facts)
    shown = many.to_frame().drop(columns=["subject", "outcome", "p_balanced_holm"])
    tables.append(Table("Both against an opponent of every tier", shown))
    told.append(many.summary())

    def data() -> dict[str, Any]:
        return found.to_json() | {"tiers": many.to_json()}

    return Document(data, tuple(tables), words, tuple(told), facts)
