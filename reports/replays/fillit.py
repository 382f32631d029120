"""Fillit told turn by turn, from the replay document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["sentences"]

DIRECTIONS = ("east", "north-east", "north-west", "west", "south-west", "south-east")


def sentences(document: Mapping[str, Any]) -> Iterator[str]:
    """Plain sentences of a finished game, one a turn; cells are axial coordinates (q, r).

    Parameters
    ----------
    document : dict
        As `simcore.engine.replay` returns it.
    """
    names = _names(document["fillsim"])
    yield f"{' against '.join(names)}, configuration {document['config']}."
    for number, turn in enumerate(document["turns"], 1):
        hands = ", ".join(map(str, turn["hands"]))
        player = f"Player {turn['player'] + 1}"
        yield f"Turn {number}, {player}: {_turn(turn)}; chips in hand: {hands}."
    yield _end(document["result"], names)


def _names(told: Mapping[str, Any]) -> list[str]:
    specs = told["strategies"]
    shift = 0 if told.get("fixed_seats") else told["rotation"]
    return [f"Player {s + 1} ({specs[(s + shift) % len(specs)]})" for s in range(len(specs))]


def _turn(turn: Mapping[str, Any]) -> str:
    parts = [_part(turn, letter) for letter in turn["order"]]
    return ", then ".join(parts)


def _part(turn: Mapping[str, Any], letter: str) -> str:
    if letter == "S":
        return f"moves a stone from {_cell(turn['stone_from'])} to {_cell(turn['stone_to'])}"
    text = f"slides {DIRECTIONS[turn['dir']]} to {_cell(turn['pawn_to'])}"
    if turn["chipped"]:
        text += f", laying {_count(len(turn['chipped']), 'chip')}"
    if turn["returned"]:
        text += f" and sending {_count(len(turn['returned']), 'chip')} home"
    return text


def _cell(place: list[int]) -> str:
    return f"({place[0]}, {place[1]})"


def _count(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n} {what}s"


def _end(result: Mapping[str, Any], names: list[str]) -> str:
    turns = _count(result["turns"], "turn")
    winners = [names[seat] for seat in result["winning_players"]]
    if winners:
        return f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'} after {turns}."
    return f"Stopped after {turns} without a winner ({result['reason'].replace('_', ' ')})."
