"""``fillsim advise``: what should I do? Every option of one position, best first."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.discovery import module_of
from reports.options import Common, GameName, count, index, takes_options
from reports.output import Document, emit, prepare_output
from simcore.errors import UsageError

__all__ = ["command"]


@takes_options(has_chance=False)
def command(  # noqa: PLR0913 (a position has that many parts)
    game: GameName,
    *,
    card: Annotated[
        str, typer.Option(metavar="NAME", help="The card that is played; none: before the draw.")
    ] = "",
    roll: Annotated[
        str, typer.Option(metavar="FACES", help="The dice just rolled, e.g. 1,5,5; none: before.")
    ] = "",
    dice: Annotated[
        int | None, typer.Option(parser=count, metavar="N", help="Dice in hand; none given: all.")
    ] = None,
    score: Annotated[
        int | None, typer.Option(metavar="POINTS", help="Own banked points, to play for the win.")
    ] = None,
    other: Annotated[
        int | None, typer.Option(metavar="POINTS", help="The other player's banked points.")
    ] = None,
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

    With both scores: what wins most against one other player; without: what scores most.

    Example: fillsim advise fill_or_bust --score 4500 --other 5000 --at-risk 350
    --card bonus300 --roll 1,2,3
    """
    prepare_output(common)
    _, rules = common.load_game(game)
    if (score is None) != (other is None):
        raise UsageError("one score only; allowed: --score and --other together, or neither")
    faces = _faces(roll) if roll else ()
    if roll and dice not in (None, len(faces)):
        raise UsageError(f"--dice {dice} and a roll of {len(faces)}; allowed: the same number")
    if roll and not card:
        raise UsageError(f"--roll {roll} without a card; allowed: --card and the name of a card")
    advise = getattr(module_of("solutions", game), "advise", None)
    if advise is None:
        raise UsageError(f"{game} has no advice; allowed: a game with advice, e.g. fill_or_bust")
    position = {"card": card, "faces": faces, "at_risk": at_risk}
    position |= {"fills": fills, "before_card": before_card}
    scores = None if score is None or other is None else (score, other)
    found: Document = advise(rules, position, rules.dice if dice is None else dice, scores)
    emit(found, common)


def _faces(text: str) -> tuple[int, ...]:
    faces = text.replace(",", " ").split()
    if not faces or not all(face.isdigit() for face in faces):
        raise UsageError(f"--roll {text}; allowed: faces such as 1,5,5")
    return tuple(map(int, faces))
