"""What is kept of a run, against plain arithmetic on the outcome rows of the same games."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from simcore import engine
from simcore.match import Match
from simcore.summary import N_GROUPS, WIN_UNITS, Folder, Summary, summarise
from tests.engine.lineups import GAME, line_up

N_BLOCKS = 400

SEAT_FIELDS = ("score", "turns_taken", "busts", "no_dice", "fills", "vengeance_hits")


def plain_columns(match: Match, k: int, outcomes: np.ndarray) -> dict[str, list[int]]:
    """Block totals of one match by column name, game by game in Python integers."""
    columns: dict[str, list[int]] = {}
    for block in range(len(outcomes)):
        row: dict[str, int] = {}
        for rotation in range(match.n_rotations):
            game = outcomes[block, rotation]
            winners = [seat for seat in range(match.n_seats) if game["winners"] >> seat & 1]
            shares = {seat: Fraction(WIN_UNITS, len(winners)) for seat in winners}
            row["game.ties"] = row.get("game.ties", 0) + (len(winners) > 1)
            for name in ("turns", "capped", "lead_changes"):
                row[f"game.{name}"] = row.get(f"game.{name}", 0) + int(game[name])
            for seat in range(match.n_seats):
                entry = (
                    (seat + rotation) % match.n_seats if match.rotation == "strategies" else seat
                )
                numbers = {f"entry{entry}.{name}": int(game[name][seat]) for name in SEAT_FIELDS}
                share = int(shares.get(seat, 0))
                numbers |= {f"entry{entry}.win": share, f"seat{seat}.win": share}
                for name, value in numbers.items():
                    row[name] = row.get(name, 0) + value
        for name, value in row.items():
            columns.setdefault(f"{k}/{name}", []).append(value)
    return columns


def assert_plain(summary: Summary, columns: dict[str, list[int]]) -> None:
    assert set(columns) == set(summary.layout.columns)
    for a in columns:
        assert summary.sum(a) == sum(columns[a]), a
        for b in columns:
            wanted = sum(x * y for x, y in zip(columns[a], columns[b], strict=True))
            assert summary.product(a, b) == wanted, (a, b)
    for name in summary.layout.histogram_names:
        a, _, b = name.partition(" - ")
        second = columns[b] if b else [0] * summary.n_blocks
        values = [x - y for x, y in zip(columns[a], second, strict=True)]
        low = -summary.layout.span if b else 0
        wanted_counts = [values.count(x) for x in range(low, summary.layout.span + 1)]
        assert summary.histogram(a, b).tolist() == wanted_counts, name


@pytest.mark.parametrize("rotation", ["strategies", "luck", "none"])
@pytest.mark.parametrize("n_seats", [1, 2, 3, 6])
def test_against_plain_arithmetic(n_seats: int, rotation: str) -> None:
    specs = ("stop_at(300)", "random", "stop_at(500)", "never_stop", "random", "stop_at(350)")
    changes = ["goal=800", "end=finish_round"]
    match = line_up(*specs[:n_seats], changes=changes, seed=5, rotation=rotation)
    n_blocks = N_BLOCKS // n_seats
    summary = engine.run(match, n_blocks).summary
    columns = plain_columns(match, 0, engine.play_outcomes(match, 0, n_blocks))
    assert_plain(summary, columns)
    if n_seats in (3, 6) and rotation != "none":
        assert summary.sum("0/game.ties") > 0, "shared wins must be among what is checked"


def test_plain_arithmetic_can_disagree() -> None:
    match = line_up("stop_at(300)", "random", changes=["goal=800"], seed=5)
    outcomes = engine.play_outcomes(match, 0, 50)
    summary = engine.run(match, 50).summary
    outcomes["busts"][7, 1, 0] += 1
    with pytest.raises(AssertionError):
        assert_plain(summary, plain_columns(match, 0, outcomes))


def several() -> list[Match]:
    return [
        line_up("stop_at(300)", "random", changes=["goal=1000"], seed=8),
        line_up("stop_at(450)", "random", changes=["goal=1000"], seed=8),
        line_up("stop_at(300)", "random", rules="bowman1999", changes=["goal=1000"], seed=8),
    ]


@pytest.mark.parametrize("workers", [1, 2])
def test_several_matches_on_the_same_blocks(workers: int) -> None:
    """Each equals its single run; cross-products and differences are those of the same blocks."""
    matches = several()
    together = engine.run(matches, 300, workers=workers, chunk_blocks=70).summary
    columns: dict[str, list[int]] = {}
    for k, match in enumerate(matches):
        columns |= plain_columns(match, k, engine.play_outcomes(match, 0, 300))
    assert_plain(together, columns)
    for k, match in enumerate(matches):
        alone = engine.run(match, 300).summary
        for name in alone.layout.columns:
            assert alone.sum(name) == together.sum(name.replace("0/", f"{k}/", 1))
    assert "0/entry0.win - 2/entry0.win" in together.layout.histogram_names


@pytest.mark.parametrize("rotation", ["strategies", "luck"])
def test_wins_of_a_block_are_shared_out_whole(rotation: str) -> None:
    match = line_up("random", "stop_at(200)", "random", changes=["goal=600"], rotation=rotation)
    summary = engine.run(match, 200).summary
    for kind in ("entry", "seat"):
        wins = [summary.sum(f"0/{kind}{i}.win") for i in range(3)]
        assert sum(wins) == 200 * 3 * WIN_UNITS


@pytest.mark.parametrize("n_seats", [2, 3, 6])
@pytest.mark.parametrize("spec", ["stop_at(350)", "random"])
def test_a_strategy_against_itself_ties_every_block(n_seats: int, spec: str) -> None:
    """The null test: over all seatings of a block nobody is ahead, by as much as one game."""
    match = line_up(*[spec] * n_seats, seed=3)
    summary = engine.run(match, 100).summary
    span = summary.layout.span
    for i, j in combinations(range(n_seats), 2):
        counts = summary.histogram(f"0/entry{i}.win", f"0/entry{j}.win")
        assert counts[span] == 100
    for i in range(n_seats):
        assert summary.histogram(f"0/entry{i}.win")[WIN_UNITS] == 100
    scores = {summary.sum(f"0/entry{i}.score") for i in range(n_seats)}
    assert len(scores) == 1


def test_different_strategies_do_not_tie_every_block() -> None:
    """Points come in fifties, so that only the first pair plays alike."""
    summary = engine.run(line_up("stop_at(351)", "stop_at(400)", seed=3), 400).summary
    assert summary.histogram("0/entry0.win", "0/entry1.win")[summary.layout.span] == 400
    summary = engine.run(line_up("stop_at(350)", "stop_at(500)", seed=3), 400).summary
    assert summary.histogram("0/entry0.win", "0/entry1.win")[summary.layout.span] < 400


def test_luck_rotated_gives_every_seat_every_luck() -> None:
    """Where no seat can disturb another, scores move on with the luck, and add up alike."""
    changes = ["turn_cap=9", "goal=1000000", "deck=independent", "cards.vengeance=0"]
    match = line_up(*["stop_at(300)"] * 3, changes=changes, rotation="luck", seed=6)
    scores = engine.play_outcomes(match, 0, 50)["score"][:, :, :3]
    for rotation in range(3):
        for seat in range(3):
            assert (scores[:, rotation, seat] == scores[:, 0, (seat + rotation) % 3]).all()
    assert len({int(scores[:, :, seat].sum()) for seat in range(3)}) == 1
    assert (scores[:, 0, 0] != scores[:, 0, 1]).any()


def fold(score: int, n_blocks: int, batches: int) -> Summary:
    """Summary of made-up blocks in which seat 0 scores `score` and seat 1 one less, negated."""
    match = line_up("random", "random", rotation="none")
    outcomes = np.zeros((n_blocks, 1), GAME.outcome)
    outcomes["score"][:, :, 0], outcomes["score"][:, :, 1] = score, 1 - score
    folder = Folder([match])
    for batch in range(batches):
        folder.add([outcomes], batch * n_blocks)
    return folder.summary()


@pytest.mark.parametrize("score", [10, 94_906_267, 2**31 - 1])
@pytest.mark.parametrize(("n_blocks", "batches"), [(1, 1), (3, 2), (500, 40)])
def test_sums_are_exact_whatever_the_scores(score: int, n_blocks: int, batches: int) -> None:
    """Products beyond float64, beyond int64, and sums that grow beyond it."""
    summary = fold(score, n_blocks, batches)
    n = n_blocks * batches
    first, second = "0/entry0.score", "0/entry1.score"
    assert summary.n_blocks == n
    assert summary.sum(first) == n * score
    assert summary.product(first, first) == n * score**2
    assert (
        summary.product(first, second) == summary.product(second, first) == n * score * (1 - score)
    )
    merged = summary.merge(summary)
    assert merged.product(second, second) == 2 * n * (1 - score) ** 2


def test_a_fold_of_parts_is_the_fold_of_the_whole() -> None:
    match = line_up("random", "stop_at(250)", changes=["goal=700"])
    outcomes = engine.play_outcomes(match, 0, 30)
    whole = summarise([match], [outcomes])
    parts = summarise([match], [outcomes[:11]]).merge(summarise([match], [outcomes[11:]], 11))
    assert (whole.group_blocks == parts.group_blocks).all()
    assert (whole.group_total == parts.group_total).all()
    assert (whole.cross == parts.cross).all()
    assert (whole.counts == parts.counts).all()


@pytest.mark.parametrize(("workers", "chunk_blocks"), [(1, None), (2, 70)])
def test_groups_are_blocks_by_remainder(workers: int, chunk_blocks: int | None) -> None:
    """Every 200th block belongs together, wherever the run begins and however it is cut."""
    first, n_blocks = 3 * N_GROUPS - 50, 2 * N_GROUPS + 90
    match = line_up("random", "stop_at(250)", changes=["goal=700"])
    run = engine.run(match, n_blocks, first_block=first, workers=workers, chunk_blocks=chunk_blocks)
    columns = plain_columns(match, 0, engine.play_outcomes(match, first, n_blocks))
    for name, values in columns.items():
        wanted = [0] * N_GROUPS
        for block, value in enumerate(values, first):
            wanted[block % N_GROUPS] += value
        assert run.summary.by_group(name).tolist() == wanted, name
    sizes = run.summary.group_blocks
    assert sizes[[149, 150, 199, 0, 39, 40]].tolist() == [2, 3, 3, 3, 3, 2]
    assert sizes.sum() == n_blocks
