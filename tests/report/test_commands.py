"""Every command: its JSON fields, its CSV, and numbers known from elsewhere."""

from __future__ import annotations

import csv
import io
import subprocess
import sys

import pyarrow.parquet as pq
import pytest

from reports.cli import app

SMALL = ("--games", 200, "--seed", 7, "--workers", 1)
PAIR = ("fill_or_bust", "stop_at(300)", "stop_at(500)")
SHORT = ("fill_or_bust", "--set", "goal=600")
EXACT = (*SHORT, "--set", "deck=independent")
OTHER = ("--strategy", "never_stop")

WITH_JSON = {
    "list": (),
    "list fill_or_bust": ("fill_or_bust",),
    "explain": ("fill_or_bust", "stop_at(350)"),
    "glossary": ("worth", "saved"),
    "bust-odds": (),
    "solve": ("fill_or_bust",),
    "solve for the win": (*EXACT, "--for", "win", "--at", "300,500", "--step", 100),
    "solve below zero": (*EXACT, "--set", "score_floor=-50", "--for", "win", "--at", "-50,100"),
    "solve a pair": (*EXACT, "--for", "pair", "--strategy", "stop_at(300)", *OTHER),
    "solve for a reply": (*EXACT, "--for", "reply", *OTHER),
    "advise": ("fill_or_bust", "--card", "bonus300", "--roll", "1,1,5,2,3,4"),
    "advise for the win": (*SHORT, "--at-risk", 450, "--score", 100, "--other", 300),
    "play": PAIR,
    "compare": PAIR,
    "tournament": ("fill_or_bust", "random", "stop_at(300)", "never_stop"),
    "field": ("fill_or_bust", "random", "stop_at(300)", "--resamples", 20),
    "character": ("fill_or_bust",),
    "variant": (*PAIR, "--change", "goal=3000"),
    "variant fill_or_bust": ("fill_or_bust", "--against", "bowman1999", "--set", "goal=2000"),
    "sweep": ("fill_or_bust", "stop_at(300|400)"),
    "gate": ("tests/report/easy_gate.toml",),
    "tune": ("fill_or_bust", "stop_at(200..600)", "--rounds", 2),
    "seats": ("fill_or_bust", "stop_at(300)", "--players", 2, "--players", 3),
    "replay": PAIR,
    "bench": ("fill_or_bust",),
    "deck": ("filler",),
    "calibrate": ("crumbs",),
    "balance": ("filler", "greedy", "--players", 2, "--told", 5),
    "solo": ("random", "greedy", "--ensemble", 2),
}

FIELDS = {
    "list": {"games"},
    "list fill_or_bust": {"game", "strategies"},
    "explain": {"game", "strategy", "tier", "params", "text", "source"},
    "glossary": {"columns"},
    "bust-odds": {"game", "seed", "games", "rules", "version", "rows"},
    "solve": {"fill_probability", "must_bust", "turn_value", "card_value", "stop_threshold"},
    "solve for the win": {
        "first_player_win_probability",
        "residual",
        "sweeps",
        "seconds",
        "value",
        "stop_threshold",
    },
    "solve below zero": {"stop_threshold", "value"},
    "solve a pair": {"win_probability_moving_first", "win_probability", "strategy", "opponent"},
    "solve for a reply": {"win_probability_moving_second", "opponent", "residual"},
    "advise": {"position", "options"},
    "advise for the win": {"position", "options", "score", "other_score", "is_agreed"},
    "play": {
        "seed",
        "games",
        "rules",
        "version",
        "strategies",
        "seats",
        "turns_mean",
        "capped_rate",
        "ties_rate",
    },
    "compare": {"seed", "games", "rules", "version", "strategies", "win_rate_diff", "p_value"},
    "tournament": {"seed", "games", "rules", "version", "standing", "pairs"},
    "field": {"seed", "games", "rules", "version", "strategies", "pairs", "alpha_sweep"},
    "character": {"seed", "games", "rules", "version", "measures", "uncertainty"},
    "variant": {"seed", "games", "rules", "version", "strategies", "seats", "effects"},
    "variant fill_or_bust": {"seed", "games", "rules", "version", "effects", "tiers"},
    "gate": {"seed", "games", "rules", "outcome", "checks"},
    "sweep": {"seed", "games", "rules", "arms", "best", "candidates", "confirmed"},
    "tune": {"seed", "games", "rules", "rounds", "ranges", "confirmed", "strategy"},
    "seats": {"seed", "games", "rules", "version", "seats", "verdicts"},
    "replay": {"log", "fillsim"},
    "balance": {"seed", "games", "rules", "version", "length", "chefs", "early", "cards"},
    "solo": {"seed", "games", "rules", "version", "rows", "pairs", "parts", "conclusions"},
    "deck": {"game", "seed", "decks", "draws", "notice", "warnings", "assumptions", "rows"},
    "calibrate": {"seed", "games", "rules", "version", "calibration", "slack"},
    "bench": {"games_per_s", "turns_per_s", "compile_s", "workers"},
}


