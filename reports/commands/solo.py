"""``fillsim solo``: how hard the solo personalities of Filler are, for whom, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.options import Common, Precision, index, margin_option, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar
from simcore.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

    from analyses.filler.solo import Solo

__all__ = ["command"]

GAME = "filler"
DECK_SHARE = 20
"""Games are played on every generated deck: the games of a strategy over this."""
LEAST_DECK_GAMES = 50
SEARCH_GAMES = 200
"""Of a strategy of tier 3 against each personality: some twenty seconds."""


@takes_options(games=20_000)
def command(  # noqa: PLR0913 (its options are its arguments)
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STRATEGY...]", help="Who plays; by default one of every tier below 3."
        ),
    ] = None,
    *,
    personality: Annotated[
        list[str],
        typer.Option(metavar="NAME", help="Only this personality; repeatable. None: all."),
    ] = [],  # noqa: B006 (typer's way to say: any number of times)
    search_games: Annotated[
        int | None,
        typer.Option(
            parser=index,
            metavar="N",
            help="Games of strategies of tier 3, which are slow. None given: "
            f"{SEARCH_GAMES} where one is named, else they are left out.",
        ),
    ] = None,
    ensemble: Annotated[
        int,
        typer.Option(
            parser=index,
            metavar="N",
            help="Generated decks on which the strongest strategy below tier 3 is asked again.",
        ),
    ] = 20,
    margin: Annotated[
        float, margin_option("Distance from the mean of the others that makes an outlier.", "10pp")
    ] = 0.1,
    precision: Precision = None,
    common: Common,
) -> None:
    """Play Filler alone against its personalities: how hard each is, why, and for whom.

    Every personality is played as it is, with its altered rule switched off, with picks at random,
    and without either, on the same decks. '--games' is the number of games of each strategy
    against each of them; personalities are read from the components ('--set components=FOLDER').

    Example: fillsim solo greedy tuned --games 5000 --seed 7
    """
    from analyses.filler.solo import Budget, solo

    common = common.until(precision)
    prepare_output(common)
    game, rules = common.load_game(GAME)
    strategies = _without_game(strategies or [])
    if search_games is None:
        search_games = SEARCH_GAMES if strategies else 0
    names = list(strategies or _by_default(search_games))
    deck_games = max(LEAST_DECK_GAMES, min(common.games, 20_000) // DECK_SHARE)
    with progress_bar("playing") as progress:
        found = solo(
            names,
            Budget(common.games, search_games, ensemble, deck_games),
            seed=common.seed,
            personalities=personality,
            margin=margin,
            rules=rules,
            workers=common.workers,
            precision=precision,
            progress=progress,
        )
    words = heading(game, rules, common.seed, found.n_games)
    emit(_document(found, words, facts_of(game, rules, common.seed)), common)
    finish(found.is_complete)


def _without_game(words: list[str]) -> list[str]:
    """The strategies; the game may be named before them, as in other commands."""
    from simcore.games import game_names

    if not words or words[0] not in game_names():
        return words
    if words[0] != GAME:
        raise UsageError(
            f"solo {words[0]}: only Filler has personalities to play alone against; allowed: "
            f"{GAME} (try: fillsim play {words[0]} STRATEGY)"
        )
    return words[1:]


def _by_default(search_games: int) -> list[str]:
    """The line-up, and what searches where it has games."""
    from strategies.registry import strategies_of

    searching = [it.name for it in strategies_of(GAME) if it.tier == 3] if search_games else []
    return [*line_up(GAME).ladder, *searching]


def _document(found: Solo, words: str, facts: dict[str, Any]) -> Document:
    reference = found.reference.strategy
    rows = _without(found.to_frame(), "tier n_games rank_from rank_to capped_rate")
    tables = [Table("Personalities, the hardest first (a draw is half a win)", rows)]
    parts, pairs, concluded = found.parts(), found.pairs(), found.concluded()
    if len(parts):
        hidden = "tier n_games choice_p_holm rule_p_holm neutral_win_rate"
        title = "What their difficulty is made of, against a chef who picks at random"
        tables.append(Table(title, _without(parts, hidden)))
    if len(pairs):
        shown = _without(pairs[pairs["strategy"] == reference], "strategy tier n_games p_value")
        tables.append(Table(f"Pairs, for {reference}", shown))
    if len(concluded):
        settled = concluded[[not it.is_open for it in found.conclusions]]
        decks = f", and over {len(found.decks)} generated decks" if found.decks else ""
        shown = _without(settled, "topic strategy tier n_generated holds_rate")
        tables.append(Table(f"What {reference} settles: over tiers{decks}", shown))
    told = tuple(f"- {sentence}" for sentence in found.sentences())
    return Document(found.to_json, tuple(tables), words, told, facts, found.to_frame)


def _without(frame: pd.DataFrame, names: str) -> pd.DataFrame:
    """A frame without some columns and the ends of their intervals."""
    hidden = {f"{name}{end}" for name in names.split() for end in ("", "_low", "_high")}
    kept = [column for column in frame.columns if column not in hidden]
    return frame[kept].reset_index(drop=True)
