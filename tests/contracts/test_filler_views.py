"""A view of Filler holds nothing that its seat cannot see: hidden cards may lie in any order."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.bench import Bench
from tests.brute_force.filler import TIME, bench_of, break_off, cards_in, seen

ADVANCED = ["advanced=true"]


def unseen_places(bench: Bench, view: np.ndarray) -> np.ndarray:
    """Places of the deck as dealt whose recipes nobody has seen."""
    unseen = cards_in(view["board"][0, 0]["unseen"])
    n_dealt = 10 * max(2, bench.match.n_seats)
    return np.flatnonzero(np.isin(bench.table["state"]["dealt"][0, :n_dealt], unseen))


@pytest.mark.parametrize("n_seats", range(1, 7))
def test_the_order_of_the_deck_is_hidden(n_seats: int) -> None:
    """Recipes nobody has seen change places, and with those that are not in the game."""
    bench = bench_of(n_seats, ADVANCED)
    n_hidden = []
    for block in range(40):
        view = break_off(bench, block, n_decisions=block % 23)
        if view is None:
            continue
        dealt = bench.table["state"]["dealt"][0]
        places = unseen_places(bench, view)
        n_hidden.append(len(places))
        outside = set(range(60)) - set(dealt[: 10 * max(2, n_seats)].tolist())
        dealt[places] = dealt[places[::-1]]
        if outside and len(places):
            dealt[places[0]] = min(outside)
        again = break_off(bench, block, n_decisions=block % 23)
        assert again is not None
        assert seen(again) == seen(view)
    assert max(n_hidden) > 5
    assert len(n_hidden) > 30


def test_a_card_that_was_seen_would_be_noticed() -> None:
    bench = bench_of(3, ADVANCED)
    view = break_off(bench, 1, n_decisions=9)
    assert view is not None
    hidden = unseen_places(bench, view)
    dealt = bench.table["state"]["dealt"][0]
    dealt[[0, hidden[0]]] = dealt[[hidden[0], 0]]
    again = break_off(bench, 1, n_decisions=9)
    assert again is not None
    assert seen(again) != seen(view)


@pytest.mark.parametrize("n_seats", range(2, 7))
def test_time_cards_are_hidden_until_all_are_shown(n_seats: int) -> None:
    bench = bench_of(n_seats, ADVANCED)
    for seat in range(1, n_seats):
        views = [
            break_off(bench, 3, n_decisions=0, first=first, last_seat=seat) for first in range(3)
        ]
        assert [int(view["phase"][0]) for view in views] == [TIME] * 3
        assert len({seen(view) for view in views}) == 1
        after = [
            break_off(bench, 3, n_decisions=1, first=first, last_seat=seat) for first in range(3)
        ]
        assert len({seen(view) for view in after}) == 3


def test_the_order_of_the_chef_s_deck_is_hidden() -> None:
    """Other keys of the chef's cards shuffle them otherwise; only the keys themselves differ."""
    bench = bench_of(1, [*ADVANCED, "chefs=blue+pink"])
    decks, views = set(), set()
    keys = bench.table["cards"]["key"][0]
    for number in range(60):
        keys[60:78] = np.arange(60, 78) + 100 * number
        view = break_off(bench, 1, n_decisions=0)
        assert view is not None
        decks.add(bench.table["state"]["chef_deck"][0, :3].tobytes())
        view["cards"]["key"] = 0
        views.add(seen(view))
    assert len(decks) == 6
    assert len(views) == 1
