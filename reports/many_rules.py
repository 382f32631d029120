"""What commands say of generated decks or layouts: how many were asked, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from reports.output import Table

if TYPE_CHECKING:
    from analyses.reach.ensembles import Ensembles

__all__ = ["Drawn", "drawn", "ensemble_tables", "not_asked"]


class Drawn(NamedTuple):
    """How many generated components are asked.

    Parameters
    ----------
    n : int
    is_sharing : bool
        Whether they share the games of the question; else each has as many.
    """

    n: int
    is_sharing: bool

    def games(self, games: int) -> int:
        """Games for each, of so many for the question itself."""
        return -(-games // self.n) if self.is_sharing and self.n else games


def drawn(asked: int | None, game: str, rules: Any, precision: float | None = None) -> Drawn:
    """As the user says; else what is usual for the rules, at the cost of the question itself."""
    from analyses.reach.generated import components_of, n_usual

    if asked:
        components_of(game)  # refuses games without any, before a game is played
    n = n_usual(game, rules) if asked is None else asked
    return Drawn(n, asked is None and precision is None)


def not_asked(game: str, rules: Any) -> tuple[str, ...]:
    """The sentence of a result that rests on reconstructed components and no others."""
    from analyses.reach.generated import n_usual

    if not n_usual(game, rules):
        return ()
    return ("asked with these components only; --ensemble N asks under N generated ones",)


def ensemble_tables(many: Ensembles) -> tuple[Table, ...]:
    """How many of the generated components agree, a row for each question."""
    title = f"Under {many.n_generated} generated {many.components}"
    return (Table(title, many.to_frame()),)
