"""Charts of the two-player solution: each draws one frame and computes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke
from matplotlib.ticker import PercentFormatter, StrMethodFormatter

from reports.charts.theme import ACCENT, COLOURS, DIVERGING, INK, clean

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw_win_costs", "draw_win_switches", "draw_win_thresholds", "draw_win_values"]


def draw_win_values(ax: Axes, frame: pd.DataFrame) -> None:
    """Heat map of the win probability of the player about to draw, with lines of equal chance.

    Parameters
    ----------
    frame : DataFrame
        ``score, other_score, win_probability``: every pair of scores.
    """
    grid = frame.pivot(index="score", columns="other_score", values="win_probability")
    own, other = ([int(score) for score in axis] for axis in (grid.index, grid.columns))
    step = own[1] - own[0] if len(own) > 1 else 1
    extent = (other[0] - step / 2, other[-1] + step / 2, own[0] - step / 2, own[-1] + step / 2)
    image = ax.imshow(
        grid, cmap=DIVERGING, vmin=0, vmax=1, origin="lower", extent=extent, aspect="auto"
    )
    lines = ax.contour(
        other, own, grid, levels=[0.1, 0.25, 0.5, 0.75, 0.9], colors=INK, linewidths=0.9
    )
    labels = ax.clabel(lines, fmt=lambda level: f"{100 * level:.0f} %", fontsize=9)
    for label in labels:
        # Dark on dark violet without it.
        label.set_path_effects([withStroke(linewidth=2.5, foreground="white")])
    bar = ax.figure.colorbar(image, ax=ax, format=PercentFormatter(1.0, decimals=0, symbol=" %"))
    bar.outline.set_visible(False)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    ax.set_xlabel("the other's score")
    ax.set_ylabel("own score")
    ax.spines[:].set_visible(False)
    ax.set_title("Chance to win of the player about to draw")


def draw_win_thresholds(ax: Axes, frame: pd.DataFrame) -> None:
    """Points from which to stop against the own score, a line for each score of the other.

    Parameters
    ----------
    frame : DataFrame
        ``score, other_score, card, dice_left, stop_threshold``, of one card and number of dice;
        missing where rolling on is always better.
    """
    for place, (other, group) in enumerate(frame.groupby("other_score", sort=True)):
        given = group.dropna(subset=["stop_threshold"])
        colour = COLOURS[place % len(COLOURS)]
        values = given["stop_threshold"].astype(float)
        ax.plot(given["score"], values, color=colour, marker="o", markersize=3.5)
        ax.annotate(
            f"other at {other:,}",
            (given["score"].iloc[0], values.iloc[0]),
            xytext=(-6, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=9,
            color=colour,
        )
    scores = sorted(set(frame["score"]))
    ax.set_xlim(scores[0] - 0.2 * (scores[-1] - scores[0]), scores[-1] * 1.02 + 1)
    ax.set_xticks(scores[:: max(1, len(scores) // 7)])
    ax.set_ylim(bottom=0, top=ax.get_ylim()[1] * 1.05)
    ax.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    ax.set_xlabel("own score")
    card, left = frame["card"].iloc[0], int(frame["dice_left"].iloc[0])
    where = f"{card}, {left} dice left" if left else "after a fill"
    ax.set_title(f"Stop from this many points at risk: {where}")
    clean(ax)


def draw_win_costs(ax: Axes, frame: pd.DataFrame) -> None:
    """Win probability given up against optimal play, a bar for each seat.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, seat, win_probability_diff``; the first row on top.
    """
    names = list(dict.fromkeys(frame["strategy"]))[::-1]
    for seat, group in frame.groupby("seat", sort=True):
        first = seat == 0
        places = [names.index(name) + (0.19 if first else -0.19) for name in group["strategy"]]
        label = "moving first" if first else "moving second"
        given_up = -group["win_probability_diff"]
        ax.barh(places, given_up, height=0.36, color=COLOURS[0 if first else 5], label=label)
        for place, value in zip(places, given_up, strict=True):
            ax.annotate(
                f"{100 * value:.2f}",
                (value, place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
            )
    ax.set_yticks(range(len(names)), names)
    ax.margins(x=0.1)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, symbol="", decimals=0))
    ax.set_xlabel("points of win probability")
    ax.legend(loc="upper right")
    ax.set_title("Given up against optimal play")
    clean(ax, grid="x")


def draw_win_switches(ax: Axes, frame: pd.DataFrame) -> None:
    """Change of the first player's chance by rule switch, the largest rise on top.

    Parameters
    ----------
    frame : DataFrame
        ``field, value, win_probability_diff``.
    """
    ordered = frame.sort_values("win_probability_diff", ignore_index=True)
    changes = list(ordered["win_probability_diff"])
    colours = [ACCENT if change >= 0 else COLOURS[1] for change in changes]
    ax.barh(range(len(ordered)), changes, color=colours, height=0.7)
    for place, change in enumerate(changes):
        ax.annotate(
            f"{100 * change:+.2f}" if abs(change) >= 5e-5 else "0",
            (change, place),
            xytext=(4 if change >= 0 else -4, 0),
            textcoords="offset points",
            ha="left" if change >= 0 else "right",
            va="center",
            fontsize=10,
        )
    pairs = zip(ordered["field"], ordered["value"], strict=True)
    ax.set_yticks(range(len(ordered)), [f"{field} = {value}" for field, value in pairs])
    ax.axvline(0, color=INK, linewidth=1.0)
    ax.margins(x=0.15)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, symbol="", decimals=1))
    ax.set_xlabel("points of win probability")
    ax.set_title("Change of the first player's chance, one switch at a time")
    clean(ax, grid="x")
