"""What it is worth to act early in the day: points and wins by place in the order of play.

Who acts first has the whole book to choose from, and has shown an early card. Whether one is first
is a choice, and who holds more cards has more to choose from: win rates by place tell what goes
together, not what follows. On the first day everybody holds a chef set of like content, so that
there little but the choice is behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyses.filler.rows import Games, Ratios, ratios, rules_in, share
from analyses.matches import opening
from analyses.runs.lineup import Progress
from analyses.tables import records, spread_out, table
from simcore import engine
from simcore.filler import records as ev
from simcore.filler.components import CARDS_PER_SET
from simcore.filler.table import cards_record
from simcore.summary import WIN_UNITS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Early", "Told", "acting_early", "points_by_place", "turns_of"]

SPANS = ((1, 1), (2, 4), (5, 8), (9, 0))
"""Days that are looked at together; 0: to the end."""

Array = npt.NDArray[Any]


class Told(NamedTuple):
    """The turns of one recorded game, by day and place in the order of play: int64[n_days, n].

    Parameters
    ----------
    seat, claims, points : int64[n_days, n_seats]
        Who acted, how many recipes it claimed, and what they added to its points.
    """

    seat: Array
    claims: Array
    points: Array


def turns_of(events: npt.NDArray[np.int32], cards: Array, n_seats: int) -> Told:
    """The turns of a recorded game.

    Parameters
    ----------
    events : int32[n_events, 5]
        As `simcore.engine.trace` returns them.
    cards : CARDS
        The card table of the rules.
    n_seats : int
        Number of players.
    """
    code, who = events[:, 0], events[:, 1]
    symbols, first = cards["card"]["points"].astype(np.int64), int(cards["n_recipes"])
    seat = who[code == ev.ACTS].reshape(-1, n_seats).astype(np.int64)
    day = np.cumsum(code == ev.MORNING) - 1
    claims, points = np.zeros_like(seat), np.zeros_like(seat)
    held = np.zeros((n_seats, symbols.shape[1]), np.int64)
    for at in np.flatnonzero((code == ev.STARTS) | (code == ev.FILLED) | (code == ev.REMOVED)):
        owner, card = int(who[at]), int(events[at, 2])
        before = _score(held[owner])
        if code[at] == ev.STARTS:
            start = first + CARDS_PER_SET * card
            held[owner] += symbols[start : start + CARDS_PER_SET].sum(axis=0)
        elif code[at] == ev.REMOVED:
            held[owner] -= symbols[card]
        else:
            held[owner] += symbols[card]
            place = seat[day[at]] == owner
            claims[day[at], place] += 1
            points[day[at], place] += _score(held[owner]) - before
    return Told(seat, claims, points)


def _score(held: Array) -> int:
    """A point for each symbol and two for each set; rulebook, "Scoring"."""
    return int(held.sum() + ev.SET_POINTS * held.min())


@dataclass(frozen=True)
class Early:
    """Result of `acting_early`.

    Attributes
    ----------
    played : tuple of Games
        Mirror matches.
    told : tuple of tuple of Told
        Of each of them, the recorded games: the first ones, stuck ones left out.
    """

    played: tuple[Games, ...]
    told: tuple[tuple[Told, ...], ...]

    def to_frame(self) -> pd.DataFrame:
        """One row for each match and place in the order of play, from 0, over all days."""
        rows = []
        for games, told in zip(self.played, self.told, strict=True):
            done = games.finished
            points, claims = points_by_place(games), _by_place(done, "claims_at")
            wins = self._wins(games, told, SPANS[0][0], 0)
            for k in range(games.n_seats):
                row = games.keys() | {"order_place": k, "n_games": done.n_games}
                row |= spread_out("turn_gain_mean", points.estimate(k))
                row |= spread_out("turn_claims_mean", claims.estimate(k))
                rows.append(row | {"n_told": len(told)} | _rate(wins, k, len(told)))
        return table(rows)

    def by_day(self) -> pd.DataFrame:
        """The same from recorded games only, for the first day, the next days, and later ones."""
        rows = []
        for games, told in zip(self.played, self.told, strict=True):
            for first, last in SPANS:
                points = _per_turn([it.points for it in told], first, last, games.n_seats)
                wins = self._wins(games, told, first, last)
                for k in range(games.n_seats):
                    row = games.keys() | {"day_span": _span(first, last)}
                    row |= {"order_place": k, "n_told": int(points.n_games[k])}
                    row |= spread_out("turn_gain_mean", points.estimate(k))
                    rows.append(row | _rate(wins, k, int(wins.n_games[k])))
        return table(rows)

    def _wins(self, games: Games, told: Sequence[Told], first: int, last: int) -> Ratios:
        """What a game gives to whoever acted k-th, added over these days."""
        wins = games.finished.wins / WIN_UNITS
        of_turns = [won[it.seat] for won, it in zip(wins, told, strict=False)]
        return _per_turn(of_turns, first, last, games.n_seats)

    def sentences(self) -> list[str]:
        """Points of the first and of the last to act, for each match."""
        return [
            f"{games.who}: who acts first takes "
            f"{first['turn_gain_mean']:.2f} points a turn, who acts last "
            f"{last['turn_gain_mean']:.2f}; who is first on a day wins "
            f"{100 * first['win_rate']:.1f} % of the games"
            for games, (first, last) in zip(self.played, self._ends(), strict=True)
        ]

    def _ends(self) -> list[tuple[Any, Any]]:
        rows = self.to_frame().to_dict("records")
        firsts = [i for i, row in enumerate(rows) if row["order_place"] == 0]
        return [(rows[i], rows[i + rows[i]["n_seats"] - 1]) for i in firsts]

    def summary(self) -> str:
        """One line for each match."""
        return "\n".join(self.sentences())

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(games.n_games for games in self.played)
        return {
            **opening(self.played[0].match, n_games, True),
            "places": records(self.to_frame(), "turn_gain_mean"),
            "by_day": records(self.by_day(), "turn_gain_mean"),
        }


def points_by_place(games: Games) -> Ratios:
    """Points a turn by place in the order of play, of finished games."""
    return _by_place(games.finished, "points_at")


def _by_place(done: Games, field: str) -> Ratios:
    """Every day has a turn of every place."""
    days = np.broadcast_to(done.rows["days"][:, None], done.scores.shape)
    return ratios(done.at_place(field), days)


def _span(first: int, last: int) -> str:
    if first == last:
        return f"{first}"
    return f"{first} to {last}" if last else f"{first} on"


def _rate(wins: Ratios, k: int, n: int) -> dict[str, float]:
    return spread_out("win_rate", share(wins, k, -1, n))


def _per_turn(values: Sequence[Array], first: int, last: int, n_seats: int) -> Ratios:
    """Mean over the turns of these days of what each game gives to the places in the order."""
    cut = [of_game[first - 1 : last or None] for of_game in values]
    over = np.array([of_days.sum(axis=0) for of_days in cut]).reshape(-1, n_seats)
    under = np.array([[len(of_days)] * n_seats for of_days in cut]).reshape(-1, n_seats)
    return ratios(over, under)


def acting_early(played: Sequence[Games], *, told: int, progress: Progress | None = None) -> Early:
    """Points and wins by place in the order of play.

    Parameters
    ----------
    played : sequence of Games
        Of `analyses.filler.shapes.mirror_games`.
    told : int
        How many games of each are followed turn by turn, from the first on; about 300 a second.
    progress : callable, optional
        ``progress(done, wanted)``.
    """
    found, done = [], 0
    wanted = sum(min(told, games.n_games) for games in played)
    for games in played:
        engine.prepare(games.match)
        cards = cards_record(rules_in(games.match).components)
        turns = []
        for block in range(min(told, games.n_games)):
            if not games.rows["capped"][block]:
                turns.append(turns_of(engine.trace(games.match, block, 0), cards, games.n_seats))
            done += 1
            if progress is not None and done % 50 == 0:
                progress(done, wanted)
        found.append(tuple(turns))
    return Early(tuple(played), tuple(found))
