"""What a seat is worth over tiers of play, and over generated components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

from analyses.matches import opening
from analyses.reach.ensembles import Ensemble, over_ensemble
from analyses.reach.generated import generated_rules
from analyses.reach.tiers import Tiers, tiers_of
from analyses.runs.lineup import Options, load_rules
from analyses.seats.advantage import SeatAdvantage, seat_advantage
from analyses.statistics.families import Finding, together
from analyses.tables import records, table
from simcore.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SeatTiers", "seat_ensemble", "seat_tiers"]


@dataclass(frozen=True)
class SeatTiers:
    """Result of `seat_tiers`.

    Attributes
    ----------
    found : tuple of SeatAdvantage
        One for each strategy.
    """

    found: tuple[SeatAdvantage, ...]

    @property
    def is_complete(self) -> bool:
        """Whether no run was interrupted."""
        return all(it.is_complete for it in self.found)

    @property
    def n_games(self) -> int:
        """Games that were played in all."""
        return sum(it.n_games for it in self.found)

    @cached_property
    def tiers(self) -> tuple[Tiers, ...]:
        """For which tiers the verdict holds, by number of players; each judged over its tiers."""
        game = self.found[0].matches[0].match.game.name
        numbers = [blocks.match.n_seats for blocks in self.found[0].matches]
        return tuple(
            tiers_of(
                game,
                [(it.player.spec, it.findings[n]) for it in self.found if n in it.findings],
                f"seats of {n} players",
            )
            for n in numbers
        )

    def to_frame(self) -> pd.DataFrame:
        """One row for each strategy, number of players and seat."""
        return table(row for it in self.found for row in it.rows())

    def verdicts(self) -> pd.DataFrame:
        """One row for each strategy and number of players; p-values adjusted over all rows."""
        keys = [(it, blocks) for it in self.found for blocks in it.matches]
        judged = together([it.findings[blocks.match.n_seats] for it, blocks in keys])
        rows = zip(keys, judged, strict=True)
        return table(it.verdict_row(blocks, found) for (it, blocks), found in rows)

    def summary(self) -> str:
        """Each strategy's result in a few lines, then for which tiers the verdicts hold."""
        lines = [it.summary() for it in self.found]
        return "\n".join([*lines, *(tiers.summary() for tiers in self.tiers)])

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        first = self.found[0]
        return {
            **opening(first.matches[0].match, self.n_games, self.is_complete),
            "strategies": [it.player.spec for it in self.found],
            "seats": records(self.to_frame(), "win_rate"),
            "verdicts": records(self.verdicts()),
            "tiers": [tiers.to_json() for tiers in self.tiers],
            "stops": [stop.to_json() for it in self.found for stop in it.stops],
        }


def seat_tiers(
    game: str,
    strategies: Sequence[str],
    *,
    games: int,
    seed: int,
    seats: Sequence[int] = (),
    margin: float = 0.02,
    **options: Unpack[Options],
) -> SeatTiers:
    """Ask `seat_advantage` of several strategies, e.g. one for each tier.

    Parameters
    ----------
    game, strategies
        The game, and who plays against itself; `analyses.reach.tiers.one_per_tier` chooses some.
    games, seed, seats, margin, **options
        As in `seat_advantage`; all strategies meet the same luck.
    """
    if not strategies:
        raise UsageError("no strategy to ask; allowed: one or more")
    found: list[SeatAdvantage] = []
    for name in strategies:
        asked = seat_advantage(
            game, name, games=games, seed=seed, seats=seats, margin=margin, **options
        )
        if asked.is_complete or not found:
            found.append(asked)
        if not asked.is_complete:
            found[0] = replace(found[0], is_complete=False)
            break
    return SeatTiers(tuple(found))


def seat_ensemble(  # noqa: PLR0913 (what to ask, and of how many)
    game: str,
    strategy: str,
    *,
    games: int,
    seed: int,
    n_generated: int,
    seats: int = 2,
    margin: float = 0.02,
    **options: Unpack[Options],
) -> Ensemble:
    """Ask `seat_advantage` under many generated decks or layouts.

    Parameters
    ----------
    game, strategy
        The game, and who plays against itself.
    games, seed, margin, **options
        As in `seat_advantage`; every deck or layout meets the same luck.
    n_generated : int
        How many are generated, from seed 0 on.
    seats : int, default 2
        Number of players.
    """
    given = options.get("rules", "")
    rules = load_rules(game, given) if isinstance(given, str) else given

    def ask(chosen: Any) -> Finding:
        asked: Options = {**options, "rules": chosen}
        found = seat_advantage(
            game, strategy, games=games, seed=seed, seats=[seats], margin=margin, **asked
        )
        if not found.is_complete:
            raise KeyboardInterrupt
        return found.findings[seats]

    components, many = generated_rules(game, rules, n_generated, seed=0)
    shipped = ask(rules)
    subject = f"seats of {seats} players, {strategy}"
    return over_ensemble(ask, many, subject=subject, components=components, shipped=shipped)
