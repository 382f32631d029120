"""Referee of Fill or Bust: checks a replay document step by step, by the ruling.

`check(document)` walks `document["log"]` and raises `RefereeError` at the first event that breaks
the ruling, is missing or is superfluous. Plain Python, no kernel, nothing shared with it.
The rules of the game event are read in `fill_or_bust_rules`, turns, cards and the end of the game
in `fill_or_bust_table`, the dice in `fill_or_bust_turn`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.referees.fill_or_bust_rules import (
    Event,
    Violation,
    must_equal,
    read,
    read_setting,
    require,
)
from tests.referees.fill_or_bust_table import Table, on_discard, on_draw, on_no_dice, on_turn
from tests.referees.fill_or_bust_turn import DICE_HANDLERS


class RefereeError(Exception):
    """The first event that breaks the ruling; `event` is None where the log breaks off."""

    def __init__(self, event_index: int, event: Any, message: str) -> None:
        super().__init__(f"event {event_index} {event!r}: {message}")
        self.event_index = event_index
        self.event = event
        self.message = message


@dataclass(frozen=True)
class Tally:
    """What happened in one game, counted by the referee; tuples hold one number per seat.

    `busts` counts the turns a null ended without points (first rolls included, Must Bust not),
    `vengeance_hits` the times a seat lost points to a Vengeance. `lead_changes` looks after every
    turn: how often the sole holder of the highest score was another seat than the last one.
    """

    turns: tuple[int, ...]
    busts: tuple[int, ...]
    no_dice: tuple[int, ...]
    fills: tuple[int, ...]
    vengeance_hits: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    n_turns: int
    capped: bool
    lead_changes: int


def check(document: Mapping[str, Any]) -> Tally:
    """Tally of a game that kept every rule; raises `RefereeError` for one that did not."""
    log = document.get("log")
    if not isinstance(log, list) or not log:
        raise RefereeError(0, None, "the document has no log")
    table = _review(0, log[0], _open_game)
    for index, event in enumerate(log[1:], start=1):
        _review(index, event, lambda event: _judge(table, event))
    if table.expected:
        raise RefereeError(len(log), None, f"the log breaks off: {_expectation(table)}")
    return _tally(table)


def _review(index: int, event: Any, judge: Callable[[Event], Any]) -> Any:
    """Judge one event; a violation is raised again with the event's place in the log."""
    try:
        require(isinstance(event, Mapping), "an event must be a table of fields")
        return judge(event)
    except Violation as violation:
        raise RefereeError(index, event, str(violation)) from None


def _open_game(event: Event) -> Table:
    must_equal(event, "e", "game")
    return Table(read_setting(event))


def _judge(table: Table, event: Event) -> None:
    name = read(event, "e")
    require(name in table.expected, f"found {name!r}, {_expectation(table)}")
    HANDLERS[name](table, event)


def _expectation(table: Table) -> str:
    if not table.expected:
        return "the game is over"
    return f"expected {' or '.join(table.expected)} ({table.why})"


def _on_end(table: Table, event: Event) -> None:
    must_equal(event, "winners", table.winners)
    must_equal(event, "scores", table.scores)
    must_equal(event, "turns", table.number)
    table.expect(why="the game is over")


HANDLERS: dict[str, Callable[[Table, Event], None]] = {
    "turn": on_turn,
    "draw": on_draw,
    "discard": on_discard,
    "no_dice": on_no_dice,
    **DICE_HANDLERS,
    "end": _on_end,
}


def _tally(table: Table) -> Tally:
    return Tally(
        **{name: tuple(counts) for name, counts in table.counts.items()},
        scores=tuple(table.scores),
        winners=tuple(table.winners),
        n_turns=table.number,
        capped=table.capped,
        lead_changes=table.lead_changes,
    )
