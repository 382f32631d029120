"""``fillsim tune``: better parameters for a strategy."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.commands.play import finish
from reports.commands.sweep import Against, opponents_of
from reports.options import Common, GameName, count, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

__all__ = ["command"]


@takes_options(games=20_000)
def command(
    game: GameName,
    strategy: Annotated[
        str,
        typer.Argument(metavar="STRATEGY", help="E.g. weigh, or 'weigh(0.8..1.6, 0.2..1)'."),
    ],
    *,
    against: Against = None,
    rounds: Annotated[
        int, typer.Option(parser=count, metavar="N", help="Rounds of the search, at most.")
    ] = 12,
    common: Common,
) -> None:
    """Improve a strategy's parameters by a pattern search; print the line to use.

    '--games' is the number of games each arm plays in a round.

    Example: fillsim tune fill_or_bust 'weigh(0.8..1.6, 0.2..1)' --against optimal_turn --seed 7
    """
    from analyses.tuning import tune

    prepare_output(common)
    chosen, rules = common.load_game(game)
    with progress_bar("playing") as progress:
        found = tune(
            game,
            strategy,
            against=opponents_of(game, against),
            games=common.games,
            seed=common.seed,
            rounds=rounds,
            rules=rules,
            workers=common.workers,
            progress=progress,
        )
    tables = [Table("Rounds", found.to_frame())]
    if found.confirmed is not None:
        tables.append(Table("The end beside the beginning", found.confirmed.to_frame()))
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    emit(Document(found.to_json, tuple(tables), words, (found.summary(),), facts), common)
    finish(found.is_complete)
