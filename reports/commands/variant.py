"""``fillsim variant``: what a change of the rules does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.commands.play import finish
from reports.line_ups import LINE_UPS, line_up
from reports.many_rules import n_draws, not_asked
from reports.options import Common, Draws, GameName, Precision, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar
from simcore.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

    from analyses.rule_changes import RuleEffects
    from analyses.rule_ensembles import RuleEnsembles
    from analyses.rule_variants import Variants

__all__ = ["command"]

SHORT = ["line_up", "measure", "owner", "before", "after"]
SHORT += ["change", "change_low", "change_high", "verdict"]
"""What is shown of the effects: CSV and JSON have everything."""
SEATS = ["variant", "strategy", "seat_spread", "seat_spread_low", "seat_spread_high", "verdict"]
"""The same for the spread of the seats."""
COUNTS = ["line_up", "measure", "owner", "outcome", "n_holds", "n_undecided"]
"""The same for generated components."""


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
        float, typer.Option(help="Largest change of a share of the games that counts as none.")
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
    from analyses.effects import Margins
    from analyses.rule_changes import rule_effects
    from analyses.rule_variants import variants

    common = replace(common.until(precision), rules=base or common.rules)
    prepare_output(common)
    chosen, rules = common.load_game(game)
    changed = _changed(chosen, common, against, change)
    wanted = n_draws(ensemble, game, rules)
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
        found = _Found(named, of_tiers)
        if wanted and found.is_complete:
            found = replace(found, many=_many(found.effects, common.games, wanted, options))
    told = (*found.sentences(), *(not_asked(game, rules) if found.many is None else ()))
    words = heading(chosen, rules, common.seed, found.n_games)
    facts = facts_of(chosen, rules, common.seed)
    emit(Document(found.to_json, found.tables(), words, told, facts, found.rows), common)
    finish(found.is_complete)


@dataclass(frozen=True)
class _Found:
    """A line-up that was named, every tier, and generated components; what was asked of these."""

    named: Variants | None
    tiers: RuleEffects | None
    many: RuleEnsembles | None = None

    @property
    def effects(self) -> RuleEffects:
        """Of the line-up that was named, else of every tier."""
        found = self.tiers if self.named is None else self.named.effects()
        assert found is not None  # one of the two is always asked
        return found

    @property
    def _parts(self) -> list[Variants | RuleEffects | RuleEnsembles]:
        return [it for it in (self.named, self.tiers, self.many) if it is not None]

    @property
    def is_complete(self) -> bool:
        return all(it.is_complete for it in self._parts)

    @property
    def n_games(self) -> int:
        return sum(it.n_games for it in self._parts)

    def tables(self) -> tuple[Table, ...]:
        """The verdicts, and how many of the generated components agree with the main ones."""
        from analyses.rule_ensembles import MAIN

        shown = _tables(self.named) if self.named else _of_effects(self.effects, MAIN)
        return (*shown, *_of_many(self.many))

    def sentences(self) -> list[str]:
        """What the tables show, for which tiers, and over how many generated components."""
        from analyses.rule_ensembles import MAIN

        told = [self._parts[0].summary()]
        if self.named is not None and self.tiers is not None:
            told += ["Every tier by itself (all numbers: --format json):"]
            told += [it.summary() for it in self.tiers.over_tiers(MAIN)]
        if self.named is not None and self.tiers is None:
            told.append("asked of this line-up only; --tiers asks every tier by itself")
        return told + ([self.many.summary()] if self.many is not None else [])

    def to_json(self) -> dict[str, Any]:
        """The line-up that was named, or every tier; the others under names of their own."""
        from analyses.tables import records

        data = self._parts[0].to_json()
        if self.named is not None and self.tiers is not None:
            data["tiers"] = [it.to_json() for it in self.tiers.tiers]
            data["tier_effects"] = records(self.tiers.to_frame())
        data["games"], data["is_complete"] = self.n_games, self.is_complete
        return data | ({"ensemble": self.many.to_json()} if self.many is not None else {})

    def rows(self) -> pd.DataFrame:
        """What CSV holds: every verdict, with the count of the generated components."""
        if self.many is not None and self.many.questions:
            return self.many.beside(self.effects)
        return self._parts[0].to_frame()


def _ladder(game: str, is_needed: bool) -> list[str]:
    """One strategy for each tier; none where a game has no line-up and one was named."""
    return line_up(game).by_tier(game) if is_needed or game in LINE_UPS else []


def _many(effects: RuleEffects, games: int, n_generated: int, options: Any) -> RuleEnsembles:
    from analyses.rule_ensembles import rule_ensemble

    return rule_ensemble(effects, games=games, n_generated=n_generated, **options)


def _of_many(many: RuleEnsembles | None) -> tuple[Table, ...]:
    """Win rates, lengths and seats that are decided under any: a table for each rule set."""
    from analyses.rule_ensembles import MAIN

    if many is None or not many.questions:
        return ()
    frame = many.to_frame(MAIN)
    kept = frame[frame["outcome"] != "undecided"]
    words = f"under {many.many.n_generated} generated {many.many.components}"
    return tuple(
        Table(f"{label}, {words}", _rows_of(kept, label)[COUNTS])
        for label in dict.fromkeys(kept["variant"])
    )


def _tables(found: Variants) -> tuple[Table, ...]:
    """Of one line-up: strategies and seats, and then what is there of every tier."""
    return (
        Table("Strategies", found.strategies()),
        Table("Seats", found.seats()),
        *_of_effects(found.effects()),
    )


def _of_effects(found: RuleEffects, measures: Sequence[str] = ()) -> tuple[Table, ...]:
    """What changed of these measures or of all, a table for each rule set, and the seats."""
    frame = found.to_frame()
    kept = frame[frame["measure"].isin(measures)] if measures else frame
    more = " (all numbers: --format csv)" if measures else ""
    changes = tuple(
        Table(f"{label} beside the base{more}", _rows_of(kept, label)[SHORT])
        for label in dict.fromkeys(kept["variant"])
    )
    return (*changes, *_seats(found))


def _rows_of(frame: pd.DataFrame, label: str) -> pd.DataFrame:
    """The rows of one rule set."""
    return frame[frame["variant"] == label].reset_index(drop=True)


def _seats(effects: RuleEffects) -> tuple[Table, ...]:
    """Best seat less worst under every rule set, where strategies play themselves."""
    frame = effects.seat_spreads()
    return () if frame.empty else (Table("Seats, best less worst", frame[SEATS]),)


def _usual_seats(game: Any, rules: Any, usual: int) -> int:
    """The number of players a game is usually played with; 0 where the rules do not have it."""
    from analyses.lineup import playable_seats

    return usual if usual in playable_seats(game, rules) else 0


def _changed(game: Any, common: Common, against: list[str], change: list[str]) -> dict[str, Any]:
    """Rule sets by label."""
    if not against and not change:
        raise UsageError("nothing to hold beside the rules; give --against or --change")
    changed = {source: game.load_rules(source, common.changes) for source in against}
    for text in change:
        changed[text] = game.load_rules(common.rules, [*common.changes, text])
    return changed
