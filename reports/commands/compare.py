"""``fillsim compare``: two strategies on the same luck."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.many_rules import drawn
from reports.options import Common, Draws, GameName, Precision, margin_option, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar
from reports.scopes import Tiered, scope_of, scope_tables, scope_told

__all__ = ["command"]

UNTOLD = ["outcome", "n_more", "margin"]
"""What the verdict tells in words."""

StrategyName = Annotated[
    str, typer.Argument(metavar="STRATEGY", help="A strategy as text, e.g. 'stop_at(350)'.")
]


@takes_options(games=100_000)
def command(  # noqa: PLR0913 (its options are its arguments)
    game: GameName,
    first: StrategyName,
    second: StrategyName,
    *,
    against: Annotated[
        list[str],
        typer.Option(
            metavar="STRATEGY",
            help="Whom both meet; none: each other, or the game's usual player as a partner where "
            "a table wins together. Repeatable.",
        ),
    ] = [],  # noqa: B006 (typer's way to say: any number of times)
    margin: Annotated[
        float, margin_option("Largest difference of win rates that counts as none.", "1pp")
    ] = 0.01,
    tiers: Tiered = True,
    ensemble: Draws = None,
    precision: Precision = None,
    common: Common,
) -> None:
    """Compare two strategies on the same luck: who is better, by how much, how sure that is.

    The answer is asked again with an opponent of every tier, and under generated decks or layouts
    where those of the rules are a reconstruction.

    Example: fillsim compare fill_or_bust 'stop_at(300)' 'stop_at(350)' --games 2e5 --seed 7
    """
    from analyses.meetings.comparisons import compare

    common = common.until(precision)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    wanted = drawn(ensemble, game, rules, precision)
    met = against or ([line_up(game).usual] if chosen.is_cooperative else [])
    asked: Any = {"games": common.games, "seed": common.seed}
    asked |= {"rules": rules, "workers": common.workers, "precision": precision}
    with progress_bar("comparing") as progress:
        asked |= {"progress": progress}
        found = compare(game, first, second, against=met, margin=margin, **asked)
        scope = scope_of(found, tiers, wanted, **asked)
    hidden = UNTOLD if found.opponents else [*UNTOLD, "against"]
    difference = found.to_frame().drop(columns=hidden)
    tables = [Table("Difference", difference), Table("Strategies", found.strategies())]
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    told = (found.summary(), *scope_told(scope, tiers, game, rules))

    def data() -> dict[str, Any]:
        return found.to_json() | scope.to_json()

    shown = (*tables, *scope_tables(scope))
    emit(Document(data, shown, words, told, facts, found.to_frame), common)
    finish(found.is_complete and scope.is_complete)
