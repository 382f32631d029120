"""The analyses of Crumbs! on outcomes made by hand, whose answers are known."""

from __future__ import annotations

import numpy as np
import pytest

from analyses import load_rules
from analyses.crumbs.deck_check import check_deck, check_generator
from analyses.crumbs.decks import HOLDS, OPEN, OTHERWISE, Conclusion, DeckEnsemble
from analyses.crumbs.games import CAUSES, Games, Play, causes_of, deal_games, is_won
from analyses.crumbs.orders import rank_correlation
from analyses.crumbs.quirks import QuirkEffects, _least_squares
from analyses.crumbs.regret import Regret
from analyses.crumbs.solved import Ceiling
from analyses.crumbs.walk import FIRST_NODES, Fatal, Walker, is_winnable, steps_of, walk
from analyses.crumbs.wins import Wins
from analyses.statistics.estimates import Estimate
from simcore import engine
from simcore.crumbs import GAME
from simcore.crumbs import records as ev
from simcore.crumbs.table import lay_table
from simcore.match import Match
from strategies.crumbs.frames import WON
from strategies.crumbs.hidden import Deal, Outlook, Plan
from strategies.registry import player
from tests.analysis.crumbs_frames import SolvedOrders, queues_by_hand

RULES = load_rules("crumbs")


def rows(*games: dict[str, int]) -> np.ndarray:
    """Outcome rows of solo games: lost for want of actions, if nothing else is said."""
    found = np.zeros(len(games), GAME.outcome)
    found["order_3"] = -1
    found["reason"] = ev.NO_ACTIONS_LEFT
    for row, fields in zip(found, games, strict=True):
        for name, value in fields.items():
            row[name] = value
    return found


def games_of(found: np.ndarray, preset: str = "rulebook") -> Games:
    rules = load_rules("crumbs", preset)
    chosen = player(GAME, rules, "greedy")
    return Games(Match(GAME, rules, (chosen,), seed=1, rotation="none"), found)


WIN = {"winners": 1, "reason": ev.WON, "completed": 7}


def test_causes_of_the_end() -> None:
    found = rows(
        WIN,
        {"completed": 0},
        {"completed": 0b010},
        {"completed": 0b110},
        {"completed": 0b110, "reason": ev.SPEEDY_MISSED},
        {"reason": ev.NO_LEGAL_ACTION},
        {"order_3": 5, "completed": 0b0110},
        {"order_3": 5, "completed": 0b1110},
    )
    assert causes_of(found).tolist() == [0, 1, 2, 3, 4, 5, 2, 3]
    frame = Wins((games_of(found),)).causes()
    assert list(frame["cause"]) == list(CAUSES)
    assert frame["cause_rate"].tolist() == [1 / 8, 1 / 8, 2 / 8, 2 / 8, 1 / 8, 1 / 8]


def test_wins_by_rating_and_what_is_left_over() -> None:
    found = rows(
        WIN | {"rating": 6, "rounds": 3, "unspent": 3, "least_unspent": 0},
        WIN | {"rating": 6, "rounds": 2, "unspent": 4, "least_unspent": 2},
        {"rating": 7, "rounds": 2, "unspent": 1, "least_unspent": 1},
        {"rating": 6, "rounds": 1},
    )
    wins = Wins((games_of(found),))
    by_rating = wins.by_rating().set_index("deal_rating")
    assert by_rating["win_rate"].to_dict() == {6: 2 / 3, 7: 0.0}
    # Eight actions over the six rounds that came to an end: 3 + 2 of the wins, 1 of the losses.
    assert wins.to_frame()["left_mean"][0] == pytest.approx(8 / 6)
    assert wins.slack().set_index("actions_left")["left_rate"].to_dict() == {
        0: 0.5, 1: 0.0, 2: 0.5, 3: 0.0, 4: 0.0,
    }  # fmt: skip


