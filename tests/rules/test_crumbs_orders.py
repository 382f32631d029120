"""The order deck as a file: what is read, what is refused and how, and what the generator makes."""

import dataclasses

import pytest

from simcore.crumbs.components import FILLINGS, Deck
from simcore.crumbs.generator import generate_deck, solo_queues, violations
from simcore.crumbs.orders_file import deck_from_text, deck_to_text, load_deck
from simcore.errors import UsageError

SHIPPED = deck_to_text(load_deck())


def changed(old: str, new: str) -> str:
    assert old in SHIPPED
    return SHIPPED.replace(old, new, 1)


def first(text: str, key: str) -> str:
    """The first line of the file that sets `key`."""
    return next(line for line in text.splitlines() if line.startswith(f"{key} ="))


def test_the_shipped_deck_satisfies_the_constraints_and_says_it_is_a_reconstruction() -> None:
    deck = load_deck()
    assert violations(deck) == []
    assert deck.is_reconstruction
    assert len(deck.orders) == 18


def test_there_are_720_solo_queues() -> None:
    queues = list(solo_queues(load_deck()))
    assert len(queues) == len(set(queues)) == 720


def test_a_deck_survives_writing_and_reading() -> None:
    deck = load_deck()
    assert deck_from_text(deck_to_text(deck, "A comment."), deck.name) == deck


# (text, line with the complaint, what the message must say)
REFUSED = [
    (changed("crumbs-orders/1", "crumbs/2"), 1, "format = 'crumbs/2'; allowed"),
    (changed(first(SHIPPED, "filling"), 'filling = "bacon"'), 6, "'bacon'; allowed: avocado | "),
    (changed(first(SHIPPED, "special"), "special = 1"), 7, "special = 1; allowed: true | false"),
    (changed(first(SHIPPED, "difficulty"), "difficulty = 5"), 8, "allowed: 2 | 3 | 4"),
    (changed(first(SHIPPED, "difficulty"), "difficulty = true"), 8, "allowed: 2 | 3 | 4"),
    (changed(first(SHIPPED, "quirk"), 'quirk = { kind = "rude" }'), 9, "kind = dietary | patron"),
    (changed(first(SHIPPED, "quirk"), 'quirk = { kind = "dietary" }'), 9, "for dietary only"),
    (changed(first(SHIPPED, "form"), 'form = "club"'), 11, "'club'; allowed: open | normal"),
    (changed(first(SHIPPED, "layers"), "layers = []"), 12, "at least one filling"),
    (changed(first(SHIPPED, "layers"), 'layers = [["ham", "ham"]]'), 12, "a single card"),
    (changed(first(SHIPPED, "layers"), 'layers = [["jam"]]'), 12, "'jam'; allowed: avocado"),
    (changed(first(SHIPPED, "top"), 'top = "none"'), 13, "'none'; allowed: white | brown"),
    (changed(first(SHIPPED, "top"), ""), 10, "'top' is missing"),
    (changed(first(SHIPPED, "toasted"), 'toasted = "yes"'), 14, "'yes'; allowed: true | false"),
    (changed(first(SHIPPED, "toasted"), "toasted = false\nsauce = 1"), 15, "unknown key 'sauce'"),
    (changed(first(SHIPPED, "id"), 'id = ""'), 5, "a name of its own"),
]


@pytest.mark.parametrize(("text", "line", "message"), REFUSED)
def test_a_wrong_value_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        deck_from_text(text, "mine.toml")
    assert f"mine.toml:{line}: " in str(caught.value)
    assert message in str(caught.value)


def with_order(place: int, **fields: object) -> Deck:
    deck = load_deck()
    orders = list(deck.orders)
    orders[place] = dataclasses.replace(orders[place], **fields)  # type: ignore[arg-type]
    return dataclasses.replace(deck, orders=tuple(orders))


def refusal(deck: Deck) -> str:
    with pytest.raises(UsageError) as caught:
        deck_from_text(deck_to_text(deck), "mine.toml")
    return str(caught.value)


def test_a_wrong_card_count_is_refused() -> None:
    other = next(f for f in FILLINGS if f != load_deck().orders[17].filling)
    assert "orders of" in refusal(with_order(17, filling=other))
    assert "special orders of" in refusal(with_order(0, special=not load_deck().orders[0].special))
    deck = load_deck()
    assert "2 orders of" in refusal(dataclasses.replace(deck, orders=deck.orders[:-1]))
    assert "each id once" in refusal(with_order(1, id=deck.orders[0].id))


def test_two_rare_tops_and_a_ban_of_an_own_filling_are_refused() -> None:
    deck = load_deck()
    place = next(i for i, order in enumerate(deck.orders) if len(order.sandwiches) == 2)
    twice = tuple(dataclasses.replace(s, top="brown") for s in deck.orders[place].sandwiches)
    assert "one brown top over an order" in refusal(with_order(place, sandwiches=twice))
    own = sorted(deck.orders[0].fillings)[0]
    assert "no ban of" in refusal(with_order(0, quirk="dietary", bans=(own,)))


def test_missing_files_and_bad_toml_are_refused() -> None:
    with pytest.raises(UsageError, match="does not exist; allowed: 'reconstructed'"):
        load_deck("no/such/file.toml")
    with pytest.raises(UsageError, match="not a TOML file"):
        deck_from_text("format =", "mine.toml")


def test_the_generator_is_seeded_and_keeps_its_constraints() -> None:
    decks = [generate_deck(seed) for seed in range(60)]
    kept = [deck for deck in decks if deck is not None]
    assert decks == [generate_deck(seed) for seed in range(60)]
    assert 0 < len(kept) < 60, "some seeds are kept and some rejected"
    assert len({deck.orders for deck in kept}) == len(kept)


def test_violations_are_noticed() -> None:
    deck = load_deck()
    assert any("quirk" in v for v in violations(with_quirk(deck, "speedy")))
    easy = tuple(dataclasses.replace(order, difficulty=2) for order in deck.orders)
    assert "rating 12 cannot be dealt" in violations(dataclasses.replace(deck, orders=easy))
    plain = tuple(
        dataclasses.replace(
            o, sandwiches=tuple(dataclasses.replace(s, toasted=False) for s in o.sandwiches)
        )
        for o in deck.orders
    )
    found = violations(dataclasses.replace(deck, orders=plain))
    assert "no open sandwich with toasted = True" in found


def with_quirk(deck: Deck, quirk: str) -> Deck:
    orders = tuple(dataclasses.replace(order, quirk=quirk, bans=()) for order in deck.orders)
    return dataclasses.replace(deck, orders=orders)
