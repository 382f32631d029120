"""Legal games of Filler written by hand; the scribe keeps the book, the rest is worked out here."""

from collections.abc import Callable

from tests.referees.filler_scribe import (
    Document,
    Scribe,
    chef_fill,
    chef_restock,
    fill,
    restock,
)

PERSONALITIES = {
    "Plain": {"name": "Plain", "picks": ["leftmost"], "rules": {}},
    "Lark": {
        "name": "Lark",
        "picks": ["leftmost"],
        "rules": {"time_shift_min": -30, "discards_book_card": True},
    },
    "Late": {"name": "Late", "picks": ["leftmost"], "rules": {"time_shift_min": 30}},
    "Hustle": {
        "name": "Hustle",
        "picks": ["leftmost"],
        "rules": {"fills_when_first": 2, "reads_abilities": ["bonus_fill", "bonus_restock"]},
    },
    "Hoard": {
        "name": "Hoard",
        "picks": ["rightmost"],
        "rules": {"reserve_to": "bottom", "set_bonus": 3},
    },
    "Dice": {"name": "Dice", "picks": ["most_points", "random"], "rules": {}},
}

EXAMPLES: dict[str, Callable[[], Document]] = {}


def example(make: Callable[[], Document]) -> Callable[[], Document]:
    EXAMPLES[make.__name__] = make
    return make


@example
def early_cards() -> Document:
    """One arrive early card is an hour: 7:40 becomes 6:40 and goes before 7:30."""
    game = Scribe("lark dawn", advanced=True)
    turns = [fill(0, ("lark", ["Ann/a2"])), fill(1, ("dawn", ["Bob/b2"]))]
    game.day(["Ann/a1", "Bob/b1"], turns)
    game.day(["Ann/a3", "Bob/b3 dawn"], [restock(1, "p01"), fill(0, ("p00", ["lark"]))])
    # Two of them: 6:50 becomes 4:50.
    game.day(["p00", "Bob/b2"], [restock(0, "p03"), fill(1, ("p02", ["dawn"]))])
    game.day(["Ann/a3 lark", "Bob/b1"], [fill(1, ("p01", ["Bob/b3"])), restock(0, "p03")])
    return game.capped()


@example
def ties() -> Document:
    """7:50 with an arrive early card before two of 6:50, which go by the rotation of day 2."""
    game = Scribe("dawn p00 p01", n=3, advanced=True)
    turns = [
        fill(2, ("dawn", ["Cid/c2"])),
        fill(0, ("p00", ["Ann/a1"])),
        fill(1, ("p01", ["Bob/b1"])),
    ]
    game.day(["Ann/a3", "Bob/b3", "Cid/c1"], turns)
    turns = [restock(2, "p02"), fill(1, ("p03", ["p01"])), restock(0, "p04")]
    game.day(["Ann/a2", "Bob/b2", "Cid/c3 dawn"], turns)
    return game.capped()


@example
def tie_on_day_one() -> Document:
    """On day 1 the rotation starts at seat 0."""
    game = Scribe("")
    turns = [fill(0, ("p00", ["Ann/a1"])), restock(1, "p01")]
    game.day(["Ann/a2", "Bob/b2"], turns)
    return game.capped()


@example
def unusual() -> Document:
    """Only an arrive early card, no card at all, and days on which everybody restocks."""
    game = Scribe("lark p00 dawn moss fool", advanced=True)
    game.day(["Ann/a1", "Bob/b1"], [fill(0, ("lark", ["Ann/a2"])), fill(1, ("p00", ["Bob/b2"]))])
    turns = [fill(0, ("dawn", ["lark"])), fill(1, ("moss", ["p00"], "moss"))]
    game.day(["Ann/a3", "Bob/b3"], turns)
    # Nobody has a printed time: both act by the rotation, both must restock.
    game.day(["dawn", None], [restock(0, "fool"), restock(1, "p01")])
    turns = [restock(0, "p02"), restock(1, "p01")]
    game.day(["Ann/a1 lark dawn", "Bob/b1"], turns, is_recycled=True)
    game.day(["Ann/a1", "p00"], [restock(1, "p03"), restock(0, "p02")], is_recycled=True)
    game.day(["Ann/a1", "Bob/b1"], [fill(0, ("p02", ["Ann/a3"])), restock(1, "p03")])
    # The row of such days is broken: this one is the first again.
    game.day(["Ann/a2", "Bob/b1"], [restock(1, "p03"), restock(0, "p04")])
    return game.capped()


