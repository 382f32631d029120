"""``fillsim sweep``: every strategy of a grid, the best one confirmed."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.many_rules import drawn
from reports.options import Common, Draws, GameName, takes_options
from reports.output import emit, prepare_output
from reports.progress import progress_bar
from reports.scopes import Tiered, search_document, searched_scope, searched_told

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
    tiers: Tiered = True,
    ensemble: Draws = None,
    common: Common,
) -> None:
    """Play every strategy of a grid on the same luck; confirm the best on fresh luck.

    '--games' is the number of games each arm of the last round plays. Whether the best is better
    than the strategy with its default parameters is asked again, on other luck, with an opponent
    of every tier, and under generated decks or layouts where those of the rules are a
    reconstruction.

    Example: fillsim sweep fill_or_bust 'stop_at(200..1000:50)' --against 'stop_at(300)' --seed 7
    """
    from analyses.searches.sweeps import sweep

    prepare_output(common)
    chosen, rules = common.load_game(game)
    wanted = drawn(ensemble, game, rules)
    with progress_bar("playing") as progress:
        asked: Any = {"seed": common.seed, "workers": common.workers, "progress": progress}
        found = sweep(
            game,
            grid,
            against=opponents_of(game, against),
            games=common.games,
            rules=rules,
            **asked,
        )
        scope = searched_scope(found.confirmed, tiers, wanted, **asked)
    told = (found.summary(), *searched_told(scope, found.confirmed, tiers, game, rules))
    titles, about = ("Arms", "The best, seen and on fresh luck"), (chosen, rules, common.seed)
    emit(search_document(found, scope, titles, told, about), common)
    finish(found.is_complete and scope.is_complete)
