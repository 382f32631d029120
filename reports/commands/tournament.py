"""``fillsim tournament``: every strategy against every other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.many_rules import drawn, ensemble_tables, not_asked
from reports.options import Common, Draws, GameName, Precision, count, margin_option, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

if TYPE_CHECKING:
    import pandas as pd

    from analyses.meetings.tournament_verdicts import PairVerdicts
    from analyses.reach.ensembles import Ensembles

__all__ = ["command", "pair_tables"]

TOGETHER = ["win_rate_diff", "win_rate_diff_low", "win_rate_diff_high", "p_value", "p_holm"]
"""Columns of the pairs that are 0 or 1 wherever a table wins together."""


@takes_options(games=20_000)
def command(  # noqa: PLR0913 (its options are its arguments)
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STRATEGY...]", help="Who takes part; by default every tier."),
    ] = None,
    *,
    seats: Annotated[int, typer.Option(parser=count, metavar="N", help="Players at a table.")] = 2,
    margin: Annotated[
        float, margin_option("Largest difference of win rates that counts as none.", "1pp")
    ] = 0.01,
    ensemble: Draws = None,
    precision: Precision = None,
    common: Common,
) -> None:
    """Play every strategy against every other: a standing and a win matrix, with intervals.

    Of every pair it says who is ahead, and against which tiers of the others that holds. '--games'
    is the number of games for each line-up.

    Example: fillsim tournament fill_or_bust random never_stop 'stop_at(300)' --seed 7
    """
    from analyses.meetings.tournament_verdicts import pair_verdicts, tournament_ensemble
    from analyses.meetings.tournaments import tournament
    from analyses.statistics.margins import check_margin

    common = common.until(precision)
    prepare_output(common)
    check_margin(margin)
    chosen, rules = common.load_game(game)
    names, many = list(strategies or line_up(game).ladder), None
    wanted = drawn(ensemble, game, rules, precision)
    asked: Any = {"games": common.games, "seed": common.seed, "precision": precision}
    asked |= {"rules": rules, "workers": common.workers}
    with progress_bar("playing") as progress:
        asked |= {"progress": progress}
        found = tournament(game, names, seats=seats, **asked)
        judged = pair_verdicts(found, margin=margin)
        is_complete = found.is_complete
        if is_complete and wanted.n:
            asked |= {"games": wanted.games(common.games), "n_generated": wanted.n}
            many, is_complete = tournament_ensemble(judged, **asked)
    words = heading(chosen, rules, common.seed, found.n_games)
    more = () if many else not_asked(game, rules)
    emit(_document(judged, many, words, facts_of(chosen, rules, common.seed), more), common)
    finish(is_complete)


def _document(
    judged: PairVerdicts,
    many: Ensembles | None,
    words: str,
    facts: dict[str, Any],
    more: tuple[str, ...],
) -> Document:
    found = judged.asked.robin
    tables = [Table("Standing", found.standing()), Table("Pairs", _short(judged))]
    tables += pair_tables(judged) + list(ensemble_tables(many) if many else ())
    told = [judged.summary(), *more]
    told += [found.stop.text] if found.stop is not None else []

    def data() -> dict[str, Any]:
        verdicts = judged.to_json() | {"ensemble": many.to_json() if many else None}
        return found.to_json() | verdicts

    return Document(data, tuple(tables), words, tuple(told), facts)


def _short(judged: PairVerdicts) -> pd.DataFrame:
    """The pairs with short names, without what says nothing new.

    Of two seats that is the mirrored half; where a table wins together, who of it is ahead.
    """
    robin = judged.asked.robin
    shown = robin.pairs()
    names = dict(zip(robin.names, judged.asked.names, strict=True))
    if robin.matches[0].match.n_seats == 2:
        order = {name: i for i, name in enumerate(robin.names)}
        half = shown["strategy"].map(order) < shown["opponent"].map(order)
        shown = shown[half].reset_index(drop=True)
    if judged.asked.is_cooperative:
        shown = shown.drop(columns=[*TOGETHER])
    return shown.assign(**{key: shown[key].map(names) for key in ("strategy", "opponent")})


def pair_tables(judged: PairVerdicts) -> list[Table]:
    """The verdict of each pair, and the tiers of others for which it holds."""
    frame = judged.to_frame()
    if frame.empty:
        return []
    shown = frame[["finding", "holds_with", "flips_with", "open_with"]]
    shown.insert(0, "subject", [judged.subject(pair) for pair in judged.pairs])
    if not judged.companies:
        shown = shown[["subject", "finding"]]
    return [Table("Pairs, and the others at the table for whom that holds", shown)]
