"""Filler with a small deck in a known order and players who follow a script."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from simcore.bench import Bench, as_records
from simcore.filler import records as ev
from simcore.filler.components import ChefCard, Components, Personality, Recipe
from simcore.filler.rules import Rules, load_rules, with_components
from simcore.filler.table import card_ids
from simcore.games import Game, load_game
from simcore.jit import compile_strategy, is_interpreted
from simcore.match import Match, Player
from simcore.protocol import EVENT_WORDS, read_table

GAME: Game = load_game("filler")
WORDS = 12
"""Numbers of one line of a script: kind, card, place, number of cards paid, and those cards."""

KINDS = {
    "show": ev.SHOW,
    "fill": ev.FILL,
    "restock": ev.RESTOCK,
    "decline": ev.DECLINE,
    "reserve": ev.KEEP_BACK,
    "drop": ev.DROP,
}

Line = Sequence[str]
"""What a player wants, e.g. ``("fill", "tart", "red/a", "red/b")``: kind, card, cards paid."""


def recipe(
    card_id: str,
    time: str = "7:00",
    gives: str = "vanilla",
    requires: str = "any",
    points: str = "",
    ability: str = "none",
) -> Recipe:
    """A recipe by its texts; an empty time is that of an arrive early card."""
    deck = "advanced" if ability in ("bad_batch", "arrive_early") else "standard"
    minutes = 60 * int(time.partition(":")[0]) + int(time.partition(":")[2]) if time else None
    return Recipe(
        card_id,
        card_id.title(),
        deck,
        minutes,
        words(gives),
        words(requires),
        words(points),
        ability,
    )


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split("+")) if text else ()


def chef(chef_set: str, name: str, time: str, gives: str, points: str = "") -> ChefCard:
    hours, minutes = time.split(":")
    return ChefCard(chef_set, name, 60 * int(hours) + int(minutes), words(gives), words(points))


CHEFS = (
    chef("red", "a", "6:10", "vanilla+chocolate"),
    chef("red", "b", "6:50", "strawberry+blueberry"),
    chef("red", "c", "7:40", "custard"),
    chef("blue", "a", "6:20", "vanilla+chocolate"),
    chef("blue", "b", "6:50", "strawberry+blueberry"),
    chef("blue", "c", "7:50", "custard"),
    chef("green", "a", "6:30", "vanilla+chocolate"),
    chef("green", "b", "6:50", "strawberry+blueberry"),
    chef("green", "c", "7:55", "custard"),
)
LEFTMOST = Personality("Leftmost", ("leftmost",), {})


def components(
    recipes: Sequence[Recipe],
    personalities: Sequence[Personality] = (LEFTMOST,),
    chefs: Sequence[ChefCard] = CHEFS,
    n_recipes: int = 20,
) -> Components:
    """The recipes, and plain ones behind them up to `n_recipes`."""
    n_plain = max(0, n_recipes - len(recipes))
    plain = tuple(recipe(f"plain{i}", f"7:{10 + i}") for i in range(n_plain))
    return Components(
        name="by hand",
        common=("vanilla", "chocolate", "strawberry"),
        rare=("blueberry", "custard"),
        recipes=(*recipes, *plain),
        chef_sets=tuple(dict.fromkeys(card.set for card in chefs)),
        chefs=tuple(chefs),
        personalities=tuple(personalities),
        notice="",
    )


def rules_of(box: Components, *changes: str) -> Rules:
    """The rulebook's rules with these components; chef sets are those of `box`."""
    sets = [change.partition("=")[2] for change in changes if change.startswith("chefs=")]
    others = [change for change in changes if not change.startswith("chefs=")]
    rules = with_components(load_rules("rulebook", ("advanced=true", *others)), box)
    return dataclasses.replace(rules, chefs=tuple(sets[0].split("+")) if sets else ())


def follow(view):
    """The option that the script's next line names; past its end the last option."""
    words = 12
    at = words * (view.rng.turn - 1)
    if at >= view.table.length:
        return view.n_options - 1 if view.phase == 1 or view.phase == 2 else 0
    for k in range(view.n_options):
        option = view.options[k]
        if option.kind != read_table(view, at) or option.card != read_table(view, at + 1):
            continue
        if option.n_paid != read_table(view, at + 3):
            continue
        is_same = True
        for i in range(8):
            if option.paid[i] != read_table(view, at + 4 + i):
                is_same = False
        if is_same:
            return k
    return -1


def records(array: np.ndarray) -> np.ndarray:
    """An array of records as compiled functions take it, and as interpreted ones do."""
    return as_records(array) if is_interpreted() else array


@cache
def follower() -> Any:
    if is_interpreted():
        return follow
    return compile_strategy(follow, GAME.strategy_signature, None)


def scripted(box: Components, lines: Sequence[Line]) -> Player:
    """A player who does what the lines say, decision by decision."""
    ids = card_ids(box)
    rows = np.full((len(lines), WORDS), -1.0)
    for row, (kind, *names) in zip(rows, lines, strict=True):
        row[0] = KINDS[kind]
        row[3] = max(0, len(names) - 1)
        paid = sorted(ids.index(name) for name in names[1:])
        row[4 : 4 + len(paid)] = paid
        if names:
            row[1] = ids.index(names[0])
    return Player("script", 0, follower(), (), rows.reshape(-1))


def play_script(
    box: Components,
    scripts: Sequence[Sequence[Line]],
    *changes: str,
    deck: Sequence[str] = (),
    seed: int = 1,
) -> tuple[dict[str, Any], np.ndarray]:
    """The document and the outcome of one game; `deck` is the recipe deck, the top first.

    Recipes that `deck` does not name lie below, in the order of the file.
    """
    rules = rules_of(box, *changes)
    match = Match(GAME, rules, tuple(scripted(box, lines) for lines in scripts), seed, "none")
    bench = Bench(match)
    ids = card_ids(box)
    n_dealt = 10 * max(2, len(scripts))
    order = [*deck, *(r.id for r in box.recipes if r.id not in deck)][:n_dealt]
    state = bench.table["state"]
    state["deal_tag"] = 1  # The deck of block 0 is laid out already.
    state["n_dealt"] = n_dealt
    state["dealt"][0, :n_dealt] = [ids.index(card) for card in order]
    buffer = np.zeros((20_000, EVENT_WORDS), np.int32)
    bench.table["trace"]["address"], bench.table["trace"]["length"] = (
        buffer.ctypes.data,
        buffer.size,
    )
    outcome = np.zeros((1, 1), GAME.outcome)
    bench.play(0, outcome)
    events = buffer[: int(bench.table["trace"]["n_events"][0])]
    return GAME.tell(events, match), outcome[0, 0]


def turn_of(document: Mapping[str, Any], day: int, seat: int) -> dict[str, Any]:
    """What a seat did on a day."""
    turns = document["days"][day - 1]["turns"]
    found: dict[str, Any] = next(turn for turn in turns if turn["seat"] == seat)
    return found
