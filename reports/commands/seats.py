"""``fillsim seats``: what it is worth to move first."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.options import Common, GameName, Precision, count, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

__all__ = ["command"]


@takes_options(games=100_000)
def command(
    game: GameName,
    strategy: Annotated[
        str, typer.Argument(metavar="[STRATEGY]", help="Who plays against itself.")
    ] = "",
    *,
    players: Annotated[
        list[int],
        typer.Option(parser=count, metavar="N", help="Numbers of players; none: all. Repeatable."),
    ] = [],  # noqa: B006
    margin: Annotated[
        float, typer.Option(help="Largest spread of win rates that counts as balanced.")
    ] = 0.02,
    precision: Precision = None,
    common: Common,
) -> None:
    """Play a strategy against itself and compare the seats, for every number of players.

    '--games' is the number of games for each number of players.

    Example: fillsim seats fill_or_bust 'stop_at(300)' --players 2 --players 3 --seed 7
    """
    from analyses.seats import seat_advantage

    common = common.until(precision)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    with progress_bar("playing") as progress:
        found = seat_advantage(
            game,
            strategy or line_up(game).usual,
            games=common.games,
            seed=common.seed,
            seats=players,
            margin=margin,
            rules=rules,
            workers=common.workers,
            progress=progress,
            precision=precision,
        )
    tables = (Table("Seats", found.to_frame()), Table("Verdicts", found.verdicts()))
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    emit(Document(found.to_json, tables, words, (found.summary(),), facts), common)
    finish(found.is_complete)
