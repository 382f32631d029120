"""What other rules change: every balance number, its paired change, and for which tiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Unpack

from analyses.matches import opening, rules_record
from analyses.naming import brief
from analyses.reach.tiers import Asked, Tiers
from analyses.rules.effects import MARGINS, Effect, Margins, Pair, effects_of
from analyses.rules.score_spreads import score_spread
from analyses.rules.seats import (
    SEAT_SPREAD,
    SeatsByRules,
    seat_findings,
    seat_table,
    seats_by_rules,
)
from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Options, Setting, blocks_for, playable_seats, setting
from analyses.runs.measures import WIN_RATE
from analyses.runs.stopping import PLANNED_SD, Stop, goal_for
from analyses.statistics.estimates import Estimate
from analyses.statistics.families import joined, together
from analyses.tables import records, table
from simcore.errors import UsageError
from simcore.match import Match
from simcore.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["RuleEffects", "play_pair", "play_pairs", "rule_effects"]

LineUp = tuple[Sequence[str], str]
"""Strategies by seat, and what rotates over the seats."""


@dataclass(frozen=True)
class RuleEffects:
    """Result of `rule_effects`.

    Attributes
    ----------
    base : Match
        One of the matches under the base rules.
    rules : dict
        The other rules by label.
    effects : tuple of Effect
        All of one family.
    stops : tuple of Stop
        Why each run ended, where a precision was asked for.
    n_games : int
        Games that were played under all rules.
    is_complete : bool
        False when the run was interrupted.
    margins : Margins
        What counted as no change.
    """

    base: Match
    rules: Mapping[str, Any]
    effects: tuple[Effect, ...]
    stops: tuple[Stop, ...]
    n_games: int
    is_complete: bool
    margins: Margins = MARGINS

    def to_frame(self) -> pd.DataFrame:
        """One row for each rule set, line-up and number; p-values adjusted over all rows."""
        return table(effect.row() for effect in self.effects)

    def seat_spreads(self) -> pd.DataFrame:
        """One row for each strategy against itself and each rule set, the base too.

        Best seat less worst, judged together. No rows where seats cannot win against each other.
        """
        return seat_table(self.seats)

    @cached_property
    def seats(self) -> SeatsByRules:
        """What `seat_spreads` judges; cached: p-values take hundreds of intervals."""
        return seats_by_rules((it.variant, it.blocks, it.base) for it in self.effects)

    @property
    def tiers(self) -> list[Tiers]:
        """For which tiers each number of self-play changed, by rule set and number."""
        return self.over_tiers()

    def over_tiers(self, measures: Sequence[str] = ()) -> list[Tiers]:
        """The same, of these measures or of all."""
        found: dict[str, list[Asked]] = {}
        for effect in self.effects:
            if effect.is_self_play and (not measures or effect.measure.name in measures):
                of_whom = "" if effect.owner == "game" else f" of {effect.owner}"
                subject = f"{effect.variant}: {effect.measure.name}{of_whom}"
                player = effect.base.match.players[0]
                asked = Asked(player.spec, player.tier, effect.finding)
                found.setdefault(subject, []).append(asked)
        if not measures or SEAT_SPREAD in measures:
            found |= self._seats_of_tiers()
        return [Tiers(subject, tuple(asked)) for subject, asked in found.items()]

    def _seats_of_tiers(self) -> dict[str, list[Asked]]:
        """Under every rule set, whether the seats are balanced, judged together."""
        found: dict[str, list[Asked]] = {}
        judged = together(list(seat_findings(self.seats).values()))
        for ((label, _), seats), finding in zip(self.seats.items(), judged, strict=True):
            asked = Asked(seats.player.spec, seats.player.tier, finding)
            found.setdefault(f"{label}: {SEAT_SPREAD}", []).append(asked)
        return found

    def summary(self) -> str:
        """For which tiers each number changed, then the stronger one's wins in each meeting."""
        game = self.base.game
        stopped = "" if self.is_complete else ", interrupted"
        lines = [f"{game.title}, against {self.base.rules.name}, {self.n_games:,} games{stopped}"]
        lines += self._over_tiers_told()
        lines += [
            f"{it.variant}: {it.measure.name} of {brief(game.name, it.owner)} in "
            f"{' v '.join(brief(game.name, one) for one in it.line_up.split(' v '))}: "
            f"{it.finding.verdict.text}"
            for it in self.effects
            if not it.is_self_play and (it.measure.name, it.measure.who) == (WIN_RATE, "entry0")
        ]
        return "\n".join([*lines, *(stop.text for stop in self.stops)])

    def _over_tiers_told(self) -> list[str]:
        """What is decided for some tier, a line each; then what is open for all, by rule set."""
        lines: list[str] = []
        open_: dict[str, list[str]] = {}
        for tiers in self.tiers:
            label, name = tiers.subject.rsplit(": ", 1)
            if tiers.reference.finding.verdict.outcome == "undecided":
                open_.setdefault(label, []).append(name)
            else:
                lines.append(tiers.summary())
        return [
            *lines,
            *(
                f"{label}: not enough games for any tier: {joined(names)}"
                for label, names in open_.items()
            ),
        ]

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        rules = {"base": rules_record(self.base.rules)}
        rules |= {label: rules_record(found) for label, found in self.rules.items()}
        return {
            **opening(self.base, self.n_games, self.is_complete),
            "rules": rules,
            "effects": records(self.to_frame()),
            "seat_spreads": records(self.seat_spreads()),
            "tiers": [tiers.to_json() for tiers in self.tiers],
            "stops": [stop.to_json() for stop in self.stops],
        }


