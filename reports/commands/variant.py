"""``fillsim variant``: what a change of the rules does."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from reports.commands.play import finish
from reports.options import Common, GameName, StrategyNames, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar
from simcore.errors import UsageError

__all__ = ["command"]


@takes_options(games=100_000)
def command(
    game: GameName,
    strategies: StrategyNames,
    *,
    base: Annotated[
        str, typer.Option(metavar="PRESET_OR_FILE", help="Rules to start from; as '--rules'.")
    ] = "",
    against: Annotated[
        list[str],
        typer.Option(metavar="PRESET_OR_FILE", help="Rules to hold beside them; repeatable."),
    ] = [],  # noqa: B006
    change: Annotated[
        list[str],
        typer.Option(metavar="FIELD=VALUE", help="The base with one rule changed; repeatable."),
    ] = [],  # noqa: B006
    common: Common,
) -> None:
    """Play one line-up under several rule sets on the same luck: what a rule changes.

    Example: fillsim variant fill_or_bust 'stop_at(300)' 'stop_at(500)' --against bowman1999
    --change goal=5000 --seed 7
    """
    from analyses.rule_variants import variants

    prepare_output(common)
    common = replace(common, rules=base or common.rules)
    chosen, rules = common.load_game(game)
    with progress_bar("playing") as progress:
        found = variants(
            game,
            strategies,
            changed=_changed(chosen, common, against, change),
            games=common.games,
            seed=common.seed,
            rules=rules,
            workers=common.workers,
            progress=progress,
        )
    tables = (
        Table("Strategies", found.strategies()),
        Table("Seats", found.seats()),
        Table("Games", found.game()),
    )
    words = heading(chosen, rules, common.seed, common.games, " under each rule set")
    facts = facts_of(chosen, rules, common.seed)
    emit(Document(found.to_json, tables, words, (found.summary(),), facts), common)
    finish(found.is_complete)


def _changed(game: Any, common: Common, against: list[str], change: list[str]) -> dict[str, Any]:
    """Rule sets by label."""
    if not against and not change:
        raise UsageError("nothing to hold beside the rules; give --against or --change")
    changed = {source: game.load_rules(source, ()) for source in against}
    for text in change:
        changed[text] = game.load_rules(common.rules, [*common.changes, text])
    return changed
