"""``fillsim calibrate``: whether reconstructed components play as they must."""

from __future__ import annotations

from dataclasses import replace

from reports.discovery import module_of
from reports.options import Common, GameName, takes_options
from reports.output import Document, emit, facts_of, heading, prepare_output

__all__ = ["command"]


@takes_options()
def command(game: GameName, *, common: Common) -> None:
    """Solve and play a game whose components are reconstructed, and say whether they fit.

    Example: fillsim calibrate crumbs --games 1e5 --seed 1
    """
    prepare_output(common)
    chosen, rules = common.load_game(game)
    found: Document = module_of("calibrations", game).calibrate(rules, common)
    words = heading(chosen, rules, common.seed, common.games)
    facts = facts_of(chosen, rules, common.seed)
    emit(replace(found, heading=words, facts=facts), common)
