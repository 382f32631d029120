"""Frames of one match: by hand, against a bootstrap, and against known results."""

from __future__ import annotations

import functools
import json
import math

import numpy as np
import pandas as pd
import pytest

from analyses import load_rules, play
from analyses.fill_or_bust.win import evaluate
from analyses.matches import MatchResult
from analyses.runs.blocks import Blocks, Statistic, seat_statistics
from analyses.statistics.estimates import mean_from_histogram
from analyses.statistics.significance import p_from_histogram, z_from_histogram
from simcore import engine
from simcore.errors import UsageError
from simcore.summary import empty_summary, summarise
from tests.analysis.hand_made import FOUR_BLOCKS, GAME, a_match, blocks_of, outcomes_of


@pytest.fixture(scope="module")
def by_hand() -> MatchResult:
    return MatchResult(blocks_of(a_match(), FOUR_BLOCKS), True, 0.0, 0.0)


def test_strategies_by_hand(by_hand: MatchResult) -> None:
    frame = by_hand.strategies()
    assert frame["strategy"].tolist() == ["a", "b"]
    assert frame["n_games"].tolist() == [8, 8]
    assert frame["win_rate"].tolist() == [2.25 / 4, 1.25 / 4]
    # Entry 0 scores 6000, 300, 6000, 6000, 6000, 6000, 50, 0; it takes 104 turns.
    assert frame["score_mean"][0] == 30_350 / 8
    assert frame["turn_points_mean"][0] == pytest.approx(30_350 / 104)
    assert frame["bust_rate"].tolist() == [pytest.approx(6 / 104), pytest.approx(2 / 104)]
    assert frame["fill_rate"].tolist() == [pytest.approx(1 / 104), pytest.approx(3 / 104)]
    assert frame["vengeance_hits_mean"].tolist() == [2 / 8, 0.0]


def test_seats_by_hand(by_hand: MatchResult) -> None:
    assert by_hand.seats()["win_rate"].tolist() == [2.25 / 4, 1.25 / 4]
    difference = by_hand.blocks.win_rate_diff("seat0", "seat1")
    assert difference.value == pytest.approx(1 / 4)


def test_game_by_hand(by_hand: MatchResult) -> None:
    row = by_hand.game().iloc[0]
    assert row["turns_mean"] == 26.0
    assert row["turns_mean_high"] - 26.0 == pytest.approx(
        3.182446 * math.sqrt((15**2 + 5**2 + 5**2 + 15**2) / 3 / 4), rel=1e-6
    )
    assert (row["capped_rate"], row["ties_rate"]) == (1 / 8, 1 / 8)
    assert row["lead_changes_mean"] == 4 / 8
    # Single games of entry 0: 1 0 1 1 .5 1 0 0; of entry 1: 0 1 0 0 .5 0 0 1.
    games = [np.var([1, 0, 1, 1, 0.5, 1, 0, 0]), np.var([0, 1, 0, 0, 0.5, 0, 0, 1])]
    blocks = [np.var([0.5, 1, 0.75, 0], ddof=1), np.var([0.5, 0, 0.25, 0.5], ddof=1)]
    assert by_hand.blocks.game_variance("entry0") == pytest.approx(games[0])
    assert by_hand.independent_worth == pytest.approx(sum(games) / 2 / sum(blocks))


def test_win_rate_interval_is_that_of_the_block_shares(by_hand: MatchResult) -> None:
    # Entry 0 wins 0, 2, 3 and 4 of the quarters of a block.
    expected = mean_from_histogram([1, 0, 1, 1, 1], 4)
    found = by_hand.blocks.win_rate("entry0")
    assert (found.value, found.low, found.high) == pytest.approx(
        (expected.value, expected.low, expected.high)
    )
    assert found.n == 4


RARE = Statistic("ties_rate", "ties", is_share=True)


@pytest.mark.parametrize("n_seats", [2, 3, 6])
def test_something_that_never_happened_has_an_interval(n_seats: int) -> None:
    match = a_match("abcdef"[:n_seats])
    never = blocks_of(match, [[{"winners": 1}] * n_seats] * 50).statistic(RARE, "game")
    always = blocks_of(match, [[{"winners": 3}] * n_seats] * 50).statistic(RARE, "game")
    assert (never.value, never.low) == (0.0, 0.0)
    assert 0.0 < never.high < 0.1
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(1.0 - never.high)


def test_two_moments_give_back_the_blocks_of_two_games() -> None:
    ties = {"winners": 3}
    sole = {"winners": 1}
    games = [[ties, ties]] * 3 + [[ties, sole]] * 20 + [[sole, sole]] * 77
    found = blocks_of(a_match(), games).statistic(RARE, "game")
    expected = mean_from_histogram([77, 20, 3], 2)
    assert (found.value, found.low, found.high) == (expected.value, expected.low, expected.high)


