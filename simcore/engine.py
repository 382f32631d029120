"""The batch engine: blocks in chunks, chunks over workers, summaries merged in block order.

Results are bit-identical for any number of workers, any size of chunks and either backend; the
first thousand blocks of a million equal a run of a thousand.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import joblib
import numpy as np

from simcore.bench import Bench, prepare
from simcore.errors import StrategyFailure, UsageError
from simcore.match import Match, check_block
from simcore.protocol import EVENT_WORDS
from simcore.summary import Folder, Summary, empty_summary

__all__ = ["BACKENDS", "Run", "Until", "play_outcomes", "prepare", "replay", "run", "trace"]

BACKENDS = ("threads", "processes")
BATCH_GAMES = 32_768
"""Games a kernel plays per call: handing it the strategies costs a millisecond each time."""
PILOT_SECONDS = 0.02
CHUNK_SECONDS = 0.3
LARGEST_CHUNK = 65_536

Progress = Callable[[int, int], None]
"""Called as ``progress(blocks_done, blocks_wanted)`` after each chunk, in block order."""


class Until(NamedTuple):
    """When a run may end early.

    Parameters
    ----------
    looks : sequence of int
        Numbers of blocks, rising, after which the summary is looked at; never from speed or
        workers, so that every run of the same blocks ends at the same one.
    is_enough : callable
        Takes the summary of exactly so many blocks; True ends the run.
    """

    looks: Sequence[int]
    is_enough: Callable[[Summary], bool]


@dataclass(frozen=True)
class Run:
    """What a run leaves behind.

    Attributes
    ----------
    summary : Summary
        Of the blocks that were finished, in order from the first.
    is_complete : bool
        False when it was interrupted; one that `Until` ended is complete.
    compile_s, play_s : float
        Seconds spent on compiling or loading the kernel, and on playing.
    """

    summary: Summary
    is_complete: bool
    compile_s: float
    play_s: float


def play_outcomes(match: Match, first_block: int, n_blocks: int) -> np.ndarray:
    """The outcome rows of consecutive blocks, OUTCOME[n_blocks, n_rotations]."""
    outcomes = np.zeros((n_blocks, match.n_rotations), match.game.outcome)
    Bench(match).play(first_block, outcomes)
    return outcomes


def _play_chunk(matches: Sequence[Match], first_block: int, n_blocks: int) -> Summary:
    """Play consecutive blocks of every match and fold them; a failure carries what was counted."""
    benches = [Bench(match) for match in matches]
    folder = Folder(matches)
    batch = max(1, BATCH_GAMES // sum(match.n_rotations for match in matches))
    for begin, size in _chunks(first_block, n_blocks, batch):
        try:
            folder.add(_play_batch(benches, begin, size), begin)
        except StrategyFailure:
            _fold_one_by_one(benches, folder, begin, size)
    return folder.summary()


def _play_batch(benches: Sequence[Bench], first_block: int, n_blocks: int) -> list[np.ndarray]:
    """The outcome rows of consecutive blocks for each match."""
    outcomes = []
    for bench in benches:
        rows = np.zeros((n_blocks, bench.match.n_rotations), bench.match.game.outcome)
        bench.play(first_block, rows)
        outcomes.append(rows)
    return outcomes


def _fold_one_by_one(
    benches: Sequence[Bench], folder: Folder, first_block: int, n_blocks: int
) -> None:
    """Fold the blocks before the first that fails, then raise; what is kept hangs on no batch."""
    for block in range(first_block, first_block + n_blocks):
        try:
            folder.add(_play_batch(benches, block, 1), block)
        except StrategyFailure as failure:
            failure.partial = folder.summary()
            raise


def _chunk_size(matches: Sequence[Match], first_block: int, n_blocks: int, workers: int) -> int:
    """Blocks that take about `CHUNK_SECONDS`, by a short trial; never more than a fair share."""
    trial = 1
    _play_chunk(matches, first_block, trial)
    seconds = 0.0
    while seconds < PILOT_SECONDS:
        begin = time.perf_counter()
        _play_chunk(matches, first_block, trial)
        seconds = time.perf_counter() - begin
        if trial == n_blocks:
            break
        if seconds < PILOT_SECONDS:
            trial = min(4 * trial, n_blocks)
    size = int(trial * CHUNK_SECONDS / max(seconds, 1e-6))
    fair = -(-n_blocks // workers)
    return max(1, min(size, LARGEST_CHUNK, fair))


def _chunks(first_block: int, n_blocks: int, size: int) -> Iterator[tuple[int, int]]:
    end = first_block + n_blocks
    for begin in range(first_block, end, size):
        yield begin, min(size, end - begin)


def _between_looks(
    first_block: int, n_blocks: int, size: int, looks: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Chunks in block order, none of which reaches across a look."""
    begin = 0
    for end in [*(look for look in looks if 0 < look < n_blocks), n_blocks]:
        yield from _chunks(first_block + begin, end - begin, size)
        begin = end


