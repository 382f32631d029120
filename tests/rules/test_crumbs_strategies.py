"""Players of Crumbs!: the ladder of tiers, and that two planners share what they have."""

import pytest

from simcore.crumbs import GAME
from simcore.engine import play_outcomes
from simcore.match import Match
from strategies.registry import player

N_BLOCKS = 2_000


def win_share(spec: str, n_seats: int, preset: str = "rulebook") -> float:
    rules = GAME.load_rules(preset, [])
    chosen = player(GAME, rules, spec)
    match = Match(GAME, rules, (chosen,) * n_seats, seed=11, rotation="none")
    return float((play_outcomes(match, 0, N_BLOCKS)["winners"] > 0).mean())


@pytest.mark.parametrize("preset", ["rulebook", "quirky"])
def test_a_higher_tier_wins_more_alone(preset: str) -> None:
    shares = [win_share(spec, 1, preset) for spec in ("random", "greedy", "planner")]
    # 0.05 is more than four standard errors of the difference of two shares.
    assert shares[1] > shares[0] + 0.05
    assert shares[2] > shares[1] + 0.05


def test_two_planners_give_to_each_other_and_win_where_greedy_players_do_not() -> None:
    assert win_share("planner", 2) > win_share("greedy", 2) + 0.05
    rules = GAME.load_rules("rulebook", [])
    planner = player(GAME, rules, "planner")
    match = Match(GAME, rules, (planner, planner), seed=11, rotation="none")
    assert play_outcomes(match, 0, 100)["given"].sum() > 0


@pytest.mark.parametrize("spec", ["random", "greedy", "planner"])
def test_the_same_seed_gives_the_same_games(spec: str) -> None:
    rules = GAME.load_rules("quirky", [])
    match = Match(GAME, rules, (player(GAME, rules, spec),) * 2, seed=4, rotation="strategies")
    rows = play_outcomes(match, 0, 64)
    assert (rows == play_outcomes(match, 0, 64)).all()
    assert (rows[32:] == play_outcomes(match, 32, 32)).all(), "a block does not hang on others"


def test_two_who_rehearse_win_more_than_two_planners() -> None:
    rules = GAME.load_rules("rulebook", [])
    shares = []
    for spec in ("planner", "rehearse(games=16)"):
        match = Match(GAME, rules, (player(GAME, rules, spec),) * 2, seed=11, rotation="none")
        shares.append(float((play_outcomes(match, 0, 120)["winners"] > 0).mean()))
    # Four standard errors of the difference, at its largest, are 0.26.
    assert shares[1] > shares[0] + 0.1
    assert shares[1] > 0.4
