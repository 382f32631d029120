"""Fillit's report, drawn boards, layouts and speed on the command line."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pandas as pd
import pytest

from reports.cli import run
from reports.sections.fillit import SECTIONS
from simcore.fillit.layouts import RECONSTRUCTION

CHARTS = 8
"""Seats, layouts, lengths, lead, stone moves, cells, ladder."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fillit") / "report"
    assert run(["report", "fillit", "--games", "100", "--seed", "7", "--out", str(folder)]) == 0
    return folder


def test_sections_and_charts(report: Path) -> None:
    page = (report / "index.html").read_text("utf-8")
    assert all(f'id="fillit-{name}"' in page for name in SECTIONS)
    charts = list((report / "charts").glob("fillit-*.svg"))
    assert len(charts) == len(list((report / "charts").glob("fillit-*.png"))) == CHARTS
    for chart in charts:
        assert (report / "data" / f"{chart.stem}.csv").exists()
    assert "nan" not in re.sub(r"<[^>]*>", " ", page).lower().split()


def test_the_notice_is_there(report: Path) -> None:
    page = (report / "index.html").read_text("utf-8").replace("&#39;", "'")
    assert RECONSTRUCTION in page
    assert "first-player edge is therefore no finding" in page.replace("\n", " ")


def test_hexagons_for_every_cell_of_every_map(report: Path) -> None:
    frame = pd.read_csv(report / "data" / "fillit-cells.csv")
    assert frame.groupby("map").size().to_dict() == {"visited": 60, "chipped": 60, "blocked": 60}
    assert frame["cell_rate"].between(0, 1).all()


def test_boards_of_a_replay(fillsim, tmp_path: Path) -> None:
    replay = ("replay", "fillit", "greedy", "tuned", "greedy", "tuned", "--rules", "2v2")
    answer = fillsim(*replay, "--seed", 4, "--draw", tmp_path / "boards")
    assert answer.code == 0, answer.err
    document = fillsim(*replay, "--seed", 4, "--format", "json").json
    orders = [turn["order"] for turn in document["turns"]]
    turns = len(orders)
    drawn = sorted((tmp_path / "boards").glob("turn-*.svg"))
    assert len(drawn) == turns + 1
    page = (tmp_path / "boards" / "index.html").read_text("utf-8")
    assert page.count("<svg") == page.count('class="step"') == turns + 1
    assert not re.search(r'(src|href)="', page)
    for number, file in enumerate(drawn):
        svg = ET.parse(file).getroot()
        space = "{http://www.w3.org/2000/svg}"
        assert len(svg.findall(f"{space}polygon")) == 61
        assert len(svg.findall(f"{space}rect")) == 1 + 8
        moves = 0 if number == 0 else len(orders[number - 1])
        assert len(svg.findall(f"{space}line")) == moves
    assert " and " in answer.out.splitlines()[-1]


def test_games_without_boards_say_so(fillsim, tmp_path: Path) -> None:
    answer = fillsim("replay", "fill_or_bust", "random", "random", "--draw", tmp_path / "boards")
    assert answer.code == 2
    assert "fill_or_bust has no drawings yet" in answer.err
    assert not (tmp_path / "boards").exists()


def test_layouts_are_made_read_and_played(fillsim, tmp_path: Path) -> None:
    made = fillsim("deck", "fillit", "--seed", 5, "--to", tmp_path, "--format", "json")
    assert made.code == 0, made.err
    assert [one["config"] for one in made.json["layouts"]] == ["2p", "3p", "2v2", "mini2", "mini3"]
    read = fillsim("deck", "fillit", "--from", tmp_path, "--format", "json").json
    key = ("config", "name")
    both = [
        sorted(found["layouts"], key=lambda one: [one[k] for k in key])
        for found in (made.json, read)
    ]
    assert both[0] == both[1]
    file = tmp_path / "mini2_random_5.toml"
    small = ("--rules", "mini2", "--games", 60, "--seed", 1, "--format", "json")
    from_file, by_name = (
        fillsim("play", "fillit", "greedy", "random", "--set", f"layout={layout}", *small).json
        for layout in (file, "random:5")
    )
    assert from_file["strategies"] == by_name["strategies"]
    file.write_text(file.read_text("utf-8").replace("[[", "[[0, 0], [", 1), "utf-8")
    refused = fillsim("deck", "fillit", "--from", file)
    assert refused.code == 2
    assert "mini2_random_5.toml, line 3" in refused.err
    assert fillsim("deck", "fillit", "--from", "shipped").out.count("random") == 0
    assert fillsim("deck", "fillit", "--from", tmp_path / "none.toml").code == 2


def test_results_on_shipped_layouts_carry_the_notice(fillsim) -> None:
    small = ("fillit", "greedy", "random", "--games", 20, "--seed", 1)
    assert RECONSTRUCTION in fillsim("play", *small).out
    assert RECONSTRUCTION in fillsim("play", *small, "--format", "json").json["rules"]["notice"]
    assert RECONSTRUCTION in fillsim("replay", *small[:3], "--seed", 1).out
    drawn = fillsim("play", *small, "--set", "layout=random:1")
    assert "reconstruction" not in drawn.out


def test_solve_tells_the_exact_start(fillsim) -> None:
    tiny = ("--set", "config=tiny2", "--set", "layout=random:1", "--set", "chips=5")
    (start,) = fillsim("solve", "fillit", *tiny, "--format", "json").json["starts"]
    assert (start["win_in"], start["search_agrees"]) == (5, "yes")
    assert fillsim("solve", "fillit", "--rules", "3p").code == 2


def test_bench_counts_positions_of_search(fillsim) -> None:
    games = ("--games", 20, "--seed", 1, "--workers", 1, "--format", "json")
    one = fillsim("bench", "fillit", "alphabeta(1)", "alphabeta(1)", *games).json
    # One turn ahead nothing is looked at but the position itself.
    assert one["nodes_per_s"] == pytest.approx(one["turns_per_s"])
    assert fillsim("bench", "fillit", "greedy", "random", *games).json["nodes_per_s"] is None
