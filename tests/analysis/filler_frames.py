"""Every frame of the analyses of Filler, small."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analyses.filler.decks import check_generator
from analyses.filler.solo import Budget, solo
from analyses.filler.solo_scores import score_differences
from tests.analysis.filler_play_frames import of_filler_play


def of_filler() -> Iterator[tuple[str, pd.DataFrame]]:
    yield "constraints on cards", check_generator(seed=1, n_decks=2).to_frame()
    budget = Budget(60, n_decks=2, deck_games=20)
    found = solo(["random", "greedy"], budget, seed=1)
    yield "solo", found.to_frame()
    yield "solo pairs", found.pairs()
    yield "solo parts", found.parts()
    yield "solo outliers", found.outliers()
    yield "solo conclusions", found.concluded()
    yield "solo scores", score_differences("greedy", games=20, seed=1).to_frame()
    yield from of_filler_play()
