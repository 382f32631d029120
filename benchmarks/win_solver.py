"""Time the win solver: seconds of sweeps, sweeps and largest change, by preset, on one core."""

import resource

from simcore.fill_or_bust.rules import load_rules
from strategies.fill_or_bust.win_solution import solve_win


def main() -> None:
    """Print one line for each preset."""
    for preset in ("rulebook", "bowman1999"):
        solution = solve_win(load_rules(preset, ["deck=independent"]), use_cache=False)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{preset:10} {solution.seconds:6.1f} s  {solution.sweeps} sweeps  "
            f"change {solution.residual:.1e}  peak {peak:.0f} MB  "
            f"first player {solution.first_player_win_probability:.12f}"
        )


if __name__ == "__main__":
    main()
