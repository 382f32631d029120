"""What the evidence layer adds to commands: precision, tiers, ensembles, in data and in words."""

from __future__ import annotations

import csv
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from reports.commands import variant

PAIR = ("fill_or_bust", "stop_at(300)", "never_stop")
FEW = ("--games", 200, "--seed", 7, "--workers", 1)


def test_compare_over_tiers(fillsim: Any) -> None:
    answer = fillsim("compare", *PAIR, *FEW, "--format", "json")
    assert answer.code == 0, answer.err
    tiers = answer.json["tiers"]
    assert [row["tier"] for row in tiers["verdicts"]] == [0, 1, 2, 3]
    assert set(tiers["holds_for"]) <= {0, 1, 2, 3}
    assert answer.json["ensemble"] is None  # every card is printed
    told = fillsim("compare", *PAIR, *FEW).out
    assert "Both against an opponent of every tier" in told
    assert tiers["text"] in told
    alone = fillsim("compare", *PAIR, *FEW, "--no-tiers").out
    assert "--tiers asks with an opponent" in alone
    assert "of every tier\n" not in alone.replace("opponent of every tier\n", "")


def test_compare_over_generated_layouts(fillsim: Any) -> None:
    asked = ("compare", "fillit", "random", "greedy", "--games", 20, "--seed", 7, "--no-tiers")
    usual = fillsim(*asked, "--format", "json").json
    assert usual["ensemble"]["n_generated"] == 5
    assert usual["tiers"] is None
    two = fillsim(*asked, "--ensemble", 2).out
    assert "random and greedy(1): greedy(1) ahead in 2 of 2 generated layouts" in two
    assert "--ensemble N asks" in fillsim(*asked, "--ensemble", 0).out


def test_partners_are_met_with(fillsim: Any) -> None:
    """A table that wins together: both are tried with a third, not against each other."""
    asked = ("compare", "crumbs", "greedy", "random", "--games", 20, "--seed", 7)
    answer = fillsim(*asked, "--ensemble", 1)
    assert answer.code == 0, answer.err
    assert "Both with a partner of every tier" in answer.out
    assert "random with greedy: undecided in all of 1 generated order decks" in answer.out


def test_tournament_says_against_whom_its_verdicts_hold(fillsim: Any) -> None:
    asked = ("tournament", *PAIR, "random", "weigh", *FEW)
    answer = fillsim(*asked, "--format", "json")
    assert answer.code == 0, answer.err
    rows = answer.json["verdicts"]
    assert len(rows) == 6
    assert rows[0]["finding"] == "stop_at(300) ahead"
    assert rows[0]["holds_with"] == "0, 2"
    assert rows[0]["tiers"]["holds_for"] == [0, 2]
    assert "stop_at(300) and never_stop" in fillsim(*asked).out
    alone = fillsim("tournament", *PAIR, *FEW).out
    assert "nobody else took part" in alone
    many = fillsim(
        "tournament", "fillit", "random", "greedy", "--games", 20, "--seed", 7, "--format", "json"
    ).json["ensemble"]
    assert many["n_generated"] == 5
    assert [it["subject"] for it in many["findings"]] == ["random and greedy(1)"]


def test_searches_ask_what_they_found_again(fillsim: Any) -> None:
    """Only where something was found; on luck that had no part in finding it."""
    few = ("--games", 200, "--seed", 7, "--workers", 1)
    against = ("--against", "stop_at(300)")
    found = fillsim(
        "sweep", "fill_or_bust", "stop_at(300|9000)", *against, *few, "--format", "json"
    ).json
    assert (found["tiers"], found["ensemble"]) == (None, None)  # it is its own base
    swept = ("sweep", "fill_or_bust", "stop_at(2000|3000)", *against, *few)
    answer = fillsim(*swept, "--format", "json")
    assert answer.code == 0, answer.err
    assert answer.json["best"] == "stop_at(2000)"
    assert answer.json["tiers"]["subject"] == "stop_at(2000) and stop_at(300)"
    assert answer.json["tiers"]["text"].startswith("stop_at(300) ahead against tier")
    assert "--tiers asks" in fillsim(*swept, "--no-tiers").out
    tuned = fillsim("tune", "fill_or_bust", "stop_at(400..2000)", *against, *few, "--rounds", 3,
                    "--format", "json").json  # fmt: skip
    assert tuned["tiers"]["subject"].endswith("and stop_at(1200)")


@pytest.mark.parametrize("n_before", [1, 3])
def test_an_interruption_of_further_questions_keeps_the_first(
    fillsim: Any, monkeypatch: pytest.MonkeyPatch, n_before: int
) -> None:
    """Ctrl-C while a tier is asked: what was finished is shown, and the code says so."""
    from analyses.meetings import comparison_verdicts

    real, asked = comparison_verdicts.compare, []

    def interrupted(*args: Any, **options: Any) -> Any:
        asked.append(args)
        found = real(*args, **options)
        return replace(found, is_complete=False) if len(asked) > n_before else found

    monkeypatch.setattr(comparison_verdicts, "compare", interrupted)
    answer = fillsim("compare", *PAIR, *FEW, "--format", "json")
    assert answer.code == 130
    assert answer.json["is_complete"] is True
    assert answer.json["games"] == 200
    assert len(answer.json["tiers"]["verdicts"]) == n_before


def test_seats_ask_one_strategy_of_every_tier(fillsim: Any) -> None:
    answer = fillsim("seats", "fill_or_bust", "--players", 2, *FEW, "--format", "json")
    assert answer.code == 0, answer.err
    assert len(answer.json["strategies"]) == 4
    assert [row["tier"] for row in answer.json["verdicts"]] == [0, 1, 2, 3]
    assert answer.json["tiers"][0]["subject"] == "seats of 2 players"


