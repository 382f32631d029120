"""Every frame of the analyses of Fillit, small."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analyses import load_rules
from analyses.fillit.balance import seat_balance
from analyses.fillit.cells import cell_maps
from analyses.fillit.course import game_course
from analyses.fillit.exact import small_boards, start_values
from analyses.fillit.ladder import Rung, skill_ladder
from analyses.fillit.shape import game_shapes
from analyses.fillit.stones import stone_moves


def of_fillit() -> Iterator[tuple[str, pd.DataFrame]]:
    rule_sets = [load_rules("fillit", preset) for preset in ("mini2", "2v2")]
    found = seat_balance({"greedy": 20, "random": 20}, rule_sets, seed=1)
    yield "sides", found.to_frame()
    yield "side verdicts", found.verdicts()
    yield "over tiers", found.over_tiers()
    yield "over layouts", found.over_layouts()
    shapes = game_shapes("greedy", rule_sets, games=20, seed=1)
    yield "game shapes", shapes.to_frame()
    yield "game lengths", shapes.lengths()
    yield "shape differences", shapes.differences()
    course = game_course("greedy", rule_sets, games=20, seed=1)
    yield "comebacks", course.to_frame()
    yield "lead", course.lead()
    yield "stone moves", stone_moves(rules="mini2", games=4, recorded=10, seed=1).to_frame()
    yield "cells", cell_maps("greedy", rules="mini2", games=5, seed=1).to_frame()
    rungs = skill_ladder([Rung("greedy", "random", 8)], rule_sets, seed=1)
    yield "rungs", rungs.to_frame()
    yield "starts", start_values(small_boards((4,), 1)).to_frame()
