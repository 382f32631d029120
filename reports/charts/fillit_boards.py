"""Fillit's boards drawn as hexagons."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.patches import RegularPolygon

from reports.charts.theme import FAINT, SEQUENTIAL, shade_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["centre_of_cell", "draw_cells"]

SLANT = math.sqrt(3.0)


def centre_of_cell(q: int, r: int) -> tuple[float, float]:
    """Where a cell's middle is drawn, y upwards; neighbours are the square root of 3 apart."""
    return SLANT * (q + r / 2.0), -1.5 * r


def draw_cells(ax: Axes, frame: pd.DataFrame) -> None:
    """The board once for each map, its hexagons shaded by share of turns.

    Parameters
    ----------
    frame : DataFrame
        ``map, cell_q, cell_r, cell_rate``.
    """
    reach = int(frame["cell_q"].max())
    width = SLANT * (2 * reach + 1) + 1.2
    colours = mpl.colormaps[SEQUENTIAL]
    for k, (name, rows) in enumerate(frame.groupby("map", sort=False)):
        most = float(rows["cell_rate"].max())
        _hexagon(ax, k * width, 0.0, FAINT)
        for row in rows.to_dict("records"):
            x, y = centre_of_cell(row["cell_q"], row["cell_r"])
            shade = row["cell_rate"] / most if most > 0 else 0.0
            _hexagon(ax, x + k * width, y, colours(0.06 + 0.86 * shade))
            text = f"{100 * row['cell_rate']:.0f}"
            colour = shade_text(shade, 0.6)
            ax.text(x + k * width, y, text, ha="center", va="center", fontsize=7.5, color=colour)
        ax.text(k * width, 1.5 * reach + 1.5, str(name), ha="center", fontweight="bold")
    ax.set_xlim(-width / 2, (frame["map"].nunique() - 0.5) * width)
    ax.set_ylim(-1.5 * reach - 1.2, 1.5 * reach + 2.6)
    ax.set_aspect("equal")
    ax.axis("off")
    ax.set_title("Per cent of the turns, by cell")


def _hexagon(ax: Axes, x: float, y: float, colour: Any) -> None:
    ax.add_patch(RegularPolygon((x, y), 6, radius=1.0, facecolor=colour, edgecolor="white"))
