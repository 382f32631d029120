"""Tuning: a pattern search over a strategy's parameters, confirmed on luck it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
import numpy.typing as npt

from analyses.matches import opening
from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Options, Setting, blocks_for, setting
from analyses.searches.arms import GROUP, ahead_p, play_arms, win_difference
from analyses.searches.confirming import Arm, Confirmation, confirmation
from analyses.searches.grids import Range, ranges_of, spec_text
from analyses.statistics.estimates import Estimate
from analyses.statistics.families import joined
from analyses.tables import records, spread_out, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Step", "Tuning", "tune"]

FIRST_STEP = 1 / 4
"""Of a parameter's range."""
LAST_STEP = 1 / 64
"""Below this the search ends."""
CONFIRMING = 4
"""The confirmation plays so many times the games of an arm in one round."""
MOVE_P = 0.16
"""A move needs to look better by one standard error: one-sided p below this."""

Point = npt.NDArray[np.float64]


class Step(NamedTuple):
    """One round of the search.

    Parameters
    ----------
    strategy, best : str
        Where it stood, and the best neighbour it tried.
    n_games : int
        Games of each arm.
    gain : Estimate
        Win rate of that neighbour less that of where it stood, paired; not corrected for having
        chosen it.
    is_move : bool
        Whether the search went there; if not, its steps were halved.
    step : float
        Length of the steps as a part of the ranges.
    """

    strategy: str
    best: str
    n_games: int
    gain: Estimate
    is_move: bool
    step: float


@dataclass(frozen=True)
class Tuning:
    """Result of `tune`.

    Attributes
    ----------
    ranges : tuple of Range
        What each parameter could be.
    against : tuple of str
        Whom every arm met.
    steps : tuple of Step
        The rounds, in order.
    confirmed : Confirmation, optional
        Where the search ended beside where it began, on fresh luck; None if interrupted before.
    blocks : Blocks
        Of where it ended, in the last round.
    n_games : int
        Games of all rounds and of the confirmation.
    is_complete : bool
        False when the run was interrupted.
    """

    ranges: tuple[Range, ...]
    against: tuple[str, ...]
    steps: tuple[Step, ...]
    confirmed: Confirmation | None
    blocks: Blocks
    n_games: int
    is_complete: bool

    @property
    def is_better(self) -> bool:
        """Whether the confirmation leaves no doubt, at 95 %, that something was gained."""
        return self.confirmed is not None and self.confirmed.gain.low > 0.0

    @property
    def strategy(self) -> str:
        """The line to use: where the search ended if that is better, else where it began."""
        if self.confirmed is None:
            return self.blocks.match.players[0].spec
        return self.confirmed.strategy if self.is_better else self.confirmed.base

    def to_frame(self) -> pd.DataFrame:
        """One row per round: where it stood, what it tried, and whether it moved."""
        return table(
            {"rung": k, "strategy": it.strategy, "neighbour": it.best, "n_games": it.n_games}
            | spread_out("gain_diff", it.gain)
            | {"is_move": it.is_move, "step": it.step}
            for k, it in enumerate(self.steps)
        )

    def summary(self) -> str:
        """The result in a few lines."""
        match = self.blocks.match
        link = "with" if match.game.is_cooperative else "against"
        met = f" {link} {joined(self.against)}" if self.against else ""
        stopped = "" if self.is_complete else ", interrupted"
        moves = sum(it.is_move for it in self.steps)
        lines = [
            f"{match.game.title} ({match.rules.name}){met}: {len(self.steps)} rounds, {moves} "
            f"moves, {self.n_games:,} games{stopped}"
        ]
        lines += [self.confirmed.text] if self.confirmed else []
        return "\n".join([*lines, f"use: {self.strategy}"])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        confirmed = records(self.confirmed.to_frame())[0] if self.confirmed else None
        return {
            **opening(self.blocks.match, self.n_games, self.is_complete),
            "against": list(self.against),
            "ranges": {it.name: [it.low, it.high] for it in self.ranges},
            "rounds": records(self.to_frame()),
            "confirmed": confirmed,
            "is_better": self.is_better,
            "strategy": self.strategy,
        }


