"""``fillsim seats``: what it is worth to move first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.many_rules import drawn, not_asked
from reports.options import Common, Draws, GameName, Precision, count, margin_option, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

if TYPE_CHECKING:
    from analyses.reach.ensembles import Ensemble
    from analyses.seats.verdicts import SeatTiers

__all__ = ["command"]


@takes_options(games=50_000)
def command(  # noqa: PLR0913 (its options are its arguments)
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STRATEGY...]", help="Who plays against itself; by default one of every tier."
        ),
    ] = None,
    *,
    players: Annotated[
        list[int],
        typer.Option(parser=count, metavar="N", help="Numbers of players; none: all. Repeatable."),
    ] = [],  # noqa: B006
    margin: Annotated[
        float, margin_option("Largest spread of win rates that counts as balanced.", "2pp")
    ] = 0.02,
    ensemble: Draws = None,
    precision: Precision = None,
    common: Common,
) -> None:
    """Play strategies against themselves and compare the seats, for every number of players.

    '--games' is the number of games for each strategy and number of players. Generated decks or
    layouts are asked with the last strategy and the fewest players.

    Example: fillsim seats fill_or_bust 'stop_at(300)' --players 2 --players 3 --seed 7
    """
    from analyses.seats.verdicts import seat_ensemble, seat_tiers

    common = common.until(precision)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    wanted = drawn(ensemble, game, rules, precision)
    names = strategies or line_up(game).by_tier(game)
    asked: Any = {"games": common.games, "seed": common.seed, "margin": margin}
    asked |= {"rules": rules, "workers": common.workers, "precision": precision}
    with progress_bar("playing") as progress:
        asked |= {"progress": progress}
        found = seat_tiers(game, names, seats=players, **asked)
        many, is_complete = None, found.is_complete
        if wanted.n and is_complete:
            asked |= {"games": wanted.games(common.games), "n_generated": wanted.n}
            asked |= {"seats": found.found[0].matches[0].match.n_seats}
            try:
                many = seat_ensemble(game, names[-1], **asked)
            except KeyboardInterrupt:
                is_complete = False
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    more = not_asked(game, rules) if many is None else ()
    emit(_document(found, many, words, facts, more), common)
    finish(is_complete)


def _document(
    found: SeatTiers,
    many: Ensemble | None,
    words: str,
    facts: dict[str, Any],
    more: tuple[str, ...],
) -> Document:
    verdicts = found.verdicts().drop(columns=["outcome", "margin"])
    tables = [Table("Seats", found.to_frame()), Table("Verdicts", verdicts)]
    told = [found.summary(), *more]
    data = found.to_json
    if many is not None:
        shown = many.to_frame().drop(columns=["subject", "outcome", "p_balanced_holm"])
        tables.append(Table(f"Generated {many.components}", shown))
        told.append(many.summary())

        def data() -> dict[str, Any]:
            return found.to_json() | {"ensemble": many.to_json()}

    return Document(data, tuple(tables), words, tuple(told), facts)
