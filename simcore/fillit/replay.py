"""A recorded game told as a plain document that anybody can check without the program."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.fillit import records as ev
from simcore.fillit.geometry import Axial, cells, cells_in
from simcore.fillit.moves import hand_of, lay_chips, swap_cells
from simcore.fillit.rules import Rules
from simcore.fillit.setup import setup_record
from simcore.jit import is_interpreted

__all__ = ["ORDER_NAMES", "tell"]

ORDER_NAMES = {
    ev.PAWN_STONE: "PS",
    ev.STONE_PAWN: "SP",
    ev.PAWN_WINS: "P",
    ev.STONE_ONLY: "S",
}
_FALLING = (1, 2, 3)


class _Board:
    """The position of a game being told, on the kernel's own moves."""

    def __init__(self, rules: Rules) -> None:
        setup = np.zeros(1, ev.SETUP)
        setup[0] = setup_record(rules)
        position = setup["start"].copy()
        if is_interpreted():
            setup, position = setup.view(np.recarray), position.view(np.recarray)
        self.setup, self.position = setup[0], position[0]
        self.rules = rules
        self.cells = cells(rules.setting.board)

    def axial(self, number: int) -> Axial:
        return self.cells[number]

    def hands(self) -> list[int]:
        return [
            int(hand_of(self.setup, self.position, np.uint64(side)))
            for side in range(self.rules.setting.n_sides)
        ]

    def slide(self, player: int, direction: int) -> dict[str, Any]:
        """Slide a pawn; what it laid and sent home, cell by cell."""
        before = [int(mask) for mask in self.position["chips"]]
        own = self.rules.setting.sides[player]
        path = int(lay_chips(self.setup, self.position, np.uint64(player), np.uint64(direction)))
        passed = cells_in(path)
        if direction in _FALLING:
            passed.reverse()
        return {
            "chipped": [list(self.axial(c)) for c in passed if not before[own] >> c & 1],
            "returned": [
                [list(self.axial(c)), side]
                for c in passed
                for side, mask in enumerate(before)
                if side != own and mask >> c & 1
            ],
            "pawn_to": list(self.axial(passed[-1])),
        }


def tell(events: np.ndarray, match: Any) -> dict[str, Any]:
    """The document of one game.

    Parameters
    ----------
    events : int32[n_events, 5]
        As `simcore.engine.trace` returns them.
    match : Match
        The match that the game belongs to.
    """
    rules: Rules = match.rules
    board = _Board(rules)
    turns = [_turn(board, event) for event in events.tolist()]
    sides = rules.setting.sides
    won = 0 in board.hands()
    winner = board.hands().index(0) if won else None
    return {
        "config": rules.config,
        "layout": rules.start.to_dict(),
        "layout_is_reconstruction": rules.start.is_reconstruction,
        "first": rules.first,
        "cap": rules.cap,
        "chips": rules.chips_per_side,
        "third_repeat_ends": rules.third_repeat_ends,
        "stone_may_enter_centre": rules.stone_may_enter_centre,
        "turns": turns,
        "result": {
            "reason": "win" if won else "cap" if len(turns) == rules.cap else "third_repeat",
            "winner": winner,
            "winning_players": [p for p, side in enumerate(sides) if won and side == winner],
            "turns": len(turns),
            "repeats": _count_repeats(rules, events),
        },
    }


def _turn(board: _Board, event: list[int]) -> dict[str, Any]:
    """Play one recorded turn and describe it."""
    _, player, code, a, b = event
    order, direction = code >> 3, (code & 7) - 1
    stone = [list(board.axial(a)), list(board.axial(b))] if a >= 0 else [None, None]
    told: dict[str, Any] = {
        "player": player,
        "order": ORDER_NAMES[order],
        "dir": direction if direction >= 0 else None,
        "stone_from": stone[0],
        "stone_to": stone[1],
    }
    if order in (ev.STONE_PAWN, ev.STONE_ONLY):
        swap_cells(board.position, np.uint64(a), np.uint64(b))
    slid: dict[str, Any] = {"chipped": [], "returned": [], "pawn_to": None}
    if order != ev.STONE_ONLY:
        slid = board.slide(player, direction)
    if order == ev.PAWN_STONE:
        swap_cells(board.position, np.uint64(a), np.uint64(b))
    return {**told, **slid, "hands": board.hands()}


def _count_repeats(rules: Rules, events: np.ndarray) -> int:
    """Turns after which position and player to move had occurred before, the winning one not."""
    board = _Board(rules)
    n_players = rules.setting.n_players
    seen = {(rules.first, board.position.tobytes())}
    n_repeats = 0
    for event in events.tolist():
        _turn(board, event)
        key = ((event[1] + 1) % n_players, board.position.tobytes())
        n_repeats += key in seen
        seen.add(key)
    return n_repeats
