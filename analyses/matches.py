"""One match: who wins how often, and what happens in a game, all with intervals over blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyses.runs.blocks import Blocks, game_statistics, seat_statistics
from analyses.runs.lineup import Options, Setting, blocks_for, setting
from analyses.runs.stopping import Stop, goal_for
from analyses.statistics.estimates import Estimate
from analyses.tables import in_percent, plain, records, spread_out, table, worth_text
from simcore.match import Match
from simcore.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "MatchResult",
    "opening",
    "play",
    "play_blocks",
    "rules_record",
    "stop_record",
    "strategy_row",
]


@dataclass(frozen=True)
class MatchResult:
    """Result of `play`.

    Attributes
    ----------
    blocks : Blocks
        The match (game, rules, players, seed, rotation) and the sums over its blocks.
    is_complete : bool
        False when the run was interrupted; everything is then computed from what is finished.
    compile_s, play_s : float
        Seconds spent on compiling or loading the kernel, and on playing.
    stop : Stop, optional
        Why it ended, where a precision was asked for.
    """

    blocks: Blocks
    is_complete: bool
    compile_s: float
    play_s: float
    stop: Stop | None = None

    @property
    def n_games(self) -> int:
        """Games that were played."""
        return self.blocks.n_games

    @property
    def independent_worth(self) -> float:
        """How many independent games one game was worth, for who wins; see `Blocks.worth`."""
        return self.blocks.worth(*(f"entry{e}" for e in range(self.blocks.match.n_seats)))

    def strategies(self) -> pd.DataFrame:
        """One row per place in the line-up: win rate, score, and what happens in a turn."""
        return table(strategy_row(self.blocks, e) for e in range(self.blocks.match.n_seats))

    def seats(self) -> pd.DataFrame:
        """One row per seat: its win rate over all strategies that sat there."""
        return table(
            {"seat": seat, "n_games": self.n_games}
            | spread_out("win_rate", self.blocks.win_rate(f"seat{seat}"))
            for seat in range(self.blocks.match.n_seats)
        )

    def game(self) -> pd.DataFrame:
        """One row: length, ties, lead changes, and what the pairing of games was worth."""
        row: dict[str, Any] = {"n_games": self.n_games}
        for statistic in game_statistics(self.blocks.match.game):
            row |= spread_out(statistic.column, self.blocks.statistic(statistic, "game"))
        return table([row | {"independent_worth": self.independent_worth}])

    def to_frame(self) -> pd.DataFrame:
        """The same as `strategies`."""
        return self.strategies()

    def summary(self) -> str:
        """The result in a few lines."""
        match = self.blocks.match
        stopped = "" if self.is_complete else ", interrupted"
        lines = [f"{match.game.title} ({match.rules.name}), {self.n_games:,} games{stopped}"]
        lines += [
            f"{player.spec} wins {in_percent(self.blocks.win_rate(f'entry{e}'))}"
            for e, player in enumerate(match.players)
        ]
        lines += [
            f"seat {s} wins {in_percent(self.blocks.win_rate(f'seat{s}'))}"
            for s in range(match.n_seats)
        ]
        for statistic in game_statistics(match.game):
            estimate = self.blocks.statistic(statistic, "game")
            name = statistic.column.rpartition("_")[0].replace("_", " ")
            shown = in_percent(estimate) if statistic.is_share else f"{estimate}"
            lines.append(f"{name}: {shown}")
        lines.append(worth_text(self.independent_worth))
        lines += [self.stop.text] if self.stop is not None else []
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        match = self.blocks.match
        game: dict[str, Any] = records(self.game())[0]
        del game["n_games"]
        return {
            **opening(match, self.n_games, self.is_complete),
            "rotation": match.rotation,
            "strategies": records(self.strategies(), "win_rate"),
            "seats": records(self.seats(), "win_rate"),
            **game,
            **stop_record(self.stop),
        }


def play(
    game: str,
    strategies: Sequence[str],
    *,
    games: int,
    seed: int,
    fixed_seats: bool = False,
    **options: Unpack[Options],
) -> MatchResult:
    """Play a line-up of strategies many times.

    Parameters
    ----------
    game : str
        Name of the game, e.g. ``fill_or_bust``.
    strategies : sequence of str
        One for each seat, e.g. ``["stop_at(300)", "stop_at(500)"]``; the first sits at seat 0.
    games : int
        How many to play at least; whole blocks are played, of one game for each seat.
    seed : int
        Every number follows from it.
    fixed_seats : bool, default False
        By default every strategy takes every seat once over the same luck, which asks who is
        better. With fixed seats the strategies stay where they are and the luck moves on from
        seat to seat, which asks what a seat is worth to its strategy.
    **options
        ``rules``, ``workers``, ``backend``, ``progress``, ``precision``: `analyses.runs.lineup`.

    Returns
    -------
    MatchResult
        Win rates by strategy and by seat, and what happens in a game.

    Examples
    --------
    >>> result = play("fill_or_bust", ["stop_at(300)", "never_stop"], games=2_000, seed=1)
    >>> result.n_games
    2000
    """
    plan = setting(game, seed, options)
    match = plan.match(strategies, "luck" if fixed_seats else "strategies")
    blocks, stop = play_blocks(plan, match, blocks_for(games, match.n_rotations))
    return MatchResult(blocks, plan.is_complete, plan.compile_s, plan.play_s, stop)


def play_blocks(plan: Setting, match: Match, n_blocks: int) -> tuple[Blocks, Stop | None]:
    """Play one match; with a precision, until the win rate of every entry is known so well."""
    if plan.precision is None:
        return Blocks(match, plan.play([match], n_blocks)), None
    goal = goal_for(plan.precision)

    def watched(summary: Summary) -> list[Estimate]:
        blocks = Blocks(match, summary, look=goal.look)
        return [blocks.win_rate(f"entry{e}") for e in range(match.n_seats)]

    summary, stop = plan.play_until([match], n_blocks, goal, watched)
    return Blocks(match, summary, look=goal.look), stop


def stop_record(stop: Stop | None) -> dict[str, Any]:
    """What the JSON of a result says about its end, where a precision was asked for."""
    return {} if stop is None else {"stop": stop.to_json()}


def strategy_row(blocks: Blocks, entry: int) -> dict[str, Any]:
    """One strategy's row: place in the line-up, tier, win rate, and its `seat_statistics`."""
    player, who = blocks.match.players[entry], f"entry{entry}"
    row: dict[str, Any] = {
        "entry": entry,
        "strategy": player.spec,
        "tier": player.tier,
        "n_games": blocks.n_games,
    }
    row |= spread_out("win_rate", blocks.win_rate(who))
    for statistic in seat_statistics(blocks.match.game):
        row |= spread_out(statistic.column, blocks.statistic(statistic, who))
    return row


def opening(match: Match, n_games: int, is_complete: bool) -> dict[str, Any]:
    """What the JSON of every played result begins with: enough to play it again."""
    return {
        "game": match.game.name,
        "seed": match.seed,
        "games": n_games,
        "rules": rules_record(match.rules),
        "version": match.game.version,
        "is_complete": is_complete,
    }


def rules_record(rules: Any) -> dict[str, Any]:
    """Name and fields of rules as plain values."""
    fields: dict[str, Any] = plain(rules.to_dict())
    notice = getattr(rules, "notice", "")
    return {"name": rules.name} | fields | ({"notice": notice} if notice else {})
