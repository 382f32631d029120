"""Charts of Fill or Bust: each draws one frame of the analyses and computes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from reports.charts.theme import (
    ACCENT,
    COLOURS,
    INK,
    MUTED,
    SEQUENTIAL,
    clean,
    errors_of,
    shade_text,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw_bust_odds", "draw_card_values", "draw_stop_thresholds"]

DARK_FROM = 0.6
"""Share of a heat map's range from which on text turns white."""


def draw_bust_odds(ax: Axes, frame: pd.DataFrame) -> None:
    """Chances of a bust and of a fill against the number of dice.

    Parameters
    ----------
    frame : DataFrame
        ``dice, bust_exact_value, bust_rate, bust_low, bust_high, fill_exact_value``.
    """
    dice = list(frame["dice"])
    ax.plot(dice, frame["bust_exact_value"], color=COLOURS[1], marker="o", label="bust")
    ax.plot(dice, frame["fill_exact_value"], color=COLOURS[2], marker="s", label="fill")
    errors = errors_of(frame, "bust_rate", "bust")
    ax.errorbar(
        dice, frame["bust_rate"], yerr=errors, fmt=".", color=INK, capsize=4, markersize=4, zorder=5
    )
    for column, colour in (("bust_exact_value", COLOURS[1]), ("fill_exact_value", COLOURS[2])):
        for place, value in zip(dice, frame[column], strict=True):
            ax.annotate(
                f"{100 * value:.1f} %",
                (place, value),
                xytext=(6, 8),
                textcoords="offset points",
                color=colour,
                fontsize=10,
            )
    ax.text(dice[1] + 0.5, 0.42, "bust", color=COLOURS[1], fontweight="bold")
    ax.text(dice[1] + 0.5, 0.02, "fill", color=COLOURS[2], fontweight="bold", va="top")
    ax.set_xticks(dice)
    ax.set_xlim(dice[0] - 0.3, dice[-1] + 0.6)
    ax.set_ylim(bottom=-0.06)
    ax.set_xlabel("dice rolled")
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    ax.set_title("Chance that one roll busts, and that it fills")
    clean(ax)


def draw_card_values(ax: Axes, frame: pd.DataFrame) -> None:
    """Expected points of the turn by card drawn, the best on top.

    Parameters
    ----------
    frame : DataFrame
        ``card, n_cards, card_value, turn_value``.
    """
    ordered = frame.sort_values("card_value")
    places = list(range(len(ordered)))
    ax.barh(places, ordered["card_value"], color=ACCENT, height=0.72)
    for place, value in zip(places, ordered["card_value"], strict=True):
        ax.annotate(
            f"{value:,.0f}",
            (value, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=10,
        )
    labels = [
        f"{name} ({count})" for name, count in zip(ordered["card"], ordered["n_cards"], strict=True)
    ]
    ax.set_yticks(places, labels)
    mean = float(ordered["turn_value"].iloc[0])
    ax.axvline(mean, color=INK, linewidth=1.2, linestyle="--")
    ax.annotate(
        f"before the draw: {mean:,.0f}",
        (mean, -0.35),
        xytext=(5, 0),
        textcoords="offset points",
        va="center",
        fontsize=10,
    )
    ax.margins(x=0.08)
    ax.set_xlabel("points")
    ax.set_title("Expected points of a turn by card drawn (cards in the deck)")
    clean(ax, grid="x")


def draw_stop_thresholds(ax: Axes, frame: pd.DataFrame) -> None:
    """Points from which to stop, by card and dice left; a dash where one never stops.

    Parameters
    ----------
    frame : DataFrame
        ``card, dice_left, stop_from``; missing where stopping is barred or never best.
    """
    cards = list(dict.fromkeys(frame["card"]))
    dice = sorted(set(frame["dice_left"]), key=lambda left: left or 99)
    given = frame.dropna(subset=["stop_from"])
    top = float(given["stop_from"].max()) if len(given) else 1.0
    grid = [[float("nan")] * len(dice) for _ in cards]
    texts = [["-"] * len(dice) for _ in cards]
    for row in given.to_dict("records"):
        i, j = cards.index(row["card"]), dice.index(row["dice_left"])
        grid[i][j] = float(row["stop_from"])
        texts[i][j] = f"{int(row['stop_from']):,}"
    image = ax.imshow(grid, cmap=SEQUENTIAL, vmin=0, vmax=top, aspect="auto")
    image.set_clim(0, top)
    for i, line in enumerate(texts):
        for j, text in enumerate(line):
            colour = MUTED if text == "-" else shade_text(grid[i][j] / top, DARK_FROM)
            ax.text(j, i, text, ha="center", va="center", color=colour)
    ax.set_yticks(range(len(cards)), cards)
    ax.set_xticks(range(len(dice)), [f"{left}" if left else "none (fill)" for left in dice])
    ax.set_xlabel("dice left after setting aside")
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_title("Stop from this many points at risk; - where one never stops")