@example
def abilities() -> Document:
    """Bonus fills with the card just claimed, then a bonus restock; an empty book."""
    game = Scribe("tart bun pie cake roll")
    chain = fill(1, ("bun", ["Bob/b2"]), ("tart", ["bun"]), ("pie", ["Bob/b3"]))
    game.day(["Ann/a2", "Bob/b1"], [chain, restock(0, None)])
    turns = [fill(0, ("cake", ["Ann/a1", "Ann/a2"])), fill(1, ("roll", ["Bob/b2"]))]
    game.day(["Ann/a3", "Bob/b3"], turns)
    turns = [fill(1, ("p00", ["roll"])), restock(0, "p01")]
    game.day(["cake", "bun"], turns)
    return game.capped()


@example
def whole_game() -> Document:
    """Both always play their oldest cards and take the leftmost recipe; seat 0 is the earlier.

    Day 1, 2: a fill each (4 claims), day 3 restocks; days 4 to 7 (12), day 8 restocks; days 9 to
    11 (18). Two recipes are left then, too few for a book of three. The reserves of days 3 and 8
    come back as the second and third of the next book.
    """
    game = Scribe("")
    hands = [["Ann/a1", "Ann/a2", "Ann/a3"], ["Bob/b1", "Bob/b2", "Bob/b3"]]
    piles: list[list[str]] = [[], []]
    for day in range(1, 12):
        book = list(game.book)
        times = [hand.pop(0) for hand in hands]
        turns = []
        for seat in (0, 1):
            piles[seat].append(times[seat])
            if day in (3, 8):
                hands[seat], piles[seat] = hands[seat] + piles[seat], []
                turns.append(restock(seat, book[1 - seat]))
            else:
                paid = hands[seat].pop(0)
                piles[seat].append(paid)
                hands[seat].append(book[seat])
                turns.append(fill(seat, (book[seat], [paid])))
        game.day(list(times), turns)
    # Seat 0: stars p00 p06 and chef card a3, coins p10 p13 p16, trophies p02 p05 p08 p14.
    # Seat 1: stars p03 p09 p12 p15, coins p01 p04 p07, trophies p11 p17.
    scores = [
        score(0, {"star": 3, "coin": 3, "trophy": 4}, sets=3, points=16, cards=12),
        score(1, {"star": 4, "coin": 3, "trophy": 2}, sets=2, points=13, cards=12),
    ]
    return game.ended(scores, [0])


def score(seat: int, symbols: dict[str, int], sets: int, points: int, cards: int) -> Document:
    return {"seat": seat, "symbols": symbols, "sets": sets, "points": points, "cards": cards}


@example
def solo_shift() -> Document:
    """Half an hour earlier; after each fill the leftmost other book card goes to the bottom."""
    game = Scribe("", personality=PERSONALITIES["Lark"], chef_deck="Bob/b2 Bob/b1 Bob/b3")
    turns = [fill(0, ("p00", ["Ann/a3"])), chef_fill("p01", book_discard="p02")]
    game.day(["Ann/a1"], turns, "Bob/b2")
    turns = [chef_fill("p03", book_discard="p04"), fill(0, ("p05", ["p00"]))]
    game.day(["Ann/a2"], turns, "Bob/b1")
    turns = [restock(0, "p07"), chef_restock("p06", "p03", "Bob/b2", "p01", "Bob/b1", "Bob/b3")]
    game.day(["p05"], turns, "Bob/b3")
    turns = [chef_fill("p08", book_discard="p06"), fill(0, ("p07", ["Ann/a2"]))]
    game.day(["Ann/a1"], turns, "p03")
    return game.capped()


