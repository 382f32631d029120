"""``fillsim list``: the games, or the strategies of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.options import Common, takes_options
from reports.output import Document, Table, emit, prepare_output

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["command"]


@takes_options(has_chance=False)
def command(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which game.")] = "",
    *,
    common: Common,
) -> None:
    """List the games, or the strategies of one game.

    Example: fillsim list fill_or_bust --format json
    """
    prepare_output(common)
    emit(_strategies(game, common) if game else _games(), common)


def _games() -> Document:
    import pandas as pd

    from simcore.games import game_names, load_game

    rows = []
    for name in game_names():
        game = load_game(name)
        seats = f"{game.seats[0]} to {game.seats[1]}"
        rules = ", ".join(game.presets)
        rows.append(
            {
                "game": name,
                "title": game.title,
                "seats": seats,
                "presets": rules,
                "version": game.version,
            }
        )
    return Document(lambda: {"games": rows}, (Table("Games", pd.DataFrame(rows)),))


def _strategies(name: str, common: Common) -> Document:
    from strategies.registry import strategies_of

    game, _ = common.load_game(name)
    rows: list[dict[str, Any]] = [
        {
            "strategy": entry.signature,
            "name": entry.name,
            "tier": entry.tier,
            "params": dict(entry.params),
            "summary": entry.summary,
        }
        for entry in strategies_of(name)
    ]
    table = Table(f"Strategies of {game.title}", _frame(rows))
    return Document(lambda: {"game": name, "strategies": rows}, (table,))


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)[["strategy", "tier", "summary"]]
