"""What a clever player would choose: the part of a round robin's section about its field."""

from __future__ import annotations

from analyses.fields.results import Field
from analyses.fields.wording import dominated
from reports.charts.field import draw_alpha_sweep, draw_choices, draw_ratings
from reports.present import percent_text
from reports.sections import Chart, Table

__all__ = ["FIELD_NOTES", "RESAMPLES", "choice_sentence", "field_charts", "field_tables"]

RESAMPLES = 200
"""Of the bootstrap: enough for bands that are drawn."""

FIELD_NOTES = (
    "The mixture is the most mixed one against which no strategy gains more than the sampling "
    "error of the payoffs; alpha-rank is how long a population under selection plays each "
    "strategy. Bands are the middle 95 % of a bootstrap over groups of blocks.",
)


def choice_sentence(found: Field) -> str:
    """What would be played, and what would not, in a sentence."""
    mixed, names = found.drawn.mixed[1], found.robin.names
    top = int(mixed.weights.argmax())
    worse = dominated(found)
    text = (
        f"The mixture that no strategy beats by more than {100 * mixed.eps:.2g} points plays "
        f"{names[top]} {percent_text(float(mixed.weights[top]), 0)} of the time"
    )
    if not worse:
        return f"{text}; no strategy is dominated for certain."
    beaten = f"{len(worse)} of {len(names)} strategies are" if len(worse) > 1 else "One is"
    return f"{text}. {beaten} dominated: another does better against everybody."


def field_charts(found: Field) -> tuple[Chart, ...]:
    """Ratings, what would be played, and how that hangs on the strength of selection."""
    frame = found.strategies()
    height = 1.4 + 0.45 * len(frame)
    return (
        Chart(
            "ratings",
            "Ratings by likelihood from all games; the mean is 0. Whiskers: stability bands.",
            frame,
            draw_ratings,
            height=height,
        ),
        Chart(
            "choices",
            "Share of each strategy in the most mixed mixture that none beats for certain, and in "
            "an evolving population. Whiskers: stability bands.",
            frame,
            draw_choices,
            height=height,
        ),
        Chart(
            "alpha-sweep",
            "Strategies that ever reach 2 %. Dashed: the weakest selection from which on nothing "
            "changes. Where a band fills the height, the games do not settle who is on top.",
            found.alpha_sweep(),
            draw_alpha_sweep,
            height=4.0,
        ),
    )


def field_tables(found: Field) -> tuple[Table, ...]:
    """Payoffs, seats, and relations where there are some."""
    tables = [
        Table("Payoffs: how much more than half a strategy wins", found.half_of_pairs()),
        Table("What a seat adds to a rating", found.seats()),
    ]
    if found.relations:
        tables.append(Table("Who dominates whom, and cycles", found.relation_table()))
    return tuple(tables)
