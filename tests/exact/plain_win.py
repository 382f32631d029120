"""Plain solver of two-player Fill or Bust, straight from the ruling: a graph and patience.

Shares nothing with the solver it checks: every situation is an entry of a dictionary, every
chance and every decision an edge, and all values are improved in place until none of them moves.
Slow, so for a few dice and small goals. `rules` is the mapping of a replay's game event.

A policy takes the options as (points, turn points, dice left, is_stop) and returns an index;
None plays to win.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from tests.brute_force.fill_or_bust import FACES, best_choices

Option = tuple[int, int, int, bool]
Policy = Callable[[Sequence[Option]], int]
Key = tuple[Any, ...]

WIN: Key = ("win",)
STILL = 1e-16


class Turn(NamedTuple):
    """Where a turn stands: who, own and other's score, points at risk, points banked in it."""

    player: int
    own: int
    other: int
    at_risk: int
    banked: int


class Played(NamedTuple):
    """The card that is played: its index, fills under it, points at risk when it was drawn."""

    card: int
    fills: int
    before: int


class PlainGame:
    """All situations reachable from any pair of scores, and their values."""

    def __init__(self, rules: Mapping[str, Any], policies: Sequence[Policy | None]) -> None:
        self.rules = rules
        self.policies = policies
        self.enough = rules["goal"] - rules["score_floor"]
        self.rolls = {n: self._rolls(n) for n in range(1, rules["dice"] + 1)}
        self.nodes: dict[Key, tuple[str, list[tuple[float, Key]]]] = {}
        self.values: dict[Key, float] = {}

    def solve(self, scores: Sequence[int]) -> dict[tuple[int, int, int], float]:
        """Win probability of the player about to draw, by (player, own score, other's)."""
        starts = {
            (player, own, other): ("draw", Turn(player, own, other, 0, 0))
            for player, own, other in product((0, 1), scores, scores)
        }
        for key in sorted(starts.values(), key=lambda key: -key[1].own - key[1].other):
            self._explore(key)
        self.values = values = dict.fromkeys(self.nodes, 0.5)
        values[WIN] = 1.0
        change = 1.0
        while change > STILL:
            change = 0.0
            for key, (kind, edges) in self.nodes.items():
                if kind == "best":
                    value = max(values[child] for _, child in edges)
                elif kind == "pass":
                    value = 1.0 - values[edges[0][1]]
                else:
                    value = sum(chance * values[child] for chance, child in edges)
                change = max(change, abs(value - values[key]))
                values[key] = value
        return {start: values[key] for start, key in starts.items()}

    def _explore(self, start: Key) -> None:
        """Add all situations that follow, those that lie deeper first."""
        waiting: list[tuple[Key, bool]] = [(start, False)]
        entered: set[Key] = set()
        found: dict[Key, tuple[str, list[tuple[float, Key]]]] = {}
        while waiting:
            key, is_done = waiting.pop()
            if is_done:
                self.nodes[key] = found[key]
            elif key != WIN and key not in self.nodes and key not in entered:
                entered.add(key)
                found[key] = self._edges(key)
                waiting.append((key, True))
                waiting += [(child, False) for _, child in found[key][1]]

    def _edges(self, key: Key) -> tuple[str, list[tuple[float, Key]]]:
        kind, turn = key[0], key[1]
        if kind == "pass":
            next_turn = Turn(1 - turn.player, turn.other, turn.own, 0, 0)
            return "pass", [(1.0, ("draw", next_turn))]
        if kind == "draw":
            return "chance", self._draw(turn)
        if kind == "offer":
            return self._decide(turn.player, [("roll", *key[1:]), ("draw", turn)], None)
        if kind == "roll":
            return "chance", self._roll(turn, *key[2:])
        options, children = key[2], key[3]
        return self._decide(turn.player, list(children), options)

    def _decide(
        self, player: int, children: list[Key], options: Sequence[Option] | None
    ) -> tuple[str, list[tuple[float, Key]]]:
        policy = self.policies[player]
        if policy is None:
            return "best", [(1.0, child) for child in children]
        picked = 0 if options is None else policy(options)
        return "chance", [(1.0, children[picked])]

    def _draw(self, turn: Turn) -> list[tuple[float, Key]]:
        rules = self.rules
        total = sum(card["count"] for card in rules["cards"])
        edges: list[tuple[float, Key]] = []
        for i, card in enumerate(rules["cards"]):
            played = Played(i, 0, turn.at_risk)
            key: Key = ("roll", turn, played, rules["dice"])
            if card["kind"] == "no_dice":
                is_kept = rules["no_dice_after_fill"] == "keep"
                key = self._stop(turn if is_kept else turn._replace(at_risk=0))
            elif card["kind"] == "vengeance" and turn.own > turn.other:
                key = ("draw", turn)
            elif card["kind"] == "vengeance" and rules["vengeance_optional"]:
                key = ("offer", turn, played, rules["dice"])
            if card["count"] > 0:
                edges.append((card["count"] / total, key))
        return edges

    def _stop(self, turn: Turn) -> Key:
        """Bank and pass the dice, or win."""
        own = turn.own + turn.at_risk
        return WIN if own >= self.rules["goal"] else ("pass", turn._replace(own=own, at_risk=0))

    def _rolls(self, n_dice: int) -> list[tuple[float, list[tuple[int, int]]]]:
        counts: dict[tuple[tuple[int, int], ...], int] = {}
        for dice in product(FACES, repeat=n_dice):
            choices = tuple(sorted(best_choices(dice, self.rules).items()))
            counts[choices] = counts.get(choices, 0) + 1
        return [(count / 6**n_dice, list(choices)) for choices, count in counts.items()]

    def _roll(self, turn: Turn, played: Played, n_dice: int) -> list[tuple[float, Key]]:
        kind = self.rules["cards"][played.card]["kind"]
        takes_all = self.rules["set_aside"] == "all" or (
            kind == "must_bust" and self.rules["must_bust_set_aside"] == "all"
        )
        edges: list[tuple[float, Key]] = []
        for chance, choices in self.rolls[n_dice]:
            if choices:
                offered = choices[-1:] if takes_all else choices
                edges.append((chance, self.options(turn, played, n_dice, offered)))
            else:
                is_safe = kind == "must_bust"
                edges.append((chance, self._stop(turn if is_safe else turn._replace(at_risk=0))))
        return edges

    def options(
        self, turn: Turn, played: Played, n_dice: int, choices: list[tuple[int, int]]
    ) -> Key:
        options: list[Option] = []
        children: list[Key] = []
        for used, points in choices:
            for is_stop in (False, True):
                child = self._follow(turn, played, n_dice - used, points, is_stop)
                if child is not None:
                    at_risk = self._at_risk(turn, played, n_dice - used, points)
                    options.append((points, turn.banked + at_risk, n_dice - used, is_stop))
                    children.append(child)
        return ("choice", turn, tuple(options), tuple(children))

    def _at_risk(self, turn: Turn, played: Played, left: int, points: int) -> int:
        card, at_risk = self.rules["cards"][played.card], turn.at_risk + points
        if left > 0:
            return at_risk
        if card["kind"] == "fill" and self.rules["fill_1000"] == "flat":
            return played.before + int(card["value"])
        if card["kind"] in ("bonus", "fill"):
            return at_risk + int(card["value"])
        if card["kind"] == "double_trouble" and played.fills == 1:
            return at_risk * int(self.rules["double_trouble_multiplier"])
        return at_risk

    def _follow(
        self, turn: Turn, played: Played, left: int, points: int, is_stop: bool
    ) -> Key | None:
        """What comes after a set-aside; None where the card forbids it."""
        rules, card = self.rules, self.rules["cards"][played.card]
        kind = card["kind"]
        at_risk = min(self._at_risk(turn, played, left, points), self.enough)
        after = turn._replace(at_risk=at_risk)
        if left > 0:
            may_stop = kind == "bonus" or (kind == "vengeance" and not rules["vengeance_must_fill"])
            if is_stop:
                return self._stop(after) if may_stop else None
            return ("roll", after, played, left)
        if kind == "must_bust" or (kind == "double_trouble" and played.fills == 0):
            again = played._replace(fills=min(played.fills + 1, 1))
            return None if is_stop else ("roll", after, again, rules["dice"])
        if kind == "vengeance":
            after = self._lose(after, card["value"])
        banks = {"double_trouble": "double_trouble_after", "vengeance": "vengeance_after"}
        if kind in banks and rules[banks[kind]] == "bank":
            own = after.own + at_risk
            if own >= rules["goal"]:
                return WIN
            banked = 0 if self.policies[turn.player] is None else after.banked + at_risk
            after = Turn(turn.player, own, after.other, 0, banked)
        return self._stop(after) if is_stop else ("draw", after)

    def _lose(self, turn: Turn, value: int) -> Turn:
        """Every leader loses; the drawer is never the sole one."""
        most = max(turn.own, turn.other)
        loss = min(value, most - self.rules["score_floor"])
        is_hit = turn.own == most and self.rules["vengeance_tied_drawer"] == "pays"
        own = turn.own - loss if is_hit else turn.own
        return turn._replace(own=own, other=turn.other - loss)
