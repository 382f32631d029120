"""Charts of matches, the same for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from reports.charts.theme import ACCENT, COLOURS, DIVERGING, FAINT, INK, MUTED, clean

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw_seat_advantage", "draw_win_matrix", "draw_win_rates"]

DARK_BEYOND = 0.35
"""Distance from one half at which a cell of the matrix is dark enough for white text."""


def draw_win_matrix(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rate of each row's strategy against each column's, with half-widths.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, opponent, win_rate, win_rate_low, win_rate_high``; rows in the order to show.
    """
    names = list(dict.fromkeys(frame["strategy"]))
    size = len(names)
    grid = [[float("nan")] * size for _ in names]
    for row in frame.itertuples():
        i, j = names.index(row.strategy), names.index(row.opponent)
        grid[i][j] = row.win_rate
        half = (row.win_rate_high - row.win_rate_low) / 2
        colour = "white" if abs(row.win_rate - 0.5) > DARK_BEYOND else INK
        text = f"{100 * row.win_rate:.1f}\n± {100 * half:.1g}"
        ax.text(j, i, text, ha="center", va="center", color=colour, fontsize=10)
    ax.imshow(grid, cmap=DIVERGING, vmin=0, vmax=1, aspect="auto")
    ax.set_xticks(range(size), names, rotation=20 if size > 4 else 0)
    ax.set_yticks(range(size), names)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_title("Win rate in per cent of the strategy on the left against the one above")


def draw_win_rates(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rates by strategy, one dot each, with intervals.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, win_rate, win_rate_low, win_rate_high``; the first row on top.
    """
    places = list(range(len(frame)))[::-1]
    _dots(ax, frame, "win_rate", places)
    ax.set_yticks(places, list(frame["strategy"]))
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.set_ylim(-0.6, len(frame) - 0.4)
    ax.set_title("Share of games won, with 95 % intervals")
    clean(ax, grid="x")


def _dots(ax: Axes, frame: pd.DataFrame, column: str, places: list[int]) -> None:
    values = frame[column]
    errors = [values - frame[f"{column}_low"], frame[f"{column}_high"] - values]
    ax.errorbar(values, places, xerr=errors, fmt="o", color=ACCENT, ecolor=MUTED, capsize=3)


def draw_seat_advantage(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rate by seat, one group of bars per number of players, against the fair share.

    Parameters
    ----------
    frame : DataFrame
        ``n_seats, seat, win_rate, win_rate_low, win_rate_high``; seats from 0.
    """
    start, ticks, labels = 0.0, [], []
    for n_seats, group in frame.groupby("n_seats", sort=True):
        n = int(str(n_seats))
        places = [start + i for i in range(len(group))]
        _bars(ax, places, group)
        ax.hlines(1 / n, start - 0.5, places[-1] + 0.5, color=INK, linewidth=1.2, linestyle="--")
        ticks.append((places[0] + places[-1]) / 2)
        labels.append(f"{n} players")
        start = places[-1] + 2
    ax.annotate(
        "fair share", (1.5, 0.5), xytext=(6, 0), textcoords="offset points", va="center",
        color=INK, fontsize=10,
    )
    ax.set_xticks(ticks, labels)
    ax.set_xlim(-0.8, start - 1.2)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.set_title("Share of games won by seat, first seat on the left")
    clean(ax)


def _bars(ax: Axes, places: list[float], group: pd.DataFrame) -> None:
    rates: Any = group["win_rate"]
    errors = [rates - group["win_rate_low"], group["win_rate_high"] - rates]
    colours = [COLOURS[0] if seat == 0 else COLOURS[5] for seat in group["seat"]]
    ax.bar(places, rates, width=0.86, color=colours, edgecolor="white")
    ax.errorbar(places, rates, yerr=errors, fmt="none", ecolor=INK, elinewidth=1.1, capsize=2)
    for place, rate, high in zip(places, rates, group["win_rate_high"], strict=True):
        ax.annotate(
            f"{100 * rate:.1f}", (place, high), xytext=(0, 3), textcoords="offset points",
            ha="center", fontsize=8.5, color=INK,
        )
    ax.axhline(0, color=FAINT, linewidth=0.8)
