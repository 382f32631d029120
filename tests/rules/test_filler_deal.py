"""The deal of Filler: what stays in step, who gets which chefs, what is refused."""

from __future__ import annotations

import dataclasses
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

from simcore import engine
from simcore.errors import UsageError
from simcore.filler.components import Personality
from simcore.filler.rules import Rules, load_rules, with_components
from simcore.jit import is_interpreted
from simcore.match import Match
from strategies.registry import player
from tests.rules.filler_bench import (
    CHEFS,
    GAME,
    LEFTMOST,
    chef,
    components,
    play_script,
    recipe,
    rules_of,
)

N_DEALS = 40 if is_interpreted() else 600
SHIPPED = load_rules("rulebook")


def match_of(n_seats: int, rules: Rules = SHIPPED, **how: Any) -> Match:
    players = tuple(player(GAME, rules, "random") for _ in range(n_seats))
    return Match(GAME, rules, players, **({"seed": 1} | how))


def setup_of(match: Match, block: int, rotation: int = 0) -> dict[str, Any]:
    setup: dict[str, Any] = engine.replay(match, block, rotation)["setup"]
    return setup


def test_all_rotations_of_a_block_have_one_deck() -> None:
    for how in ("strategies", "luck"):
        match = match_of(3, rotation=how)
        decks = [setup_of(match, 4, k)["deck"] for k in range(3)]
        assert decks[0] == decks[1] == decks[2]
        assert len(set(decks[0])) == 30
    assert decks[0] != setup_of(match, 5)["deck"]


def test_rotating_the_luck_moves_the_chef_sets() -> None:
    match = match_of(3, rotation="luck")
    chefs = [setup_of(match, 4, k)["chefs"] for k in range(3)]
    for k in range(3):
        assert chefs[k] == chefs[0][k:] + chefs[0][:k]
    fixed = match_of(3, rotation="strategies")
    assert setup_of(fixed, 4, 0)["chefs"] == setup_of(fixed, 4, 2)["chefs"] == chefs[0]


def test_a_deck_that_differs_by_a_card_stays_in_step() -> None:
    """The other cards keep their order; so they do without the advanced ones."""
    box = SHIPPED.components
    swapped = dataclasses.replace(box, recipes=(recipe("another"), *box.recipes[1:]))
    with_ten = dataclasses.replace(SHIPPED, advanced=True)
    first = [setup_of(match_of(2), b)["deck"] for b in range(20)]
    for other in (match_of(2, with_components(SHIPPED, swapped)), match_of(2, with_ten)):
        for block, deck in enumerate(first):
            changed = setup_of(other, block)["deck"]
            common = [card for card in changed if card in deck]
            assert common == [card for card in deck if card in changed]
            assert len(common) >= 12


def test_every_card_is_dealt_equally_often_at_every_place() -> None:
    """20 of 50 cards: counts by card on top, and chi-square over all cards dealt."""
    tops: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    match = match_of(2, rotation="none")
    for block in range(N_DEALS):
        deck = setup_of(match, block)["deck"]
        tops[deck[0]] += 1
        dealt.update(deck)
    ids = [r.id for r in SHIPPED.components.recipe_deck(False)]
    for counts, p in ((tops, 1 / 50), (dealt, 20 / 50)):
        se = (N_DEALS * p * (1 - p)) ** 0.5
        assert set(counts) <= set(ids)
        assert max(abs(counts[card] - N_DEALS * p) for card in ids) < 4.5 * se


def test_chef_sets_are_dealt_evenly() -> None:
    counts = np.zeros((2, 6))
    rows = engine.play_outcomes(match_of(2, rotation="none"), 0, N_DEALS)
    for seat in range(2):
        counts[seat] = np.bincount(rows["chef_set"][:, 0, seat], minlength=6)
    assert (rows["chef_set"][:, 0, 0] != rows["chef_set"][:, 0, 1]).all()
    se = (N_DEALS * (1 / 6) * (5 / 6)) ** 0.5
    assert np.abs(counts - N_DEALS / 6).max() < 4 * se


def test_chosen_chef_sets_sit_where_they_are_told() -> None:
    rules = load_rules("rulebook", ["chefs=pink+green"])
    assert [cards[0].split("/")[0] for cards in setup_of(match_of(2, rules), 0)["chefs"]] == [
        "pink",
        "green",
    ]
    assert [cards[0].split("/")[0] for cards in setup_of(match_of(1, rules), 0)["chefs"]] == [
        "pink"
    ]
    assert engine.replay(match_of(1, rules), 0, 0)["solo"]["chef_deck"][0].startswith("green/")


