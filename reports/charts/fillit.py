"""Charts of Fillit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from reports.charts.theme import ACCENT, COLOURS, FAINT, INK, MUTED, clean, errors_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "TITLES",
    "draw_edges",
    "draw_layout_edges",
    "draw_lead",
    "draw_lengths",
    "draw_rungs",
    "draw_stone_moves",
    "short_name",
]

TITLES = {
    "2p": "2 players",
    "3p": "3 players",
    "2v2": "2 against 2",
    "mini2": "mini, 2 players",
    "mini3": "mini, 3 players",
    "tiny2": "side 3, 2 players",
}
"""Configurations in print; another one stands under its own name."""

MARKERS = ("o", "s", "D", "^", "v")
REACH = 0.32
"""How far the points of one row are spread above and below its middle."""


def _percent_axis(axis: Any, sign: bool = False) -> None:
    axis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol="" if sign else " %"))


def _offsets(n: int) -> list[float]:
    return [REACH * (1 - 2 * k / (n - 1)) if n > 1 else 0.0 for k in range(n)]


def _bands(ax: Axes, n_rows: int) -> None:
    """Shade every other row, so that points of one row are seen together."""
    for place in range(n_rows - 1, -1, -2):
        ax.axhspan(place - 0.5, place + 0.5, color=FAINT, alpha=0.3, linewidth=0)
    ax.set_ylim(-0.5, n_rows - 0.5)


def short_name(spec: str) -> str:
    """A strategy's name; its parameters only where it has one or two."""
    name, _, arguments = spec.partition("(")
    return spec if arguments.count(",") < 2 else name


def _row_names(frame: pd.DataFrame) -> list[tuple[str, str]]:
    """Key and label of each rule set, in order."""
    names = {}
    for row in frame.to_dict("records"):
        label = f"{TITLES.get(row['config'], row['config'])}, {row['layout']}"
        if row["first_seat"]:
            label += f" (player {row['first_seat'] + 1} begins)"
        names[f"{row['config']} {row['layout']} {row['first_seat']}"] = label
    return list(names.items())


def draw_edges(ax: Axes, frame: pd.DataFrame) -> None:
    """What the first to move wins above a fair share, by rule set, one colour per strategy.

    Parameters
    ----------
    frame : DataFrame
        ``config, layout, first_seat, strategy, tier, first_edge`` with its interval.
    """
    names = _row_names(frame)
    places = {key: len(names) - 1 - k for k, (key, _) in enumerate(names)}
    key_of = frame["config"] + " " + frame["layout"] + " " + frame["first_seat"].astype(str)
    specs = list(dict.fromkeys(frame["strategy"]))
    for k, (spec, offset) in enumerate(zip(specs, _offsets(len(specs)), strict=True)):
        rows = frame[frame["strategy"] == spec]
        ax.errorbar(
            rows["first_edge"],
            [places[key] + offset for key in key_of[rows.index]],
            xerr=errors_of(rows, "first_edge"),
            fmt=MARKERS[k % len(MARKERS)],
            color=COLOURS[k],
            markersize=5,
            capsize=2,
            linewidth=1.2,
            label=f"{short_name(spec)} (tier {rows['tier'].iloc[0]})",
        )
    _edge_axes(ax, [label for _, label in names])


def _edge_axes(ax: Axes, labels: Sequence[str]) -> None:
    ax.axvline(0.0, color=INK, linewidth=1.2, linestyle="--")
    ax.set_yticks(range(len(labels) - 1, -1, -1), labels)
    _bands(ax, len(labels))
    _percent_axis(ax.xaxis, sign=True)
    ax.set_title("Wins of the first to move above a fair share, in points")
    clean(ax, grid="x")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.06), ncols=3, fontsize=9.5)


def draw_layout_edges(ax: Axes, frame: pd.DataFrame) -> None:
    """The same for every generated layout, faint, with the mean over layouts on top.

    Parameters
    ----------
    frame : DataFrame
        ``config, strategy, tier, layout, first_edge``; the rows with layout ``mean`` have the
        interval over layouts.
    """
    configs = list(dict.fromkeys(frame["config"]))
    specs = list(dict.fromkeys(frame["strategy"]))
    for k, (spec, offset) in enumerate(zip(specs, _offsets(len(specs)), strict=True)):
        rows = frame[frame["strategy"] == spec]
        places = [len(configs) - 1 - configs.index(config) + offset for config in rows["config"]]
        is_mean = rows["layout"] == "mean"
        heights = dict(zip(rows.index, places, strict=True))
        single, mean = rows[~is_mean], rows[is_mean]
        at = [heights[i] for i in single.index]
        ax.scatter(single["first_edge"], at, s=12, color=COLOURS[k], alpha=0.35, linewidths=0)
        ax.errorbar(
            mean["first_edge"],
            [heights[i] for i in mean.index],
            xerr=errors_of(mean, "first_edge"),
            fmt=MARKERS[k % len(MARKERS)],
            color=COLOURS[k],
            markersize=6,
            capsize=3,
            label=f"{short_name(spec)} (tier {rows['tier'].iloc[0]})",
        )
    _edge_axes(ax, [TITLES.get(config, config) for config in configs])


