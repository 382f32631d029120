"""``fillsim compare``: two strategies on the same luck."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.commands.play import finish
from reports.options import Common, GameName, Precision, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

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
    precision: Precision = None,
    common: Common,
) -> None:
    """Compare two strategies on the same luck: who is better, by how much, how sure that is.

    Example: fillsim compare fill_or_bust 'stop_at(300)' 'stop_at(350)' --games 2e5 --seed 7
    """
    from analyses.comparisons import compare

    common = common.until(precision)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    with progress_bar("comparing") as progress:
        found = compare(
            game,
            first,
            second,
            games=common.games,
            seed=common.seed,
            against=against,
            margin=margin,
            rules=rules,
            workers=common.workers,
            progress=progress,
            precision=precision,
        )
    tables = (Table("Difference", found.to_frame()), Table("Strategies", found.strategies()))
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    emit(Document(found.to_json, tables, words, (found.summary(),), facts), common)
    finish(found.is_complete)
