"""A recorded game of Fill or Bust as a document that a third party can check step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from simcore.fill_or_bust import records as ev
from simcore.fill_or_bust.rules import Rules
from simcore.match import Match

__all__ = ["tell"]

Event = dict[str, Any]


def tell(events: np.ndarray, match: Match) -> dict[str, Any]:
    """``{"log": [event, ...]}`` from the events of one finished game.

    Parameters
    ----------
    events : int32[n_events, 5]
        As recorded by the kernel; codes and numbers in `records`.
    match : Match
        Whose rules and number of seats the document states.
    """
    return {"log": list(_Teller(match).tell(events))}


class _Teller:
    """Walks through the events once and adds what they leave unsaid: faces, scores, winners."""

    def __init__(self, match: Match) -> None:
        rules = match.rules
        assert isinstance(rules, Rules)
        self.rules = rules
        self.n_seats = match.n_seats
        self.scores = [0] * match.n_seats
        self.seat = 0
        self.turn = 0
        self.leaders: list[int] = []
        self.losses: list[int] = []

    def tell(self, events: np.ndarray) -> Iterator[Event]:
        """The document's events, from the set-up to the end."""
        yield {
            "e": "game",
            "rules": self.rules.to_dict(),
            "seats": self.n_seats,
            "first": 0,
            "scores": list(self.scores),
        }
        for code, *numbers in events.tolist():
            if self.losses and code != ev.LOSS:
                yield self._vengeance()
            if code == ev.LOSS:
                self._lose(*numbers[:2])
            else:
                yield _TELL[code](self, *numbers)

    def _turn(self, seat: int, number: int, *_: int) -> Event:
        self.seat, self.turn = seat, number
        return {"e": "turn", "seat": seat, "number": number}

    def _draw(self, card: int, left: int, reshuffled: int, *_: int) -> Event:
        name = self.rules.cards[card].name
        return {"e": "draw", "card": name, "left": left, "reshuffled": bool(reshuffled)}

    def _discard(self, chosen: int, *_: int) -> Event:
        return {"e": "discard", "why": "chosen" if chosen else "sole_leader"}

    def _roll(self, n_dice: int, outcome: int, *_: int) -> Event:
        faces = [outcome // 6**die % 6 + 1 for die in range(n_dice)]
        return {"e": "roll", "dice": faces}

    def _keep(self, points: int, used: int, is_stop: int, *_: int) -> Event:
        then = "stop" if is_stop else "roll"
        return {"e": "keep", "points": points, "used": used, "then": then}

    def _fill(self, fills: int, complete: int, bonus: int, at_risk: int) -> Event:
        return {
            "e": "fill",
            "fills": fills,
            "complete": bool(complete),
            "bonus": bonus,
            "at_risk": at_risk,
        }

    def _lose(self, seat: int, points: int) -> None:
        if not self.losses:
            self.losses = [0] * self.n_seats
            self.leaders = []
        self.leaders.append(seat)
        self.losses[seat] = points
        self.scores[seat] -= points

    def _vengeance(self) -> Event:
        losses, self.losses = self.losses, []
        return {"e": "vengeance", "leaders": self.leaders, "losses": losses}

    def _bank(self, points: int, *_: int) -> Event:
        self.scores[self.seat] += points
        return {"e": "bank", "points": points, "scores": list(self.scores)}

    def _bust(self, lost: int, *_: int) -> Event:
        return {"e": "bust", "lost": lost}

    def _no_dice(self, lost: int, *_: int) -> Event:
        return {"e": "no_dice", "lost": lost}

    def _end(self, winners: int, *_: int) -> Event:
        return {
            "e": "end",
            "winners": [seat for seat in range(self.n_seats) if winners >> seat & 1],
            "scores": list(self.scores),
            "turns": self.turn,
        }


_TELL: dict[int, Callable[..., Event]] = {
    ev.TURN: _Teller._turn,
    ev.DRAW: _Teller._draw,
    ev.DISCARD: _Teller._discard,
    ev.ROLL: _Teller._roll,
    ev.KEEP: _Teller._keep,
    ev.FILL_MADE: _Teller._fill,
    ev.BANK: _Teller._bank,
    ev.BUST: _Teller._bust,
    ev.NO_DICE_DRAWN: _Teller._no_dice,
    ev.END: _Teller._end,
}
