"""What few blocks can have missed: changes, gates, sweeps and round robins with known truth."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from analyses import load_rules, pair_verdicts, sweep, tournament
from analyses.gates.checks import _mean
from analyses.rules.effects import Pair, ask_change, effects_of
from analyses.rules.score_spreads import ScoreSpread
from analyses.runs.blocks import GAME_STATISTICS, Blocks
from analyses.runs.measures import Measure
from analyses.searches.arms import ahead_p
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import Estimate, mean_from_histogram
from analyses.statistics.guarded import guarded, unseen_share
from simcore.summary import summarise
from tests.analysis.hand_made import FOUR_BLOCKS, GAME, a_match, blocks_of, outcomes_of

LEAD_CHANGES = next(it for it in GAME_STATISTICS if it.field == "lead_changes")


def side_by_side(after: list[list[dict[str, Any]]], before: list[list[dict[str, Any]]]) -> Pair:
    match = a_match(rotation="luck")
    summary = summarise([match, match], [outcomes_of(match, it) for it in (after, before)])
    return Pair("x", Blocks(match, summary), Blocks(match, summary, 1))


def test_the_guard_by_hand() -> None:
    """10 blocks miss up to 1 - 40^(-1/10) = 30.85 % of all; in quadrature 3 and 4 make 5."""
    assert unseen_share(10, 0.05) == pytest.approx(1 - 40**-0.1)
    assert unseen_share(300, 0.05) == pytest.approx(mean_from_histogram([300, 0], 1).high, rel=1e-3)
    most = 4 / (1 - 40**-0.1)
    asked = guarded(lambda confidence_level: Estimate(7.0, 4.0, 10.0, "t", 10), most)
    assert (asked.low, asked.high) == pytest.approx((2.0, 12.0))
    empty = Estimate(math.nan, -math.inf, math.inf, "t", 0)
    assert guarded(lambda confidence_level: empty, 1.0) is empty


@pytest.mark.parametrize("n_blocks", [2, 5, 20, 60])
def test_a_rare_change_is_not_called_none(n_blocks: int) -> None:
    """One block in ten loses its ten lead changes: 10 % less, where 5 % counts as a change."""
    rng, runs, false_ = np.random.default_rng(3), 150, 0
    measure = Measure("lead_changes_mean", "game", LEAD_CHANGES)
    for hit in rng.random((runs, n_blocks)) < 0.1:
        games = [[{"lead_changes": 0 if it else 10}] * 2 for it in hit]
        pair = side_by_side(games, [[{"lead_changes": 10}] * 2] * n_blocks)
        false_ += ask_change(measure, pair.blocks, pair.base, 0.5).label == "unchanged"
    assert false_ / runs <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)


def test_no_change_in_many_blocks_is_none() -> None:
    pair = side_by_side(*([[[{"lead_changes": 10}] * 2] * 300] * 2))
    (effect,) = effects_of([pair])
    assert (effect.finding.label, effect.margin) == ("unchanged", 0.5)


@pytest.mark.parametrize("n_blocks", [100, 200])
def test_a_rare_count_does_not_pass_a_gate(n_blocks: int) -> None:
    """One block in 100 has a lead change in each game, so 0.01 a game: 'at most 0.005' is false."""
    rng, runs, look = np.random.default_rng(4), 300, AnyTime(500.0)
    measure, false_ = Measure("lead_changes_mean", "game", LEAD_CHANGES), 0
    match = a_match(rotation="luck")
    for hit in rng.random((runs, n_blocks)) < 0.01:
        games = [[{"lead_changes": int(it)}] * 2 for it in hit]
        summary = summarise([match], [outcomes_of(match, games)])
        false_ += _mean(measure, Blocks(match, summary, look=look)).high <= 0.005
    assert false_ / runs <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)


def test_no_games_are_promised_that_would_not_be_looked_at() -> None:
    base = blocks_of(a_match(), FOUR_BLOCKS)
    before = np.array([11_600, 12_000, 6_000, 6_050])
    whole = ScoreSpread(base, before + 900, before, 2)
    found = ask_change(whole, base, base, 100.0)
    assert (found.label, whole.games_left) == ("undecided", 3_992)
    assert 0 < found.verdict.n_more < 2 * 3_992
    assert f"{found.verdict.n_more:,.0f} more" in found.verdict.text
    used_up = ScoreSpread(base, before + 900, before, 2, most_games=8)
    verdict = ask_change(used_up, base, base, 100.0).verdict
    assert verdict.text == "not enough games: only the first 8 are looked at"
    assert verdict.n_more == math.inf


def test_an_arm_that_always_wins_is_ahead() -> None:
    """Three blocks of 1 against 0: as likely as 2^-3 where none is better."""
    winners = [[{"winners": 1}, {"winners": 2}]] * 3, [[{"winners": 2}, {"winners": 1}]] * 3
    match = a_match()
    summary = summarise([match, match], [outcomes_of(match, it) for it in winners])
    first, second = Blocks(match, summary), Blocks(match, summary, 1)
    assert ahead_p(first, second) == pytest.approx(1 / 8)
    assert ahead_p(second, first) == 1.0


def test_two_blocks_confirm_nothing() -> None:
    """Where both agree, a t-interval would have no width."""
    rules = load_rules(GAME, "rulebook", ["goal=1000"])
    gains = [
        sweep(
            GAME, "stop_at(1000|300)", against=["random"], games=4, seed=seed, rules=rules
        ).confirmed.gain
        for seed in range(12)
    ]
    played = [gain for gain in gains if gain.method != "exact"]
    assert played
    assert all(gain.half_width > 0.4 for gain in played)


@pytest.mark.parametrize("precision", [None, 0.02])
def test_an_interruption_in_the_first_round_of_a_round_robin(precision: float | None) -> None:
    """Pairs that met in line-ups of which only some were played."""

    def interrupt(done: int, wanted: int) -> None:
        if done >= 200:
            raise KeyboardInterrupt

    names = ["random", "never_stop", "stop_at(300)", "stop_at(500)"]
    asked: dict[str, Any] = {"games": 3_000, "seed": 8, "seats": 3, "precision": precision}
    found = pair_verdicts(tournament(GAME, names, progress=interrupt, **asked))
    played = [blocks.n_blocks for blocks in found.asked.robin.matches]
    assert played[:2] == [100, 100]
    assert played[-1] == 0
    verdicts = [it.verdict.estimate for it in found.alone.values()]
    assert all(-1.0 <= it.low <= it.value <= it.high <= 1.0 for it in verdicts if it.n)
    json.dumps(found.to_json(), allow_nan=False)
