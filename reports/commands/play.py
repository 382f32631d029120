"""``fillsim play``: strategies against each other, with intervals on everything."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.console import say
from reports.options import Common, GameName, Precision, StrategyNames, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar
from simcore.errors import StrategyFailure

if TYPE_CHECKING:
    from analyses.matches import MatchResult
    from simcore.match import Match

__all__ = ["command", "finish"]

INTERRUPTED = 130


@takes_options(games=100_000)
def command(
    game: GameName,
    strategies: StrategyNames,
    *,
    fixed_seats: Annotated[
        bool,
        typer.Option("--fixed-seats", help="Do not rotate the seats: what is a seat worth?"),
    ] = False,
    rows: Annotated[
        Path | None,
        typer.Option(metavar="FILE.parquet", help="Also write one row per game, in a second pass."),
    ] = None,
    precision: Precision = None,
    common: Common,
) -> None:
    """Play strategies against each other: win rates by strategy and seat, with intervals.

    Example: fillsim play fill_or_bust 'stop_at(300)' 'stop_at(500)' --games 1e6 --seed 7
    """
    from analyses.matches import play
    from analyses.runs.lineup import setting
    from reports.rows import write_rows

    common = common.until(precision)
    prepare_output(common, rows)
    _, chosen_rules = common.load_game(game)
    try:
        with progress_bar("playing") as progress:
            result = play(
                game,
                strategies,
                games=common.games,
                seed=common.seed,
                fixed_seats=fixed_seats,
                rules=chosen_rules,
                workers=common.workers,
                progress=progress,
                precision=precision,
            )
    except StrategyFailure as failure:
        plan = setting(game, common.seed, {"rules": chosen_rules})
        match = plan.match(strategies, "luck" if fixed_seats else "strategies")
        _show_partial(failure, match, common)
        raise
    emit(_document(result), common)
    finish(result.is_complete)
    if rows is not None:
        write_rows(result.blocks.match, result.blocks.n_blocks, rows)


def _document(result: MatchResult) -> Document:
    from analyses.tables import worth_text

    match = result.blocks.match
    tables = (
        Table("Strategies", result.strategies()),
        Table("Seats", result.seats()),
        Table("Games", result.game()),
    )
    words = heading(match.game, match.rules, match.seed, result.n_games)
    worth = result.independent_worth
    told = [] if math.isnan(worth) else [worth_text(worth)]
    told += [result.stop.text] if result.stop is not None else []
    facts = facts_of(match.game, match.rules, match.seed)
    return Document(result.to_json, tables, words, tuple(told), facts)


def _show_partial(failure: StrategyFailure, match: Match, common: Common) -> None:
    """Show what was counted before a strategy failed."""
    from analyses.matches import MatchResult
    from analyses.runs.blocks import Blocks

    partial: Any = failure.partial
    if partial is not None and partial.n_blocks:
        emit(_document(MatchResult(Blocks(match, partial), False, 0.0, 0.0)), common)


def finish(is_complete: bool) -> None:
    """Exit with the code for 'interrupted' where a run was; what is finished has been shown."""
    if not is_complete:
        say("interrupted; the figures count what was finished")
        raise typer.Exit(INTERRUPTED)
