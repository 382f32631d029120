"""What the advanced recipes change, and what holds over generated decks."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from analyses import load_rules
from analyses.filler.advanced import advanced_deck, printed_times, rule_sets, without
from analyses.filler.card_table import card_table
from analyses.filler.many_decks import many_decks
from analyses.filler.shapes import mirror_games
from analyses.reach.generated import generated_rules
from analyses.runs.lineup import setting
from analyses.statistics.estimates import PairMoments, difference_of_means
from simcore import engine
from simcore.errors import UsageError

RULES = load_rules("filler")


def test_printed_times_are_new_and_spread_over_the_day() -> None:
    known = {card.time for card in (*RULES.components.recipes, *RULES.components.chefs)}
    times = printed_times(RULES.components, 5)
    assert not known & set(times)
    assert len(set(times)) == 5
    printed = sorted(time for time in known if time is not None)
    wanted = printed[0] + (printed[-1] - printed[0]) * np.array([0.1, 0.3, 0.5, 0.7, 0.9])
    assert np.abs(np.array(times) - wanted).max() < 10


@pytest.mark.parametrize("ability", ["arrive_early", "bad_batch"])
def test_only_the_ability_is_taken_away(ability: str) -> None:
    before, after = RULES.components.recipes, without(RULES.components, ability).recipes
    assert not [recipe for recipe in after if recipe.ability == ability]
    for old, new in zip(before, after, strict=True):
        if old.ability != ability:
            assert new == old
        else:
            assert new.time is not None
            assert dataclasses.replace(new, ability=old.ability, time=old.time) == old


def test_every_rule_set_deals_alike() -> None:
    rules = rule_sets(load_rules("filler", "rulebook", ["advanced=true"]))
    plan = setting("filler", 3, {})
    decks = {
        label: engine.replay(plan.match(["random"] * 2, "none", it), 0, 0)["setup"]
        for label, it in rules.items()
    }
    assert decks["advanced"] == decks["no arrive early"] == decks["no bad batch"]
    assert decks["standard"]["chefs"] == decks["advanced"]["chefs"]
    assert not any(card.startswith("a") for card in decks["standard"]["deck"])
    assert rules["standard"].name == "rulebook"
    assert rules["advanced"].name == "rulebook advanced=true"


def test_changes_are_paired_differences() -> None:
    found = advanced_deck("greedy", ("greedy", "random"), games=60, seed=2)
    rows = {(it["question"], it["measure"]): it for it in found.to_frame().to_dict("records")}
    days = rows["advanced deck", "days of a game"]
    x, y = (found.played[label].rows["days"].tolist() for label in ("advanced", "standard"))
    sums = (sum(x), sum(y), sum(v * v for v in x), sum(map(np.prod, zip(x, y, strict=True))))
    other = difference_of_means(PairMoments(60, *map(int, sums), sum(v * v for v in y)))
    assert days["change"] == pytest.approx(other.value)
    assert days["change_low"] == pytest.approx(other.low)
    skill = rows["arrive early", "wins of greedy over random"]
    assert skill["n_games"] == 30
    assert 0.5 < skill["before"] <= 1.0
    stuck = rows["bad batch", "stuck games, share"]
    assert stuck["change"] == 0.0
    assert stuck["change_high"] > 0.0


def test_six_players_have_no_standard_deck() -> None:
    with pytest.raises(UsageError, match="seats = 6"):
        advanced_deck("greedy", ("greedy", "random"), games=4, seed=1, seats=6)


def test_findings_are_counted_over_the_decks() -> None:
    found = many_decks("greedy", games=300, n_generated=3, seed=1)
    frame = found.to_frame()
    counted = frame["n_holds"] + frame["n_flips"] + frame["n_undecided"]
    assert (counted == 3).all()
    first = frame[frame["subject"] == "points a turn of who acts first"].iloc[0]
    assert (first["finding"], first["n_holds"]) == ("most", 3)
    # One deck by itself says what its own card table says.
    _, (rules, *_) = generated_rules("filler", RULES, 1, seed=0)
    games = mirror_games(["greedy"], games=300, seats=[2], seed=1, rules=rules)
    groups = card_table(games).groups()
    four = groups[(groups["trait"] == "requirements") & (groups["trait_value"] == "4")].iloc[0]
    subject = "takers of cards with requirements 4"
    (ensemble,) = [it for it in found.ensembles if it.subject == subject]
    assert ensemble.found[0].verdict.estimate.value == pytest.approx(four["taker_edge"])
