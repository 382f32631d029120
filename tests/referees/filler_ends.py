"""The opening and the end of a game of Filler: setup, scores, winners and invariants."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.referees.filler_cards import (
    SYMBOLS,
    Components,
    Personality,
    at,
    must_equal,
    read,
    read_personality,
    require,
)
from tests.referees.filler_chef import check_personality
from tests.referees.filler_table import Seat, Table, n_sets

FORMAT = "filler-log-1"
RECIPES_PER_PLAYER = 10
RESULTS = {(0,): "win", (0, 1): "draw", (1,): "loss"}


def open_game(document: Mapping[str, Any], parts: Components) -> Table:
    """Chef sets, recipe deck and book as the setup has them."""
    must_equal("format", read(document, "format", str), FORMAT)
    n, is_advanced = read(document, "players", int), read(document, "advanced", bool)
    require(2 <= n <= 6, f"{n} players, must be 2 to 6")
    require(is_advanced or n < 6, "six players need the advanced recipes")
    day_cap = read(document, "day_cap", int)
    require(day_cap >= 1, f"day_cap is {day_cap}")
    require("solo" in document, "missing field 'solo'")
    solo, setup = document["solo"], read(document, "setup", Mapping)
    must_be = 2 if solo is not None else n
    must_equal("players", n, must_be)
    sets = deal_chefs(parts, read(setup, "chefs", list), n if solo is None else 1)
    seats = [Seat(hand=list(cards)) for cards in read(setup, "chefs", list)]
    personality = None
    if solo is not None:
        personality = read_opponent(parts, solo, document)
        chef_deck = read(solo, "chef_deck", list)
        sets.append(set_of(parts, chef_deck))
        seats.append(Seat(deck=list(chef_deck)))
    require(len(set(sets)) == len(sets), "two seats with the same chefs")
    deck = read(setup, "deck", list)
    check_deck(parts, deck, n, is_advanced)
    table = Table(parts, seats, personality, deck[: n + 1], deck[n + 1 :], day_cap)
    table.dealt = table.all_cards()
    return table


def deal_chefs(parts: Components, chefs: list[Any], n_humans: int) -> list[str]:
    must_equal("number of chef sets", len(chefs), n_humans)
    return [set_of(parts, cards) for cards in chefs]


def set_of(parts: Components, cards: Any) -> str:
    for name, members in parts.sets.items():
        if isinstance(cards, list) and len(cards) == 3 and all(c in cards for c in members):
            return name
    require(False, f"{cards} are not the three cards of a set")
    raise AssertionError


def read_opponent(parts: Components, solo: Any, document: Mapping[str, Any]) -> Personality:
    """The personality of the document: that of the data file, but for what its rules change."""
    personality = read_personality(read(solo, "personality", Mapping))
    require(personality.name in parts.personalities, f"no personality {personality.name!r}")
    wanted = parts.personalities[personality.name]
    rules = document.get("fillsim", {}).get("rules", {})
    if rules.get("personality_rules") is False:
        wanted = Personality(wanted.name, wanted.picks)
    if rules.get("personality_picks"):
        wanted = replace(wanted, picks=tuple(rules["personality_picks"]))
    must_equal("personality", personality, wanted)
    check_personality(personality)
    return personality


def check_deck(parts: Components, deck: list[Any], n: int, is_advanced: bool) -> None:
    must_equal("size of the deck", len(deck), RECIPES_PER_PLAYER * n)
    allowed = ("standard", "advanced") if is_advanced else ("standard",)
    for card in deck:
        known = isinstance(card, str) and card in parts.cards
        require(known and parts.cards[card].deck in allowed, f"{card!r} is no {allowed} recipe")
    twice = [card for card in deck if deck.count(card) > 1]
    require(not twice, f"{twice} are twice in the deck")


def judge_end(table: Table, document: Mapping[str, Any], reason: str) -> list[Any] | None:
    """The scores if they are right; None for a game stopped by the cap."""
    end = read(document, "end", Mapping)
    must_equal("reason", read(end, "reason", str), reason)
    must_equal("day", read(end, "day", int), table.day)
    for name in ("scores", "winners"):
        require(name in document, f"missing field '{name}'")
    if reason == "cap":
        for name in ("scores", "winners", "result"):
            must_equal(name, document.get(name), None)
        return None
    check_invariants(table.n, sum(seat.counts["claims"] for seat in table.seats), table.day)
    scores = read(document, "scores", list)
    must_equal("number of scores", len(scores), table.n)
    for number, score in enumerate(scores):
        with at(f"seat {number}"):
            judge_score(table, number, score)
    winners = winners_of([(score["points"], score["cards"]) for score in scores])
    must_equal("winners", document["winners"], winners)
    result = RESULTS[tuple(winners)] if table.personality else None
    must_equal("result", document.get("result"), result)
    return list(scores)


def judge_score(table: Table, number: int, score: Any) -> None:
    """Hand and discards: 1 a symbol, the bonus a set; removed cards count for nothing."""
    must_equal("seat", read(score, "seat", int), number)
    cards = table.seats[number].scored()
    symbols = table.symbols(cards)
    told = read(score, "symbols", Mapping)
    must_equal("symbols", dict(told), {symbol: symbols[symbol] for symbol in SYMBOLS})
    must_equal("sets", read(score, "sets", int), n_sets(symbols))
    must_equal("points", read(score, "points", int), table.points(number))
    must_equal("cards", read(score, "cards", int), len(cards))


def winners_of(results: list[tuple[int, int]]) -> list[int]:
    """Most points, then most cards, then shared."""
    best = max(results)
    return [seat for seat, result in enumerate(results) if result == best]


def check_invariants(n: int, n_claims: int, n_days: int) -> None:
    """What holds in every finished game, whatever was played."""
    require(9 * n <= n_claims <= 10 * n, f"{n_claims} claims, must be {9 * n} to {10 * n}")
    fewest = -(-9 * n // (n + 1))
    require(n_days >= fewest, f"{n_days} days, must be at least {fewest}")
