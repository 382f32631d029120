"""``fillsim advise``: what should I do? Every option of one position, best first."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.discovery import module_of
from reports.options import Common, GameName, takes_options
from reports.output import Document, emit, prepare_output
from simcore.errors import UsageError

__all__ = ["command"]


@takes_options(has_chance=False)
def command(
    game: GameName,
    position: Annotated[
        list[str], typer.Argument(metavar="FIELD=VALUE...", help="The position, field by field.")
    ],
    *,
    common: Common,
) -> None:
    """What should I do? Every option of one position with what it is worth, best first.

    Example: fillsim advise fill_or_bust card=bonus300 roll=1,1,5,2,3,4 at_risk=0
    """
    prepare_output(common)
    _, rules = common.load_game(game)
    advise = module_of("solutions", game).advise
    found: Document = advise(rules, dict(_field(text) for text in position))
    emit(found, common)


def _field(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not value.strip():
        raise UsageError(f"position '{text}'; allowed: FIELD=VALUE, e.g. at_risk=300")
    return name.strip(), value.strip()
