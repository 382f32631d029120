"""The field of strategies of a game, from a round robin: `field`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyses.fields.bootstrap import ALPHAS, Drawn, drawn_from
from analyses.fields.payoffs import FloatArray, Payoffs, draws_for, payoffs_of
from analyses.fields.ratings import RATING_POINTS
from analyses.fields.structure import (
    ERROR_RATE,
    Relation,
    cyclic_part,
    cyclic_share,
    relations,
    transitive_part,
)
from analyses.fields.wording import IN_SUPPORT, sentences
from analyses.matches import opening
from analyses.meetings.tournaments import Tournament, tournament
from analyses.runs.groups import band
from analyses.runs.lineup import Options
from analyses.statistics.estimates import Estimate
from analyses.tables import records, spread_out, table
from simcore.errors import UsageError
from simcore.games import load_game

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Field", "field", "field_of"]

RESAMPLES = 500


@dataclass(frozen=True)
class Field:
    """Result of `field`.

    Attributes
    ----------
    robin : Tournament
        The games that were played.
    payoffs : Payoffs
        Their results by group of blocks.
    drawn : Drawn
        Ratings, mixtures and alpha-rank, with their resamples.
    relations : tuple of Relation
        Dominance and cycles.
    """

    robin: Tournament
    payoffs: Payoffs
    drawn: Drawn
    relations: tuple[Relation, ...]

    @cached_property
    def matrix(self) -> FloatArray:
        """Payoff of row against column, float64[n, n]."""
        return self.payoffs.matrix()

    @cached_property
    def order(self) -> list[int]:
        """Strategies by win rate, the best first."""
        rates = [self.robin.win_rate(i).value for i in range(len(self.robin.names))]
        return sorted(range(len(rates)), key=lambda i: -rates[i])

    def rating(self, strategy: int) -> Estimate:
        """Rating in points, 400 for odds of 10 to 1; nan where it has no finite one."""
        return self._in_points(
            self.drawn.ratings.strength[strategy], self.drawn.rating_draws[:, strategy]
        )

    def seat_rating(self, seat: int) -> Estimate:
        """What a seat adds to the rating, in points."""
        return self._in_points(self.drawn.ratings.seat[seat], self.drawn.seat_draws[:, seat])

    def _in_points(self, value: float, drawn: FloatArray) -> Estimate:
        """A fitted number in points; without ends where too many resamples have no fit."""
        lost = np.isnan(drawn)
        if np.isnan(value) or lost.mean() > ERROR_RATE / 2:
            return Estimate(value, -np.inf, np.inf, "no finite rating", self.payoffs.n_groups)
        return self._band(value * RATING_POINTS, drawn[~lost] * RATING_POINTS)

    def weight(self, strategy: int, place: int = 1) -> Estimate:
        """Weight in the mixture at the eps of this place of `EPS_MULTIPLES`."""
        mixed = self.drawn.mixed[place]
        return self._band(mixed.weights[strategy], mixed.drawn[:, strategy])

    def mass(self, strategy: int, place: int | None = None) -> Estimate:
        """Alpha-rank mass at one of `ALPHAS`; by default where it has settled."""
        swept = self.drawn.swept
        at = swept.shown if place is None else place
        return self._band(swept.masses[at, strategy], swept.drawn[:, at, strategy])

    def cyclic_share(self) -> Estimate:
        """How much of the payoffs' variation no ranking can explain."""
        drawn = cyclic_share(self.drawn.payoffs)
        return self._band(float(cyclic_share(self.matrix)), drawn)

    def _band(self, value: Any, drawn: FloatArray) -> Estimate:
        return band(float(value), drawn, self.payoffs.n_groups)

    def strategies(self) -> pd.DataFrame:
        """One row per strategy, the best first: win rate, rating, mixture, alpha-rank."""
        swept, mixed = self.drawn.swept, self.drawn.mixed[1]
        tops = swept.drawn[:, swept.shown].argmax(axis=1)
        means, drawn = transitive_part(self.matrix), transitive_part(self.drawn.payoffs)
        return table(
            {"strategy": self.robin.names[i], "tier": self.robin.tiers[i]}
            | spread_out("win_rate", self.robin.win_rate(i))
            | spread_out("transitive_edge", self._band(means[i], drawn[:, i]))
            | spread_out("rating", self.rating(i))
            | spread_out("mixture_weight", self.weight(i))
            | {"support_rate": float((mixed.drawn[:, i] > IN_SUPPORT).mean())}
            | spread_out("alpha_mass", self.mass(i))
            | {"top_rate": float((tops == i).mean())}
            for i in self.order
        )

    def pairs(self) -> pd.DataFrame:
        """One row per ordered pair: payoff, its cyclic part, and how the ratings miss it."""
        names, found = self.robin.names, self.robin.pairs()
        cyclic, drawn = cyclic_part(self.matrix), cyclic_part(self.drawn.payoffs)
        fitted = self.drawn.model.payoff_matrix(self.drawn.ratings)
        errors = self.drawn.payoffs.std(axis=0)
        rows = []
        for row in found.to_dict("records"):
            i, j = names.index(row["strategy"]), names.index(row["opponent"])
            difference = self.robin.win_rate_diff(i, j)
            halves = (difference.value / 2, difference.low / 2, difference.high / 2)
            payoff = Estimate(*halves, difference.method, difference.n)
            miss = self.matrix[i, j] - fitted[i, j]
            rows.append(
                {"strategy": names[i], "opponent": names[j], "n_games": row["n_games"]}
                | spread_out("payoff_edge", payoff)
                | {"p_holm": row["p_holm"]}
                | spread_out("cyclic_edge", self._band(cyclic[i, j], drawn[:, i, j]))
                | {"fit_z": float(miss / errors[i, j]) if errors[i, j] > 0 else np.nan}
            )
        return table(rows)

    def half_of_pairs(self) -> pd.DataFrame:
        """The rows of `pairs` in which the strategy stands above its opponent; the rest mirror."""
        place = {self.robin.names[i]: rank for rank, i in enumerate(self.order)}
        frame = self.pairs()
        ranks = frame[["strategy", "opponent"]].map(place.__getitem__)
        upper = frame[ranks["strategy"] < ranks["opponent"]]
        order = ranks.loc[upper.index].sort_values(["strategy", "opponent"]).index
        return frame.loc[order].reset_index(drop=True)

    def mixtures(self) -> pd.DataFrame:
        """The mixture at half, once and twice the sampling error; one row per strategy each."""
        return table(
            {"eps_edge": mixed.eps, "gain_edge": mixed.gain, "strategy": self.robin.names[i]}
            | spread_out("mixture_weight", self.weight(i, place))
            for place, mixed in enumerate(self.drawn.mixed)
            for i in self.order
        )

    def alpha_sweep(self) -> pd.DataFrame:
        """Alpha-rank by strength of selection; one row per strategy each."""
        swept = self.drawn.swept
        return table(
            {"alpha": alpha, "is_shown": place == swept.shown, "strategy": self.robin.names[i]}
            | spread_out("alpha_mass", self.mass(i, place))
            | {"tied_mass": float(swept.tied[place, i])}
            for place, alpha in enumerate(ALPHAS)
            for i in self.order
        )

    def seats(self) -> pd.DataFrame:
        """What a seat is worth in rating points, over all line-ups of rated strategies."""
        return table(
            {"seat": seat} | spread_out("seat_rating", self.seat_rating(seat))
            for seat in range(self.payoffs.n_seats)
        )

    def relation_table(self) -> pd.DataFrame:
        """Dominance and cycles, one row each; no row where there are none."""
        import pandas as pd

        columns = ["relation", "members", "least_edge", "stability"]
        rows = [(one.kind, self._members(one), one.least, one.stability) for one in self.relations]
        return pd.DataFrame(rows, columns=columns)

    def _members(self, relation: Relation) -> str:
        names = [self.robin.names[i] for i in relation.strategies]
        return " > ".join([*names, names[0]] if relation.kind == "cycle" else names)

    def to_frame(self) -> pd.DataFrame:
        """The same as `strategies`."""
        return self.strategies()

    def summary(self) -> str:
        """What the tables say, in sentences."""
        return "\n".join(sentences(self))

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        match = self.robin.matches[0].match
        return {
            **opening(match, self.robin.n_games, self.robin.is_complete),
            "n_seats": match.n_seats,
            "strategies": records(self.strategies()),
            "pairs": records(self.pairs()),
            "mixtures": records(self.mixtures()),
            "alpha_sweep": records(self.alpha_sweep()),
            "seats": records(self.seats()),
            "relations": records(self.relation_table()),
        }