def test_wins_by_queue_whatever_its_order() -> None:
    found = rows(
        WIN | {"order_0": 4, "order_1": 2, "order_2": 9},
        {"order_0": 9, "order_1": 4, "order_2": 2},
        WIN | {"order_0": 0, "order_1": 1, "order_2": 9},
    )
    names = [order.id for order in RULES.deck.orders]
    frame = Wins((games_of(found),)).by_queue().set_index("queue")
    assert frame["win_rate"].to_dict() == {
        f"{names[2]}+{names[4]}+{names[9]}": 0.5,
        f"{names[0]}+{names[1]}+{names[9]}": 1.0,
    }


def test_losses_by_order_and_the_rank_of_the_printed_difficulty() -> None:
    orders = RULES.deck.orders
    places = {d: [i for i, o in enumerate(orders) if o.difficulty == d] for d in (2, 3, 4)}
    # Lost are 1 in 10 games of difficulty 2, 5 of 3 and 9 of 4; but one of 4 loses 1 in 10.
    odd = places[4][0]
    found = []
    for difficulty, n_lost in ((2, 1), (3, 5), (4, 9)):
        for place in places[difficulty]:
            lost = 1 if place == odd else n_lost
            for k in range(400):
                end = {} if k % 10 < lost else WIN
                found.append(end | {f"order_{i}": place for i in range(3)})
    ranks = SolvedOrders(games_of(rows(*found)))
    frame = ranks.to_frame().set_index("order")
    odd_one = frame.loc[orders[odd].id]
    assert odd_one["lost_rate"] == pytest.approx(0.1)
    assert (odd_one["plays_like"], odd_one["is_misrated"]) == (2, True)
    assert frame["is_misrated"].sum() == 1
    correlation = ranks.correlation()
    assert correlation.low <= correlation.value <= correlation.high
    assert 0.6 < correlation.value < 0.9


def test_rank_correlation_with_ties() -> None:
    # By hand: ranks 1.5 1.5 3 against 1 2 3 give 1.5 / sqrt(1.5 * 2).
    assert rank_correlation([2, 2, 4], [1, 5, 9]) == pytest.approx(1.5 / 3**0.5)
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1.0)
    assert rank_correlation([1, 1, 1], [3, 2, 1]) == 0.0


def test_costs_of_quirks_that_were_put_in() -> None:
    rng = np.random.default_rng(5)
    counts = rng.multinomial(3, [0.25] * 4, size=20_000).astype(float)
    costs = np.array([-0.2, 0.0, -0.1, 0.05])
    noise = rng.normal(0, 0.3, len(counts))
    found = _least_squares(counts, counts @ costs + noise, np.eye(4))
    for estimate, cost in zip(found, costs, strict=True):
        error = estimate.half_width / 1.96
        assert abs(estimate.value - cost) < 4 * error
        assert 0.0005 < error < 0.01
    exact = _least_squares(counts, counts @ costs, np.array([[1.0, -1.0, 0.0, 0.0]]))[0]
    assert exact.value == pytest.approx(-0.2)


def test_quirks_over_the_same_deals() -> None:
    plain, quirky = rows(WIN, WIN, WIN, {}), rows({}, WIN, {}, WIN)
    effects = QuirkEffects(((games_of(plain), games_of(quirky, "quirky")),))
    assert effects.change(0).value == pytest.approx(-0.25)
    assert effects.to_frame()["win_rate_diff"][0] == pytest.approx(-0.25)


def test_regret_leaves_out_what_nobody_wins() -> None:
    names = [order.id for order in RULES.deck.orders]
    queues = list(queues_by_hand().slack)
    lost = next(queue for queue in queues if "ham-1" in queue)
    fine = next(queue for queue in queues if "ham-1" not in queue)
    found = []
    for queue, end in ((lost, {}), (fine, {}), (fine, WIN), (fine, WIN)):
        found.append(end | {f"order_{i}": names.index(name) for i, name in enumerate(queue)})
    fatal = (Fatal(2, 1, "toast", True), Fatal(2, 4, "assemble", False), Fatal(8, 1, "toast", True))
    regret = Regret((games_of(rows(*found)),), queues_by_hand(), (fatal,))
    row = regret.to_frame().iloc[0]
    assert (row["n_games"], row["n_winnable"], row["regret_rate"]) == (4, 3, 1 / 3)
    assert (row["n_fatal"], row["n_unsure"]) == (3, 1)
    by_round = regret.by_round().set_index("round")["fatal_rate"]
    assert (by_round[2], by_round[6], by_round[1]) == (2 / 3, 1 / 3, 0.0)
    assert regret.by_kind().set_index("decision")["fatal_rate"]["toast"] == 2 / 3