def test_common_event_of_many_games_gets_a_t_interval() -> None:
    half = [{"winners": 3}] * 3 + [{"winners": 1}] * 3
    games = [half] * 50 + [[{"winners": 3}] * 4 + [{"winners": 1}] * 2] * 50
    found = blocks_of(a_match("abcdef"), games).statistic(RARE, "game")
    assert found.value == pytest.approx((0.5 + 2 / 3) / 2)
    assert found.method.startswith("block t")


@pytest.mark.parametrize("counts", [[3, 400, 9], [40, 400, 90], [0, 50, 0], [0, 40, 3]])
def test_p_value_agrees_with_the_interval(counts: list[int]) -> None:
    p = p_from_histogram(counts, 2, 0.5)
    if p == 1.0:
        return
    at_p = mean_from_histogram(counts, 2, confidence_level=1.0 - p)
    assert min(abs(at_p.low - 0.5), abs(at_p.high - 0.5)) == pytest.approx(0.0, abs=1e-6)


def test_unknown_fields_get_their_mean() -> None:
    class Other:
        name = "other"
        seat_fields = ("score", "cubes")
        game_fields = ("winners", "turns")

    columns = [s.column for s in seat_statistics(Other())]  # type: ignore[arg-type]
    assert columns == ["score_mean", "cubes_mean"]


@functools.cache
def resamplings(n_blocks: int) -> np.ndarray:
    """How often each block is in each of 2,000 bootstrap samples."""
    random = np.random.default_rng(5)
    return random.multinomial(n_blocks, np.full(n_blocks, 1 / n_blocks), 2_000).astype(float)


def bootstrap(total: np.ndarray, per: np.ndarray) -> tuple[float, float]:
    """Percentile interval of sum / sum over resampled blocks."""
    weights = resamplings(len(per))
    return tuple(np.quantile((weights @ total) / (weights @ per), [0.025, 0.975]))


@pytest.fixture(scope="module")
def played() -> tuple[MatchResult, np.ndarray]:
    result = play(GAME, ["stop_at(300)", "stop_at(500)"], games=4_000, seed=3)
    return result, engine.play_outcomes(result.blocks.match, 0, 2_000)


def test_intervals_agree_with_a_plain_bootstrap(played: tuple[MatchResult, np.ndarray]) -> None:
    result, rows = played
    wins = (rows["winners"][:, 0] == 1).astype(float) + (rows["winners"][:, 1] == 2)
    busts = rows["busts"][:, 0, 0] + rows["busts"][:, 1, 1]
    own_turns = rows["turns_taken"][:, 0, 0] + rows["turns_taken"][:, 1, 1]
    two = np.full(2_000, 2)
    strategy, game = result.strategies().iloc[0], result.game().iloc[0]
    for row, column, total, per in [
        (strategy, "win_rate", wins, two),
        (strategy, "bust_rate", busts, own_turns),
        (strategy, "turn_points_mean", rows["score"][:, 0, 0] + rows["score"][:, 1, 1], own_turns),
        (game, "turns_mean", rows["turns"].sum(axis=1), two),
        (game, "lead_changes_mean", rows["lead_changes"].sum(axis=1), two),
    ]:
        low, high = bootstrap(total, per)
        assert row[column] == pytest.approx(total.sum() / per.sum()), column
        ends = (row[f"{column}_low"], row[f"{column}_high"])
        assert ends == pytest.approx((low, high), abs=0.12 * (high - low) / 2), column


def test_independent_worth_agrees_with_the_games(played: tuple[MatchResult, np.ndarray]) -> None:
    result, rows = played
    wins = np.stack([rows["winners"][:, 0] == 1, rows["winners"][:, 1] == 2], axis=1)
    expected = wins.var() / 2 / wins.mean(axis=1).var(ddof=1)
    assert result.independent_worth == pytest.approx(expected)


def test_known_share_of_a_large_run() -> None:
    found = play(GAME, ["stop_at(300)", "stop_at(500)"], games=150_000, seed=11)
    estimate = found.blocks.win_rate("entry0")
    error = math.hypot(estimate.half_width / 1.96, 0.0004)  # .5412 from 4e5 other games
    assert abs(estimate.value - 0.5412) < 4 * error
    assert error < 0.0012


