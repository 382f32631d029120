"""Charts of Filler for two players and more."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from reports.charts.labels import name_points
from reports.charts.theme import COLOURS, INK, MUTED, clean, errors_of

__all__ = ["draw_cards", "draw_chef_sets", "draw_lengths", "draw_places"]

MARKERS = ("o", "s", "D", "^", "v")
ABILITIES = {
    "none": "no ability",
    "bonus_fill": "bonus fill",
    "bonus_restock": "bonus restock",
    "bad_batch": "bad batch",
    "arrive_early": "arrive early",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")

NAMED_EACH_SIDE = 7
"""Cards named above and below the mean, at most."""
TAKEN_TICKS = (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
MOST_SHOWN = 0.9995
"""The scale of taken cards has no end; one that is always taken stands here."""
CUT = 0.995
"""Share of the games up to which lengths are shown."""


def _points_axis(axis: Any) -> None:
    axis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=""))


def _percent_axis(axis: Any) -> None:
    axis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))


def draw_lengths(ax: Axes, frame: pd.DataFrame) -> None:
    """Share of the games that took each number of days, one line by number of players.

    Parameters
    ----------
    frame : DataFrame
        ``n_seats, days, days_rate``; the longest games are not shown.
    """
    last = 0
    for k, (n_seats, rows) in enumerate(frame.groupby("n_seats", sort=True)):
        rates = rows.set_index("days")["days_rate"]
        few = int((rates.cumsum() < CUT).sum())
        last = max(last, int(rates.index[min(few, len(rates) - 1)]))
        ax.plot(
            rates.index,
            rates,
            color=COLOURS[k],
            marker=MARKERS[k % len(MARKERS)],
            markersize=4,
            linewidth=1.5,
            label=f"{n_seats} players",
        )
    ax.set_xlim(float(frame["days"].min()) - 0.5, last + 0.5)
    ax.set_ylim(0, None)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    _percent_axis(ax.yaxis)
    ax.set_xlabel("Days of a game")
    ax.set_title("Share of the games of each length")
    clean(ax)
    ax.legend()


def draw_places(ax: Axes, frame: pd.DataFrame) -> None:
    """Points a turn by place in the day's order of play, one line by number of players.

    Parameters
    ----------
    frame : DataFrame
        ``n_seats, order_place, turn_gain_mean`` with its interval.
    """
    for k, (n_seats, rows) in enumerate(frame.groupby("n_seats", sort=True)):
        ax.errorbar(
            rows["order_place"],
            rows["turn_gain_mean"],
            yerr=errors_of(rows, "turn_gain_mean"),
            color=COLOURS[k],
            marker=MARKERS[k % len(MARKERS)],
            markersize=5,
            capsize=2,
            linewidth=1.5,
            label=f"{n_seats} players",
        )
    most = int(frame["n_seats"].max())
    ax.set_xticks(range(most), ORDINALS[:most])
    ax.set_ylim(0, None)
    ax.set_xlabel("Place in the day's order of play")
    ax.set_title("Points that a turn adds, by who acts when")
    clean(ax)
    ax.legend()


def draw_chef_sets(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rate with each chef set above a fair share, one colour by number of players.

    Parameters
    ----------
    frame : DataFrame
        ``n_seats, chef_set, set_edge`` with its interval.
    """
    means = frame.groupby("chef_set")["set_edge"].mean().sort_values()
    numbers = sorted(set(frame["n_seats"]))
    for k, n_seats in enumerate(numbers):
        rows = frame[frame["n_seats"] == n_seats]
        shift = 0.3 * (1 - 2 * k / max(1, len(numbers) - 1)) if len(numbers) > 1 else 0.0
        ax.errorbar(
            rows["set_edge"],
            [list(means.index).index(name) + shift for name in rows["chef_set"]],
            xerr=errors_of(rows, "set_edge"),
            fmt=MARKERS[k % len(MARKERS)],
            color=COLOURS[k],
            markersize=5,
            capsize=2,
            linewidth=1.2,
            label=f"{n_seats} players",
        )
    ax.axvline(0.0, color=INK, linewidth=1.2, linestyle="--")
    ax.set_yticks(range(len(means)), list(means.index))
    ax.set_ylim(-0.5, len(means) - 0.5)
    for place in range(len(means) - 1):
        ax.axhline(place + 0.5, color=MUTED, linewidth=0.4)
    _points_axis(ax.xaxis)
    ax.set_xlabel("Percentage points of win rate above a fair share")
    ax.set_title("What each chef set is worth")
    clean(ax, grid="x")
    ax.legend(loc="lower right", fontsize=9.5)


def draw_cards(ax: Axes, frame: pd.DataFrame) -> None:
    """How often each card is taken, against how its takers do; the extremes are named.

    Parameters
    ----------
    frame : DataFrame
        ``card, ability, taken_rate, taker_edge`` with its interval, ``stands_out``.
    """
    known = frame[frame["n_taken"] > 0].reset_index(drop=True)
    known["taken_rate"] = known["taken_rate"].clip(upper=MOST_SHOWN, lower=0.01)
    for k, (ability, label) in enumerate(ABILITIES.items()):
        rows = known[known["ability"] == ability]
        if len(rows):
            ax.errorbar(
                rows["taken_rate"],
                rows["taker_edge"],
                yerr=errors_of(rows, "taker_edge"),
                fmt=MARKERS[k],
                color=COLOURS[k],
                ecolor=MUTED,
                elinewidth=0.6,
                markersize=6,
                label=label,
            )
    ax.axhline(0.0, color=INK, linewidth=1.2, linestyle="--")
    ax.set_xscale("logit")
    low, high = float(known["taken_rate"].min()), float(known["taken_rate"].max())
    left, right = max(0.001, 0.9 * low), 1.0 - 0.25 * (1.0 - high)
    ax.set_xlim(left, right)
    ticks = [tick for tick in TAKEN_TICKS if left <= tick <= right]
    ax.set_xticks(ticks, [f"{100 * tick:g} %" for tick in ticks])
    ax.set_xticks([], minor=True)
    out = known[known["stands_out"].isin(["above", "below"])].sort_values("taker_edge")
    named = pd.concat([out[:NAMED_EACH_SIDE], out[NAMED_EACH_SIDE:][-NAMED_EACH_SIDE:]])
    points = zip(known["taken_rate"], known["taker_edge"], strict=True)
    name_points(ax, list(points), dict(zip(named["card"], named.index, strict=True)))
    _points_axis(ax.yaxis)
    ax.set_xlabel("Taken, of the games in which it is in the book")
    ax.set_ylabel("Win rate beyond the day's, points")
    ax.set_title("Cards: how often taken, and how their takers do")
    clean(ax, grid="both")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=5, fontsize=9.5)
