"""``fillsim solo`` and the solo sections of the report."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from reports.cli import run
from reports.sections.filler import SECTIONS

SMALL = ("--games", 60, "--ensemble", 0, "--seed", 7, "--workers", 1)
ROW = {
    *("personality", "strategy", "win_rate", "low", "high", "draw_rate"),
    *("score_mean", "chef_score_mean", "score_diff_mean", "days_mean"),
}
SIX = (
    *("The Prodigy", "The Early Bird", "The Collector"),
    *("The Rival", "The Hustler", "The Showstopper"),
)
SOLO_SECTIONS, SOLO_CHARTS = ("solo", "solo-scores"), 4


def test_rows_have_a_personality_and_a_strategy_each(fillsim) -> None:
    answer = fillsim("solo", *SMALL, "--format", "json")
    assert answer.code == 0, answer.err
    rows = answer.json["rows"]
    assert all(set(row) >= ROW for row in rows)
    assert {(row["personality"], row["strategy"]) for row in rows} == {
        (name, strategy) for name in SIX for strategy in ("random", "greedy", "tuned")
    }
    assert all(row["low"] <= row["win_rate"] <= row["high"] for row in rows)
    assert answer.json["rules"]["notice"]


def test_one_personality_and_one_strategy(fillsim) -> None:
    named = ("--personality", "The Rival", "--personality", "The Hustler")
    many = fillsim("solo", "greedy", *named, *SMALL, "--format", "json").json["rows"]
    assert sorted(row["personality"] for row in many) == ["The Hustler", "The Rival"]
    one = fillsim("solo", "greedy", *named[:2], *SMALL)
    assert one.code == 0
    assert "of the games against The Rival" in one.out
    by_rules = fillsim(
        "solo", "greedy", "--set", "personality=The Rival", *SMALL, "--format", "json"
    )
    (row,) = by_rules.json["rows"]
    assert row == next(it for it in many if it["personality"] == "The Rival") | {
        "difficulty_rank": 1,
        "rank_from": 1,
        "rank_to": 1,
    }


def test_the_game_may_be_named_as_in_other_commands(fillsim) -> None:
    asked = ("greedy", *SMALL, "--format", "json")
    assert fillsim("solo", "filler", *asked).json == fillsim("solo", *asked).json


def test_the_table_says_what_the_cards_are_and_what_was_found(fillsim) -> None:
    answer = fillsim("solo", "random", "greedy", *SMALL[:2], "--ensemble", 2, *SMALL[4:])
    assert answer.code == 0, answer.err
    assert answer.out.count("not the printed ones") == 1
    for words in ("Hardest for greedy (tier 1)", "Pairs, for greedy", "Over 2 generated decks"):
        assert words in answer.out
    assert max(len(line) for line in answer.out.split("\n\nWhat greedy")[0].split("\n")[3:]) <= 110


def test_a_designers_personality_is_played(fillsim, tmp_path: Path) -> None:
    (tmp_path / "personalities.toml").write_text(
        '[[personality]]\nname = "The Miser"\npicks = ["fewest_points"]\nrules = {}\n', "utf-8"
    )
    own = ("--set", f"components={tmp_path}")
    answer = fillsim(
        "solo", "greedy", *own, *SMALL[:2], "--ensemble", 1, *SMALL[4:], "--format", "json"
    )
    assert answer.code == 0, answer.err
    assert [row["personality"] for row in answer.json["rows"]] == ["The Miser"]
    (part,) = answer.json["parts"]
    assert part["rule_diff"] == 0.0
    refused = fillsim("solo", "greedy", *own, "--personality", "The Rival", *SMALL)
    assert refused.code == 2
    assert "The Miser" in refused.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--personality", "The Rivel"), ("unknown personality 'The Rivel'", "The Rival")),
        (("nobody",), ("unknown strategy of filler 'nobody'", "fillsim list filler")),
        (("--margin", "0"), ("margin = 0", "allowed: above 0")),
        (("search", "--search-games", "0"), ("no strategy to play", "games for those of tier 3")),
        (("--set", "personality_picks=mosst"), ("mosst", "most_points")),
        (("--ensemble", "-1"), ("-1", "0 or more")),
    ],
)
def test_bad_input_is_told_in_one_line(fillsim, arguments, words) -> None:
    answer = fillsim("solo", *SMALL, *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert len(answer.err.strip().splitlines()) == 1
    assert all(word in answer.err for word in words)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filler") / "report"
    only = [word for name in SOLO_SECTIONS for word in ("--only", name)]
    small = ("--games", "300", "--seed", "7", "--out", str(folder))
    assert run(["report", "filler", *only, *small]) == 0
    return folder


def test_the_sections_are_on_the_page_with_their_charts(report: Path) -> None:
    assert set(SOLO_SECTIONS) <= set(SECTIONS)
    page = (report / "index.html").read_text("utf-8")
    assert page.count("The same numbers again:") == len(SOLO_SECTIONS)
    assert "not the printed ones" in page
    pictures = sorted(path.stem for path in (report / "charts").glob("*.png"))
    assert len(pictures) == SOLO_CHARTS
    for name in pictures:
        assert (report / "charts" / f"{name}.png").stat().st_size > 5_000
        assert len(pd.read_csv(report / "data" / f"{name}.csv")) > 0


def test_the_command_of_the_section_gives_the_same_rows(report: Path, fillsim) -> None:
    drawn = pd.read_csv(report / "data" / "filler-solo-matrix.csv")
    again = ("--games", 60, "--ensemble", 0, "--seed", 7, "--format", "json")
    rows = pd.DataFrame(fillsim("solo", *again).json["rows"])
    assert rows["win_rate"].tolist() == pytest.approx(drawn["win_rate"].tolist())
