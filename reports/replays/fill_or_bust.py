"""Fill or Bust told turn by turn, from the replay document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

__all__ = ["sentences"]

Event = dict[str, Any]


def sentences(document: Mapping[str, Any]) -> Iterator[str]:
    """Plain sentences of a finished game, a paragraph a turn.

    Parameters
    ----------
    document : dict
        As `simcore.engine.replay` returns it.
    """
    teller = _Teller(document)
    for event in document["log"]:
        yield from _TELL[event["e"]](teller, event)


class _Teller:
    """Knows who sits where, so that events can be told by name."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        told = document["fillsim"]
        specs = told["strategies"]
        rotation = 0 if told.get("fixed_seats") else told["rotation"]
        seats = range(len(specs))
        self.names = [f"Player {s + 1} ({specs[(s + rotation) % len(specs)]})" for s in seats]
        self.short = [f"Player {seat + 1}" for seat in seats]
        self.cards = {card["name"]: card for card in told["rules"]["cards"]}
        self.seat = 0

    def game(self, event: Event) -> Iterator[str]:
        """The line-up and the aim."""
        goal = event["rules"]["goal"]
        yield f"{' against '.join(self.names)}, first to {goal:,} points."

    def turn(self, event: Event) -> Iterator[str]:
        """A new turn begins."""
        self.seat = event["seat"]
        yield f"\nTurn {event['number']}, {self.names[self.seat]}"

    def draw(self, event: Event) -> Iterator[str]:
        """A card is drawn."""
        deck = " after all cards are shuffled" if event["reshuffled"] else ""
        left = event["left"]
        cards = f"{left} card is" if left == 1 else f"{left} cards are"
        yield f"  draws {card_words(self.cards[event['card']])}{deck}; {cards} left."

    def discard(self, event: Event) -> Iterator[str]:
        """A Vengeance is not played."""
        why = "as the sole leader" if event["why"] == "sole_leader" else "by choice"
        yield f"  discards it {why} and draws again."

    def roll(self, event: Event) -> Iterator[str]:
        """Dice are rolled."""
        yield f"  rolls {' '.join(map(str, event['dice']))}."

    def keep(self, event: Event) -> Iterator[str]:
        """Dice are set aside."""
        dice = "1 die" if event["used"] == 1 else f"{event['used']} dice"
        then = "stops" if event["then"] == "stop" else "goes on"
        yield f"  sets {dice} aside for {event['points']:,} and {then}."

    def fill(self, event: Event) -> Iterator[str]:
        """All dice have scored."""
        which = "a fill" if event["fills"] == 1 else f"fill number {event['fills']}"
        bonus = f", {event['bonus']:,} on top" if event["bonus"] else ""
        open_card = "" if event["complete"] else "; the card asks for more"
        yield f"  {which}{bonus}: {event['at_risk']:,} points at risk{open_card}."

    def vengeance(self, event: Event) -> Iterator[str]:
        """The leaders lose points."""
        losses = [
            f"{self.short[seat]} loses {event['losses'][seat]:,}" for seat in event["leaders"]
        ]
        yield f"  Vengeance strikes: {', '.join(losses)}."

    def bank(self, event: Event) -> Iterator[str]:
        """Points become safe."""
        yield f"  banks {event['points']:,}; the scores are {self._scores(event['scores'])}."

    def bust(self, event: Event) -> Iterator[str]:
        """A roll scores nothing."""
        lost = f"and loses {event['lost']:,} points" if event["lost"] else "but loses nothing"
        yield f"  busts {lost}."

    def no_dice(self, event: Event) -> Iterator[str]:
        """The turn ends without a roll."""
        lost = f"; {event['lost']:,} points are lost" if event["lost"] else ""
        yield f"  No Dice: the turn is over{lost}."

    def end(self, event: Event) -> Iterator[str]:
        """How it ended."""
        winners = [self.names[seat] for seat in event["winners"]]
        turns, scores = event["turns"], self._scores(event["scores"])
        if not winners:
            yield f"\nStopped after {turns:,} turns without a winner, {scores}."
        elif len(winners) == 1:
            yield f"\n{winners[0]} wins after {turns:,} turns, {scores}."
        else:
            yield f"\n{' and '.join(winners)} share the win after {turns:,} turns, {scores}."

    def _scores(self, scores: list[int]) -> str:
        return ", ".join(
            f"{name} {score:,}" for name, score in zip(self.short, scores, strict=True)
        )


def card_words(card: Mapping[str, Any]) -> str:
    """A card as printed on it, e.g. ``Bonus 300``, ``No Dice``, ``Must Bust``."""
    words = str(card["kind"]).replace("_", " ").title()
    return f"{words} {card['value']:,}" if card["value"] else words


_TELL: dict[str, Callable[[_Teller, Event], Iterator[str]]] = {
    "game": _Teller.game,
    "turn": _Teller.turn,
    "draw": _Teller.draw,
    "discard": _Teller.discard,
    "roll": _Teller.roll,
    "keep": _Teller.keep,
    "fill": _Teller.fill,
    "vengeance": _Teller.vengeance,
    "bank": _Teller.bank,
    "bust": _Teller.bust,
    "no_dice": _Teller.no_dice,
    "end": _Teller.end,
}
