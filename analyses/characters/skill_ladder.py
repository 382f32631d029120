"""The skill ladder of a game: how much better each tier plays than the one below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from analyses.runs.blocks import Blocks
from analyses.runs.lineup import Setting, blocks_for
from analyses.statistics.estimates import Estimate
from analyses.tables import spread_out

__all__ = ["Rung", "rungs"]


class Rung(NamedTuple):
    """A strategy, and its win rate against the one below; alone or with its like where none is.

    In a contest it meets the strategy below, at all other seats, on the same luck from every
    seat. Where nobody is an opponent, all seats are its own, and the luck is that of every rung.
    """

    strategy: str
    tier: int
    below: str
    win_rate: Estimate

    def row(self) -> dict[str, Any]:
        """As a row of a frame."""
        row = {"strategy": self.strategy, "tier": self.tier, "opponent": self.below}
        return row | spread_out("win_rate", self.win_rate)


def rungs(plan: Setting, ladder: Sequence[str], n_seats: int, games: int) -> tuple[Rung, ...]:
    """The rungs of a ladder of strategies, the weakest first.

    Parameters
    ----------
    plan : Setting
        Game, rules and seed.
    ladder : sequence of str
        Strategies, the weakest first.
    n_seats, games : int
        Seats of a game, and games for each rung, at least.
    """
    players = plan.players(ladder)
    is_contest = n_seats > 1 and not plan.game.is_cooperative
    found = []
    for place in range(1 if is_contest else 0, len(ladder)):
        player = players[place]
        below = players[place - 1].spec if is_contest else ""
        specs = [player.spec] + [below or player.spec] * (n_seats - 1)
        match = plan.match(specs, "strategies" if is_contest else "none")
        summary = plan.play([match], blocks_for(games, match.n_rotations))
        rate = Blocks(match, summary).win_rate("entry0")
        if plan.game.is_cooperative:  # All win together, and entry 0 has its part of that.
            value, low, high = (min(1.0, n_seats * x) for x in (rate.value, rate.low, rate.high))
            rate = Estimate(value, low, high, rate.method, rate.n)
        found.append(Rung(player.spec, player.tier, below or "none", rate))
    return tuple(found)