def run(  # noqa: PLR0913
    matches: Match | Sequence[Match],
    n_blocks: int,
    *,
    first_block: int = 0,
    workers: int = 1,
    backend: str = "threads",
    chunk_blocks: int | None = None,
    progress: Progress | None = None,
    until: Until | None = None,
) -> Run:
    """Play blocks and keep their summary.

    Parameters
    ----------
    matches : Match or sequence of Match
        Several matches are played on the same blocks, and the summary then holds the
        cross-products and differences between them as well.
    n_blocks, first_block : int
        Which blocks; block b is the same whatever else is played.
    workers : int
        Threads or processes.
    backend : {'threads', 'processes'}
        Kernels release the interpreter's lock, so threads are as good and start at once.
    chunk_blocks : int, optional
        Blocks handed to a worker at a time; by default about a third of a second's worth.
    progress : callable, optional
        ``progress(blocks_done, n_blocks)``.
    until : Until, optional
        Ends the run before `n_blocks`, at a number of blocks that hangs on them alone.

    Returns
    -------
    Run
        An interruption by the keyboard returns what is finished.

    Raises
    ------
    StrategyFailure
        A strategy broke its contract; its `partial` holds the summary of all blocks before.
    """
    line_ups = [matches] if isinstance(matches, Match) else list(matches)
    _check(n_blocks, first_block, backend, workers=workers, chunk_blocks=chunk_blocks)
    compile_s = sum(prepare(match) for match in line_ups)
    summary = empty_summary(line_ups)
    is_complete = True
    begin = time.perf_counter()
    try:
        size = chunk_blocks or _chunk_size(line_ups, first_block, n_blocks, workers)
        looks = until.looks if until is not None else ()
        chunks = _between_looks(first_block, n_blocks, size, looks)
        with closing(_parts(line_ups, chunks, workers, backend)) as parts:
            for part in parts:
                if isinstance(part, StrategyFailure):
                    raise part
                summary = summary.merge(part)
                if progress is not None:
                    progress(summary.n_blocks, n_blocks)
                if _is_enough(until, summary):
                    break
    except KeyboardInterrupt:
        is_complete = False
    except StrategyFailure as failure:
        before = failure.partial if isinstance(failure.partial, Summary) else None
        failure.partial = summary.merge(before) if before is not None else summary
        raise
    return Run(summary, is_complete, compile_s, time.perf_counter() - begin)


def _is_enough(until: Until | None, summary: Summary) -> bool:
    return until is not None and summary.n_blocks in until.looks and until.is_enough(summary)


def _check(n_blocks: int, first_block: int, backend: str, **sizes: int | None) -> None:
    if n_blocks < 1:
        raise UsageError(f"{n_blocks} blocks of games; allowed: 1 or more")
    check_block(first_block)
    check_block(first_block + n_blocks - 1)
    for name, value in sizes.items():
        if value is not None and value < 1:
            raise UsageError(f"{name} = {value}; allowed: 1 or more")
    if backend not in BACKENDS:
        raise UsageError(f"backend = {backend!r}; allowed: {', '.join(BACKENDS)}")


def _try_chunk(matches: Sequence[Match], begin: int, size: int) -> Summary | StrategyFailure:
    """A chunk's summary, or its failure as a value, so that earlier chunks are merged first."""
    try:
        return _play_chunk(matches, begin, size)
    except StrategyFailure as failure:
        return failure


def _parts(
    matches: Sequence[Match], chunks: Iterator[tuple[int, int]], workers: int, backend: str
) -> Generator[Summary | StrategyFailure]:
    """Summaries of chunks in block order; no more of them in flight than workers need."""
    if workers == 1:
        for begin, size in chunks:
            yield _try_chunk(matches, begin, size)
        return
    parallel = joblib.Parallel(
        n_jobs=workers,
        backend="threading" if backend == "threads" else "loky",
        return_as="generator",
        pre_dispatch="2*n_jobs",
        batch_size=1,
    )
    results = parallel(joblib.delayed(_try_chunk)(matches, b, n) for b, n in chunks)
    try:
        for part in results:  # noqa: UP028 - 'yield from' would close it before 'finally'.
            yield part
    finally:
        with warnings.catch_warnings():  # Left early, joblib remarks on the chunks in flight.
            warnings.simplefilter("ignore", UserWarning)
            results.close()


def trace(match: Match, block: int, rotation: int) -> np.ndarray:
    """The events of one game, int32[n_events, 5]; codes as the game's `records` say."""
    if not 0 <= rotation < match.n_rotations:
        raise UsageError(f"rotation = {rotation}; allowed: 0 to {match.n_rotations - 1}")
    check_block(block)
    room = 1024
    while True:
        bench = Bench(match)
        buffer = np.zeros((room, EVENT_WORDS), np.int32)
        record = bench.table["trace"]
        record["address"], record["length"] = buffer.ctypes.data, buffer.size
        bench.line_up["first_rotation"] = rotation
        bench.play(block, np.zeros((1, 1), match.game.outcome))
        n_events = int(bench.table["trace"]["n_events"][0])
        if n_events <= room:
            return buffer[:n_events]
        room = n_events


def replay(match: Match, block: int, rotation: int) -> dict[str, Any]:
    """One game told as a plain document, complete enough to be checked without the program."""
    events = trace(match, block, rotation)
    document = match.game.tell(events, match)
    document["fillsim"] = {
        "version": match.game.version,
        "seed": match.seed,
        "block": block,
        "rotation": rotation,
        "strategies": [player.spec for player in match.players],
        "rules": match.rules.to_dict(),
    }
    return document
