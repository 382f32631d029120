"""What other rules change, number by number: rules that change nothing, and a known change."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from analyses import load_rules, rule_effects, seat_advantage, variants
from analyses.rules.effects import Margins
from analyses.rules.score_spreads import ScoreSpread, spreads_of
from analyses.statistics.families import joined
from analyses.statistics.verdicts import holm
from simcore.engine import play_outcomes
from simcore.errors import UsageError
from tests.analysis.hand_made import FOUR_BLOCKS, GAME, a_match, blocks_of, outcomes_of

NAMES = ["random", "stop_at(300)"]
SHORT = load_rules(GAME, "rulebook", ["goal=3000"])
SHORTER = load_rules(GAME, "rulebook", ["goal=2000"])


@pytest.fixture(scope="module")
def found() -> Any:
    changed = {"same": SHORT, "2000": SHORTER}
    return rule_effects(GAME, NAMES, changed=changed, games=1_000, seed=4, rules=SHORT)


def test_the_same_rules_change_nothing(found: Any) -> None:
    frame = found.to_frame()
    same = frame[frame["variant"] == "same"]
    assert same["change"].eq(0.0).all()
    assert (same["outcome"] == "changed").sum() == 0
    assert set(same["measure"]) >= {"win_rate", "turns_mean", "score_mean", "lead_changes_mean"}
    assert same[same["measure"] == "turns_mean"]["outcome"].eq("unchanged").all()


def test_a_shorter_game_is_shorter_for_every_tier(found: Any) -> None:
    frame = found.to_frame()
    turns = frame[(frame["variant"] == "2000") & (frame["measure"] == "turns_mean")]
    assert turns["line_up"].tolist() == [*NAMES, "stop_at(300) v random"]
    assert turns["outcome"].eq("changed").all()
    gaps = turns["after"] - turns["before"]
    assert turns["change"].tolist() == pytest.approx(gaps.tolist())
    # A third of the points takes about a third of the turns away.
    assert (turns["change"] / turns["before"]).between(-0.40, -0.26).all()
    told = [tiers.summary() for tiers in found.tiers]
    assert "2000: turns_mean: changed, down for tiers 0 and 1" in told
    assert [line.split(":")[0] for line in told if "seat_spread" in line] == [
        "base",
        "same",
        "2000",
    ]
    assert found.n_games == 2 * 3 * 2 * 1_000
    json.dumps(found.to_json(), allow_nan=False)
    assert "changed" in found.summary()


def test_what_is_open_for_all_tiers_is_told_in_one_line(found: Any) -> None:
    lines = found.summary().split("\n")
    open_: dict[str, list[str]] = {"same": [], "2000": [], "base": []}
    for tiers in found.tiers:
        label, name = tiers.subject.rsplit(": ", 1)
        if tiers.reference.finding.label == "undecided":
            open_[label].append(name)
            assert not any(line.startswith(f"{tiers.subject}:") for line in lines)
        else:
            assert tiers.summary() in lines
    told = [line for line in lines if "not enough games for any tier: " in line]
    assert told == [
        f"{label}: not enough games for any tier: {joined(names)}"
        for label, names in open_.items()
        if names
    ]
    assert told


def test_p_values_are_adjusted_over_all_rows(found: Any) -> None:
    effects = [effect.finding for effect in found.effects]
    raw = [it.verdict.p_not_balanced for it in effects]
    assert found.to_frame()["p_changed_holm"].tolist() == holm(raw).tolist()


def test_precision_and_one_line_up() -> None:
    asked: dict[str, Any] = {"games": 10**6, "seed": 4, "rules": SHORT, "precision": 0.05}
    two = variants(GAME, NAMES, changed={"2000": SHORTER}, margins=Margins(0.2, 0.5), **asked)
    assert [stop.reason for stop in two.stops] == ["reached"]
    rows = two.effects().to_frame()
    wins = rows[rows["measure"] == "win_rate"]
    assert ((wins["change_high"] - wins["change_low"]) <= 0.1).all()
    assert wins["outcome"].tolist() == ["unchanged"]
    assert "unchanged within 20.0 points" in wins["verdict"].tolist()
    many = rule_effects(GAME, NAMES[:1], changed={"2000": SHORTER}, **asked)
    assert [stop.reason for stop in many.stops] == ["reached"]


def test_rules_for_other_numbers_of_players_are_refused() -> None:
    with pytest.raises(UsageError, match="different numbers of players"):
        rule_effects(
            "fillit", ["random"], changed={"3p": load_rules("fillit", "3p")}, games=2, seed=1
        )


def test_a_game_played_alone() -> None:
    """Alone there are no seats to hold against each other, and nobody to meet."""
    changed = {"quirky": load_rules("crumbs", "quirky")}
    names = ["greedy", "planner"]
    found = rule_effects("crumbs", names, changed=changed, games=100, seed=1, seats=1)
    frame = found.to_frame()
    assert found.base.n_seats == 1
    assert set(frame["line_up"]) == {"greedy", found.effects[-1].line_up}
    assert set(frame["owner"]) <= {"game", "seat 0"}


def test_spreads_by_hand() -> None:
    """Best less worst by game: 5900 5700, 6000 6000, 0 6000, 50 6000."""
    match = a_match()
    scores = outcomes_of(match, FOUR_BLOCKS)["score"][..., :2]
    before = spreads_of(scores)
    assert before.tolist() == [11_600, 12_000, 6_000, 6_050]
    base = blocks_of(match, FOUR_BLOCKS)
    found = ScoreSpread(base, before - np.array([0, 200, 0, 400]), before, 2)
    assert found.of(base).value == pytest.approx(35_650 / 8)
    change = found.change(base, base)
    assert change.value == pytest.approx(-75.0)
    # Block means 0 -100 0 -200: standard deviation 95.74, t at 3 degrees of freedom 3.182.
    assert change.high - change.value == pytest.approx(3.1824 * 95.743 / 2, rel=1e-4)


def test_spread_under_either_rules_is_that_of_its_games(found: Any) -> None:
    effect = next(
        it
        for it in found.effects
        if it.measure.name == "score_spread_mean" and it.variant == "2000"
    )
    for blocks, shown in ((effect.base, "before"), (effect.blocks, "after")):
        scores = play_outcomes(blocks.match, 0, blocks.n_blocks)["score"][..., :2].astype(int)
        gaps = np.abs(scores[..., 0] - scores[..., 1])
        assert effect.row()[shown] == pytest.approx(gaps.mean())


def test_players_with_one_score_are_not_apart() -> None:
    changed = {"quirky": load_rules("crumbs", "quirky")}
    found = rule_effects("crumbs", ["greedy"], changed=changed, games=20, seed=1, seats=2)
    assert "score_spread_mean" not in set(found.to_frame()["measure"])
    assert found.seat_spreads().empty


def test_spread_of_the_seats_under_every_rule_set(found: Any) -> None:
    frame = found.seat_spreads()
    assert frame["variant"].tolist() == ["base", "same", "2000"] * 2
    alone = seat_advantage(GAME, NAMES[1], games=1_000, seed=4, seats=[2], rules=SHORTER)
    row = frame[(frame["variant"] == "2000") & (frame["strategy"] == NAMES[1])].iloc[0]
    assert row["seat_spread"] == alone.verdict(2).estimate.value
    assert found.to_json()["seat_spreads"][0]["variant"] == "base"
