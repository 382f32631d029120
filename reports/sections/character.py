"""What kind of game it is: a section that every game has."""

from __future__ import annotations

from typing import Any

from analyses.characters.character import Character, character
from reports.charts.character import draw_uncertainty
from reports.line_ups import line_up
from reports.present import percent_text
from reports.rivals import rivals_of, usual_seats
from reports.sections import Chart, Context, Section, Table

__all__ = ["kind_of_game"]

GAMES = 2_000
"""Most games that are played: some of them are followed turn by turn, which takes its time."""


def kind_of_game(context: Context) -> Section:
    """Length, decisions, tension, and luck against skill."""
    game, name = context.game, context.game.name
    usual = line_up(name).usual
    games = min(context.games, GAMES)
    found = character(
        name,
        [usual] * usual_seats(game),
        games=games,
        seed=context.seed,
        rivals=rivals_of(name),
        ladder=line_up(name).by_tier(name),
        rules=context.rules,
    )
    charts: tuple[Chart, ...] = ()
    if found.course:
        charts = (
            Chart(
                "uncertainty",
                "1: whoever leads wins no more often than anybody else; 0: the leader always wins. "
                f"{found.n_told:,} games; the band is a 95 % interval.",
                found.uncertainty(),
                draw_uncertainty,
            ),
        )
    options = f"--seed {context.seed} --games {games} {context.rules_arguments}"
    return Section(
        "What kind of game is it?",
        _sentence(found),
        charts,
        (
            Table("Character: the same definitions for every game", found.to_frame()),
            Table("Skill ladder: each tier against the one below", found.ladder()),
        ),
        f"fillsim character {name} {options}".strip(),
        (f"All play {usual}; {_rivals(found)}",),
    )


def _sentence(found: Character) -> str:
    """Length and choice, then the lead and luck where they are defined."""
    m: dict[str, Any] = found.measures
    text = (
        f"A game takes {m['length'].value:,.1f} turns; {percent_text(m['choice'].value, 0)} of "
        f"them leave a choice, among {m['branching'].value:,.1f} legal options on average."
    )
    if m["comeback"] is not None:
        text += (
            f" The lead changes {m['lead_changes'].value:.1f} times; in "
            f"{percent_text(m['comeback'].value, 0)} of the games the winner was behind half way."
        )
    if m["luck"] is not None:
        text += (
            f" Luck alone explains {percent_text(m['luck'].value, 0)} of the results of "
            f"{' and '.join(found.players)} with the same luck, skill alone "
            f"{percent_text(m['skill'].value, 0)}."
        )
    return text


def _rivals(found: Character) -> str:
    if not found.players:
        return "luck against skill needs two different strategies."
    return f"luck against skill from {' and '.join(found.players)}, who hold the same luck in turn."