def test_every_command_is_tried_here():
    named = {command.name for command in app.registered_commands}
    assert named == {name.partition(" ")[0] for name in WITH_JSON} | {"report"}


@pytest.mark.parametrize("name", WITH_JSON)
def test_json_fields(fillsim, name):
    answer = fillsim(name.partition(" ")[0], *WITH_JSON[name], *SMALL, "--format", "json")
    assert answer.code == 0, answer.err
    assert set(answer.json) >= FIELDS[name]


@pytest.mark.parametrize("name", WITH_JSON)
def test_csv_has_a_header_and_rows_of_its_length(fillsim, name):
    answer = fillsim(name.partition(" ")[0], *WITH_JSON[name], *SMALL, "--format", "csv")
    assert answer.code == 0, answer.err
    header, *rows = csv.reader(io.StringIO(answer.out))
    assert rows
    assert all(len(row) == len(header) for row in rows)


@pytest.mark.parametrize("name", WITH_JSON)
def test_table_shows_no_nan(fillsim, name):
    answer = fillsim(name.partition(" ")[0], *WITH_JSON[name], *SMALL)
    assert answer.code == 0, answer.err
    assert answer.out
    assert "nan" not in answer.out.lower().replace("nano", "")


@pytest.mark.parametrize("name", [command.name for command in app.registered_commands])
def test_help_ends_with_an_example(fillsim, name):
    answer = fillsim(name, "--help")
    assert answer.code == 0
    assert f"Example: fillsim {name}" in " ".join(answer.out.split())


def test_bust_odds_are_the_known_fractions(fillsim):
    rows = fillsim("bust-odds", *SMALL, "--format", "json").json["rows"]
    assert [row["dice"] for row in rows] == [1, 2, 3, 4, 5, 6]
    exact = [row["bust_exact"] for row in rows]
    assert exact == ["2/3", "4/9", "5/18", "17/108", "25/324", "5/162"]
    fills = [row["fill_exact"] for row in rows]
    assert fills == ["1/3", "1/9", "1/18", "1/27", "2/81", "43/1296"]
    for row in rows:
        assert row["bust_low"] <= row["bust_rate"] <= row["bust_high"]
        assert {"bust_exact_value", "z", "fill_exact_value", "score_mean_exact"} <= set(row)


def test_solve_names_all_ways_and_cards(fillsim):
    found = fillsim("solve", "fill_or_bust", "--format", "json").json
    assert set(found["fill_probability"]) == {"take_all", "fewest", "best"}
    assert set(found["must_bust"]) == {"take_all", "free"}
    assert set(found["must_bust"]["free"]) >= {"mean", "sd"}
    cards = {card["name"] for card in found["rules"]["cards"]}
    assert set(found["card_value"]) == set(found["stop_threshold"]) == cards


def test_play_keeps_its_promises(fillsim):
    found = fillsim("play", *PAIR, *SMALL, "--format", "json").json
    assert found["seed"] == 7
    assert found["games"] == 200
    assert found["rules"]["name"] == "rulebook"
    assert [row["strategy"] for row in found["strategies"]] == ["stop_at(300)", "stop_at(500)"]
    assert [row["seat"] for row in found["seats"]] == [0, 1]
    for row in found["strategies"] + found["seats"]:
        assert 0 <= row["low"] <= row["win_rate"] <= row["high"] <= 1
    assert sum(row["win_rate"] for row in found["strategies"]) == pytest.approx(1)


