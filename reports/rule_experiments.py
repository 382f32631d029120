"""What ``fillsim variant`` has found, and how it shows it: the change of every balance number."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.output import Table
from reports.present import change_text, label_of, number_text

if TYPE_CHECKING:
    import pandas as pd

    from analyses.rules.changes import RuleEffects
    from analyses.rules.ensembles import RuleEnsembles
    from analyses.rules.variants import Variants

__all__ = ["Experiment"]

SEATS = ["variant", "strategy", "seat_spread", "seat_spread_low", "seat_spread_high", "verdict"]
"""What is shown of the spread of the seats: CSV and JSON have everything."""


@dataclass(frozen=True)
class Experiment:
    """A line-up that was named, every tier, and generated components; what was asked of these."""

    named: Variants | None
    tiers: RuleEffects | None
    many: RuleEnsembles | None = None

    @property
    def effects(self) -> RuleEffects:
        """Of the line-up that was named, else of every tier."""
        found = self.tiers if self.named is None else self.named.effects()
        assert found is not None  # one of the two is always asked
        return found

    @property
    def _parts(self) -> list[Variants | RuleEffects | RuleEnsembles]:
        return [it for it in (self.named, self.tiers, self.many) if it is not None]

    @property
    def is_complete(self) -> bool:
        """Whether no part was interrupted."""
        return all(it.is_complete for it in self._parts)

    @property
    def n_games(self) -> int:
        """Games of all parts."""
        return sum(it.n_games for it in self._parts)

    def tables(self) -> tuple[Table, ...]:
        """The verdicts, and how many of the generated components agree with the main ones."""
        from analyses.rules.ensembles import MAIN

        shown = _of_line_up(self.named) if self.named else _of_effects(self.effects, MAIN)
        return (*shown, *_of_many(self.many))

    def sentences(self) -> list[str]:
        """What the tables show, for which tiers, and over how many generated components."""
        from analyses.rules.ensembles import MAIN

        told = [self._parts[0].summary()]
        if self.named is not None and self.tiers is not None:
            told += ["Every tier by itself (all numbers: --format json):"]
            told += [it.summary() for it in self.tiers.over_tiers(MAIN)]
        if self.named is not None and self.tiers is None:
            told.append("asked of this line-up only; --tiers asks every tier by itself")
        return told + ([self.many.summary()] if self.many is not None else [])

    def to_json(self) -> dict[str, Any]:
        """The line-up that was named, or every tier; the others under names of their own."""
        from analyses.tables import records

        data = self._parts[0].to_json()
        if self.named is not None and self.tiers is not None:
            data["tiers"] = [it.to_json() for it in self.tiers.tiers]
            data["tier_effects"] = records(self.tiers.to_frame())
        data["games"], data["is_complete"] = self.n_games, self.is_complete
        return data | ({"ensemble": self.many.to_json()} if self.many is not None else {})

    def rows(self) -> pd.DataFrame:
        """What CSV holds: every verdict, with the count of the generated components."""
        if self.many is not None and self.many.questions:
            return self.many.beside(self.effects)
        return self._parts[0].to_frame()


def _of_many(many: RuleEnsembles | None) -> tuple[Table, ...]:
    """Win rates, lengths and seats that are decided under any: a table for each rule set."""
    from analyses.rules.ensembles import MAIN

    if many is None or not many.questions:
        return ()
    frame = many.to_frame(MAIN)
    kept = frame[frame["outcome"] != "undecided"]
    words = f"under {many.many.n_generated} generated {many.many.components}"
    return tuple(
        Table(f"{label}, {words}", _counted(_rows_of(kept, label)))
        for label in dict.fromkeys(kept["variant"])
    )


def _of_line_up(found: Variants) -> tuple[Table, ...]:
    """Of one line-up: strategies and seats, and then what is there of every tier."""
    return (
        Table("Strategies", found.strategies()),
        Table("Seats", found.seats()),
        *_of_effects(found.effects()),
    )


def _of_effects(found: RuleEffects, measures: Sequence[str] = ()) -> tuple[Table, ...]:
    """What changed of these measures or of all, a table for each rule set, and the seats."""
    frame = found.to_frame()
    kept = frame[frame["measure"].isin(measures)] if measures else frame
    more = " (all numbers: --format csv)" if measures else ""
    changes = tuple(
        Table(f"{label} beside the base{more}", _told(_rows_of(kept, label)))
        for label in dict.fromkeys(kept["variant"])
    )
    return (*changes, *_seats(found))


def _rows_of(frame: pd.DataFrame, label: str) -> pd.DataFrame:
    """The rows of one rule set."""
    return frame[frame["variant"] == label].reset_index(drop=True)


def _seats(effects: RuleEffects) -> tuple[Table, ...]:
    """Best seat less worst under every rule set, where strategies play themselves."""
    frame = effects.seat_spreads()
    return () if frame.empty else (Table("Seats, best less worst", frame[SEATS]),)


def _told(frame: pd.DataFrame) -> dict[str, list[str]]:
    """Effects in columns of text, each number in the unit of what is measured."""
    rows = frame.to_dict("records")
    return {
        **_line_ups(rows),
        "measure": [_what(row) for row in rows],
        "before": [number_text(row["measure"], row["before"]) for row in rows],
        "after": [number_text(row["measure"], row["after"]) for row in rows],
        "change": [
            change_text(row["measure"], *(row[f"change{end}"] for end in ("", "_low", "_high")))
            for row in rows
        ],
        "outcome": [_outcome(row) for row in rows],
    }


def _counted(frame: pd.DataFrame) -> dict[str, list[Any]]:
    """What generated components agree on, in columns."""
    rows = frame.to_dict("records")
    same = {name: [row[name] for row in rows] for name in ("outcome", "n_holds", "n_undecided")}
    return {
        **_line_ups(rows),
        "measure": [_what(row) for row in rows],
        **same,
    }


def _line_ups(rows: Sequence[Mapping[Any, Any]]) -> dict[str, list[str]]:
    """A column that says who played, where there was more than one line-up."""
    names = [row["line_up"] for row in rows]
    return {"line_up": names} if len(set(names)) > 1 else {}


def _what(row: Mapping[Any, Any]) -> str:
    """What is measured, and whose it is."""
    label = label_of(row["measure"])
    return label if row["owner"] == "game" else f"{label} of {row['owner']}"


def _outcome(row: Mapping[Any, Any]) -> str:
    """The verdict in a word, with the games that it lacks."""
    if row["outcome"] != "undecided" or not math.isfinite(row["n_more"]):
        return str(row["outcome"])
    return f"undecided: {row['n_more']:,.0f} more"
