"""The sections of Filler."""

from __future__ import annotations

from reports.sections import SectionMaker
from reports.sections.character import kind_of_game
from reports.sections.filler_cards import CARD_SECTIONS
from reports.sections.filler_play import PLAY_SECTIONS
from reports.sections.filler_solo import scores, solo_difficulty
from reports.sections.matches import round_robin

__all__ = ["SECTIONS"]

SECTIONS: dict[str, SectionMaker] = {
    **PLAY_SECTIONS,
    **CARD_SECTIONS,
    "solo": solo_difficulty,
    "solo-scores": scores,
    "strategies": round_robin,
    "character": kind_of_game,
}
"""In the order of the page."""
