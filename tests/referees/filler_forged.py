"""Forgeries of the hand-written games of Filler, and what the referee must say to each."""

from collections.abc import Callable
from typing import Any

from tests.referees.filler_scribe import Document

Forge = Callable[[Document], object]


def put(path: str, value: Any) -> Forge:
    """Replace what stands at `days.0.turns.1.seat`."""
    *way, last = path.split(".")

    def forge(document: Any) -> None:
        for step in way:
            document = document[int(step) if step.isdigit() else step]
        document[int(last) if last.isdigit() else last] = value

    return forge


def drop(path: str) -> Forge:
    *way, last = path.split(".")

    def forge(document: Any) -> None:
        for step in way:
            document = document[int(step) if step.isdigit() else step]
        document.pop(int(last) if last.isdigit() else last)

    return forge


def both(*forges: Forge) -> Forge:
    return lambda document: [forge(document) for forge in forges]


def swap(path: str, i: int, j: int) -> Forge:
    def forge(document: Any) -> None:
        for step in path.split("."):
            document = document[int(step) if step.isdigit() else step]
        document[i], document[j] = document[j], document[i]

    return forge


P00 = {"recipe": "p00", "pay": ["Ann/a3"], "ability": "none"}

# (legal game, what is forged, what the refusal must say)
FORGED: list[tuple[str, Forge, str]] = [
    # the setup
    ("ties", put("format", "filler-log-2"), "format is 'filler-log-2'"),
    ("ties", put("players", 7), "7 players, must be 2 to 6"),
    ("ties", put("players", True), "players is True, of the wrong kind"),
    ("ties", put("players", 2), "number of chef sets is 3, must be 2"),
    ("ties", put("advanced", False), "'dawn' is no"),
    ("ties", both(put("players", 6), put("advanced", False)), "six players need the advanced"),
    ("ties", put("day_cap", 0), "day_cap is 0"),
    ("ties", put("setup.chefs.0.0", "Bob/b1"), "are not the three cards of a set"),
    ("ties", put("setup.chefs.0.0", "Ann/a2"), "are not the three cards of a set"),
    ("ties", put("setup.chefs.0", ["Bob/b1", "Bob/b2", "Bob/b3"]), "with the same chefs"),
    ("ties", drop("setup.deck.29"), "size of the deck is 29, must be 30"),
    ("ties", put("setup.deck.29", "p00"), "['p00', 'p00'] are twice in the deck"),
    ("ties", put("setup.deck.29", "Ann/a1"), "'Ann/a1' is no"),
    ("ties", swap("setup.deck", 0, 9), "day 1: book is"),
    # days
    ("ties", put("days.1.day", 3), "day 2: day is 3, must be 2"),
    ("ties", drop("days.1"), "the log breaks off after day 1"),
    ("ties", lambda d: d["days"].append(d["days"][1]), "day 3: the game is over"),
    ("ties", put("day_cap", 1), "day 2: the game is over"),
    ("ties", put("day_cap", 3), "the log breaks off after day 2"),
    ("whole_game", drop("days.10"), "the log breaks off after day 10"),
    ("ties", swap("days.1.book", 0, 1), "day 2: book is"),
    # times
    ("ties", swap("days.0.times", 0, 1), "seat of a time is 1, must be 0"),
    ("ties", drop("days.0.times.2"), "number of times is 2, must be 3"),
    ("ties", put("days.0.times.0.card", "Bob/b2"), "seat 0: 'Bob/b2' is not in the hand"),
    ("ties", put("days.1.times.0.card", "Ann/a3"), "seat 0: 'Ann/a3' is not in the hand"),
    ("ties", put("days.0.times.0.card", None), "seat 0: a card must be revealed"),
    ("ties", put("days.1.times.2.card", "dawn"), "'dawn' has no printed time, another card has"),
    ("ties", put("days.1.times.2.early", ["dawn", "dawn"]), "'dawn' is not in the hand"),
    ("ties", put("days.1.times.1.early", ["p01"]), "p01 is not an arrive early card"),
    ("ties", put("days.1.times.0.early", ["dawn"]), "seat 0: 'dawn' is not in the hand"),
    ("ties", put("days.1.times.2.early", []), "order is [2, 1, 0], must be [1, 0, 2]"),
    ("unusual", put("days.2.times.0.early", ["dawn"]), "arrive early cards need a time card"),
    ("unusual", put("days.2.times.0.card", None), "seat 0: a card must be revealed"),
    ("unusual", put("days.2.times.1.card", "moss"), "seat 1: card is 'moss', must be None"),
    ("unusual", put("days.2.times.1.card", "p00"), "seat 1: card is 'p00', must be None"),
    # the order
    ("ties", put("days.1.order", [2, 0, 1]), "order is [2, 0, 1], must be [2, 1, 0]"),
    ("ties", put("days.1.order", [1, 2, 0]), "order is [1, 2, 0], must be [2, 1, 0]"),
    ("ties", put("days.1.order", [2, 1]), "order is [2, 1], must be [2, 1, 0]"),
    ("tie_on_day_one", put("days.0.order", [1, 0]), "order is [1, 0], must be [0, 1]"),
    ("early_cards", put("days.1.order", [0, 1]), "order is [0, 1], must be [1, 0]"),
    ("unusual", put("days.2.order", [1, 0]), "order is [1, 0], must be [0, 1]"),
    ("ties", swap("days.1.turns", 0, 1), "seat of a turn is 1, must be 2"),
    ("ties", drop("days.1.turns.2"), "number of turns is 2, must be 3"),
    # fills
    ("abilities", put("days.1.turns.0.action", "rest"), "unknown action 'rest'"),
    ("abilities", put("days.1.turns.0.fills", []), "a fill without a recipe"),
    ("abilities", put("days.1.turns.0.fills.0.recipe", "p07"), "'p07' is not in the book"),
    ("abilities", put("days.1.turns.0.fills.0.recipe", "tart"), "'tart' is not in the book"),
    ("abilities", put("days.1.turns.0.fills.0.pay", []), "[] do not cover cake"),
    ("abilities", put("days.1.turns.0.fills.0.pay", ["Ann/a1"]), "do not cover cake"),
    ("abilities", put("days.1.turns.0.fills.0.pay.0", "Ann/a3"), "'Ann/a3' is not in the hand"),
    ("abilities", put("days.1.turns.0.fills.0.pay.0", "Bob/b1"), "'Bob/b1' is not in the hand"),
    ("abilities", put("days.1.turns.0.fills.0.pay.0", "Ann/a2"), "'Ann/a2' is not in the hand"),
    ("abilities", put("days.1.turns.1.fills.0.pay", ["Bob/b2", "tart"]), "fewer of"),
    ("abilities", put("days.0.turns.0.fills.2.pay", ["Bob/b3", "tart"]), "fewer of"),
    ("abilities", put("days.0.turns.0.fills.1.pay", ["Bob/b1"]), "'Bob/b1' is not in the hand"),
    ("abilities", put("days.0.turns.0.fills.1.pay", ["Bob/b3"]), "do not cover tart"),
    ("abilities", put("days.0.turns.0.fills.2.pay", ["tart"]), "do not cover pie"),
    ("abilities", put("days.0.turns.0.fills.1.ability", "none"), "must be 'bonus_fill'"),
    ("abilities", put("days.2.turns.0.fills.0.pay", ["cake"]), "'cake' is not in the hand"),
    ("abilities", swap("days.0.turns.0.fills", 0, 2), "gives no bonus fill"),
    ("abilities", lambda d: d["days"][1]["turns"][0]["fills"].append(P00), "gives no bonus fill"),
    ("abilities", put("days.0.turns.0.fills.0.removed", "bun"), "bun removes no card"),
    # bad batch
    ("unusual", drop("days.1.turns.1.fills.0.removed"), "missing field 'removed'"),
    ("unusual", put("days.1.turns.1.fills.0.removed", None), "removed is None"),
    ("unusual", put("days.1.turns.1.fills.0.removed", "lark"), "'lark' is not in the hand or"),
    ("unusual", put("days.1.turns.1.fills.0.removed", "fool"), "'fool' is not in the hand or"),
    ("unusual", put("days.1.turns.1.fills.0.removed", "p00"), "day 3: seat 1: a card must be"),
    # restocks
    ("unusual", put("days.2.turns.0", {"seat": 0, "action": "fill", "fills": [P00]}), "restock"),
    ("unusual", put("days.2.turns.1", {"seat": 1, "action": "fill", "fills": [P00]}), "restock"),
    ("unusual", put("days.2.turns.0.reserve", None), "a reserve is obligatory"),
    ("unusual", drop("days.2.turns.0.reserve"), "missing field 'reserve'"),
    ("unusual", put("days.2.turns.0.reserve", "moss"), "'moss' is not in the book"),
    ("unusual", put("days.2.turns.1.reserve", "fool"), "'fool' is not in the book"),
    ("unusual", put("days.2.turns.1.reserve", "p02"), "refill is ['p01', 'fool'], must be ['p02'"),
    ("abilities", put("days.0.turns.1.reserve", "cake"), "reserve is 'cake', must be None"),
    # recycling and refilling
    ("unusual", drop("days.3.recycled"), "recycled is [], must be ['fool']"),
    ("unusual", put("days.3.recycled", ["p02"]), "recycled is ['p02'], must be ['fool']"),
    ("unusual", drop("days.4.recycled"), "recycled is [], must be ['p01']"),
    ("unusual", put("days.6.recycled", ["p05"]), "recycled is ['p05'], must be []"),
    ("unusual", put("days.2.recycled", ["p02"]), "recycled is ['p02'], must be []"),
    ("unusual", swap("days.2.refill", 0, 1), "refill is ['fool', 'p01'], must be"),
    ("ties", drop("days.0.refill.0"), "refill is"),
    ("whole_game", put("days.10.refill", ["p19"]), "refill is ['p19'], must be []"),
    # the end
    ("ties", put("end.reason", "deck"), "reason is 'deck', must be 'cap'"),
    ("ties", put("end.day", 3), "day is 3, must be 2"),
    ("ties", put("scores", []), "scores is [], must be None"),
    ("ties", put("winners", [0]), "winners is [0], must be None"),
    ("whole_game", put("end.reason", "cap"), "reason is 'cap', must be 'deck'"),
    ("whole_game", put("winners", [1]), "winners is [1], must be [0]"),
    ("whole_game", put("winners", [0, 1]), "winners is [0, 1], must be [0]"),
    ("whole_game", put("winners", None), "winners is None, must be [0]"),
    ("whole_game", put("scores", None), "scores is None, of the wrong kind"),
    ("whole_game", put("scores.0.points", 17), "points is 17, must be 16"),
    ("whole_game", put("scores.1.sets", 3), "sets is 3, must be 2"),
    ("whole_game", put("scores.1.cards", 13), "cards is 13, must be 12"),
    ("whole_game", put("scores.1.symbols.coin", 4), "symbols is"),
    ("whole_game", swap("scores", 0, 1), "seat is 1, must be 0"),
    ("whole_game", put("result", "win"), "result is 'win', must be None"),
    ("unusual", both(put("scores", []), put("end.reason", "deck")), "must be 'cap'"),
    # solo: setup
    ("solo_shift", put("solo", None), "number of chef sets is 1, must be 2"),
    ("solo_shift", put("players", 3), "players is 3, must be 2"),
    ("solo_shift", put("solo.chef_deck.0", "Cid/c1"), "are not the three cards of a set"),
    ("solo_shift", put("solo.chef_deck", ["Ann/a1", "Ann/a2", "Ann/a3"]), "with the same chefs"),
    ("solo_shift", put("solo.personality.name", "Owl"), "no personality 'Owl'"),
    ("solo_shift", put("solo.personality.picks", ["rightmost"]), "personality is"),
    ("solo_shift", put("solo.personality.rules.time_shift_min", -20), "personality is"),
    ("solo_shift", put("solo.personality.rules.sleeps", 1), "unknown rules ['sleeps']"),
    # solo: the chef's day
    ("solo_shift", put("days.0.chef_flip", "Bob/b1"), "chef_flip is 'Bob/b1', must be 'Bob/b2'"),
    ("solo_shift", put("days.0.order", [1, 0]), "order is [1, 0], must be [0, 1]"),
    ("solo_shift", put("days.1.order", [0, 1]), "order is [0, 1], must be [1, 0]"),
    ("solo_shift", put("days.3.order", [0, 1]), "order is [0, 1], must be [1, 0]"),
    ("solo_both_last", put("days.3.order", [0, 1]), "order is [0, 1], must be [1, 0]"),
    ("solo_both_last", put("days.3.turns.0.action", "restock"), "is 'restock', must be 'fill'"),
    ("solo_tie", put("days.1.order", [0, 1]), "order is [0, 1], must be [1, 0]"),
    ("tie_on_day_one", put("days.0.chef_flip", "Cid/c1"), "nobody flips a chef card"),
    ("solo_shift", put("days.0.turns.1.fills.0.recipe", "p02"), "takes 'p02', must be p01"),
    ("solo_shift", put("days.0.turns.1.fills.0.recipe", "p00"), "takes 'p00', must be p01"),
    ("solo_shift", drop("days.0.turns.1.fills.0.book_discard"), "None, must be 'p02'"),
    ("solo_shift", put("days.0.turns.1.action", "restock"), "is 'restock', must be 'fill'"),
    ("solo_shift", put("days.0.turns.1.action", "nothing"), "is 'nothing', must be 'fill'"),
    ("solo_shift", put("days.2.turns.1.action", "fill"), "is 'fill', must be 'restock'"),
    ("solo_shift", put("days.2.turns.1.reserve", "p08"), "takes 'p08', must be p06"),
    ("solo_shift", put("days.2.turns.1.reserve", None), "takes None, must be p06"),
    ("solo_shift", drop("days.2.turns.1.chef_deck"), "missing field 'chef_deck'"),
    ("solo_shift", drop("days.2.turns.1.chef_deck.1"), "must be an order of"),
    ("solo_shift", put("days.2.turns.1.chef_deck.1", "p03"), "must be an order of"),
    ("solo_shift", swap("days.2.turns.1.chef_deck", 0, 1), "day 4: chef_flip is 'p03', must be"),
    ("solo_tie", put("days.0.turns.1.fills.0.book_discard", "p02"), "'p02', must be None"),
    ("solo_tie", put("days.0.turns.1.fills.0.chef_deck", []), "p00 shuffles no chef deck"),
    ("solo_tie", lambda d: d["days"][0]["turns"][1]["fills"].append(P00), "2 times, must be 1"),
    ("solo_reading", drop("days.0.turns.0.fills.2"), "fills 2 times, must fill once more"),
    ("solo_reading", drop("days.0.turns.0.fills.1.chef_deck"), "missing field 'chef_deck'"),
    ("solo_reading", drop("days.0.turns.0.fills.1.chef_deck.4"), "must be an order of"),
    ("solo_reading", put("days.0.turns.1.reserve", "p01"), "reserve is 'p01', must be None"),
    ("solo_hoard", put("days.0.turns.1.action", "fill"), "is 'fill', must be 'nothing'"),
    ("solo_hoard", put("days.0.turns.1.action", "restock"), "is 'restock', must be 'nothing'"),
    ("solo_hoard", put("days.1.turns.0.fills.0.recipe", "p01"), "takes 'p01', must be p03"),
    ("solo_hoard", put("days.2.refill", ["p05", "p02"]), "must be ['p02', 'p06']"),
    ("solo_empty_reserve", put("days.2.turns.1.reserve", "p00"), "'p00', must be None"),
    ("solo_empty_reserve", drop("days.2.turns.1.chef_deck.0"), "must be an order of"),
    ("solo_dice", put("days.1.turns.1.fills.0.recipe", "p02"), "takes 'p02', must be p00 or p01"),
]
