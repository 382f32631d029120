"""Sweeps: every strategy of a grid on the same luck, the best one confirmed on fresh luck."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyses.matches import opening
from analyses.runs.lineup import Options, blocks_for, setting
from analyses.searches.arms import GROUP, ahead_p, play_arms, win_difference
from analyses.searches.confirming import Arm, Confirmation, confirmation
from analyses.searches.grids import arms_of
from analyses.statistics.estimates import Estimate
from analyses.statistics.families import joined
from analyses.tables import records, spread_out, table
from strategies.registry import find
from strategies.spec_text import split_spec

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Sweep", "sweep"]

FINALISTS = 8
ALPHA = 0.05


@dataclass(frozen=True)
class Sweep:
    """Result of `sweep`.

    Attributes
    ----------
    grid : str
        As it was given.
    against : tuple of str
        Whom every arm met.
    arms : tuple of Arm
        In the order of the grid.
    confirmed : Confirmation, optional
        None where the run was interrupted before.
    n_games : int
        Games of all rounds and of the confirmation.
    is_complete : bool
        False when the run was interrupted.
    """

    grid: str
    against: tuple[str, ...]
    arms: tuple[Arm, ...]
    confirmed: Confirmation | None
    n_games: int
    is_complete: bool

    @property
    def finalists(self) -> list[Arm]:
        """The arms of the last round."""
        last = max(arm.rung for arm in self.arms)
        return [arm for arm in self.arms if arm.rung == last]

    @property
    def best(self) -> Arm:
        """The finalist with the highest win rate in the last round."""
        return best_of(self.finalists)

    def p_best(self, arm: Arm) -> float:
        """Smallest error rate at which some finalist is better than this one, over all of them.

        Bonferroni over the other finalists: the set of arms with a value above 0.05 holds the
        best of the finalists with a chance of at least 95 % (a subset selection as in Gupta
        1965), whichever looks best. nan for those that were dropped earlier.
        """
        finalists = self.finalists
        if arm not in finalists:
            return math.nan
        others = [it for it in finalists if it is not arm]
        found = min((ahead_p(it.blocks, arm.blocks) for it in others), default=1.0)
        return min(1.0, found * len(others))

    @property
    def candidates(self) -> list[Arm]:
        """Finalists that may be the best of them, at 95 %."""
        return [arm for arm in self.finalists if self.p_best(arm) > ALPHA]

    def to_frame(self) -> pd.DataFrame:
        """One row per arm: win rate in its last round, and whether it may be the best."""
        best = self.best
        return table(self._row(arm, best) for arm in self.arms)

    def _row(self, arm: Arm, best: Arm) -> dict[str, Any]:
        is_finalist = arm.rung == best.rung
        behind = Estimate(math.nan, math.nan, math.nan, "not paired", 0)
        if is_finalist:
            behind = win_difference(arm.blocks, best.blocks)
        p_best = self.p_best(arm)
        row: dict[str, Any] = {"strategy": arm.strategy, "rung": arm.rung}
        row["n_games"] = arm.blocks.n_games
        row |= spread_out("win_rate", arm.blocks.win_rate("entry0"))
        row |= spread_out("behind_diff", behind)
        return row | {"p_best": p_best, "is_candidate": bool(p_best > ALPHA)}

    def summary(self) -> str:
        """The result in a few lines."""
        match = self.arms[0].blocks.match
        link = "with" if match.game.is_cooperative else "against"
        met = f" {link} {joined(self.against)}" if self.against else ""
        stopped = "" if self.is_complete else ", interrupted"
        n_dropped = len(self.arms) - len(self.finalists)
        among = f" of the last {len(self.finalists)}" if n_dropped else ""
        lines = [
            f"{match.game.title} ({match.rules.name}), {self.grid}{met}: {len(self.arms)} "
            f"strategies, {self.n_games:,} games{stopped}",
            f"the best{among} is one of these (95 %): "
            + joined(arm.strategy for arm in self.candidates),
        ]
        return "\n".join(lines + ([self.confirmed.text] if self.confirmed else []))

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        confirmed = records(self.confirmed.to_frame())[0] if self.confirmed else None
        return {
            **opening(self.arms[0].blocks.match, self.n_games, self.is_complete),
            "grid": self.grid,
            "against": list(self.against),
            "arms": records(self.to_frame(), "win_rate"),
            "best": self.best.strategy,
            "candidates": [arm.strategy for arm in self.candidates],
            "confirmed": confirmed,
        }


def best_of(arms: Sequence[Arm]) -> Arm:
    """The arm with the highest win rate; the first of equals."""
    return max(arms, key=lambda arm: arm.blocks.win_rate("entry0").value)


def sweep(
    game: str,
    grid: str,
    *,
    against: Sequence[str],
    games: int,
    seed: int,
    **options: Unpack[Options],
) -> Sweep:
    """Play every strategy of a grid on the same luck and confirm the best on fresh luck.

    Parameters
    ----------
    game, grid : str
        The game, and e.g. ``stop_at(200..1000:50)``; see `analyses.searches.grids`.
    against : sequence of str
        The others in every line-up; none for a game that is played alone.
    games : int
        How many each arm of the last round plays, at least; the confirmation plays as many.
    seed : int
        Every number follows from it.
    **options
        ``rules``, ``workers``, ``backend``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    Sweep
        All arms, which of them may be the best, and the confirmation.

    Notes
    -----
    A grid of more than 16 strategies is halved round by round until 8 or fewer are left
    (sequential halving [1]_): every round costs the same, so that fewer arms play more games
    each. Every round and the confirmation have luck of their own. The best of many looks better
    than it is; only the number on fresh luck is free of that.

    References
    ----------
    .. [1] Karnin, Koren and Somekh (2013), Almost optimal exploration in multi-armed bandits,
       ICML, section 3.
    """
    plan = setting(game, seed, options)
    names = arms_of(game, grid)
    n_blocks = blocks_for(games, 1 + len(against))
    sizes = rungs(len(names), n_blocks)
    plan.blocks_wanted = sum(n * -(-k // GROUP) for k, n in sizes) + n_blocks
    arms: dict[str, Arm] = {}
    left, first_block = names, 0
    for rung, (n_arms, n) in enumerate(sizes):
        left = _leading(arms, left)[:n_arms]
        played = play_arms(plan, left, against, n, first_block=first_block)
        if not plan.is_complete and arms and any(it.n_blocks == 0 for it in played):
            break
        arms |= {name: Arm(name, rung, it) for name, it in zip(left, played, strict=True)}
        first_block += n
    found = tuple(arms[name] for name in names if name in arms)
    result = Sweep(grid, tuple(against), found, None, plan.games_done, plan.is_complete)
    if not plan.is_complete:
        return result
    base = find(game, split_spec(grid)[0]).name
    confirmed = confirmation(plan, result.best, base, against, n_blocks, first_block)
    return Sweep(grid, tuple(against), found, confirmed, plan.games_done, plan.is_complete)


def rungs(n_arms: int, n_blocks: int) -> list[tuple[int, int]]:
    """Arms and blocks of every round; the last has `n_blocks`, and all cost about the same."""
    if n_arms <= GROUP:
        return [(n_arms, n_blocks)]
    sizes = [n_arms]
    while sizes[-1] > FINALISTS:
        sizes.append(-(-sizes[-1] // 2))
    return [(size, max(1, n_blocks * sizes[-1] // size)) for size in sizes]


def _leading(arms: dict[str, Arm], names: Sequence[str]) -> list[str]:
    """Names by win rate in the last round, the best first; as they are before the first."""
    if not arms:
        return list(names)
    return sorted(names, key=lambda name: -arms[name].blocks.win_rate("entry0").value)
