"""Two-player Fill or Bust, optimal play of both: who wins from where, and when to stop.

Nothing here is sampled. Two players, every draw from the full deck, the game ending at once. Frames
are made only when they are asked for: pandas takes as much memory as the solution.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.errors import UsageError
from simcore.fill_or_bust.rules import Rules
from strategies.fill_or_bust.win_solution import WinSolution, solve_win
from strategies.fill_or_bust.win_tables import AFTER_FILL, BARRED, IDLE, LANES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["WinResult", "score_grid", "solve", "stop_thresholds", "threshold_rows"]

COLUMNS = ["score", "other_score", "card", "dice_left", "stop_threshold", "is_single"]


@dataclass(frozen=True)
class WinResult:
    """Result of `solve`: optimal play of both, and from where on it stops.

    Attributes
    ----------
    solution : WinSolution
    stops : tuple of dict
        One row per asked pair of scores, card and dice left; see `threshold_rows`.
    """

    solution: WinSolution
    stops: tuple[dict[str, Any], ...]

    @property
    def thresholds(self) -> pd.DataFrame:
        """The rows of `stops`."""
        return _frame(self.stops)

    def check_step(self, every: int) -> None:
        """UsageError where there are no scores so many points apart; 0 stands for any."""
        if every % self.solution.step:
            step = self.solution.step
            raise UsageError(f"step = {every}; allowed: multiples of {step}, the least score")

    def to_frame(self) -> pd.DataFrame:
        """Win probability of the player about to draw, one row per pair of scores."""
        import pandas as pd

        solution = self.solution
        scores = score_grid(solution.rules, solution.step)
        own, other = np.meshgrid(scores, scores, indexing="ij")
        return pd.DataFrame(
            {
                "score": own.ravel(),
                "other_score": other.ravel(),
                "win_probability": solution.values.ravel(),
            }
        )

    def to_dict(self, every: int = 500) -> dict[str, Any]:
        """Plain values for JSON; the grid holds every `every` points."""
        solution = self.solution
        scores = [s for s in score_grid(solution.rules, solution.step) if s % every == 0]
        value = [[solution.value(own, other) for other in scores] for own in scores]
        return {
            "rules": solution.rules.to_dict(),
            "first_player_win_probability": solution.first_player_win_probability,
            "residual": solution.residual,
            "sweeps": solution.sweeps,
            "seconds": solution.seconds,
            "value": {"score": scores, "other_score": scores, "win_probability": value},
            "stop_threshold": list(self.stops),
        }

    def summary(self) -> str:
        """What a person wants to know first."""
        solution = self.solution
        return (
            f"Fill or Bust, two players, every draw from the full deck ({solution.rules.name}):\n"
            f"the first player wins {solution.first_player_win_probability:.4%} under optimal play "
            f"of both\n({solution.sweeps} sweeps, {solution.seconds:.1f} s, largest change in the "
            f"last {solution.residual:.1e})."
        )


def solve(rules: Rules, asked: Iterable[tuple[int, int]] = ((0, 0),)) -> WinResult:
    """Optimal play of both, with stop thresholds at the asked pairs of scores."""
    solution = solve_win(rules)
    rows = [row for own, other in asked for row in threshold_rows(solution, own, other)]
    return WinResult(solution, tuple(rows))


def stop_thresholds(solution: WinSolution, own: int, other: int) -> pd.DataFrame:
    """The rows of `threshold_rows`; `stop_threshold` is NA where rolling on is always better."""
    return _frame(threshold_rows(solution, own, other))


def threshold_rows(solution: WinSolution, own: int, other: int) -> list[dict[str, Any]]:
    """Points at risk from which on stopping is at least as good as rolling on.

    Parameters
    ----------
    solution : WinSolution
    own, other : int
        Scores of the player whose turn it is, and of the other.

    Returns
    -------
    list of dict
        One row per card that allows stopping and number of dice left, and one, card 'any', with 0
        dice left for drawing a new card after a fill. `stop_threshold` is None where rolling on is
        always better; `is_single` is False where more points make rolling on right again.
    """
    turn = solution.turn(own, other)[0]
    top, step = int(turn["top"]), solution.step
    stop = turn["stop"][: top + 1]
    rows = [("any", 0, turn["after"][: top + 1] == stop)]
    for lane in range(int(turn["n_lanes"])):
        if turn["kind"][lane] not in (IDLE, AFTER_FILL) and turn["bias"][lane] != BARRED:
            values = turn["values"][lane // LANES, : top + 1, :, lane % LANES]
            name = solution.rules.cards[int(turn["card"][lane])].name
            rows += [(name, n, values[:, n] == stop) for n in range(1, int(turn["dice"]))]
    table = []
    for card, dice_left, stops in rows:
        at = np.flatnonzero(stops[1:]) + 1
        is_single = len(at) == 0 or bool(stops[at[0] :].all())
        threshold = int(at[0]) * step if len(at) else None
        cells = (own, other, card, dice_left, threshold, is_single)
        table.append(dict(zip(COLUMNS, cells, strict=True)))
    return table


def _frame(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows, columns=COLUMNS).astype({"stop_threshold": "Int64"})


def score_grid(rules: Rules, step: int) -> list[int]:
    """The scores below the goal."""
    return list(range(rules.score_floor, rules.goal, step))
