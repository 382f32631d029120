"""What gates tell besides: sentences by hand, values by play, and that no outcome hangs on it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyses import gate, load_rules, play, read_gate
from analyses.gates.checks import Checked, Ways, _is_hopeless
from analyses.gates.terms import Check, GateFile
from analyses.gates.told import TIERS, Told
from analyses.reach.generated import generated_rules
from analyses.runs.blocks import Blocks
from analyses.runs.lineup import setting
from analyses.statistics.estimates import Estimate, proportion
from simcore.errors import UsageError
from simcore.match import Match, Player
from simcore.summary import empty_summary
from tests.analysis.hand_made import GAME, a_match

LADDER = ("random", "stop_at(300)")
HEAD = f'game = "{GAME}"\nset = ["goal=2000"]\nstrategy = "stop_at(300)"\ngames = 2000\n'
TURNS = '[[check]]\nmeasure = "turns_mean"\nat_most = 12\n'
PAIR = (
    '[[check]]\nmeasure = "win_rate"\nstrategies = ["stop_at(300)", "random"]\nat_least = "60 %"\n'
)
INSIDE, OUTSIDE, AROUND = (0.01, 0.03), (0.07, 0.09), (0.03, 0.06)
SPREAD = Check("seat_spread", float("-inf"), 0.05)


def answer(name: str, tier: int, ends: tuple[float, float]) -> Checked:
    """A check of 5 points at most that was asked of one strategy."""
    players = (Player(name, tier, lambda view: 0),) * 2
    match: Match = replace(a_match(), players=players)
    low, high = ends
    estimate = Estimate((low + high) / 2, low, high, "", 100)
    return Checked(SPREAD, Blocks(match, empty_summary([match])), estimate, 0.0)


def told_of(stated: tuple[float, float], of: str, *ends: tuple[float, float]) -> Told:
    answers = tuple(answer(f"s{tier}", tier, it) for tier, it in enumerate(ends))
    return Told(answer("own", 1, stated), of, answers)


@pytest.mark.parametrize(
    ("stated", "ends", "text"),
    [
        (INSIDE, (INSIDE, INSIDE), "pass for tiers 0 and 1"),
        (
            INSIDE,
            (INSIDE, OUTSIDE, INSIDE, AROUND),
            "pass for tiers 0 and 2; flips for tier 1 (fail, 8.0 points); undecided for tier 3",
        ),
        (
            OUTSIDE,
            (INSIDE, OUTSIDE, INSIDE),
            "fail for tier 1; flips for tiers 0 and 2 (pass, 2.0 points and 2.0 points)",
        ),
        (OUTSIDE, (INSIDE, AROUND), "flips for tier 0 (pass, 2.0 points); undecided for tier 1"),
        # Where nothing is stated, the strongest play that is decided counts.
        (
            AROUND,
            (INSIDE, OUTSIDE, AROUND),
            "fail for tier 1; flips for tier 0 (pass, 2.0 points); undecided for tier 2",
        ),
        (AROUND, (AROUND, AROUND), "undecided for tiers 0 and 1"),
    ],
)
def test_tiers_by_hand(stated: Any, ends: Any, text: str) -> None:
    assert told_of(stated, TIERS, *ends).text == text


def test_two_strategies_of_a_tier_are_named() -> None:
    answers = (answer("a", 1, INSIDE), answer("b", 1, OUTSIDE))
    told = Told(answers[0], TIERS, answers)
    assert told.text == "pass for a (tier 1); flips for b (tier 1) (fail, 8.0 points)"


def test_components_by_hand() -> None:
    told = told_of(INSIDE, "layouts", INSIDE, INSIDE, OUTSIDE, AROUND)
    assert told.share() == proportion(2, 4)
    assert told.text == (
        "pass in 2 of 4 generated layouts (50 % [15, 85]); flips in 1 (fail, 8.0 points); "
        "undecided in 1"
    )
    found = told.to_json()
    assert [found[key] for key in ("n_holds", "n_flips", "n_undecided")] == [2, 1, 1]
    assert [row["gate_outcome"] for row in found["answers"]] == [
        "pass", "pass", "fail", "undecided",
    ]  # fmt: skip
    open_ = told_of(AROUND, "layouts", AROUND, AROUND)
    assert open_.text == "undecided in all of 2 generated layouts"


def test_what_is_only_told_is_given_up_where_it_is_hopeless() -> None:
    """After 1,000 blocks, where twice the games that are left would not do."""
    plan, match = setting(GAME, 1, {}), a_match()
    summary = replace(empty_summary([match]), n_blocks=1_000)
    blocks = Blocks(match, summary)  # 2,000 games
    asked = answer("s", 1, AROUND)._replace(blocks=blocks)
    eager = Ways(plan, games=5_000, family=1, is_patient=False)
    assert _is_hopeless(eager, asked._replace(n_more=6_001.0))
    assert not _is_hopeless(eager, asked._replace(n_more=5_999.0))
    assert not _is_hopeless(eager._replace(is_patient=True), asked._replace(n_more=6_001.0))
    early = replace(blocks, summary=replace(summary, n_blocks=999))
    assert not _is_hopeless(eager, asked._replace(n_more=1e9, blocks=early))


def file_of(folder: Path, checks: str, **changes: Any) -> GateFile:
    path = folder / "gate.toml"
    path.write_text(HEAD + checks, "utf-8")
    return replace(read_gate(path), ladder=LADDER, **changes)


def test_tiers_are_told_with_an_error_rate_of_their_own(tmp_path: Path) -> None:
    """The stated checks stay as they are, digit by digit, and each answer is that of play."""
    file = file_of(tmp_path, TURNS + PAIR)
    found, alone = gate(file), gate(replace(file, tiers="off"))
    assert found.to_frame().equals(alone.to_frame())
    assert (found.outcome, alone.outcome) == ("pass", "pass")
    (told,) = found.told
    assert told.text.startswith("pass for tier 1; flips for tier 0 (fail, ")
    other, own = told.answers
    assert own is found.checks[0]  # not played again
    assert "together" not in other.estimate.method  # the only question that is told
    assert "for 2 together" in own.estimate.method
    rules, n_games = file.load_rules(), other.blocks.n_games
    asked: dict[str, Any] = {"games": n_games, "seed": 1, "rules": rules}
    played = play(GAME, ["random"] * 2, fixed_seats=True, **asked)
    assert other.estimate.value == played.game()["turns_mean"][0]
    assert found.n_games == alone.n_games + n_games
    assert "of these strategies only: no tiers" in found.summary()
    assert "no tiers" not in alone.summary()
    json.dumps(found.to_json(), allow_nan=False)


def test_tiers_that_must_be_kept_are_stated(tmp_path: Path) -> None:
    found = gate(file_of(tmp_path, TURNS + PAIR, tiers="kept"))
    assert [it.check.title for it in found.checks] == [
        "turns_mean", "turns_mean of random", "win_rate of stop_at(300) v random",
    ]  # fmt: skip
    assert [it.outcome for it in found.checks] == ["pass", "fail", "pass"]
    assert found.outcome == "fail"
    assert all("for 3 together" in it.estimate.method for it in found.checks)
    (told,) = found.told
    assert [it.blocks.match.players[0].tier for it in told.answers] == [0, 1]
    assert found.n_games == sum(it.blocks.n_games for it in found.checks)


def test_tiers_need_strategies(tmp_path: Path) -> None:
    file = replace(file_of(tmp_path, TURNS + PAIR), ladder=())
    found = gate(file)
    assert not found.told
    assert "no tiers" not in found.summary()
    with pytest.raises(UsageError, match="tiers = 'kept'; allowed: where every tier has"):
        gate(replace(file, tiers="kept"))


def test_the_same_bounds_under_generated_layouts(tmp_path: Path) -> None:
    path = tmp_path / "gate.toml"
    path.write_text(
        'game = "fillit"\nstrategy = "random"\ngames = 200\nensemble = 2\n'
        '[[check]]\nmeasure = "turns_mean"\nat_least = 5\n',
        "utf-8",
    )
    found = gate(read_gate(path))
    (told,) = found.told
    assert told.of == "layouts"
    assert told.text == "pass in 2 of 2 generated layouts (100 % [34, 100])"
    _, many = generated_rules("fillit", load_rules("fillit"), 2, seed=0)
    for it, rules in zip(told.answers, many, strict=True):
        played = play("fillit", ["random"] * 2, games=200, seed=1, fixed_seats=True, rules=rules)
        assert it.estimate.value == played.game()["turns_mean"][0]
    assert found.told_frame()["variant"].tolist() == [rules.name for rules in many]
    assert len(gate(replace(read_gate(path), ensemble=None)).told[0].answers) == 5
    assert not gate(replace(read_gate(path), ensemble=0)).told


def test_an_interruption_keeps_what_was_stated(tmp_path: Path) -> None:
    file = file_of(tmp_path, TURNS)
    calls = []

    def interrupt(done: int, wanted: int) -> None:
        calls.append((done, wanted))
        if len(calls) > stated:
            raise KeyboardInterrupt

    stated = 10**9
    gate(replace(file, tiers="off"), progress=interrupt)
    stated = len(calls)
    calls.clear()
    found = gate(file, progress=interrupt)
    assert (found.is_complete, found.outcome) == (False, "pass")
    assert "(interrupted)" in found.summary()
    calls.clear()
    stated = 0
    cut = gate(file_of(tmp_path, TURNS + PAIR), progress=interrupt)
    assert ([it.outcome for it in cut.checks], cut.outcome) == (["pass"], "undecided")


def test_few_games_show_their_mean_and_how_many_would_do(tmp_path: Path) -> None:
    found = gate(file_of(tmp_path, TURNS, games=60, tiers="off"))
    (it,) = found.checks
    value = f"{it.estimate.value:.4g}"
    assert it.text == (
        f"undecided  turns_mean: {value} so far, wanted at most 12: 60 games say nothing yet, "
        "200 would be the least"
    )
    assert it.n_more == 140


def test_a_bound_of_nothing(tmp_path: Path) -> None:
    """It has no size to tune an interval by."""
    check = '[[check]]\nmeasure = "turns_mean"\nat_least = 0\n'
    assert gate(file_of(tmp_path, check, tiers="off")).outcome == "pass"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tiers = 3", "line 5: tiers = 3; allowed: true, false or \"kept\""),
        ('tiers = "told"', "line 5: tiers = 'told'; allowed: true, false or \"kept\""),
        ("ensemble = -1", "line 5: ensemble = -1; allowed: a whole number, 0 or more"),
        ("ensemble = 2", "line 5: ensemble = 2; allowed: 0, as fill_or_bust has no generated"),
    ],
)  # fmt: skip
def test_wrong_values_are_explained(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        file_of(tmp_path, f"{line}\n{TURNS}")
    assert message in str(error.value)


def test_what_the_file_says_of_tiers(tmp_path: Path) -> None:
    said = {
        "": "told", "tiers = true\n": "told", "tiers = false\n": "off", 'tiers = "kept"\n': "kept",
    }  # fmt: skip
    assert {line: file_of(tmp_path, line + TURNS).tiers for line in said} == said
    assert file_of(tmp_path, "ensemble = 0\n" + TURNS).ensemble == 0
    assert file_of(tmp_path, TURNS).ensemble is None
