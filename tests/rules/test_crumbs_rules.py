"""Rules of Crumbs! as data, stacks against the referee's own reading, and the deal."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from simcore.crumbs import GAME
from simcore.crumbs.components import BREADS, FILLINGS, N_FILLINGS, Sandwich
from simcore.crumbs.generator import generate_deck, solo_queues
from simcore.crumbs.orders_file import load_deck
from simcore.crumbs.stacks import build_stacks, fits
from simcore.engine import play_outcomes
from simcore.errors import UsageError
from simcore.match import Match
from strategies.registry import player
from tests.referees import crumbs_stacks

REFUSED = [
    ("quirks=1", "quirks = 1; allowed: true | false"),
    ("actions=0", "actions = 0; allowed: a whole number from 1 to 12"),
    ("orders=7", "orders = 7; allowed: 'reconstructed' or a TOML file"),
    ("queue=ham-1", "allowed: 0, 3 or 4 order ids"),
    ("queue=ham-1+ham-2+ham-9", "unknown order 'ham-9'; did you mean"),
    ("queue=ham-1+ham-1+egg-2", "each order once, not 'ham-1' again"),
    ("queue=ham-1+ham-2+ham-3", "at most two orders of ham: three leave none"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED)
def test_wrong_rules_are_refused(change: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        GAME.load_rules("rulebook", [change])
    assert message in str(caught.value)


def test_a_queue_must_suit_the_number_of_players() -> None:
    rules = GAME.load_rules("rulebook", ["queue=ham-1+ham-2+egg-2"])
    with pytest.raises(UsageError, match="allowed: 4 orders for 2 player"):
        rules.check_seats(2)
    rules.check_seats(1)


# (stack from the bottom, form, layers, top, toasted, exact order, (begins, equals))
# "w", "b", "s": breads, capital when toasted; "h", "c": ham, cheese.
READINGS = [
    ("w", "normal", ["h"], "brown", True, False, (True, False)),
    ("W", "normal", ["h"], "brown", False, False, (True, False)),  # other slices are free
    ("whb", "normal", ["h"], "brown", True, False, (True, False)),  # still to be toasted
    ("whB", "normal", ["h"], "brown", True, False, (True, True)),
    ("whB", "normal", ["h"], "brown", False, False, (False, False)),
    ("wh", "normal", ["c"], "white", False, False, (False, False)),
    ("whw", "normal", ["hc"], "white", False, False, (False, False)),  # a filling is missing
    ("wch", "normal", ["hc"], "white", False, False, (True, False)),  # any order in a layer
    ("wch", "normal", ["hc"], "white", False, True, (False, False)),  # Particular Patron
    ("wh", "open", ["hc"], "white", True, False, (False, False)),  # covered before toasting
    ("Wh", "open", ["hc"], "white", True, False, (True, False)),
    ("Wch", "open", ["hc"], "white", True, False, (True, True)),
    ("b", "open", ["h"], "white", False, False, (False, False)),
    ("wcw", "triple", ["h", "c"], "white", False, False, (False, False)),  # layers are fixed
    ("whS", "triple", ["h", "c"], "white", False, False, (True, False)),
    ("whScw", "triple", ["h", "c"], "white", False, False, (True, True)),
]
CARDS = {"w": 6, "b": 7, "s": 8, "W": 9, "B": 10, "S": 11, "h": 3, "c": 1}
NAMES = {"h": "ham", "c": "cheese"}


@pytest.mark.parametrize(
    ("stack", "form", "layers", "top", "toasted", "exact", "expected"), READINGS
)
def test_stacks_read_by_hand(
    stack: str,
    form: str,
    layers: list[str],
    top: str,
    toasted: bool,
    exact: bool,
    expected: tuple[bool, bool],
) -> None:
    named = tuple(tuple(NAMES[c] for c in layer) for layer in layers)
    sandwich = Sandwich(form, named, top, toasted)
    assert fits([CARDS[c] for c in stack], sandwich, exact) == expected


@pytest.mark.parametrize("has_quirks", [False, True])
def test_every_stack_of_the_deck_is_as_the_referee_reads_it(has_quirks: bool) -> None:
    deck = load_deck()
    wanted = [
        crumbs_stacks.sandwich_of(vars(s), has_quirks and order.quirk == "patron")
        for order in deck.orders
        for s in order.sandwiches
    ]
    bits = [3 * i + k for i, order in enumerate(deck.orders) for k in range(len(order.sandwiches))]
    table = build_stacks(deck, has_quirks)
    kinds = (*FILLINGS, *BREADS)
    found: dict[int, crumbs_stacks.Stack] = {0: ()}
    todo = [0]
    while todo:
        stack = todo.pop()
        for step, after in enumerate(table["after"][stack].tolist()):
            cards = found[stack]
            if step < len(kinds):
                longer = (*cards, (kinds[step], False))
            elif cards and cards[-1][0] in BREADS and not cards[-1][1]:
                longer = (*cards[:-1], (cards[-1][0], True))
            else:
                assert after == 0
                continue
            if not cards and step < N_FILLINGS:
                assert after == 0
                continue
            begins = sum(
                1 << bit
                for bit, sandwich in zip(bits, wanted, strict=True)
                if crumbs_stacks.can_become(longer, sandwich)
            )
            equal = sum(
                1 << bit
                for bit, sandwich in zip(bits, wanted, strict=True)
                if crumbs_stacks.equals(longer, sandwich)
            )
            assert int(table["begins"][after]) == begins
            assert int(table["equals"][after]) == equal
            if after and after not in found:
                found[after] = longer
                todo.append(after)
    assert len(found) == table["n_stacks"]


def solo_match(*changes: str) -> Match:
    rules = GAME.load_rules("rulebook", changes)
    return Match(GAME, rules, (player(GAME, rules, "random"),), seed=3)


def test_every_solo_queue_is_dealt_equally_often() -> None:
    n_blocks = 36_000
    rows = play_outcomes(solo_match(), 0, n_blocks)
    dealt = Counter(zip(*(rows[f"order_{i}"].ravel().tolist() for i in range(3)), strict=True))
    assert set(dealt) == set(solo_queues(load_deck()))
    expected = n_blocks / 720
    chi_square = sum((n - expected) ** 2 / expected for n in dealt.values())
    # 719 degrees of freedom: mean 719, standard deviation 37.9.
    assert abs(chi_square - 719) < 4 * np.sqrt(2 * 719)


def test_a_chosen_queue_is_laid_in_its_order() -> None:
    rows = play_outcomes(solo_match("queue=ham-3+egg-2+ham-1"), 0, 3)
    chosen = [load_deck().index_of(name) for name in ("ham-3", "egg-2", "ham-1")]
    for row, i in product(rows.ravel(), range(3)):
        assert row[f"order_{i}"] == chosen[i]


def test_the_stacks_of_generated_decks_fit_the_table() -> None:
    decks = [deck for seed in range(60) if (deck := generate_deck(seed)) is not None]
    assert decks
    assert all(build_stacks(deck, True)["n_stacks"] > 100 for deck in decks)


@pytest.mark.parametrize(
    ("queue", "complaint"),
    [
        ('["ham-1", "ham-2", "ham-3"]', "at most two orders of ham"),
        ('["ham-1", "ham-2", "ham-9"]', "unknown order 'ham-9'"),
        ('["ham-1"]', "0, 3 or 4 order ids"),
    ],
)
def test_a_queue_in_a_file_is_refused_with_its_line(tmp_path, queue, complaint):
    path = tmp_path / "mine.toml"
    path.write_text(f"# a comment\nactions = 5\nqueue = {queue}\n", "utf-8")
    with pytest.raises(UsageError, match=complaint) as caught:
        GAME.load_rules(str(path), ["quirks=true"])
    assert f"{path}:3" in str(caught.value)


def test_a_queue_on_the_command_line_is_refused_as_typed(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('queue = ["ham-1", "ham-2", "egg-2"]\n', "utf-8")
    with pytest.raises(UsageError, match=r"mine\.toml queue=ham-1: queue"):
        GAME.load_rules(str(path), ["queue=ham-1"])
