"""The batch engine: the same bits however the work is cut, and nothing lost on the way."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from simcore import engine
from simcore.errors import UsageError
from simcore.match import Match
from simcore.summary import Summary
from tests.engine.lineups import line_up

N_BLOCKS = 1_300
"""More than two batches, and not a multiple of one."""


def same(first: Summary, second: Summary) -> bool:
    return (
        first.layout == second.layout
        and first.n_blocks == second.n_blocks
        and bool((first.total == second.total).all())
        and bool((first.cross == second.cross).all())
        and bool((first.counts == second.counts).all())
    )


@pytest.fixture(scope="module")
def three() -> Match:
    return line_up("random", "stop_at(300)", "stop_at(500)", changes=["goal=1500"], seed=99)


@pytest.fixture(scope="module")
def whole(three: Match) -> Summary:
    return engine.run(three, N_BLOCKS).summary


@pytest.mark.parametrize(
    "how",
    [
        {"workers": 2},
        {"workers": 3, "chunk_blocks": 7},
        {"chunk_blocks": 1, "workers": 2},
        {"chunk_blocks": 512},
        {"chunk_blocks": 600},
        {"chunk_blocks": 10**6},
        {"workers": 2, "backend": "processes", "chunk_blocks": 111},
    ],
    ids=str,
)
def test_the_same_bits_however_the_work_is_cut(
    three: Match, whole: Summary, how: dict[str, Any]
) -> None:
    run = engine.run(three, N_BLOCKS, **how)
    assert run.is_complete
    assert same(run.summary, whole)


def test_another_seed_gives_other_bits(whole: Summary) -> None:
    other = line_up("random", "stop_at(300)", "stop_at(500)", changes=["goal=1500"], seed=98)
    assert not same(engine.run(other, N_BLOCKS).summary, whole)


def test_parts_merge_to_the_whole(three: Match, whole: Summary) -> None:
    """The first thousand blocks are the same whatever follows, and the rest can come later."""
    first = engine.run(three, 1_000).summary
    rest = engine.run(three, N_BLOCKS - 1_000, first_block=1_000).summary
    assert same(first.merge(rest), whole)
    assert not same(first.merge(first), whole)


def test_outcomes_do_not_depend_on_what_is_played_before(three: Match) -> None:
    rows = engine.play_outcomes(three, 0, 60)
    for first in (1, 17, 59):
        assert (engine.play_outcomes(three, first, 60 - first) == rows[first:]).all()


def test_one_game_by_itself_is_that_game_of_the_block(three: Match) -> None:
    """`replay` plays a rotation alone; its scores are those of the block's row."""
    rows = engine.play_outcomes(three, 5, 3)
    for block in range(3):
        for rotation in range(3):
            end = engine.replay(three, 5 + block, rotation)["log"][-1]
            row = rows[block, rotation]
            assert end["scores"] == row["score"][:3].tolist()
            assert end["turns"] == row["turns"]


def test_a_long_game_is_recorded_whole() -> None:
    """More events than the buffer has room for at first."""
    match = line_up("never_stop", "never_stop", changes=["goal=1000000", "turn_cap=900"], seed=2)
    events = engine.trace(match, 0, 0)
    assert len(events) > 1024
    log = engine.replay(match, 0, 0)["log"]
    assert log[-1] == {"e": "end", "winners": [], "scores": log[-1]["scores"], "turns": 900}


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_counts_blocks_in_order(three: Match, workers: int) -> None:
    calls: list[tuple[int, int]] = []
    run = engine.run(
        three, 50, workers=workers, chunk_blocks=20, progress=lambda *done: calls.append(done)
    )
    assert calls == [(20, 50), (40, 50), (50, 50)]
    assert run.is_complete
    assert run.play_s > 0


@pytest.mark.parametrize("how", [{}, {"workers": 2}, {"workers": 2, "backend": "processes"}])
def test_a_run_ends_at_the_first_look_that_is_enough(
    three: Match, whole: Summary, how: dict[str, Any]
) -> None:
    """It is asked at looks only, in order; chunks of other sizes end there as well."""
    asked: list[int] = []

    def is_enough(summary: Summary) -> bool:
        asked.append(summary.n_blocks)
        return summary.n_blocks >= 450

    until = engine.Until([100, 250, 450, 900], is_enough)
    run = engine.run(three, N_BLOCKS, chunk_blocks=70, until=until, **how)
    assert asked == [100, 250, 450]
    assert run.is_complete
    assert same(run.summary, engine.run(three, 450).summary)
    never = engine.Until([100], lambda summary: False)
    assert same(engine.run(three, N_BLOCKS, until=never, **how).summary, whole)


