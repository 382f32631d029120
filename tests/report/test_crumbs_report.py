"""The report of Crumbs!: charts and notices; solve, calibrate and deck as a user types them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from analyses.crumbs.games import RECONSTRUCTION
from reports.cli import run
from reports.sections.crumbs import SECTIONS

BUILT = ("wins", "losses", "slack", "quirks")
"""Sections that take a second; the others search or solve for longer."""

CHARTS = {"wins-by-rating", "causes", "slack", "quirk-costs"}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "report"
    only = [word for name in BUILT for word in ("--only", name)]
    build = ("report", "crumbs", "--games", "100", "--seed", "7", "--out", str(folder))
    assert run([*build, *only]) == 0
    return folder


def test_every_section_has_a_name() -> None:
    assert set(BUILT) < set(SECTIONS)
    assert {"together", "regret", "orders", "decks"} < set(SECTIONS)


def test_charts_with_pictures_and_data(report: Path) -> None:
    found = {path.stem.removeprefix("crumbs-") for path in (report / "charts").glob("*.svg")}
    assert found == CHARTS
    for name in found:
        assert (report / "charts" / f"crumbs-{name}.png").stat().st_size > 5_000
        assert len(pd.read_csv(report / "data" / f"crumbs-{name}.csv")) > 0


def test_every_section_says_that_the_cards_are_a_reconstruction(report: Path) -> None:
    page = (report / "index.html").read_text("utf-8")
    assert page.count(RECONSTRUCTION) == len(BUILT)
    assert "the best play wins 100.00 % of the deals" in page


def test_solve_a_chosen_queue(fillsim):
    chosen = ("--set", "queue=ham-1+ham-2+egg-2")
    answer = fillsim("solve", "crumbs", "--for", "queue", *chosen, "--format", "json")
    assert answer.code == 0
    assert answer.json["is_winnable"] is True
    assert len(answer.json["line"]) > 10
    assert answer.json["notice"] == RECONSTRUCTION
    told = fillsim("replay", "crumbs", "solved", *chosen, "--seed", 1)
    assert told.code == 0


WRONG = {
    "aim": (("solve", "crumbs", "--for", "hiden"), "hiden", "'hidden'"),
    "no queue": (("solve", "crumbs", "--for", "queue"), "queue = []", "3 chosen orders"),
    "three of a filling": (
        ("solve", "crumbs", "--set", "queue=ham-1+ham-2+ham-3"), "ham-1", "at most two orders",
    ),
    "unknown order": (("solve", "crumbs", "--set", "queue=ham-1+ham-2+tea"), "tea", "ham"),
    "quirks": (
        ("solve", "crumbs", "--for", "queues", "--rules", "quirky"), "quirks", "--for hidden",
    ),
    "scores": (("solve", "crumbs", "--at", "1,2"), "--at", "hidden"),
    "no calibration": (("calibrate", "fill_or_bust", "--seed", 1), "calibrations", "fill_or_bust"),
    "no orders": (("deck", "crumbs", "--from", "nowhere.toml"), "nowhere.toml", "TOML"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_one_line_and_exit_2(fillsim, name):
    arguments, what, allowed = WRONG[name]
    answer = fillsim(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1, answer.err
    assert what in answer.err
    assert allowed in answer.err


def test_a_generated_deck_is_written_and_read_again(fillsim, tmp_path):
    made = fillsim("deck", "crumbs", "--seed", 7, "--to", tmp_path / "mine", "--format", "json")
    assert made.code == 0
    again = fillsim("deck", "crumbs", "--from", tmp_path / "mine", "--format", "json")
    assert again.json["orders"] == made.json["orders"]
    assert again.json["broken"] == []
    orders = tmp_path / "mine" / "orders.toml"
    played = fillsim(
        "play", "crumbs", "greedy", "--set", f"orders={orders}", "--games", 50, "--seed", 1
    )
    assert played.code == 0


def test_a_wrong_order_names_file_line_value_and_what_is_allowed(fillsim, tmp_path):
    fillsim("deck", "crumbs", "--seed", 7, "--to", tmp_path / "mine")
    orders = tmp_path / "mine" / "orders.toml"
    text = orders.read_text("utf-8")
    line = text.splitlines().index("difficulty = 2") + 1
    orders.write_text(text.replace("difficulty = 2", "difficulty = 7", 1), "utf-8")
    answer = fillsim("play", "crumbs", "greedy", "--set", f"orders={orders}", "--seed", 1)
    assert answer.code == 2
    assert f"{orders}:{line}: difficulty = 7; allowed: 2 | 3 | 4" in answer.err
