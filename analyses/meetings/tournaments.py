"""Round robins: every strategy against every other, on the same luck in every line-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from typing import TYPE_CHECKING, Any, Unpack

from scipy.special import stdtr, stdtrit

from analyses.matches import opening, stop_record
from analyses.runs.blocks import Blocks
from analyses.runs.groups import Term, mean_of_win_rates, worth_of_mean
from analyses.runs.lineup import Options, Setting, blocks_for, setting
from analyses.runs.stopping import Stop, goal_for, looks, stop_of
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import Estimate
from analyses.statistics.significance import z_score
from analyses.statistics.verdicts import holm
from analyses.tables import in_percent, records, spread_out, table
from simcore import engine
from simcore.errors import UsageError
from simcore.match import Match
from simcore.summary import Summary, empty_summary

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Tournament", "tournament"]

N_ROUNDS = 10
"""Rounds over all line-ups, so that an interrupted run has played them about equally often."""


@dataclass(frozen=True)
class Tournament:
    """Result of `tournament`.

    Attributes
    ----------
    names, tiers : tuple
        The strategies, in the order given.
    line_ups : tuple of tuple of int
        Who plays, as places in `names`.
    matches : tuple of Blocks
        By line-up, all that was finished.
    is_complete : bool
        False when the run was interrupted.
    stop : Stop, optional
        Why it ended, where a precision was asked for.
    """

    names: tuple[str, ...]
    tiers: tuple[int, ...]
    line_ups: tuple[tuple[int, ...], ...]
    matches: tuple[Blocks, ...]
    is_complete: bool
    stop: Stop | None = None

    @property
    def n_games(self) -> int:
        """Games that were played, of all line-ups."""
        return sum(blocks.n_games for blocks in self.matches)

    def win_rate(self, strategy: int, opponent: int | None = None) -> Estimate:
        """Win rate of a strategy, over its games with one opponent or over all of them."""
        shared = self._line_ups_of(strategy, opponent)
        if len(shared) == 1:
            return self.matches[shared[0]].win_rate(self._entry(shared[0], strategy))
        return self._over_line_ups(shared, [(strategy, 1)])

    def win_rate_diff(self, strategy: int, opponent: int) -> Estimate:
        """Win rate of a strategy less that of an opponent, over the games with both."""
        shared = self._line_ups_of(strategy, opponent)
        if len(shared) == 1:
            first, second = (self._entry(shared[0], i) for i in sorted((strategy, opponent)))
            found = self.matches[shared[0]].win_rate_diff(first, second)
            return found if strategy < opponent else _negative(found)
        return self._over_line_ups(shared, [(strategy, 1), (opponent, -1)])

    def p_value(self, strategy: int, opponent: int) -> float:
        """Of no difference between the two, two-sided."""
        shared = self._line_ups_of(strategy, opponent)
        if len(shared) > 1:
            look = self.matches[0].look
            return _p_value(self.win_rate_diff(strategy, opponent), look)
        blocks = self.matches[shared[0]]
        first, second = (self._entry(shared[0], i) for i in sorted((strategy, opponent)))
        return blocks.win_diff_p(first, second)

    def worth(self, strategy: int, opponent: int) -> float:
        """How many independent games one was worth for `win_rate`, over the games with both."""
        shared = self._line_ups_of(strategy, opponent)
        if len(shared) == 1:
            return self.matches[shared[0]].worth(self._entry(shared[0], strategy))
        terms = [Term(self.matches[k], self._entry(k, strategy)) for k in shared]
        return worth_of_mean(terms, len(shared))

    def pairs(self) -> pd.DataFrame:
        """One row for every ordered pair; `p_holm` is adjusted over the unordered ones."""
        ids = range(len(self.names))
        unordered = list(combinations(ids, 2))
        p_values = [self.p_value(i, j) for i, j in unordered]
        raw = dict(zip(unordered, p_values, strict=True))
        adjusted = dict(zip(unordered, holm(p_values).tolist(), strict=True))
        rows = []
        for i, j in permutations(ids, 2):
            pair = (min(i, j), max(i, j))
            row: dict[str, Any] = {"strategy": self.names[i], "opponent": self.names[j]}
            row["n_games"] = self._n_games(self._line_ups_of(i, j))
            row |= spread_out("win_rate", self.win_rate(i, j))
            row |= spread_out("win_rate_diff", self.win_rate_diff(i, j))
            row |= {"p_value": raw[pair], "p_holm": adjusted[pair]}
            rows.append(row | {"independent_worth": self.worth(i, j)})
        return table(rows)

    def standing(self) -> pd.DataFrame:
        """One row per strategy, the best first: win rate over all its line-ups, equally weighed."""
        rates = [self.win_rate(i) for i in range(len(self.names))]
        order = sorted(range(len(rates)), key=lambda i: -rates[i].value)
        return table(
            {"rank": rank, "strategy": self.names[i], "tier": self.tiers[i]}
            | {"n_games": self._n_games(self._line_ups_of(i))}
            | spread_out("win_rate", rates[i])
            for rank, i in enumerate(order, 1)
        )

    def to_frame(self) -> pd.DataFrame:
        """The same as `pairs`."""
        return self.pairs()

    def summary(self) -> str:
        """The standing in a few lines."""
        match = self.matches[0].match
        stopped = "" if self.is_complete else ", interrupted"
        head = f"{match.game.title} ({match.rules.name}), {match.n_seats} seats"
        lines = [f"{head}, {self.n_games:,} games{stopped}"]
        rates = {self.names[i]: self.win_rate(i) for i in range(len(self.names))}
        order = sorted(rates, key=lambda name: -rates[name].value)
        lines += [f"{k}. {name}: {in_percent(rates[name])}" for k, name in enumerate(order, 1)]
        lines += [self.stop.text] if self.stop is not None else []
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        match = self.matches[0].match
        return {
            **opening(match, self.n_games, self.is_complete),
            "n_seats": match.n_seats,
            "standing": records(self.standing(), "win_rate"),
            "pairs": records(self.pairs(), "win_rate"),
            **stop_record(self.stop),
        }

    def _line_ups_of(self, strategy: int, opponent: int | None = None) -> list[int]:
        wanted = {strategy} if opponent is None else {strategy, opponent}
        return [k for k, line_up in enumerate(self.line_ups) if wanted <= set(line_up)]

    def _entry(self, line_up: int, strategy: int) -> str:
        return f"entry{self.line_ups[line_up].index(strategy)}"

    def _n_games(self, line_ups: Sequence[int]) -> int:
        return sum(self.matches[k].n_games for k in line_ups)

    def _over_line_ups(
        self, line_ups: Sequence[int], weights: Sequence[tuple[int, int]]
    ) -> Estimate:
        """Mean over line-ups of win rates with signs; those that were not played are left out."""
        played = [k for k in line_ups if self.matches[k].n_blocks > 0]
        terms = [
            Term(self.matches[k], self._entry(k, strategy), sign)
            for k in played
            for strategy, sign in weights
        ]
        return mean_of_win_rates(terms, max(1, len(played)))


def tournament(
    game: str,
    strategies: Sequence[str],
    *,
    games: int,
    seed: int,
    seats: int = 2,
    **options: Unpack[Options],
) -> Tournament:
    """Play a round robin.

    Parameters
    ----------
    game, strategies
        The game, and two or more different strategies.
    games : int
        How many each line-up plays, at least.
    seed : int
        Every number follows from it.
    seats : int, default 2
        Seats of a line-up. Every choice of this many strategies plays once, in the order given,
        and rotates through all seats.
    **options
        ``rules``, ``workers``, ``backend``, ``progress``, ``precision``: `analyses.runs.lineup`.

    Returns
    -------
    Tournament
        Win rates of all pairs, and the standing.

    Notes
    -----
    All line-ups meet the same luck. That makes differences between strategies more exact, and
    is why means over line-ups get their interval from groups of blocks. With a precision, every
    win rate of every line-up is to reach it, and all of them hold together: alpha / K each.
    """
    plan = setting(game, seed, options)
    _check_seats(plan, seats, len(strategies))
    line_ups = tuple(combinations(range(len(strategies)), seats))
    played = [plan.match([strategies[i] for i in ids], "strategies") for ids in line_ups]
    players = plan.players(strategies)
    if len({player.spec for player in players}) < len(players):
        raise UsageError("a strategy is named twice; allowed: each once")
    matches, stop = _play(plan, played, blocks_for(games, seats))
    return Tournament(
        tuple(player.spec for player in players),
        tuple(player.tier for player in players),
        line_ups,
        matches,
        plan.is_complete,
        stop,
    )


def _check_seats(plan: Setting, seats: int, n_strategies: int) -> None:
    if n_strategies < 2:
        raise UsageError(f"strategies = {n_strategies}; allowed: 2 or more, to meet each other")
    most = min(n_strategies, plan.game.seats[1])
    if not 2 <= seats <= most:
        allowed = f"2 to {most}" if most > 2 else "2"
        of = f"for {n_strategies} strategies of {plan.game.title}"
        raise UsageError(f"seats = {seats}; allowed: {allowed} {of}")


def _play(
    plan: Setting, matches: Sequence[Match], n_blocks: int
) -> tuple[tuple[Blocks, ...], Stop | None]:
    """Play all line-ups equally often: so many blocks, or until all win rates are known so well."""
    plan.blocks_wanted = n_blocks * len(matches)
    if plan.precision is None:
        n_rounds = min(N_ROUNDS, n_blocks)
        ends = [n_blocks * k // n_rounds for k in range(1, n_rounds + 1)]
        summaries = list(_rounds(plan, matches, ends))[-1]
        return tuple(Blocks(*pair) for pair in zip(matches, summaries, strict=True)), None
    n_seats = matches[0].n_seats
    n_rates = 1 if n_seats == 2 else n_seats  # of two, each is what the other leaves
    goal = goal_for(plan.precision, family=len(matches) * n_rates)
    for summaries in _rounds(plan, matches, looks(n_blocks)):
        played = tuple(
            Blocks(match, summary, look=goal.look)
            for match, summary in zip(matches, summaries, strict=True)
        )
        rates = [blocks.win_rate(f"entry{e}") for blocks in played for e in range(n_seats)]
        n_games = sum(match.n_rotations for match in matches)
        stop = stop_of(goal, rates, played[-1].n_blocks, n_games, plan.is_complete)
        wanted = int(min(n_blocks, stop.games_for(goal.half_width) / n_games))
        plan.blocks_wanted = wanted * len(matches)
        if stop.reason == "reached":
            break
    return played, stop


def _rounds(
    plan: Setting, matches: Sequence[Match], ends: Sequence[int]
) -> Iterator[list[Summary]]:
    """Play blocks of every line-up up to each of the ends in turn; the sums of each so far."""
    summaries = [empty_summary([match]) for match in matches]
    for begin, end in pairwise([0, *ends]):
        size = end - begin
        chunk = min(engine.LARGEST_CHUNK, -(-size // plan.workers))  # no need of a trial
        parts = [plan.play([match], size, begin, chunk) for match in matches]
        summaries = [one.merge(part) for one, part in zip(summaries, parts, strict=True)]
        yield summaries
        if not plan.is_complete:
            return


def _negative(found: Estimate) -> Estimate:
    return Estimate(-found.value, -found.high, -found.low, found.method, found.n)


def _p_value(found: Estimate, look: AnyTime | None) -> float:
    """Of a mean of 0, from a 95 % t-interval over groups, or an any-time one over blocks."""
    if found.n < 2 or found.value == 0.0:
        return 1.0
    if look is not None:
        multiple = 2.0 * look.threshold(found.n, 0.05)
        return look.p_value(found.n, (found.value / found.half_width) ** 2 * multiple / 2)
    error = found.half_width / float(stdtrit(found.n - 1, 0.975))
    return 2.0 * float(stdtr(found.n - 1, -abs(z_score(found.value, error, 0.0))))
