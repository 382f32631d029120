"""Rule variants: by hand, the base beside itself, and the savings of common luck."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from analyses import load_rules, play, variants
from analyses.rules.variants import Variant, Variants
from analyses.runs.blocks import Blocks
from analyses.statistics.estimates import PairMoments
from analyses.statistics.paired import variance_saved
from analyses.statistics.verdicts import holm
from simcore.errors import UsageError
from simcore.summary import summarise
from tests.analysis.hand_made import GAME, a_match, outcomes_of

SELF_PLAY = ["stop_at(300)", "stop_at(300)"]
GOAL_5000 = load_rules(GAME, "rulebook", ["goal=5000"])


def by_hand() -> Variants:
    """Blocks of two games: the base 2, 1, 1, 0 wins of entry 0, the variant 2, 2, 1, 1."""
    match = a_match(rotation="luck")
    two, one, none = (
        [{"winners": 1, "turns": 10}] * wins + [{"winners": 2, "turns": 10}] * (2 - wins)
        for wins in (2, 1, 0)
    )
    longer = [[{**game, "turns": 13} for game in block] for block in (two, two, one, one)]
    rows = [outcomes_of(match, longer), outcomes_of(match, [two, one, one, none])]
    summary = summarise([match, match], rows)
    base = Blocks(match, summary, 1)
    return Variants((Variant("base", base, base), Variant("x", Blocks(match, summary), base)), True)


def test_frames_by_hand() -> None:
    found = by_hand()
    frame = found.strategies()
    assert frame["variant"].tolist() == ["base", "base", "x", "x"]
    assert frame["win_rate"].tolist() == [0.5, 0.5, 0.75, 0.25]
    assert frame["win_rate_diff"].tolist() == [0.0, 0.0, 0.25, -0.25]
    # Variances of 1 .5 .5 0 and 1 1 .5 .5 over that of 0 .5 0 .5.
    variances = [np.var(x, ddof=1) for x in ([1, 0.5, 0.5, 0], [1, 1, 0.5, 0.5], [0, 0.5, 0, 0.5])]
    assert frame["variance_saved"][2] == pytest.approx((variances[0] + variances[1]) / variances[2])
    games = 0.5 * 0.5 + 0.75 * 0.25
    assert frame["independent_worth"][2] == pytest.approx(games / 2 / variances[2])
    game = found.game()
    assert game["turns_mean_diff"].tolist() == [0.0, 3.0]
    assert found.seats()["win_rate_diff"].tolist() == [0.0, 0.0, 0.25, -0.25]


def test_no_event_in_either_rule_set_is_not_certainty() -> None:
    row = by_hand().game().iloc[1]
    assert row["ties_rate_diff"] == 0.0
    assert row["ties_rate_diff_low"] < -0.1
    assert row["ties_rate_diff_high"] > 0.1
    assert math.isnan(row["ties_rate_variance_saved"])


def test_variance_saved_by_hand() -> None:
    x, y = np.array([1, 2, 4, 7]), np.array([0, 3, 3, 8])
    moments = PairMoments(4, x.sum(), y.sum(), x @ x, x @ y, y @ y)
    expected = (np.var(x, ddof=1) + np.var(y, ddof=1)) / np.var(x - y, ddof=1)
    assert variance_saved(moments) == pytest.approx(expected)


def test_base_beside_itself_never_differs() -> None:
    found = variants(GAME, SELF_PLAY, changed={"same": "rulebook"}, games=600, seed=3)
    row = found.strategies().iloc[2]
    assert row["win_rate_diff"] == 0.0
    assert row["p_value"] == 1.0
    assert row["variance_saved"] == math.inf
    assert found.game()["turns_mean_diff"][1] == 0.0


def test_each_side_is_what_it_would_be_alone() -> None:
    names = ["stop_at(300)", "stop_at(500)"]
    found = variants(GAME, names, changed={"goal 5000": GOAL_5000}, games=1_000, seed=3)
    frame = found.strategies()
    for rules, rows in (
        ("rulebook", frame[frame["is_base"]]),
        (GOAL_5000, frame[~frame["is_base"]]),
    ):
        alone = play(GAME, names, games=1_000, seed=3, rules=rules)
        assert rows["win_rate"].tolist() == alone.strategies()["win_rate"].tolist()
    assert found.found[0].blocks.match.rotation == "strategies"


def test_savings_of_common_luck() -> None:
    found = variants(
        GAME,
        SELF_PLAY,
        changed={
            "goal 5000": GOAL_5000,
            "No Dice 6": load_rules(GAME, "rulebook", ["cards.no_dice=6"]),
        },
        games=20_000,
        seed=3,
    )
    assert found.found[0].blocks.match.rotation == "luck"
    seats = found.seats()
    of_seat_0 = seats[(seats["seat"] == 0) & ~seats["is_base"]]
    assert of_seat_0["independent_worth"].tolist() == pytest.approx([6.5, 5.9], abs=0.8)
    assert of_seat_0["p_holm"].tolist() == holm(of_seat_0["p_value"]).tolist()
    game = found.game()
    # Goal 5,000 takes one sixth of the points and of the turns away.
    assert game["turns_mean_diff"][1] == pytest.approx(-5.0, abs=0.3)
    assert (game["turns_mean_variance_saved"][1:] > 4).all()


def test_interrupted_run_keeps_what_is_finished() -> None:
    def interrupt(done: int, wanted: int) -> None:
        assert wanted == 2 * 100
        if done > 100:
            raise KeyboardInterrupt

    changed = {"goal 5000": GOAL_5000, "bowman1999": "bowman1999"}
    found = variants(GAME, SELF_PLAY, changed=changed, games=200, seed=3, progress=interrupt)
    assert not found.is_complete
    assert found.game()["n_games"].tolist()[:2] == [200, 200]
    assert found.summary()
    json.dumps(found.to_json(), allow_nan=False)


def test_no_variants_leave_the_base() -> None:
    found = variants(GAME, SELF_PLAY, changed={}, games=10, seed=3)
    assert found.to_frame()["variant"].tolist() == ["base", "base"]


def test_no_rule_set_may_be_called_base() -> None:
    with pytest.raises(UsageError, match="a rule set called 'base'"):
        variants(GAME, SELF_PLAY, changed={"base": GOAL_5000}, games=10, seed=3)
