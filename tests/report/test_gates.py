"""Gates: files with teaching errors, outcomes by hand, and an exactly known win rate."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyses import gate, load_rules, read_gate
from analyses.fill_or_bust.win import evaluate
from analyses.gates.checks import outcome_of
from analyses.statistics.estimates import Estimate
from reports.commands import gate as gate_command
from simcore.errors import UsageError

EXAMPLE = Path("examples/gate.toml")
HEAD = 'game = "fill_or_bust"\nset = ["goal=1000", "deck=independent"]\nstrategy = "stop_at(300)"\n'
CHECK = '[[check]]\nmeasure = "x"\n'


def file_of(tmp_path: Path, checks: str, head: str = HEAD) -> Path:
    path = tmp_path / "gate.toml"
    path.write_text(head + checks, "utf-8")
    return path


def test_the_example_is_read_whole() -> None:
    found = read_gate(EXAMPLE)
    assert (found.game, found.seed, found.players, found.changes) == (
        "fill_or_bust", 7, 2, ("goal=5000",),
    )  # fmt: skip
    assert [check.bounds_text for check in found.checks] == [
        "within 4 points",
        "at most 8 points",
        "20 to 40",
        "at least 53 %",
    ]
    assert found.line_up(found.checks[0]) == ["stop_at(300)"] * 2
    assert found.line_up(found.checks[3]) == ["optimal_turn", "stop_at(300)"]
    assert found.load_rules().goal == 5_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('game = "filbust"\n' + CHECK, "line 1: game = 'filbust'; allowed: crumbs"),
        ("game = 1\n", "line 1: game = 1; allowed: a text"),
        ('game = "fill_or_bust"\n', "no check; allowed: one [[check]] or more"),
        ('game = "fill_or_bust"\ngoal = 3\n', "gate.toml, line 2"),
        ('game = "fill_or_bust"\nseed = -1\n' + CHECK, "line 2: seed = -1; allowed: a whole"),
        (HEAD + "[[check]]\nat_most = 3\n", "line 4: measure = None; allowed: what is bounded"),
        (HEAD + '[[check]]\nmeasure = "turns_mean"\n', "line 4: no bound; allowed: at_least"),
        (
            HEAD + '[[check]]\nmeasure = "turns_mean"\nat_least = "20 %"\n',
            "line 6: at_least = '20 %'; allowed: a number; it is no share of the games",
        ),
        (
            HEAD + '[[check]]\nmeasure = "win_rate"\nat_least = 53\n',
            "line 6: at_least = 53; allowed: from -1 to 1, or as text, e.g. \"53 %\"",
        ),
        (
            HEAD + '[[check]]\nmeasure = "seat_spread"\nwithin = "-4 points"\n',
            "line 6: within = '-4 points'; allowed: above 0",
        ),
        (
            HEAD + '[[check]]\nmeasure = "turns_mean"\nat_least = 9\nat_most = 3\n',
            "line 7: at_most = 3; allowed: above at_least = 9",
        ),
        (
            HEAD + CHECK + "at_most = 1\n" + CHECK + 'at_most = "2 m"\n',
            "line 9: at_most = '2 m'; allowed: a number",
        ),
        (
            HEAD + CHECK + "within = 1\nat_most = 1\n",
            "line 6: within = 1; allowed: either it or at_least, at_most",
        ),
        (HEAD + '[[check]]\nmeasure = "x"\nat_most = 1\nplayer = 2\n', "did you mean 'players'"),
        (HEAD + '[[check]]\nmeasure = "x"\nat_most = 1\nstrategies = "a"\n', "a list of texts"),
        ("game = \n", "allowed: TOML"),
    ],
)  # fmt: skip
def test_bad_files_are_explained(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        read_gate(file_of(tmp_path, text, head=""))
    assert message in str(error.value)
    assert "gate.toml" in str(error.value)


def test_a_missing_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read_gate(tmp_path / "none.toml")


def test_unknown_measures_are_explained(tmp_path: Path) -> None:
    path = file_of(tmp_path, '[[check]]\nmeasure = "length"\nat_most = 3\n')
    with pytest.raises(UsageError, match="line 4: measure = 'length'; allowed: first_seat_adv"):
        gate(read_gate(path))
    alone = file_of(tmp_path, '[[check]]\nmeasure = "seat_spread"\nat_most = 0.3\nplayers = 1\n')
    with pytest.raises(UsageError, match="players = 1; allowed: 2 or more"):
        gate(read_gate(alone))


@pytest.mark.parametrize(
    ("low", "high", "outcome"),
    [
        (21.0, 39.0, "pass"),
        (20.0, 40.0, "pass"),
        (19.0, 39.0, "undecided"),
        (21.0, 41.0, "undecided"),
        (41.0, 45.0, "fail"),
        (1.0, 19.0, "fail"),
        (1.0, 99.0, "undecided"),
    ],
)
def test_outcomes_by_hand(low: float, high: float, outcome: str) -> None:
    check = replace(read_gate(EXAMPLE).checks[2])
    assert (check.low, check.high) == (20.0, 40.0)
    assert outcome_of(check, Estimate(30.0, low, high, "", 100)) == outcome


def exact() -> float:
    rules = load_rules("fill_or_bust", "rulebook", ["goal=1000", "deck=independent"])
    pair = evaluate(rules, "stop_at(300)", "stop_at(500)")
    return float(pair.to_frame()["win_probability"].mean())


def test_a_known_win_rate_passes_fails_or_stays_open(tmp_path: Path) -> None:
    truth = exact()
    checks = "".join(
        f'[[check]]\nmeasure = "win_rate"\nstrategies = ["stop_at(300)", "stop_at(500)"]\n'
        f"at_most = {truth + gap}\n"
        for gap in (0.04, -0.04, 0.0002)
    )
    file = replace(read_gate(file_of(tmp_path, checks)), games=20_000)
    found = gate(file)
    assert [it.outcome for it in found.checks] == ["pass", "fail", "undecided"]
    assert found.outcome == "fail"
    assert found.checks[0].blocks.n_games < 20_000
    assert found.checks[2].n_more > 20_000
    assert all(abs(it.estimate.value - truth) < it.estimate.half_width for it in found.checks)
    assert "for 3 together" in found.checks[0].estimate.method
    json.dumps(found.to_json(), allow_nan=False)
    again = gate(file, workers=2)
    assert again.to_frame().equals(found.to_frame())


@pytest.mark.parametrize(("index", "code"), [(0, 0), (1, 1), (2, 3)])
def test_exit_codes(fillsim: Any, tmp_path: Path, index: int, code: int) -> None:
    bound = ("at_most = 90", "at_most = 3", "at_most = 14.0")[index]
    path = file_of(tmp_path, f'seed = 3\n[[check]]\nmeasure = "turns_mean"\n{bound}\n')
    answer = fillsim("gate", path, "--games", 400, "--set", "goal=3000", "--format", "json")
    assert answer.code == code, answer.out
    assert answer.json["outcome"] == ("pass", "fail", "undecided")[index]


def test_spread_of_three_seats_fails_only_beyond_its_lower_bound(tmp_path: Path) -> None:
    text = '[[check]]\nmeasure = "seat_spread"\nplayers = 3\nat_most = "{} points"\n'
    wide, narrow = (
        gate(replace(read_gate(file_of(tmp_path, text.format(points))), games=6_000))
        for points in (30, 1)
    )
    assert (wide.outcome, narrow.outcome) == ("pass", "fail")
    assert "wanted at most 30 points" in wide.summary()


def test_the_command_tells_tiers_and_layouts(fillsim: Any, tmp_path: Path) -> None:
    path = file_of(
        tmp_path,
        'seed = 3\n[[check]]\nmeasure = "turns_mean"\nat_least = 10\nat_most = 60\n',
        head='game = "fillit"\n',
    )
    few = ("gate", path, "--games", 200)
    answer = fillsim(*few, "--ensemble", 2, "--format", "json")
    assert answer.code == 0, answer.err
    tiers, layouts = answer.json["told"]
    assert [row["tier"] for row in tiers["answers"]] == [0, 1, 2, 3]
    assert (layouts["asked_of"], len(layouts["answers"])) == ("layouts", 2)
    told = fillsim(*few, "--no-tiers", "--ensemble", 0).out
    assert "tier" not in told
    assert "--ensemble N asks under N generated ones" in told
    refused = fillsim("gate", EXAMPLE, "--ensemble", 2)
    assert (refused.code, refused.out) == (2, "")


def test_rules_on_the_command_line_go_before_those_of_the_file(
    fillsim: Any, tmp_path: Path
) -> None:
    path = file_of(tmp_path, '[[check]]\nmeasure = "turns_mean"\nat_least = 1\n')
    asked = ("gate", path, "--games", 200, "--no-tiers", "--format", "json")
    names = [
        fillsim(*asked, *more).json["rules"]["name"] for more in ((), ("--rules", "bowman1999"))
    ]
    assert [name.split()[0] for name in names] == ["rulebook", "bowman1999"]


def test_the_command_shows_what_is_stated_when_interrupted(
    fillsim: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_of(tmp_path, '[[check]]\nmeasure = "turns_mean"\nat_least = 1\n')
    runs: list[int] = []

    def report(done: int, wanted: int) -> None:
        del wanted
        runs.append(done)
        if done > 100:  # blocks: the stated check takes one hundred
            raise KeyboardInterrupt

    monkeypatch.setattr(gate_command, "progress_bar", lambda _: nullcontext(report))
    answer = fillsim("gate", path, "--games", 1_000)
    assert answer.code == 130
    assert "pass: 1 checks, 1 pass (interrupted)" in answer.out
