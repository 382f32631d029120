"""Wrong use: one line that says what, where and what is allowed; exit 2; nothing half-written."""

from __future__ import annotations

import pytest

PLAY = ("play", "fill_or_bust", "stop_at(300)", "random")

COMPARE = ("compare", "fill_or_bust", "stop_at(300)", "random")
RULE = ("fill_or_bust", "random", "random")
SOLVABLE = ("--set", "deck=independent", "--set", "goal=200")
LEADING = ("advise", "fill_or_bust", "--score", 100, "--other", 50)

WRONG = {
    "no games": ((*PLAY, "--games", 0), "--games", "1 or more"),
    "half a game": ((*PLAY, "--games", 1.5), "--games", "whole number"),
    "no workers": ((*PLAY, "--workers", 0), "--workers", "1 or more"),
    "negative seed": ((*PLAY, "--seed", -1), "--seed", "0 or more"),
    "word for seed": ((*PLAY, "--seed", "x"), "--seed", "0 or more"),
    "huge seed": ((*PLAY, "--seed", 2**64), "--seed", "2^64 - 1"),
    "format": ((*PLAY, "--format", "xml"), "--format", "json"),
    "no precision": ((*PLAY, "--precision", 0), "--precision", "above 0, e.g. 0.2pp"),
    "precision without its unit": ((*PLAY, "--precision", "0.2"), "0.2", "0.2pp"),
    "precision in words": ((*PLAY, "--precision", "fine"), "fine", "percentage points"),
    "precision beyond all": ((*PLAY, "--precision", "100pp"), "100pp", "percentage points"),
    "grid of one": (
        ("sweep", "fill_or_bust", "stop_at(300)"),
        "1 strategy",
        "stop_at(points=low..high:step)",
    ),
    "nothing to tune": (("tune", "fill_or_bust", "random"), "random", "a range like 0.5..2"),
    "margin in words": ((*COMPARE, "--margin", "small"), "small", "e.g. 1pp"),
    "no margin": ((*COMPARE, "--margin", "0pp"), "margin = 0", "above 0 and below 1"),
    "margin of all": ((*COMPARE, "--margin", 1), "margin = 1", "0.01 is one point"),
    "lonely tournament": (("tournament", "filler", "random"), "strategies = 1", "2 or more"),
    "seats of a tournament": (
        ("tournament", "crumbs", "--seats", 3),
        "seats = 3",
        "allowed: 2 for",
    ),
    "same rules": (("variant", "filler", "--against", "rulebook"), "rulebook", "of the base"),
    "same value": (("variant", *RULE, "--change", "goal=6000"), "goal=6000", "of the base"),
    "change of nothing": (("variant", *RULE, "--change", "gaol=3"), "--change gaol=3", "'goal'"),
    "change without value": (
        ("variant", *RULE, "--change", "goal"),
        "--change goal",
        "FIELD=VALUE",
    ),
    "no change at all": (
        ("variant", *RULE, "--change", "goal=5000", "--relative", 0),
        "relative = 0",
        "above 0",
    ),
    "no gate": (("gate", "none.toml"), "none.toml", "a TOML file"),
    "nothing generated": (
        ("seats", "fill_or_bust", "random", "--ensemble", 2, "--games", 20),
        "no generated components",
        "printed",
    ),
    "column": (("glossary", "wroth"), "wroth", "'worth'"),
    "option": ((*PLAY, "--gmaes", 3), "--gmaes", "--games"),
    "command": (("plya",), "plya", "play"),
    "game": (("play", "fill_or_bsut", "random", "random"), "fill_or_bsut", "fill_or_bust"),
    "strategy": (("play", "fill_or_bust", "stop_att(3)", "random"), "stop_att", "'stop_at'"),
    "parameter": (("play", "fill_or_bust", "stop_at(x=3)", "random"), "'x'", "points"),
    "number": (("play", "fill_or_bust", "stop_at(much)", "random"), "points", "a number"),
    "preset": ((*PLAY, "--rules", "rulebok"), "rulebok", "'rulebook'"),
    "rules file": ((*PLAY, "--rules", "nowhere.toml"), "nowhere.toml", "does not exist"),
    "field": ((*PLAY, "--set", "gaol=3"), "gaol", "'goal'"),
    "value": ((*PLAY, "--set", "goal=0"), "goal = 0", "from 50"),
    "negative count": ((*PLAY, "--set", "cards.no_dice=-1"), "no_dice", "from 0"),
    "no value": ((*PLAY, "--set", "goal"), "goal", "FIELD=VALUE"),
    "seats": (("play", "fill_or_bust", *["random"] * 7), "7", "1 to 6"),
    "strategy file": ((*PLAY, "--strategies", "nowhere.py"), "nowhere.py", "a Python file"),
    "out folder": ((*PLAY, "--out", "/nowhere/file"), "/nowhere", "an existing one"),
    "rows folder": ((*PLAY, "--rows", "/nowhere/file"), "/nowhere", "an existing one"),
    "nothing": (("play",), "GAME", "--help"),
    "block": (("replay", *PLAY[1:], "--block", -1), "--block", "0 or more"),
    "rotation": (("replay", *PLAY[1:], "--rotation", 2), "rotation = 2", "0 to 1"),
    "aim": (("solve", "fill_or_bust", "--for", "trun"), "trun", "'turn'"),
    "solve one of a pair": (
        ("solve", "fill_or_bust", "--for", "pair", "--strategy", "random"),
        "--for pair with 1 strategies",
        "--strategy NAME --strategy NAME",
    ),
    "solve scores for points": (("solve", "fill_or_bust", "--at", "5,5"), "--at", "--for turn"),
    "solve a score below the floor": (
        ("solve", "fill_or_bust", *("--for", "win", "--at", "0,-50"), *SOLVABLE),
        "score = -50",
        "multiples of 50 from 0",
    ),
    "solve a step": (
        ("solve", "fill_or_bust", *("--for", "win", "--step", 70), *SOLVABLE),
        "step = 70",
        "multiples of 50",
    ),
    "solo of another game": (("solo", "crumbs", "greedy"), "solo crumbs", "fillsim play crumbs"),
    "section": (("report", "--only", "oddz"), "oddz", "'odds'"),
    "another game's section": (
        ("report", "crumbs", "--only", "odds"),
        "unknown section of crumbs 'odds'",
        "orders",
    ),
    "variant": (("variant", *PLAY[1:]), "--against", "--change"),
    "position": (("advise", "fill_or_bust", "--card", "x", "--roll", "1"), "card 'x'", "bonus300"),
    "faces": (("advise", "fill_or_bust", "--card", "x", "--roll", "1,a"), "--roll", "1,5,5"),
    "roll without card": (("advise", "fill_or_bust", "--roll", "1"), "--roll 1", "--card"),
    "no advice": (("advise", "crumbs"), "crumbs has no advice", "fill_or_bust"),
    "one score": (("advise", "fill_or_bust", "--score", 50), "one score only", "--other"),
    "score": (
        ("advise", "fill_or_bust", "--score", 70, "--other", 0, "--set", "goal=200"),
        "score = 70",
        "multiples of 50 from 0 to below the goal of 200",
    ),
    "dice of a roll": (
        ("advise", "fill_or_bust", "--card", "bonus300", "--roll", "1,2", "--dice", 3),
        "--dice 3",
        "the same number",
    ),
    "dice in hand": (("advise", "fill_or_bust", "--dice", 3), "3 dice and no card", "--card"),
    "nothing at risk": (
        ("advise", "fill_or_bust", "--card", "bonus300", "--dice", 3),
        "at_risk = 0",
        "at least what the dice set aside score",
    ),
    "a leader's Vengeance": (
        (*LEADING, "--card", "vengeance", "--set", "goal=200"),
        "a sole leader",
        "allowed",
    ),
    "scores": (("solve", "fill_or_bust", "--at", "4500"), "--at 4500", "4500,5000"),
    "deck": (("solve", "fill_or_bust", "--for", "win"), "deck", "independent"),
    "margin": (("compare", *PLAY[1:], "--margin", 0), "margin", "above 0"),
    "margin of pairs": (("tournament", *PLAY[1:], "--margin", 0), "margin", "above 0"),
}


