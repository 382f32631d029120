"""``fillsim replay``: any game of any run, told in sentences or as a document to check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from reports.console import say
from reports.discovery import module_of
from reports.files import check_new_folder, new_folder
from reports.options import Common, Format, GameName, StrategyNames, index, takes_options
from reports.output import Document, emit, notice_of, prepare_output

__all__ = ["command"]


@takes_options()
def command(  # noqa: PLR0913 (an option each)
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
    draw: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Draw every turn there, and a page to step through."),
    ] = None,
    common: Common,
) -> None:
    """Replay one game of a run: plain sentences, or every step as JSON.

    '--draw' writes one SVG a turn and index.html, which steps through them; Fillit has it.

    Example: fillsim replay fill_or_bust 'stop_at(300)' 'stop_at(500)' --seed 7 --block 3
    """
    import pandas as pd

    from reports.output import Table
    from simcore import engine
    from simcore.match import Match
    from strategies.registry import player

    prepare_output(common)
    if draw is not None:
        check_new_folder(draw)
    chosen, rules = common.load_game(game)
    players = tuple(player(chosen, rules, text) for text in strategies)
    rotates = "luck" if fixed_seats else "strategies"
    document = engine.replay(Match(chosen, rules, players, common.seed, rotates), block, rotation)
    document["fillsim"]["fixed_seats"] = fixed_seats
    lines: tuple[str, ...] = ()
    if common.output_format is not Format.json:
        lines = tuple(module_of("replays", game).sentences(document))
    if draw is not None:
        boards = module_of("drawings", game).boards(document)
        _draw(draw, list(boards), f"{chosen.title}: {' against '.join(strategies)}", rules)
    rows = pd.DataFrame({"line": range(1, len(lines) + 1), "sentence": lines})
    tables = (Table("", rows),) if common.output_format is Format.csv else ()
    heading = (
        f"{chosen.title}, rules {rules.name}, seed {common.seed}, block {block}, "
        f"rotation {rotation}{notice_of(rules)}"
    )
    emit(Document(lambda: document, tables, heading, lines), common)


def _draw(folder: Path, boards: list[Any], title: str, rules: Any) -> None:
    """Write the drawn boards into a folder, whole or not at all."""
    from reports.drawings import write_boards

    with new_folder(folder) as temporary:
        write_boards(temporary, boards, title, notice_of(rules).strip())
    say(f"open {folder / 'index.html'} in a browser")
