"""The referee of Fill or Bust: legal games pass, and each kind of violation is refused by name."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.referees import fill_or_bust_endings, fill_or_bust_examples
from tests.referees.fill_or_bust import RefereeError, check
from tests.referees.fill_or_bust_examples import Example
from tests.referees.fill_or_bust_log import (
    NULL,
    Event,
    bank,
    bust,
    cards,
    discard,
    draw,
    end,
    keep,
    no_dice,
    turn,
)

EXAMPLES = {
    name: value
    for module in (fill_or_bust_examples, fill_or_bust_endings)
    for name, value in vars(module).items()
    if isinstance(value, Example)
}
Mutation = Callable[[list[Event]], object]


def place(log: list[Event], name: str, nth: int) -> int:
    return [index for index, event in enumerate(log) if event["e"] == name][nth]


def change(name: str, nth: int = 0, **fields: Any) -> Mutation:
    return lambda log: log[place(log, name, nth)].update(fields)


def rules(**fields: Any) -> Mutation:
    return lambda log: log[0]["rules"].update(fields)


def forget_rule(name: str) -> Mutation:
    return lambda log: log[0]["rules"].pop(name)


def forget(field: str, name: str, nth: int = 0) -> Mutation:
    return lambda log: log[place(log, name, nth)].pop(field)


def drop(name: str, nth: int = 0) -> Mutation:
    return lambda log: log.pop(place(log, name, nth))


def before(name: str, nth: int, *events: Event) -> Mutation:
    def mutate(log: list[Event]) -> None:
        at = place(log, name, nth)
        log[at:at] = events

    return mutate


def instead(name: str, nth: int, *events: Event) -> Mutation:
    def mutate(log: list[Event]) -> None:
        at = place(log, name, nth)
        log[at : at + 1] = events

    return mutate


def play_on(log: list[Event]) -> None:
    """Start another turn where the game should end."""
    log[-1:] = [turn(1, len(log)), draw("no_dice", 0), no_dice(0)]


# (legal game, what is changed, what the refusal must say)
MUTATIONS: list[tuple[str, Mutation, str]] = [
    # the game event
    ("BONUS_NEEDS_FILL", forget_rule("set_aside"), "missing field 'set_aside'"),
    ("BONUS_NEEDS_FILL", forget_rule("score_floor"), "missing field 'score_floor'"),
    ("BONUS_NEEDS_FILL", forget_rule("singles"), "missing field 'singles'"),
    ("BONUS_NEEDS_FILL", rules(end="soon"), "end is 'soon', must be one of"),
    ("BONUS_NEEDS_FILL", rules(vengeance_optional=0), "vengeance_optional is 0, must be one of"),
    ("BONUS_NEEDS_FILL", rules(vengeance_leader="after"), "vengeance_leader is 'after'"),
    ("BONUS_NEEDS_FILL", rules(dice=7), "dice is 7, must be a whole number from 1 to 6"),
    ("BONUS_NEEDS_FILL", rules(goal="6000"), "goal is '6000', must be a whole number"),
    ("BONUS_NEEDS_FILL", rules(score_floor=None), "score_floor is None"),
    ("BONUS_NEEDS_FILL", rules(triples={"7": 10}), "triples: no face '7'"),
    ("BONUS_NEEDS_FILL", rules(cards=cards(no_dice=8)), "a deck of only No Dice"),
    ("BONUS_NEEDS_FILL", rules(cards=cards(vengeance=4)), "a deck of only Vengeance"),
    ("BONUS_NEEDS_FILL", rules(cards=cards(bonus300=0)), "the deck is empty"),
    ("BONUS_NEEDS_FILL", rules(cards=2 * cards(bonus300=6)), "two cards share a name"),
    ("BONUS_NEEDS_FILL", change("game", seats=7), "seats is 7"),
    ("BONUS_NEEDS_FILL", change("game", first=1), "first is 1, must be 0"),
    ("BONUS_NEEDS_FILL", change("game", scores=[0, 5]), "scores is [0, 5], must be [0, 0]"),
    ("BONUS_NEEDS_FILL", drop("game"), "e is 'turn', must be 'game'"),
    ("BONUS_NEEDS_FILL", rules(cards=54), "cards must be a list"),
    ("BONUS_NEEDS_FILL", rules(cards=[54]), "card 54 must be a table"),
    ("BONUS_NEEDS_FILL", rules(cards=[{"name": "x", "kind": "joker"}]), "unknown kind 'joker'"),
    ("BONUS_NEEDS_FILL", rules(cards=cards(bonus300=-1)), "count is -1"),
    ("BONUS_NEEDS_FILL", rules(singles=[100, 50]), "singles must be a table"),
    ("BONUS_NEEDS_FILL", change("game", rules=None), "rules must be a table"),
    # turns
    ("BONUS_NEEDS_FILL", change("turn", 1, seat=0), "seat is 0, must be 1"),
    ("BONUS_NEEDS_FILL", change("turn", 1, number=3), "number is 3, must be 2"),
    ("BONUS_NEEDS_FILL", forget("number", "turn"), "missing field 'number'"),
    ("BONUS_NEEDS_FILL", drop("draw"), "found 'roll', expected draw (\"having drawn"),
    ("BONUS_NEEDS_FILL", change("roll", e="shake"), "found 'shake'"),
    # the deck
    ("BONUS_NEEDS_FILL", change("draw", card="bonus600"), "card 'bonus600' is not in the deck"),
    ("BONUS_NEEDS_FILL", change("draw", left=54), "left is 54, must be 53"),
    ("BONUS_NEEDS_FILL", change("draw", 1, reshuffled=True), "reshuffled is True, must be False"),
    ("RESHUFFLE", change("draw", 3, reshuffled=False), "reshuffled is False, must be True"),
    ("RESHUFFLE", change("draw", 3, left=1), "left is 1, must be 2"),
    ("RESHUFFLE", change("draw", 1, card="bonus300"), "no bonus300 is left in the deck"),
    ("INDEPENDENT_DECK", change("draw", left=1), "left is 1, must be 2"),
    ("INDEPENDENT_DECK", rules(deck="one"), "left is 2, must be 1"),
    # discarding Vengeance
    ("VENGEANCE_HITS_LEADER", drop("discard"), "expected discard (a sole leader must discard"),
    ("VENGEANCE_HITS_LEADER", change("discard", why="chosen"), "must be 'sole_leader'"),
    ("VENGEANCE_OPTIONAL", change("discard", why="sole_leader"), "must be 'chosen'"),
    ("VENGEANCE_OPTIONAL", rules(vengeance_optional=False), "not the sole leader plays Vengeance"),
    ("VENGEANCE_OPTIONAL", drop("draw", 1), "expected draw (another card is drawn after a"),
    ("BONUS_NEEDS_FILL", before("roll", 0, discard("chosen")), "found 'discard', expected roll"),
    ("SOLITAIRE", instead("discard", 0, NULL), "a sole leader must discard Vengeance"),
    # No Dice
    ("NO_DICE_LOSES", change("no_dice", lost=0), "lost is 0, must be 1800"),
    ("NO_DICE_KEEPS", change("no_dice", 1, lost=1800), "lost is 1800, must be 0"),
    ("NO_DICE_KEEPS", rules(no_dice_after_fill="lose"), "lost is 0, must be 1800"),
    ("NO_DICE_KEEPS", before("turn", 1, bank(0, [0, 0])), "found 'bank', expected turn"),
    ("NO_DICE_LOSES", instead("no_dice", 0, NULL), "expected no_dice (No Dice ends the turn"),
    # rolls
    ("BUST_LOSES_ALL_AT_RISK", change("roll", 3, dice=[1] * 6), "6 dice rolled, must be 5"),
    ("BUST_LOSES_ALL_AT_RISK", change("roll", 1, dice=[2, 3]), "2 dice rolled, must be 6"),
    ("BUST_LOSES_ALL_AT_RISK", change("roll", dice=[1, 2, 3, 4, 5, 7]), "no die shows 7"),
    ("BUST_LOSES_ALL_AT_RISK", change("roll", dice=123456), "dice are 123456, must be a list"),
    ("BUST_LOSES_ALL_AT_RISK", instead("bust", 0, keep(1, 50, "stop")), "nothing in the roll"),
    ("BONUS_NEEDS_FILL", instead("keep", 0, bust(0)), "expected keep (the roll scores)"),
    # setting aside
    ("BONUS_NEEDS_FILL", change("keep", points=1000), "points is 1000, must be 200"),
    ("BUST_LOSES_ALL_AT_RISK", change("keep", 1, points=100), "points is 100, must be 50"),
    ("BONUS_NEEDS_FILL", change("keep", used=4), "4 dice of this roll cannot all score"),
    ("BONUS_NEEDS_FILL", rules(set_aside="all"), "all 3 scoring dice must be set aside"),
    ("SET_ALL_ASIDE", change("keep", used=1, points=100), "all 2 scoring dice must be set aside"),
    ("MUST_BUST", rules(must_bust_set_aside="all"), "all 2 scoring dice must be set aside"),
    ("BONUS_NEEDS_FILL", rules(straight=0, singles={}), "2 dice of this roll cannot all score"),
    # stopping
    ("BONUS_NEEDS_FILL", change("keep", then="rest"), "then is 'rest', must be 'stop' or 'roll'"),
    ("FILL_1000_ADDS", change("keep", then="stop"), "fill1000 does not let the seat stop"),
    ("MUST_BUST", change("keep", 2, then="stop"), "must_bust does not let the seat stop"),
    ("MUST_BUST", change("keep", 1, then="stop"), "must_bust does not let the seat stop"),
    ("DOUBLE_TROUBLE", change("keep", then="stop"), "double_trouble does not let the seat stop"),
    ("VENGEANCE_STOP_BEFORE_FILL", rules(vengeance_must_fill=True), "vengeance does not let"),
    ("BONUS_NEEDS_FILL", change("keep", then="roll"), "found 'bank', expected roll"),
    ("BUST_LOSES_ALL_AT_RISK", change("keep", 1, then="stop"), "expected bank (the seat stops)"),
    # fills
    ("BONUS_NEEDS_FILL", drop("fill"), "expected fill (all dice have scored)"),
    ("BONUS_NEEDS_FILL", change("fill", fills=2), "fills is 2, must be 1"),
    ("BONUS_NEEDS_FILL", change("fill", bonus=300), "bonus is 300, must be 400"),
    ("BONUS_NEEDS_FILL", change("fill", at_risk=650), "at_risk is 650, must be 1050"),
    ("BONUS_NEEDS_FILL", before("bank", 0, EXAMPLES["BONUS_NEEDS_FILL"].log[9]), "expected bank"),
    ("DOUBLE_TROUBLE", change("fill", complete=True), "complete is True, must be False"),
    ("DOUBLE_TROUBLE", rules(double_trouble_multiplier=2), "at_risk is 3000, must be 6000"),
    ("DOUBLE_TROUBLE_BANKS", change("fill", 2, at_risk=7800), "at_risk is 7800, must be 9600"),
    ("FILL_1000_ADDS", rules(fill_1000="flat"), "at_risk is 2200, must be 1000"),
    ("FILL_1000_FLAT", change("fill", 1, at_risk=1000), "at_risk is 1000, must be 2800"),
    ("MUST_BUST", before("roll", 3, draw("bonus300", 50)), "goes on with six dice and no new card"),
    ("DOUBLE_TROUBLE", before("roll", 1, draw("bonus300", 52)), "goes on with six dice"),
    ("BUST_LOSES_ALL_AT_RISK", drop("draw", 1), "expected draw (after a fill 'roll' means a new"),
    # Vengeance
    ("VENGEANCE_HITS_LEADER", drop("vengeance"), "expected vengeance (a fill under Vengeance)"),
    ("VENGEANCE_HITS_LEADER", change("vengeance", losses=[2500, 0]), "must be [100, 0]"),
    ("VENGEANCE_HITS_LEADER", rules(score_floor=-2000), "must be [2100, 0]"),
    ("VENGEANCE_HITS_LEADER", change("vengeance", leaders=[1]), "leaders is [1], must be [0]"),
    ("TIED_DRAWER_PAYS", change("vengeance", losses=[0, 100]), "must be [100, 100]"),
    ("TIED_DRAWER_EXEMPT", change("vengeance", losses=[100, 100]), "must be [0, 100]"),
    ("TIED_DRAWER_EXEMPT", drop("bank", 2), "expected bank (vengeance banks at once)"),
    ("VENGEANCE_AT_NOTHING", rules(vengeance_after="bank"), "expected bank (vengeance banks at"),
    # banking and busting
    ("BONUS_NEEDS_FILL", drop("bank"), "expected bank (the seat stops)"),
    ("BONUS_NEEDS_FILL", change("bank", points=100), "points is 100, must be 200"),
    ("BONUS_NEEDS_FILL", change("bank", scores=[0, 200]), "scores is [0, 200], must be [200, 0]"),
    ("BUST_LOSES_ALL_AT_RISK", change("bust", lost=0), "lost is 0, must be 1800"),
    ("DOUBLE_TROUBLE_BANKS", change("bust", lost=9600), "lost is 9600, must be 0"),
    ("DOUBLE_TROUBLE_BANKS", rules(double_trouble_after="risk"), "found 'bank', expected draw"),
    ("MUST_BUST", change("bust", lost=100), "lost is 100, must be 0"),
    ("MUST_BUST", drop("bank"), "under Must Bust everything counts at the bust"),
    # the end
    ("BONUS_NEEDS_FILL", rules(goal=1051), "found 'end', expected turn"),
    ("BONUS_NEEDS_FILL", rules(goal=200), "expected end (the goal is reached)"),
    ("BONUS_NEEDS_FILL", play_on, "expected end (the goal is reached)"),
    ("TIED_DRAWER_EXEMPT", before("end", 0, draw("bonus300", 50)), "expected end (the goal is"),
    ("FINISH_ROUND", rules(end="at_once"), "found 'turn', expected end (the goal is reached)"),
    ("FINISH_ROUND", rules(goal=650), "found 'turn', expected end (the goal is reached)"),
    ("FINISH_ROUND", rules(end="show_down", goal=650), "expected end (the goal is reached)"),
    ("SHOW_DOWN", rules(end="finish_round", goal=2651), "found 'end', expected turn"),
    ("SHOW_DOWN", rules(goal=650), "found 'turn', expected end (the goal is reached)"),
    ("CAPPED", rules(turn_cap=3), "found 'end', expected turn"),
    ("CAPPED", rules(turn_cap=1), "expected end (the cap on turns is reached)"),
    ("CAPPED", change("end", winners=[1]), "winners is [1], must be []"),
    ("TIE_SHARED", change("end", winners=[0]), "winners is [0], must be [0, 1]"),
    ("BONUS_NEEDS_FILL", change("end", scores=[0, 1050]), "scores is [0, 1050]"),
    ("BONUS_NEEDS_FILL", change("end", turns=1), "turns is 1, must be 2"),
    ("BONUS_NEEDS_FILL", drop("end"), "the log breaks off: expected end"),
    ("BONUS_NEEDS_FILL", lambda log: log.append(end([1], [200, 1050], 2)), "the game is over"),
]


def document_of(log: list[Event]) -> dict[str, Any]:
    """A document as a reader of the file gets it."""
    return dict(json.loads(json.dumps({"fillsim": {"version": "0"}, "log": log})))


@pytest.mark.parametrize("name", EXAMPLES)
def test_legal_game_passes(name: str) -> None:
    tally = check(document_of(EXAMPLES[name].log))
    wanted = EXAMPLES[name].tally
    assert {key: getattr(tally, key) for key in wanted} == wanted
    assert list(tally.scores) == EXAMPLES[name].log[-1]["scores"]
    assert sum(tally.turns) == tally.n_turns


@pytest.mark.parametrize(("name", "mutate", "message"), MUTATIONS)
def test_violation_is_refused_by_name(name: str, mutate: Mutation, message: str) -> None:
    log = deepcopy(EXAMPLES[name].log)
    mutate(log)
    with pytest.raises(RefereeError) as refusal:
        check(document_of(log))
    assert message in refusal.value.message


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_event_may_be_missing_or_repeated(name: str) -> None:
    log = EXAMPLES[name].log
    for index, event in enumerate(log):
        for other in ([*log[:index], *log[index + 1 :]], [*log[:index], event, *log[index:]]):
            with pytest.raises(RefereeError):
                check(document_of(other))


def other_values(value: Any) -> list[Any]:
    """The same field, a little wrong; dice and rules may be legal in many ways and are left."""
    if isinstance(value, bool):
        return [not value, int(value)]
    if isinstance(value, int):
        return [value + 1, value - 1, float(value), str(value)]
    if isinstance(value, list):
        return [[*value, 0], value[:-1] if value else None, [each + 1 for each in value] or None]
    return [None, f"{value}x"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_field_is_checked(name: str) -> None:
    log = EXAMPLES[name].log
    for index, event in enumerate(log):
        for field in event.keys() - {"dice", "rules"}:
            for value in other_values(event[field]):
                wrong = deepcopy(log)
                wrong[index][field] = value
                with pytest.raises(RefereeError) as refusal:
                    check(document_of(wrong))
                assert refusal.value.event_index == index, (field, value)


@pytest.mark.parametrize("document", [{}, {"log": []}, {"log": [3]}, {"log": "game"}])
def test_what_is_no_replay_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(RefereeError):
        check(document)


def test_keys_beyond_the_documented_are_allowed() -> None:
    """REPLAY.md: "Keys beyond these are allowed.\""""
    log = [event | {"note": "x"} for event in EXAMPLES["SHOW_DOWN"].log]
    assert check(document_of(log)).winners == (2,)


def test_the_cap_on_turns_has_a_default() -> None:
    log = deepcopy(EXAMPLES["SHOW_DOWN"].log)
    del log[0]["rules"]["turn_cap"]
    assert not check(document_of(log)).capped


def test_the_suite_is_as_large_as_we_know() -> None:
    assert len(EXAMPLES) >= 26
    assert len(MUTATIONS) >= 100
    assert {name for name, _, _ in MUTATIONS} <= EXAMPLES.keys()
