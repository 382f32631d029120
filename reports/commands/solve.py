"""``fillsim solve``: what is known exactly about a game, without playing it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from reports.discovery import module_of
from reports.options import Common, GameName, index, takes_options
from reports.output import Document, emit, facts_of, prepare_output
from reports.progress import progress_bar
from reports.solutions import Asked
from simcore.errors import UsageError, unknown_name

__all__ = ["command"]


@takes_options(has_chance=False)
def command(
    game: GameName,
    *,
    aim: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="AIM",
            help="What is sought, e.g. 'win'; a wrong one lists the game's; none: its first.",
        ),
    ] = "",
    at: Annotated[
        list[str],
        typer.Option(metavar="OWN,OTHER", help="Scores to look at, with 'win'; repeatable."),
    ] = [],  # noqa: B006
    step: Annotated[
        int,
        typer.Option(
            parser=index,
            metavar="POINTS",
            show_default=False,
            help="Between two scores of the grid, with 'win'; none: 1,000 to read, 500 in JSON.",
        ),
    ] = 0,
    strategies: Annotated[
        list[str],
        typer.Option(
            "--strategy",
            metavar="STRATEGY",
            help="Whose play to evaluate, with 'pair' (twice) and 'reply' (once).",
        ),
    ] = [],  # noqa: B006
    common: Common,
) -> None:
    """Solve a game exactly, without playing it; exact results need no games.

    Fill or Bust: 'turn' for points; 'win', both playing to win; 'pair', two strategies without
    playing; 'reply', the best there is against one. The last three need '--set deck=independent'.

    Example: fillsim solve fill_or_bust --for win --set deck=independent --at 4500,5000
    """
    prepare_output(common)
    chosen, rules = common.load_game(game)
    solvers = module_of("solutions", game).SOLVERS
    aim = aim or next(iter(solvers))
    if aim not in solvers:
        raise unknown_name("aim", aim, solvers)
    asked = Asked(tuple(_scores(text) for text in at), step, tuple(strategies))
    with progress_bar("solving"):
        found: Document = solvers[aim](rules, asked)
    data = {
        "game": game,
        **found.data(),
        "rules": {"name": rules.name} | rules.to_dict(),
        "version": chosen.version,
    }
    words = f"{chosen.title} {chosen.version}, rules {rules.name}, exact"
    facts = facts_of(chosen, rules)
    emit(replace(found, data=lambda: data, heading=found.heading or words, facts=facts), common)


def _scores(text: str) -> tuple[int, int]:
    try:
        own, other = (int(part) for part in text.split(","))
    except ValueError as error:
        raise UsageError(
            f"--at {text}; allowed: two scores, one's own first, e.g. 4500,5000"
        ) from error
    return own, other
