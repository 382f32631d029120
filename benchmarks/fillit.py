"""Fillit: games a second by tier, positions a second of search, and nanoseconds of its parts.

Two players, full board, layout A, one worker, as `benchmarks/speed.py` measures; the rates are by
processor time. The parts are timed over positions of random games, a hundred rounds of each.

Run ``python benchmarks/fillit.py [SHARE]``; SHARE of the usual games, 1 by default.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from analyses.runs.lineup import setting
from reports.commands.bench import measure
from reports.options import Common
from simcore import engine
from simcore.fillit.kernel import mix_position
from simcore.fillit.moves import apply_turn, copy_position
from simcore.fillit.records import OPTION_WORDS, POSITION, SETUP, TURNS
from simcore.fillit.setup import setup_record
from simcore.fillit.turns import list_turns, look_around
from simcore.jit import kernel
from strategies.fillit.gains import WEIGHT, best_gain, weigh

GAMES = {
    "random": 20_000,
    "greedy": 40_000,
    "tuned": 4_000,
    "alphabeta(1)": 20_000,
    "alphabeta(2)": 4_000,
    "alphabeta(3)": 400,
    "mcts(100)": 60,
}
ROUNDS = 100
_WORDS = np.uint64(OPTION_WORDS)


@kernel
def time_listing(setup, positions, players, turns):
    """Sum of legal turns over positions."""
    total = np.uint64(0)
    for i in range(positions.shape[0]):
        total += list_turns(setup[0], positions[i], players[i], turns[0])
    return total


@kernel
def time_slides(setup, positions, players, turns):
    """The six slides of every position."""
    for i in range(positions.shape[0]):
        look_around(setup[0], positions[i], players[i], turns[0].work)
    return turns[0].work.hand


@kernel
def time_gain(setup, positions, players, turns, weights):
    """Gain of the best turn, without a list."""
    total = np.int64(0)
    for i in range(positions.shape[0]):
        player = players[i]
        weight = weights[setup[0].side[player]]
        total += best_gain(setup[0], positions[i], player, turns[0].work, weight, 100)
    return total


@kernel
def time_turn(setup, positions, players, turns, target):
    """Copy and play the first turn of the last position's list."""
    for i in range(positions.shape[0]):
        copy_position(positions[i], target[0])
        apply_turn(setup[0], target[0], players[i], turns[0].option_words, np.uint64(0) * _WORDS)
    return target[0].pawns[0]


@kernel
def time_hash(positions, players):
    """Hash of every position."""
    total = np.uint64(0)
    for i in range(positions.shape[0]):
        total ^= mix_position(positions[i], players[i])
    return total


def sample(n_games: int) -> tuple[Any, Any, Any]:
    """SETUP[1], and the positions of random games with who is to move."""
    plan = setting("fillit", 1, {})
    match = plan.match(["random", "random"], "none")
    setup, position = np.zeros(1, SETUP), np.zeros(1, POSITION)
    setup[0] = setup_record(plan.rules)
    positions, players = [], []
    for block in range(n_games):
        copy_position(setup[0]["start"], position[0])
        for _, player, code, a, b in engine.trace(match, block, 0).tolist():
            positions.append(position[0].copy())
            players.append(player)
            words = np.array([code >> 3, (code & 7) - 1, a, b], np.int32)
            apply_turn(setup[0], position[0], np.uint64(player), words, np.uint64(0))
    return setup, np.array(positions, POSITION), np.array(players, np.uint64)


def main() -> None:
    """Print the rates, then the parts."""
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print(f"{'both play':14}{'games':>9}{'games/s':>10}{'turns/s':>11}{'positions/s':>13}")
    for spec, games in GAMES.items():
        common = Common(seed=1, games=max(2, int(games * share)), workers=1)
        speed = measure(*common.load_game("fillit"), [spec, spec], common)
        by_cpu = speed.games_per_cpu_s / speed.games_per_s
        nodes = f"{speed.nodes_per_s * by_cpu:13,.0f}" if speed.nodes_per_s else ""
        print(
            f"{spec:14}{speed.n_games:9,}{speed.games_per_cpu_s:10,.0f}"
            f"{speed.turns_per_s * by_cpu:11,.0f}{nodes}"
        )
    setup, positions, players = sample(40)
    turns, target, weights = np.zeros(1, TURNS), np.zeros(1, POSITION), np.zeros(3, WEIGHT)
    weigh(setup[0], 0, weights)
    parts = {
        "list all turns": (time_listing, (setup, positions, players, turns)),
        "the six slides": (time_slides, (setup, positions, players, turns)),
        "best gain": (time_gain, (setup, positions, players, turns, weights)),
        "copy and play": (time_turn, (setup, positions, players, turns, target)),
        "hash": (time_hash, (positions, players)),
    }
    print(f"\n{'part':16}{'ns':>8}   over {len(positions):,} positions")
    for name, (function, arguments) in parts.items():
        function(*arguments)
        begin = time.process_time()
        for _ in range(ROUNDS):
            function(*arguments)
        spent = (time.process_time() - begin) / (ROUNDS * len(positions))
        print(f"{name:16}{1e9 * spent:8.0f}")


if __name__ == "__main__":
    main()
