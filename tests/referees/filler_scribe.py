"""Hand-written games of Filler: a small set of cards, and a scribe who keeps the book.

The scribe does what a player's hands do (cards out of the book, reserves onto the deck, cards
drawn), so that a test writes down the moves only. Who may do what, and in which order, is written
by hand in every game and judged by the referee.
"""

import json
from pathlib import Path
from typing import Any

FILLINGS = 'common = ["vanilla", "chocolate", "strawberry"]\nrare = ["blueberry", "custard"]\n'

CHEFS = """set,name,time,gives,points
Ann,a1,6:10,vanilla+chocolate,
Ann,a2,6:50,strawberry+blueberry,
Ann,a3,7:30,custard,star
Bob,b1,6:20,vanilla+chocolate,
Bob,b2,6:50,strawberry+blueberry,
Bob,b3,7:40,custard,
Cid,c1,6:50,vanilla+chocolate,
Cid,c2,7:10,strawberry+blueberry,
Cid,c3,7:50,custard,coin
"""

SPECIAL = """id,name,deck,time,gives,requires,points,ability
tart,Tart,standard,6:31,vanilla,chocolate,star,bonus_fill
bun,Bun,standard,6:32,chocolate,common,coin,bonus_fill
pie,Pie,standard,6:33,any,rare,trophy,bonus_restock
cake,Cake,standard,6:34,blueberry,vanilla+strawberry,star+coin+trophy,none
roll,Roll,standard,7:35,custard+custard+custard,any+any,coin+coin,none
fool,Fool,advanced,6:36,strawberry,any,star,bad_batch
moss,Moss,advanced,6:37,vanilla,any,trophy,bad_batch
dawn,Dawn,advanced,,vanilla,any,star,arrive_early
lark,Lark,advanced,,chocolate,any,coin,arrive_early
"""

POINTS = ("star", "coin", "trophy")
PLAIN = [f"p{i:02}" for i in range(30)]
PLAIN_ROWS = "".join(
    f"{card},Plain {card},standard,6:{i:02},vanilla,any,{POINTS[i % 3]},none\n"
    for i, card in enumerate(PLAIN)
)
"""Plain recipes: any card pays, each gives vanilla; their times follow their numbers."""

ABILITY = {row.split(",")[0]: row.split(",")[-1] for row in (SPECIAL + PLAIN_ROWS).splitlines()}
SETS = {"Ann": ["Ann/a1", "Ann/a2", "Ann/a3"], "Bob": ["Bob/b1", "Bob/b2", "Bob/b3"]}
SETS["Cid"] = ["Cid/c1", "Cid/c2", "Cid/c3"]

Document = dict[str, Any]


def toml_of(personality: Document) -> str:
    """A personality as an entry of personalities.toml."""
    rules = ", ".join(f"{name} = {json.dumps(v)}" for name, v in personality["rules"].items())
    name, picks = json.dumps(personality["name"]), json.dumps(personality["picks"])
    return f"[[personality]]\nname = {name}\npicks = {picks}\nrules = {{ {rules} }}\n"


def write_components(folder: Path, *personalities: str) -> Path:
    """The four files, with entries of personalities.toml."""
    (folder / "recipes.csv").write_text(SPECIAL + PLAIN_ROWS, "utf-8")
    (folder / "chefs.csv").write_text(CHEFS, "utf-8")
    (folder / "fillings.toml").write_text(FILLINGS, "utf-8")
    (folder / "personalities.toml").write_text("\n".join(personalities), "utf-8")
    return folder


def fill(seat: int, *fills: tuple[str, list[str]] | tuple[str, list[str], str]) -> Document:
    """`(recipe, cards paid)` or `(recipe, cards paid, card removed)`, one or more."""
    told = []
    for recipe, pay, *removed in fills:
        entry = {"recipe": recipe, "pay": pay, "ability": ABILITY[recipe]}
        told.append(entry | ({"removed": removed[0]} if removed else {}))
    return {"seat": seat, "action": "fill", "fills": told}


def restock(seat: int, reserve: str | None) -> Document:
    return {"seat": seat, "action": "restock", "reserve": reserve}


def chef_fill(*recipes: str, **more: Any) -> Document:
    """The chef's fills; what comes with the last of them is named in `more`."""
    fills: list[Document] = [{"recipe": recipe} for recipe in recipes]
    fills[-1] |= more
    return {"seat": 1, "action": "fill", "fills": fills}


def chef_restock(reserve: str | None, *chef_deck: str) -> Document:
    return {"seat": 1, "action": "restock", "reserve": reserve, "chef_deck": list(chef_deck)}


class Scribe:
    """Writes a document day by day."""

    def __init__(
        self,
        first: str,
        *,
        n: int = 2,
        advanced: bool = False,
        personality: Document | None = None,
        chef_deck: str = "Bob/b1 Bob/b2 Bob/b3",
    ) -> None:
        """`first` are the top cards of the deck, plain ones follow."""
        top = first.split()
        deck = top + [card for card in PLAIN if card not in top][: 10 * n - len(top)]
        self.book, self.deck, self.n = deck[: n + 1], deck[n + 1 :], n
        solo = None
        chefs = [SETS[name] for name in ("Ann", "Bob", "Cid")[:n]]
        if personality is not None:
            solo = {"personality": personality, "chef_deck": chef_deck.split()}
            chefs = chefs[:1]
        self.days: list[Document] = []
        self.document: Document = {
            "format": "filler-log-1",
            "players": n,
            "advanced": advanced,
            "day_cap": 200,
            "solo": solo,
            "setup": {"chefs": chefs, "deck": deck},
            "days": self.days,
        }

    def day(
        self,
        times: list[str | None],
        turns: list[Document],
        flip: str | None = None,
        is_recycled: bool = False,
        to_bottom: bool = False,
    ) -> None:
        """`times`: one text a human seat, `card` or `card early early`; the chef's reserve low?"""
        told = []
        for seat, choice in enumerate(times):
            card, *early = choice.split() if choice else [None]
            told.append({"seat": seat, "card": card, "early": early})
        day = {"day": len(self.days) + 1, "book": list(self.book), "times": told}
        if flip:
            day["chef_flip"] = flip
        day |= {"order": [turn["seat"] for turn in turns], "turns": turns}
        for turn in turns:
            self._clear_book(turn, to_bottom)
        if is_recycled:
            day["recycled"] = list(self.book)
            self.deck += self.book
            self.book.clear()
        missing = self.n + 1 - len(self.book)
        drawn = self.deck[:missing] if missing <= len(self.deck) else []
        self.deck, self.book = self.deck[len(drawn) :], self.book + drawn
        self.days.append(day | {"refill": drawn})

    def _clear_book(self, turn: Document, to_bottom: bool) -> None:
        for told in turn.get("fills", []):
            self.book.remove(told["recipe"])
            if told.get("book_discard"):
                self.book.remove(told["book_discard"])
                self.deck.append(told["book_discard"])
        if turn.get("reserve"):
            self.book.remove(turn["reserve"])
            is_low = to_bottom and "chef_deck" in turn
            self.deck.insert(len(self.deck) if is_low else 0, turn["reserve"])

    def capped(self) -> Document:
        """The document of a game whose cap is the days written so far."""
        self.document["day_cap"] = len(self.days)
        self.document["end"] = {"reason": "cap", "day": len(self.days)}
        return self.document | {"scores": None, "winners": None}

    def ended(self, scores: list[Document], winners: list[int], **more: str) -> Document:
        self.document["end"] = {"reason": "deck", "day": len(self.days)}
        return self.document | {"scores": scores, "winners": winners} | more
