"""Filler's balance on the command line and in the report."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.text import Text

from reports.charts import theme
from reports.charts.labels import name_points
from reports.cli import run
from reports.sections.filler_cards import CARD_SECTIONS
from reports.sections.filler_play import PLAY_SECTIONS
from simcore.filler.rules import load_rules

SMALL = ("filler", "greedy", "--games", 60, "--seed", 7, "--workers", 1, "--told", 5)
SECTIONS = {**PLAY_SECTIONS, **CARD_SECTIONS}
TOPICS = ("length", "chefs", "early", "cards", "advanced")


def test_all_topics_in_one_document(fillsim) -> None:
    found = fillsim("balance", *SMALL, "--players", 2, "--format", "json").json
    assert set(TOPICS) <= set(found)
    assert found["games"] == 60
    assert found["rules"]["notice"] == load_rules().notice
    cards = found["cards"]["cards"]
    assert len(cards) == 50
    assert {"taken_rate", "taker_edge", "p_holm", "stands_out"} <= set(cards[0])
    assert [row["order_place"] for row in found["early"]["places"]] == [0, 1]
    assert {row["question"] for row in found["advanced"]["changes"]} == {
        "advanced deck",
        "arrive early",
        "bad batch",
    }


def test_one_topic_as_csv(fillsim) -> None:
    asked = ("--about", "cards", "--players", 2, "--set", "advanced=true", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(fillsim("balance", *SMALL, *asked).out)))
    assert len(rows) == 60
    assert rows[0]["game"] == "filler"
    edges = [float(row["taker_edge"]) for row in rows if row["taker_edge"]]
    assert edges == sorted(edges, reverse=True)


def test_the_notice_stands_above_the_tables(fillsim) -> None:
    answer = fillsim("balance", *SMALL, "--about", "length")
    assert load_rules().notice in answer.out
    assert "nan" not in answer.out


def test_decks_are_a_topic_where_they_are_asked_for(fillsim) -> None:
    asked = ("--about", "decks", "--ensemble", 2, "--format", "json")
    assert fillsim("balance", *SMALL, *asked).json["decks"]["findings"]
    refused = fillsim("balance", *SMALL, "--about", "decks")
    assert refused.code == 2
    assert "topic 'decks'" in refused.err


def test_what_is_not_there_is_refused(fillsim) -> None:
    assert "fillit has no balances yet" in fillsim("balance", "fillit").err
    assert "margin = 0" in fillsim("balance", *SMALL, "--about", "chefs", "--margin", 0).err


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filler") / "report"
    only = [word for name in SECTIONS for word in ("--only", name)]
    asked = ["report", "filler", "--games", "200", "--seed", "7", "--out", str(folder), *only]
    assert run(asked) == 0
    return folder


def test_sections_and_charts(report: Path) -> None:
    page = (report / "index.html").read_text("utf-8")
    assert all(f'id="filler-{name}"' in page for name in SECTIONS)
    charts = {chart.stem for chart in (report / "charts").glob("*.svg")}
    assert charts == {
        f"filler-{name}" for name in ("game-length", "chef-sets", "order-points", "cards")
    }
    assert "nan" not in re.sub(r"<[^>]*>", " ", page).lower().split()
    notices = page.replace("&#39;", "'").count(load_rules().notice)
    assert notices >= len(SECTIONS)


def test_every_card_is_on_the_chart(report: Path) -> None:
    frame = pd.read_csv(report / "data" / "filler-cards.csv")
    recipes = load_rules().components.recipes
    assert set(frame["card"]) == {recipe.name for recipe in recipes}
    assert frame["card"].is_unique


def boxes(ax: Axes) -> list[tuple[float, float, float, float]]:
    theme.png(ax)  # draws it
    drawn = [Text.get_window_extent(text) for text in ax.texts]  # without its line
    return [(box.x0, box.y0, box.x1, box.y1) for box in drawn]


def test_names_beside_points_do_not_overlap() -> None:
    points = [(0.5, 0.5), (0.52, 0.51), (0.5, 0.53), (0.97, 0.5)]
    with theme.new_axes() as ax:
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1)
        name_points(ax, points, {f"Some long name {k}": k for k in range(4)})
        found = boxes(ax)
        edge = ax.get_window_extent()
    assert len(found) == 4
    for i, one in enumerate(found):
        assert one[0] > edge.x0
        assert one[2] < edge.x1 + 5
        for other in found[i + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0]
            assert apart or one[3] <= other[1] or other[3] <= one[1]
