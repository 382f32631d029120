"""How a single game went: who was ahead after each turn, and what that says of its character.

A game that has something like a score offers ``history(document) -> History`` in
``analyses.<game>.history``, made from its replay document.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = [
    "History",
    "decisiveness",
    "drama",
    "history_of",
    "is_comeback",
    "lead_changes",
    "leader_share",
    "trailing_share",
]

NOBODY = -1


class History(NamedTuple):
    """A finished game, as far as the lead goes.

    Attributes
    ----------
    scores : int64[n_turns + 1, n_sides]
        What every side has, at the start and after each turn; more is better.
    winners : tuple of int
        Sides that won or shared the win.
    """

    scores: npt.NDArray[np.int64]
    winners: tuple[int, ...]

    @property
    def n_turns(self) -> int:
        """Turns of the game."""
        return len(self.scores) - 1

    @property
    def winner(self) -> int:
        """The only winner; NOBODY where there is none or several."""
        return self.winners[0] if len(self.winners) == 1 else NOBODY

    def leaders(self) -> npt.NDArray[np.int64]:
        """The only side with the highest score after each turn, the start first; else NOBODY."""
        best = self.scores.max(axis=1, keepdims=True)
        is_sole = (self.scores == best).sum(axis=1) == 1
        return np.where(is_sole, self.scores.argmax(axis=1), NOBODY)

    def deficits(self) -> npt.NDArray[np.int64]:
        """How far the winner is behind the best of the others, int64[n_turns + 1]; at most 0: not.

        Only where there is one winner.
        """
        others = np.delete(self.scores, self.winner, axis=1)
        found: npt.NDArray[np.int64] = others.max(axis=1) - self.scores[:, self.winner]
        return found


def history_of(game: str) -> Callable[[dict[str, Any]], History] | None:
    """The game's own ``history(document)``; None where nobody can be ahead."""
    name = f"analyses.{game}.history"
    if importlib.util.find_spec(f"analyses.{game}") is None:
        return None
    if importlib.util.find_spec(name) is None:
        return None
    found: Callable[[dict[str, Any]], History] = importlib.import_module(name).history
    return found


def lead_changes(game: History) -> int:
    """How often another side took the sole lead than had it last; ties in between change nothing.

    Browne's lead change [1]_ counts the same and divides by the moves after the first.

    References
    ----------
    .. [1] Browne (2008), Automatic generation and evaluation of recombination games, PhD thesis,
       Queensland University of Technology; Browne and Maire (2010), Evolutionary game design,
       IEEE Transactions on Computational Intelligence and AI in Games 2(1), 1-16.
    """
    leaders = game.leaders()
    sole = leaders[leaders != NOBODY]
    return int((sole[1:] != sole[:-1]).sum())


def trailing_share(game: History) -> float:
    """Share of the turns before the last after which the eventual winner was behind; nan if none.

    nan where there is not one winner, or only one turn.
    """
    if game.winner == NOBODY or game.n_turns < 2:
        return float("nan")
    return float((game.deficits()[1:-1] > 0).mean())


def drama(game: History) -> float:
    """How far the eventual winner was behind, over the turns after which it was.

    Browne's drama [1]_: the mean of sqrt(deficit) over the positions in which the eventual winner
    is behind, 0 if it never was. The deficit is what the best other side has more, as a share of
    the winner's own final score, and 1 at most. nan where there is not one winner.

    References
    ----------
    .. [1] Browne (2008), see `lead_changes`; several sides as in Brito (2016), An aesthetic metric
       for multiplayer turn-based games, Universidade Federal do Rio de Janeiro.
    """
    if game.winner == NOBODY or game.n_turns < 2:
        return float("nan")
    final = max(1, int(game.scores[-1, game.winner]))
    deficits = game.deficits()[1:-1]
    behind = deficits[deficits > 0]
    return float(np.sqrt(np.minimum(behind / final, 1.0)).mean()) if len(behind) else 0.0


def is_comeback(game: History) -> float:
    """1 if the eventual winner was behind at half of the turns, rounded down; else 0; nan if none.

    nan where there is not one winner.
    """
    if game.winner == NOBODY:
        return float("nan")
    return float(game.deficits()[game.n_turns // 2] > 0)


def decisiveness(game: History) -> float:
    """Share of the turns that are left when the eventual winner takes the sole lead for good.

    0 if the last turn decides; nan where there is not one winner. Browne's decisiveness [1]_ asks
    the same of a threshold of the evaluation in place of the lead.

    References
    ----------
    .. [1] Browne (2008), see `lead_changes`.
    """
    if game.winner == NOBODY or game.n_turns < 1:
        return float("nan")
    not_ahead = np.flatnonzero(game.leaders() != game.winner)
    taken = not_ahead[-1] + 1 if len(not_ahead) else 0
    return max(0.0, (game.n_turns - float(taken)) / game.n_turns)


def leader_share(game: History, progress: float) -> float:
    """What the leader at this share of the turns has of the win in the end; a tied lead is split.

    nan where nobody won.
    """
    if not game.winners:
        return float("nan")
    scores = game.scores[int(progress * game.n_turns)]
    leaders = np.flatnonzero(scores == scores.max())
    hits = sum(int(leader) in game.winners for leader in leaders)
    return hits / len(leaders) / len(game.winners)
