"""``fillsim tournament``: every strategy against every other."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.options import Common, GameName, Precision, count, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

__all__ = ["command"]


@takes_options(games=20_000)
def command(
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STRATEGY...]", help="Who takes part; by default every tier."),
    ] = None,
    *,
    seats: Annotated[int, typer.Option(parser=count, metavar="N", help="Players at a table.")] = 2,
    precision: Precision = None,
    common: Common,
) -> None:
    """Play every strategy against every other: a standing and a win matrix, with intervals.

    '--games' is the number of games for each line-up.

    Example: fillsim tournament fill_or_bust random never_stop 'stop_at(300)' --seed 7
    """
    from analyses.tournaments import tournament

    common = common.until(precision)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    with progress_bar("playing") as progress:
        found = tournament(
            game,
            list(strategies or line_up(game).ladder),
            seats=seats,
            games=common.games,
            seed=common.seed,
            rules=rules,
            workers=common.workers,
            progress=progress,
            precision=precision,
        )
    tables = (Table("Standing", found.standing()), Table("Pairs", found.pairs()))
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    told = () if found.stop is None else (found.stop.text,)
    emit(Document(found.to_json, tables, words, told, facts), common)
    finish(found.is_complete)
