"""Per-game rows in a Parquet file, streamed: the file may be larger than memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from reports.files import check_writable
from reports.progress import progress_bar
from simcore import engine
from simcore.match import Match

__all__ = ["row_columns", "write_rows"]

CHUNK_BLOCKS = 32_768


def row_columns(match: Match, first_block: int, outcomes: np.ndarray) -> dict[str, np.ndarray]:
    """Columns of the games of consecutive blocks, one entry per game.

    Parameters
    ----------
    match : Match
        That was played.
    first_block : int
        Number of the first of the blocks.
    outcomes : OUTCOME[n_blocks, n_rotations]
        As `simcore.engine.play_outcomes` returns them.

    Returns
    -------
    dict
        ``block, rotation``, the game's own counts (bit s of ``winners``: seat s won), and by
        seat ``seat0_entry`` (place in the line-up) and e.g. ``seat0_score``.
    """
    n_blocks, n_rotations = outcomes.shape
    rotations = np.tile(np.arange(n_rotations, dtype=np.int32), n_blocks)
    blocks = np.repeat(np.arange(first_block, first_block + n_blocks), n_rotations)
    columns: dict[str, np.ndarray] = {"block": blocks, "rotation": rotations}
    games = outcomes.reshape(-1)
    for field in match.game.game_fields:
        columns[field] = np.ascontiguousarray(games[field])
    for seat in range(match.n_seats):
        entries = _entries_at(match, seat)
        columns[f"seat{seat}_entry"] = entries[rotations]
        for field in match.game.seat_fields:
            columns[f"seat{seat}_{field}"] = np.ascontiguousarray(games[field][:, seat])
    return columns


def _entries_at(match: Match, seat: int) -> np.ndarray:
    """Which place of the line-up sits at a seat, int32[n_rotations]."""
    seats = range(match.n_seats)
    rotations = range(match.n_rotations)
    found = [next(e for e in seats if match.seat_of(e, r) == seat) for r in rotations]
    return np.array(found, np.int32)


def write_rows(match: Match, n_blocks: int, path: Path) -> None:
    """Play the first `n_blocks` blocks again and write every game; the file appears when whole."""
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    check_writable(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    writer: Any = None
    try:
        with progress_bar("writing rows") as progress:
            for first in range(0, n_blocks, CHUNK_BLOCKS):
                size = min(CHUNK_BLOCKS, n_blocks - first)
                columns = row_columns(match, first, engine.play_outcomes(match, first, size))
                chunk = pa.table(columns)
                writer = writer or pq.ParquetWriter(temporary, chunk.schema)
                writer.write_table(chunk)
                if progress is not None:
                    progress(first + size, n_blocks)
        writer.close()
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
