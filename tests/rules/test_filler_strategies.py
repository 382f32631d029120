"""Players of Filler: each tier stronger than the one below, and worlds that keep what is known."""

import numpy as np
import pytest

from simcore.engine import play_outcomes
from simcore.filler import GAME
from simcore.filler.records import WIN
from simcore.match import Match
from strategies.registry import player, strategies_of

RULES = GAME.load_rules("rulebook", [])
SPECS = ["random", "greedy", "tuned", "search(8, 3)"]


def match(*specs, rules=RULES, rotation="strategies", seed=12):
    return Match(
        GAME, rules, tuple(player(GAME, rules, spec) for spec in specs), seed, rotation=rotation
    )


def share_of_first(played, n_blocks):
    """Mean share of the win of the first entry, and its standard error over blocks."""
    outcomes = play_outcomes(played, 0, n_blocks)
    shares = np.zeros(outcomes.shape)
    for rotation in range(played.n_rotations):
        winners = outcomes["winners"][:, rotation]
        won = winners >> played.seat_of(0, rotation) & 1
        n_winners = sum(winners >> seat & 1 for seat in range(len(played.players)))
        shares[:, rotation] = won / np.maximum(1, n_winners)
    blocks = shares.mean(axis=1)
    return blocks.mean(), blocks.std(ddof=1) / n_blocks**0.5


def test_every_tier_is_there():
    assert {entry.tier for entry in strategies_of("filler")} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("stronger", "weaker", "n_blocks"),
    [
        ("greedy", "random", 200),
        ("tuned", "greedy", 500),
        ("search(64)", "tuned", 40),
    ],
)
def test_a_higher_tier_wins_more_than_the_one_below(stronger, weaker, n_blocks):
    share, error = share_of_first(match(stronger, weaker), n_blocks)
    assert share - 4 * error > 0.5, (share, error)


def test_a_higher_tier_wins_more_at_a_table_of_four():
    share, error = share_of_first(match("tuned", "greedy", "greedy", "greedy"), 300)
    assert share - 4 * error > 0.25, (share, error)


def test_a_higher_tier_wins_more_against_the_chef():
    shares = []
    for spec in ("random", "greedy", "tuned"):
        outcomes = play_outcomes(match(spec, rotation="none"), 0, 1_000)
        shares.append((outcomes["solo_result"] == WIN).mean())
    # Four standard errors of the difference of two shares, at their largest, are 0.09.
    assert shares[1] > shares[0] + 0.09
    assert shares[2] > shares[1] + 0.09


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("n_seats", [1, 2, 5])
def test_games_are_finished_and_repeatable(spec, n_seats):
    played = match(*[spec] * n_seats, rotation="none")
    outcomes = play_outcomes(played, 0, 3)
    assert (outcomes == play_outcomes(played, 0, 3)).all()
    assert (outcomes[1:] == play_outcomes(played, 1, 2)).all(), "a block does not hang on others"
    n_players = max(2, n_seats)
    ended = outcomes["capped"] == 0
    claims = outcomes["claims_total"][ended]
    assert (claims >= 9 * n_players).all()
    assert (claims <= 10 * n_players).all()
