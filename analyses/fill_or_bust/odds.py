"""Bust and fill odds of one roll by number of dice: exact, and by independent rolls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed

from analyses.statistics.estimates import Estimate, proportion
from analyses.statistics.significance import z_score
from simcore.errors import UsageError
from simcore.fill_or_bust.rules import Rules
from simcore.fill_or_bust.scoring import NULL, build_scoring
from simcore.jit import kernel
from simcore.philox import bounded, seed_words, word_of
from strategies.fill_or_bust.set_asides import rolls

__all__ = ["BustOdds", "DiceOdds", "bust_odds"]

ODDS = 64
"""Purpose of these rolls' streams, away from the purposes that games use."""

CHUNK = 1 << 20
MAX_ROLLS = 10**10


@dataclass(frozen=True)
class DiceOdds:
    """Odds of one roll of `dice` dice.

    Attributes
    ----------
    dice : int
    bust_exact, fill_exact : Fraction
        Chance that nothing scores, and that all dice score.
    score_mean_exact : Fraction
        Expected points of setting all scoring dice aside; a bust counts 0.
    n_rolls, n_busts : int
        Simulated rolls and the busts among them.
    """

    dice: int
    bust_exact: Fraction
    fill_exact: Fraction
    score_mean_exact: Fraction
    n_rolls: int
    n_busts: int

    def bust_rate(self, confidence_level: float = 0.95) -> Estimate:
        """Share of simulated rolls that bust, with Wilson's interval."""
        return proportion(self.n_busts, self.n_rolls, confidence_level=confidence_level)

    @property
    def z(self) -> float:
        """Standard errors, by the exact chance, between the simulated and the exact chance."""
        exact = float(self.bust_exact)
        error = (exact * (1.0 - exact) / self.n_rolls) ** 0.5
        return z_score(self.n_busts / self.n_rolls, error, exact)


@dataclass(frozen=True)
class BustOdds:
    """Result of `bust_odds`: one entry per number of dice, and what is needed to rerun it."""

    rules: Rules
    seed: int
    n_rolls: int
    by_dice: tuple[DiceOdds, ...]

    def to_rows(self, confidence_level: float = 0.95) -> list[dict[str, Any]]:
        """One mapping per number of dice, in plain values; exact chances also as fractions."""
        rows = []
        for odds in self.by_dice:
            rate = odds.bust_rate(confidence_level)
            rows.append(
                {
                    "dice": odds.dice,
                    "n_rolls": odds.n_rolls,
                    "n_busts": odds.n_busts,
                    "bust_exact": str(odds.bust_exact),
                    "bust_exact_value": float(odds.bust_exact),
                    "bust_rate": rate.value,
                    "bust_low": rate.low,
                    "bust_high": rate.high,
                    "z": odds.z,
                    "fill_exact": str(odds.fill_exact),
                    "fill_exact_value": float(odds.fill_exact),
                    "score_mean_exact": float(odds.score_mean_exact),
                }
            )
        return rows

    def to_frame(self, confidence_level: float = 0.95) -> pd.DataFrame:
        """`to_rows` as a frame."""
        return pd.DataFrame(self.to_rows(confidence_level))

    def summary(self) -> str:
        """One sentence: the odds of a full and of a single die, and how simulation agrees."""
        first, last = self.by_dice[0], self.by_dice[-1]
        worst = max(self.by_dice, key=lambda odds: abs(odds.z))
        return (
            f"Under {self.rules.name}, {_dice_text(last.dice)} bust with probability "
            f"{last.bust_exact} ({float(last.bust_exact):.2%}), {_dice_text(first.dice)} with "
            f"{first.bust_exact} ({float(first.bust_exact):.2%}); of {self.n_rolls:,} simulated "
            f"rolls each, those of {_dice_text(worst.dice)} lie farthest from the exact chance, "
            f"{abs(worst.z):.1f} standard errors."
        )


def _dice_text(n_dice: int) -> str:
    return "one die" if n_dice == 1 else f"{n_dice} dice"


@kernel
def count_busts(scoring, n_dice, seed, begin, end):  # type: ignore[no-untyped-def]
    """Busts among rolls `begin` .. `end` - 1 of `n_dice` dice; SCORING[1], uint64 seed.

    A roll is its own draw of the stream (seed, block = dice); a word that must be rejected is
    replaced from the same place of the next turn, so that no roll depends on another.
    """
    start = scoring[0]["start"][n_dice]
    n_outcomes = np.uint64(6**n_dice)
    n_busts = 0
    for draw in range(begin, end):
        accepted, attempt, outcome = False, 0, np.uint64(0)
        while not accepted:
            word = word_of(seed, n_dice, ODDS, 0, attempt, draw)
            outcome, accepted = bounded(word, n_outcomes)
            attempt += 1
        n_busts += scoring[0]["choice_set"][start + outcome] == NULL
    return n_busts


def bust_odds(rules: Rules, *, n_rolls: int, seed: int, workers: int = 1) -> BustOdds:
    """Odds of one roll for every number of dice, exact and simulated.

    Parameters
    ----------
    rules : Rules
        Only the dice and what they score count.
    n_rolls : int
        Simulated rolls for each number of dice, 1 to 10**10.
    seed : int
        Key of the streams, 0 to 2**64 - 1.
    workers : int, default 1
        Threads; no result depends on their number.
    """
    if not 1 <= n_rolls <= MAX_ROLLS:
        raise UsageError(f"n_rolls = {n_rolls}; allowed: 1 to {MAX_ROLLS}")
    scoring = build_scoring(rules).reshape(1)
    key = seed_words(seed)
    jobs = [(n_dice, *span) for n_dice in range(1, rules.dice + 1) for span in _chunks(n_rolls)]
    counts = Parallel(n_jobs=workers, prefer="threads")(
        delayed(count_busts)(scoring, n_dice, key, begin, end) for n_dice, begin, end in jobs
    )
    n_busts = dict.fromkeys(range(1, rules.dice + 1), 0)
    for (n_dice, _, _), count in zip(jobs, counts, strict=True):
        n_busts[n_dice] += int(count)
    by_dice = tuple(_dice_odds(rules, n_dice, n_rolls, n_busts[n_dice]) for n_dice in n_busts)
    return BustOdds(rules, seed, n_rolls, by_dice)


def _chunks(n_rolls: int) -> Iterator[tuple[int, int]]:
    """Spans of draws that together are all rolls."""
    for begin in range(0, n_rolls, CHUNK):
        yield begin, min(begin + CHUNK, n_rolls)


def _dice_odds(rules: Rules, n_dice: int, n_rolls: int, n_busts: int) -> DiceOdds:
    bust, fill, score = Fraction(0), Fraction(0), Fraction(0)
    for roll in rolls(rules, n_dice):
        if not roll.choices:
            bust += roll.probability
            continue
        most = roll.choices[-1]
        score += roll.probability * most.points
        if most.used == n_dice:
            fill += roll.probability
    return DiceOdds(n_dice, bust, fill, score, n_rolls, n_busts)
