"""What commands say of generated decks or layouts: how many were asked, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.output import Table

if TYPE_CHECKING:
    from analyses.reach.ensembles import Ensembles

__all__ = ["ensemble_tables", "n_draws", "not_asked"]


def n_draws(asked: int | None, game: str, rules: Any) -> int:
    """How many generated components to ask: as the user says, else what is usual for the rules."""
    from analyses.reach.generated import components_of, n_usual

    if asked:
        components_of(game)  # refuses games without any, before a game is played
    return n_usual(game, rules) if asked is None else asked


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
