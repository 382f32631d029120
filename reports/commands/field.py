"""``fillsim field``: ratings, mixture, alpha-rank, dominance and cycles of a round robin."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from reports.commands.play import finish
from reports.commands.tournament import pair_tables
from reports.line_ups import line_up
from reports.options import Common, GameName, count, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.present import percent_text
from reports.progress import progress_bar

__all__ = ["command"]


@takes_options(games=20_000)
def command(
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STRATEGY...]", help="Who takes part; by default every tier."),
    ] = None,
    *,
    seats: Annotated[int, typer.Option(parser=count, metavar="N", help="Players at a table.")] = 2,
    resamples: Annotated[
        int, typer.Option(parser=count, metavar="N", help="Resamples of the bootstrap.")
    ] = 500,
    common: Common,
) -> None:
    """Play every strategy against every other and ask which ones a clever player would choose.

    Ratings by likelihood, the most mixed mixture that nobody beats for certain, alpha-rank,
    who dominates whom, and cycles. '--games' is the number of games for each line-up.

    Example: fillsim field fill_or_bust 'stop_at(300)' 'stop_at(500)' weigh --seed 7
    """
    from analyses.fields.results import field
    from analyses.meetings.tournament_verdicts import pair_verdicts

    prepare_output(common)
    chosen, rules = common.load_game(game)
    names = list(strategies or line_up(game).ladder)
    asked: Any = {"games": common.games, "seed": common.seed, "seats": seats}
    asked |= {"rules": rules, "workers": common.workers, "resamples": resamples}
    with progress_bar("playing") as progress:
        found = field(game, names, progress=progress, **asked)
    judged = pair_verdicts(found.robin)
    tables = [
        Table("Strategies", found.strategies()),
        Table("Payoffs", found.half_of_pairs()),
        *pair_tables(judged),
        Table("Mixture, by points that a best reply may gain", _wide(found.mixtures(), "eps_edge")),
        Table("Alpha-rank, by alpha", _wide(found.alpha_sweep(), "alpha")),
        Table("Seats", found.seats()),
    ]
    if found.relations:
        tables.append(Table("Who dominates whom, and cycles", found.relation_table()))
    words = heading(chosen, rules, common.seed, found.robin.n_games)
    facts = facts_of(chosen, rules, common.seed)
    sentences = (*found.summary().split("\n"), *judged.summary().split("\n"))

    def data() -> dict[str, Any]:
        return found.to_json() | {"pair_verdicts": judged.to_json()}

    emit(Document(data, tuple(tables), words, sentences, facts), common)
    finish(found.robin.is_complete)


def _wide(frame: Any, key: str) -> Any:
    """A tidy frame for reading: one row per strategy, one column for each value of `key`."""
    import pandas as pd

    scale, value = (100.0, "mixture_weight") if key == "eps_edge" else (1.0, "alpha_mass")
    columns: dict[str, list[str]] = {"strategy": list(dict.fromkeys(frame["strategy"]))}
    for at, part in frame.groupby(key, sort=True):
        columns[f"{scale * at:,.3g}"] = [percent_text(share) for share in part[value]]
    return pd.DataFrame(columns)
