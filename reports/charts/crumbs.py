"""Charts of Crumbs!: each draws one frame of the analyses and computes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from reports.charts.theme import COLOURS, INK, MUTED, clean, errors_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "draw_causes",
    "draw_fatal_rounds",
    "draw_order_difficulty",
    "draw_plays",
    "draw_quirk_costs",
    "draw_slack",
    "draw_wins_by_rating",
]

LINE_GAP = 0.055
"""Height of a line of text, as a share of the range from 0 to 1."""

CAUSE_COLOURS = ("#009E73", "#D55E00", "#E69F00", "#F3D18A", "#CC79A7", "#5f6c7b")
"""Won first, then losses from the worst to the narrowest, then other causes."""


def draw_wins_by_rating(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rates against the rating of the deal, a line per strategy, and the ceiling.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, deal_rating, win_rate`` with interval, ``ceiling_low``.
    """
    ceiling = frame.drop_duplicates("deal_rating").sort_values("deal_rating")
    ax.plot(
        ceiling["deal_rating"],
        ceiling["ceiling_low"],
        color=INK,
        linestyle="--",
        linewidth=1.4,
        zorder=1,
    )
    ax.annotate(
        "perfect play, third order hidden",
        (ceiling["deal_rating"].iloc[0], ceiling["ceiling_low"].iloc[0]),
        xytext=(0, 7),
        textcoords="offset points",
        fontsize=10,
    )
    ends: list[tuple[float, str, str]] = []
    for place, (strategy, group) in enumerate(frame.groupby("strategy", sort=False)):
        colour = COLOURS[place % len(COLOURS)]
        aside = 0.05 * (place - 1)
        ax.errorbar(
            group["deal_rating"] + aside,
            group["win_rate"],
            yerr=errors_of(group, "win_rate"),
            color=colour,
            marker="os^D"[place % 4],
            markersize=6,
            capsize=3,
            zorder=2,
        )
        last = group.iloc[-1]
        ends.append((float(last["win_rate"]), f"{strategy} (tier {last['tier']})", colour))
    _name_ends(ax, ends, frame["deal_rating"].max() + 0.25)
    ax.set_xlim(right=frame["deal_rating"].max() + 1.6)
    ax.set_ylim(-0.03, 1.09)
    ax.set_xticks(sorted(set(frame["deal_rating"])))
    ax.set_xlabel("rating that a win earns: sum of the orders' difficulties")
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_title("Solo games won by rating of the deal, with 95 % intervals")
    clean(ax)


def _name_ends(ax: Axes, ends: list[tuple[float, str, str]], x: float) -> None:
    """Names of lines at their ends, kept apart where the ends are close."""
    lowest = -1.0
    for y, name, colour in sorted(ends):
        lowest = max(y, lowest + LINE_GAP)
        ax.text(x, lowest, name, color=colour, fontweight="bold", va="center")


def play_label(row: pd.Series) -> str:
    """A play in words for an axis."""
    mode = "alone" if row["n_seats"] == 1 else "two together"
    quirks = ", quirks" if row["has_quirks"] else ""
    return f"{row['strategy']}, {mode}{quirks}"


def draw_plays(ax: Axes, frame: pd.DataFrame) -> None:
    """Win rates of every play, alone and together, with quirks and without.

    Parameters
    ----------
    frame : DataFrame
        ``n_seats, has_quirks, strategy, win_rate`` with interval.
    """
    ordered = frame[::-1].reset_index(drop=True)
    for k, has_quirks in enumerate((False, True)):
        part = ordered[ordered["has_quirks"] == has_quirks]
        ax.errorbar(
            part["win_rate"],
            part.index,
            xerr=errors_of(part, "win_rate"),
            fmt="os"[k : k + 1],
            color=COLOURS[k],
            capsize=3,
            markersize=7,
        )
        for place, value in zip(part.index, part["win_rate_high"], strict=True):
            ax.annotate(
                f"{100 * part['win_rate'][place]:.1f} %",
                (value, place),
                xytext=(7, 0),
                textcoords="offset points",
                va="center",
                fontsize=10,
            )
    ax.set_yticks(range(len(ordered)), [play_label(row) for _, row in ordered.iterrows()])
    ax.set_xlim(-0.02, 1.12)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_title("Games won: circles without quirks, squares with")
    clean(ax, grid="x")


def draw_causes(ax: Axes, frame: pd.DataFrame) -> None:
    """How games end: a bar per play, split by cause.

    Parameters
    ----------
    frame : DataFrame
        ``n_seats, has_quirks, strategy, cause, cause_rate``.
    """
    causes = list(dict.fromkeys(frame["cause"]))
    groups = list(frame.groupby(["n_seats", "has_quirks", "strategy"], sort=False))[::-1]
    for place, (_, group) in enumerate(groups):
        start = 0.0
        for k, cause in enumerate(causes):
            share = float(group.loc[group["cause"] == cause, "cause_rate"].iloc[0])
            label = cause if place == 0 else None
            ax.barh(place, share, left=start, height=0.7, color=CAUSE_COLOURS[k], label=label)
            if share >= 0.05:
                colour = INK if k in (2, 3) else "white"
                ax.text(
                    start + share / 2, place, f"{100 * share:.0f}", ha="center", va="center",
                    color=colour, fontsize=10,
                )  # fmt: skip
            start += share
    labels = [play_label(group.iloc[0]) for _, group in groups]
    ax.set_yticks(range(len(groups)), labels)
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.legend(loc="upper center", bbox_to_anchor=(0.4, -0.09), ncols=3, fontsize=10)
    ax.set_title("How games end, per cent of all games")
    clean(ax, grid="x")


