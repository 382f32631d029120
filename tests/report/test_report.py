"""The report: it builds, its links resolve, nothing is missing, and the seed decides it all."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

from reports.cli import run
from reports.sections.fill_or_bust import SECTIONS

CHARTS = 16
"""Bust odds, card values, stop thresholds, turn points, win matrix, seats, two of switches,
four of field and character, and four of the win: values, thresholds, costs, switches."""

BUILD = ("report", "fill_or_bust", "--games", "200", "--seed", "7", "--out")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "report"
    assert run([*BUILD, str(folder)]) == 0
    return folder


class Page(HTMLParser):
    """Collects ids, links, loads and visible text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif tag == "a" and name == "href":
                self.links.append(value or "")
            elif name in ("src", "srcset") or (tag == "link" and name == "href"):
                self.loads.append(value or "")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def page(report: Path) -> Page:
    return Page((report / "index.html").read_text("utf-8"))


def test_nothing_is_left_beside_the_folder(report):
    assert [entry.name for entry in report.parent.iterdir()] == ["report"]


def test_every_section_is_there_with_its_finding_and_command(page):
    text = " ".join(page.texts)
    for name in SECTIONS:
        assert f"fill_or_bust-{name}" in page.ids
    assert text.count("The same numbers again:") == len(SECTIONS)
    assert text.count("--seed 7 --games 200") >= len(SECTIONS) - 2


def test_ids_are_unique(page):
    assert len(page.ids) == len(set(page.ids))


def test_links_resolve(report, page):
    assert page.links
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids
        else:
            assert (report / link).is_file()


def test_the_page_loads_nothing(report, page):
    assert page.loads == []
    text = (report / "index.html").read_text("utf-8")
    assert not re.search(r"@import|url\((?!#)|<script|<iframe", text)
    assert set(re.findall(r"https?://[^\"' )<]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_no_nan_on_the_page(page):
    words = re.findall(r"[a-z<>]+", " ".join(page.texts).lower())
    assert not {"nan", "none", "<na>", "inf", "nat"} & set(words) - {"none"}


def test_every_chart_has_pictures_and_data(report):
    pictures = sorted(path.stem for path in (report / "charts").glob("*.svg"))
    assert len(pictures) == CHARTS
    for name in pictures:
        assert (report / "charts" / f"{name}.png").stat().st_size > 5_000
        tidy = pd.read_csv(report / "data" / f"{name}.csv")
        same = pd.read_parquet(report / "data" / f"{name}.parquet")
        assert list(tidy.columns) == list(same.columns)
        assert len(tidy) == len(same) > 0


def test_summary_repeats_the_findings(report, page):
    text = " ".join(" ".join(page.texts).split())
    assert text.count("A roll of 6 dice busts 3.1 % of the time") == 2


def test_the_same_seed_gives_the_same_bytes(report, tmp_path):
    only = ["--only", "seats", "--only", "cards"]
    folders = [tmp_path / name for name in ("one", "two")]
    for folder, workers in zip(folders, ("1", "2"), strict=True):
        assert run([*BUILD, str(folder), *only, "--workers", workers]) == 0
    first, second = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
        for folder in folders
    )
    assert first == second
    seats = Path("data/fill_or_bust-seat-advantage.csv")
    assert first[seats] == (report / seats).read_bytes()


def test_an_old_report_is_replaced_and_other_files_stay(tmp_path):
    (tmp_path / "index.html").write_text("old", "utf-8")
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    assert run([*BUILD, str(tmp_path), "--only", "cards"]) == 0
    assert "What is each card worth?" in (tmp_path / "index.html").read_text("utf-8")
    assert (tmp_path / "mine.txt").read_text("utf-8") == "mine"


def test_the_command_lists_what_it_found(fillsim, tmp_path):
    answer = fillsim(*BUILD, tmp_path / "new", "--only", "stops", "--format", "json")
    assert answer.code == 0
    (section,) = answer.json["sections"]
    assert section["section"] == "stops"
    assert section["finding"] in (tmp_path / "new" / "index.html").read_text("utf-8")
