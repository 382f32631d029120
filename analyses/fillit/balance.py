"""What it is worth to move first: by configuration, layout and tier, over many layouts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from analyses.fillit.games import around, rules_in, setting_of
from analyses.fillit.sides import place_rate, place_rate_diff
from analyses.matches import opening
from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Options, blocks_for
from analyses.statistics.estimates import Estimate, proportion
from analyses.statistics.margins import check_margin
from analyses.statistics.verdicts import POINTS_OF_SPREAD, Verdict, holm, spread_of_seats
from analyses.tables import records, spread_out, table
from simcore.games import load_game

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Balance", "agreement", "rules_of", "seat_balance"]

SHIPPED = (
    ("2p", 0),
    ("3p", 0),
    ("2v2", 0),
    ("2v2", 1),
    ("mini2", 0),
    ("mini3", 0),
)
"""Configurations, and who moves first. Two against two, the seats are not exactly equivalent;
players 2 and 3 are the half turns of 0 and 1."""


def rules_of(layouts: Iterable[str], settings: Sequence[tuple[str, int]] = SHIPPED) -> list[Any]:
    """The rules of every configuration with each of some layouts."""
    load, layouts = load_game("fillit").load_rules, list(layouts)
    return [
        load("rulebook", [f"config={config}", f"first={first}", f"layout={layout}"])
        for config, first in settings
        for layout in layouts
    ]


class Found(NamedTuple):
    """The games of one strategy under one rule set, and the verdict on its sides."""

    blocks: Blocks
    verdict: Verdict
    edge: Estimate

    @property
    def favoured(self) -> int:
        """Sign of what the first to move wins above a fair share."""
        return int(np.sign(self.edge.value))


@dataclass(frozen=True)
class Balance:
    """Result of `seat_balance`.

    Attributes
    ----------
    matches : tuple of Blocks
        By rule set, then by strategy.
    margin : float
        Largest spread between sides that counts as balanced.
    is_complete : bool
        False when the run was interrupted.
    """

    matches: tuple[Blocks, ...]
    margin: float
    is_complete: bool

    @cached_property
    def found(self) -> tuple[Found, ...]:
        """Verdicts and edges of all matches; cached, as verdicts take many intervals."""
        return tuple(self._judge(blocks) for blocks in self.matches)

    def _judge(self, blocks: Blocks) -> Found:
        n_sides = rules_in(blocks.match).setting.n_sides
        pairs = [partial(place_rate_diff, blocks, i, j) for i, j in combinations(range(n_sides), 2)]
        wording = POINTS_OF_SPREAD._replace(games_per_block=blocks.match.n_rotations)
        verdict = spread_of_seats(pairs, self.margin, wording=wording)
        return Found(blocks, verdict, _less(place_rate(blocks, 0), 1.0 / n_sides))

    def to_frame(self) -> pd.DataFrame:
        """One row for each match and place in the order of play."""
        return table(
            _keys(one.blocks)
            | {"turn_order": place}
            | spread_out("win_rate", rate)
            | {"fair_share": fair}
            | spread_out("seat_edge", _less(rate, fair))
            for one in self.found
            for fair in [1.0 / rules_in(one.blocks.match).setting.n_sides]
            for place in range(rules_in(one.blocks.match).setting.n_sides)
            for rate in [place_rate(one.blocks, place)]
        )

    def verdicts(self) -> pd.DataFrame:
        """One row for each match: the spread of its sides, judged against the margin.

        The p-values are adjusted by Holm's method over all matches.
        """
        balanced = holm([one.verdict.p_balanced for one in self.found])
        unbalanced = holm([one.verdict.p_not_balanced for one in self.found])
        rows = zip(self.found, balanced, unbalanced, strict=True)
        return table(
            _keys(one.blocks)
            | spread_out("first_edge", one.edge)
            | spread_out("seat_spread", one.verdict.estimate)
            | {
                "margin": self.margin,
                "outcome": one.verdict.outcome,
                "verdict": one.verdict.text,
                "n_more": one.verdict.n_more,
                "p_balanced_holm": p_balanced,
                "p_not_balanced_holm": p_not_balanced,
            }
            for one, p_balanced, p_not_balanced in rows
        )

    def over_tiers(self) -> pd.DataFrame:
        """One row for each rule set: whether its verdict holds or flips over the strategies."""
        rows = []
        for found in self._by("rules"):
            rules = rules_in(found[0].blocks.match)
            outcomes = ", ".join(
                f"{one.verdict.outcome} (tier {one.blocks.match.players[0].tier})" for one in found
            )
            rows.append(
                {
                    "config": rules.config,
                    "layout": rules.layout,
                    "first_seat": rules.first,
                    "agreement": agreement(found),
                    "outcomes": outcomes,
                }
            )
        return table(rows)

    def over_layouts(self) -> pd.DataFrame:
        """One row per configuration and strategy: the first to move over all layouts played.

        The layouts are a sample, so the interval of the mean edge is a t-interval over layouts;
        `edge_sd` is the spread of the edges seen, sampling error of the games included.
        """
        return table(_layouts_row(found) for found in self._by("strategy"))

    def _by(self, kind: str) -> list[list[Found]]:
        groups: dict[Any, list[Found]] = {}
        for one in self.found:
            rules, player = rules_in(one.blocks.match), one.blocks.match.players[0]
            key: tuple[Any, ...] = (rules.config, rules.first)
            key += (player.spec,) if kind == "strategy" else (rules.layout,)
            groups.setdefault(key, []).append(one)
        return list(groups.values())

    def summary(self) -> str:
        """One line per match."""
        return "\n".join(
            f"{rules.config} {rules.layout}, {one.blocks.match.players[0].spec}: the first to move "
            f"{100 * one.edge.value:+.1f} points; {one.verdict.text}"
            for one in self.found
            for rules in [rules_in(one.blocks.match)]
        )

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(blocks.n_games for blocks in self.matches)
        return {
            **opening(self.matches[0].match, n_games, self.is_complete),
            "sides": records(self.to_frame(), "win_rate"),
            "verdicts": records(self.verdicts()),
            "over_tiers": records(self.over_tiers()),
            "over_layouts": records(self.over_layouts()),
        }


def _less(rate: Estimate, fair: float) -> Estimate:
    return Estimate(rate.value - fair, rate.low - fair, rate.high - fair, rate.method, rate.n)


def _keys(blocks: Blocks) -> dict[str, Any]:
    rules, player = rules_in(blocks.match), blocks.match.players[0]
    return {
        "config": rules.config,
        "layout": rules.layout,
        "first_seat": rules.first,
        "strategy": player.spec,
        "tier": player.tier,
        "n_games": blocks.n_games,
    }


def agreement(found: Sequence[Found]) -> str:
    """Whether verdicts on one thing agree: ``holds``, ``flips``, ``differs`` or ``undecided``.

    It flips where two verdicts of "not balanced" favour the first to move and somebody else; it
    differs where one is "balanced" and another is not. Undecided ones only count if all are.
    """
    decided = [one for one in found if one.verdict.outcome != "undecided"]
    if not decided:
        return "undecided"
    signs = {one.favoured for one in decided if one.verdict.outcome == "not balanced"}
    if len(signs) > 1:
        return "flips"
    if len({one.verdict.outcome for one in decided}) > 1:
        return "differs"
    return "holds" if len(decided) == len(found) else "holds as far as decided"


def _layouts_row(found: Sequence[Found]) -> dict[str, Any]:
    keys = _keys(found[0].blocks)
    del keys["layout"]
    edges = np.array([one.edge.value for one in found])
    n, sd = len(edges), float(np.std(edges, ddof=1)) if len(edges) > 1 else np.nan
    mean = around(float(edges.mean()), sd / np.sqrt(n), n) if n > 1 else found[0].edge
    outcomes = [one.verdict.outcome for one in found]
    return (
        keys
        | {"n_games": sum(one.blocks.n_games for one in found), "n_layouts": n}
        | spread_out("first_edge", mean)
        | {"edge_sd": sd}
        | spread_out("favours_first_rate", proportion(int((edges > 0).sum()), n))
        | {
            "n_balanced": outcomes.count("balanced"),
            "n_not_balanced": outcomes.count("not balanced"),
            "agreement": agreement(found),
        }
    )


def seat_balance(
    plays: Mapping[str, int],
    rule_sets: Sequence[Any],
    *,
    seed: int,
    margin: float = 0.05,
    **options: Unpack[Options],
) -> Balance:
    """Play strategies against themselves under many rule sets and compare the sides.

    Parameters
    ----------
    plays : mapping of str to int
        Strategies, weakest tier first, and how many games each plays under every rule set.
    rule_sets : sequence of rules
        For example of `rules_of`.
    seed : int
        Every number follows from it.
    margin : float, default 0.05
        Largest spread, best side less worst, that counts as balanced.
    **options
        ``workers``, ``backend``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    Balance
        Win rates by place in the order of play, and verdicts over tiers and over layouts.
    """
    check_margin(margin)
    plan = setting_of(rule_sets[0], seed, options)
    wanted = [
        (plan.match([spec] * rules.setting.n_players, "luck", rules), games)
        for rules in rule_sets
        for spec, games in plays.items()
    ]
    sizes = [blocks_for(games, match.n_rotations) for match, games in wanted]
    plan.blocks_wanted = sum(sizes)
    played: list[Blocks] = []
    for (match, _), n_blocks in zip(wanted, sizes, strict=True):
        # Chunks of a known size: many short runs, each of which would else try out its own.
        summary = plan.play([match], n_blocks, chunk_blocks=-(-n_blocks // (2 * plan.workers)))
        if plan.is_complete or summary.n_blocks > 0 or not played:
            played.append(Blocks(match, summary))
    return Balance(tuple(played), margin, plan.is_complete)
