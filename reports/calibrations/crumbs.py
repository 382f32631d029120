"""How the order deck plays: all queues solved, random and greedy games."""

from __future__ import annotations

from typing import Any

from analyses.crumbs.calibration import calibrate as calibrated
from reports.options import Common
from reports.output import Document, Table

__all__ = ["calibrate"]


def calibrate(rules: Any, common: Common) -> Document:
    """Four figures with what is allowed, and the queues by slack."""
    found = calibrated(games=common.games, seed=common.seed, rules=rules, workers=common.workers)
    tables = (
        Table("How the deck plays, solo and without quirks", found.to_frame()),
        Table("Solo queues by actions a round to spare", found.queues.to_frame()),
    )
    return Document(found.to_json, tables, sentences=tuple(found.summary().splitlines()))