def draw_lengths(ax: Axes, frame: pd.DataFrame) -> None:
    """Share of the games that took each number of turns, one line per configuration.

    Parameters
    ----------
    frame : DataFrame
        ``config, layout, length, length_rate``; the few longest games are not shown.
    """
    last = 0
    for k, (config, rows) in enumerate(frame.groupby("config", sort=False)):
        rates = rows.set_index("length")["length_rate"]
        few = int((rates.cumsum() < 0.99).sum())
        last = max(last, int(rates.index[min(few, len(rates) - 1)]))
        ax.plot(
            rates.index,
            rates,
            color=COLOURS[k % len(COLOURS)],
            marker=".",
            markersize=4,
            linewidth=1.3,
            label=f"{TITLES.get(str(config), config)}, {rows['layout'].iloc[0]}",
        )
    ax.set_xlim(0, last + 1)
    ax.set_ylim(0, None)
    ax.yaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10]))
    _percent_axis(ax.yaxis)
    ax.set_xlabel("Turns of a game, all players together")
    ax.set_title("Share of the games of each length")
    clean(ax)
    ax.legend(fontsize=9.5)


def draw_lead(ax: Axes, frame: pd.DataFrame) -> None:
    """How often a turn gives a new sole leader, by the chips that the leader has left.

    Parameters
    ----------
    frame : DataFrame
        ``config, chips_from, chips_to, lead_change_rate`` with its interval.
    """
    bins = sorted({(row["chips_from"], row["chips_to"]) for row in frame.to_dict("records")})[::-1]
    for k, (config, rows) in enumerate(frame.groupby("config", sort=False)):
        pairs = zip(rows["chips_from"], rows["chips_to"], strict=True)
        ax.errorbar(
            [bins.index(pair) + 0.06 * (k - 2) for pair in pairs],
            rows["lead_change_rate"],
            yerr=errors_of(rows, "lead_change_rate"),
            color=COLOURS[k % len(COLOURS)],
            marker=MARKERS[k % len(MARKERS)],
            markersize=5,
            capsize=2,
            linewidth=1.3,
            label=TITLES.get(str(config), config),
        )
    ax.set_xticks(range(len(bins)), [f"{low} to {high}" for low, high in bins])
    ax.set_xlabel("Chips in the hand of the leading side: the end of the game is on the right")
    ax.set_ylim(0, None)
    _percent_axis(ax.yaxis)
    ax.set_title("Share of the turns that give a new sole leader")
    clean(ax)
    ax.legend(fontsize=9.5)


def draw_stone_moves(ax: Axes, frame: pd.DataFrame) -> None:
    """What a player loses who forgoes one kind of stone move.

    Parameters
    ----------
    frame : DataFrame
        ``stone_move, kind_rate, win_rate_diff`` with its interval.
    """
    places = list(range(len(frame)))[::-1]
    ax.barh(places, frame["win_rate_diff"], color=COLOURS[5], height=0.62)
    errors = errors_of(frame, "win_rate_diff")
    ax.errorbar(
        frame["win_rate_diff"], places, xerr=errors, fmt="o", color=ACCENT, ecolor=INK, capsize=3
    )
    labels = [
        f"{row['stone_move']}\n{100 * row['kind_rate']:.0f} % of the turns"
        for row in frame.to_dict("records")
    ]
    ax.set_yticks(places, labels)
    ax.axvline(0.0, color=INK, linewidth=1.0)
    _percent_axis(ax.xaxis, sign=True)
    ax.set_xlabel("Points of win rate, against a player who makes no such stone moves")
    ax.set_title("What each kind of stone move is worth")
    clean(ax, grid="x")


def draw_rungs(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rate of every rung against the one below, one colour per configuration.

    Parameters
    ----------
    frame : DataFrame
        ``config, strategy, opponent, win_rate`` with its interval, ``fair_share``.
    """
    rungs = list(dict.fromkeys(zip(frame["strategy"], frame["opponent"], strict=True)))
    configs = list(dict.fromkeys(frame["config"]))
    for k, (config, offset) in enumerate(zip(configs, _offsets(len(configs)), strict=True)):
        rows = frame[frame["config"] == config]
        pairs = zip(rows["strategy"], rows["opponent"], strict=True)
        places = [len(rungs) - 1 - rungs.index(pair) + offset for pair in pairs]
        colour = COLOURS[k % len(COLOURS)]
        ax.errorbar(
            rows["win_rate"],
            places,
            xerr=errors_of(rows, "win_rate"),
            fmt=MARKERS[k % len(MARKERS)],
            color=colour,
            markersize=5,
            capsize=2,
            linewidth=1.2,
            label=TITLES.get(config, config),
        )
        ax.scatter(rows["fair_share"], places, marker="|", s=60, color=MUTED, linewidths=1.2)
    labels = [f"{short_name(upper)}\nagainst {short_name(lower)}" for upper, lower in rungs]
    ax.set_yticks(range(len(rungs) - 1, -1, -1), labels)
    _bands(ax, len(rungs))
    ax.set_xlim(0.0, 1.03)
    _percent_axis(ax.xaxis)
    ax.set_title("Games won by the upper rung; grey strokes: an equal share")
    clean(ax, grid="x")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.06), ncols=5, fontsize=9.5)
