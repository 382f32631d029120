"""Every column of every public frame is in the glossary, and prints by its format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import analyses
from analyses import (
    COLUMNS,
    character,
    compare,
    comparison_scope,
    field,
    gate,
    load_rules,
    pair_verdicts,
    play,
    read_gate,
    seat_advantage,
    seat_tiers,
    sweep,
    tournament,
    tune,
    variants,
)
from analyses.fill_or_bust import win, win_optimal
from analyses.fill_or_bust.advice import Position, advice
from analyses.fill_or_bust.odds import bust_odds
from analyses.fill_or_bust.switches import switch_effects
from analyses.fill_or_bust.turn import solve_turn
from analyses.fill_or_bust.turns import turn_points
from analyses.fill_or_bust.win_advice import advise
from analyses.fill_or_bust.win_costs import win_costs
from analyses.fill_or_bust.win_rules import simple_rules
from analyses.fill_or_bust.win_switches import win_switches
from analyses.reach.ensembles import over_ensemble
from analyses.rules.ensembles import rule_ensemble
from tests.analysis.crumbs_frames import of_crumbs
from tests.analysis.filler_frames import of_filler
from tests.analysis.fillit_frames import of_fillit

GAME = "fill_or_bust"
PAIR = ["stop_at(300)", "stop_at(500)"]
QUICK = ["deck=independent", "goal=300"]


def matches() -> Iterator[tuple[str, pd.DataFrame]]:
    match = play(GAME, PAIR, games=20, seed=1)
    yield "strategies", match.strategies()
    yield "seats", match.seats()
    yield "game", match.game()
    comparison = compare(GAME, *PAIR, games=20, seed=1, against="random")
    yield "comparison", comparison.to_frame()
    yield "compared", comparison.strategies()
    yield "scope", comparison_scope(comparison, ["random"], games=20, seed=1).to_frame()
    robin = tournament(GAME, [*PAIR, "random"], games=20, seed=1)
    yield "pair verdicts", pair_verdicts(robin).to_frame()
    yield "pairs by company", pair_verdicts(robin).by_company()
    yield "pairs", robin.pairs()
    yield "standing", robin.standing()
    yield from of_the_field()
    yield from of_the_character()
    seats = seat_advantage(GAME, PAIR[0], games=20, seed=1, seats=[2])
    yield "seat advantage", seats.to_frame()
    yield "seat verdicts", seats.verdicts()
    changed = variants(GAME, PAIR, changed={"1999": "bowman1999"}, games=20, seed=1)
    yield "variants", changed.strategies()
    yield "variants by seat", changed.seats()
    yield "variants by game", changed.game()
    yield "effects", changed.effects().to_frame()
    alone = variants(GAME, PAIR[:1] * 2, changed={"1999": "bowman1999"}, games=20, seed=1)
    yield "seats by rules", alone.effects().seat_spreads()


def evidence() -> Iterator[tuple[str, pd.DataFrame]]:
    sure = play(GAME, PAIR, games=400, seed=1, precision=0.1)
    assert sure.stop is not None
    yield "stop", sure.stop.to_frame()
    ladder = seat_tiers(GAME, PAIR, games=20, seed=1, seats=[2])
    yield "seats over tiers", ladder.verdicts()
    yield "seats of tiers", ladder.to_frame()
    yield "tiers", ladder.tiers[0].to_frame()
    many = over_ensemble(
        lambda rules: ladder.found[0].findings[2], [load_rules(GAME)] * 2, subject="seats"
    )
    yield "ensemble", many.to_frame()
    yield "ensemble counts", many.counts()
    chips = {"chips": load_rules("fillit", "rulebook", ["chips=9"])}
    once = variants("fillit", ["random"] * 2, changed=chips, games=20, seed=1).effects()
    layouts = rule_ensemble(once, games=20, n_generated=1)
    yield "rule ensembles", layouts.to_frame()
    yield "effects over layouts", layouts.beside(once)
    arms = sweep(GAME, "stop_at(300|500)", against=["random"], games=20, seed=1)
    yield "arms", arms.to_frame()
    assert arms.confirmed is not None
    yield "confirmed", arms.confirmed.to_frame()
    tuned = tune(GAME, "stop_at", against=["random"], games=20, seed=1, rounds=1)
    yield "rounds", tuned.to_frame()
    asked = gate(replace(read_gate(Path("examples/gate.toml")), games=200, ladder=("random",)))
    yield "gate", asked.to_frame()
    yield "gate told", asked.told_frame()


def of_the_field() -> Iterator[tuple[str, pd.DataFrame]]:
    found = field(GAME, [*PAIR, "never_stop"], games=400, seed=1, resamples=20)
    assert found.relations
    yield "field", found.to_frame()
    yield "payoffs", found.pairs()
    yield "mixtures", found.mixtures()
    yield "alpha sweep", found.alpha_sweep()
    yield "seat ratings", found.seats()
    yield "relations", found.relation_table()


def of_the_character() -> Iterator[tuple[str, pd.DataFrame]]:
    found = character(GAME, PAIR, games=20, seed=1, rivals=PAIR)
    yield "character", found.to_frame()
    yield "uncertainty", found.uncertainty()


def of_fill_or_bust() -> Iterator[tuple[str, pd.DataFrame]]:
    rules = load_rules(GAME)
    turns = turn_points(PAIR, games=5, seed=1)
    yield "turn points", turns.to_frame()
    yield "turn statistics", turns.statistics()
    yield "bust odds", bust_odds(rules, n_rolls=100, seed=1).to_frame()
    solution = solve_turn(rules)
    yield "cards", solution.to_frame()
    yield "thresholds", solution.thresholds()
    yield "switches", switch_effects(rules).to_frame()
    short = load_rules(GAME, "rulebook", ["deck=independent", "goal=500"])
    solution_of_game = win_optimal.solve(short)
    yield "win probabilities", solution_of_game.to_frame()
    yield "win thresholds", solution_of_game.thresholds
    costs = win_costs(short, ["optimal_turn"])
    yield "win costs", costs.to_frame()
    yield "situations", costs.situations("optimal_turn")
    yield "checks", costs.checks(20, 1)
    quick = load_rules(GAME, "rulebook", QUICK)
    yield "simple rules", simple_rules(quick).to_frame()
    yield "win switches", win_switches(quick).to_frame()
    yield "exact pair", win.evaluate(short, *PAIR).to_frame()
    asked = advice(solution, Position("bonus300", (1, 5, 2, 2, 3, 4)))
    yield "advice", asked.to_frame()
    yield "advice to win", advise(solution_of_game.solution, asked, 100, 300).to_frame()


@pytest.fixture(scope="module")
def frames() -> dict[str, pd.DataFrame]:
    found = dict(
        [*matches(), *evidence(), *of_fill_or_bust(), *of_filler(), *of_fillit(), *of_crumbs()]
    )
    assert len(found) >= 40
    return found


def test_every_column_is_explained(frames: dict[str, pd.DataFrame]) -> None:
    unknown = {
        f"{name}: {column}"
        for name, frame in frames.items()
        for column in frame.columns
        if column not in COLUMNS
    }
    assert not unknown


def test_every_explanation_is_needed(frames: dict[str, pd.DataFrame]) -> None:
    used = {column for frame in frames.values() for column in frame.columns}
    assert set(COLUMNS) <= used


def test_frames_are_tidy(frames: dict[str, pd.DataFrame]) -> None:
    for name, frame in frames.items():
        assert isinstance(frame.index, pd.RangeIndex), name
        assert frame.columns.is_unique, name
        assert all(re.fullmatch(r"[a-z][a-z0-9_]*", column) for column in frame.columns), name
        for column in frame.columns:
            if column.endswith("_low"):
                assert column.removesuffix("_low") + "_high" in frame.columns, name


def test_every_number_prints_by_its_format(frames: dict[str, pd.DataFrame]) -> None:
    for name, frame in frames.items():
        for column in frame.columns:
            values = [value for value in frame[column] if value is not None and value is not pd.NA]
            has_numbers = any(not isinstance(value, str | bool) for value in values)
            is_flag = frame[column].dtype == bool
            assert bool(COLUMNS[column].format) == (has_numbers and not is_flag), (name, column)
            if COLUMNS[column].format:
                assert all(format(value, COLUMNS[column].format) for value in values)


def test_labels_and_meanings_are_written() -> None:
    for name, column in COLUMNS.items():
        assert column.label, name
        assert column.meaning.endswith("."), name


def test_public_names_are_found() -> None:
    assert "COLUMNS" in analyses.__all__
    assert all(getattr(analyses, name) is not None for name in analyses.__all__)
    assert callable(analyses.compare)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = analyses.nothing
