"""The skill ladder: how often each rung beats the one below, by configuration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from analyses.fillit.games import rules_in, setting_of
from analyses.fillit.sides import side_rate
from analyses.matches import opening
from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Options, blocks_for
from analyses.statistics.estimates import Estimate
from analyses.tables import in_percent, records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Ladder", "Rung", "line_up_of", "skill_ladder"]


class Rung(NamedTuple):
    """Who meets whom, and in how many games at least."""

    stronger: str
    weaker: str
    games: int


def line_up_of(rules: Any, rung: Rung) -> list[str]:
    """One player of the upper rung against all others below it; two against two, a team of it."""
    return [rung.stronger if side == 0 else rung.weaker for side in rules.setting.sides]


@dataclass(frozen=True)
class Ladder:
    """Result of `skill_ladder`.

    Attributes
    ----------
    matches : tuple of Blocks
        Place 0 of each line-up is the upper rung.
    is_complete : bool
        False when the run was interrupted.
    """

    matches: tuple[Blocks, ...]
    is_complete: bool

    def rate(self, blocks: Blocks) -> Estimate:
        """Share of the games that the upper rung's player or team won."""
        return side_rate(blocks, "entry0")

    def to_frame(self) -> pd.DataFrame:
        """One row for each rule set and rung."""
        return table(self._row(blocks) for blocks in self.matches)

    def _row(self, blocks: Blocks) -> dict[str, Any]:
        match, rate = blocks.match, self.rate(blocks)
        fair = 1.0 / rules_in(match).setting.n_sides
        return (
            {
                "config": rules_in(match).config,
                "layout": rules_in(match).layout,
                "strategy": match.players[0].spec,
                "tier": match.players[0].tier,
                "opponent": match.players[1].spec,
                "n_games": blocks.n_games,
            }
            | spread_out("win_rate", rate)
            | {"fair_share": fair, "outcome": _outcome(rate, fair)}
        )

    def summary(self) -> str:
        """One line per rung."""
        return "\n".join(
            f"{rules_in(match).config}: {match.players[0].spec} wins "
            f"{in_percent(self.rate(blocks))} against {match.players[1].spec}"
            for blocks in self.matches
            for match in [blocks.match]
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(blocks.n_games for blocks in self.matches)
        return {
            **opening(self.matches[0].match, n_games, self.is_complete),
            "rungs": records(self.to_frame(), "win_rate"),
        }


def _outcome(rate: Estimate, fair: float) -> str:
    if rate.low > fair:
        return "stronger"
    return "weaker" if rate.high < fair else "undecided"


def skill_ladder(
    rungs: Sequence[Rung], rule_sets: Sequence[Any], *, seed: int, **options: Unpack[Options]
) -> Ladder:
    """Let every rung of a ladder meet the one below it, under several rule sets.

    Parameters
    ----------
    rungs : sequence of Rung
    rule_sets : sequence of rules
        Two sides meet head to head (two against two as teams); with three, one player of the
        upper rung meets two of the lower, and a third of the wins would be an equal share.
    seed : int
        Every number follows from it.
    **options
        ``workers``, ``backend``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    Ladder
        Win rates with intervals; every strategy takes each seat equally often.
    """
    plan = setting_of(rule_sets[0], seed, options)
    wanted = [
        (plan.match(line_up_of(rules, rung), "strategies", rules), rung.games)
        for rules in rule_sets
        for rung in rungs
    ]
    sizes = [blocks_for(games, match.n_rotations) for match, games in wanted]
    plan.blocks_wanted = sum(sizes)
    played: list[Blocks] = []
    for (match, _), n_blocks in zip(wanted, sizes, strict=True):
        summary = plan.play([match], n_blocks, chunk_blocks=-(-n_blocks // (4 * plan.workers)))
        if plan.is_complete or summary.n_blocks > 0 or not played:
            played.append(Blocks(match, summary))
    return Ladder(tuple(played), plan.is_complete)
