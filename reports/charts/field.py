"""Charts of the field of strategies, the same for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullLocator, PercentFormatter

from reports.charts.matches import wrapped
from reports.charts.theme import ACCENT, COLOURS, INK, MUTED, clean, errors_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["draw_alpha_sweep", "draw_choices", "draw_ratings"]

BAR = 0.36
SHOWN_FROM = 0.02
"""Share from which a strategy gets a line of its own in the sweep."""


def draw_ratings(ax: Axes, frame: pd.DataFrame) -> None:
    """Ratings in points, one dot per strategy, with stability bands.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, rating, rating_low, rating_high``; the first row on top.
    """
    places = list(range(len(frame)))[::-1]
    rated = frame["rating"].notna() & (frame["rating_high"] < float("inf"))
    shown = frame[rated]
    at = [place for place, is_rated in zip(places, rated, strict=True) if is_rated]
    errors = errors_of(shown, "rating")
    ax.errorbar(shown["rating"], at, xerr=errors, fmt="o", color=ACCENT, ecolor=INK, capsize=3)
    for place, is_rated in zip(places, rated, strict=True):
        if not is_rated:
            ax.text(0.02, place, "no finite rating", color=MUTED, va="center", fontsize=10,
                    transform=ax.get_yaxis_transform())  # fmt: skip
    for rating, place in zip(shown["rating"], at, strict=True):
        ax.annotate(f"{rating:,.0f}", (rating, place), xytext=(0, 7),
                    textcoords="offset points", ha="center", fontsize=9)  # fmt: skip
    ax.set_yticks(places, [wrapped(name) for name in frame["strategy"]])
    ax.set_ylim(-0.6, len(frame) - 0.3)
    ax.margins(x=0.08)
    ax.set_title("Rating in points; 400 ahead is odds of 10 to 1")
    clean(ax, grid="x")


def draw_choices(ax: Axes, frame: pd.DataFrame) -> None:
    """Weights in the mixture and in alpha-rank, two bars per strategy, with stability bands.

    Parameters
    ----------
    frame : DataFrame
        ``strategy``, and ``mixture_weight`` and ``alpha_mass`` with their ends.
    """
    places = list(range(len(frame)))[::-1]
    for value, label, shift, colour in (
        ("mixture_weight", "mixture that no strategy beats for certain", BAR / 2, COLOURS[0]),
        ("alpha_mass", "alpha-rank", -BAR / 2, COLOURS[4]),
    ):
        at = [place + shift for place in places]
        ax.barh(at, frame[value], height=BAR, color=colour, label=label)
        errors = errors_of(frame, value)
        ax.errorbar(
            frame[value], at, xerr=errors, fmt="none", ecolor=INK, elinewidth=1.1, capsize=2
        )
    ax.set_yticks(places, [wrapped(name) for name in frame["strategy"]])
    ax.set_ylim(-0.6, len(frame) - 0.4)
    ax.set_xlim(0, None)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_title("What would be played")
    ax.legend(loc="lower right")
    clean(ax, grid="x")


def draw_alpha_sweep(ax: Axes, frame: pd.DataFrame) -> None:
    """Alpha-rank of each strategy by strength of selection, with stability bands.

    Parameters
    ----------
    frame : DataFrame
        ``alpha, is_shown, strategy, alpha_mass`` with its ends.
    """
    top = frame.groupby("strategy", sort=False)["alpha_mass"].max()
    names = [name for name in top.index if top[name] >= SHOWN_FROM]
    for colour, name in zip(COLOURS * 5, names, strict=False):
        part: Any = frame[frame["strategy"] == name]
        ax.plot(part["alpha"], part["alpha_mass"], color=colour, marker="o", label=wrapped(name))
        ax.fill_between(
            part["alpha"], part["alpha_mass_low"], part["alpha_mass_high"], color=colour, alpha=0.15
        )
    settled = float(frame.loc[frame["is_shown"], "alpha"].iloc[0])
    ax.axvline(settled, color=MUTED, linewidth=1.2, linestyle="--")
    ax.set_xscale("log")
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_ylim(0, 1.02)
    ax.set_xlabel("strength of selection, alpha")
    ax.set_title("Alpha-rank by strength of selection")
    ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    clean(ax)
