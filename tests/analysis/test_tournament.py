"""Round robins: against single comparisons, by hand, and against a bootstrap of blocks."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from analyses import compare, tournament
from analyses.meetings.tournaments import Tournament
from analyses.runs.groups import Term, mean_of_win_rates
from analyses.statistics.verdicts import holm
from simcore import engine
from simcore.errors import UsageError
from tests.analysis.hand_made import GAME, a_match, blocks_of

FIELD = ["stop_at(300)", "stop_at(350)", "stop_at(500)", "never_stop"]


@pytest.fixture(scope="module")
def robin() -> Tournament:
    return tournament(GAME, FIELD, games=4_000, seed=8)


def test_pairs_are_the_comparisons_on_the_same_seed(robin: Tournament) -> None:
    pairs = robin.pairs().set_index(["strategy", "opponent"])
    assert len(pairs) == 12
    for first, second in combinations(FIELD, 2):
        alone = compare(GAME, first, second, games=4_000, seed=8)
        row = pairs.loc[(first, second)]
        expected = alone.difference()
        assert row["win_rate"] == alone.strategies()["win_rate"][0]
        assert (row["win_rate_diff"], row["win_rate_diff_low"]) == pytest.approx(
            (expected.value, expected.low)
        )
        assert row["p_value"] == pytest.approx(alone.p_value)
        assert row["independent_worth"] == pytest.approx(alone.independent_worth)
        mirrored = pairs.loc[(second, first)]
        assert mirrored["win_rate_diff_high"] == pytest.approx(-row["win_rate_diff_low"])
        assert mirrored["win_rate"] == pytest.approx(1.0 - row["win_rate"])


def test_holm_is_over_the_unordered_pairs(robin: Tournament) -> None:
    pairs = robin.pairs().set_index(["strategy", "opponent"])
    keys = list(combinations(FIELD, 2))
    adjusted = holm([pairs.loc[key, "p_value"] for key in keys])
    assert [pairs.loc[key, "p_holm"] for key in keys] == pytest.approx(adjusted.tolist())


def test_standing_agrees_with_a_bootstrap_of_blocks(robin: Tournament) -> None:
    standing = robin.standing().set_index("strategy")
    shares = np.zeros((2_000, 4))
    for line_up, blocks in zip(robin.line_ups, robin.matches, strict=True):
        winners = engine.play_outcomes(blocks.match, 0, 2_000)["winners"]
        for entry, strategy in enumerate(line_up):
            seats = (1 + entry, 2 - entry)  # bits of the winning seat in the two rotations
            shares[:, strategy] += (winners == seats).mean(axis=1) / 3
    for i, name in enumerate(FIELD):
        row = standing.loc[name]
        assert row["win_rate"] == pytest.approx(shares[:, i].mean())
        reach = 1.96 * shares[:, i].std(ddof=1) / 2_000**0.5
        half = (row["win_rate_high"] - row["win_rate_low"]) / 2
        # 200 groups know the standard error to 5 %.
        assert half == pytest.approx(reach, rel=0.2), name
    assert standing["rank"].tolist() == [1, 2, 3, 4]
    assert standing.index[3] == "never_stop"


def by_hand() -> Tournament:
    """Three strategies at two seats, two blocks each.

    a beats b in all four games; a v c and b v c: one win each in every block, but a wins both in
    the second.
    """
    win, split = [{"winners": 1}, {"winners": 2}], [{"winners": 1}, {"winners": 1}]
    games = [[win, win], [split, win], [split, split]]
    matches = [
        blocks_of(a_match(names), played)
        for names, played in zip((("a", "b"), ("a", "c"), ("b", "c")), games, strict=True)
    ]
    line_ups = ((0, 1), (0, 2), (1, 2))
    return Tournament(("a", "b", "c"), (1, 1, 1), line_ups, tuple(matches), True)


def test_standing_by_hand() -> None:
    standing = by_hand().standing()
    # a: 1 and .75 in its two line-ups; c: .25 and .5; b: 0 and .5.
    assert standing["strategy"].tolist() == ["a", "c", "b"]
    assert standing["win_rate"].tolist() == [0.875, 0.375, 0.25]
    assert standing["n_games"].tolist() == [8, 8, 8]


def test_interval_of_a_mean_over_line_ups_by_hand() -> None:
    """A hundredth of a's wins over b less those over c: .005 and 0 in the two blocks.

    Mean .0025, standard error .0025, and Student's t with one degree of freedom.
    """
    over_b, over_c, _ = by_hand().matches
    found = mean_of_win_rates([Term(over_b, "entry0"), Term(over_c, "entry0", -1)], 100)
    reach = 0.0025 * scipy.stats.t.ppf(0.975, 1)
    assert found.n == 2
    assert found.value == pytest.approx(0.0025)
    assert (found.low, found.high) == pytest.approx((0.0025 - reach, 0.0025 + reach))


def test_p_value_over_groups_is_that_of_a_t_test() -> None:
    found = tournament(GAME, [*FIELD[:3], "random"], games=1_200, seed=9, seats=3)
    pairs = found.pairs().set_index(["strategy", "opponent"])
    a, b = found.line_ups.index((0, 1, 2)), found.line_ups.index((0, 1, 3))
    wins = sum(
        sign * found.matches[k].wins_by_group(f"entry{e}")
        for k in (a, b)
        for e, sign in ((0, 1), (1, -1))
    )
    per_block = wins / found.matches[a].summary.group_blocks / (2 * 180)
    assert found.matches[a].summary.group_blocks.tolist() == [2] * 200
    expected = scipy.stats.ttest_1samp(per_block, 0.0)
    row = pairs.loc[("stop_at(300)", "stop_at(350)")]
    assert row["win_rate_diff"] == pytest.approx(per_block.mean())
    assert row["p_value"] == pytest.approx(expected.pvalue)
    assert row["n_games"] == 2_400


def test_more_seats_take_every_combination() -> None:
    found = tournament(GAME, FIELD, games=30, seed=9, seats=3)
    assert found.line_ups == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert found.n_games == 4 * 30
    assert found.standing()["n_games"].tolist() == [90] * 4
    one = tournament(GAME, FIELD, games=4, seed=9, seats=4)
    assert one.line_ups == ((0, 1, 2, 3),)
    assert one.standing()["win_rate"].sum() == pytest.approx(1.0)


def test_worth_over_several_line_ups_by_another_route() -> None:
    """Variance of single games over that of the mean of both line-ups' blocks."""
    found = tournament(GAME, FIELD, games=6_000, seed=8, seats=3)
    shared = [k for k, ids in enumerate(found.line_ups) if {0, 1} <= {*ids}]
    games = np.array(
        [
            [
                engine.play_outcomes(found.matches[k].match, 0, 2_000)["winners"][:, rotation]
                == 1 << (found.line_ups[k].index(0) - rotation) % 3
                for rotation in range(3)
            ]
            for k in shared
        ]
    ).astype(float)
    assert games.mean() == pytest.approx(found.win_rate(0, 1).value, abs=0.01)  # ties apart
    apart = (games.var(axis=(1, 2)) / (3 * 2_000)).sum() / len(shared) ** 2
    together = games.mean(axis=(0, 1)).var(ddof=1) / 2_000
    # 200 groups know a variance to a tenth: four standard errors.
    assert found.worth(0, 1) == pytest.approx(apart / together, rel=0.4)
    assert found.worth(0, 1) > 1.0


