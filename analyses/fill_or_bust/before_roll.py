"""What to do before a roll: stop, roll the dice in hand, or draw a card."""

from __future__ import annotations

from collections.abc import Iterator

from analyses.fill_or_bust.advice import (
    DRAW,
    Advice,
    AdviceRow,
    Position,
    best_first,
    check_position,
    may_stop,
    roll_words,
)
from analyses.fill_or_bust.turn import TurnSolution, is_flat
from simcore.errors import UsageError

__all__ = ["advice_before_roll"]


def advice_before_roll(solution: TurnSolution, position: Position, dice: int) -> Advice:
    """Every option before a roll with the turn's expected points, best first.

    Parameters
    ----------
    solution : TurnSolution
        From `solve_turn`.
    position : Position
        Without faces. An empty card: one may draw the next card.
    dice : int
        Dice in hand. All of them with a card: it has just been drawn (or its fill does not end
        it), and one must roll, or put away a Vengeance that need not be played.

    Raises
    ------
    UsageError
        A position that cannot be.
    """
    rules = solution.rules
    if not 1 <= dice <= rules.dice:
        raise UsageError(f"dice = {dice}; allowed: 1 to {rules.dice}")
    if position.card == "":
        options = _before_the_card(solution, position, dice)
    else:
        check_position(solution, position)
        if dice < rules.dice and position.at_risk == 0:
            raise UsageError(
                f"at_risk = 0 with {dice} of {rules.dice} dice left; allowed: at least what the "
                "dice set aside score"
            )
        options = list(_under_a_card(solution, position, dice))
    return Advice(rules, position, best_first(options))


def _before_the_card(solution: TurnSolution, position: Position, dice: int) -> list[AdviceRow]:
    """Draw, or stop where there is something to keep."""
    at_risk, step = position.at_risk, solution.values.turn.step
    if dice < solution.rules.dice:
        raise UsageError(
            f"{dice} dice and no card; allowed: with fewer than {solution.rules.dice} dice, the "
            "card that is played (try: --card)"
        )
    if at_risk < 0 or at_risk % step:
        raise UsageError(f"at_risk = {at_risk}; allowed: a multiple of {step}, at least 0")
    worth = solution.values.drawing(at_risk)
    options = [AdviceRow((), DRAW, 0, 0, at_risk, False, worth)]
    if at_risk > 0:
        options.append(AdviceRow((), _stop(at_risk), 0, 0, at_risk, True, float(at_risk)))
    return options


def _under_a_card(solution: TurnSolution, position: Position, dice: int) -> Iterator[AdviceRow]:
    rules, values, at_risk = solution.rules, solution.values, position.at_risk
    index = [card.name for card in rules.cards].index(position.card)
    card = rules.cards[index]
    worth = values.rolling_on(index, position.fills, dice, at_risk)
    if is_flat(rules, card):
        after = position.before_card + card.value
        worth *= max(after, values.drawing(after))
    yield AdviceRow((), roll_words(dice), 0, dice, at_risk, False, worth)
    if dice < rules.dice and may_stop(rules, position, card.kind, dice):
        yield AdviceRow((), _stop(at_risk), 0, dice, at_risk, True, float(at_risk))
    if dice == rules.dice and card.kind == "vengeance" and rules.vengeance_optional:
        again = values.drawing(at_risk)
        yield AdviceRow((), f"put {card.name} away, {DRAW}", 0, 0, at_risk, False, again)


def _stop(at_risk: int) -> str:
    return f"stop with {at_risk:,}"
