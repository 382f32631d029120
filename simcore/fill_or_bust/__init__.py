"""Fill or Bust: push-your-luck dice and cards."""

from __future__ import annotations

from simcore.fill_or_bust.kernel import play_blocks
from simcore.fill_or_bust.records import OUTCOME, VIEW
from simcore.fill_or_bust.replay import tell
from simcore.fill_or_bust.rules import load_rules
from simcore.fill_or_bust.setup import lay_table
from simcore.fill_or_bust.state import GAME as TABLE
from simcore.games import Game
from simcore.rules_file import preset_names

__all__ = ["GAME"]

GAME = Game(
    name="fill_or_bust",
    title="Fill or Bust",
    version="1.0",
    seats=(1, 6),
    view=VIEW,
    outcome=OUTCOME,
    table=TABLE,
    load_rules=load_rules,
    presets=tuple(preset_names("simcore.fill_or_bust")),
    lay_table=lay_table,
    play_blocks=play_blocks,
    tell=tell,
)