def draw_slack(ax: Axes, frame: pd.DataFrame) -> None:
    """Actions left in the tightest round: grey bars for perfect play, one colour per strategy.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, actions_left, left_rate`` with interval, ``queue_share`` by actions left.
    """
    exact = frame.drop_duplicates("actions_left").sort_values("actions_left")
    groups = list(frame.groupby("strategy", sort=False))
    width = 0.8 / (len(groups) + 1)
    ax.bar(
        exact["actions_left"] - 0.4 + width / 2, exact["queue_share"], width=width, color=MUTED,
        label="actions a round to spare with perfect play, all queues",
    )  # fmt: skip
    for place, (strategy, group) in enumerate(groups):
        ax.bar(
            group["actions_left"] - 0.4 + (place + 1.5) * width,
            group["left_rate"],
            yerr=errors_of(group, "left_rate"),
            width=width,
            color=COLOURS[place % len(COLOURS)],
            error_kw={"elinewidth": 1.0, "capsize": 2},
            label=f"{strategy}, games won",
        )
    ax.set_xticks(sorted(set(frame["actions_left"])))
    ax.set_xlabel("actions left at the end of the tightest round")
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.set_ylim(0, 1.05)
    ax.legend(loc="upper right", fontsize=10)
    ax.set_title("How much a solo deal leaves to spare")
    clean(ax)


def draw_order_difficulty(ax: Axes, frame: pd.DataFrame) -> None:
    """Losses by order against the printed difficulty, the hardest on top.

    Parameters
    ----------
    frame : DataFrame
        ``order, difficulty, lost_rate`` with interval, ``plays_like, is_misrated``.
    """
    ordered = frame.sort_values("lost_rate", ignore_index=True)
    for k, difficulty in enumerate(sorted(set(ordered["difficulty"]))):
        part = ordered[ordered["difficulty"] == difficulty]
        ax.errorbar(
            part["lost_rate"],
            part.index,
            xerr=errors_of(part, "lost_rate"),
            fmt="os^"[k % 3],
            color=COLOURS[(2, 0, 1)[k % 3]],
            capsize=3,
            markersize=7,
            label=f"printed {difficulty}",
        )
    for place, row in ordered.iterrows():
        if row["is_misrated"]:
            ax.annotate(
                f"plays like {row['plays_like']}",
                (row["lost_rate_high"], place),
                xytext=(7, 0),
                textcoords="offset points",
                va="center",
                fontsize=10,
                color=MUTED,
            )
    ax.set_yticks(range(len(ordered)), list(ordered["order"]))
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.margins(x=0.12)
    ax.set_xlabel("games lost, of those with the order in the queue")
    ax.legend(loc="lower right")
    ax.set_title("Orders by games lost, and their printed difficulty")
    clean(ax, grid="x")


def draw_quirk_costs(ax: Axes, frame: pd.DataFrame) -> None:
    """What an order of each kind of quirk changes, a colour for each strategy.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, n_seats, quirk, win_rate_diff`` with interval.
    """
    quirks = list(dict.fromkeys(frame["quirk"]))[::-1]
    plays = list(frame.groupby(["n_seats", "strategy"], sort=False))
    for k, ((n_seats, strategy), group) in enumerate(plays):
        mode = "alone" if n_seats == 1 else "two together"
        ax.errorbar(
            group["win_rate_diff"],
            [quirks.index(quirk) + 0.16 * (len(plays) / 2 - k) for quirk in group["quirk"]],
            xerr=errors_of(group, "win_rate_diff"),
            fmt="os^D"[k % 4],
            color=COLOURS[k],
            capsize=3,
            markersize=6,
            label=f"{strategy}, {mode}",
        )
    ax.axvline(0, color=INK, linewidth=1.0)
    ax.set_yticks(range(len(quirks)), quirks)
    ax.set_ylim(-0.6, len(quirks) - 0.3)
    ax.xaxis.set_major_formatter(PercentFormatter(1.0, symbol="", decimals=0))
    ax.set_xlabel("points of win rate for each order with this quirk")
    ax.legend(loc="upper center", bbox_to_anchor=(0.4, -0.16), ncols=3)
    ax.set_title("What quirky customers cost")
    clean(ax, grid="x")


def draw_fatal_rounds(ax: Axes, frame: pd.DataFrame) -> None:
    """In which round winnable games became lost, a line per strategy.

    Parameters
    ----------
    frame : DataFrame
        ``strategy, round, fatal_rate`` with interval.
    """
    for place, (strategy, group) in enumerate(frame.groupby("strategy", sort=False)):
        ax.errorbar(
            group["round"] + 0.06 * place,
            group["fatal_rate"],
            yerr=errors_of(group, "fatal_rate"),
            color=COLOURS[place],
            marker="os^"[place % 3],
            capsize=3,
            label=str(strategy),
        )
    rounds = sorted(set(frame["round"]))
    ax.set_xticks(rounds, [*map(str, rounds[:-1]), f"{rounds[-1]} or later"])
    ax.set_xlabel("round")
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=" %"))
    ax.legend(loc="upper right")
    ax.set_title("When a game that could be won was lost, share of such games")
    clean(ax)
