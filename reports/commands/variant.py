"""``fillsim variant``: what a change of the rules does."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import line_up
from reports.options import Common, GameName, Precision, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar
from simcore.errors import UsageError

__all__ = ["command"]

SHORT = ["line_up", "measure", "owner", "before", "after"]
SHORT += ["change", "change_low", "change_high", "verdict"]
"""What is shown of the effects: CSV and JSON have everything."""
SEATS = ["variant", "strategy", "seat_spread", "seat_spread_low", "seat_spread_high", "verdict"]
"""The same for the spread of the seats."""


@takes_options(games=20_000)
def command(  # noqa: PLR0913 (its options are its arguments)
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STRATEGY...]",
            help="One line-up, a strategy for each seat; by default every tier by itself and "
            "against the next.",
        ),
    ] = None,
    *,
    base: Annotated[
        str, typer.Option(metavar="PRESET_OR_FILE", help="Rules to start from; as '--rules'.")
    ] = "",
    against: Annotated[
        list[str],
        typer.Option(
            metavar="PRESET_OR_FILE",
            help="Rules to hold beside them, with the same '--set'; repeatable.",
        ),
    ] = [],  # noqa: B006
    change: Annotated[
        list[str],
        typer.Option(metavar="FIELD=VALUE", help="The base with one rule changed; repeatable."),
    ] = [],  # noqa: B006
    margin: Annotated[
        float, typer.Option(help="Largest change of a share of the games that counts as none.")
    ] = 0.01,
    relative: Annotated[
        float, typer.Option(help="The same for other means, as a part of their value.")
    ] = 0.05,
    precision: Precision = None,
    common: Common,
) -> None:
    """Hold rules beside others on the same luck: what changes, by how much, for which tiers.

    '--games' is the number of games of each line-up under each rule set.

    Example: fillsim variant fill_or_bust --base rulebook --against bowman1999 --seed 7
    """
    from analyses.effects import Margins
    from analyses.rule_changes import rule_effects
    from analyses.rule_variants import variants

    common = replace(common.until(precision), rules=base or common.rules)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    asked: Any = {"games": common.games, "seed": common.seed, "workers": common.workers}
    asked |= {"rules": rules, "changed": _changed(chosen, common, against, change)}
    margins = Margins(margin, relative)
    found: Any
    with progress_bar("playing") as progress:
        if strategies:
            found = variants(
                game, strategies, progress=progress, margins=margins, precision=precision, **asked
            )
        else:
            usual = line_up(game)
            asked |= {"seats": _usual_seats(chosen, rules, len(usual.bench)), "margins": margins}
            asked |= {"progress": progress, "precision": precision}
            found = rule_effects(game, usual.by_tier(game), **asked)
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    tables = _tables(found) if strategies else _of_tiers(found)
    emit(Document(found.to_json, tables, words, (found.summary(),), facts, found.to_frame), common)
    finish(found.is_complete)


def _tables(found: Any) -> tuple[Table, ...]:
    """Of one line-up: what there is of strategies, seats and games, and the verdicts."""
    return (
        Table("Strategies", found.strategies()),
        Table("Seats", found.seats()),
        Table("Games", found.game()),
        Table("What changed", _short(found.effects().to_frame())),
        *_seats(found.effects()),
    )


def _of_tiers(found: Any) -> tuple[Table, ...]:
    """Of every tier: a table for each rule set."""
    frame = found.to_frame()
    labels = list(dict.fromkeys(frame["variant"]))
    changes = tuple(
        Table(f"{label} beside the base", _short(frame[frame["variant"] == label]))
        for label in labels
    )
    return (*changes, *_seats(found))


def _seats(effects: Any) -> tuple[Table, ...]:
    """Best seat less worst under every rule set, where strategies play themselves."""
    frame = effects.seat_spreads()
    return () if frame.empty else (Table("Seats, best less worst", frame[SEATS]),)


def _usual_seats(game: Any, rules: Any, usual: int) -> int:
    """The number of players a game is usually played with; 0 where the rules do not have it."""
    from analyses.lineup import playable_seats

    return usual if usual in playable_seats(game, rules) else 0


def _short(frame: Any) -> Any:
    return frame[SHORT].reset_index(drop=True)


def _changed(game: Any, common: Common, against: list[str], change: list[str]) -> dict[str, Any]:
    """Rule sets by label."""
    if not against and not change:
        raise UsageError("nothing to hold beside the rules; give --against or --change")
    changed = {source: game.load_rules(source, common.changes) for source in against}
    for text in change:
        changed[text] = game.load_rules(common.rules, [*common.changes, text])
    return changed
