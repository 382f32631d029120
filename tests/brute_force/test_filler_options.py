"""Every option that the rules of Filler allow is offered, and no other; none is dropped."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.brute_force.filler import Brute, bench_of, break_off
from tests.referees.filler_cards import read_components
from tests.referees.filler_decks import SKEWS, write_skewed

SHIPPED = Path(__file__).parents[2] / "simcore" / "filler" / "cards"
MOST_TRIED = 14
"""Larger hands take long to try every set of cards of."""


def look(folder: Path, n_seats: int, n_views: int, phases: Counter[int]) -> int:
    """Compare the options of so many decisions; the most options of one."""
    parts = read_components(folder)
    bench = bench_of(n_seats, [f"components={folder}", "advanced=true", "day_cap=40"])
    most = 0
    for number in range(n_views):
        view = break_off(bench, block=number, n_decisions=number % 29)
        if view is None:
            continue
        brute = Brute(parts, view)
        if len(brute.hand) > MOST_TRIED:
            continue
        listed = brute.listed()
        assert len(set(listed)) == len(listed)
        assert set(listed) == set(brute.all()), (folder.name, n_seats, number)
        if brute.phase in (1, 2):
            assert listed[-1][0] in (2, 3)
        phases[brute.phase] += 1
        most = max(most, len(listed))
    return most


def test_shipped_cards() -> None:
    phases = Counter[int]()
    most = max(look(SHIPPED, n_seats, 120, phases) for n_seats in range(1, 7))
    assert most > 40
    assert sum(phases.values()) > 500
    assert all(phases[phase] > 5 for phase in range(5))


@pytest.mark.parametrize("kind", SKEWS)
def test_skewed_cards(kind: str, tmp_path: Path) -> None:
    phases = Counter[int]()
    for n_seats in (1, 2, 4):
        look(write_skewed(tmp_path / str(n_seats), kind, n_seats, 1), n_seats, 40, phases)
    assert sum(phases.values()) > 60
