"""The look of every chart, in one place, and how a figure becomes SVG and PNG."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ACCENT",
    "COLOURS",
    "DIVERGING",
    "FAINT",
    "INK",
    "MUTED",
    "SEQUENTIAL",
    "clean",
    "errors_of",
    "new_axes",
    "png",
    "shade_text",
    "svg",
]

INK, MUTED, FAINT = "#1f2933", "#5f6c7b", "#d9dee4"

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette, told apart by colour-blind readers too; the order is fixed."""

ACCENT = COLOURS[0]

SEQUENTIAL, DIVERGING = "Blues", "PuOr"

DOTS_PER_INCH = 100
"""9 inches become 900 pixels, the width the charts are made for."""

RC: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 11.0,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlesize": 12.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "lines.linewidth": 2.0,
    "figure.facecolor": "white",
    "svg.fonttype": "path",
    # Ids in the file then depend on the drawing alone, and the same seed gives the same bytes.
    "svg.hashsalt": "fillsim",
}


@contextmanager
def new_axes(height: float = 4.5, width: float = 9.0) -> Iterator[Axes]:
    """Empty axes in the house style, while they are drawn and saved; sizes in inches."""
    with mpl.rc_context(RC):
        figure = Figure(figsize=(width, height), dpi=DOTS_PER_INCH, layout="constrained")
        yield figure.add_subplot()


def clean(ax: Axes, *, grid: str = "y") -> None:
    """Leave only the grid that helps to read values off."""
    axis: Any = grid
    ax.grid(axis=axis, linewidth=0.8)
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(FAINT)


def errors_of(frame: pd.DataFrame, value: str, ends: str = "") -> Any:
    """Lengths of the intervals' lower and upper parts, as `errorbar` takes them."""
    low, high = (frame[f"{ends or value}_{end}"] for end in ("low", "high"))
    return [frame[value] - low, high - frame[value]]


def shade_text(share: float, dark_from: float) -> str:
    """Colour of text on a heat map's cell."""
    return "white" if share > dark_from else INK


def svg(ax: Axes, prefix: str) -> str:
    """The figure as an SVG element to stand inside a page.

    Parameters
    ----------
    ax : Axes
        Of the figure.
    prefix : str
        Put before every id, so that several charts can share a page.
    """
    buffer = io.StringIO()
    _save(ax, buffer, "svg")
    text = buffer.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", text)
    return re.sub(r'href="#([^"]+)"', rf'href="#{prefix}-\1"', text)


def png(ax: Axes) -> bytes:
    """The figure as a PNG file."""
    buffer = io.BytesIO()
    _save(ax, buffer, "png")
    return buffer.getvalue()


def _save(ax: Axes, buffer: io.IOBase, kind: str) -> None:
    """Write the picture without date and program, so that it depends on the drawing alone."""
    silent = {"svg": ("Date", "Creator"), "png": ("Software",)}[kind]
    figure: Any = ax.figure
    figure.savefig(buffer, format=kind, metadata=dict.fromkeys(silent))
