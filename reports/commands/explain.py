"""``fillsim explain``: what a strategy does, its parameters, and where it is written."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from reports.options import Common, Format, GameName, takes_options
from reports.output import Document, Table, emit, prepare_output

__all__ = ["command"]

TIERS = ("random", "simple rule", "tuned heuristic", "search or exact optimum")


@takes_options(has_chance=False)
def command(
    game: GameName,
    strategy: Annotated[str, typer.Argument(metavar="STRATEGY", help="E.g. 'stop_at(350)'.")],
    *,
    common: Common,
) -> None:
    """Explain a strategy: what it does, its parameters, its tier, its source file.

    Example: fillsim explain fill_or_bust stop_at
    """
    import pandas as pd

    from strategies.registry import parse
    from strategies.spec_text import number_text

    prepare_output(common)
    common.load_game(game)
    entry, values = parse(game, strategy)
    text = inspect.getdoc(entry.choose) or "(no description)"
    params = dict(zip(entry.params, values, strict=True))
    data = {
        "game": game,
        "strategy": entry.signature,
        "tier": entry.tier,
        "tier_meaning": TIERS[entry.tier],
        "params": params,
        "text": text,
        "source": entry.source,
    }
    rows = [{"parameter": name, "set_to": number_text(value)} for name, value in params.items()]
    tables = (Table("Parameters", pd.DataFrame(rows, columns=["parameter", "set_to"])),)
    shown = tables if params or common.output_format is Format.csv else ()
    heading = f"{entry.signature}   tier {entry.tier}, {TIERS[entry.tier]}\n\n{text}"
    emit(Document(lambda: data, shown, heading, (f"source: {entry.source}",)), common)
