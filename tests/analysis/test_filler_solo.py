"""Solo Filler: rates of hand-made games, parts of the difficulty by another route, conclusions."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from analyses.filler.solo import Budget, Solo, solo
from analyses.filler.solo_conclusions import conclusions
from analyses.filler.solo_games import NOBODY, Cell, chosen_personalities
from analyses.filler.solo_scores import score_differences
from analyses.filler.solo_tables import (
    outlier_rows,
    pair_rows,
    part_rows,
    personality_rows,
)
from analyses.runs.blocks import game_statistics, seat_statistics
from analyses.runs.lineup import load_rules, setting
from analyses.statistics.estimates import proportion
from simcore.engine import play_outcomes
from simcore.errors import UsageError
from simcore.games import load_game
from tests.analysis.filler_hand_made import rows_of, solo_games

A, B, C = (Cell(name) for name in ("The Prodigy", "The Rival", "The Hustler"))
HALF_WINS = {0: 0, 1: 0, 2: 1, 3: 2}
"""By `solo_result`: none, loss, draw, win."""


def test_rates_and_means_by_hand() -> None:
    games = solo_games({A: "WWDLC", B: "WWWWW"})
    scored = [rows_of("WWDLC", (12, 10), days=9), rows_of("WWWWW", (20, 5), days=11)]
    scored[0]["score"][3, 0, 0], scored[0]["chef_score"][3, 0] = 8, 16
    found = list(personality_rows(solo_games({A: "WWDLC", B: "WWWWW"}, rows=scored)))
    hard, easy = found
    assert (hard["personality"], easy["personality"]) == ("The Prodigy", "The Rival")
    assert (hard["difficulty_rank"], easy["difficulty_rank"]) == (1, 2)
    assert hard["win_rate"] == pytest.approx(0.5)  # two wins and half of a draw, of five
    assert (hard["draw_rate"], hard["capped_rate"]) == (pytest.approx(0.2), pytest.approx(0.2))
    assert hard["score_mean"] == pytest.approx((3 * 12 + 8) / 4)  # the stuck game has no points
    assert hard["chef_score_mean"] == pytest.approx((3 * 10 + 16) / 4)
    assert hard["score_diff_mean"] == pytest.approx((3 * 2 - 8) / 4)
    assert (hard["days_mean"], easy["days_mean"]) == (9.0, 11.0)
    assert easy["win_rate"] == 1.0
    assert 0.0 < easy["win_rate_low"] < 1.0
    assert games.n_games == 5


def test_differences_are_paired_deck_by_deck() -> None:
    games = solo_games({A: "WWDLCD", B: "WLWWDL"})
    # Half wins against A less those against B: 0, 2, -1, -2, -1, 1.
    assert games.difference_counts(A, B).tolist() == [1, 2, 1, 1, 1]
    assert games.difference_counts(B, A).tolist() == [1, 1, 1, 2, 1]
    assert games.harder(A, B)[0].value == pytest.approx(1 / 12)
    assert games.harder(B, A)[0].value == pytest.approx(-1 / 12)


def test_what_the_same_decks_are_worth() -> None:
    """Both variances over that of the difference; a draw is half a win in each of them."""
    games = solo_games({A: "WWDLCD", B: "WLWWDL"})
    half_wins = np.array([[2, 2, 1, 0, 0, 1], [2, 0, 2, 2, 1, 0]])
    apart = half_wins.var(axis=1, ddof=1).sum()
    together = (half_wins[0] - half_wins[1]).var(ddof=1)
    assert games.worth(A, B) == pytest.approx(apart / together)
    assert games.worth(B, A) == pytest.approx(apart / together)


def test_counts_of_differences_equal_those_of_the_games() -> None:
    found = solo(["greedy"], Budget(150), seed=3).played[0]
    half_wins = {}
    for cell, match in zip(found.cells, found.matches, strict=True):
        results = play_outcomes(match, 0, 150)["solo_result"].reshape(-1)
        half_wins[cell] = np.array([HALF_WINS[result] for result in results.tolist()])
    assert len(half_wins) == 19
    for cell in (found.cells[1], found.cells[-1], found.cells[-2]):
        own = half_wins[found.cells[0]] - half_wins[cell]
        counts = np.bincount(own + 2, minlength=5).tolist()
        assert found.difference_counts(found.cells[0], cell).tolist() == counts


def test_parts_of_the_difficulty_by_another_route() -> None:
    """Win rates under rules given as text, one by one; the parts are their differences."""
    n_games, name = 200, "The Hustler"
    found = solo(["greedy"], Budget(n_games), seed=5, personalities=[name])
    (row,) = part_rows(found.played[0])

    def rate(*changes: str) -> float:
        rules = load_rules("filler", "rulebook", [f"personality={name}", *changes])
        match = setting("filler", 5, {"rules": rules}).match(["greedy"], "none")
        results = play_outcomes(match, 0, n_games)["solo_result"].reshape(-1)
        return float(np.mean([HALF_WINS[result] / 2 for result in results.tolist()]))

    off, at_random = "personality_rules=false", "personality_picks=random"
    full, no_rule, only_rule, neutral = rate(), rate(off), rate(at_random), rate(off, at_random)
    assert len({full, no_rule, only_rule, neutral}) == 4
    assert row["choice_diff"] == pytest.approx(neutral - no_rule)
    assert row["rule_diff"] == pytest.approx(no_rule - full)
    assert row["total_diff"] == pytest.approx(row["choice_diff"] + row["rule_diff"])
    assert row["interaction_diff"] == pytest.approx((no_rule - full) - (neutral - only_rule))
    assert row["neutral_win_rate"] == pytest.approx(neutral)


def test_pairs_are_adjusted_together_and_bound_the_ranks() -> None:
    games = solo_games({A: "L" * 60, B: "LW" * 30, C: "W" * 30 + "LW" * 15})
    rows = list(pair_rows(games))
    assert [(row["personality"], row["than"]) for row in rows] == [
        (A.personality, B.personality),
        (A.personality, C.personality),
        (B.personality, C.personality),
    ]
    p = sorted(row["p_value"] for row in rows)
    adjusted = sorted(row["p_holm"] for row in rows)
    assert adjusted == pytest.approx([3 * p[0], max(3 * p[0], 2 * p[1]), max(2 * p[1], p[2])])
    ranks = [(row["rank_from"], row["rank_to"]) for row in personality_rows(games)]
    assert ranks == [(1, 1), (2, 2), (3, 3)]
    unsure = solo_games({A: "LW" * 5, B: "WL" * 5, C: "WW" + "LW" * 4})
    assert {(row["rank_from"], row["rank_to"]) for row in personality_rows(unsure)} == {(1, 3)}


def test_an_outlier_is_far_from_the_mean_of_the_others() -> None:
    games = solo_games({A: "L" * 400, B: "WL" * 200, C: "LW" * 190 + "W" * 20})
    found = {row["personality"]: row for row in outlier_rows(games, 0.1)}
    assert found[A.personality]["others_diff"] == pytest.approx((0.5 + 0.525) / 2)
    assert found[A.personality]["outlier"] == "harder"
    assert found[B.personality]["others_diff"] == pytest.approx(0.525 / 2 - 0.5)
    assert found[B.personality]["outlier"] == "easier"
    assert [row["outlier"] for row in outlier_rows(games, 0.9)] == ["no"] * 3
    few = solo_games({A: "LLLL", B: "WLLW", C: "LLWL"})
    assert {row["outlier"] for row in outlier_rows(few, 0.1)} == {"undecided"}


def test_games_that_all_end_alike_leave_no_interval_of_width_zero() -> None:
    games = solo_games({A: "L" * 50, B: "L" * 50, C: "L" * 50})
    for row in outlier_rows(games, 0.1):
        assert row["others_diff_low"] < 0.0 < row["others_diff_high"]
    none, sure = proportion(0, 50), games.contrast({A: -1, B: 1})(confidence_level=0.95)
    assert (none.value, sure.value) == (0.0, 0.0)
    assert sure.high < 2 * none.high


def test_conclusions_hold_flip_or_stay_open() -> None:
    """A is harder than B for tier 1 and 2, but not for tier 0; C is not told from B."""
    hard, easy, even = "LLLW" * 50, "WWWL" * 50, "WLWL" * 50
    strong = solo_games({A: hard, B: easy, C: "WWLW" * 50}, strategy="tuned", tier=2)
    usual = solo_games({A: hard, B: easy, C: even})
    weak = solo_games({A: easy, B: hard, C: even}, strategy="random", tier=0)
    small = {A: "LLWL" * 50, B: "LWWW" * 50, C: even}
    decks = {"one": solo_games(small), "two": solo_games({**small, A: easy, B: hard})}
    found = {
        (it.topic, it.first, it.second): it
        for it in conclusions([strong, usual, weak], strong, decks, 0.1)
    }
    pair = found["pair", A.personality, B.personality]
    assert pair.text == "The Prodigy harder than The Rival"
    assert [pair.tiers(kind) for kind in ("holds", "flips", "open")] == ["1, 2", "0", ""]
    assert pair.decks is not None
    assert (pair.decks.n_holds, pair.n_flips, pair.decks.n_undecided) == (1, 1, 0)
    open_ = found["pair", B.personality, C.personality]
    assert open_.is_open
    assert open_.text == "The Rival or The Hustler: not settled"
    outlier = found["outlier", A.personality, ""]
    assert outlier.text == "The Prodigy is an outlier, harder"
    assert [outlier.tiers(kind) for kind in ("holds", "flips")] == ["1, 2", "0"]


def test_the_sentences_name_tiers_and_decks() -> None:
    found = solo(["random", "greedy"], Budget(200, n_decks=2, deck_games=100), seed=1)
    text = found.summary()
    assert "greedy (tier 1)" in text
    assert "Over 2 generated decks" in text
    assert found.reference.strategy == "greedy"
    assert found.n_games == 2 * 19 * 200 + 2 * 13 * 100
    assert json.loads(json.dumps(found.to_json()))["games"] == found.n_games


def test_workers_change_nothing_and_a_longer_run_begins_alike() -> None:
    one, two = (
        solo(["greedy"], Budget(90, n_decks=1, deck_games=40), seed=2, workers=workers)
        for workers in (1, 2)
    )
    assert one.to_json() == two.to_json()


def test_a_precision_ends_the_run_when_all_win_rates_are_narrow() -> None:
    found = solo(["greedy"], Budget(20_000), seed=4, precision=0.1)
    (stop,) = found.stops
    assert stop.reason == "reached"
    games = found.played[0]
    assert games.look is not None
    assert max(games.win_rate(Cell(name)).half_width for name in games.personalities) <= 0.1
    assert games.n_games < 2_000


def test_slow_strategies_play_their_own_budget() -> None:
    """What is of tier 3 plays whole personalities only, and not at all without games."""
    with pytest.raises(UsageError, match="no strategy to play"):
        solo(["search"], Budget(100), seed=1)
    found = solo(["search", "random"], Budget(20), seed=1)
    assert [it.strategy for it in found.played] == ["random"]


def test_personalities_are_chosen_by_name() -> None:
    rules = load_rules("filler")
    assert len(chosen_personalities(rules)) == 6
    assert chosen_personalities(rules, ["The Rival", "The Prodigy"]) == (
        "The Prodigy",
        "The Rival",
    )
    assert chosen_personalities(replace(rules, personality="The Rival")) == ("The Rival",)
    with pytest.raises(UsageError, match=r"The Rivel.*The Rival"):
        chosen_personalities(rules, ["The Rivel"])


def test_games_of_a_cell_can_be_had_again_from_the_name_of_its_rules() -> None:
    found: Solo = solo(["random"], Budget(1), seed=1, personalities=["The Early Bird"])
    games = found.played[0]
    last = games.matches[games.cells.index(Cell("The Early Bird", own_picks=False))]
    assert last.rules.name == "rulebook 'personality=The Early Bird' personality_picks=random"
    again = load_rules(
        "filler", "rulebook", ["personality=The Early Bird", "personality_picks=random"]
    )
    assert again.chef == last.rules.chef
    assert games.matches[games.cells.index(NOBODY)].rules.chef.picks == ("random",)


def test_score_differences_are_counted() -> None:
    found = score_differences("greedy", games=50, seed=6, personalities=["The Rival"])
    match = found.matches[0]
    played = play_outcomes(match, 0, 50).reshape(-1)
    ahead = [int(row["score"][0]) - int(row["score"][1]) for row in played]
    frame = found.to_frame()
    counted = {
        row["score_diff"]: round(row["score_diff_rate"] * 50) for row in frame.to_dict("records")
    }
    assert counted == {value: ahead.count(value) for value in sorted(set(ahead))}


def test_labels_have_no_mean_in_the_tables_of_matches() -> None:
    game = load_game("filler")
    seat, whole = ({it.column for it in of(game)} for of in (seat_statistics, game_statistics))
    assert {"score_mean", "claims_mean", "sets_mean"} <= seat
    assert not {"chef_set_mean", "stars_mean", "coins_mean", "trophies_mean"} & seat
    assert {"days_mean", "capped_rate", "ties_rate"} <= whole
    assert not {"reason_mean", "solo_result_mean", "points_at_5_mean"} & whole
