"""``fillsim variant``: what a change of the rules does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import LINE_UPS, line_up
from reports.many_rules import drawn, not_asked
from reports.options import Common, Draws, GameName, Precision, margin_option, takes_options
from reports.output import Document, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar
from reports.rule_experiments import Experiment
from simcore.errors import UsageError

if TYPE_CHECKING:
    from analyses.rules.changes import RuleEffects
    from analyses.rules.ensembles import RuleEnsembles

__all__ = ["command"]


@takes_options(games=20_000)
def command(  # noqa: PLR0913 (its options are its arguments)
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[STRATEGY...]",
            help="One line-up, a strategy for each seat, and then every tier; by default every "
            "tier by itself and against the next.",
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
        float, margin_option("Largest change of a share of the games that counts as none.", "1pp")
    ] = 0.01,
    relative: Annotated[
        float, typer.Option(help="The same for other means, as a part of their value.")
    ] = 0.05,
    tiers: Annotated[
        bool, typer.Option(help="Also ask every tier by itself where a line-up is named.")
    ] = True,
    ensemble: Draws = None,
    precision: Precision = None,
    common: Common,
) -> None:
    """Hold rules beside others on the same luck: what changes, by how much, for which tiers.

    '--games' is the number of games of each line-up under each rule set. Generated decks or
    layouts are asked with the line-up that is named, else with all; both rule sets get the same.

    Example: fillsim variant fill_or_bust --base rulebook --against bowman1999 --seed 7
    """
    from analyses.rules.changes import rule_effects
    from analyses.rules.effects import Margins
    from analyses.rules.variants import variants

    common = replace(common.until(precision), rules=base or common.rules)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    changed = _changed(chosen, common, against, change)
    wanted = drawn(ensemble, game, rules, precision)
    ladder = _ladder(game, not strategies) if tiers or not strategies else []
    options: Any = {"workers": common.workers, "precision": precision}
    asked: Any = {"games": common.games, "seed": common.seed, "rules": rules, "changed": changed}
    asked |= {"margins": Margins(margin, relative)} | options
    seats = _usual_seats(chosen, rules, len(strategies or line_up(game).bench))
    with progress_bar("playing") as progress:
        options["progress"] = asked["progress"] = progress
        named = variants(game, strategies, **asked) if strategies else None
        of_tiers = None
        if named is None or (named.is_complete and ladder):
            of_tiers = rule_effects(game, ladder, seats=seats, **asked)
        found = Experiment(named, of_tiers)
        if wanted.n and found.is_complete:
            each = wanted.games(common.games)
            found = replace(found, many=_many(found.effects, each, wanted.n, options))
    told = (*found.sentences(), *(not_asked(game, rules) if found.many is None else ()))
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    emit(Document(found.to_json, found.tables(), words, told, facts, found.rows), common)
    finish(found.is_complete)


def _ladder(game: str, is_needed: bool) -> list[str]:
    """One strategy for each tier; none where a game has no line-up and one was named."""
    return line_up(game).by_tier(game) if is_needed or game in LINE_UPS else []


def _many(effects: RuleEffects, games: int, n_generated: int, options: Any) -> RuleEnsembles:
    from analyses.rules.ensembles import rule_ensemble

    return rule_ensemble(effects, games=games, n_generated=n_generated, **options)


def _usual_seats(game: Any, rules: Any, usual: int) -> int:
    """The number of players a game is usually played with; 0 where the rules do not have it."""
    from analyses.runs.lineup import playable_seats

    return usual if usual in playable_seats(game, rules) else 0


def _changed(game: Any, common: Common, against: list[str], change: list[str]) -> dict[str, Any]:
    """Rule sets by label."""
    if not against and not change:
        raise UsageError("nothing to hold beside the rules; give --against or --change")
    base = game.load_rules(common.rules, common.changes)
    changed = {source: game.load_rules(source, common.changes) for source in against}
    changed |= {text: _with(game, common, text) for text in change}
    for label, rules in changed.items():
        if rules.to_dict() == base.to_dict():
            raise UsageError(f"{label}: these are the rules of the base, {base.name}, as they are")
    return changed


def _with(game: Any, common: Common, text: str) -> Any:
    """The base with one rule changed; what is wrong is told by the option's own name."""
    try:
        return game.load_rules(common.rules, [*common.changes, text])
    except UsageError as error:
        raise UsageError(str(error).replace(f"--set {text}", f"--change {text}")) from None
