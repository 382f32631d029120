"""Every option that the rules of Filler allow is offered, and no other; none is dropped."""

from __future__ import annotations

from collections import Counter
from math import comb
from pathlib import Path

import pytest

from simcore.errors import StrategyFailure
from tests.brute_force.filler import ACTION, TIME, Brute, bench_of, break_off
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


def write_abundance(folder: Path, n_early: int, size: int) -> Path:
    """So many recipes pay for one, or any chef card of A; the chefs of B give nothing."""
    needs = "+".join(["any"] * size)
    rows = ["id,name,deck,time,gives,requires,points,ability"]
    for i in range(20):
        time, ability = ("", "arrive_early") if i < n_early else (f"6:{i + 10}", "bonus_restock")
        rows.append(f"r{i:02},Recipe,standard,{time},any,{needs},star,{ability}")
    chefs = [f"A,{i},7:0{i},{needs}," for i in range(3)]
    chefs += [f"B,{i},7:1{i},," for i in range(3)]
    texts = {"recipes.csv": rows, "chefs.csv": ["set,name,time,gives,points", *chefs]}
    for name, lines in texts.items():
        (folder / name).write_text("\n".join([*lines, ""]), "utf-8")
    for name in ("fillings.toml", "personalities.toml"):
        (folder / name).write_text((SHIPPED / name).read_text("utf-8"), "utf-8")
    return folder


def n_expected(brute: Brute) -> int:
    """By counting: a time card with each set of early cards; a chef card or some of the others."""
    chefs = sum(brute.ids[card].startswith("A/") for card in brute.hand)
    others = sum(brute.ids[card].startswith("r") for card in brute.hand)
    if brute.phase == ACTION:
        size = len(brute.parts.cards["r00"].requires)
        return len(brute.book) * (chefs + comb(others, size)) + 1
    early = sum(brute.parts.cards[brute.ids[card]].minutes is None for card in brute.hand)
    n_timed = len(brute.hand) - early
    return n_timed * 2**early if n_timed else early


def look_at_abundance(folder: Path, n_early: int, size: int) -> dict[int, int]:
    """The most options of a kind of decision, of one player who takes everything."""
    parts = read_components(write_abundance(folder, n_early, size))
    bench = bench_of(2, [f"components={folder}", "chefs=A+B"])
    most = {TIME: 0, ACTION: 0}
    for block in range(3):
        for n_decisions in range(44):
            view = break_off(bench, block, n_decisions, last_seat=0)
            if view is None or int(view["phase"][0]) not in most:
                continue
            brute = Brute(parts, view)
            listed = brute.listed()
            assert len(set(listed)) == len(listed) == n_expected(brute)
            most[brute.phase] = max(most[brute.phase], len(listed))
    return most


def test_a_thousand_times_are_all_there(tmp_path: Path) -> None:
    assert look_at_abundance(tmp_path, n_early=8, size=4)[TIME] > 832


def test_thousands_of_payments_are_all_there(tmp_path: Path) -> None:
    assert look_at_abundance(tmp_path, n_early=2, size=4)[ACTION] > 3_907


def test_more_payments_than_there_is_room_for_stop_the_game_aloud(tmp_path: Path) -> None:
    with pytest.raises(StrategyFailure, match="more than 8,192 options"):
        look_at_abundance(tmp_path, n_early=0, size=5)
