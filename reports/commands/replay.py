"""``fillsim replay``: any game of any run, told in sentences or as a document to check."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.discovery import module_of
from reports.options import Common, Format, GameName, StrategyNames, index, takes_options
from reports.output import Document, emit, prepare_output

__all__ = ["command"]


@takes_options()
def command(
    game: GameName,
    strategies: StrategyNames,
    *,
    block: Annotated[
        int, typer.Option(parser=index, metavar="N", help="Block of the game, from 0.")
    ] = 0,
    rotation: Annotated[
        int, typer.Option(parser=index, metavar="N", help="Its seating, from 0.")
    ] = 0,
    fixed_seats: Annotated[
        bool, typer.Option("--fixed-seats", help="Of a run with '--fixed-seats', or of 'seats'.")
    ] = False,
    common: Common,
) -> None:
    """Replay one game of a run: plain sentences, or every step as JSON.

    Example: fillsim replay fill_or_bust 'stop_at(300)' 'stop_at(500)' --seed 7 --block 3
    """
    import pandas as pd

    from reports.output import Table
    from simcore import engine
    from simcore.match import Match
    from strategies.registry import player

    prepare_output(common)
    chosen, rules = common.load_game(game)
    players = tuple(player(chosen, rules, text) for text in strategies)
    rotates = "luck" if fixed_seats else "strategies"
    document = engine.replay(Match(chosen, rules, players, common.seed, rotates), block, rotation)
    document["fillsim"]["fixed_seats"] = fixed_seats
    lines: tuple[str, ...] = ()
    if common.output_format is not Format.json:
        lines = tuple(module_of("replays", game).sentences(document))
    rows = pd.DataFrame({"line": range(1, len(lines) + 1), "sentence": lines})
    tables = (Table("", rows),) if common.output_format is Format.csv else ()
    heading = (
        f"{chosen.title}, rules {rules.name}, seed {common.seed}, block {block}, "
        f"rotation {rotation}"
    )
    emit(Document(lambda: document, tables, heading, lines), common)
