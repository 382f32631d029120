"""Comparisons: by hand, the savings of pairing, and the null."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from analyses import compare
from analyses.meetings.comparisons import Comparison
from analyses.runs.blocks import Blocks
from analyses.statistics.estimates import mean_from_histogram
from simcore.errors import UsageError
from simcore.summary import summarise
from tests.analysis.hand_made import FOUR_BLOCKS, GAME, a_match, blocks_of, outcomes_of


def test_head_to_head_by_hand() -> None:
    blocks = blocks_of(a_match(), FOUR_BLOCKS)
    found = Comparison(blocks, blocks, 0.01, True)
    row = found.to_frame().iloc[0]
    assert (row["first"], row["second"], row["against"]) == ("a", "b", "")
    # Differences by block: 0, 1, .5, -.5 on a lattice of quarters from -1.
    expected = mean_from_histogram([0, 0, 1, 0, 1, 0, 1, 0, 1], 8, low=-1.0)
    assert row["win_rate_diff"] == 0.25
    assert (row["win_rate_diff_low"], row["win_rate_diff_high"]) == pytest.approx(
        (expected.low, expected.high)
    )
    assert row["n_games"] == 8
    assert found.strategies()["strategy"].tolist() == ["a", "b"]


def against_a_third(first: int, second: int) -> Comparison:
    """Both meet c; the first wins `first` of 8 blocks whole, the second `second` of them."""
    sides = a_match(("a", "c")), a_match(("b", "c"))
    win, loss = [{"winners": 1}, {"winners": 2}], [{"winners": 2}, {"winners": 1}]
    rows = [
        outcomes_of(side, [win] * wins + [loss] * (8 - wins))
        for side, wins in zip(sides, (first, second), strict=True)
    ]
    summary = summarise(sides, rows)
    ours, theirs = (Blocks(side, summary, k) for k, side in enumerate(sides))
    return Comparison(ours, theirs, 0.01, True)


def test_against_a_third_by_hand() -> None:
    found = against_a_third(6, 4)
    row = found.to_frame().iloc[0]
    assert (row["first"], row["second"], row["against"]) == ("a", "b", "c")
    assert row["win_rate_diff"] == 0.25
    assert row["n_games"] == 32
    assert found.strategies()["win_rate"].tolist() == [0.75, 0.5]
    # Two blocks of eight differ by 1.
    games, blocks = 0.75 * 0.25 + 0.5 * 0.5, np.var([1, 1, 0, 0, 0, 0, 0, 0], ddof=1)
    assert row["independent_worth"] == pytest.approx(games / 2 / blocks)


def test_better_strategy_is_named_whichever_comes_first() -> None:
    first = compare(GAME, "stop_at(300)", "stop_at(500)", games=4_000, seed=4)
    second = compare(GAME, "stop_at(500)", "stop_at(300)", games=4_000, seed=4)
    assert first.text.startswith("stop_at(300) is better than stop_at(500) by 8.")
    assert second.text.startswith("stop_at(300) is better than stop_at(500) by 8.")
    assert second.difference().value == pytest.approx(-first.difference().value, abs=0.03)
    assert first.z == pytest.approx(
        first.difference().value / (first.difference().half_width / 2), rel=0.1
    )
    assert first.p_value < 1e-6
    assert first.verdict().outcome == "not balanced"


def test_independent_worth_of_300_v_350_and_500() -> None:
    # A block differs in about one of ten: the variance is known to about 3 %.
    close = compare(GAME, "stop_at(300)", "stop_at(350)", games=40_000, seed=5)
    assert close.independent_worth == pytest.approx(5.0, abs=0.6)
    far = compare(GAME, "stop_at(300)", "stop_at(500)", games=40_000, seed=5)
    assert far.independent_worth == pytest.approx(2.55, abs=0.3)


def test_common_opponent_saves_more() -> None:
    found = compare(
        GAME, "stop_at(300)", "stop_at(350)", against="stop_at(400)", games=20_000, seed=5
    )
    assert found.independent_worth == pytest.approx(8.6, abs=1.2)
    assert found.n_games == 40_000
    assert found.opponents == ("stop_at(400)",)


def test_null_strategies_that_act_alike_never_differ() -> None:
    found = compare(
        GAME, "stop_at(300)", "stop_at(299)", against=["random", "never_stop"], games=90, seed=6
    )
    assert found.difference().value == 0.0
    assert (found.z, found.p_value) == (0.0, 1.0)
    assert found.independent_worth == math.inf
    assert "cannot be told apart" in found.summary()


def test_equal_within_the_margin() -> None:
    found = compare(GAME, "stop_at(300)", "stop_at(299)", games=2_000, seed=6, margin=0.02)
    assert found.text == "stop_at(300) and stop_at(299) are equal within 2 points"


def test_forecast_counts_games() -> None:
    head, third = against_a_third(6, 4), against_a_third(5, 4)
    assert head.verdict().n_more > 0
    wins = Comparison(third.first, third.first, 0.01, True)
    assert third.first.match.n_rotations == 2
    assert wins.verdict().n_more != third.verdict().n_more


def test_json_is_plain() -> None:
    found = compare(GAME, "stop_at(300)", "stop_at(350)", games=2, seed=1).to_json()
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert {"seed", "games", "rules", "win_rate_diff", "independent_worth", "text"} <= set(found)


def test_wrong_margin_is_refused() -> None:
    with pytest.raises(UsageError, match="margin = 0; allowed: above 0"):
        compare(GAME, "stop_at(300)", "stop_at(350)", games=2, seed=1, margin=0)
