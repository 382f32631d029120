"""Pairs of a round robin: recounted from engine outcomes, against comparisons, and by hand."""

from __future__ import annotations

import json
import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from analyses import compare, pair_verdicts, tournament, tournament_ensemble
from analyses.meetings.pair_questions import Asking, PairQuestions
from analyses.meetings.tournament_verdicts import PairVerdicts
from analyses.meetings.tournaments import Tournament
from analyses.runs.blocks import Blocks
from analyses.runs.groups import Moved, guarded_difference
from analyses.statistics.any_time import AnyTime
from analyses.statistics.estimates import mean_from_histogram
from analyses.statistics.verdicts import holm
from simcore import engine
from simcore.summary import N_GROUPS, empty_summary
from tests.analysis.hand_made import GAME, a_match, blocks_of

FIELD = ["stop_at(300)", "random", "weigh", "never_stop"]
SEED = 21


def shares(robin: Tournament, line_up: tuple[int, ...]) -> np.ndarray:
    """Win share of every strategy of a line-up by block, float64[n_blocks, n_seats]."""
    k = robin.line_ups.index(line_up)
    n, blocks = len(line_up), robin.matches[k]
    winners = engine.play_outcomes(blocks.match, 0, blocks.n_blocks)["winners"]
    found = np.zeros((blocks.n_blocks, n))
    for b in range(blocks.n_blocks):
        for rotation in range(n):
            mask = int(winners[b, rotation])
            for entry in range(n):
                seat = (entry - rotation) % n  # who came second moves to the first seat
                found[b, entry] += (mask >> seat & 1) / max(1, mask.bit_count()) / n
    return found


@pytest.mark.parametrize(("seats", "n_companies"), [(2, 2), (3, 1)])
def test_differences_are_a_recount_by_block(seats: int, n_companies: int) -> None:
    """With every company, also where the two sit at different places of their line-ups."""
    robin = tournament(GAME, FIELD, games=1_200, seed=SEED, seats=seats)
    asked = PairQuestions(robin, 0.01)
    assert asked.pairs == [Asking(*pair) for pair in combinations(range(4), 2)]
    places = set()
    for pair in asked.pairs:
        assert len(asked.companies[pair]) == n_companies
        for it in asked.companies[pair]:
            first, second = (tuple(sorted((who, *it.company))) for who in it[:2])
            entries = first.index(it.first), second.index(it.second)
            places.add(entries)
            by_block = shares(robin, first)[:, entries[0]] - shares(robin, second)[:, entries[1]]
            found = asked.find(it).verdict.estimate
            assert found.value == pytest.approx(by_block.mean())
            assert found.n == len(by_block) == 1_200 // seats
            reach = 1.96 * by_block.std(ddof=1) / math.sqrt(len(by_block))
            # 200 groups know the standard error to 5 %, and the guard adds 4 / n in quadrature.
            assert 0.8 * reach <= found.half_width <= 1.2 * math.hypot(reach, 4 / found.n)
    assert any(a != b for a, b in places)


def test_a_company_of_one_is_the_opponent_of_a_comparison() -> None:
    robin = tournament(GAME, FIELD, games=400, seed=SEED)
    asked = PairQuestions(robin, 0.01)
    for it in (Asking(0, 2, (1,)), Asking(1, 3, (2,))):
        first, second, (met,) = it
        alone = compare(GAME, FIELD[first], FIELD[second], against=FIELD[met], games=400, seed=SEED)
        assert asked.find(it).verdict.estimate.value == pytest.approx(alone.difference().value)
    head_to_head = compare(GAME, FIELD[0], FIELD[2], games=400, seed=SEED)
    assert asked.find(Asking(0, 2)).verdict.estimate == head_to_head.difference()


