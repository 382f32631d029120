"""Filler: cycling a hand of cards that are fillings, times and points at once."""

from __future__ import annotations

from simcore.filler.kernel import play_blocks
from simcore.filler.records import OUTCOME, VIEW
from simcore.filler.replay import tell
from simcore.filler.rules import load_rules
from simcore.filler.state import TABLE
from simcore.filler.table import lay_table
from simcore.games import Game
from simcore.protocol import MAX_SEATS
from simcore.rules_file import preset_names

__all__ = ["GAME"]

GAME = Game(
    name="filler",
    title="Filler",
    version="1.0",
    seats=(1, MAX_SEATS),
    view=VIEW,
    outcome=OUTCOME,
    table=TABLE,
    load_rules=load_rules,
    presets=tuple(preset_names("simcore.filler")),
    lay_table=lay_table,
    play_blocks=play_blocks,
    tell=tell,
)
