"""Sections that every game has: who beats whom, and what a seat is worth."""

from __future__ import annotations

from typing import Any

from analyses.fields.results import field_of
from analyses.meetings.tournaments import tournament
from analyses.seats.advantage import seat_advantage
from reports.charts.matches import draw_seat_advantage, draw_win_matrix
from reports.line_ups import line_up
from reports.present import Scale, interval_text
from reports.sections import Chart, Context, Section, Table
from reports.sections.field import (
    FIELD_NOTES,
    RESAMPLES,
    choice_sentence,
    field_charts,
    field_tables,
)

__all__ = ["certainty", "mean_of", "points_of", "rate_of", "round_robin", "seats"]

TITLE = "Which strategy wins?"


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
    order = list(standing["strategy"])
    ranked = pairs.sort_values(
        ["strategy", "opponent"], key=lambda names: names.map(order.index), ignore_index=True
    )
    specs = " ".join(f"'{spec}'" for spec in ladder)
    matrix = Chart(
        "win-matrix",
        "Two players; each strategy takes each seat equally often, over the same dice and "
        "cards. Columns stand in the order of the rows; ± is half a 95 % interval.",
        ranked,
        draw_win_matrix,
        height=1.6 + 0.62 * len(order),
    )
    tables = (Table("Standing over all opponents", standing),)
    command = context.command(f"tournament {game} {specs}")
    if context.game.is_cooperative:
        return Section(TITLE, _who_wins(standing, pairs), (matrix,), tables, command)
    more = field_of(found, RESAMPLES)
    return Section(
        TITLE,
        f"{_who_wins(standing, pairs)} {choice_sentence(more)}",
        (matrix, *field_charts(more)),
        (*tables, *field_tables(more)),
        f"{command} && {context.command(f'field {game} {specs} --resamples {RESAMPLES}')}",
        FIELD_NOTES,
    )


def _who_wins(standing: Any, pairs: Any) -> str:
    """The best strategy, and how it does against the next best."""
    best, second = standing.to_dict("records")[:2]
    met = (pairs["strategy"] == best["strategy"]) & (pairs["opponent"] == second["strategy"])
    meeting = pairs[met].to_dict("records")[0]
    return (
        f"{best['strategy']} wins most, {rate_of(best)} of its games over all opponents; against "
        f"the next best, {second['strategy']}, it wins {rate_of(meeting)} of "
        f"{meeting['n_games']:,} games ({certainty(meeting['p_holm'])})."
    )


def certainty(p_value: float) -> str:
    """How sure a difference is, in words."""
    if p_value < 0.001:
        return "a difference beyond doubt, p < 0.001 after Holm's correction"
    if p_value < 0.05:
        return f"p = {p_value:.3f} after Holm's correction"
    return f"not settled by these games, p = {p_value:.2f}"


def seats(context: Context) -> Section:
    """What it is worth to move first, by number of players, for two tiers of play."""
    game = context.game.name
    usual, strong = line_up(game).usual, line_up(game).strong
    found, other = (
        seat_advantage(game, who, games=context.games, seed=context.seed, **context.options())
        for who in (usual, strong)
    )
    frame, verdicts = found.to_frame(), found.verdicts()
    return Section(
        "Is it worth moving first?",
        _first_to_move(frame, verdicts, other.verdicts()),
        (
            Chart(
                "seat-advantage",
                f"{usual} against itself; the luck moves from seat to seat. Dashed: an equal "
                "share for everybody.",
                frame,
                draw_seat_advantage,
            ),
        ),
        (
            Table(f"Spread between best and worst seat, {usual}", _shown(verdicts)),
            Table(f"The same where all play {strong}", _shown(other.verdicts())),
        ),
        context.command(f"seats {game} '{usual}'"),
    )


def _shown(verdicts: Any) -> Any:
    """Verdicts without what the words of the verdict say as well."""
    return verdicts.drop(columns=["outcome", "margin", "strategy"])


def _first_to_move(frame: Any, verdicts: Any, checks: Any) -> str:
    """The share of the first seat, and whether the verdict holds for stronger play."""
    firsts = frame[frame["seat"] == 0].to_dict("records")
    few, many = firsts[0], firsts[-1]
    verdict, check = (table.to_dict("records")[0] for table in (verdicts, checks))
    who = f"{check['strategy']} (tier {check['tier']})"
    holds = f"It changes where all play {who}: {check['verdict']}."
    if check["outcome"] == "undecided":
        holds = f"It is undecided where all play {who}."
    elif verdict["outcome"] == check["outcome"]:
        holds = f"The verdict holds where all play {who}."
    return (
        f"Where all play {verdict['strategy']} (tier {verdict['tier']}), the first to move wins "
        f"{rate_of(few)} of the games of {few['n_seats']} players and {rate_of(many)} of those "
        f"of {many['n_seats']}, where {100 / many['n_seats']:.1f} % would be fair; best "
        f"against worst of {few['n_seats']} seats: {verdict['verdict']}. {holds}"
    )