def rule_effects(  # noqa: PLR0913 (what to ask, and of whom)
    game: str,
    strategies: Sequence[str],
    *,
    changed: Mapping[str, Any],
    games: int,
    seed: int,
    seats: int = 0,
    margins: Margins = MARGINS,
    **options: Unpack[Options],
) -> RuleEffects:
    """Ask what other rules change, of several tiers of play.

    Parameters
    ----------
    game : str
        Its name.
    strategies : sequence of str
        From weak to strong, e.g. one of every tier. Each plays itself, which tells of seats,
        lengths and scores, and each meets the one before it, which tells who wins.
    changed : dict
        Label to rules, as `load_rules` returns them.
    games : int
        How many each line-up plays under each rule set, at least.
    seed : int
        Every number follows from it.
    seats : int, optional
        Number of players; by default the fewest from 2 on that all the rules have.
    margins : Margins
        What counts as no change.
    **options
        ``rules`` (the base), ``workers``, ``backend``, ``progress``, ``precision``; see
        `analyses.runs.lineup`. The precision is that of the changes of win rates.
    """
    margins.check()
    plan = setting(game, seed, options)
    n_seats = seats or _seats(plan, list(changed.values()))
    line_ups: list[LineUp] = [([name] * n_seats, "luck") for name in strategies]
    if n_seats > 1:
        steps = pairwise(strategies)
        line_ups += [([strong, *[weak] * (n_seats - 1)], "strategies") for weak, strong in steps]
    pairs, stops = play_pairs(plan, changed, line_ups, blocks_for(games, n_seats))
    effects, first = effects_of(pairs, margins), pairs[0].base.match
    done, is_complete = plan.games_done, plan.is_complete
    return RuleEffects(first, dict(changed), effects, tuple(stops), done, is_complete, margins)


def play_pairs(
    plan: Setting, changed: Mapping[str, Any], line_ups: Sequence[LineUp], n_blocks: int
) -> tuple[list[Pair], list[Stop]]:
    """Every line-up under every rule set and under the base, until the plan is interrupted."""
    plan.blocks_wanted = n_blocks * len(line_ups) * len(changed)
    pairs: list[Pair] = []
    stops: list[Stop] = []
    for label, rules in changed.items():
        for names, rotation in line_ups:
            if plan.is_complete:
                matches = [plan.match(names, rotation, rules), plan.match(names, rotation)]
                played, stop = play_pair(plan, matches, n_blocks)
                pairs.append(Pair(label, *played, score_spread(*played)))
                stops += [stop] if stop is not None else []
    return pairs, stops


def _seats(plan: Setting, others: Sequence[Any]) -> int:
    """Fewest seats from 2 on that all rules have; one where there are no others."""
    many = [set(playable_seats(plan.game, rules)) for rules in (plan.rules, *others)]
    shared = sorted(set.intersection(*many))
    if not shared:
        raise UsageError("the rule sets are for different numbers of players")
    return next((n for n in shared if n > 1), shared[0])


def play_pair(
    plan: Setting, matches: Sequence[Match], n_blocks: int
) -> tuple[tuple[Blocks, Blocks], Stop | None]:
    """One line-up under other rules and under the base; until sure, if that is asked for."""
    if plan.precision is None:
        summary = plan.play(matches, n_blocks)
        return (Blocks(matches[0], summary), Blocks(matches[1], summary, 1)), None
    goal = goal_for(plan.precision, sd=2 * PLANNED_SD)
    kind = "entry" if matches[0].rotation == "strategies" else "seat"

    def both(summary: Summary) -> tuple[Blocks, Blocks]:
        first = Blocks(matches[0], summary, look=goal.look)
        return first, Blocks(matches[1], summary, 1, goal.look)

    def watched(summary: Summary) -> list[Estimate]:
        ours, base = both(summary)
        places = [f"{kind}{k}" for k in range(matches[0].n_seats)]
        return [ours.win_rate_diff(who, who, base) for who in places]

    summary, stop = plan.play_until(matches, n_blocks, goal, watched)
    return both(summary), stop