def tune(
    game: str,
    strategy: str,
    *,
    against: Sequence[str],
    games: int,
    seed: int,
    rounds: int = 12,
    **options: Unpack[Options],
) -> Tuning:
    """Improve a strategy's parameters against given opponents.

    Parameters
    ----------
    game, strategy : str
        The game, and e.g. ``weigh`` or ``weigh(0.8..1.6, 0.2..1)``; `analyses.searches.grids` says
        how ranges are written and what they are by default.
    against : sequence of str
        The others in every line-up; none for a game that is played alone.
    games : int
        How many each arm plays in a round, at least; the confirmation plays four times as many.
    seed : int
        Every number follows from it.
    rounds : int, default 12
        At most so many.
    **options
        ``rules``, ``workers``, ``backend``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    Tuning
        The rounds, the confirmation, and the line to use.

    Notes
    -----
    Pattern search [1]_: a round plays where it stands, a step up and down in every parameter, and
    the last move once more, all on the same luck, which is new in every round. It moves to the
    best neighbour if that is better by a standard error, else it halves the steps, from a quarter
    to a 64th of the ranges. As every round chooses the best of several, its gains look too large;
    the gain that counts is the confirmation's.

    References
    ----------
    .. [1] Hooke and Jeeves (1961), "Direct search" solution of numerical and statistical problems,
       Journal of the ACM 8, 212-229.
    """
    plan = setting(game, seed, options)
    name, ranges = ranges_of(game, strategy)
    n_blocks = blocks_for(games, 1 + len(against))
    plan.blocks_wanted = (rounds + CONFIRMING) * n_blocks
    search = _Search(plan, name, ranges, tuple(against), n_blocks)
    began = search.spec(search.at)
    while search.step >= LAST_STEP and len(search.steps) < rounds and search.has_moves():
        if not search.advance():
            break
    ended = search.here()
    found = Tuning(
        tuple(ranges), tuple(against), tuple(search.steps), None, ended.blocks, plan.games_done,
        plan.is_complete,
    )  # fmt: skip
    if not plan.is_complete:
        return found
    size = CONFIRMING * n_blocks
    confirmed = confirmation(plan, ended, began, against, size, search.next_block)
    return replace(
        found, confirmed=confirmed, n_games=plan.games_done, is_complete=plan.is_complete
    )


class _Search:
    """Where a pattern search stands, and what it has played."""

    def __init__(
        self,
        plan: Setting,
        name: str,
        ranges: Sequence[Range],
        against: tuple[str, ...],
        n_blocks: int,
    ) -> None:
        self.plan, self.name, self.ranges = plan, name, ranges
        self.against, self.n_blocks = against, n_blocks
        self.at: Point = np.array([it.fit(it.start) for it in ranges])
        self.last_move = np.zeros(len(ranges))
        self.step, self.next_block = FIRST_STEP, 0
        self.steps: list[Step] = []
        self.played: dict[str, Blocks] = {}

    def spec(self, point: Point) -> str:
        """The text form of a point."""
        return spec_text(self.name, {r.name: x for r, x in zip(self.ranges, point, strict=True)})

    def here(self) -> Arm:
        """Where it stands, with the blocks of the last round it was in."""
        text = self.spec(self.at)
        if text not in self.played:
            match = self.plan.match([text, *self.against], "strategies")
            self.played[text] = Blocks(match, self.plan.play([match], self.n_blocks))
        return Arm(text, len(self.steps), self.played[text])

    def neighbours(self) -> dict[str, Point]:
        """Points a step away, by text form; the last move once more is one of them."""
        moves = [self.last_move]
        for i, it in enumerate(self.ranges):
            length = self.step * (it.high - it.low)
            length = max(1.0, length) if it.is_whole and length > 0.0 else length
            for sign in (1.0, -1.0):
                move = np.zeros(len(self.ranges))
                move[i] = sign * length
                moves.append(move)
        points = [self._fit(self.at + move) for move in moves]
        stands = self.spec(self.at)
        return {text: x for x in points if (text := self.spec(x)) != stands}

    def has_moves(self) -> bool:
        """Whether there is anywhere to go."""
        return bool(self.neighbours())

    def _fit(self, point: Point) -> Point:
        return np.array([it.fit(x) for it, x in zip(self.ranges, point, strict=True)])

    def advance(self) -> bool:
        """Play a round and move or halve the steps; False if it was interrupted."""
        tried, stands = self.neighbours(), self.spec(self.at)
        names = list(tried)
        played = play_arms(
            self.plan, names, self.against, self.n_blocks,
            first_block=self.next_block, anchor=stands,
        )  # fmt: skip
        if not self.plan.is_complete:
            return False
        self.next_block += self.n_blocks
        here, others = played[0], dict(zip(names, played[1:], strict=True))
        self.played |= {stands: here} | others
        best = max(names, key=lambda name: others[name].win_rate("entry0").value)
        anchor = self._anchor_of(played, 1 + names.index(best))
        gain, p = win_difference(others[best], anchor), ahead_p(others[best], anchor)
        is_move = gain.value > 0.0 and p < MOVE_P
        self.steps.append(Step(stands, best, here.n_games, gain, is_move, self.step))
        if is_move:
            self.last_move, self.at = tried[best] - self.at, tried[best]
        else:
            self.last_move, self.step = np.zeros(len(self.ranges)), self.step / 2
        return True

    @staticmethod
    def _anchor_of(played: Sequence[Blocks], place: int) -> Blocks:
        """Where it stands, as it was played beside the arm at `place`."""
        group = (place - 1) // (GROUP - 1)
        if group == 0:
            return played[0]
        arm = played[place]
        return Blocks(played[0].match, arm.summary, 0)