def test_six_players_always_use_the_advanced_deck() -> None:
    """ "unless everyone has played before, or you have 6 players"."""
    assert engine.replay(match_of(6), 0, 0)["advanced"] is True
    assert len(setup_of(match_of(6), 0)["deck"]) == 60
    assert engine.replay(match_of(5), 0, 0)["advanced"] is False
    advanced = {r.id for r in SHIPPED.components.recipes if r.deck == "advanced"}
    assert not advanced & set(setup_of(match_of(5), 0)["deck"])


def test_a_deck_too_small_is_refused_before_any_game() -> None:
    rules = with_components(SHIPPED, components([], n_recipes=29))
    engine.replay(match_of(2, rules), 0, 0)
    with pytest.raises(UsageError, match="29 standard recipes for 3 players"):
        engine.play_outcomes(match_of(3, rules), 0, 1)


@pytest.mark.parametrize(
    ("box", "message"),
    [
        (components([], n_recipes=88), "88 recipes and 9 chef cards; allowed: at most 96"),
        (
            components([recipe("a", requires="+".join(["any"] * 9))]),
            "recipe 'a' has 9 requirements; allowed: at most 8",
        ),
        (
            components([recipe(f"e{i}", "", ability="arrive_early") for i in range(9)]),
            "9 arrive early recipes; allowed: at most 8",
        ),
        (
            components([recipe(f"r{i}", gives="+".join(["vanilla"] * 8)) for i in range(20)]),
            "163 of them vanilla; allowed: at most 255, and 127 of one kind",
        ),
        (
            components([], [Personality("Long", ("random",) * 17, {})]),
            "personality 'Long' has 17 picks; allowed: at most 16",
        ),
        (
            dataclasses.replace(components([]), common=tuple("abcdefgh")),
            "10 fillings; allowed: at most 8",
        ),
    ],
)
def test_what_does_not_fit_is_refused(box: Any, message: str) -> None:
    with pytest.raises(UsageError) as error:
        engine.play_outcomes(match_of(2, rules_of(box)), 0, 1)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("advanced=1", "advanced = 1; allowed: true | false"),
        ("day_cap=0", "day_cap = 0; allowed: a whole number from 1 to 1000"),
        ("chefs=pink+pnik", "unknown chef set 'pnik'; did you mean 'pink'?"),
        ("chefs=pink+pink", "each set once, not 'pink' again"),
        ("personality=The Rivl", "unknown personality 'The Rivl'; did you mean 'The Rival'?"),
        ("personality_picks=leftmost+best", "personality_picks = 'best'; allowed: most_points |"),
        ("components=", "expected FIELD=VALUE"),
        ("components=3", "components = 3; allowed: a text"),
        ("days=3", "unknown rules field 'days'"),
    ],
)
def test_wrong_rules(change: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        load_rules("rulebook", [change])
    assert message in str(error.value)


def test_too_few_chosen_chef_sets() -> None:
    rules = load_rules("rulebook", ["chefs=pink"])
    for n_seats in (1, 2):
        with pytest.raises(UsageError, match="at least 2 sets"):
            engine.play_outcomes(match_of(n_seats, rules), 0, 1)


def test_other_components_must_have_what_the_rules_name() -> None:
    rules = load_rules("rulebook", ['personality="The Rival"'])
    with pytest.raises(UsageError, match="unknown personality 'The Rival'"):
        with_components(rules, components([]))
    assert with_components(SHIPPED, components([])).chef == LEFTMOST


def test_rules_travel_and_read_back() -> None:
    rules = load_rules("rulebook", ["personality=The Rival", "personality_picks=rightmost"])
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)
    assert rules.chef.picks == ("rightmost",)
    assert rules.chef.rules == {"discards_book_card": True}
    off = load_rules("rulebook", ["personality=The Rival", "personality_rules=false"])
    assert (off.chef.picks[0], off.chef.rules) == ("most_wanted", {})
    assert off.to_dict()["personality"] == "The Rival"


def test_worker_processes_play_generated_cards() -> None:
    match = match_of(2, with_components(SHIPPED, components([recipe("a", "6:00")])))
    one = engine.run(match, 6).summary
    many = engine.run(match, 6, workers=2, backend="processes", chunk_blocks=3).summary
    assert (one.total == many.total).all()
    assert one.sum("0/game.claims_total") > 0


def test_a_designers_equal_times_are_played() -> None:
    chefs = [chef(card.set, card.name, "6:00", "+".join(card.gives)) for card in CHEFS]
    document, _ = play_script(components([], chefs=chefs), [[], []], "day_cap=4")
    assert [day["order"] for day in document["days"]] == [[0, 1], [1, 0], [0, 1], [1, 0]]
