"""Fillit: sliding pawns, swapping stones and laying chips on a hexagon of hexagons."""

from __future__ import annotations

from simcore.fillit.kernel import play_blocks
from simcore.fillit.records import GAME as TABLE
from simcore.fillit.records import OUTCOME, VIEW
from simcore.fillit.replay import tell
from simcore.fillit.rules import load_rules
from simcore.fillit.setup import lay_table
from simcore.games import Game
from simcore.rules_file import preset_names

__all__ = ["GAME"]

GAME = Game(
    name="fillit",
    title="Fillit",
    version="1.1",
    seats=(2, 4),
    view=VIEW,
    outcome=OUTCOME,
    table=TABLE,
    load_rules=load_rules,
    presets=tuple(preset_names("simcore.fillit")),
    lay_table=lay_table,
    play_blocks=play_blocks,
    tell=tell,
)
