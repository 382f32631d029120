"""The report: one self-contained page, and the charts and data behind it."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from analyses.statistics.families import joined
from reports.charts import theme
from reports.console import is_numeric
from reports.output import to_csv
from reports.present import named_cells, present
from reports.sections import Chart, Section, Table

if TYPE_CHECKING:
    from reports.sections import Context

__all__ = ["GameReport", "write_report"]

PACKAGES = ("fillsim", "numpy", "numba", "pandas", "scipy", "matplotlib")


@dataclass(frozen=True)
class GameReport:
    """The finished sections of one game, by their names."""

    context: Context
    sections: Mapping[str, Section]


def write_report(folder: Path, reports: Sequence[GameReport], command: str) -> None:
    """Write ``index.html``, ``charts/`` and ``data/`` into an empty folder.

    Parameters
    ----------
    folder : Path
        Exists already.
    reports : sequence of GameReport
    command : str
        What makes the same report again.
    """
    (folder / "charts").mkdir()
    (folder / "data").mkdir()
    context = reports[0].context
    titles = joined(report.context.game.title for report in reports)
    page = _template().render(
        title=f"{titles}: odds, strategies, balance",
        facts=(
            f"Rules {context.rules.name}, seed {context.seed}, {context.games:,} games for each "
            "comparison, 95 % intervals"
        ),
        style=Markup((files("reports.page") / "style.css").read_text("utf-8")),
        games=[_game(report, folder) for report in reports],
        command=command,
        versions=[("Python", platform.python_version()), *((p, version(p)) for p in PACKAGES)],
    )
    (folder / "index.html").write_text(page, encoding="utf-8")


def _template() -> Any:
    def load(name: str) -> str:
        return (files("reports.page") / name).read_text("utf-8")

    environment = Environment(
        loader=FunctionLoader(load),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html")


def _game(report: GameReport, folder: Path) -> dict[str, Any]:
    game, rules = report.context.game, report.context.rules
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "rules_name": rules.name,
        "rules": [_table(table, game.name) for table in rules_tables(rules.to_dict())],
        "sections": [
            _section(section, f"{game.name}-{name}", game.name, folder)
            for name, section in report.sections.items()
        ],
    }


def _section(section: Section, anchor: str, game: str, folder: Path) -> dict[str, Any]:
    for place, table in enumerate(section.tables, 1):
        write_data(table.to_frame(), folder / "data" / f"{anchor}-table{place}")
    return {
        "id": anchor,
        "title": section.title,
        "finding": section.finding,
        "charts": [_chart(chart, game, folder) for chart in section.charts],
        "tables": [_table(table, game) for table in section.tables],
        "notes": section.notes,
        "command": section.command,
    }


def _chart(chart: Chart, game: str, folder: Path) -> dict[str, Any]:
    name = f"{game}-{chart.name}"
    write_data(chart.frame, folder / "data" / name)
    with theme.new_axes(height=chart.height) as ax:
        chart.draw(ax, _with_names(chart.frame, game))
        drawing = theme.svg(ax, name)
        (folder / "charts" / f"{name}.svg").write_text(drawing, encoding="utf-8")
        (folder / "charts" / f"{name}.png").write_bytes(theme.png(ax))
    return {
        "caption": chart.caption,
        "svg": Markup(drawing),
        "data": f"data/{name}",
        "picture": f"charts/{name}",
    }


def _with_names(frame: pd.DataFrame, game: str) -> pd.DataFrame:
    """A frame in which strategies go by their names, as in tables; its data keep the numbers."""
    texts = frame.select_dtypes(["object", "string"]).columns
    return frame.assign(**{name: named_cells(frame[name].tolist(), game) for name in texts})


def write_data(frame: pd.DataFrame, stem: Path) -> None:
    """Write a frame as CSV and as Parquet."""
    stem.with_suffix(".csv").write_text(to_csv(frame), encoding="utf-8")
    frame.to_parquet(stem.with_suffix(".parquet"), index=False)


def _table(table: Table, game: str) -> dict[str, Any]:
    shown = present(table.frame, game)
    numeric = [is_numeric(row[place] for row in shown.rows) for place in range(len(shown.headers))]
    columns = list(zip(shown.headers, shown.meanings, numeric, strict=True))
    return {"title": table.title, "columns": columns, "rows": shown.rows}


def rules_tables(values: dict[str, Any]) -> list[Table]:
    """Rules as tables: single values together, each list of records by itself."""
    single, lists = [], []
    for field, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lists.append(Table(field, pd.DataFrame(value)))
        else:
            single.append({"field": field, "value": _value_text(value)})
    return [Table("Fields", pd.DataFrame(single)), *lists]


def _value_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {_value_text(entry)}" for key, entry in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_value_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