def test_pairs_at_shared_tables_are_the_mean_over_them() -> None:
    robin = tournament(GAME, FIELD, games=300, seed=SEED, seats=3)
    both = [ids for ids in robin.line_ups if {0, 2} <= set(ids)]
    by_table = [
        (found[:, ids.index(0)] - found[:, ids.index(2)]).mean()
        for ids in both
        for found in [shares(robin, ids)]
    ]
    estimate = PairQuestions(robin, 0.01).find(Asking(0, 2)).verdict.estimate
    assert estimate.value == pytest.approx(np.mean(by_table))
    assert robin.win_rate_diff(0, 2).value == pytest.approx(estimate.value)


WIN: list[dict[str, Any]] = [{"winners": 1}, {"winners": 2}]
LOSS: list[dict[str, Any]] = [{"winners": 2}, {"winners": 1}]


def by_hand(n: int) -> PairVerdicts:
    """Among a, b, c: a beats b, b beats c, c beats a, in every game; `n` blocks each."""
    games = [[WIN] * n, [LOSS] * n, [WIN] * n]
    line_ups = ((0, 1), (0, 2), (1, 2))
    matches = [
        blocks_of(a_match(["abc"[i] for i in ids]), played)
        for ids, played in zip(line_ups, games, strict=True)
    ]
    robin = Tournament(("a", "b", "c"), (1, 1, 2), line_ups, tuple(matches), True)
    return pair_verdicts(robin, margin=0.05)


def test_a_circle_flips_by_hand() -> None:
    """a is ahead of b at one table, but against c it is b who wins."""
    found = by_hand(400)
    assert [found.text(pair) for pair in found.pairs] == [
        "a and b: a ahead; flips against tier 2: b ahead",
        "a and c: c ahead; flips against tier 1: a ahead",
        "b and c: b ahead; flips against tier 1: c ahead",
    ]
    frame = found.to_frame()
    assert frame["finding"].tolist() == ["a ahead", "c ahead", "b ahead"]
    assert frame["flips_with"].tolist() == ["2", "1", "1"]
    assert frame["holds_with"].tolist() == [""] * 3
    assert found.by_company()["win_rate_diff"].tolist() == [-1.0, 1.0, -1.0]
    assert "3 of them flip" in found.summary()
    assert found.tiers[Asking(0, 1)].text == "b ahead against tier 2"
    json.dumps(found.to_json(), allow_nan=False)


def test_few_blocks_decide_nothing_by_hand() -> None:
    """Three blocks of certain wins: the guard alone, 2 (1 - exp(-log 40 / 3)), is 1.4 wide."""
    found = by_hand(3)
    assert {it.verdict.outcome for it in found.companies.values()} == {"undecided"}
    assert found.text(Asking(0, 1)).endswith("; undecided against tier 2")


def test_families_are_all_pairs_and_all_companies() -> None:
    found = pair_verdicts(tournament(GAME, FIELD, games=400, seed=SEED))
    for judged, alone in (
        (found.pairs, found.alone),
        (found.companies, {it: found.asked.find(it) for it in found.companies}),
    ):
        raw = [it.verdict.p_not_balanced for it in alone.values()]
        assert [it.p_not_balanced_holm for it in judged.values()] == holm(raw).tolist()
    assert (len(found.pairs), len(found.companies)) == (6, 12)
    some = found.holds, found.flips, found.undecided
    for pair in found.pairs:
        split = [it for part in some for it in part(pair)]
        assert sorted(split) == sorted(found.asked.companies[pair])


def test_until_sure_families_are_not_corrected_twice() -> None:
    """The intervals of a run until sure are one by one here: Holm's method makes the family."""
    robin = tournament(GAME, FIELD[:3], games=4_000, seed=SEED, precision=0.05)
    look = robin.matches[0].look
    assert look is not None
    assert look.family == 3
    found = PairQuestions(robin, 0.01).find(Asking(0, 1)).verdict
    alone = AnyTime(look.n_star)
    counts = robin.matches[0].win_diff_counts("entry0", "entry1")
    assert found.estimate == mean_from_histogram(counts, len(counts) - 1, low=-1.0, look=alone)


