"""Time and memory of the win solver and of the plan that `optimal_win` plays by, on one core.

Each preset runs in a process of its own, because a process remembers only its greatest memory.
"""

import multiprocessing
import resource
import time

from simcore.fill_or_bust.rules import load_rules

PRESETS = ("rulebook", "bowman1999")


def peak() -> float:
    """Greatest memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(preset: str) -> None:
    """Print the figures of one preset."""
    from strategies.fill_or_bust.win_actions import build_plan
    from strategies.fill_or_bust.win_solution import solve_win

    before = peak()
    rules = load_rules(preset, ["deck=independent"])
    solution = solve_win(rules, use_cache=False)
    solved = peak()
    start = time.process_time()
    plan = build_plan(solution)
    print(
        f"{preset:10} {solution.seconds:6.1f} s  {solution.sweeps} sweeps  "
        f"change {solution.residual:.1e}  first player "
        f"{solution.first_player_win_probability:.12f}\n"
        f"{'plan':10} {time.process_time() - start:6.1f} s  {plan.nbytes / 1e6:.1f} MB\n"
        f"{'peak':10} {before:.0f} MB imported, {solved:.0f} MB solved, {peak():.0f} MB planned"
    )


def main() -> None:
    """Measure every preset."""
    context = multiprocessing.get_context("spawn")
    for preset in PRESETS:
        process = context.Process(target=measure, args=(preset,))
        process.start()
        process.join()


if __name__ == "__main__":
    main()
