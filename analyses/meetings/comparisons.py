"""Two strategies on the same luck: who is better, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from analyses.matches import opening, stop_record, strategy_row
from analyses.naming import brief
from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Options, blocks_for, setting
from analyses.runs.stopping import PLANNED_SD, Stop, goal_for
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import Estimate
from analyses.statistics.families import Finding, joined
from analyses.statistics.margins import check_margin, margin_text
from analyses.statistics.significance import z_from_histogram
from analyses.statistics.verdicts import Verdict, Wording, within
from analyses.tables import in_points, records, spread_out, table, worth_text
from simcore.match import Match
from simcore.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True)
class Comparison:
    """Result of `compare`.

    Attributes
    ----------
    first, second : Blocks
        The match of each strategy at entry 0; the same match twice, with the second strategy at
        entry 1, if they met head to head.
    margin : float
        Largest difference of win rates that counts as none.
    is_complete : bool
        False when the run was interrupted.
    stop : Stop, optional
        Why it ended, where a precision was asked for.
    """

    first: Blocks
    second: Blocks
    margin: float
    is_complete: bool
    stop: Stop | None = None

    @property
    def is_head_to_head(self) -> bool:
        """Whether the two met, rather than both a third."""
        return self.first is self.second

    @property
    def names(self) -> tuple[str, str]:
        """The two strategies."""
        second = self.second.match.players[self._second_entry]
        return self.first.match.players[0].spec, second.spec

    @property
    def brief_names(self) -> tuple[str, str]:
        """The same for sentences."""
        first, second = (brief(self.first.match.game.name, name) for name in self.names)
        return first, second

    @property
    def opponents(self) -> tuple[str, ...]:
        """Whom both of them met; empty head to head."""
        players = () if self.is_head_to_head else self.first.match.players[1:]
        return tuple(player.spec for player in players)

    @property
    def met(self) -> str:
        """The same in words that follow a sentence: against opponents, with partners, alone."""
        game = self.first.match.game
        link = "with" if game.is_cooperative else "against"
        named = [brief(game.name, name) for name in self.opponents]
        alone = "" if self.is_head_to_head else " alone"
        return f" {link} {joined(named)}" if named else alone

    @property
    def n_games(self) -> int:
        """Games that were played, of both matches."""
        return self.first.n_games * (1 if self.is_head_to_head else 2)

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Blocks by wins of the first less wins of the second, int64[2 most_wins + 1]."""
        return self.first.win_diff_counts("entry0", f"entry{self._second_entry}", self.second)

    @property
    def z(self) -> float:
        """Standard errors between the difference and none."""
        return z_from_histogram(self.counts, 2 * self.first.most_wins, 0.0, low=-1.0)

    @property
    def p_value(self) -> float:
        """Of no difference, two-sided; below 0.05 where the interval leaves out 0."""
        return self.first.win_diff_p("entry0", f"entry{self._second_entry}", self.second)

    @property
    def independent_worth(self) -> float:
        """How many independent games one game was worth for the difference."""
        if self.is_head_to_head:
            return self.first.worth("entry0")
        return self.first.worth_of_difference("entry0", "entry0", self.second)

    def difference(self, *, confidence_level: float = 0.95) -> Estimate:
        """Win rate of the first less that of the second, paired by block."""
        return self.first.win_rate_diff(
            "entry0", f"entry{self._second_entry}", self.second, confidence_level=confidence_level
        )

    def verdict(self) -> Verdict:
        """Whether the difference lies within the margin; tells how many games are missing."""
        games = self.first.match.n_rotations * (1 if self.is_head_to_head else 2)
        wording = Wording(games_per_block=games, inside="equal", outside="not equal")
        return within(self.difference, self.margin, look=self.first.look, wording=wording)

    @cached_property
    def finding(self) -> Finding:
        """The verdict, and whom it favours; cached: p-values take hundreds of intervals."""
        verdict, in_block = self.verdict(), self.n_games // max(1, self.first.n_blocks)
        ahead = self.brief_names[0 if verdict.estimate.value > 0.0 else 1]
        return Finding(verdict, words=("equal", f"{ahead} ahead"), games_per_block=in_block)

    @property
    def text(self) -> str:
        """What was found, in one sentence."""
        estimate, (first, second) = self.difference(), self.brief_names
        if estimate.low > 0.0:
            return f"{first} is better than {second} by {in_points(estimate)}"
        if estimate.high < 0.0:
            reversed_ = Estimate(-estimate.value, -estimate.high, -estimate.low, "", estimate.n)
            return f"{second} is better than {first} by {in_points(reversed_)}"
        if self.verdict().outcome == "balanced":
            return f"{first} and {second} are equal within {margin_text(self.margin)}"
        return f"{first} and {second} cannot be told apart: {in_points(estimate)}"

    def strategies(self) -> pd.DataFrame:
        """One row for each of the two: win rate, score, and what happens in a turn."""
        rows = [strategy_row(self.first, 0), strategy_row(self.second, self._second_entry)]
        return table(rows).drop(columns="entry")

    def to_frame(self) -> pd.DataFrame:
        """One row: the difference, z and p, the verdict, and what the pairing was worth."""
        verdict, (first, second) = self.verdict(), self.names
        row: dict[str, Any] = {
            "first": first,
            "second": second,
            "against": " ".join(self.opponents),
            "n_games": self.n_games,
        }
        row |= spread_out("win_rate_diff", self.difference())
        row |= {
            "z": self.z,
            "p_value": self.p_value,
            "margin": self.margin,
            "outcome": verdict.outcome,
            "verdict": verdict.text,
            "n_more": verdict.n_more,
            "independent_worth": self.independent_worth,
        }
        return table([row])

    def summary(self) -> str:
        """The result in a few lines."""
        stopped = "" if self.is_complete else ", interrupted"
        match = self.first.match
        lines = [
            self.text + self.met,
            f"{match.game.title} ({match.rules.name}), {self.n_games:,} games{stopped}",
            f"z = {self.z:.2f}, p = {self.p_value:.2g}",
            f"margin of {margin_text(self.margin)}: {self.verdict().text}",
            worth_text(self.independent_worth, self.n_games),
        ]
        lines += [self.stop.text] if self.stop is not None else []
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        match = self.first.match
        found: dict[str, Any] = records(self.to_frame())[0]
        del found["n_games"]
        return {
            **opening(match, self.n_games, self.is_complete),
            "strategies": records(self.strategies(), "win_rate"),
            "text": self.text,
            **found,
            **stop_record(self.stop),
        }

    @property
    def _second_entry(self) -> int:
        return 1 if self.is_head_to_head else 0


