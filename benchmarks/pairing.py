"""How many independent games one paired game is worth, for each of the four games.

Run: `python benchmarks/pairing.py` (about ten minutes, most of it compiling), or `--quick` for a
tenth of the games. Prints a markdown table: what the pairing saves where two strategies meet over
all seats, where the luck moves over the seats of one strategy, and where two strategies or two
sets of rules meet the same luck apart.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import time
from collections.abc import Sequence
from typing import NamedTuple

from analyses.runs.blocks import Blocks, game_statistics
from analyses.runs.lineup import Setting, blocks_for, setting
from simcore.match import Match

SEED = 20_261_130


class Case(NamedTuple):
    """Two strategies near in strength and two far apart, a rule that changes little, and games."""

    game: str
    near: tuple[str, str]
    far: tuple[str, str]
    change: str
    games: int


CASES = (
    Case("fill_or_bust", ("stop_at(300)", "stop_at(350)"), ("stop_at(300)", "stop_at(500)"),
         "goal=5000", 100_000),
    Case("filler", ("tuned", "greedy"), ("greedy", "random"), "advanced=true", 10_000),
    Case("fillit", ("tuned", "greedy"), ("greedy", "random"),
         "stone_may_enter_centre=true", 10_000),
    Case("crumbs", ("planner", "greedy"), ("greedy", "random"), "actions=6", 2_000),
)  # fmt: skip


def head_to_head(plan: Setting, pair: tuple[str, str], games: int) -> tuple[float, float]:
    """Win rate of the first, and what a game of blocks with all seatings was worth."""
    match = plan.match(pair, "strategies")
    blocks = Blocks(match, plan.play([match], blocks_for(games, match.n_rotations)))
    return blocks.win_rate("entry0").value, blocks.worth("entry0")


def seats(plan: Setting, strategy: str, games: int) -> float:
    """What a game is worth for seat 0's win rate where the luck moves over the seats."""
    match = plan.match([strategy, strategy], "luck")
    blocks = Blocks(match, plan.play([match], blocks_for(games, match.n_rotations)))
    return blocks.worth("seat0")


def apart(plan: Setting, pair: tuple[str, str], games: int) -> float:
    """What it saves that two strategies meet the same luck, each alone or with its like."""
    matches = [plan.match([spec] * plan.game.seats[0], "none") for spec in pair]
    return length_saved(plan, matches, games)


def rules(plan: Setting, strategy: str, change: str, games: int, *, n_seats: int) -> float:
    """What it saves that two sets of rules meet the same luck, for the length of a game."""
    changed = plan.game.load_rules(plan.game.presets[0], [change])
    specs = [strategy] * n_seats
    matches = [plan.match(specs, "none", changed), plan.match(specs, "none")]
    return length_saved(plan, matches, games)


def length_saved(plan: Setting, matches: Sequence[Match], games: int) -> float:
    """Variance saved of the difference of two lengths of a game."""
    summary = plan.play(matches, games)
    first, second = (Blocks(match, summary, place) for place, match in enumerate(matches))
    length = next(s for s in game_statistics(plan.game) if s.field == "turns")
    return first.difference(length, second, "game")[1]


def shown(worth: float) -> str:
    """Two or three digits; in words where nothing varies."""
    if math.isinf(worth):
        return "no block differs"
    return "-" if math.isnan(worth) else f"{worth:.2f}"


def print_case(case: Case, games: int) -> None:
    """Print one game's row."""
    plan = setting(case.game, SEED, {"workers": os.cpu_count() or 1})
    cells = [f"{case.game}, {games:,}"]
    if plan.game.is_cooperative or plan.game.seats[1] < 2:
        cells += ["-", "-", "-"]
    else:
        for pair in (case.near, case.far):
            rate, worth = head_to_head(plan, pair, games)
            cells.append(f"{' v '.join(pair)} ({100 * rate:.1f} %): {shown(worth)}")
        cells.append(shown(seats(plan, case.near[0], games)))
    cells.append(f"{' v '.join(case.near)}: {shown(apart(plan, case.near, games))}")
    n_seats = 1 if plan.game.is_cooperative else max(2, plan.game.seats[0])
    saved = rules(plan, case.near[0], case.change, games, n_seats=n_seats)
    cells.append(f"{case.change}: {shown(saved)}")
    print("| " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Print the table, the machine and the time it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the games")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these; none: all")
    arguments = parser.parse_args()
    began = time.perf_counter()
    print(f"{platform.machine()}, {os.cpu_count()} cores, seed {SEED}\n")
    print("| game, games | near, all seats | far, all seats | seat 0, luck moves | "
          "two strategies apart, length | two rule sets, length |")  # fmt: skip
    print("| --- " * 6 + "|")
    for case in CASES:
        if not arguments.games or case.game in arguments.games:
            print_case(case, case.games // (10 if arguments.quick else 1))
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
