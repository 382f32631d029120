"""Filler for two players and more: known answers on games written by hand, and second routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from analyses import load_rules
from analyses.filler.card_table import Claims, Group, card_table, groups_of, of_groups
from analyses.filler.chef_sets import chef_sets
from analyses.filler.early import Early, acting_early, turns_of
from analyses.filler.rows import Games, ratios, share
from analyses.filler.shapes import game_shapes, mirror_games
from analyses.statistics.estimates import PairMoments, ratio_from_moments
from simcore import engine
from simcore.errors import UsageError
from simcore.filler.table import cards_record
from simcore.games import load_game
from simcore.match import Match, Player
from tests.analysis.filler_recount import recount

GAME = load_game("filler")
SEAT_0, SEAT_1, BOTH = 1, 2, 3


def taken(seat: int, day: int) -> int:
    return 2 + seat + 8 * day


def games_of(games: Sequence[dict[str, Any]], n_seats: int = 2, strategy: str = "a") -> Games:
    """A mirror match whose players are never asked anything."""
    rules = GAME.load_rules("rulebook", ())
    players = tuple(Player(strategy, 1, lambda view: 0) for _ in range(n_seats))
    rows = np.zeros(len(games), GAME.outcome)
    for row, fields in zip(rows, games, strict=True):
        for name, value in fields.items():
            if isinstance(value, dict):
                for place, number in value.items():
                    row[name][place] = number
            elif isinstance(value, list):
                row[name][: len(value)] = value
            else:
                row[name] = value
    return Games(Match(GAME, rules, players, 0, "none"), rows)


HAND_MADE: list[dict[str, Any]] = [
    {
        "winners": SEAT_0,
        "days": 10,
        "turns": 20,
        "score": [20, 10],
        "restock_turns": 5,
        "all_restock_days": 1,
        "chef_set": [0, 1],
        "points_at_0": 18,
        "points_at_1": 6,
        "claims_at_0": 9,
        "claims_at_1": 8,
        "taken": {0: taken(0, 3), 1: taken(1, 3), 2: 1},
    },
    {
        "winners": SEAT_1,
        "days": 14,
        "turns": 28,
        "score": [11, 13],
        "restock_turns": 7,
        "all_restock_days": 2,
        "chef_set": [0, 2],
        "points_at_0": 12,
        "points_at_1": 6,
        "claims_at_0": 10,
        "claims_at_1": 8,
        "taken": {0: taken(0, 3), 1: taken(1, 5)},
    },
    {
        "winners": BOTH,
        "days": 12,
        "turns": 24,
        "score": [15, 15],
        "restock_turns": 6,
        "chef_set": [1, 2],
        "points_at_0": 18,
        "points_at_1": 0,
        "claims_at_0": 11,
        "claims_at_1": 7,
        "taken": {0: 1, 1: taken(0, 5)},
    },
    {"capped": 1, "days": 200, "turns": 400, "restock_turns": 390, "taken": {0: taken(0, 1)}},
]
"""The last one is stuck: of no account but for its share."""


def test_shapes_of_games_by_hand() -> None:
    row = game_shapes([games_of(HAND_MADE)]).to_frame().to_dict("records")[0]
    assert row["n_games"] == 4
    assert row["capped_rate"] == 1 / 4
    assert row["days_mean"] == 12
    assert row["score_mean"] == pytest.approx((20 + 10 + 11 + 13 + 15 + 15) / 6)
    assert row["score_range_mean"] == row["score_lead_mean"] == pytest.approx((10 + 2 + 0) / 3)
    assert row["restock_rate"] == (5 + 7 + 6) / (20 + 28 + 24)
    assert row["all_restock_rate"] == 3 / 36
    assert row["ties_rate"] == pytest.approx(1 / 3)


def test_best_second_and_worst_of_three() -> None:
    three = games_of([{"winners": 1, "score": [9, 2, 6], "days": 10, "turns": 30}], n_seats=3)
    row = game_shapes([three]).to_frame().to_dict("records")[0]
    assert (row["score_range_mean"], row["score_lead_mean"]) == (7, 3)


def test_lengths_leave_out_stuck_games_and_add_up() -> None:
    lengths = game_shapes([games_of(HAND_MADE)]).lengths()
    assert dict(zip(lengths["days"], lengths["days_rate"], strict=True)) == {
        10: pytest.approx(1 / 3),
        12: pytest.approx(1 / 3),
        14: pytest.approx(1 / 3),
    }


def test_chef_sets_by_hand() -> None:
    frame = chef_sets([games_of(HAND_MADE)]).to_frame()
    names = load_rules("filler").components.chef_sets
    rates = dict(zip(frame["chef_set"], frame["win_rate"], strict=True))
    n_games = dict(zip(frame["chef_set"], frame["n_games"], strict=True))
    # Set 0 won the first game and lost the second; 1 lost and shared; 2 won and shared.
    assert [rates[name] for name in names[:3]] == [0.5, 0.25, 0.75]
    assert [n_games[name] for name in names] == [2, 2, 2, 0, 0, 0]
    edges = dict(zip(frame["chef_set"], frame["set_edge"], strict=True))
    assert [edges[name] for name in names[:3]] == [0.0, -0.25, 0.25]


def test_chef_sets_that_differ_are_not_balanced_and_equal_ones_are() -> None:
    won = [{"winners": SEAT_0, "chef_set": [0, 1]}] * 600 + [
        {"winners": SEAT_1, "chef_set": [0, 1]}
    ] * 400
    even = [{"winners": 1 + k % 2, "chef_set": [0, 1]} for k in range(10_000)]
    verdicts = chef_sets([games_of(won), games_of(even)]).verdicts()["verdict"]
    assert verdicts[0].startswith("not balanced: 20")
    assert verdicts[1] == "balanced within 5.0 points of spread"
    with pytest.raises(UsageError, match="margin = 0"):
        chef_sets([games_of(won)], margin=0)


def test_cards_by_hand() -> None:
    table = card_table([games_of(HAND_MADE)])
    rows = {row["card_id"]: row for row in table.to_frame().to_dict("records")}
    first, second, third, fourth = (rows[f"s0{k}"] for k in (1, 2, 3, 4))
    # Day 3: three claims, of a winner, a loser, a loser. Day 5: a winner, and half a win.
    usual = {3: 1 / 3, 5: 3 / 4}
    assert (first["n_seen"], first["n_taken"], first["taken_rate"]) == (3, 2, pytest.approx(2 / 3))
    assert first["claim_day"] == 3
    assert first["taker_win_rate"] == 1 / 2
    assert first["taker_edge"] == pytest.approx(1 / 2 - usual[3])
    assert (second["n_seen"], second["n_taken"]) == (3, 3)
    assert second["claim_day"] == pytest.approx((3 + 5 + 5) / 3)
    wins, days = (0.0, 1.0, 0.5), (3, 5, 5)
    parts = [win - usual[day] for win, day in zip(wins, days, strict=True)]
    assert second["taker_edge"] == pytest.approx(sum(parts) / 3)
    assert (third["n_seen"], third["n_taken"], third["taken_rate"]) == (1, 0, 0.0)
    assert np.isnan(third["taker_win_rate"])
    assert fourth["n_seen"] == 0
    assert third["stands_out"] == "open"


def test_kinds_of_cards_add_their_cards_up() -> None:
    table = card_table([games_of(HAND_MADE)])
    groups = {(it["trait"], it["trait_value"]): it for it in table.groups().to_dict("records")}
    # Pain au Chocolat has a bonus fill, the other two no ability; all three one requirement.
    assert groups["ability", "bonus_fill"]["n_taken"] == 2
    assert groups["ability", "none"]["n_seen"] == 4
    one = groups["requirements", "1"]
    assert (one["n_seen"], one["n_taken"], one["taker_win_rate"]) == (7, 5, pytest.approx(2.5 / 5))
    assert one["taker_edge"] == pytest.approx(0.0)


def a_world(rng: np.random.Generator, n: int) -> Claims:
    """Two cards of 3 and 5 whose takers win more, on days on which takers win more or less."""
    is_taken = rng.random((n, 8)) < 0.6
    day = np.where(is_taken, 1 + rng.integers(0, 4, (n, 8)), 0)
    chance = 0.4 + 0.05 * day + 0.1 * np.isin(np.arange(8), [3, 5])
    luck = rng.random((n, 1))  # Claims of one game go together.
    return Claims(is_taken, is_taken, day, np.where(is_taken, luck < chance, 0.0))


def test_intervals_of_corrected_win_rates_cover_what_games_scatter() -> None:
    rng = np.random.default_rng(1)
    groups = [Group("card", "3", (3,)), Group("kind", "3 and 5", (3, 5)), Group("card", "0", (0,))]
    found = [of_groups(a_world(rng, 400), groups).edge for _ in range(400)]
    values = np.array([it.value for it in found])
    errors = np.sqrt(np.mean([np.diag(it.cov) for it in found], axis=0))
    # The standard deviation of 400 normal values has a standard error of 1 / sqrt(800).
    assert np.abs(values.std(axis=0, ddof=1) / errors - 1).max() < 4 / np.sqrt(800)
    # 10 points more for two cards of eight: 7.5 above the mean of all, others 2.5 below.
    mean, se = values.mean(axis=0), errors / np.sqrt(400)
    assert np.abs((mean - [0.075, 0.075, -0.025]) / se).max() < 4


def test_a_day_that_favours_takers_is_taken_off() -> None:
    even = [
        {"winners": SEAT_0, "taken": {0: taken(0, 2), 1: taken(0, 2)}},
        {"winners": SEAT_1, "taken": {2: taken(0, 4), 3: taken(0, 4)}},
    ] * 5
    frame = card_table([games_of(even)]).to_frame()
    known = frame[frame["n_taken"] > 0]
    assert list(known["taker_win_rate"]) == [1.0, 1.0, 0.0, 0.0]
    assert list(known["taker_edge"]) == [0.0] * 4


def test_ratios_are_those_of_the_other_route() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 9, (2, 50, 2))
    found = ratios(x, y + 1)
    for k in range(2):
        a, b = x[:, k].tolist(), (y[:, k] + 1).tolist()
        moments = PairMoments(
            50,
            sum(a),
            sum(b),
            sum(v * v for v in a),
            sum(v * w for v, w in zip(a, b, strict=True)),
            sum(w * w for w in b),
        )
        other, own = ratio_from_moments(moments), found.estimate(k)
        assert (own.value, own.low, own.high) == pytest.approx((other.value, other.low, other.high))
    assert found.estimate(0, 0).half_width == pytest.approx(0.0, abs=1e-7)


def test_a_share_of_all_or_none_has_an_interval() -> None:
    found = ratios(np.zeros((20, 1)), np.ones((20, 1)))
    assert share(found, 0, 0, 20).high > 0.1


def test_who_acts_first_by_hand() -> None:
    frame = Early((games_of(HAND_MADE),), ((),)).to_frame()
    assert list(frame["turn_gain_mean"]) == pytest.approx([48 / 36, 12 / 36])
    assert list(frame["turn_claims_mean"]) == pytest.approx([30 / 36, 23 / 36])
    assert (frame["win_rate_low"][0], frame["win_rate_high"][0]) == (0.0, 1.0)


RECOUNTED = [(2, []), (3, []), (2, ["advanced=true"]), (6, [])]


@pytest.mark.parametrize(("n_seats", "changes"), RECOUNTED)
def test_rows_and_turns_are_those_of_the_document(n_seats: int, changes: list[str]) -> None:
    rules = load_rules("filler", "rulebook", changes)
    (games,) = mirror_games(["greedy"], games=4, seats=[n_seats], seed=3, rules=rules)
    cards = cards_record(rules.components)
    places = {recipe.id: i for i, recipe in enumerate(rules.components.recipes)}
    for block in range(4):
        row = games.rows[block]
        told = recount(engine.replay(games.match, block, 0))
        turns = turns_of(engine.trace(games.match, block, 0), cards, n_seats)
        assert turns.seat.tolist() == told.order
        assert turns.claims.tolist() == told.claims
        assert turns.points.tolist() == told.points
        for k in range(n_seats):
            assert row[f"claims_at_{k}"] == sum(day[k] for day in told.claims)
            assert row[f"points_at_{k}"] == sum(day[k] for day in told.points)
        codes = np.zeros(len(row["taken"]), np.int64)
        codes[[places[card] for card in told.seen]] = 1
        for card, (seat, day) in told.taken.items():
            codes[places[card]] = taken(seat, day)
        assert row["taken"].tolist() == codes.tolist()


def test_wins_of_the_first_come_from_the_games_followed() -> None:
    (games,) = mirror_games(["greedy"], games=6, seats=[2], seed=4)
    documents = [engine.replay(games.match, block, 0) for block in range(6)]
    firsts = [(d["winners"], day["order"][0]) for d in documents for day in d["days"]]
    won = sum((seat in winners) / len(winners) for winners, seat in firsts)
    frame = acting_early([games], told=6).to_frame()
    assert frame["win_rate"][0] == pytest.approx(won / len(firsts))
    assert frame["win_rate"].sum() == pytest.approx(1.0)


def test_workers_and_batches_change_nothing() -> None:
    one, two = (
        mirror_games(["greedy"], games=1500, seats=[2], seed=5, workers=n)[0] for n in (1, 2)
    )
    assert (one.rows == two.rows).all()
    assert (one.rows[:10] == mirror_games(["greedy"], games=10, seats=[2], seed=5)[0].rows).all()


def test_groups_hold_every_recipe_once() -> None:
    recipes = load_rules("filler").components.recipes
    groups = groups_of(recipes)
    for kind in ("ability", "requirements", "symbols"):
        places = [i for it in groups if it.kind == kind for i in it.recipes]
        assert sorted(places) == list(range(len(recipes)))
