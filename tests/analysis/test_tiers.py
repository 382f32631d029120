"""Families of verdicts, tiers and ensembles: by hand, and that families keep their error rate."""

from __future__ import annotations

import json
import math
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyses import generated_rules, load_rules, seat_tiers
from analyses.meetings.comparison_verdicts import compare_over_tiers
from analyses.reach.ensembles import over_ensemble, over_ensembles
from analyses.reach.generated import generated_alike, n_usual
from analyses.reach.tiers import Tiers, one_per_tier, over_tiers, tiers_of
from analyses.runs.lineup import playable_seats
from analyses.seats.verdicts import seat_ensemble
from analyses.statistics.estimates import mean_from_histogram, proportion
from analyses.statistics.families import Finding, family, joined, together
from analyses.statistics.verdicts import Verdict, holm, within
from simcore.errors import UsageError
from simcore.games import load_game
from tests.analysis.hand_made import GAME

CLEAR = [100, 800, 1_100]  # share .75
EQUAL = [1_000, 18_000, 1_000]  # share .5 +- .2
FEW = [5, 10, 5]


def found(counts: list[int], lean: str = "") -> Finding:
    judged = within(partial(mean_from_histogram, counts, 2), 0.02, centre=0.5)
    return Finding(judged, lean)


def test_a_family_of_one_is_the_verdict_itself() -> None:
    for counts in (CLEAR, EQUAL, FEW):
        assert family([found(counts).verdict]) == [found(counts).verdict]


