"""Texts for people: digits, intervals, tables that fit."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from reports.console import fitted, plain_table, split_wide
from reports.output import plain, to_json
from reports.present import interval_text, named, named_cells, percent_text, present


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        ((0.5412, 0.5391, 0.5433), "54.12 % [53.91, 54.33]"),
        ((0.541, 0.52, 0.56), "54.1 % [52.0, 56.0]"),
        ((0.5, 0.0, 1.0), "50 % [0, 100]"),
        ((0.25, 0.25, 0.25), "25.00 %"),
        ((-0.0, -0.5, 0.5), "0 % [-50, 50]"),
    ],
)
def test_interval_has_two_digits_of_the_half_width(estimate, text):
    assert interval_text(*estimate) == text


def test_percent():
    assert percent_text(2 / 3) == "66.7 %"


def test_present_joins_estimates_and_explains_columns():
    frame = pd.DataFrame(
        {
            "strategy": ["a"],
            "n_games": [12_000],
            "win_rate": [0.5],
            "win_rate_low": [0.49],
            "win_rate_high": [0.51],
            "win_rate_diff": [0.02],
            "win_rate_diff_low": [0.005],
            "win_rate_diff_high": [0.035],
            "p_value": [1e-9],
            "n_more": [math.nan],
            "stop_from": pd.array([None], "Int64"),
            "is_stop": [True],
        }
    )
    shown = present(frame)
    assert shown.headers[:4] == ("strategy", "games", "wins", "difference, points")
    assert shown.rows == (
        ("a", "12,000", "50.0 % [49.0, 51.0]", "2.0 [0.5, 3.5]", "< 0.0001", "-", "-", "yes"),
    )
    assert all(shown.meanings)


def test_many_parameters_are_cut_where_all_names_stay_different():
    """In tables for people only; CSV and JSON have every number."""
    columns = {
        "strategy": ["tuned(1, 2, 3, 4)", "weigh(1, 2)", "stop_at(300)"],
        "opponent": ["tuned(1, 2, 3, 4)", "tuned(1, 2, 3, 5)", "greedy"],
        "line_up": ["tuned(1, 2, 3, 4) v tuned(2, 2, 3, 4)", "greedy", "tuned(1, 2, 3)"],
    }
    rows = present(columns).rows
    assert [row[0] for row in rows] == ["tuned(1, 2, ...)", "weigh(1, 2)", "stop_at(300)"]
    assert [row[1] for row in rows] == columns["opponent"]
    assert rows[0][2] == "tuned(1, 2, ...) v tuned(2, 2, ...)"
    assert rows[2][2] == "tuned(1, 2, 3)"
    apart = {"strategy": ["tuned(1, 2, 3, 4)"], "before": ["tuned(1, 2, 3, 5)"]}
    assert present(apart).rows == (("tuned(1, 2, 3, 4)", "tuned(1, 2, 3, 5)"),)


def test_strategies_at_their_defaults_go_by_their_names():
    usual = ["weigh(1.15, 0.5)", "stop_at(300)", "weigh(1.15, 0.5) v random"]
    columns = {"strategy": usual, "wins (Holm)": ["a (b)", "wins(3)", "-"]}
    rows = present(columns, "fill_or_bust").rows
    assert [row[0] for row in rows] == ["weigh", "stop_at(300)", "weigh v random"]
    assert [row[1] for row in rows] == columns["wins (Holm)"]
    assert [row[0] for row in present(columns).rows] == usual
    told = "tier 2: weigh(1.15, 0.5) ahead of stop_at(300) (p < 0.01)"
    assert named(told, "fill_or_bust") == told.replace("(1.15, 0.5)", "")
    assert named(told, "") == told
    assert named_cells(["weigh(1.15, 0.5)", 3, None], "fill_or_bust") == ["weigh", 3, None]
    arms = {"strategy": ["weigh(1.15, 0.5)", "weigh(1.2, 0.5)"]}
    assert [row[0] for row in present(arms, "fill_or_bust").rows] == arms["strategy"]


def test_plain_table_puts_numbers_to_the_right():
    text = plain_table("T", ["name", "n"], [["a", "1"], ["b", "200"]])
    assert text == "T\nname    n\n----  ---\na       1\nb     200\n"


def test_wide_tables_are_split_and_every_part_names_its_rows():
    headers = ["name", *(f"column{i}" for i in range(10))]
    rows = [["first", *["1"] * 10], ["second", *["2"] * 10]]
    parts = split_wide(headers, rows, 40, 2)
    assert len(parts) > 1
    assert all(part[0] == "name" for part, _ in parts)
    assert [h for part, _ in parts for h in part[1:]] == headers[1:]
    widths = [sum(len(header) + 2 for header in part) for part, _ in parts]
    assert max(widths) <= 40 + 2


def test_a_split_table_repeats_both_names_of_a_pair():
    headers = ["strategy", "opponent", "a number", "another number"]
    parts = split_wide(headers, [["a", "b", "1", "2"]], 36, 2)
    assert [part for part, _ in parts] == [headers[:3], [*headers[:2], headers[3]]]


def test_json_knows_neither_nan_nor_numpy():
    frame = pd.DataFrame({"x": [1.5, math.nan]})
    assert plain(frame["x"].to_numpy()) == [1.5, None]
    assert to_json({"x": math.inf}) == '{\n  "x": null\n}'


def test_a_single_row_that_is_too_wide_stands_upright() -> None:
    headers, row = ["first", "second", "games", "verdict"], ["a", "b", "1,000", "equal within 1"]
    assert fitted(headers, [row], 38, 2) == [(headers, [row])]
    upright = [list(pair) for pair in zip(headers, row, strict=True)]
    assert fitted(headers, [row], 37, 2) == [(["what", "value"], upright)]
    assert len(fitted(headers, [row, row], 37, 2)) > 1
