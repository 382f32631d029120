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

__all__ = [
    "draw_bust_odds",
    "draw_card_values",
    "draw_stop_thresholds",
    "draw_switch_points",
    "draw_switch_wins",
    "draw_turn_points",
]

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
    series = (("bust", COLOURS[1], 10, "bottom"), ("fill", COLOURS[2], -8, "top"))
    for name, colour, above, side in series:
        for place, value in zip(dice, frame[f"{name}_exact_value"], strict=True):
            ax.annotate(
                f"{100 * value:.1f} %",
                (place, value),
                xytext=(0, above),
                textcoords="offset points",
                ha="center",
                va=side,
                color=colour,
                fontsize=10,
            )
    ax.text(1.5, 0.59, "bust", color=COLOURS[1], fontweight="bold")
    ax.text(1.35, 0.13, "fill", color=COLOURS[2], fontweight="bold")
    ax.set_xticks(dice)
    ax.set_xlim(dice[0] - 0.3, dice[-1] + 0.6)
    ax.set_ylim(bottom=-0.06)
    ax.set_xlabel("dice rolled")
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
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


def draw_turn_points(ax: Axes, frame: pd.DataFrame) -> None:
    """Shares of turns by points banked, a line per strategy; turns without points as text.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, points_from, points_to, banked_rate, banked_rate_low, banked_rate_high``; the
        first interval of each strategy is 0 points.
    """
    for place, (strategy, group) in enumerate(frame.groupby("strategy", sort=False)):
        colour = COLOURS[place % len(COLOURS)]
        _draw_shares(ax, group.iloc[1:], colour, 0.1 * (place - 1))
        ax.text(
            0.98,
            0.95 - 0.08 * place,
            f"{strategy}: {100 * group['banked_rate'].iloc[0]:.1f} % of turns bank nothing",
            transform=ax.transAxes,
            ha="right",
            color=colour,
            fontweight="bold",
        )
    starts = list(dict.fromkeys(frame["points_from"]))[1:]
    labels = [f"{start:,}" for start in starts[:-1]] + [f"{starts[-1]:,} +"]
    ax.set_xticks(range(len(labels)), labels)
    ax.set_xlabel("points banked in a turn: from this number up to the next")
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_title("Share of turns by points banked, with 95 % intervals")
    clean(ax)


def _draw_shares(ax: Axes, scoring: pd.DataFrame, colour: str, aside: float) -> None:
    """One strategy's line, a little aside so that intervals do not hide each other."""
    ax.errorbar(
        [place + aside for place in range(len(scoring))],
        scoring["banked_rate"],
        yerr=errors_of(scoring, "banked_rate"),
        color=colour,
        marker="o",
        markersize=4,
        elinewidth=1.1,
        capsize=2,
    )


def draw_switch_points(ax: Axes, frame: pd.DataFrame) -> None:
    """Exact change of a turn's expected points by rule switch, the largest gain on top.

    Parameters
    ----------
    frame : DataFrame
        ``field, value, turn_value_diff``.
    """
    ordered = frame.sort_values("turn_value_diff", ignore_index=True)
    changes = list(ordered["turn_value_diff"])
    colours = [COLOURS[0] if change >= 0 else COLOURS[1] for change in changes]
    ax.barh(range(len(ordered)), changes, color=colours, height=0.7)
    for place, change in enumerate(changes):
        ax.annotate(
            f"{change:+.1f}" if change else "0",
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
    ax.margins(x=0.12)
    ax.set_xlabel("points")
    ax.set_title("Change of a turn's expected points, one switch at a time")
    clean(ax, grid="x")


def draw_switch_wins(ax: Axes, frame: pd.DataFrame) -> None:
    """Changes of win rates by rule switch, with intervals, one colour for each `who`.

    Parameters
    ----------
    frame : DataFrame
        ``variant, who, win_rate_diff, win_rate_diff_low, win_rate_diff_high``.
    """
    variants = list(dict.fromkeys(frame["variant"]))[::-1]
    for k, (who, group) in enumerate(frame.groupby("who", sort=False)):
        places = [variants.index(name) + 0.14 - 0.28 * k for name in group["variant"]]
        errors = errors_of(group, "win_rate_diff")
        ax.errorbar(
            group["win_rate_diff"],
            places,
            xerr=errors,
            fmt="os"[k % 2 : k % 2 + 1],
            color=COLOURS[k],
            capsize=3,
            markersize=5,
            label=str(who),
        )
    ax.axvline(0, color=INK, linewidth=1.0)
    ax.set_yticks(range(len(variants)), [name.replace("=", " = ") for name in variants])
    ax.set_ylim(-0.6, len(variants) - 0.4)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, symbol="", decimals=1))
    ax.set_xlabel("points of win rate")
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0.1)
    ax.set_title("Change of win rates")
    clean(ax, grid="x")
