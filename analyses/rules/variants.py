"""Rules as experiments: what a change of the rules does, on the same luck as the base."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

from analyses.matches import opening, rules_record
from analyses.rules.changes import RuleEffects, play_pair
from analyses.rules.effects import MARGINS, Margins, Pair, effects_of
from analyses.rules.score_spreads import ScoreSpread, score_spread
from analyses.runs.blocks import Blocks, game_statistics
from analyses.runs.lineup import Options, Setting, blocks_for, setting
from analyses.runs.stopping import Stop
from analyses.statistics.estimates import Estimate
from analyses.statistics.verdicts import holm
from analyses.tables import in_points, records, spread_out, table
from simcore.errors import UsageError
from simcore.games import RulesData

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Variant", "Variants", "variants"]

BASE = "base"
SAME = Estimate.exact(0.0)


@dataclass(frozen=True)
class Variant:
    """One rule set beside the base.

    Attributes
    ----------
    label : str
        What it is called in frames.
    blocks, base : Blocks
        The match under it, and the same line-up under the base rules on the same luck.
    spread : ScoreSpread, optional
        How far apart the players end, where that is defined.
    """

    label: str
    blocks: Blocks
    base: Blocks
    spread: ScoreSpread | None = None

    @property
    def is_base(self) -> bool:
        """Whether this is the base itself."""
        return self.blocks is self.base

    def win_rate_diff(self, who: str) -> Estimate:
        """Win rate under the variant less that under the base; `who` is ``entry0``, ``seat0``."""
        return SAME if self.is_base else self.blocks.win_rate_diff(who, who, self.base)

    def win_row(self, who: str) -> dict[str, Any]:
        """Win rate, its change, and what common luck saved."""
        row: dict[str, Any] = {"n_games": self.blocks.n_games}
        row |= spread_out("win_rate", self.blocks.win_rate(who))
        row |= spread_out("win_rate_diff", self.win_rate_diff(who))
        return row | self.savings(who) | {"p_value": self.p_value(who)}

    def savings(self, who: str) -> dict[str, float]:
        """What common luck saved, and what common luck and rotation saved together."""
        if self.is_base:
            return {"variance_saved": math.nan, "independent_worth": math.nan}
        return {
            "variance_saved": self.blocks.win_variance_saved(who, self.base),
            "independent_worth": self.blocks.worth_of_difference(who, who, self.base),
        }

    def p_value(self, who: str) -> float:
        """Of no change, two-sided."""
        return 1.0 if self.is_base else self.blocks.win_diff_p(who, who, self.base)


@dataclass(frozen=True)
class Variants:
    """Result of `variants`; differences are the variant less the base.

    Attributes
    ----------
    found : tuple of Variant
        The base first.
    is_complete : bool
        False when the run was interrupted; variants that were not reached have no games.
    margins : Margins
        Largest changes that count as none, for `effects`.
    stops : tuple of Stop
        Why each run ended, where a precision was asked for.
    """

    found: tuple[Variant, ...]
    is_complete: bool
    margins: Margins = MARGINS
    stops: tuple[Stop, ...] = ()

    @property
    def n_games(self) -> int:
        """Games that were played under all rules; the base is played beside every variant."""
        return sum(it.blocks.n_games * (1 if it.is_base else 2) for it in self._played)

    @property
    def _played(self) -> tuple[Variant, ...]:
        """The variants, or the base where there is none."""
        return self.found[1:] or self.found

    @cached_property
    def _effects(self) -> RuleEffects:
        pairs = [Pair(it.label, it.blocks, it.base, it.spread) for it in self.found[1:]]
        rules = {it.label: it.blocks.match.rules for it in self.found[1:]}
        effects = effects_of(pairs, self.margins)
        base = self.found[0].blocks.match
        ended = (self.stops, self.n_games, self.is_complete)
        return RuleEffects(base, rules, effects, *ended, self.margins)

    def effects(self) -> RuleEffects:
        """Every number with its paired change and a verdict, all judged together."""
        return self._effects

    def strategies(self) -> pd.DataFrame:
        """One row for each rule set and strategy: its win rate and the change of it.

        `p_holm` is adjusted over the rule sets, for each strategy by itself.
        """
        players = self.found[0].blocks.match.players
        return self._win_rates("entry", [{"strategy": player.spec} for player in players])

    def seats(self) -> pd.DataFrame:
        """One row for each rule set and seat: its win rate and the change of it."""
        return self._win_rates("seat", [{} for _ in self.found[0].blocks.match.players])

    def game(self) -> pd.DataFrame:
        """One row for each rule set: length, ties and the like, and the changes of them."""
        return table(self._game_row(variant) for variant in self.found)

    def to_frame(self) -> pd.DataFrame:
        """The same as `strategies`."""
        return self.strategies()

    def summary(self) -> str:
        """The result in a few lines."""
        match = self.found[0].blocks.match
        names = " v ".join(player.spec for player in match.players)
        lines = [f"{match.game.title}, {names}, against {match.rules.name}"]
        for variant in self.found[1:]:
            changes = [
                f"{name} {in_points(variant.win_rate_diff(who))}"
                for name, who in ((match.players[0].spec, "entry0"), ("seat 0", "seat0"))
            ]
            lines.append(f"{variant.label}: {', '.join(changes)}")
        return "\n".join([*lines, *(stop.text for stop in self.stops)])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        match = self.found[0].blocks.match
        rules = {variant.label: rules_record(variant.blocks.match.rules) for variant in self.found}
        return {
            **opening(match, self.found[0].blocks.n_games, self.is_complete),
            "rules": rules,
            "rotation": match.rotation,
            "strategies": records(self.strategies(), "win_rate"),
            "seats": records(self.seats(), "win_rate"),
            "lengths": records(self.game()),
            "effects": records(self.effects().to_frame()),
            "stops": [stop.to_json() for stop in self.stops],
        }

    def _win_rates(self, kind: str, keys: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
        rows = []
        for variant in self.found:
            for i, key in enumerate(keys):
                head = {"variant": variant.label, "is_base": variant.is_base, kind: i}
                rows.append(head | dict(key) | variant.win_row(f"{kind}{i}"))
        frame = table(rows)
        frame["p_holm"] = 1.0
        for i in range(len(keys)):
            family = ~frame["is_base"] & (frame[kind] == i)
            frame.loc[family, "p_holm"] = holm(frame.loc[family, "p_value"].to_numpy())
        return frame

    def _game_row(self, variant: Variant) -> dict[str, Any]:
        blocks = variant.blocks
        row: dict[str, Any] = {
            "variant": variant.label,
            "is_base": variant.is_base,
            "n_games": blocks.n_games,
        }
        for statistic in game_statistics(blocks.match.game):
            name, saved = statistic.column, math.nan
            change = SAME
            if not variant.is_base:
                change, saved = blocks.difference(statistic, variant.base, "game")
            row |= spread_out(name, blocks.statistic(statistic, "game"))
            row |= spread_out(f"{name}_diff", change)
            row[f"{name}_variance_saved"] = saved
        return row


def variants(
    game: str,
    strategies: Sequence[str],
    *,
    changed: Mapping[str, str | RulesData],
    games: int,
    seed: int,
    margins: Margins = MARGINS,
    **options: Unpack[Options],
) -> Variants:
    """Play one line-up under several rule sets on the same luck.

    Parameters
    ----------
    game, strategies
        The game, and one strategy for each seat.
    changed : dict
        Label to rules: a preset, a file, or what `load_rules` returned.
    games : int
        How many under each rule set, at least.
    seed : int
        Every number follows from it.
    margins : Margins
        What counts as no change.
    **options
        ``rules`` (the base), ``workers``, ``backend``, ``progress``, ``precision``; see
        `analyses.runs.lineup`. The precision is that of the changes of win rates.

    Returns
    -------
    Variants
        Win rates by strategy and seat, and lengths, each with its change against the base.

    Notes
    -----
    Dice and cards belong to a seat and its own turn, so that two rule sets meet the same luck as
    far as it still applies. Strategies rotate over the seats; where all are the same one, the
    luck rotates instead (`seat_advantage` says why).
    """
    margins.check()
    if BASE in changed:
        raise UsageError(f"a rule set called '{BASE}'; allowed: any other label")
    plan = setting(game, seed, options)
    rotation = "luck" if len(set(strategies)) == 1 else "strategies"
    base = plan.match(strategies, rotation)
    n_blocks = blocks_for(games, base.n_rotations)
    labelled = {label: _rules(plan, rules) for label, rules in changed.items()}
    plan.blocks_wanted = n_blocks * max(1, len(labelled))
    found: list[Variant] = []
    stops: list[Stop] = []
    for label, rules in labelled.items():
        pair = [plan.match(strategies, rotation, rules), base]
        (blocks, beside), stop = play_pair(plan, pair, n_blocks)
        found.append(Variant(label, blocks, beside, score_spread(blocks, beside)))
        stops += [stop] if stop is not None else []
    first = found[0].base if found else Blocks(base, plan.play([base], n_blocks))
    every = (Variant(BASE, first, first), *found)
    return Variants(every, plan.is_complete, margins, tuple(stops))


def _rules(plan: Setting, rules: str | RulesData) -> Any:
    return plan.game.load_rules(rules, ()) if isinstance(rules, str) else rules