def test_a_weak_verdict_does_not_survive_its_family() -> None:
    """p just below .05 by itself, times the 5 of its family."""
    n = 2_000
    share = next(k for k in range(n // 2, n) if found([n - k, 0, k]).verdict.p_not_balanced < 0.03)
    weak, open_ = found([n - share, 0, share], "a"), found(FEW)
    assert weak.verdict.outcome == "not balanced"
    judged = together([weak, *[open_] * 4])
    assert judged[0].verdict.outcome == "undecided"
    assert judged[0].label == "undecided"
    assert "by itself, not together" in judged[0].verdict.text
    assert 0 < judged[0].verdict.n_more < 20 * n
    raw = [weak.verdict.p_not_balanced] + [open_.verdict.p_not_balanced] * 4
    assert [it.p_not_balanced_holm for it in judged] == holm(raw).tolist()
    strong = together([found(CLEAR, "a"), *[open_] * 4])
    assert strong[0].verdict.outcome == "not balanced"


def test_a_family_keeps_its_error_rate() -> None:
    """Six shares exactly at the margin: any 'not balanced' or any 'balanced' is false."""
    rng, runs, false_ = np.random.default_rng(3), 300, 0
    judge = cache(lambda k: found([400 - k, 0, k]).verdict)
    for _ in range(runs):
        wins = rng.binomial(400, 0.52, size=6)
        judged = family([judge(int(k)) for k in wins])
        false_ += any(it.outcome == "not balanced" for it in judged)
    assert false_ / runs <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)


def ladder(**findings: Finding) -> Tiers:
    return tiers_of(GAME, list(findings.items()), "seats")


def test_tiers_hold_and_flip() -> None:
    same = ladder(random=found(CLEAR, "seat 0 ahead"), optimal_turn=found(CLEAR, "seat 0 ahead"))
    assert same.text == "not balanced, seat 0 ahead for tiers 0 and 3"
    other = ladder(
        optimal_turn=found(CLEAR, "seat 0 ahead"),
        random=found(CLEAR, "seat 1 ahead"),
        weigh=found(EQUAL),
    )
    assert [it.tier for it in other.found] == [0, 2, 3]
    assert [it.tier for it in other.holds] == [3]
    assert [it.tier for it in other.flips] == [0, 2]
    assert other.text == (
        "not balanced, seat 0 ahead for tier 3; flips for tier 2: balanced; "
        "flips for tier 0: not balanced, seat 1 ahead"
    )
    open_ = ladder(random=found(FEW), optimal_turn=found(EQUAL))
    assert open_.text == "balanced for tier 3; undecided for tier 0"
    assert ladder(random=found(FEW)).text.startswith("undecided for tier 0: not enough games")
    assert ladder(random=found(FEW)).to_json()["holds_for"] == []
    json.dumps(other.to_json(), allow_nan=False)
    assert other.to_json()["flips_for"] == [0, 2]


def test_two_strategies_of_a_tier_are_named() -> None:
    both = [("stop_at(300)", found(CLEAR)), ("never_stop", found(EQUAL))]
    told = tiers_of(GAME, both, "seats").summary()
    assert "seats: balanced for never_stop (tier 1); flips for stop_at(300) (tier 1)" in told


def test_over_tiers_asks_every_strategy() -> None:
    asked: list[str] = []

    def ask(strategy: str) -> Finding:
        asked.append(strategy)
        return found(EQUAL)

    names = one_per_tier(GAME, ("random", "never_stop", "weigh", "optimal_turn"), ("stop_at(300)",))
    assert names == ["random", "stop_at(300)", "weigh", "optimal_turn"]
    assert over_tiers(GAME, ask, names, subject="x").text == "balanced for tiers 0, 1, 2 and 3"
    assert asked == names
    with pytest.raises(UsageError, match="no strategy"):
        over_tiers(GAME, ask, [], subject="x")


def test_ensemble_counts() -> None:
    answers = [CLEAR] * 18 + [EQUAL, FEW]
    rules = [load_rules(GAME, "rulebook", [f"goal={1_000 + k}"]) for k in range(20)]
    by_name = {
        it.name: found(counts, "seat 0 ahead") for it, counts in zip(rules, answers, strict=True)
    }
    many = over_ensemble(
        lambda it: by_name[it.name], rules, subject="seats", components="decks",
        shipped=found(CLEAR, "seat 0 ahead"),
    )  # fmt: skip
    assert (many.n_holds, many.n_undecided) == (18, 1)
    assert many.share() == proportion(18, 20)
    assert many.text == (
        "not balanced, seat 0 ahead in 18 of 20 generated decks (90 % [70, 97]), "
        "another verdict in 1, undecided in 1"
    )
    assert many.counts()["holds_rate"].tolist() == [0.9]
    json.dumps(many.to_json(), allow_nan=False)
    open_ = over_ensemble(lambda it: found(FEW), rules[:3], subject="seats", components="decks")
    assert open_.summary() == "seats: undecided in all of 3 generated decks"
    with pytest.raises(UsageError, match="no generated components"):
        over_ensemble(lambda it: found(FEW), [], subject="x")


@pytest.mark.parametrize(
    ("game", "components"),
    [("fillit", "layouts"), ("crumbs", "order decks"), ("filler", "decks")],
)
def test_generated_rules_differ_in_components_only(game: str, components: str) -> None:
    rules = load_rules(game)
    what, many = generated_rules(game, rules, 3, seed=0)
    assert what == components
    dicts = [it.to_dict() for it in many]
    changed = {key for it in dicts for key in it if it[key] != rules.to_dict()[key]}
    assert len(changed) == 1
    assert len({it.name for it in many}) == 3
    assert generated_rules(game, rules, 2, seed=0)[1] == many[:2]


def test_games_that_are_printed_have_no_ensemble() -> None:
    with pytest.raises(UsageError, match="everything in it is printed"):
        generated_rules(GAME, load_rules(GAME), 3, seed=0)


def test_playable_seats() -> None:
    for game, wanted in (("fillit", [2]), ("fill_or_bust", [1, 2, 3, 4, 5, 6])):
        assert playable_seats(load_game(game), load_rules(game)) == wanted


def test_seats_over_tiers() -> None:
    names = ["random", "stop_at(300)"]
    both = seat_tiers(GAME, names, games=400, seed=3, seats=[2, 3])
    assert both.verdicts()["strategy"].tolist() == ["random"] * 2 + ["stop_at(300)"] * 2
    raw = [it.findings[n].verdict.p_not_balanced for it in both.found for n in (2, 3)]
    assert both.verdicts()["p_not_balanced_holm"].tolist() == holm(raw).tolist()
    assert [tiers.subject for tiers in both.tiers] == ["seats of 2 players", "seats of 3 players"]
    assert both.n_games == both.to_json()["games"] >= 1_600
    json.dumps(both.to_json(), allow_nan=False)


def test_seats_over_layouts() -> None:
    many = seat_ensemble("fillit", "random", games=40, seed=3, n_generated=2)
    assert many.components == "layouts"
    assert many.to_frame()["variant"].tolist() == [
        "rulebook layout=random:0",
        "rulebook layout=random:1",
    ]


def test_comparison_over_opponents() -> None:
    """never_stop loses to stop_at(300) whoever is met."""
    asked: dict[str, Any] = {"games": 1_000, "seed": 3}
    opponents = ["random", "stop_at(500)"]
    many = compare_over_tiers(GAME, "stop_at(300)", "never_stop", opponents, **asked)
    assert many.text == "stop_at(300) ahead against tiers 0 and 1"


def test_joined() -> None:
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b and c"


def test_verdict_keeps_its_estimate_when_withdrawn() -> None:
    verdicts: list[Verdict] = [found(CLEAR).verdict] * 3
    assert [it.estimate for it in family(verdicts)] == [it.estimate for it in verdicts]


def test_a_finding_that_names_nobody_is_no_objection() -> None:
    named, unnamed = found(CLEAR, "seat 0 ahead"), found(CLEAR)
    asked = ladder(random=unnamed, weigh=found(CLEAR, "seat 1 ahead"), optimal_turn=named)
    assert asked.text == (
        "not balanced, seat 0 ahead for tier 3; not balanced for tier 0; "
        "flips for tier 2: not balanced, seat 1 ahead"
    )
    assert asked.to_json()["holds_for"] == [0, 3]
    rules = [load_rules(GAME) for _ in range(3)]
    answers = iter([named, unnamed, found(CLEAR, "seat 1 ahead")])
    over = over_ensemble(lambda _: next(answers), rules, subject="seats", shipped=named)
    assert over.n_holds == 2
    assert over.text.endswith("nobody proven ahead in 1 of these, another verdict in 1")


def test_each_question_over_generated_components_is_a_family() -> None:
    """Asked together or one by one: the same."""
    answers = {
        7: {"a": found(CLEAR, "up"), "b": found(FEW)},
        8: {"a": found(EQUAL), "b": found(CLEAR)},
    }
    _, many = generated_alike(
        "fillit", [load_rules("fillit"), load_rules("fillit", "3p")], 2, seed=7
    )
    drawn = {rules[0].name: answers[7 + i] for i, rules in enumerate(many)}
    asked = over_ensembles(lambda it: drawn[it[0].name], many, shipped=answers[7])
    alone = [
        over_ensemble(
            lambda it, subject=subject: drawn[it.name][subject],  # type: ignore[misc]
            [rules[0] for rules in many],
            subject=subject,
            shipped=answers[7][subject],
        )
        for subject in ("a", "b")
    ]
    assert list(asked.found) == alone
    assert asked.n_generated == 2
    assert asked.to_frame()["n_holds"].tolist() == [it.n_holds for it in alone]
    assert len(asked.verdicts()) == 4
    assert json.loads(json.dumps(asked.to_json()))["findings"][0]["subject"] == "a"


def test_rules_that_are_held_beside_each_other_get_the_same_components() -> None:
    """Seeds that a generator refuses are left out for all of them."""
    pair = [load_rules("crumbs", ""), load_rules("crumbs", "")]
    name, many = generated_alike("crumbs", pair, 3, seed=0)
    assert name == "order decks"
    assert all(one.deck == two.deck for one, two in many)
    assert len({one.deck.name for one, _ in many}) == 3
    with pytest.raises(UsageError, match="everything in it is printed"):
        generated_alike("fill_or_bust", [load_rules("fill_or_bust")], 1, seed=0)


def test_known_components_need_no_others(tmp_path: Any) -> None:
    """Reconstructions are asked under five more, printed ones and a user's own under none."""
    asked = {name: n_usual(name, load_rules(name)) for name in ("crumbs", "filler", "fillit")}
    assert asked == {"crumbs": 5, "filler": 5, "fillit": 5}
    assert n_usual("fill_or_bust", load_rules("fill_or_bust")) == 0
    game = load_game("filler")
    shipped = Path(str(resources.files("simcore.filler"))) / "cards"
    for file in shipped.iterdir():
        (tmp_path / file.name).write_text(file.read_text("utf-8"), "utf-8")
    assert n_usual("filler", game.load_rules("rulebook", [f"components={tmp_path}"])) == 0