def test_a_table_that_wins_together() -> None:
    """A pair is the mean over partners; two alone cannot be told apart."""
    names = ["random", "greedy", "planner"]
    robin = tournament("crumbs", names, games=60, seed=SEED)
    found = pair_verdicts(robin)
    for pair in found.pairs:
        (with_partner,) = found.asked.companies[pair]
        assert found.asked.find(with_partner) == found.alone[pair]
    assert found.summary().startswith("3 pairs")
    two = pair_verdicts(tournament("crumbs", names[:2], games=20, seed=SEED))
    assert two.pairs == {}
    assert two.to_frame().empty
    assert "a third strategy" in two.summary()
    assert two.to_json()["verdicts"] == []


def test_round_robins_over_layouts() -> None:
    asked: dict[str, Any] = {"games": 40, "seed": SEED}
    found = pair_verdicts(tournament("fillit", ["random", "greedy"], **asked))
    many, is_complete = tournament_ensemble(found, n_generated=2, **asked)
    assert is_complete
    assert many is not None
    assert many.components == "layouts"
    assert many.summary() == (
        "random and greedy(1): greedy(1) ahead in 2 of 2 generated layouts (100 % [34, 100])"
    )

    def interrupt(done: int, wanted: int) -> None:
        del done, wanted
        raise KeyboardInterrupt

    assert tournament_ensemble(found, n_generated=2, progress=interrupt, **asked) == (None, False)


def test_interrupted_line_ups_are_left_out() -> None:
    """A company that one of the two has not met yet says nothing."""
    full = by_hand(3).asked.robin
    empty = Blocks(full.matches[2].match, empty_summary([full.matches[2].match]))
    robin = Tournament(
        full.names, full.tiers, full.line_ups, (*full.matches[:2], empty), is_complete=False
    )
    found = pair_verdicts(robin)
    assert [len(found.asked.companies[pair]) for pair in found.pairs] == [0, 0, 1]
    json.dumps(found.to_json(), allow_nan=False)


def test_the_guard_is_the_likelihood_interval_of_equal_blocks() -> None:
    look = AnyTime(500.0)
    for n in (200, 5_000):
        flat = Moved(0.0, 0.0, N_GROUPS, n, -1.0, look)
        expected = mean_from_histogram([0, n, 0], 2, low=-1.0, look=look)
        assert guarded_difference(flat).high == pytest.approx(expected.high, rel=1e-3)
    fixed = mean_from_histogram([0, 300, 0], 2, low=-1.0)
    assert guarded_difference(Moved(0.0, 0.0, 200, 300, -1.0, None)).high == pytest.approx(
        fixed.high, rel=1e-3
    )
    assert guarded_difference(Moved(0.0, 0.1, 50, 50, -1.0, look)).half_width == 1.0


@pytest.mark.parametrize("expected", [0.5, 2.0, 5.0, 30.0, 300.0])
@pytest.mark.parametrize("up", [1.0, 0.7])
def test_guarded_intervals_cover(expected: float, up: float) -> None:
    """Blocks that differ by 1 either way, so many in all: Poisson by group, 5,000 blocks."""
    n_blocks, runs, rng = 5_000, 4_000, np.random.default_rng(5)
    rates = expected * np.array([up, 1.0 - up]) / N_GROUPS
    won = rng.poisson(rates[0], (runs, N_GROUPS)) - rng.poisson(rates[1], (runs, N_GROUPS))
    means = won.sum(axis=1) / n_blocks
    errors = won.std(axis=1, ddof=1) * math.sqrt(N_GROUPS) / n_blocks
    truth = expected * (2 * up - 1) / n_blocks
    covered = sum(
        guarded_difference(Moved(mean, error, N_GROUPS, n_blocks, -1.0, None)).contains(truth)
        for mean, error in zip(means.tolist(), errors.tolist(), strict=True)
    )
    assert covered / runs >= 0.95 - 4 * math.sqrt(0.05 * 0.95 / runs)