@pytest.mark.parametrize("name", WRONG)
def test_one_line_and_exit_2(fillsim, name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    arguments, what, allowed = WRONG[name]
    seed = () if "--seed" in arguments else ("--seed", 1)
    answer = fillsim(*arguments, *(seed if len(arguments) > 1 else ()))
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1, answer.err
    assert answer.err.startswith("error: ")
    assert what in answer.err
    assert allowed in answer.err
    assert list(tmp_path.iterdir()) == []


def test_a_deck_without_a_scoring_card(fillsim):
    cards = ("bonus300", "bonus400", "bonus500", "double_trouble", "fill1000", "must_bust")
    changes = [part for card in cards for part in ("--set", f"cards.{card}=0")]
    answer = fillsim(*PLAY, *changes, "--seed", 1)
    assert answer.code == 2
    assert "no scoring card" in answer.err


def test_a_rules_file_that_is_not_toml(fillsim, tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text("goal = = 3", "utf-8")
    answer = fillsim(*PLAY, "--rules", file, "--seed", 1)
    assert answer.code == 2
    assert str(file) in answer.err
    assert answer.err.count("\n") == 1


HEAD = """
from strategies.registry import strategy

@strategy(game="fill_or_bust", name="{name}", tier=1)
def {name}(view):
"""

FAULTY = {
    "too_far": ("    return view.n_options + 5\n", "does not exist"),
    "divides_by_nothing": (
        "    return 1 // (view.n_options - view.n_options)\n",
        "ZeroDivisionError",
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_failing_strategy_exits_1_with_the_replay_command(fillsim, tmp_path, name):
    body, what = FAULTY[name]
    file = tmp_path / f"{name}.py"
    file.write_text(HEAD.format(name=name) + body, "utf-8")
    play = ("play", "fill_or_bust", "random", name)
    answer = fillsim(*play, "--strategies", file, "--games", 20, "--seed", 1, "--workers", 1)
    assert answer.code == 1
    assert answer.err.count("\n") == 1
    assert name in answer.err
    assert what in answer.err
    assert "fillsim replay fill_or_bust" in answer.err


def test_a_strategy_that_fails_late_keeps_what_was_counted(fillsim, tmp_path):
    file = tmp_path / "late.py"
    body = "    if view.rng.block > 1500:\n        return -1\n    return 0\n"
    file.write_text(HEAD.format(name="fails_late") + body, "utf-8")
    answer = fillsim(
        "play", "fill_or_bust", "random", "fails_late", "--strategies", file, "--games", 20_000,
        "--seed", 1, "--workers", 1, "--format", "json",
    )  # fmt: skip
    assert answer.code == 1
    assert "block 1501" in answer.err
    assert 1000 < answer.json["games"] <= 3002
    assert answer.json["is_complete"] is False


@pytest.mark.parametrize(
    ("text", "what"),
    [("def broken(:\n", "line 1"), ("x = 1 / 0\n", "ZeroDivisionError"), ("x = 1\n", "registers")],
)
def test_a_strategy_file_that_cannot_be_read(fillsim, tmp_path, text, what):
    file = tmp_path / "mine.py"
    file.write_text(text, "utf-8")
    answer = fillsim(*PLAY, "--strategies", file, "--seed", 1)
    assert answer.code == 2
    assert str(file) in answer.err
    assert what in answer.err
    assert answer.err.count("\n") == 1


def test_a_folder_that_cannot_be_written_stops_the_report_before_it_works(fillsim, tmp_path):
    file = tmp_path / "report"
    file.write_text("in the way", "utf-8")
    answer = fillsim("report", "--out", file, "--seed", 1)
    assert answer.code == 2
    assert "is a file" in answer.err
    assert file.read_text("utf-8") == "in the way"
    assert list(tmp_path.iterdir()) == [file]