def test_no_decision_of_a_winning_line_is_fatal() -> None:
    rules = load_rules("crumbs", "rulebook", ["queue=cheese-1+egg-3+cheese-2"])
    match = Match(GAME, rules, (player(GAME, rules, "solved"),), seed=1, rotation="none")
    assert is_won(engine.play_outcomes(match, 0, 1)[0])[0]
    walker = Walker()
    lay_table(walker.memory["game"], rules, 1)
    steps = steps_of(engine.trace(match, 0, 0))
    n_frames = walk(walker.memory, steps)
    assert n_frames >= len(steps)
    for at in range(n_frames):
        assert is_winnable(walker.memory, at, n_frames, FIRST_NODES, 10**6) == WON


def test_the_fatal_decision_is_one_of_the_game() -> None:
    (games,) = deal_games([Play("greedy", games=40)], seed=3)
    ids = [order.id for order in RULES.deck.orders]
    n_found = 0
    for block in np.flatnonzero(~is_won(games.rows))[:4]:
        row = games.rows[block]
        queue = tuple(ids[row[f"order_{i}"]] for i in range(3))
        fatal = Walker().fatal(games.match, int(block), queue)
        assert fatal is not None
        assert 1 <= fatal.round <= row["rounds"]
        assert 0 <= fatal.action <= RULES.actions
        n_found += 1
    assert n_found == 4


def test_the_ceiling_weighs_deals_and_keeps_bounds_apart() -> None:
    from fractions import Fraction

    def outlook(weight: Fraction, chance: float, is_proved: bool) -> Outlook:
        deal = Deal(("ham-1", "ham-2"), ("egg-2", "egg-3"), (), weight)
        return Outlook(deal, chance, is_proved, Plan((), {}), 1)

    sure, open_one = outlook(Fraction(3, 4), 1.0, True), outlook(Fraction(1, 4), 0.5, False)
    rate = Ceiling(RULES, (sure, open_one), (1.0, 0.75)).win_rate
    assert (rate.low, rate.high) == (0.875, 0.9375)
    assert Ceiling(RULES, (sure,), (1.0,)).win_rate == Estimate.exact(1.0)


def test_statements_over_decks() -> None:
    def said(*outcomes: str) -> tuple[Conclusion, ...]:
        figures = {HOLDS: 1.0, OTHERWISE: -1.0, OPEN: 0.0}
        return tuple(
            Conclusion(f"s{i}", o, Estimate.exact(figures[o])) for i, o in enumerate(outcomes)
        )

    found = (said(HOLDS, OTHERWISE, HOLDS), said(HOLDS, HOLDS, OPEN))
    ensemble = DeckEnsemble(None, 1, said(HOLDS, HOLDS, OPEN), ("a", "b"), found)
    frame = ensemble.to_frame()
    assert frame["over_decks"].tolist() == ["holds", "flips", "open"]
    assert frame["n_holds"].tolist() == [2, 1, 1]
    assert frame["n_fails"].tolist() == [0, 1, 0]
    assert frame["n_undecided"].tolist() == [0, 0, 1]
    assert frame["agree_rate"].tolist() == [1.0, 0.5, 0.5]
    ends = frame[["deck_figure", "deck_figure_low", "deck_figure_high"]]
    assert ends.to_numpy().tolist() == [[1.0] * 3, [0.0, -1.0, 1.0], [0.5, 0.0, 1.0]]


def test_decks_are_checked_and_refused_seeds_counted() -> None:
    assert check_deck(RULES.deck).broken == ()
    found = check_generator(1, 40)
    assert found.n_seeds == 40
    assert 0 < found.n_met <= 40
    assert len(found.orders()) == 18