def test_seats_are_shown_when_the_layouts_are_interrupted(
    fillsim: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analyses.seats import verdicts as seat_verdicts

    def interrupted(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(seat_verdicts, "over_ensemble", interrupted)
    answer = fillsim("seats", "fillit", "random", "--games", 20, "--seed", 7, "--format", "json")
    assert answer.code == 130
    assert answer.json["seats"]
    assert "ensemble" not in answer.json


def test_layouts_that_nobody_counted_share_the_games(fillsim: Any) -> None:
    """By default five of them cost what the question costs; with a number each has as many."""
    pair = ("compare", "fillit", "random", "greedy", "--no-tiers", "--seed", 7, "--format", "json")
    by_default = fillsim(*pair, "--games", 50).json["ensemble"]["verdicts"]
    five = fillsim(*pair, "--games", 10, "--ensemble", 5).json["ensemble"]["verdicts"]
    assert by_default == five
    assert by_default != fillsim(*pair, "--games", 50, "--ensemble", 5).json["ensemble"]["verdicts"]


def test_seats_over_generated_layouts(fillsim: Any) -> None:
    few = ("--games", 20, "--seed", 7)
    told = fillsim("seats", "fillit", "random", "--ensemble", 2, *few)
    assert told.code == 0, told.err
    assert "of 2 generated layouts" in told.out
    answer = fillsim("seats", "fillit", "random", "--ensemble", 2, *few, "--format", "json")
    assert answer.json["ensemble"]["n_generated"] == 2
    usual = fillsim("seats", "fillit", "random", *few, "--format", "json").json
    assert usual["ensemble"]["n_generated"] == 5  # the printed layout is not known
    assert "--ensemble N asks" in fillsim("seats", "fillit", "random", "--ensemble", 0, *few).out


def test_precision_goes_beyond_the_usual_number_of_games(fillsim: Any) -> None:
    """Without `--games` it is the precision that ends the run; with it, they are a limit."""
    sure = fillsim("play", *PAIR, "--seed", 7, "--precision", "2pp", "--format", "json").json
    assert sure["stop"]["stop_reason"] == "reached"
    assert sure["stop"]["half_width"] <= 0.02
    short = fillsim("play", *PAIR, *FEW, "--precision", "0.02pp", "--format", "json").json
    assert (short["stop"]["stop_reason"], short["games"]) == ("games limit", 200)
    assert "stopped at the limit of 200 games" in fillsim(
        "play", *PAIR, *FEW, "--precision", "0.02pp"
    ).out  # fmt: skip


def test_variant_until_sure(fillsim: Any) -> None:
    asked = ("--seed", 7, "--precision", "5pp", "--format", "json", "--change", "goal=3000")
    found = fillsim("variant", *PAIR, *asked).json
    assert [stop["stop_reason"] for stop in found["stops"]] == ["reached"]
    assert {row["outcome"] for row in found["effects"]} <= {"changed", "unchanged", "undecided"}


FILLIT = ("variant", "fillit", "--change", "chips=9", "--games", 20, "--seed", 7)


def test_variant_asks_the_tiers_beside_a_line_up_that_is_named(fillsim: Any) -> None:
    asked = ("variant", *PAIR, "--change", "goal=3000", *FEW)
    answer = fillsim(*asked, "--format", "json")
    assert answer.code == 0, answer.err
    tiers = {row["subject"]: row["verdicts"] for row in answer.json["tiers"]}
    assert [row["tier"] for row in tiers["goal=3000: turns_mean"]] == [0, 1, 2, 3]
    assert {row["tier"] for row in answer.json["tier_effects"]} == {0, 1, 2, 3}
    assert "goal=3000: turns_mean: changed, down for tiers" in fillsim(*asked).out
    alone = fillsim(*asked, "--no-tiers")
    assert "asked of this line-up only" in alone.out
    assert "for tiers" not in alone.out


def test_variant_over_generated_layouts(fillsim: Any) -> None:
    asked = (*FILLIT, "random", "random", "--change", "layout=B", "--no-tiers")
    usual = fillsim(*asked, "--format", "json").json["ensemble"]
    assert usual["n_generated"] == 5  # the printed layout is not known
    assert usual["left_out"] == ["layout=B"]
    two = (*asked, "--ensemble", 2)
    told = fillsim(*two).out
    assert "Under 2 generated layouts" in told
    assert "layout=B: not asked under generated layouts" in told
    rows = list(csv.DictReader(fillsim(*two, "--format", "csv").out.splitlines()))
    asked_of = {(row["variant"], row["n_generated"]) for row in rows}
    assert asked_of == {("chips=9", "2"), ("layout=B", "0")}
    assert "--ensemble N asks" in fillsim(*asked, "--ensemble", 0).out
    printed = fillsim("variant", *PAIR, "--change", "goal=3000", *FEW, "--ensemble", 2)
    assert (printed.code, printed.out) == (2, "")
    assert "everything in it is printed" in printed.err


def test_variant_shows_what_is_finished_when_interrupted(
    fillsim: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted while the first generated layout is played."""
    runs: list[int] = []

    def report(done: int, wanted: int) -> None:
        del wanted
        runs.append(done)
        if len(runs) > 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(variant, "progress_bar", lambda _: nullcontext(report))
    answer = fillsim(*FILLIT, "random", "random", "--no-tiers")
    assert answer.code == 130
    assert "chips=9 beside the base" in answer.out
