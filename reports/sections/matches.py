"""Sections that every game has: who beats whom, and what a seat is worth."""

from __future__ import annotations

from typing import Any

from analyses.seats import seat_advantage
from analyses.tournaments import tournament
from reports.charts.matches import draw_seat_advantage, draw_win_matrix
from reports.line_ups import line_up
from reports.present import Scale, interval_text
from reports.sections import Chart, Context, Section, Table

__all__ = ["certainty", "mean_of", "points_of", "rate_of", "round_robin", "seats"]


def rate_of(row: Any, name: str = "win_rate") -> str:
    """A share of a frame's row in print, with its interval."""
    return interval_text(row[name], row[f"{name}_low"], row[f"{name}_high"])


def mean_of(row: Any, name: str) -> str:
    """A mean of a frame's row in print, with its interval."""
    return Scale(",.1f").interval(row[name], row[f"{name}_low"], row[f"{name}_high"])


def points_of(row: Any, name: str) -> str:
    """A difference of shares in print, in points, with its interval."""
    scale = Scale(".2%", 100.0, "", True)
    return scale.interval(row[name], row[f"{name}_low"], row[f"{name}_high"])


def round_robin(context: Context) -> Section:
    """Every strategy of the ladder against every other."""
    game = context.game.name
    ladder = line_up(game).ladder
    found = tournament(game, ladder, games=context.games, seed=context.seed, **context.options())
    standing, pairs = found.standing(), found.pairs()
    best, second = standing.to_dict("records")[:2]
    meeting = pairs[
        (pairs["strategy"] == best["strategy"]) & (pairs["opponent"] == second["strategy"])
    ].to_dict("records")[0]
    finding = (
        f"{best['strategy']} wins most, {rate_of(best)} of its games over all opponents; against "
        f"the next best, {second['strategy']}, it wins {rate_of(meeting)} of "
        f"{meeting['n_games']:,} games ({certainty(meeting['p_holm'])})."
    )
    order = list(standing["strategy"])
    ranked = pairs.sort_values(
        ["strategy", "opponent"], key=lambda names: names.map(order.index), ignore_index=True
    )
    specs = " ".join(f"'{spec}'" for spec in ladder)
    return Section(
        "Which strategy wins?",
        finding,
        (
            Chart(
                "win-matrix",
                "Two players; each strategy takes each seat equally often, over the same dice and "
                "cards. Columns stand in the order of the rows; ± is half a 95 % interval.",
                ranked,
                draw_win_matrix,
                height=1.6 + 0.62 * len(order),
            ),
        ),
        (Table("Standing over all opponents", standing),),
        context.command(f"tournament {game} {specs}"),
    )


def certainty(p_value: float) -> str:
    """How sure a difference is, in words."""
    if p_value < 0.001:
        return "a difference beyond doubt, p < 0.001 after Holm's correction"
    if p_value < 0.05:
        return f"p = {p_value:.3f} after Holm's correction"
    return f"not settled by these games, p = {p_value:.2f}"


def seats(context: Context) -> Section:
    """What it is worth to move first, by number of players."""
    game = context.game.name
    usual = line_up(game).usual
    found = seat_advantage(game, usual, games=context.games, seed=context.seed, **context.options())
    frame, verdicts = found.to_frame(), found.verdicts()
    firsts = frame[frame["seat"] == 0].to_dict("records")
    verdict = verdicts.to_dict("records")[0]
    few, many = firsts[0], firsts[-1]
    finding = (
        f"Where all play {usual} (tier {verdict['tier']}), the first to move wins "
        f"{rate_of(few)} of the games of {few['n_seats']} players and {rate_of(many)} of those "
        f"of {many['n_seats']}, where {100 / many['n_seats']:.1f} % would be fair; best "
        f"against worst of {few['n_seats']} seats: {verdict['verdict']}."
    )
    return Section(
        "Is it worth moving first?",
        finding,
        (
            Chart(
                "seat-advantage",
                "One strategy against itself; the luck moves from seat to seat. Dashed: an equal "
                "share for everybody.",
                frame,
                draw_seat_advantage,
            ),
        ),
        (Table("Spread between best and worst seat", verdicts),),
        context.command(f"seats {game} '{usual}'"),
    )
