"""Charts of solo Filler: personalities by strategy, the ladder of difficulty, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from reports.charts.theme import COLOURS, DIVERGING, FAINT, INK, MUTED, clean, errors_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw_difficulty", "draw_matrix", "draw_parts", "draw_score_differences"]

MARKERS = ("o", "s", "D", "^", "v")
REACH = 0.22
"""How far the points of one row are spread above and below its middle."""
DARK_BEYOND = 0.27
"""Distance from one half at which a cell is dark enough for white text."""
TALLEST = 0.85
"""Height of the highest bar of a distribution, in rows."""


def _named(frame: pd.DataFrame) -> list[str]:
    """Personalities, those that the last strategy finds hardest first."""
    last = frame[frame["strategy"] == frame["strategy"].iloc[-1]]
    return list(dict.fromkeys(last["personality"]))


def _offsets(n: int) -> list[float]:
    return [REACH * (1 - 2 * k / (n - 1)) if n > 1 else 0.0 for k in range(n)]


def _rows(ax: Axes, names: list[str]) -> None:
    """One shaded row for each name, the first on top."""
    for place in range(len(names) - 1, -1, -2):
        ax.axhspan(place - 0.5, place + 0.5, color=FAINT, alpha=0.3, linewidth=0, zorder=0)
    ax.set_ylim(-0.5, len(names) - 0.5)
    ax.set_yticks(range(len(names) - 1, -1, -1), names)


def _percent(axis: Any, symbol: str = " %") -> None:
    axis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=symbol))


def _title_of(rows: pd.DataFrame) -> str:
    return f"{rows['strategy'].iloc[0]} (tier {rows['tier'].iloc[0]})"


def draw_matrix(ax: Axes, frame: pd.DataFrame) -> None:
    """Share of the games won against each personality by each strategy, with half-widths.

    Parameters
    ----------
    frame : DataFrame
        ``personality, strategy, tier, win_rate`` with its interval; strategies by tier.
    """
    names, specs = _named(frame), list(dict.fromkeys(frame["strategy"]))
    grid = [[float("nan")] * len(specs) for _ in names]
    for row in frame.to_dict("records"):
        i, j = names.index(row["personality"]), specs.index(row["strategy"])
        rate, half = row["win_rate"], (row["win_rate_high"] - row["win_rate_low"]) / 2
        grid[i][j] = rate
        colour = "white" if abs(rate - 0.5) > DARK_BEYOND else INK
        text = f"{100 * rate:.1f}\n± {100 * half:.{2 if half < 0.01 else 1}f}"
        ax.text(j, i, text, ha="center", va="center", color=colour, fontsize=10.5)
    ax.imshow(grid, cmap=DIVERGING, vmin=0, vmax=1, aspect="auto")
    titles = [_title_of(frame[frame["strategy"] == spec]) for spec in specs]
    ax.set_xticks(range(len(specs)), titles)
    ax.set_yticks(range(len(names)), names)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_title("Per cent of the games that the player wins", loc="center")


def draw_difficulty(ax: Axes, frame: pd.DataFrame) -> None:
    """The ladder of difficulty: one row per personality, one marker per strategy.

    Parameters
    ----------
    frame : DataFrame
        As for `draw_matrix`.
    """
    names, specs = _named(frame), list(dict.fromkeys(frame["strategy"]))
    for k, (spec, offset) in enumerate(zip(specs, _offsets(len(specs)), strict=True)):
        rows = frame[frame["strategy"] == spec]
        ax.errorbar(
            rows["win_rate"],
            [len(names) - 1 - names.index(name) + offset for name in rows["personality"]],
            xerr=errors_of(rows, "win_rate"),
            fmt=MARKERS[k % len(MARKERS)],
            color=COLOURS[k % len(COLOURS)],
            markersize=6,
            capsize=3,
            linewidth=1.3,
            label=_title_of(rows),
        )
    _rows(ax, names)
    ax.axvline(0.5, color=INK, linewidth=1.0, linestyle="--")
    ax.set_xlim(-0.02, 1.0)
    _percent(ax.xaxis)
    ax.set_xlabel("Games that the player wins, with 95 % intervals: the hardest chefs on the left")
    ax.set_title("How hard each personality is")
    clean(ax, grid="x")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=3, fontsize=10)


PARTS = (
    ("choice_diff", "its choice rule instead of picks at random"),
    ("rule_diff", "its altered rule on top of that"),
)


def draw_parts(ax: Axes, frame: pd.DataFrame) -> None:
    """What choice rule and altered rule take off the win rate, of one strategy.

    Parameters
    ----------
    frame : DataFrame
        ``personality, total_diff, choice_diff, rule_diff`` with their intervals.
    """
    names = list(frame["personality"])
    places = list(range(len(names) - 1, -1, -1))
    for k, ((column, label), offset) in enumerate(zip(PARTS, (0.2, -0.2), strict=True)):
        at = [place + offset for place in places]
        ax.barh(at, frame[column], height=0.36, color=COLOURS[k], label=label)
        errors = errors_of(frame, column)
        ax.errorbar(frame[column], at, xerr=errors, fmt="none", ecolor=INK, capsize=3, linewidth=1)
    ax.scatter(
        frame["total_diff"], places, marker="D", color=INK, s=28, zorder=3, label="both together"
    )
    _rows(ax, names)
    ax.axvline(0.0, color=INK, linewidth=1.0)
    _percent(ax.xaxis, "")
    ax.set_xlabel("Points of win rate that it costs the player: harder on the right")
    ax.set_title("What makes a personality hard")
    clean(ax, grid="x")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3, fontsize=10)


def draw_score_differences(ax: Axes, frame: pd.DataFrame) -> None:
    """How far ahead of the chef games end, one row per personality.

    Parameters
    ----------
    frame : DataFrame
        ``personality, score_diff, score_diff_rate``; the first personality on top.
    """
    names = list(dict.fromkeys(frame["personality"]))
    scale = TALLEST / float(frame["score_diff_rate"].max())
    for k, name in enumerate(names):
        rows, floor = frame[frame["personality"] == name], len(names) - 1 - k
        colours = [
            COLOURS[1] if x < 0 else COLOURS[0] if x > 0 else MUTED for x in rows["score_diff"]
        ]
        heights = rows["score_diff_rate"] * scale
        ax.bar(rows["score_diff"], heights, bottom=floor, width=0.92, color=colours)
        ax.axhline(floor, color=FAINT, linewidth=0.8)
    ax.axvline(0.0, color=INK, linewidth=1.0, linestyle="--")
    ax.set_yticks([len(names) - 1 - k + 0.25 for k in range(len(names))], names)
    ax.set_ylim(-0.05, len(names))
    most = float(frame["score_diff_rate"].max())
    ax.set_xlabel(
        f"Points of the player less those of the chef; the highest bar is {100 * most:.0f} % of "
        "the games"
    )
    ax.set_title("How far ahead games end: lost in orange, won in blue, grey: equal points")
    clean(ax, grid="x")
