"""Words to write a Fill or Bust replay by hand: presets, events, a few rolls."""

from typing import Any

RULEBOOK: dict[str, Any] = {
    "set_aside": "any",
    "must_bust_set_aside": "any",
    "no_dice_after_fill": "lose",
    "fill_1000": "add",
    "double_trouble_multiplier": 1,
    "double_trouble_after": "risk",
    "vengeance_optional": False,
    "vengeance_must_fill": False,
    "vengeance_after": "risk",
    "vengeance_tied_drawer": "pays",
    "vengeance_leader": "before",
    "score_floor": 0,
    "end": "at_once",
    "deck": "one",
    "dice": 6,
    "goal": 6000,
    "singles": {"1": 100, "5": 50},
    "triples": {"1": 1000, "2": 200, "3": 300, "4": 400, "5": 500, "6": 600},
    "straight": 1500,
    "turn_cap": 2000,
}
BOWMAN1999: dict[str, Any] = RULEBOOK | {
    "must_bust_set_aside": "all",
    "double_trouble_multiplier": 2,
    "double_trouble_after": "bank",
    "vengeance_optional": True,
    "vengeance_must_fill": True,
    "vengeance_after": "bank",
    "vengeance_tied_drawer": "exempt",
}
PRINTED = {
    "bonus300": ("bonus", 300, 12),
    "bonus400": ("bonus", 400, 10),
    "bonus500": ("bonus", 500, 8),
    "no_dice": ("no_dice", 0, 8),
    "fill1000": ("fill", 1000, 6),
    "must_bust": ("must_bust", 0, 4),
    "double_trouble": ("double_trouble", 0, 2),
    "vengeance": ("vengeance", 2500, 4),
}

Event = dict[str, Any]


def cards(**counts: int) -> list[Event]:
    """Cards of a deck; the 54 printed ones where no counts are given."""
    counts = counts or {name: count for name, (_, _, count) in PRINTED.items()}
    return [
        {"name": name, "kind": PRINTED[name][0], "value": PRINTED[name][1], "count": count}
        for name, count in counts.items()
    ]


def game(preset: dict[str, Any], seats: int = 2, **changes: Any) -> Event:
    rules = preset | {"cards": cards()} | changes
    return {"e": "game", "rules": rules, "seats": seats, "first": 0, "scores": [0] * seats}


def turn(seat: int, number: int) -> Event:
    return {"e": "turn", "seat": seat, "number": number}


def draw(card: str, left: int, reshuffled: bool = False) -> Event:
    return {"e": "draw", "card": card, "left": left, "reshuffled": reshuffled}


def discard(why: str) -> Event:
    return {"e": "discard", "why": why}


def roll(*dice: int) -> Event:
    return {"e": "roll", "dice": list(dice)}


def keep(used: int, points: int, then: str) -> Event:
    return {"e": "keep", "used": used, "points": points, "then": then}


def fill(fills: int, complete: bool, bonus: int, at_risk: int) -> Event:
    return {"e": "fill", "fills": fills, "complete": complete, "bonus": bonus, "at_risk": at_risk}


def vengeance(leaders: list[int], losses: list[int]) -> Event:
    return {"e": "vengeance", "leaders": leaders, "losses": losses}


def bank(points: int, scores: list[int]) -> Event:
    return {"e": "bank", "points": points, "scores": scores}


def bust(lost: int) -> Event:
    return {"e": "bust", "lost": lost}


def no_dice(lost: int) -> Event:
    return {"e": "no_dice", "lost": lost}


def end(winners: list[int], scores: list[int], turns: int) -> Event:
    return {"e": "end", "winners": winners, "scores": scores, "turns": turns}


NULL = roll(2, 3, 3, 4, 4, 6)  # rulebook, "Null aka Bust"


def hundred(then: str) -> list[Event]:
    """Six dice of which only a 1 scores."""
    return [roll(1, 2, 2, 3, 3, 4), keep(1, 100, then)]


def straight(then: str) -> list[Event]:
    """1-2-3-4-5-6, all six set aside."""
    return [roll(3, 1, 2, 6, 5, 4), keep(6, 1500, then)]


def tutto(then: str) -> list[Event]:
    """The rulebook's example of a fill: 1 + 1 + 4 + 4 + 4 + 5."""
    return [roll(1, 1, 4, 4, 4, 5), keep(6, 650, then)]