@example
def solo_tie() -> Document:
    """Equal times: the chef, seat 1, is first on day 2."""
    game = Scribe("", personality=PERSONALITIES["Plain"])
    game.day(["Ann/a1"], [fill(0, ("p01", ["Ann/a3"])), chef_fill("p00")], "Bob/b1")
    game.day(["Ann/a2"], [chef_fill("p02"), restock(0, "p03")], "Bob/b2")
    return game.capped()


@example
def solo_both_last() -> Document:
    """An arrive early card flipped has no time to shift; day 4 begins with seat 1."""
    game = Scribe("p00 lark dawn moss", advanced=True, personality=PERSONALITIES["Late"])
    game.day(["Ann/a1"], [restock(0, "p00"), chef_fill("lark")], "Bob/b1")
    game.day(["Ann/a1"], [fill(0, ("dawn", ["Ann/a2"])), chef_fill("p00")], "Bob/b2")
    new_deck = ("lark", "Bob/b1", "Bob/b2", "Bob/b3", "p00")
    turns = [fill(0, ("moss", ["dawn"], "moss")), chef_restock("p01", *new_deck)]
    game.day(["Ann/a3"], turns, "Bob/b3")
    # The chef fills as usual; the player, without a card, must restock.
    game.day([None], [chef_fill("p02"), restock(0, "p01")], "lark")
    return game.capped()


@example
def solo_reading() -> Document:
    """First: two picks and one for the bonus fill it reads; a bonus restock shuffles all."""
    game = Scribe("tart pie", personality=PERSONALITIES["Hustle"])
    picks = chef_fill("tart", "pie", "p00")
    picks["fills"][1]["chef_deck"] = ["Bob/b1", "tart", "pie", "Bob/b3", "Bob/b2"]
    game.day(["Ann/a2"], [picks, restock(0, None)], "Bob/b1")
    # Not first: one pick.
    game.day(["Ann/a1"], [fill(0, ("p01", ["Ann/a2"])), chef_fill("p02")], "Bob/b1")
    return game.capped()


@example
def solo_hoard() -> Document:
    """The reserve goes to the bottom; a fill on an empty book does nothing."""
    opponent = PERSONALITIES["Hoard"]
    game = Scribe("tart bun", personality=opponent, chef_deck="Bob/b3 Bob/b1 Bob/b2")
    chain = fill(0, ("tart", ["Ann/a1"]), ("bun", ["tart"]), ("p00", ["Ann/a2"]))
    game.day(["Ann/a3"], [chain, {"seat": 1, "action": "nothing"}], "Bob/b3")
    game.day(["bun"], [chef_fill("p03"), fill(0, ("p01", ["p00"]))], "Bob/b1")
    new_deck = ("Bob/b1", "p03", "Bob/b2", "Bob/b3")
    turns = [restock(0, "p02"), chef_restock("p05", *new_deck)]
    game.day(["p01"], turns, "Bob/b2", to_bottom=True)
    return game.capped()


@example
def solo_empty_reserve() -> Document:
    """A restock on an empty book reshuffles, without a reserve."""
    opponent = PERSONALITIES["Plain"]
    top = "p00 p01 p02 tart bun"
    game = Scribe(top, personality=opponent, chef_deck="Bob/b3 Bob/b1 Bob/b2")
    game.day(["Ann/a1"], [restock(0, "p00"), chef_fill("p01")], "Bob/b3")
    game.day(["Ann/a1"], [restock(0, "p00"), chef_fill("p02")], "Bob/b1")
    chain = fill(0, ("bun", ["Ann/a2"]), ("tart", ["bun"]), ("p00", ["Ann/a3"]))
    new_deck = ("p02", "p01", "Bob/b2", "Bob/b3", "Bob/b1")
    game.day(["Ann/a1"], [chain, chef_restock(None, *new_deck)], "Bob/b2")
    return game.capped()


@example
def solo_dice() -> Document:
    """Chance among the recipes with most points: two of equal points, either may be taken."""
    game = Scribe("p00 roll cake", personality=PERSONALITIES["Dice"])
    game.day(["Ann/a1"], [restock(0, "roll"), chef_fill("cake")], "Bob/b1")
    game.day(["Ann/a1"], [restock(0, "roll"), chef_fill("p01")], "Bob/b2")
    return game.capped()
