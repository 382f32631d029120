"""Skewed component files of Filler, by lot: they bring about what the shipped cards hardly do."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

COMMON, RARE = ("vanilla", "chocolate", "strawberry"), ("blueberry", "custard")
SYMBOLS = ("star", "coin", "trophy")
CRITERIA = (
    *("most_points", "fewest_points", "completes_set", "most_missing_symbol", "earliest_time"),
    *("latest_time", "most_gives", "most_requires", "fewest_requires", "most_wanted", "leftmost"),
    *("rightmost", "random"),
)
RULES: dict[str, Sequence[Any]] = {
    "time_shift_min": (-400, -60, -30, 10, 60, 700),
    "set_bonus": (0, 1, 3, 5),
    "fills_when_first": (2, 3),
    "reserve_to": ("bottom", "top"),
    "reads_abilities": (["bonus_fill"], ["bonus_restock"], ["bonus_restock", "bonus_fill"]),
    "discards_book_card": (True, False),
}
MOST_EARLY = 8


@dataclass(frozen=True)
class Skew:
    """What recipes are drawn from; a word stands as often as it is likely."""

    requires: tuple[str, ...]
    n_requires: tuple[int, ...]
    abilities: tuple[str, ...] = ("none", "none", "bonus_fill", "bonus_restock", "bad_batch")
    n_early: int = 2
    gives: tuple[str, ...] = (*COMMON, *RARE, "any")
    n_gives: tuple[int, ...] = (1, 2)
    times: tuple[str, ...] = tuple(f"{h}:{m:02}" for h in (6, 7) for m in range(60))
    common: tuple[str, ...] = COMMON
    rare: tuple[str, ...] = RARE


WORDS = (*COMMON, *RARE, "common", "common", "rare", "any", "any")
MANY = tuple(f"filling_{i}" for i in range(8))
SKEWS = {
    "mixed": Skew(WORDS, (1, 2, 2, 3, 4), n_gives=(0, 1, 1, 2, 3)),
    # Hands of arrive early cards only, and of no card at all.
    "early": Skew(("any",), (1,), ("none", "bad_batch"), n_early=8, n_gives=(0, 1)),
    "batch": Skew(("any",), (1,), ("bad_batch", "bad_batch", "bonus_fill"), n_gives=(1,)),
    # Games that get stuck.
    "dear": Skew(("custard", "rare"), (3, 4), gives=COMMON, n_gives=(0, 1)),
    "hard": Skew((*RARE, "rare", "common"), (2, 3), n_gives=(0, 1)),
    # Books that are emptied.
    "chains": Skew(("any", "common"), (1,), ("bonus_fill", "bonus_restock"), 0, n_gives=(1, 2)),
    # Equal times, and times an hour apart.
    "tied": Skew(WORDS, (1, 2), n_early=8, times=("6:30", "7:30")),
    "long": Skew(WORDS, (5, 6, 7, 8), n_gives=(2, 3, 4)),
    "many": Skew(
        (*MANY, "common", "rare"), (1, 2, 3), gives=(*MANY, "any"), common=MANY[:5], rare=MANY[5:]
    ),
}


def write_skewed(folder: Path, kind: str, seed: int, n_personalities: int) -> Path:
    """The four files of a kind of skew."""
    rng, skew = Random(f"{kind} {seed}"), SKEWS[kind]
    folder.mkdir()
    early = set(rng.sample(range(60), skew.n_early))
    rows = ["id,name,deck,time,gives,requires,points,ability"]
    for i in range(60):
        ability = "arrive_early" if i in early else rng.choice(skew.abilities)
        cells = (
            f"r{i:02}",
            f"Recipe {i}",
            "advanced" if i >= 50 else "standard",
            "" if i in early else rng.choice(skew.times),
            some(rng, skew.gives, skew.n_gives),
            some(rng, skew.requires, skew.n_requires),
            some(rng, SYMBOLS, (0, 1, 1, 1, 2, 3)),
            ability,
        )
        rows.append(",".join(cells))
    (folder / "recipes.csv").write_text("\n".join(rows) + "\n", "utf-8")
    rows = ["set,name,time,gives,points"]
    for chef_set in "ABCDEF":
        for number in range(3):
            gives, points = some(rng, skew.gives, (1, 2)), some(rng, SYMBOLS, (0, 0, 1))
            rows.append(f"{chef_set},{number},{rng.choice(skew.times)},{gives},{points}")
    (folder / "chefs.csv").write_text("\n".join(rows) + "\n", "utf-8")
    classes = f"common = {json.dumps(skew.common)}\nrare = {json.dumps(skew.rare)}\n"
    (folder / "fillings.toml").write_text(classes, "utf-8")
    entries = "".join(personality(rng, number) for number in range(n_personalities))
    (folder / "personalities.toml").write_text(entries, "utf-8")
    return folder


def some(rng: Random, words: Sequence[str], sizes: Sequence[int]) -> str:
    return "+".join(rng.choices(words, k=rng.choice(sizes)))


def personality(rng: Random, number: int) -> str:
    """An entry of personalities.toml: some criteria in some order, some rules altered."""
    picks = rng.sample(CRITERIA, rng.randint(1, 4))
    rules = ", ".join(
        f"{name} = {json.dumps(rng.choice(values))}"
        for name, values in RULES.items()
        if rng.random() < 0.4
    )
    picked = json.dumps(picks)
    return f'[[personality]]\nname = "P{number}"\npicks = {picked}\nrules = {{ {rules} }}\n'