def test_workers_change_nothing(robin: Tournament) -> None:
    two = tournament(GAME, FIELD, games=4_000, seed=8, workers=2)
    pd.testing.assert_frame_equal(robin.standing(), two.standing(), check_exact=True)
    pd.testing.assert_frame_equal(robin.pairs(), two.pairs(), check_exact=True)


def test_interrupted_run_keeps_what_is_finished() -> None:
    def interrupt(done: int, wanted: int) -> None:
        assert wanted == 6 * 100
        if done >= 300:
            raise KeyboardInterrupt

    found = tournament(GAME, FIELD, games=200, seed=8, progress=interrupt)
    assert not found.is_complete
    assert {blocks.n_blocks for blocks in found.matches} == {50}
    assert 300 <= found.n_games / 2 < 310
    assert found.standing()["win_rate"].between(0, 1).all()
    json.dumps(found.to_json(), allow_nan=False)


def test_single_block_is_unbounded_not_certain() -> None:
    standing = tournament(GAME, FIELD, games=1, seed=8).standing()
    assert standing["win_rate_low"].tolist() == [0.0] * 4
    assert standing["win_rate_high"].tolist() == [1.0] * 4


def test_wrong_use_is_explained() -> None:
    with pytest.raises(UsageError, match="seats = 5; allowed: 2 to 4"):
        tournament(GAME, FIELD, games=10, seed=1, seats=5)
    with pytest.raises(UsageError, match="a strategy is named twice"):
        tournament(GAME, ["random", "random"], games=10, seed=1)
