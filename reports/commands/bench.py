"""``fillsim bench``: games per second over the whole pipeline; see ``benchmarks/speed.py``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

import typer

from reports.line_ups import line_up
from reports.options import Common, GameName, takes_options
from reports.output import Document, Table, emit, prepare_output

__all__ = ["Speed", "command", "measure"]

REPEATS = 3
WARM_UP_BLOCKS = 1_000


@dataclass(frozen=True)
class Speed:
    """What one benchmark found.

    `games_per_cpu_s` counts the processor time of all threads; `nodes_per_s` are the positions
    that search looked at by the second of wall time, None where nobody searched.
    """

    game: str
    strategies: tuple[str, ...]
    n_games: int
    workers: int
    games_per_s: float
    turns_per_s: float
    games_per_cpu_s: float
    nodes_per_s: float | None
    compile_s: float


@takes_options(games=0)
def command(
    game: GameName,
    strategies: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STRATEGY...]", help="Who plays; by default the game's own pair."),
    ] = None,
    *,
    common: Common,
) -> None:
    """Measure the speed of play: games, turns and searched positions per second.

    Compile time is told apart.

    By default it plays about ten seconds' worth of games.

    Example: fillsim bench fill_or_bust --games 2e6 --workers 1 --format json
    """
    import pandas as pd

    prepare_output(common)
    chosen, rules = common.load_game(game)
    usual = line_up(game)
    common = replace(common, games=common.games or usual.bench_games)
    speed = measure(chosen, rules, strategies or usual.bench, common)
    data = asdict(speed) | {"seed": common.seed, "rules": rules.name}
    row = {name: value for name, value in data.items() if name not in ("strategies", "rules")}
    heading = f"{' against '.join(speed.strategies)}, rules {rules.name}, best of {REPEATS} runs"
    emit(Document(lambda: data, (Table("Speed", pd.DataFrame([row])),), heading), common)


def measure(game: Any, rules: Any, strategies: Sequence[str], common: Common) -> Speed:
    """The best of `REPEATS` runs of the same games, after a warm-up.

    Parameters
    ----------
    game, rules
        As `Common.load_game` returns them.
    strategies : sequence of str
        One per seat.
    common : Common
        For its seed, games and workers.
    """
    from simcore import engine
    from simcore.match import Match
    from strategies.registry import player

    begin = time.perf_counter()
    players = tuple(player(game, rules, text) for text in strategies)
    match = Match(game, rules, players, common.seed)
    engine.run(match, WARM_UP_BLOCKS, workers=common.workers)
    compile_s = time.perf_counter() - begin
    n_blocks = -(-common.games // match.n_rotations)
    walls, cpus, n_turns, n_nodes = [], [], 0, 0
    for _ in range(REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        run = engine.run(match, n_blocks, workers=common.workers)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
        n_turns = run.summary.sum("0/game.turns")
        n_nodes = _nodes(run.summary, match)
    n_games = n_blocks * match.n_rotations
    return Speed(
        game=game.name,
        strategies=tuple(player.spec for player in players),
        n_games=n_games,
        workers=common.workers,
        games_per_s=n_games / min(walls),
        turns_per_s=n_turns / min(walls),
        games_per_cpu_s=n_games / min(cpus),
        nodes_per_s=n_nodes / min(walls) if n_nodes else None,
        compile_s=compile_s,
    )


def _nodes(summary: Any, match: Any) -> int:
    """Positions that the strategies say their search looked at; 0 in a game without search."""
    if "nodes" not in match.game.seat_fields:
        return 0
    return sum(summary.sum(f"0/entry{entry}.nodes") for entry in range(match.n_seats))
