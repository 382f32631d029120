"""``fillsim character``: what kind of game it is: tension, decisions, luck against skill."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.line_ups import line_up
from reports.options import Common, GameName, count, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.rivals import rivals_of, usual_seats

__all__ = ["command"]


@takes_options(games=2_000)
def command(
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STRATEGY...]", help="Who plays; by default the usual strategy."),
    ] = None,
    *,
    players: Annotated[
        int | None, typer.Option(parser=count, metavar="N", help="Players, where none are named.")
    ] = None,
    rival: Annotated[
        list[str],
        typer.Option(metavar="STRATEGY", help="Twice: who holds the same luck, to tell skill."),
    ] = [],  # noqa: B006
    common: Common,
) -> None:
    """Length, decisions, lead changes, drama, comebacks, decisiveness, and luck against skill.

    One definition for all games; a measure that a game does not have is not defined.

    Example: fillsim character fill_or_bust --players 2 --seed 7
    """
    from analyses.characters.character import character

    prepare_output(common)
    chosen, rules = common.load_game(game)
    named = list(strategies or [line_up(game).usual] * (players or usual_seats(chosen)))
    found = character(
        game,
        named,
        games=common.games,
        seed=common.seed,
        rivals=rival or rivals_of(game),
        ladder=line_up(game).by_tier(game),
        rules=rules,
    )
    tables = [Table(f"Character, {' against '.join(named)}", found.to_frame())]
    if found.course:
        tables.append(Table("How open the game is, by share of the turns", found.uncertainty()))
    if found.rungs:
        tables.append(Table("Skill ladder: each tier against the one below", found.ladder()))
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    emit(Document(found.to_json, tuple(tables), words, facts=facts), common)
