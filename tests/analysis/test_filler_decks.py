"""The report on Filler's constraints: what it counts, on good and on broken components."""

from __future__ import annotations

import pytest

from analyses.filler.decks import check_components, check_generator
from simcore.filler.assumptions import Assumptions
from simcore.filler.component_files import load_components
from simcore.filler.generator import draw_components
from tests.brute_force import filler_cards


def test_the_shipped_cards_meet_every_constraint() -> None:
    check = check_components(load_components())
    frame = check.to_frame()
    assert frame["is_met"].all()
    assert (frame["n_decks"] == 1).all()
    assert check.summary().endswith("all are met.")
    found = dict(zip(frame["constraint"], frame["lowest"], strict=True))
    assert found["standard recipes"] == 50
    assert found["time and usefulness, Spearman"] == pytest.approx(
        filler_cards.correlation(load_components())
    )


def test_a_constraint_that_is_not_met_is_named() -> None:
    check = check_components(filler_cards.BREAKS["has_vicki"](load_components()))
    assert check.summary().endswith("not met: Vicki as seen in print.")
    frame = check.to_frame()
    assert list(frame[~frame["is_met"]]["constraint"]) == ["Vicki as seen in print"]
    assert check.to_json()["seed"] is None


def test_an_ensemble_shows_the_first_deck_and_the_range_of_all() -> None:
    assumptions = Assumptions(time_correlation=-0.4)
    check = check_generator(11, 5, assumptions)
    drawn = [draw_components(seed, assumptions) for seed in range(11, 16)]
    values = [filler_cards.correlation(box) for box, _ in drawn]
    row = next(row for row in check.rows if "Spearman" in row.constraint)
    assert row.found == f"{values[0]:.2f}"
    assert row.lowest == pytest.approx(min(values))
    assert row.highest == pytest.approx(max(values))
    assert row.n_met == 5
    assert check.n_draws == tuple(n for _, n in drawn)
    assert check.components == drawn[0][0]
    assert "22 constraints on 5 decks: all are met." in check.summary()
    assert check.to_json()["assumptions"]["time_correlation"] == -0.4
