"""``fillsim deck``: components in the likeness of the printed ones, to play with and to edit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reports.console import say
from reports.discovery import module_of
from reports.files import check_new_folder
from reports.options import Common, GameName, count, takes_options
from reports.output import emit, prepare_output

__all__ = ["command"]


@takes_options(has_chance=False)
def command(
    game: GameName,
    *,
    to: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the components there.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FOLDER", help="Read these: a folder, or e.g. 'shipped'."),
    ] = None,
    decks: Annotated[
        int,
        typer.Option(
            parser=count, metavar="N", help="Check this many; seeds count on from --seed."
        ),
    ] = 1,
    common: Common,
) -> None:
    """Generate a game's components from a seed, or check your own, and say what they are like.

    Files written with '--to' can be edited in a spreadsheet; '--from' reads them again and names
    the file, line and column of a mistake. 'deck filler --from shipped --to my_cards' is a start.
    Play with them by '--set components=my_cards'.

    Example: fillsim deck filler --seed 7 --to my_cards
    """
    prepare_output(common)
    if to is not None:
        check_new_folder(to)
    common.load_game(game)
    part = module_of("decks", game)
    deck = part.read(source) if source is not None else part.make(common.seed, decks)
    for warning in deck.warnings:
        say(f"warning: {warning}")
    if to is not None:
        deck.write(to)
        say(f"written to {to}")
    emit(deck.document, common)