def test_a_strategy_against_itself_is_exactly_even(fillsim):
    same = ("fill_or_bust", "stop_at(300)", "stop_at(300)")
    found = fillsim("play", *same, *SMALL, "--format", "json").json
    assert [row["win_rate"] for row in found["strategies"]] == [0.5, 0.5]


def test_workers_change_nothing(fillsim):
    one, two = (
        fillsim("play", *PAIR, "--games", 3000, "--seed", 7, "--workers", n, "--format", "json")
        for n in (1, 2)
    )
    assert one.out == two.out


def test_rules_reach_the_game(fillsim):
    short = fillsim("play", *PAIR, *SMALL, "--set", "goal=2000", "--format", "json").json
    usual = fillsim("play", *PAIR, *SMALL, "--format", "json").json
    assert short["rules"]["goal"] == 2000
    assert short["turns_mean"] < usual["turns_mean"] / 2


def test_a_fresh_seed_is_told_and_gives_the_same_again(fillsim):
    fresh = fillsim("play", *PAIR, "--games", 200, "--format", "json")
    seed = fresh.json["seed"]
    assert f"seed {seed}" in fresh.err
    again = fillsim("play", *PAIR, "--games", 200, "--seed", seed, "--format", "json")
    assert again.out == fresh.out
    assert again.err == ""


def test_out_writes_a_file_and_leaves_standard_output_alone(fillsim, tmp_path):
    file = tmp_path / "found.json"
    answer = fillsim("play", *PAIR, *SMALL, "--format", "json", "--out", file)
    assert answer.code == 0
    assert answer.out == ""
    assert file.read_text("utf-8") == fillsim("play", *PAIR, *SMALL, "--format", "json").out
    assert list(tmp_path.iterdir()) == [file]


def test_rows_hold_every_game(fillsim, tmp_path):
    file = tmp_path / "rows.parquet"
    answer = fillsim("play", *PAIR, *SMALL, "--rows", file, "--format", "json")
    frame = pq.read_table(file).to_pandas()
    assert len(frame) == 200
    assert frame["turns"].mean() == pytest.approx(answer.json["turns_mean"])
    first = frame["seat0_entry"] == 0
    won = (frame["winners"] == 1) & first | (frame["winners"] == 2) & ~first
    assert won.mean() == pytest.approx(answer.json["strategies"][0]["win_rate"])


def test_ctrl_c_shows_what_is_finished(fillsim, monkeypatch):
    from contextlib import contextmanager

    from reports.commands import play

    @contextmanager
    def stop_soon(what):
        def progress(done, wanted):
            raise KeyboardInterrupt

        yield progress

    monkeypatch.setattr(play, "progress_bar", stop_soon)
    answer = fillsim("play", *PAIR, "--games", 1e7, "--seed", 7, "--workers", 1, "--format", "json")
    assert answer.code == 130
    assert 0 < answer.json["games"] < 1e7
    assert answer.json["is_complete"] is False
    assert "interrupted" in answer.err


def test_odds_that_do_not_agree_fail(fillsim, monkeypatch):
    from analyses.fill_or_bust import odds

    monkeypatch.setattr(odds, "count_busts", lambda *_: 0)
    answer = fillsim("bust-odds", *SMALL, "--format", "json")
    assert answer.code == 1
    assert "check failed" in answer.err
    assert len(answer.json["rows"]) == 6


def test_a_reader_that_stops_early_is_no_error():
    command = f"{sys.executable} -m reports.cli list fill_or_bust --format json"
    done = subprocess.run(
        f"{command} | head -c 1", shell=True, capture_output=True, text=True, check=False
    )
    assert done.stdout == "{"
    assert done.stderr == ""


@pytest.mark.parametrize("written", ["table", "json"])
def test_solving_for_the_win_leaves_pandas_out(written):
    """It takes as much memory as the solver itself."""
    words = ["solve", *EXACT, "--for", "win", "--format", written]
    script = (
        f"import sys, reports.cli\nreports.cli.run({words!r})\nassert 'pandas' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "win" in done.stdout
