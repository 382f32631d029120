"""``fillsim tune``: better parameters for a strategy."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from reports.commands.play import finish
from reports.commands.sweep import Against, opponents_of
from reports.line_ups import line_up
from reports.many_rules import drawn
from reports.options import Common, Draws, GameName, count, takes_options
from reports.output import emit, prepare_output
from reports.progress import progress_bar
from reports.scopes import Tiered, search_document, searched_scope, searched_told

__all__ = ["command"]


@takes_options(games=0)
def command(  # noqa: PLR0913 (its options are its arguments)
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
    tiers: Tiered = True,
    ensemble: Draws = None,
    common: Common,
) -> None:
    """Improve a strategy's parameters by a pattern search; print the line to use.

    '--games' is the number of games each arm plays in a round; none given: 20,000, or as few as let
    a slower game end in about two minutes. Whether the end is better than the
    beginning is asked again, on other luck, with an opponent of every tier, and under generated
    decks or layouts where those of the rules are a reconstruction.

    Example: fillsim tune fill_or_bust 'weigh(0.8..1.6, 0.2..1)' --against optimal_turn --seed 7
    """
    from analyses.searches.tuning import tune

    prepare_output(common)
    chosen, rules = common.load_game(game)
    common = replace(common, games=common.games or line_up(game).search_games)
    wanted = drawn(ensemble, game, rules)
    with progress_bar("playing") as progress:
        asked: Any = {"seed": common.seed, "workers": common.workers, "progress": progress}
        found = tune(
            game,
            strategy,
            against=opponents_of(game, against),
            games=common.games,
            rounds=rounds,
            rules=rules,
            **asked,
        )
        scope = searched_scope(found.confirmed, tiers, wanted, **asked)
    told = (found.summary(), *searched_told(scope, found.confirmed, tiers, game, rules))
    titles, about = ("Rounds", "The end beside the beginning"), (chosen, rules, common.seed)
    emit(search_document(found, scope, titles, told, about), common)
    finish(found.is_complete and scope.is_complete)