@pytest.mark.parametrize("how", [{}, {"workers": 2}, {"workers": 2, "backend": "processes"}])
def test_an_interruption_returns_what_is_finished(
    three: Match, whole: Summary, how: dict[str, Any]
) -> None:
    def interrupt(done: int, wanted: int) -> None:
        if done >= 300:
            raise KeyboardInterrupt

    run = engine.run(three, N_BLOCKS, chunk_blocks=100, progress=interrupt, **how)
    assert not run.is_complete
    assert run.summary.n_blocks == 300
    assert same(run.summary, engine.run(three, 300).summary)


def test_an_interruption_by_signal_returns_what_is_finished() -> None:
    """A real Ctrl-C in the middle of an endless run, in a process of its own."""
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # A parent may ignore it.
        "from simcore import engine\n"
        "from tests.engine.lineups import line_up\n"
        "def stop(done, wanted):\n"
        "    if done >= 2000: os.kill(os.getpid(), signal.SIGINT)\n"
        "run = engine.run(line_up('random', 'random'), 10**9, workers=2, chunk_blocks=1000,"
        " progress=stop)\n"
        "print(run.is_complete, run.summary.n_blocks >= 2000)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.split() == ["False", "True"], done.stderr


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"n_blocks": 0}, "0 blocks of games; allowed: 1 or more"),
        ({"n_blocks": 1, "workers": 0}, "workers = 0; allowed: 1 or more"),
        ({"n_blocks": 1, "backend": "dask"}, "backend = 'dask'; allowed: threads, processes"),
        ({"n_blocks": 1, "first_block": -1}, "block = -1; allowed: 0 to"),
        ({"n_blocks": 2, "first_block": 2**56 - 1}, f"block = {2**56}; allowed: 0 to"),
        ({"n_blocks": 1, "chunk_blocks": 0}, "chunk_blocks = 0; allowed: 1 or more"),
    ],
)
def test_wrong_use_of_run(three: Match, how: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as error:
        engine.run(three, **how)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("block", "rotation", "message"),
    [(-1, 0, "block = -1"), (2**56, 0, "block ="), (0, 3, "rotation = 3; allowed: 0 to 2")],
)
def test_wrong_use_of_replay(three: Match, block: int, rotation: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        engine.replay(three, block, rotation)


@pytest.mark.parametrize(
    ("specs", "how", "message"),
    [
        (("random",) * 7, {}, "Fill or Bust with 7 strategies; allowed: 1 to 6"),
        ((), {}, "Fill or Bust with 0 strategies; allowed: 1 to 6"),
        (("random",), {"seed": -1}, "seed -1 is out of range"),
        (("random",), {"seed": 2**64}, "is out of range; allowed: 0 to"),
        (("random",), {"rotation": "seats"}, "rotation 'seats'; allowed: none, strategies, luck"),
    ],
)
def test_wrong_matches(specs: tuple[str, ...], how: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as error:
        line_up(*specs, **how)
    assert message in str(error.value)


def test_the_summary_does_not_grow(three: Match, whole: Summary) -> None:
    """What is kept of a run is the same size for 13 times as many blocks."""
    small = engine.run(three, 100).summary
    for name in ("total", "cross", "counts"):
        assert getattr(small, name).shape == getattr(whole, name).shape
    assert np.asarray(whole.counts).dtype == np.int64


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    """Peak memory of fifty times as many games is the same, to within a twentieth."""
    code = (
        "import resource, sys\n"
        "from simcore import engine\n"
        "from tests.engine.lineups import line_up\n"
        "match = line_up('stop_at(300)', 'stop_at(500)')\n"
        "peaks = []\n"
        "for n in (2_000, 4_000, 100_000):\n"
        "    engine.run(match, n)\n"
        "    peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
        "print(peaks[2] / peaks[1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert float(done.stdout) < 1.05
