"""Advice on a position of Fill or Bust as a document."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reports.output import Document, Table

if TYPE_CHECKING:
    import pandas as pd

    from analyses.fill_or_bust.advice import Position
    from simcore.fill_or_bust.rules import Rules

__all__ = ["advise"]

SOLVED = {"deck": "independent", "end": "at_once"}
"""The rules under which the win is solved; others are taken for these."""


def advise(
    rules: Rules, place: Mapping[str, Any], dice: int, scores: tuple[int, int] | None
) -> Document:
    """Every option of a position: for the win where there are scores, else for points."""
    from analyses.fill_or_bust.advice import Position, advice
    from analyses.fill_or_bust.before_roll import advice_before_roll
    from analyses.fill_or_bust.turn import solve_turn

    position, solution = Position(**place), solve_turn(rules)
    points = (
        advice(solution, position)
        if position.faces
        else advice_before_roll(solution, position, dice)
    )
    data: dict[str, Any] = {
        "game": "fill_or_bust",
        "rules": {"name": rules.name} | rules.to_dict(),
        "position": dataclasses.asdict(position) | {"dice": len(position.faces) or dice},
    }
    heading = f"{_where(position, dice)}, rules {rules.name}"
    if scores is None:
        return _document(points.to_frame(), data, heading, (points.summary(),))
    from analyses.fill_or_bust.win_advice import advise as advise_to_win
    from strategies.fill_or_bust.win_solution import solve_win

    solved = dataclasses.replace(rules, deck=SOLVED["deck"], end=SOLVED["end"])
    found = advise_to_win(solve_win(solved), points, *scores)
    data |= {
        "score": scores[0],
        "other_score": scores[1],
        "is_agreed": found.is_agreed,
        "solved_for": SOLVED,
    }
    heading = f"{scores[0]:,} to {scores[1]:,}, {heading}"
    return _document(found.to_frame(), data, heading, (found.summary(), _basis(rules)))


def _document(
    frame: pd.DataFrame, data: Mapping[str, Any], heading: str, sentences: tuple[str, ...]
) -> Document:
    options = frame.to_dict("records")
    is_before = bool((frame["kept"] == "").all())
    hidden = {"is_stop", *(("kept", "points", "dice_left") if is_before else ())}
    if "win_probability" in frame:
        hidden |= {"points", "best_diff"}
    shown = [name for name in frame.columns if name not in hidden]
    table = Table("Options, best first", frame[shown])
    return Document(
        lambda: {**data, "options": options},
        (table,),
        heading,
        sentences,
        rows=lambda: frame,
    )


def _where(position: Position, dice: int) -> str:
    """The position in words."""
    where = f"{position.at_risk:,} points at risk, {position.card or 'about to draw'}"
    if position.faces:
        return f"{where}, rolled {' '.join(map(str, position.faces))}"
    return f"{where}, {dice} dice in hand" if position.card else where


def _basis(rules: Rules) -> str:
    """What the win probabilities rest on, and whether the game in question differs from it."""
    different = [f"{name} = {getattr(rules, name)}" for name, taken in SOLVED.items()]
    different = [text for text in different if text.partition(" = ")[2] not in SOLVED.values()]
    text = "Win probabilities are exact for two players who both play to win, each card drawn from "
    text += "the full deck and the game ending at once"
    return f"{text}; for {' and '.join(different)} an approximation." if different else f"{text}."
