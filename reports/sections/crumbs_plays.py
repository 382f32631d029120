"""Who plays in the sections of Crumbs!, and how many games: search is slower than rules."""

from __future__ import annotations

from analyses.crumbs.games import Play
from reports.sections import Context

__all__ = ["SCALED", "again", "scaled", "solo_plays", "together_plays"]

SCALED = (
    "The planner plays a tenth of the games that '--games' says (a sixth where orders are ranked, "
    "a fiftieth on generated decks), optimal a fifth, rehearse 80 at most: the tables tell how "
    "many each figure rests on."
)

LIGHT_OPTIMUM = "optimal(10000)"
"""Where a full solution with quirks would take longer than the rest of the report."""


def scaled(context: Context, divisor: int, most: int = 10**9) -> int:
    """A part of the games asked for."""
    return max(20, min(most, context.games // divisor))


def solo_plays(context: Context) -> tuple[Play, ...]:
    """Every tier alone, without quirks."""
    games = {"random": 1, "greedy": 1, "planner": 10, "optimal": 5}
    return tuple(Play(spec, games=scaled(context, divisor)) for spec, divisor in games.items())


def together_plays(context: Context) -> tuple[Play, ...]:
    """Alone and two together, without quirks and with them."""
    light, slow = scaled(context, 5), scaled(context, 10)
    search = scaled(context, 600, 80)
    plays = []
    for quirks in (False, True):
        plays += [Play("greedy", 1, quirks, light), Play("planner", 1, quirks, slow)]
        plays += [Play(LIGHT_OPTIMUM, 1, quirks, light)]
    for quirks in (False, True):
        plays += [Play("greedy", 2, quirks, light), Play("planner", 2, quirks, slow)]
        plays += [Play("rehearse", 2, quirks, search)]
    return tuple(plays)


def again(context: Context, name: str) -> str:
    """The command that makes one section again."""
    return f"fillsim report crumbs --only {name} {context.arguments}"
