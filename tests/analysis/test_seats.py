"""Seat advantage: by hand, and against games that do not rotate."""

from __future__ import annotations

import json

import pytest

from analyses import seat_advantage
from analyses.seats.advantage import SeatAdvantage
from analyses.statistics.verdicts import holm
from simcore import engine
from simcore.errors import UsageError
from simcore.games import load_game
from simcore.match import Match
from strategies.registry import player
from tests.analysis.hand_made import GAME, a_match, blocks_of


def by_hand(n_blocks: int) -> SeatAdvantage:
    """Seat 0 wins three games of four: blocks of 2 wins and of 1 win in turn."""
    match = a_match(("a", "a"), "luck")
    both, one = [{"winners": 1}, {"winners": 1}], [{"winners": 1}, {"winners": 2}]
    return SeatAdvantage((blocks_of(match, [both, one] * (n_blocks // 2)),), 0.02, True)


def test_frame_by_hand() -> None:
    frame = by_hand(200).to_frame()
    assert frame["win_rate"].tolist() == [0.75, 0.25]
    assert frame["fair_share"].tolist() == [0.5, 0.5]
    assert frame["seat_edge"].tolist() == [0.25, -0.25]
    assert frame["seat_edge_low"].tolist() == pytest.approx((frame["win_rate_low"] - 0.5).tolist())


def test_verdict_by_hand() -> None:
    row = by_hand(200).verdicts().iloc[0]
    assert row["seat_spread"] == 0.5
    assert row["outcome"] == "not balanced"
    assert row["verdict"].startswith("not balanced: 50")
    assert row["p_not_balanced_holm"] < 1e-6
    # Games: p (1 - p) = 3/16; blocks of two: 1 and 1/2 in turn, 1/16 (n / (n - 1)).
    assert row["independent_worth"] == pytest.approx((3 / 32) / (1 / 16 * 200 / 199))


@pytest.mark.parametrize(
    ("winners", "lean"), [((1, 2), ""), ((1, 1, 2), "seat 0 ahead"), ((2, 1, 2), "seat 1 ahead")]
)
def test_a_seat_is_named_only_where_it_is_proven_ahead(winners: tuple[int, ...], lean: str) -> None:
    """Three seats, the last never wins: the other two equally often, or one of them more."""
    match = a_match(("a", "a", "a"), "luck")
    wins = [{"winners": winners[i % len(winners)]} for i in range(3 * 400)]
    found = SeatAdvantage(
        (blocks_of(match, [wins[i : i + 3] for i in range(0, 1200, 3)]),), 0.02, True
    )
    assert found.findings[3].verdict.outcome == "not balanced"
    assert found.findings[3].lean == lean


def test_seat_0_agrees_with_games_that_do_not_rotate() -> None:
    rotated = seat_advantage(GAME, "stop_at(300)", games=20_000, seed=7, seats=[2])
    ours = rotated.matches[0].win_rate("seat0")
    game = load_game(GAME)
    rules = game.load_rules("rulebook", ())
    alone = Match(game, rules, (player(game, rules, "stop_at(300)"),) * 2, 12_345, "none")
    rows = engine.play_outcomes(alone, 0, 40_000)
    share = float((rows["winners"] == 1).mean())
    errors = (ours.half_width / 1.96) ** 2 + share * (1 - share) / 40_000
    assert abs(ours.value - share) < 4 * errors**0.5
    assert rotated.verdicts()["independent_worth"][0] == pytest.approx(4.8, abs=0.6)


def test_every_number_of_players_and_holm_over_them() -> None:
    found = seat_advantage(GAME, "stop_at(300)", games=600, seed=7)
    frame, verdicts = found.to_frame(), found.verdicts()
    assert verdicts["n_seats"].tolist() == [2, 3, 4, 5, 6]
    assert len(frame) == 2 + 3 + 4 + 5 + 6
    assert (frame["n_games"] >= 600).all()
    assert frame.groupby("n_seats")["win_rate"].sum().tolist() == pytest.approx([1.0] * 5)
    raw = [found.verdict(n).p_not_balanced for n in range(2, 7)]
    assert verdicts["p_not_balanced_holm"].tolist() == holm(raw).tolist()


def test_interrupted_run_keeps_what_is_finished() -> None:
    def interrupt(done: int, wanted: int) -> None:
        if done > 300:
            raise KeyboardInterrupt

    found = seat_advantage(
        GAME, "stop_at(300)", games=600, seed=7, seats=[2, 3], progress=interrupt
    )
    assert not found.is_complete
    assert found.to_frame()["n_seats"].unique().tolist() == [2, 3]
    assert "of spread" in found.summary() or "games" in found.summary()
    json.dumps(found.to_json(), allow_nan=False)


def test_wrong_use_is_explained() -> None:
    with pytest.raises(UsageError, match="7 strategies; allowed: 1 to 6"):
        seat_advantage(GAME, "stop_at(300)", games=10, seed=1, seats=[7])
    with pytest.raises(UsageError, match="seats = 1; allowed: 2 or more"):
        seat_advantage(GAME, "stop_at(300)", games=10, seed=1, seats=[1])