def field(
    game: str,
    strategies: Sequence[str],
    *,
    games: int,
    seed: int,
    seats: int = 2,
    resamples: int = RESAMPLES,
    **options: Unpack[Options],
) -> Field:
    """Play a round robin and say who beats whom, and what a clever player would choose.

    Parameters
    ----------
    game, strategies, games, seed, seats
        As in `tournament`.
    resamples : int, default 500
        Of the bootstrap over groups of blocks.
    **options
        ``rules``, ``workers``, ``backend``, ``progress``; see `analyses.runs.lineup`.

    Returns
    -------
    Field
        Payoffs, ratings, mixture, alpha-rank, dominance and cycles.
    """
    chosen = load_game(game)
    if chosen.is_cooperative:
        raise UsageError(f"{chosen.title} has no winners among its players; try 'compare'")
    robin = tournament(game, strategies, games=games, seed=seed, seats=seats, **options)
    return field_of(robin, resamples)


def field_of(robin: Tournament, resamples: int = RESAMPLES) -> Field:
    """The field of a round robin that was played already."""
    payoffs = payoffs_of(robin)
    matrix, n = payoffs.matrix(), payoffs.n_strategies
    draws = draws_for(payoffs, resamples, robin.matches[0].match.seed)
    beats, is_settled = np.zeros((2, n, n), bool)
    half_widths = [0.0]
    names = list(robin.names)
    for row in robin.pairs().to_dict("records"):
        i, j = names.index(row["strategy"]), names.index(row["opponent"])
        half_widths.append((row["win_rate_diff_high"] - row["win_rate_diff_low"]) / 4)
        beats[i, j] = row["p_holm"] <= ERROR_RATE and matrix[i, j] > 0
        is_settled[i, j] = row["win_rate_diff_low"] > 0 or row["win_rate_diff_high"] < 0
    drawn = drawn_from(payoffs, draws, max(half_widths), is_settled)
    return Field(robin, payoffs, drawn, tuple(relations(payoffs, beats, drawn.payoffs)))
