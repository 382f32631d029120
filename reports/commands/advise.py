"""``fillsim advise``: what should I do? Every option of one position, best first."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.discovery import module_of
from reports.options import Common, GameName, index, takes_options
from reports.output import Document, emit, prepare_output
from simcore.errors import UsageError

__all__ = ["command"]


@takes_options(has_chance=False)
def command(  # noqa: PLR0913 (a position has that many parts)
    game: GameName,
    *,
    card: Annotated[str, typer.Option(metavar="NAME", help="The card that is played.")],
    roll: Annotated[str, typer.Option(metavar="FACES", help="The dice just rolled, e.g. 1,5,5.")],
    at_risk: Annotated[
        int, typer.Option(parser=index, metavar="N", help="Points at risk before this roll.")
    ] = 0,
    fills: Annotated[
        int, typer.Option(parser=index, metavar="N", help="Fills made under this card so far.")
    ] = 0,
    before_card: Annotated[
        int,
        typer.Option(parser=index, metavar="N", help="Points at risk when the card was drawn."),
    ] = 0,
    common: Common,
) -> None:
    """What should I do? Every option of one position with what it is worth, best first.

    Example: fillsim advise fill_or_bust --card bonus300 --roll 1,1,5,2,3,4 --at-risk 0
    """
    prepare_output(common)
    _, rules = common.load_game(game)
    advise = module_of("solutions", game).advise
    numbers = {"at_risk": at_risk, "fills": fills, "before_card": before_card}
    found: Document = advise(rules, card, _faces(roll), numbers)
    emit(found, common)


def _faces(text: str) -> tuple[int, ...]:
    faces = text.replace(",", " ").split()
    if not faces or not all(face.isdigit() for face in faces):
        raise UsageError(f"--roll {text}; allowed: faces such as 1,5,5")
    return tuple(map(int, faces))
