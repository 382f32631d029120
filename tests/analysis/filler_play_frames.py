"""Every frame about Filler for two players and more, small."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analyses import load_rules, play
from analyses.filler.advanced import advanced_deck
from analyses.filler.card_table import card_table
from analyses.filler.chef_sets import chef_sets
from analyses.filler.early import acting_early
from analyses.filler.many_decks import many_decks
from analyses.filler.shapes import game_shapes, mirror_games


def of_filler_play() -> Iterator[tuple[str, pd.DataFrame]]:
    match = play("filler", ["greedy", "random"], games=20, seed=1)
    yield "Filler's strategies", match.strategies()
    yield "Filler's games", match.game()
    rules = load_rules("filler", "rulebook", ["advanced=true"])
    played = mirror_games(["greedy"], games=40, seats=[2, 3], seed=1, rules=rules)
    shapes = game_shapes(played)
    yield "Filler's shapes", shapes.to_frame()
    yield "days", shapes.lengths()
    chefs = chef_sets(played)
    yield "chef sets", chefs.to_frame()
    yield "chef set verdicts", chefs.verdicts()
    early = acting_early(played, told=5)
    yield "acting early", early.to_frame()
    yield "acting early by day", early.by_day()
    cards = card_table(played)
    yield "Filler's cards", cards.to_frame()
    yield "kinds of cards", cards.groups()
    yield "advanced deck", advanced_deck("greedy", ("greedy", "random"), games=8, seed=1).to_frame()
    yield "many decks", many_decks("greedy", games=20, n_generated=2, seed=1).to_frame()
