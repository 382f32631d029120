"""Speed of the whole pipeline in games per second, as ``fillsim bench`` reports it.

How it is measured
------------------
What is timed is `simcore.engine.run`: playing, folding every game into the block summaries, and
merging them, which is all that ``fillsim play`` does apart from the closing arithmetic. Building
players and compiling or loading the kernels happens before the clock starts, together with a
warm-up, and is reported apart as `compile_s`. The same blocks are then played three times and
the best run counts: on a machine with other work to do the slower ones measure the neighbours.
`games_per_s` and `turns_per_s` are per second on the wall; `games_per_cpu_s` divides by the
processor time of all threads, which other programs disturb less. Compare figures only between
runs on an idle machine of the same kind. No test looks at them.

Run ``make bench``, or ``python benchmarks/speed.py [GAMES]``.
"""

from __future__ import annotations

import os
import platform
import sys

from reports.commands.bench import measure
from reports.line_ups import LINE_UPS
from reports.options import Common


def main() -> None:
    """Print one line per game and number of workers."""
    asked = int(float(sys.argv[1])) if len(sys.argv) > 1 else 0
    cores = os.cpu_count() or 1
    print(f"{platform.machine()}, {cores} cores, Python {platform.python_version()}\n")
    print(
        f"{'game':14}{'games':>11}{'workers':>8}{'games/s':>12}{'games/CPU s':>13}{'turns/s':>13}"
        f"{'compile':>10}"
    )
    for name, line_up in LINE_UPS.items():
        for workers in sorted({1, cores}):
            common = Common(seed=1, games=asked or line_up.bench_games, workers=workers)
            speed = measure(*common.load_game(name), line_up.bench, common)
            print(
                f"{name:14}{speed.n_games:11,}{workers:8}{speed.games_per_s:12,.0f}{speed.games_per_cpu_s:13,.0f}"
                f"{speed.turns_per_s:13,.0f}{speed.compile_s:8.2f} s"
            )


if __name__ == "__main__":
    main()
