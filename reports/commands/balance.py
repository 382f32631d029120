"""``fillsim balance``: what in a game is stronger than the rest, topic by topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from reports.line_ups import line_up
from reports.options import Common, GameName, count, index, margin_option, takes_options
from reports.output import Document, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

__all__ = ["command"]


@takes_options(games=4_000)
def command(  # noqa: PLR0913 (its options are its arguments)
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STRATEGY...]",
            help="Who plays against itself; by default the usual and the strong strategy.",
        ),
    ] = None,
    *,
    about: Annotated[
        list[str], typer.Option(metavar="TOPIC", help="Only this topic; repeatable. None: all.")
    ] = [],  # noqa: B006
    players: Annotated[
        list[int],
        typer.Option(parser=count, metavar="N", help="Numbers of players; none: all. Repeatable."),
    ] = [],  # noqa: B006
    told: Annotated[
        int, typer.Option(parser=count, metavar="N", help="Games followed turn by turn.")
    ] = 200,
    ensemble: Annotated[
        int,
        typer.Option(parser=index, metavar="N", help="Generated decks that are asked as well."),
    ] = 0,
    margin: Annotated[
        float, margin_option("Largest difference of win rates that counts as balanced.", "5pp")
    ] = 0.05,
    common: Common,
) -> None:
    """Length, starting sets, acting early, every card, optional decks: what is out of balance.

    '--games' is the number of games of each strategy for each number of players; CSV holds the
    first table of the first topic.

    Example: fillsim balance filler greedy --about cards --players 2 --games 20000 --seed 7
    """
    from analyses.matches import rules_record
    from reports.balances import Asked
    from reports.discovery import module_of
    from simcore.errors import unknown_name

    prepare_output(common)
    chosen, rules = common.load_game(game)
    usual = (line_up(game).usual, line_up(game).strong)
    with progress_bar("playing") as progress:
        topics = module_of("balances", game).topics(
            Asked(
                rules,
                common.seed,
                common.games,
                common.workers,
                tuple(strategies or dict.fromkeys(usual)),
                tuple(players),
                told,
                ensemble,
                margin,
                progress,
            )
        )
        for name in about:
            if name not in topics:
                raise unknown_name("topic", name, topics, f" for {game}")
        found = {name: topics[name]() for name in about or topics}
    facts = facts_of(chosen, rules, common.seed)
    words = heading(chosen, rules, common.seed, common.games, " of each")
    emit(
        _document(found, words, facts, {"games": common.games, "rules": rules_record(rules)}),
        common,
    )


def _document(
    found: Mapping[str, Any], words: str, facts: dict[str, Any], more: dict[str, Any]
) -> Document:
    tables = tuple(table for answer in found.values() for table in answer.tables)
    sentences = tuple(f"- {it}" for answer in found.values() for it in answer.sentences)

    def data() -> dict[str, Any]:
        return {**facts, **more, **{name: it.data() for name, it in found.items()}}

    return Document(data, tables, words, sentences, facts)
