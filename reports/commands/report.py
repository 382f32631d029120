"""``fillsim report``: everything about a game on one page, with charts and data."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.console import say
from reports.discovery import games_with, module_of
from reports.files import check_new_folder, new_folder
from reports.options import Common, takes_options
from reports.output import Document, Table, emit
from simcore.errors import unknown_name

if TYPE_CHECKING:
    from reports.report import GameReport

__all__ = ["command"]


@takes_options(games=50_000, out=Path("report"))
def command(
    games_to_report: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME...]", help="Which games; none: all.")
    ] = None,
    *,
    only: Annotated[
        list[str], typer.Option(metavar="SECTION", help="Only this section; repeatable.")
    ] = [],  # noqa: B006
    common: Common,
) -> None:
    """Write the report: a page, its charts as SVG and PNG, its data as CSV and Parquet.

    '--out' names the folder; '--games' is the number of games for each comparison.

    Example: fillsim report --out report --games 5e4 --seed 7
    """
    folder = common.out or Path("report")
    check_new_folder(folder)
    names = games_to_report or games_with("sections")
    reports = [_make(name, makers, common) for name, makers in _plans(names, only)]
    with new_folder(folder) as temporary:
        from reports.report import write_report

        write_report(temporary, reports, f"fillsim report {common.arguments()}")
    emit(_document(folder, reports, common), replace(common, out=None))
    say(f"open {folder / 'index.html'} in a browser")


def _plans(games: list[str], only: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """The sections of each game; without the games that have none of those asked for."""
    sections = {game: module_of("sections", game).SECTIONS for game in games}
    known = {name for makers in sections.values() for name in makers}
    for name in only:
        if name not in known:
            what = f"section of {games[0]}" if len(games) == 1 else "section"
            raise unknown_name(what, name, known)
    chosen = [
        (game, {name: make for name, make in makers.items() if not only or name in only})
        for game, makers in sections.items()
    ]
    return [(game, makers) for game, makers in chosen if makers]


def _make(name: str, makers: dict[str, Any], common: Common) -> GameReport:
    from reports.report import GameReport
    from reports.sections import Context

    game, rules = common.load_game(name)
    context = Context(
        game=game,
        rules=rules,
        seed=common.seed,
        games=common.games,
        workers=common.workers,
        arguments=common.arguments(),
        rules_arguments=common.rules_arguments(),
        changed=lambda change: game.load_rules(common.rules, [*common.changes, change]),
    )
    sections = {}
    for place, (section, make) in enumerate(makers.items(), 1):
        say(f"{game.title}: {section} ({place} of {len(makers)})")
        sections[section] = make(context)
    return GameReport(context, sections)


def _document(folder: Path, reports: list[GameReport], common: Common) -> Document:
    import pandas as pd

    rows = [
        {
            "game": report.context.game.name,
            "section": name,
            "finding": section.finding,
            "command": section.command,
        }
        for report in reports
        for name, section in report.sections.items()
    ]
    data = {
        "folder": folder,
        "page": folder / "index.html",
        "seed": common.seed,
        "games": common.games,
        "sections": rows,
    }
    sentences = tuple(f"- {row['finding']}" for row in rows)
    heading = f"{folder / 'index.html'} is written (seed {common.seed}). In one minute:"
    tables = (Table("Findings", pd.DataFrame(rows)),)
    shown = tables if common.output_format != "table" else ()
    return Document(lambda: data, shown, heading, sentences)