def test_win_rates_agree_with_the_exact_solution() -> None:
    rules = load_rules(GAME, "rulebook", ["deck=independent", "goal=1500"])
    names = ["stop_at(300)", "stop_at(500)"]
    moving_first, moving_second = evaluate(rules, *names).win_probabilities
    blocks = play(GAME, names, games=60_000, seed=12, rules=rules).blocks
    expected = {
        "entry0": (moving_first + moving_second) / 2,
        "seat0": (moving_first + 1 - moving_second) / 2,
    }
    for who, exact in expected.items():
        assert abs(z_from_histogram(blocks.win_counts(who), blocks.most_wins, exact)) < 4, who
        assert blocks.win_rate(who).half_width < 0.006


def test_null_strategies_that_act_alike_tie_every_block() -> None:
    # All scores are multiples of 50, so that a limit of 299 is a limit of 300.
    result = play(GAME, ["stop_at(300)", "stop_at(299)"], games=2_000, seed=2)
    assert result.blocks.win_counts("entry0")[result.blocks.most_wins // 2] == 1_000
    assert result.strategies()["win_rate"].tolist() == [0.5, 0.5]
    assert result.independent_worth == math.inf
    assert "every block came out the same" in result.summary()


def test_fixed_seats_move_the_luck() -> None:
    result = play(GAME, ["stop_at(300)", "never_stop"], games=400, seed=2, fixed_seats=True)
    assert result.blocks.match.rotation == "luck"
    assert result.strategies()["win_rate"].tolist() == result.seats()["win_rate"].tolist()
    assert result.to_json()["rotation"] == "luck"


def test_games_are_rounded_up_to_blocks() -> None:
    assert play(GAME, ["stop_at(300)"] * 3, games=10, seed=1).n_games == 12


def test_workers_change_nothing() -> None:
    one, two = (
        play(GAME, ["stop_at(300)", "stop_at(500)"], games=3_000, seed=1, workers=workers)
        for workers in (1, 2)
    )
    pd.testing.assert_frame_equal(one.to_frame(), two.to_frame(), check_exact=True)


def test_json_has_the_promised_fields(played: tuple[MatchResult, np.ndarray]) -> None:
    found = played[0].to_json()
    text = json.loads(json.dumps(found, allow_nan=False))
    assert text == found
    assert {"seed", "games", "rules", "version", "turns_mean", "capped_rate", "ties_rate"} <= set(
        found
    )
    assert (found["seed"], found["games"]) == (3, 4_000)
    assert found["rules"]["name"] == "rulebook"
    assert found["rules"]["goal"] == 6_000
    assert {"strategy", "win_rate", "low", "high"} <= set(found["strategies"][0])
    assert set(found["seats"][0]) == {"seat", "n_games", "win_rate", "low", "high"}


def test_json_of_one_block_holds_no_nan_or_infinity() -> None:
    found = play(GAME, ["stop_at(300)", "stop_at(500)"], games=1, seed=1).to_json()
    json.dumps(found, allow_nan=False)
    assert found["turns_mean_high"] is None


def test_interrupted_run_keeps_what_is_finished() -> None:
    def interrupt(done: int, wanted: int) -> None:
        raise KeyboardInterrupt

    result = play(GAME, ["stop_at(300)", "stop_at(500)"], games=500_000, seed=1, progress=interrupt)
    assert not result.is_complete
    assert 0 < result.n_games < 500_000
    assert result.game()["n_games"][0] == result.n_games
    assert "interrupted" in result.summary()


def test_no_blocks_at_all_are_said_to_be_none() -> None:
    match = a_match()
    result = MatchResult(Blocks(match, empty_summary([match])), False, 0.0, 0.0)
    row = result.strategies().iloc[0]
    assert row["n_games"] == 0
    assert math.isnan(row["win_rate"])
    assert (row["win_rate_low"], row["win_rate_high"]) == (0.0, 1.0)
    json.dumps(result.to_json(), allow_nan=False)
    assert result.summary()


def test_match_beside_another_reads_its_own_columns() -> None:
    match = a_match()
    swapped = [[{**game, "winners": 3 ^ game["winners"]} for game in b] for b in FOUR_BLOCKS[:2]]
    rows = [outcomes_of(match, FOUR_BLOCKS[:2]), outcomes_of(match, swapped)]
    summary = summarise([match, match], rows)
    first, second = Blocks(match, summary), Blocks(match, summary, 1)
    assert first.win_rate("entry0").value == 0.75
    assert second.win_rate("entry0").value == 0.25
    assert first.win_rate_diff("entry0", "entry0", second).value == 0.5


def test_wrong_use_is_explained() -> None:
    with pytest.raises(UsageError, match=r"games = 0; allowed: 1 or more"):
        play(GAME, ["stop_at(300)", "stop_at(500)"], games=0, seed=1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'worker'"):
        play(GAME, ["stop_at(300)"] * 2, games=2, seed=1, worker=2)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match="did you mean 'stop_at'"):
        play(GAME, ["stop_att(300)", "stop_at(500)"], games=2, seed=1)
