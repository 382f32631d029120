"""The balance of Filler for two and more players, topic by topic."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from analyses.filler.advanced import advanced_deck
from analyses.filler.card_table import card_table
from analyses.filler.chef_sets import chef_sets
from analyses.filler.early import acting_early
from analyses.filler.many_decks import many_decks
from analyses.filler.rows import Games
from analyses.filler.shapes import game_shapes, mirror_games
from reports.balances import Answer, Asked, Topics
from reports.line_ups import line_up
from reports.output import Table
from reports.rivals import rivals_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["best_first", "short_names", "slim", "topics"]

MOST_PLAYERS = 5
"""With more the advanced recipes are always in, so that their effect cannot be told."""


def topics(asked: Asked) -> Topics:
    """Length, chef sets, acting early, cards, the advanced deck and, if wanted, other decks."""
    played = cache(lambda: _played(asked))
    found = {
        "length": lambda: _length(played()),
        "chefs": lambda: _chefs(played(), asked),
        "early": lambda: _early(played(), asked),
        "cards": lambda: _cards(played(), asked),
        "advanced": lambda: _advanced(asked),
    }
    return found | ({"decks": lambda: _decks(asked)} if asked.decks else {})


def short_names(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame in which strategies with many parameters go by their bare names."""
    names = [spec.partition("(")[0] if spec.count(",") > 1 else spec for spec in frame["strategy"]]
    return frame.assign(strategy=names)


def slim(frame: pd.DataFrame, hidden: str) -> pd.DataFrame:
    """A frame for reading: short names, without some columns and the ends of their intervals."""
    names = {f"{name}{end}" for name in hidden.split() for end in ("", "_low", "_high")}
    shown = short_names(frame) if "strategy" in frame else frame
    return shown[[name for name in shown.columns if name not in names]].reset_index(drop=True)


def best_first(frame: pd.DataFrame) -> pd.DataFrame:
    """Cards of each strategy, those with the best takers on top."""
    order = {spec: place for place, spec in enumerate(dict.fromkeys(frame["strategy"]))}
    ranked = frame.assign(place=frame["strategy"].map(order))
    ranked = ranked.sort_values(["place", "taker_edge"], ascending=[True, False])
    return ranked.drop(columns="place")


def _options(asked: Asked) -> dict[str, Any]:
    options = {"seed": asked.seed, "rules": asked.rules}
    return options | {"workers": asked.workers, "progress": asked.progress}


def _played(asked: Asked) -> tuple[Games, ...]:
    options = _options(asked)
    return mirror_games(asked.strategies, games=asked.games, seats=asked.players, **options)


def _length(played: tuple[Games, ...]) -> Answer:
    found = game_shapes(played)
    shown = slim(found.to_frame(), "tier all_restock_rate")
    tables = (Table("Games by number of players", shown),)
    return Answer(tables, tuple(found.summary().splitlines()), found.to_json)


def _chefs(played: tuple[Games, ...], asked: Asked) -> Answer:
    found = chef_sets(played, margin=asked.margin)
    tables = (
        Table("Chef sets", slim(found.to_frame(), "tier set_edge")),
        Table("Spread between best and worst set", slim(found.verdicts(), "tier n_more")),
    )
    return Answer(tables, tuple(found.summary().splitlines()), found.to_json)


def _early(played: tuple[Games, ...], asked: Asked) -> Answer:
    found = acting_early(played, told=asked.told, progress=asked.progress)
    tables = (
        Table("By place in the order of play", slim(found.to_frame(), "tier n_told")),
        Table("First days and later days", slim(found.by_day(), "tier")),
    )
    return Answer(tables, tuple(found.sentences()), found.to_json)


def _cards(played: tuple[Games, ...], asked: Asked) -> Answer:
    """The smallest number of players only: a table of all cards for each strategy."""
    fewest = min(games.n_seats for games in played)
    found = card_table([games for games in played if games.n_seats == fewest], margin=asked.margin)
    tables = (
        Table(
            f"Cards, {fewest} players",
            slim(best_first(found.to_frame()), "tier n_seats card_id n_taken"),
        ),
        Table("Kinds of cards", slim(found.groups(), "tier n_seats n_taken")),
    )
    return Answer(tables, tuple(found.sentences()), found.to_json)


def _advanced(asked: Asked) -> Answer:
    rivals = rivals_of("filler")
    seats = min(asked.players or (2,))
    found = advanced_deck(
        asked.strategies[0],
        (rivals[0], rivals[1]),
        games=asked.games,
        seats=min(seats, MOST_PLAYERS),
        **_options(asked),
    )
    shown = slim(found.to_frame(), "before_rules after_rules")
    title = "Effect of the advanced deck, and of its abilities"
    return Answer((Table(title, shown),), tuple(found.sentences()), found.to_json)


def _decks(asked: Asked) -> Answer:
    found = many_decks(
        line_up("filler").usual,
        games=max(100, asked.games // 4),
        n_generated=asked.decks,
        **_options(asked),
    )
    title = f"Which findings hold over {asked.decks} generated decks"
    return Answer((Table(title, found.to_frame()),), (), found.to_json)