def compare(  # noqa: PLR0913 (two strategies, and what to ask of them)
    game: str,
    first: str,
    second: str,
    *,
    games: int,
    seed: int,
    against: str | Sequence[str] = (),
    margin: float = 0.01,
    alone: bool = False,
    **options: Unpack[Options],
) -> Comparison:
    """Compare two strategies on the same luck.

    Parameters
    ----------
    game, first, second : str
        The game and the two strategies, e.g. ``stop_at(300)``.
    games : int
        How many each match has at least; with `against` there are two matches.
    seed : int
        Every number follows from it.
    against : str or sequence of str, optional
        One to five opponents that both strategies meet, each in every seat; without any the two
        meet head to head.
    margin : float, default 0.01
        Largest difference of win rates that counts as none.
    alone : bool, default False
        Without opponents, each plays by itself, as a game for one allows, instead of the two
        playing each other.
    **options
        ``rules``, ``workers``, ``backend``, ``progress``, ``precision``: `analyses.runs.lineup`.

    Returns
    -------
    Comparison
        The difference of win rates, paired by block, with its interval and verdict.
    """
    check_margin(margin)
    opponents = [against] if isinstance(against, str) else list(against)
    plan = setting(game, seed, options)
    match = partial(plan.match, rotation="strategies")
    if opponents or alone:
        sides = [match([name, *opponents]) for name in (first, second)]
    else:
        sides = [match([first, second])]
    n_blocks = blocks_for(games, sides[0].n_rotations)
    if plan.precision is None:
        found = _paired(sides, plan.play(sides, n_blocks), margin)
        return replace(found, is_complete=plan.is_complete)
    goal = goal_for(plan.precision, sd=2 * PLANNED_SD)
    summary, stop = plan.play_until(
        sides,
        n_blocks,
        goal,
        lambda so_far: [_paired(sides, so_far, margin, goal.look).difference()],
    )
    found = _paired(sides, summary, margin, goal.look)
    return replace(found, is_complete=plan.is_complete, stop=stop)


def _paired(
    sides: Sequence[Match], summary: Summary, margin: float, look: AnyTime | None = None
) -> Comparison:
    """The comparison of one match's first two, or of the first of two matches."""
    blocks = [Blocks(side, summary, k, look) for k, side in enumerate(sides)]
    return Comparison(blocks[0], blocks[-1], margin, True)
