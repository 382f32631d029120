"""The chart of a game's course, the same for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from reports.charts.theme import ACCENT, MUTED, clean

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw_uncertainty"]


def draw_uncertainty(ax: Axes, frame: pd.DataFrame) -> None:
    """How open the game is by share of the turns, with its 95 % interval.

    Parameters
    ----------
    frame : DataFrame
        ``progress``, and ``uncertainty`` with its ends.
    """
    ax.plot(frame["progress"], frame["uncertainty"], color=ACCENT, marker="o")
    ax.fill_between(
        frame["progress"],
        frame["uncertainty_low"],
        frame["uncertainty_high"],
        color=ACCENT,
        alpha=0.15,
    )
    ax.axhline(1.0, color=MUTED, linewidth=1.2, linestyle="--")
    ax.annotate("the lead says nothing", (0.0, 1.0), xytext=(4, 4), textcoords="offset points")
    ax.set_xlim(0, 1)
    ax.set_ylim(0, max(1.12, float(frame["uncertainty_high"].max()) + 0.02))
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_xlabel("share of the turns played")
    ax.set_title("How open the game still is")
    clean(ax)
