"""``fillsim sweep``: every strategy of a grid, the best one confirmed."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.options import Common, GameName, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

__all__ = ["Against", "command", "opponents_of"]

Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="STRATEGY",
        help="The others at the table; none: the game's usual player. Repeatable.",
    ),
]


def opponents_of(game: str, against: list[str] | None) -> list[str]:
    """Who sits at the other seats: as given, or the usual player at each seat a benchmark has."""
    usual = line_up(game)
    return list(against or [usual.usual] * (len(usual.bench) - 1))


@takes_options(games=20_000)
def command(
    game: GameName,
    grid: Annotated[
        str, typer.Argument(metavar="GRID", help="E.g. 'stop_at(200..1000:50)' or 'a(1|2|5, 0.5)'.")
    ],
    *,
    against: Against = None,
    common: Common,
) -> None:
    """Play every strategy of a grid on the same luck; confirm the best on fresh luck.

    '--games' is the number of games each arm of the last round plays.

    Example: fillsim sweep fill_or_bust 'stop_at(200..1000:50)' --against 'stop_at(300)' --seed 7
    """
    from analyses.sweeps import sweep

    prepare_output(common)
    chosen, rules = common.load_game(game)
    with progress_bar("playing") as progress:
        found = sweep(
            game,
            grid,
            against=opponents_of(game, against),
            games=common.games,
            seed=common.seed,
            rules=rules,
            workers=common.workers,
            progress=progress,
        )
    tables = [Table("Arms", found.to_frame())]
    if found.confirmed is not None:
        tables.append(Table("The best, seen and on fresh luck", found.confirmed.to_frame()))
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    emit(Document(found.to_json, tuple(tables), words, (found.summary(),), facts), common)
    finish(found.is_complete)
