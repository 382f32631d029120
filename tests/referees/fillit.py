"""The referee of Fillit: replays a game's document rule by rule, on a dictionary of cells.

It knows the printed rules and the format of the document, and nothing of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Cell = tuple[int, int]

STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
SETTINGS = {
    # config: cells along an edge, side of each player, chips per side, stones per side
    "2p": (5, [0, 1], 25, 4),
    "3p": (5, [0, 1, 2], 18, 4),
    "2v2": (5, [0, 1, 0, 1], 25, 4),
    "mini2": (4, [0, 1], 14, 4),
    "mini3": (4, [0, 1, 2], 11, 4),
}


class RefereeError(Exception):
    """A game that breaks a rule, or a document that does not tell what happened."""


def demand(condition: bool, message: str) -> None:
    if not condition:
        raise RefereeError(message)


def tell_equal(what: str, told: Any, found: Any) -> None:
    demand(told == found, f"{what}: told {told}, found {found}")


class Table:
    """The board of one game: what lies and stands on each cell."""

    def __init__(self, document: dict[str, Any]) -> None:
        demand(document["config"] in SETTINGS, "unknown configuration")
        edge, self.sides, self.total, stones_each = SETTINGS[document["config"]]
        self.total = document.get("chips", self.total)
        reach = range(1 - edge, edge)
        self.cells = {(q, r) for q in reach for r in reach if abs(q + r) < edge}
        self.centre_open = document["stone_may_enter_centre"]
        self.pawn: dict[int, Cell] = {}
        self.stone: dict[Cell, int] = {}
        self.chip: dict[Cell, int] = {}
        layout = document["layout"]
        tell_equal("pawns", len(layout["pawns"]), len(self.sides))
        for player, cell in enumerate(layout["pawns"]):
            self.put_down(tuple(cell))
            self.pawn[player] = tuple(cell)
            self.chip[tuple(cell)] = self.sides[player]
        tell_equal("sides with stones", len(layout["stones"]), len(set(self.sides)))
        for side, stones in enumerate(layout["stones"]):
            tell_equal("stones of a side", len(stones), stones_each)
            for cell in stones:
                self.put_down(tuple(cell))
                self.stone[tuple(cell)] = side

    def put_down(self, cell: Cell) -> None:
        demand(cell in self.cells, f"{cell} is not on the board")
        demand(cell != (0, 0), "the centre is no space")
        taken = cell in self.stone or cell in self.pawn.values()
        demand(not taken, f"two pieces on {cell}")

    def hand(self, side: int) -> int:
        return self.total - sum(1 for owner in self.chip.values() if owner == side)

    def hands(self) -> list[int]:
        return [self.hand(side) for side in range(len(set(self.sides)))]

    def key(self, player: int) -> Any:
        pawns = tuple(self.pawn[p] for p in sorted(self.pawn))
        return player, pawns, frozenset(self.stone.items()), frozenset(self.chip.items())

    def path(self, player: int, direction: int) -> list[Cell]:
        """The cells that a slide passes."""
        q, r = self.pawn[player]
        cells: list[Cell] = []
        while True:
            q, r = q + STEPS[direction][0], r + STEPS[direction][1]
            stands = (q, r) in self.stone or (q, r) in self.pawn.values()
            if (q, r) not in self.cells or (q, r) == (0, 0) or stands:
                return cells
            cells.append((q, r))

    def slide(self, player: int, direction: int) -> tuple[list[Cell], list[tuple[Cell, int]]]:
        """Slide until stopped, or until the last chip is laid; what was laid and returned."""
        side = self.sides[player]
        chipped: list[Cell] = []
        returned: list[tuple[Cell, int]] = []
        for cell in self.path(player, direction):
            owner = self.chip.get(cell)
            if owner is not None and owner != side:
                returned.append((cell, owner))
                del self.chip[cell]
            if owner != side:
                chipped.append(cell)
                self.chip[cell] = side
            self.pawn[player] = cell
            if self.hand(side) == 0:
                break
        return chipped, returned

    def stone_fault(self, side: int, start: Cell, end: Cell) -> str:
        """Why a stone may not move; empty if it may."""
        if self.stone.get(start) != side:
            return f"no stone of side {side} on {start}"
        if (end[0] - start[0], end[1] - start[1]) not in STEPS or end not in self.cells:
            return f"{end} is no neighbour of {start}"
        if end == (0, 0) and not self.centre_open:
            return "a stone may not enter the centre"
        holds_other = end in self.chip or end in self.pawn.values()
        if start == (0, 0) and holds_other:
            return "only a stone may come to the centre"
        return ""

    def move_stone(self, start: Cell, end: Cell) -> None:
        """Exchange whatever is on two cells."""
        side = self.stone.pop(start)
        if end in self.stone:
            self.stone[start] = self.stone.pop(end)
        self.stone[end] = side
        if end in self.chip:
            self.chip[start] = self.chip.pop(end)
        for player, cell in self.pawn.items():
            if cell == end:
                self.pawn[player] = start

    def stone_moves(self, side: int) -> Iterator[tuple[Cell, Cell]]:
        for start in [cell for cell, owner in self.stone.items() if owner == side]:
            for step in STEPS:
                end = (start[0] + step[0], start[1] + step[1])
                if not self.stone_fault(side, start, end):
                    yield start, end

    def can_slide(self, player: int) -> bool:
        return any(self.path(player, direction) for direction in range(6))

    def has_pair(self, player: int) -> bool:
        """Whether some pawn move exists, before or after some stone move."""
        if self.can_slide(player):
            return True
        for start, end in list(self.stone_moves(self.sides[player])):
            self.move_stone(start, end)
            slides = self.can_slide(player)
            # A swap is undone by the swap back, which moves the same things again.
            self.move_stone(end, start)
            if slides:
                return True
        return False

    def check_invariants(self) -> None:
        for player, cell in self.pawn.items():
            demand(self.chip.get(cell) == self.sides[player], f"pawn {player} without its chip")
            demand(cell not in self.stone, f"pawn {player} shares a cell with a stone")
        demand(len(set(self.pawn.values())) == len(self.pawn), "two pawns on a cell")
        demand(not set(self.stone) & set(self.chip), "a stone shares a cell with a chip")
        demand((0, 0) not in self.chip, "a chip on the centre")
        demand(self.centre_open or (0, 0) not in self.stone, "a stone on the centre")
        demand(min(self.hands()) >= 0, "more chips on the board than there are")


def check(document: dict[str, Any]) -> None:
    """Replay a game; RefereeError at the first turn that is not what the rules say."""
    table = Table(document)
    turns = document["turns"]
    n_players = len(table.sides)
    seen: dict[Any, int] = {table.key(document["first"]): 1}
    repeats, over = 0, ""
    for number, turn in enumerate(turns):
        demand(not over, f"turn {number + 1} after the end ({over})")
        player = (document["first"] + number) % n_players
        tell_equal("player", turn["player"], player)
        try:
            play(table, player, turn)
            table.check_invariants()
        except RefereeError as error:
            raise RefereeError(f"turn {number + 1}: {error}") from None
        tell_equal("hands", turn["hands"], table.hands())
        if 0 in table.hands():
            over = "win"
            continue
        key = table.key((player + 1) % n_players)
        seen[key] = seen.get(key, 0) + 1
        repeats += seen[key] > 1
        if document.get("third_repeat_ends") and seen[key] == 3:
            over = "third_repeat"
        elif number + 1 == document["cap"]:
            over = "cap"
    demand(bool(over), "the game is not over")
    check_result(table, document, over, repeats)


def check_result(table: Table, document: dict[str, Any], over: str, repeats: int) -> None:
    result = document["result"]
    winner = table.hands().index(0) if over == "win" else None
    tell_equal("reason", result["reason"], over)
    tell_equal("winner", result["winner"], winner)
    winners = [p for p, side in enumerate(table.sides) if side == winner]
    tell_equal("winning players", result["winning_players"], winners)
    tell_equal("turns", result["turns"], len(document["turns"]))
    tell_equal("repeats", result["repeats"], repeats)


def play(table: Table, player: int, turn: dict[str, Any]) -> None:
    """One turn, checked."""
    order = turn["order"]
    demand(order in ("PS", "SP", "P", "S"), f"unknown order {order}")
    if order == "S":
        demand(not table.has_pair(player), "the pawn can move, so it must")
        tell_equal("direction", turn["dir"], None)
        tell_equal("pawn's end", turn["pawn_to"], None)
        step(table, player, turn)
        return
    if order == "SP":
        step(table, player, turn)
    demand(bool(table.path(player, turn["dir"])), "a slide of no cells is no move")
    chipped, returned = table.slide(player, turn["dir"])
    tell_equal("chipped", turn["chipped"], [list(cell) for cell in chipped])
    tell_equal("returned", turn["returned"], [[list(cell), side] for cell, side in returned])
    tell_equal("pawn's end", turn["pawn_to"], list(table.pawn[player]))
    is_won = table.hand(table.sides[player]) == 0
    if order == "P":
        demand(is_won, "the stone must move")
        tell_equal("stone", [turn["stone_from"], turn["stone_to"]], [None, None])
    elif order == "PS":
        demand(not is_won, "the game ended before the stone moved")
        step(table, player, turn)


def step(table: Table, player: int, turn: dict[str, Any]) -> None:
    """The stone's part of a turn, checked."""
    start, end = tuple(turn["stone_from"]), tuple(turn["stone_to"])
    fault = table.stone_fault(table.sides[player], start, end)
    demand(not fault, fault)
    table.move_stone(start, end)
