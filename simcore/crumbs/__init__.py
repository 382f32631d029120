"""Crumbs!: planning sandwiches under five actions, solo and co-operative."""

from __future__ import annotations

from simcore.crumbs.kernel import play_blocks
from simcore.crumbs.records import MAX_PLAYERS, OUTCOME, VIEW
from simcore.crumbs.replay import tell
from simcore.crumbs.rules import load_rules
from simcore.crumbs.state import TABLE
from simcore.crumbs.table import lay_table
from simcore.games import Game
from simcore.rules_file import preset_names

__all__ = ["GAME"]

GAME = Game(
    name="crumbs",
    title="Crumbs!",
    version="1.0",
    seats=(1, MAX_PLAYERS),
    view=VIEW,
    outcome=OUTCOME,
    table=TABLE,
    load_rules=load_rules,
    presets=tuple(preset_names("simcore.crumbs")),
    lay_table=lay_table,
    play_blocks=play_blocks,
    tell=tell,
    is_cooperative=True,
)
