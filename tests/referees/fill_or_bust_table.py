"""The table a Fill or Bust game is played on: scores, deck, the turn, and when the game ends."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.referees.fill_or_bust_rules import Card, Event, Setting, must_equal, require

NOBODY = -1
NO_CARD = Card("no card", "none", 0, 0)


@dataclass
class Turn:
    """One seat's turn; `card` and what follows it start afresh with every card drawn."""

    at_risk: int = 0
    is_over: bool = False
    best: dict[int, int] = field(default_factory=dict)
    card: Card = NO_CARD
    at_risk_before_card: int = 0
    fills: int = 0
    dice_left: int = 0


@dataclass
class Table:
    """All that the players can see, the events that may come next, and the tally so far."""

    setting: Setting
    number: int = 0
    seat: int = NOBODY
    turn: Turn = field(default_factory=Turn)
    deck: dict[str, int] = field(default_factory=dict)
    caller: int = NOBODY
    expected: tuple[str, ...] = ()
    why: str = ""
    winners: list[int] = field(default_factory=list)
    capped: bool = False
    sole_holder: int = NOBODY
    lead_changes: int = 0
    scores: list[int] = field(init=False)
    counts: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        seats = self.setting.seats
        self.scores = [0] * seats
        counted = ("turns", "busts", "no_dice", "fills", "vengeance_hits")
        self.counts = {name: [0] * seats for name in counted}
        self.shuffle()
        self.expect("turn", why="the game starts")

    @property
    def rules(self) -> dict[str, Any]:
        return self.setting.rules

    def expect(self, *names: str, why: str) -> None:
        self.expected, self.why = names, why

    def count(self, name: str, seat: int | None = None) -> None:
        self.counts[name][self.seat if seat is None else seat] += 1

    def shuffle(self) -> None:
        self.deck = {card.name: card.count for card in self.setting.cards.values()}

    def leaders(self) -> list[int]:
        """Seats with the highest banked score."""
        return [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]

    def goal_reached(self) -> bool:
        return max(self.scores) >= int(self.rules["goal"])


# The end of a turn, and of the game


def end_turn(table: Table) -> None:
    """Hand the dice on, or end the game: by its rule, or for the cap on turns."""
    if IS_OVER[table.rules["end"]](table):
        end_game(table)
    elif table.number == table.rules["turn_cap"]:
        note_lead(table)
        table.capped = True
        table.expect("end", why="the cap on turns is reached")
    else:
        note_lead(table)
        table.expect("turn", why=f"turn {table.number} is over")


def end_game(table: Table) -> None:
    """Ruling: "highest score wins, ties shared"."""
    note_lead(table)
    table.winners = table.leaders()
    table.expect("end", why="the goal is reached")


def note_lead(table: Table) -> None:
    """Count a new sole holder of the highest score; ties hold nothing and change nothing."""
    leaders = table.leaders()
    if len(leaders) == 1:
        table.lead_changes += table.sole_holder not in (NOBODY, leaders[0])
        table.sole_holder = leaders[0]


def _at_once_is_over(table: Table) -> bool:
    """`at_once`: the banking that reaches the goal has ended the game; a turn's end never does."""
    return False


def _finish_round_is_over(table: Table) -> bool:
    """`finish_round`: "every seat has the same number of turns"."""
    return table.number % table.setting.seats == 0 and table.goal_reached()


def _show_down_is_over(table: Table) -> bool:
    """`show_down`: "all others get one last turn" after the seat that called it.

    "if a Vengeance then pulls everybody under the goal the game goes on and may trigger again":
    looked at when a turn ends. A seat at the goal then, whoever it is, keeps the call standing.
    """
    if not table.goal_reached():
        table.caller = NOBODY
        return False
    if table.caller == NOBODY:
        table.caller = table.seat
    return (table.seat + 1) % table.setting.seats == table.caller


IS_OVER: dict[str, Callable[[Table], bool]] = {
    "at_once": _at_once_is_over,
    "finish_round": _finish_round_is_over,
    "show_down": _show_down_is_over,
}


# Turns and cards


def on_turn(table: Table, event: Event) -> None:
    table.number += 1
    table.seat = (table.number - 1) % table.setting.seats
    table.turn = Turn()
    must_equal(event, "number", table.number)
    must_equal(event, "seat", table.seat)
    table.count("turns")
    table.expect("draw", why='"having drawn, one must roll": a turn starts with a card')


def on_draw(table: Table, event: Event) -> None:
    turn = table.turn
    turn.card = _take_card(table, event)
    turn.at_risk_before_card, turn.fills = turn.at_risk, 0
    turn.dice_left = table.rules["dice"]
    if turn.card.kind == "no_dice":
        table.expect("no_dice", why="No Dice ends the turn at once")
    elif turn.card.kind == "vengeance":
        _expect_after_vengeance(table)
    else:
        table.expect("roll", why="having drawn, one must roll")


def _take_card(table: Table, event: Event) -> Card:
    """Ruling: "reshuffle only when drawing from an empty deck, all 54"."""
    name = event.get("card")
    card = table.setting.cards.get(name) if isinstance(name, str) else None
    require(card is not None, f"card {name!r} is not in the deck's list")
    assert card is not None
    empty = sum(table.deck.values()) == 0
    must_equal(event, "reshuffled", empty)
    if empty:
        table.shuffle()
    require(table.deck[card.name] > 0, f"no {card.name} is left in the deck")
    if table.rules["deck"] == "one":
        table.deck[card.name] -= 1
    must_equal(event, "left", sum(table.deck.values()))
    return card


def _expect_after_vengeance(table: Table) -> None:
    if table.leaders() == [table.seat]:
        table.expect("discard", why="a sole leader must discard Vengeance")
    elif table.rules["vengeance_optional"]:
        table.expect("discard", "roll", why="Vengeance may be played or discarded")
    else:
        table.expect("roll", why="who is not the sole leader plays Vengeance")


def on_discard(table: Table, event: Event) -> None:
    must_equal(event, "why", "sole_leader" if table.leaders() == [table.seat] else "chosen")
    table.expect("draw", why="another card is drawn after a discard")


def on_no_dice(table: Table, event: Event) -> None:
    """`no_dice_after_fill`: lose what is at risk, or keep (bank) it."""
    turn = table.turn
    turn.is_over = True
    table.count("no_dice")
    keeps = table.rules["no_dice_after_fill"] == "keep"
    must_equal(event, "lost", 0 if keeps else turn.at_risk)
    if keeps and turn.at_risk > 0:
        table.expect("bank", why="points at risk are kept under No Dice")
    else:
        end_turn(table)
