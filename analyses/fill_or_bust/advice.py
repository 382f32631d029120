"""What should I do? Every option of one position in a turn with its expected points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from analyses.fill_or_bust.turn import TurnSolution, is_flat
from simcore.errors import UsageError, unknown_name
from simcore.fill_or_bust.rules import Rules
from simcore.fill_or_bust.scoring import build_scoring

__all__ = ["Advice", "AdviceRow", "Position", "advice", "best_first", "check_position", "may_stop"]

FACES = 6

DRAW = "draw a new card"


@dataclass(frozen=True)
class Position:
    """A roll that must be answered, or what goes before a roll.

    Attributes
    ----------
    card : str
        Name of the card that is played; empty before a card is drawn.
    faces : tuple of int
        The dice just rolled; empty before a roll.
    at_risk : int
        Points at risk before this roll, those under earlier cards included.
    fills : int
        Fills made under this card so far.
    before_card : int
        Points at risk when the card was drawn; they count only where `fill_1000` is 'flat'.
    """

    card: str
    faces: tuple[int, ...] = ()
    at_risk: int = 0
    fills: int = 0
    before_card: int = 0


@dataclass(frozen=True)
class AdviceRow:
    """One option: the dice to keep, what it does, and what the turn is worth then.

    `action` says what it does in words. `at_risk` includes this set-aside and the card's bonus or
    multiplier if it makes a fill; `expected_points` counts what the turn still adds to points
    already banked.
    """

    kept: tuple[int, ...]
    action: str
    points: int
    dice_left: int
    at_risk: int
    is_stop: bool
    expected_points: float

    @property
    def words(self) -> str:
        """The option as one would say it."""
        return (
            f"keep {' '.join(map(str, self.kept))} and {self.action}" if self.kept else self.action
        )


@dataclass(frozen=True)
class Advice:
    """Result of `advice` and `advice_before_roll`: the options of a position, best first."""

    rules: Rules
    position: Position
    options: tuple[AdviceRow, ...]

    def to_frame(self) -> pd.DataFrame:
        """One row per option, best first."""
        best = self.options[0].expected_points
        return pd.DataFrame(
            [
                {
                    "kept": " ".join(map(str, option.kept)),
                    "action": option.action,
                    "points": option.points,
                    "dice_left": option.dice_left,
                    "at_risk": option.at_risk,
                    "is_stop": option.is_stop,
                    "expected_points": option.expected_points,
                    "best_diff": option.expected_points - best,
                }
                for option in self.options
            ]
        )

    def summary(self) -> str:
        """The best option in words, and what the next best one costs."""
        best = self.options[0]
        text = f"{_capital(best.words)}: {best.expected_points:.1f} points expected."
        if len(self.options) > 1:
            second = self.options[1]
            cost = best.expected_points - second.expected_points
            text += f" Next best, {cost:.1f} points worse: {second.words}."
        return f"{text} Exact for points per turn under {self.rules.name}."


def advice(solution: TurnSolution, position: Position) -> Advice:
    """Every option of a position with the turn's expected points, best first.

    Parameters
    ----------
    solution : TurnSolution
        From `solve_turn`.
    position : Position
        The card, the roll and the points at risk.

    Raises
    ------
    UsageError
        An unknown card, faces that no die shows, more dice than there are, points at risk that
        cannot occur, or a roll in which nothing scores.
    """
    check_position(solution, position)
    faces = position.faces
    if not 1 <= len(faces) <= solution.rules.dice or not all(1 <= face <= FACES for face in faces):
        raise UsageError(
            f"faces = {list(faces)}; allowed: 1 to {solution.rules.dice} faces from 1 to 6"
        )
    options = list(_options(solution, position))
    if not options:
        roll = " ".join(map(str, faces))
        raise UsageError(f"the roll {roll} scores nothing: a bust leaves nothing to decide")
    return Advice(solution.rules, position, best_first(options))


def best_first(options: list[AdviceRow]) -> tuple[AdviceRow, ...]:
    """Of equals, more dice kept and stopping come first, as in the strategy `optimal_turn`."""
    return tuple(
        sorted(
            options, key=lambda row: (-round(row.expected_points, 9), row.dice_left, -row.is_stop)
        )
    )


def check_position(solution: TurnSolution, position: Position) -> None:
    """Refuse a card or points that cannot be."""
    rules, step = solution.rules, solution.values.turn.step
    names = [card.name for card in rules.cards]
    if position.card not in names:
        raise unknown_name("card", position.card, names)
    if rules.cards[names.index(position.card)].kind == "no_dice":
        raise UsageError(f"card '{position.card}' ends the turn; allowed: a card one rolls under")
    for name in ("at_risk", "before_card"):
        points = getattr(position, name)
        if points < 0 or points % step:
            raise UsageError(f"{name} = {points}; allowed: a multiple of {step}, at least 0")
    if position.fills < 0:
        raise UsageError(f"fills = {position.fills}; allowed: at least 0")


def _options(solution: TurnSolution, position: Position) -> Iterator[AdviceRow]:
    rules, values = solution.rules, solution.values
    index = [card.name for card in rules.cards].index(position.card)
    card = rules.cards[index]
    for used, points in _choices(rules, position.faces, card.kind).items():
        left = len(position.faces) - used
        kept = _kept(rules, position.faces, used, points)
        at_risk = position.at_risk + points
        if left == 0:
            at_risk = _after_fill(rules, position, points)
        worth = values.rolling_on(index, position.fills, left, at_risk)
        if is_flat(rules, card) and left > 0:
            after = position.before_card + card.value
            worth *= max(after, values.drawing(after))
        yield AdviceRow(kept, _action(rules, position, left), points, left, at_risk, False, worth)
        if may_stop(rules, position, card.kind, left):
            stop = f"stop with {at_risk:,}"
            yield AdviceRow(kept, stop, points, left, at_risk, True, float(at_risk))


def _action(rules: Rules, position: Position, left: int) -> str:
    """Rolling on in words."""
    if left > 0:
        return roll_words(left)
    kind = next(card.kind for card in rules.cards if card.name == position.card)
    is_same_card = kind == "must_bust" or (kind == "double_trouble" and position.fills == 0)
    return f"{roll_words(rules.dice)} again" if is_same_card else DRAW


def roll_words(dice: int) -> str:
    """Rolling so many dice, in words."""
    return f"roll {dice} {'die' if dice == 1 else 'dice'}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _choices(rules: Rules, faces: Sequence[int], kind: str) -> dict[int, int]:
    """Points by number of dice that may be set aside of a roll under a card of some kind."""
    scoring = build_scoring(rules)
    outcome = sum((face - 1) * FACES**die for die, face in enumerate(faces))
    chosen = int(scoring["choice_set"][int(scoring["start"][len(faces)]) + outcome])
    words = scoring["choices"][chosen, : scoring["n_choices"][chosen]].tolist()
    choices = {-left: points for points, _, left, _ in words}
    must_take_all = rules.must_bust_set_aside if kind == "must_bust" else rules.set_aside
    return dict(list(choices.items())[-1:]) if must_take_all == "all" else choices


def _kept(rules: Rules, faces: Sequence[int], used: int, points: int) -> tuple[int, ...]:
    """The dice of a roll that score these points."""
    for kept in combinations(sorted(faces), used):
        if _choices(rules, kept, "").get(used) == points:
            return kept
    raise AssertionError(f"no {used} of {faces} score {points}")


def _after_fill(rules: Rules, position: Position, points: int) -> int:
    """Points at risk after a fill whose last set-aside scores `points`."""
    card = next(c for c in rules.cards if c.name == position.card)
    at_risk = position.at_risk + points
    if is_flat(rules, card):
        return position.before_card + card.value
    if card.kind in ("bonus", "fill"):
        return at_risk + card.value
    if card.kind == "double_trouble" and position.fills > 0:
        return at_risk * rules.double_trouble_multiplier
    return at_risk


def may_stop(rules: Rules, position: Position, kind: str, left: int) -> bool:
    """Whether one may stop after this set-aside."""
    if left > 0:
        return kind == "bonus" or (kind == "vengeance" and not rules.vengeance_must_fill)
    return kind != "must_bust" and (kind != "double_trouble" or position.fills > 0)
