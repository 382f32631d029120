"""``fillsim deck``: components that are written, edited, read again, and played with."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from simcore.filler.component_files import FILES, load_components
from simcore.filler.generator import reconstruct
from tests.rules.filler_files import GOOD, write_files


def test_a_generated_deck_is_written_whole(fillsim, tmp_path):
    folder = tmp_path / "my" / "cards"
    answer = fillsim("deck", "filler", "--seed", 7, "--to", folder)
    assert answer.code == 0
    assert answer.err == f"written to {folder}\n"
    assert "from seed 7" in answer.out
    assert "not the printed ones" in answer.out
    assert load_components(folder) == replace(reconstruct(7), name=str(folder))
    assert sorted(path.name for path in folder.parent.rglob("*")) == sorted([*FILES, "cards"])


def test_an_edited_deck_is_read_and_written_again(fillsim, tmp_path):
    fillsim("deck", "filler", "--from", "shipped", "--to", tmp_path / "mine")
    recipes = tmp_path / "mine" / "recipes.csv"
    text = recipes.read_text("utf-8").replace("Custard Tart", "Custard Pie")
    recipes.write_text(text.replace("7:13", "6:23"), "utf-8")
    answer = fillsim("deck", "filler", "--from", tmp_path / "mine", "--format", "json")
    assert answer.code == 0
    rows = {row["constraint"]: row for row in answer.json["rows"]}
    assert rows["different times"]["found"] == "72"
    assert [row["n_met"] for row in rows.values()].count(0) == 1
    assert answer.json["seed"] is None
    assert answer.err.startswith(f"warning: {recipes}:3: time = '6:23' stands in {recipes}:2 too")


def test_what_a_folder_lacks_is_said(fillsim, tmp_path):
    fillsim("deck", "filler", "--from", "shipped", "--to", tmp_path / "mine")
    (tmp_path / "mine" / "chefs.csv").unlink()
    answer = fillsim("deck", "filler", "--from", tmp_path / "mine")
    assert "has no chefs.csv: the shipped one is used" in answer.err


@pytest.mark.parametrize("command", ["play", "compare"])
def test_the_notice_stands_once_above_what_rests_on_the_cards(fillsim, tmp_path, command):
    game = (command, "filler", "random", "random", "--seed", 1, "--games", 2)
    notice = load_components().notice
    shown = fillsim(*game).out
    assert shown.count(notice) == 1
    assert shown.index(notice) < 300
    told = fillsim(*game, "--format", "json").json
    assert notice in (told.get("notice"), told.get("rules", {}).get("notice"))
    fillsim("deck", "filler", "--from", "shipped", "--to", tmp_path / "mine")
    fillings = tmp_path / "mine" / "fillings.toml"
    lines = fillings.read_text("utf-8").splitlines(keepends=True)
    fillings.write_text("".join(line for line in lines if "notice" not in line), "utf-8")
    own = fillsim(*game, "--set", f"components='{tmp_path / 'mine'}'").out
    assert own
    assert "reconstruction" not in own


def test_warnings_reach_who_plays_with_a_folder(fillsim, tmp_path):
    fillsim("deck", "filler", "--from", "shipped", "--to", tmp_path / "mine")
    game = ("play", "filler", "random", "random", "--games", 2, "--seed", 1)
    assert fillsim(*game).err == ""
    (tmp_path / "mine" / "chefs.csv").unlink()
    answer = fillsim(*game, "--set", f"components='{tmp_path / 'mine'}'")
    assert answer.code == 0
    assert answer.err == f"warning: {tmp_path / 'mine'} has no chefs.csv: the shipped one is used\n"


def test_an_ensemble_counts_on_from_its_seed(fillsim):
    answer = fillsim("deck", "filler", "--seed", 3, "--decks", 4, "--format", "json")
    assert answer.json["decks"] == 4
    assert all(row["n_met"] == 4 for row in answer.json["rows"])
    assert len(answer.json["rows"]) == 22
    alone = [
        fillsim("deck", "filler", "--seed", seed, "--format", "json").json["rows"][10]["lowest"]
        for seed in (3, 4, 5, 6)
    ]
    row = answer.json["rows"][10]
    assert row["constraint"] == "time and usefulness, Spearman"
    assert (row["lowest"], row["highest"]) == (min(alone), max(alone))


def test_csv_has_every_column(fillsim):
    answer = fillsim("deck", "filler", "--seed", 3, "--format", "csv")
    header = next(csv.reader(answer.out.splitlines()))
    assert header[:4] == ["game", "cards", "constraint", "allowed"]
    assert {"found", "n_decks", "n_met", "is_met", "lowest", "highest"} <= set(header)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("filler", "--from", "nowhere"), "components nowhere do not exist; allowed: shipped, gen"),
        (("filler", "--decks", 0), "1 or more"),
        (("fill_or_bust",), "fill_or_bust has no decks yet"),
        (("fillre",), "did you mean 'filler'?"),
        (("filler", "--seed", 1, "--to", "notes.txt"), "notes.txt is a file; allowed: a folder"),
    ],
)
def test_wrong_use_takes_one_line(fillsim, arguments, what, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    answer = fillsim("deck", *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert what in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_mistake_in_a_file_takes_one_line(fillsim, tmp_path):
    folder = write_files(tmp_path, {**GOOD, "chefs.csv": GOOD["chefs.csv"].replace("coin", "gem")})
    answer = fillsim("deck", "filler", "--from", folder)
    assert answer.code == 2
    expected = f"error: {folder}/chefs.csv:5: points = 'gem'; allowed: star | coin | trophy"
    assert answer.err.startswith(expected)


def test_written_cards_are_played_with(fillsim, tmp_path):
    folder = tmp_path / "mine"
    fillsim("deck", "filler", "--from", "shipped", "--to", folder)
    game = ("play", "filler", "random", "random", "--games", 20, "--seed", 1, "--format", "json")
    shipped = fillsim(*game).json
    mine = fillsim(*game, "--set", f"components='{folder}'").json
    assert mine["seats"] == shipped["seats"]
    other = tmp_path / "other"
    fillsim("deck", "filler", "--seed", 7, "--to", other)
    assert fillsim(*game, "--set", f"components='{other}'").json["seats"] != shipped["seats"]


def test_a_deck_too_small_is_refused_before_any_game(fillsim, tmp_path):
    folder = write_files(tmp_path, GOOD)
    answer = fillsim(
        *("play", "filler", "random", "random", "--games", 10, "--seed", 1),
        *("--set", f"components='{folder}'"),
    )
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err == (
        f"error: components '{folder}': 2 standard recipes for 2 players; allowed: at least 20, 10 "
        "for each player (the advanced deck would add 1)\n"
    )
