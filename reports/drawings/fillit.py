"""Fillit's boards, one drawing a turn, from the replay document alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reports.charts.theme import COLOURS, FAINT, INK, MUTED
from reports.drawings import Board
from reports.replays.fillit import sentences
from simcore.fillit.configurations import CONFIGURATIONS
from simcore.fillit.geometry import Axial, cells

__all__ = ["boards"]

RADIUS = 26.0
"""Of a hexagon, middle to corner, in pixels."""

SIDE_COLOURS = (COLOURS[1], COLOURS[0], COLOURS[2])
"""Of chips and stones, by side."""

Cell = Axial


@dataclass
class _Position:
    """What stands where, and what the last turn did."""

    pawns: list[Cell]
    stones: dict[Cell, int]
    chips: dict[Cell, int]
    hands: list[int]
    fresh: set[Cell] = field(default_factory=set)
    slide: tuple[Cell, Cell] | None = None
    step: tuple[Cell, Cell] | None = None


def boards(document: Mapping[str, Any]) -> Iterator[Board]:
    """The start and the position after every turn, with what happened in words.

    Parameters
    ----------
    document : dict
        As `simcore.engine.replay` returns it.
    """
    told = list(sentences(document))
    setting = CONFIGURATIONS[document["config"]]
    position = _start(document, setting.sides)
    yield Board(_svg(position, setting), told[0])
    for number, turn in enumerate(document["turns"], 1):
        _play(position, turn, setting.sides)
        words = told[number]
        if number == len(document["turns"]):
            words += f" {told[-1]}"
        yield Board(_svg(position, setting), words)


def _start(document: Mapping[str, Any], sides: tuple[int, ...]) -> _Position:
    pawns = [_cell(place) for place in document["layout"]["pawns"]]
    stones = {
        _cell(place): side
        for side, places in enumerate(document["layout"]["stones"])
        for place in places
    }
    chips = {cell: sides[player] for player, cell in enumerate(pawns)}
    hands = [document["chips"] - sides.count(side) for side in range(max(sides) + 1)]
    return _Position(pawns, stones, chips, hands)


def _cell(place: Any) -> Cell:
    return int(place[0]), int(place[1])


def _play(position: _Position, turn: Mapping[str, Any], sides: tuple[int, ...]) -> None:
    player = turn["player"]
    position.fresh, position.slide, position.step = set(), None, None
    for letter in turn["order"]:
        if letter == "P":
            end = _cell(turn["pawn_to"])
            position.slide = position.pawns[player], end
            position.fresh = {_cell(place) for place in turn["chipped"]}
            position.chips |= dict.fromkeys(position.fresh, sides[player])
            position.pawns[player] = end
        else:
            position.step = _cell(turn["stone_from"]), _cell(turn["stone_to"])
            _swap(position, *position.step)
    position.hands = turn["hands"]


def _swap(position: _Position, a: Cell, b: Cell) -> None:
    other = {a: b, b: a}
    position.pawns = [other.get(cell, cell) for cell in position.pawns]
    position.stones = {other.get(cell, cell): side for cell, side in position.stones.items()}
    position.chips = {other.get(cell, cell): side for cell, side in position.chips.items()}
    position.fresh = {other.get(cell, cell) for cell in position.fresh}


def _middle(cell: Cell) -> tuple[float, float]:
    q, r = cell
    return math.sqrt(3.0) * RADIUS * (q + r / 2), 1.5 * RADIUS * r


def _svg(position: _Position, setting: Any) -> str:
    reach = setting.board - 1
    half = math.sqrt(3.0) * RADIUS * (reach + 0.5) + 8
    top = RADIUS * (1.5 * reach + 1) + 8
    foot = 34
    box = f"{-half:.0f} {-top:.0f} {2 * half:.0f} {2 * top + foot:.0f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        'font-family="DejaVu Sans, Verdana, sans-serif" role="img" aria-label="Board">',
        f'<rect x="{-half:.0f}" y="{-top:.0f}" width="100%" height="100%" fill="white"/>',
        *(_hexagon(cell, position) for cell in cells(setting.board)),
        *(_name(cell) for cell in cells(setting.board) if cell != (0, 0)),
        *(_chip(cell, side) for cell, side in sorted(position.chips.items())),
        *(_stone(cell, side) for cell, side in sorted(position.stones.items())),
        *_arrows(position),
        *(_pawn(cell, player, setting.sides[player]) for player, cell in enumerate(position.pawns)),
        _hands(position, top),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _hexagon(cell: Cell, position: _Position) -> str:
    x, y = _middle(cell)
    corners = " ".join(
        f"{x + RADIUS * math.sin(k * math.pi / 3):.1f},{y + RADIUS * math.cos(k * math.pi / 3):.1f}"
        for k in range(6)
    )
    fill = MUTED if cell == (0, 0) else "#fff3c4" if cell in position.fresh else "#f7f9fa"
    return f'<polygon points="{corners}" fill="{fill}" stroke="{FAINT}" stroke-width="1.5"/>'


def _name(cell: Cell) -> str:
    """The coordinates that the sentences use, small."""
    x, y = _middle(cell)
    return (
        f'<text x="{x:.1f}" y="{y + 0.82 * RADIUS:.1f}" font-size="7" fill="{MUTED}" '
        f'text-anchor="middle">{cell[0]}, {cell[1]}</text>'
    )


def _chip(cell: Cell, side: int) -> str:
    x, y = _middle(cell)
    colour = SIDE_COLOURS[side]
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.66 * RADIUS:.1f}" fill="{colour}" '
        f'fill-opacity="0.35" stroke="{colour}" stroke-width="1.5"/>'
    )


def _stone(cell: Cell, side: int) -> str:
    x, y = _middle(cell)
    size = 0.98 * RADIUS
    return (
        f'<rect x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" '
        f'height="{size:.1f}" rx="5" fill="#39434d" stroke="{SIDE_COLOURS[side]}" '
        'stroke-width="4"/>'
    )


def _pawn(cell: Cell, player: int, side: int) -> str:
    x, y = _middle(cell)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.46 * RADIUS:.1f}" fill="{SIDE_COLOURS[side]}" '
        f'stroke="{INK}" stroke-width="2"/><text x="{x:.1f}" y="{y + 5:.1f}" fill="white" '
        f'font-size="14" font-weight="bold" text-anchor="middle">{player + 1}</text>'
    )


def _arrows(position: _Position) -> Iterator[str]:
    """From where the pawn slid, and the stone's step."""
    for ends, colour, dash in ((position.slide, INK, ""), (position.step, "#7a3e9d", "5 4")):
        if ends is None:
            continue
        (x1, y1), (x2, y2) = (_middle(cell) for cell in ends)
        yield (
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            f'stroke-width="3" stroke-dasharray="{dash}" stroke-opacity="0.75"/>'
            f'<circle cx="{x1:.1f}" cy="{y1:.1f}" r="4.5" fill="{colour}"/>'
        )


def _hands(position: _Position, top: float) -> str:
    """Chips in hand, below the board."""
    n = len(position.hands)
    parts = []
    for side, hand in enumerate(position.hands):
        x = 130.0 * (side - (n - 1) / 2)
        colour = SIDE_COLOURS[side]
        parts.append(
            f'<circle cx="{x - 46:.1f}" cy="{top + 12:.1f}" r="9" fill="{colour}" '
            f'fill-opacity="0.35" stroke="{colour}" stroke-width="1.5"/><text x="{x - 30:.1f}" '
            f'y="{top + 17:.1f}" font-size="15" fill="{INK}">{hand} in hand</text>'
        )
    return "".join(parts)
