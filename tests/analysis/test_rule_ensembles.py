"""What other rules change under generated components: counted again, and what is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analyses import load_rules, rule_effects, variants
from analyses.reach.generated import generated_alike, generated_fields
from analyses.rules.changes import RuleEffects
from analyses.rules.effects import MARGINS, Pair, ask_change, effects_of
from analyses.rules.ensembles import MAIN, _Asked, rule_ensemble
from analyses.runs.blocks import Blocks
from analyses.statistics.families import together
from simcore.summary import summarise
from tests.analysis.hand_made import a_match, outcomes_of

FEW: dict[str, Any] = {"games": 40, "seed": 3}
CHIPS = load_rules("fillit", "rulebook", ["chips=9"])
OTHER = load_rules("fillit", "rulebook", ["layout=B"])


@pytest.fixture(scope="module")
def shipped() -> RuleEffects:
    changed = {"chips": CHIPS, "B": OTHER}
    return rule_effects("fillit", ["random", "greedy"], changed=changed, **FEW)


@pytest.fixture(scope="module")
def many(shipped: RuleEffects) -> Any:
    return rule_ensemble(shipped, games=40, n_generated=2)


def test_every_count_is_that_of_asking_each_layout(shipped: RuleEffects, many: Any) -> None:
    """Base and changed rules get the layout of the same seed; each question is a family."""
    _, layouts = generated_alike("fillit", [load_rules("fillit"), CHIPS], 2, seed=0)
    runs = [
        rule_effects("fillit", ["random", "greedy"], rules=base, changed={"chips": chips}, **FEW)
        for base, chips in layouts
    ]
    frame = many.to_frame()
    effects = [it for it in shipped.effects if it.variant == "chips"]
    assert len(effects) > 20
    for place, effect in enumerate(effects):
        same = [
            next(
                it for it in run.effects
                if (it.line_up, it.measure.name, it.measure.who)
                == (effect.line_up, effect.measure.name, effect.measure.who)
            )
            for run in runs
        ]  # fmt: skip
        asked = together([ask_change(it.measure, it.blocks, it.base, it.margin) for it in same])
        row = frame.iloc[place]
        assert (row["measure"], row["owner"]) == (effect.measure.name, effect.owner)
        labels = [it.label for it in asked]
        assert row["n_undecided"] == labels.count("undecided")
        if effect.finding.label != "undecided":
            assert row["outcome"] == effect.finding.label
            assert row["n_holds"] == labels.count(effect.finding.label)
    assert many.n_games == sum(run.n_games for run in runs)


def test_seats_are_asked_under_the_base_and_the_change(many: Any) -> None:
    seats = many.to_frame(["seat_spread"])
    assert seats[["variant", "line_up"]].to_numpy().tolist() == [
        ["base", "random"], ["chips", "random"], ["base", "greedy(1)"], ["chips", "greedy(1)"],
    ]  # fmt: skip
    assert set(many.to_frame(MAIN)["measure"]) == set(MAIN)


def test_a_change_of_the_components_is_left_out(shipped: RuleEffects, many: Any) -> None:
    assert generated_fields("fillit", load_rules("fillit")) == ["layout"]
    assert many.left_out == ("B",)
    assert set(many.to_frame()["variant"]) == {"base", "chips"}
    assert "B: not asked under generated layouts, which would undo it" in many.summary()
    rows = many.beside(shipped)
    assert len(rows) == len(shipped.effects)
    assert set(rows[rows["variant"] == "B"]["n_generated"]) == {0}
    assert set(rows[rows["variant"] == "chips"]["n_generated"]) == {2}
    assert json.loads(json.dumps(many.to_json(), allow_nan=False))["left_out"] == ["B"]


def test_nothing_is_played_where_all_changes_are_of_components() -> None:
    found = variants("fillit", ["random"] * 2, changed={"B": OTHER}, games=4, seed=1).effects()
    asked = rule_ensemble(found, games=4, n_generated=2)
    assert (asked.questions, asked.n_games, asked.is_complete) == ((), 0, True)
    assert asked.summary() == "B: not asked under generated layouts, which would undo it"


def pair_of(lead_changes: int, later: int) -> Pair:
    """500 blocks of two games whose lead changes are the only number that is not 0."""
    match = a_match(rotation="luck")
    rows = [
        outcomes_of(match, [[{"lead_changes": n}, {"lead_changes": n}]] * 500)
        for n in (later, lead_changes)
    ]
    summary = summarise([match, match], rows)
    return Pair("x", Blocks(match, summary), Blocks(match, summary, 1))


def test_a_number_that_is_0_under_both_keeps_the_margin_of_the_shipped_components() -> None:
    pair, still = pair_of(100, 104), pair_of(0, 0)
    effects = effects_of([pair])
    assert [(it.measure.name, it.margin) for it in effects] == [("lead_changes_mean", 5.0)]
    found = RuleEffects(pair.base.match, {}, effects, (), 0, True, MARGINS)
    asked = _Asked(found, effects, 8, {})
    (finding, *_) = asked._answers([still]).values()
    assert (finding.label, finding.verdict.margin) == ("unchanged", 5.0)
    (other, *_) = asked._answers([pair_of(10, 14)]).values()
    assert (other.label, other.verdict.margin) == ("changed, up", 0.5)


def test_an_interruption_keeps_the_layouts_that_are_finished() -> None:
    found = variants("fillit", ["random"] * 2, changed={"chips": CHIPS}, **FEW).effects()
    calls = []

    def interrupt(done: int, wanted: int) -> None:
        calls.append((done, wanted))
        if len(calls) > 1:
            raise KeyboardInterrupt

    asked = rule_ensemble(found, games=40, n_generated=3, progress=interrupt)
    assert not asked.is_complete
    assert asked.many.n_generated == 1
    none = rule_ensemble(found, games=40, n_generated=3, progress=interrupt)
    assert (none.is_complete, none.questions, none.summary()) == (False, (), "")
