"""Matches of Fill or Bust for the tests: short to write, and random rules for the referee."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from simcore.fill_or_bust.rules import CHOICES, Rules, rules_from_values
from simcore.games import Game, load_game
from simcore.match import Match
from strategies.registry import player

GAME: Game = load_game("fill_or_bust")
PRESETS = ("rulebook", "bowman1999")


def line_up(
    *specs: str,
    rules: str | Rules = "rulebook",
    changes: Sequence[str] = (),
    seed: int = 1,
    rotation: str = "strategies",
) -> Match:
    """A match of strategies by their text forms; `rules` is a preset's name or rules as made."""
    chosen = rules if isinstance(rules, Rules) else GAME.load_rules(rules, changes)
    return Match(GAME, chosen, tuple(player(GAME, chosen, spec) for spec in specs), seed, rotation)


def random_rules(rng: random.Random) -> Rules:
    """Rules with every field drawn at random; small goals and caps keep games short."""
    values: dict[str, Any] = {field: rng.choice(words) for field, words in CHOICES.items()}
    values |= {field: rng.random() < 0.5 for field in ("vengeance_optional", "vengeance_must_fill")}
    values |= {
        "double_trouble_multiplier": rng.randint(1, 3),
        "score_floor": rng.choice((0, 0, -500, -100_000)),
        "goal": rng.choice((50, 300, 1000, 1000, 2500)),
        "dice": rng.choice((1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6)),
        "straight": rng.choice((0, 1500, 700)),
        "turn_cap": rng.choice((1, 7, 60, 60)),
        "singles": rng.choice(({1: 100, 5: 50}, {1: 100, 5: 50}, {1: 30, 2: 20, 6: 10}, {3: 75})),
        "triples": rng.choice(({1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}, {2: 20, 3: 500})),
        "cards": random_deck(rng),
    }
    return rules_from_values(values, "random")


def random_deck(rng: random.Random) -> list[dict[str, Any]]:
    """A small deck with at least one scoring card, so that it is reshuffled within a game."""
    kinds = [
        ("no_dice", "no_dice", 0),
        ("vengeance", "vengeance", rng.choice((100, 400, 2500))),
        ("bonus300", "bonus", 300),
        ("big_bonus", "bonus", 500),
        ("double_trouble", "double_trouble", 0),
        ("fill1000", "fill", 1000),
        ("must_bust", "must_bust", 0),
    ]
    counts = [rng.choice((0, 0, 1, 2, 5)) for _ in kinds]
    if sum(counts[2:]) == 0:
        counts[rng.randrange(2, len(kinds))] = 1
    return [
        {"name": name, "kind": kind, "value": value, "count": count}
        for (name, kind, value), count in zip(kinds, counts, strict=True)
    ]
