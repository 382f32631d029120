"""What a strategy gives up against optimal play, by seat and by situation, without simulation."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyses.fill_or_bust.win import WinPair, evaluate
from analyses.fill_or_bust.win_optimal import score_grid
from analyses.fill_or_bust.win_policies import OPTIMAL, turns_of
from analyses.matches import play
from analyses.statistics.estimates import Estimate
from simcore.errors import UsageError
from simcore.fill_or_bust.rules import Rules
from strategies.fill_or_bust.win_solution import WinSolution, solve_win
from strategies.fill_or_bust.win_tables import step_of

__all__ = ["WinCosts", "evaluable", "solvable", "win_costs"]

BANDS = 4
"""Bands of each score in the frame of situations."""

OF_95 = 1.959963984540054
"""Standard errors in half a 95 % interval."""


@dataclass(frozen=True)
class WinCosts:
    """Result of `win_costs`: each strategy against `optimal_win`, exactly.

    Attributes
    ----------
    solution : WinSolution
        Optimal play of both.
    pairs : tuple of WinPair
        In the order asked.
    """

    solution: WinSolution
    pairs: tuple[WinPair, ...]

    def given_up(self, pair: WinPair) -> Estimate:
        """Win probability given up against optimal play, seats taken in turn."""
        return Estimate.exact(0.5 - pair.win_rate().value)

    def to_frame(self) -> pd.DataFrame:
        """One row per strategy and seat, the cheapest strategy first."""
        first = self.solution.first_player_win_probability
        frames = []
        for pair in sorted(self.pairs, key=lambda pair: self.given_up(pair).value):
            frame = pair.to_frame()
            best = np.array([first, 1.0 - first])
            frame["win_probability_diff"] = frame["win_probability"] - best
            frames.append(frame)
        return pd.concat(frames, ignore_index=True)

    def situations(self, strategy: str) -> pd.DataFrame:
        """What a strategy about to draw gives up from there on, by bands of both scores.

        Every pair of scores of a band counts alike.
        """
        pair = next(pair for pair in self.pairs if pair.first == strategy)
        scores = np.array(score_grid(pair.rules, step_of(pair.rules)))
        width = -(-(pair.rules.goal - pair.rules.score_floor) // BANDS)
        band = (scores - pair.rules.score_floor) // width
        rows = []
        for own in range(BANDS):
            for other in range(BANDS):
                part = np.ix_(band == own, band == other)
                rows.append(
                    {
                        "strategy": strategy,
                        "score": int(scores[band == own][0]),
                        "other_score": int(scores[band == other][0]),
                        "win_probability": float(pair.values[part].mean()),
                        "win_probability_diff": float(
                            (pair.values - self.solution.values)[part].mean()
                        ),
                    }
                )
        return pd.DataFrame(rows)

    def checks(self, games: int, seed: int, workers: int = 1) -> pd.DataFrame:
        """The same pairs played, beside the exact chances, seats taken in turn."""
        rows = []
        for pair in self.pairs:
            specs = [pair.first, pair.second]
            played = play(
                "fill_or_bust", specs, games=games, seed=seed, rules=pair.rules, workers=workers
            )
            row = played.strategies().to_dict("records")[0]
            error = (row["win_rate_high"] - row["win_rate_low"]) / 2 / OF_95
            exact = pair.win_rate().value
            found = {name: row[name] for name in ("win_rate", "win_rate_low", "win_rate_high")}
            z = (row["win_rate"] - exact) / error if error > 0.0 else 0.0
            rows.append(
                {
                    "strategy": pair.first,
                    "opponent": pair.second,
                    "n_games": row["n_games"],
                    "win_probability": exact,
                    **found,
                    "z": z,
                }
            )
        return pd.DataFrame(rows)

    def summary(self) -> str:
        """What each strategy gives up, cheapest first."""
        pairs = sorted(self.pairs, key=lambda pair: self.given_up(pair).value)
        texts = [f"{pair.first} {100 * self.given_up(pair).value:.2f}" for pair in pairs]
        return (
            f"Points of win probability given up against optimal play ({self.solution.rules.name}, "
            f"exact): {', '.join(texts)}."
        )


def solvable(rules: Rules, goal: int | None = None) -> Rules:
    """The same rules with the deck and the ending that can be solved, and a goal of at most `goal`.

    Parameters
    ----------
    rules : Rules
    goal : int, optional
        None keeps the goal.
    """
    short = rules.goal if goal is None else min(goal, rules.goal)
    name = f"{rules.name} deck=independent end=at_once"
    name += f" goal={short}" if short < rules.goal else ""
    return dataclasses.replace(rules, deck="independent", end="at_once", goal=short, name=name)


def evaluable(rules: Rules, strategies: Sequence[str]) -> list[str]:
    """Those strategies that depend on nothing but what the solver's state holds under `rules`."""
    found = []
    for strategy in strategies:
        try:
            turns_of(rules, strategy)
        except UsageError:
            continue
        found.append(strategy)
    return found


def win_costs(rules: Rules, strategies: Sequence[str]) -> WinCosts:
    """Strategies against optimal play, evaluated without simulation.

    Parameters
    ----------
    rules : Rules
        With `end` at_once and `deck` independent.
    strategies : sequence of str
        In text form; each must depend on what the solver's state holds.
    """
    pairs = tuple(evaluate(rules, strategy, OPTIMAL) for strategy in strategies)
    return WinCosts(solve_win(rules), pairs)
