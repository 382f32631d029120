"""Charts of matches, the same for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from reports.charts.theme import ACCENT, COLOURS, DIVERGING, INK, MUTED, clean, errors_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw_seat_advantage", "draw_win_matrix", "draw_win_rates", "wrapped"]

LONG_NAME = 22
"""Characters from which a strategy's text takes two lines."""

DARK_BEYOND = 0.27
"""Distance from one half at which a cell of the matrix is dark enough for white text."""


def draw_win_matrix(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rate of each row's strategy against each column's, with half-widths.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, opponent, win_rate, win_rate_low, win_rate_high``; rows in the order to show.
    """
    names = list(dict.fromkeys(frame["strategy"]))
    grid = [[float("nan")] * len(names) for _ in names]
    for row in frame.to_dict("records"):
        i, j = names.index(row["strategy"]), names.index(row["opponent"])
        rate, half = row["win_rate"], (row["win_rate_high"] - row["win_rate_low"]) / 2
        grid[i][j] = rate
        colour = "white" if abs(rate - 0.5) > DARK_BEYOND else INK
        places = 2 if half < 0.01 else 1
        text = f"{100 * rate:.1f}\n± {100 * half:.{places}f}"
        ax.text(j, i, text, ha="center", va="center", color=colour, fontsize=10)
    ax.imshow(grid, cmap=DIVERGING, vmin=0, vmax=1, aspect="auto")
    ax.set_xticks(range(len(names)), [str(rank) for rank in range(1, len(names) + 1)])
    labels = [f"{wrapped(name)}   {rank}" for rank, name in enumerate(names, 1)]
    ax.set_yticks(range(len(names)), labels)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_title("Per cent won by the row against the column", loc="center")


def wrapped(name: str) -> str:
    """A long strategy text on two lines."""
    head, bracket, arguments = name.partition("(")
    return f"{head}\n({arguments}" if len(name) > LONG_NAME and bracket else name


def draw_win_rates(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rates by strategy, one dot each, with intervals.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, win_rate, win_rate_low, win_rate_high``; the first row on top.
    """
    places = list(range(len(frame)))[::-1]
    errors = errors_of(frame, "win_rate")
    ax.errorbar(
        frame["win_rate"], places, xerr=errors, fmt="o", color=ACCENT, ecolor=MUTED, capsize=3
    )
    ax.set_yticks(places, list(frame["strategy"]))
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_ylim(-0.6, len(frame) - 0.4)
    ax.set_title("Share of games won, with 95 % intervals")
    clean(ax, grid="x")


def draw_seat_advantage(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rate by seat, one group of bars per number of players, against the fair share.

    Parameters
    ----------
    frame : DataFrame
        ``n_seats, seat, win_rate, win_rate_low, win_rate_high, fair_share``; seats from 0.
    """
    start, ticks, labels = 0.0, [], []
    for n_seats, group in frame.groupby("n_seats", sort=True):
        places = [start + place for place in range(len(group))]
        _draw_seats(ax, places, group)
        ticks.append((places[0] + places[-1]) / 2)
        labels.append(f"{n_seats} players")
        start = places[-1] + 2
    ax.annotate(
        "fair share",
        (1.5, float(frame["fair_share"].iloc[0])),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        fontsize=10,
    )
    ax.set_xticks(ticks, labels)
    ax.set_xlim(-0.8, start - 1.2)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_title("Share of games won by seat, the first to move on the left")
    clean(ax)


def _draw_seats(ax: Axes, places: list[float], group: pd.DataFrame) -> None:
    colours = [COLOURS[0] if seat == 0 else COLOURS[5] for seat in group["seat"]]
    ax.bar(places, group["win_rate"], width=0.9, color=colours)
    errors = errors_of(group, "win_rate")
    ax.errorbar(
        places, group["win_rate"], yerr=errors, fmt="none", ecolor=INK, elinewidth=1.1, capsize=2
    )
    fair = float(group["fair_share"].iloc[0])
    ax.hlines(fair, places[0] - 0.5, places[-1] + 0.5, color=INK, linewidth=1.2, linestyle="--")
    rates = zip(places, group["win_rate"], group["win_rate_high"], strict=True)
    for place, rate, high in rates:
        ax.annotate(
            f"{100 * rate:.1f}",
            (place, max(high, fair)),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            fontsize=8.5,
        )
