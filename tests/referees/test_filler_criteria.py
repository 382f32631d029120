"""Parts of the referee of Filler, each against cases worked by hand."""

from __future__ import annotations

import pytest

from tests.referees.filler_cards import (
    Components,
    Personality,
    RefereeError,
    is_same,
    read_components,
    read_personality,
)
from tests.referees.filler_chef import CRITERIA, check_personality, picks
from tests.referees.filler_ends import check_invariants, judge_score, winners_of
from tests.referees.filler_scribe import write_components
from tests.referees.filler_table import Seat, Table, n_sets


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Components:
    folder = tmp_path_factory.mktemp("filler")
    text = '[[personality]]\nname = "Owl"\npicks = ["leftmost"]\n'
    return read_components(write_components(folder, text))


def test_the_files_are_read(parts: Components) -> None:
    cake, roll, lark = (parts.cards[name] for name in ("cake", "roll", "lark"))
    assert (cake.minutes, cake.gives) == (6 * 60 + 34, ("blueberry",))
    assert (cake.requires, cake.points) == (("vanilla", "strawberry"), ("star", "coin", "trophy"))
    assert (roll.gives, roll.ability, roll.deck) == (("custard",) * 3, "none", "standard")
    assert (lark.minutes, lark.ability, lark.deck) == (None, "arrive_early", "advanced")
    assert parts.sets["Ann"] == {"Ann/a1", "Ann/a2", "Ann/a3"}
    assert parts.personalities == {"Owl": Personality("Owl", ("leftmost",))}


@pytest.mark.parametrize(
    ("cards", "recipe", "covers", "is_minimal"),
    [
        ("", "p00", False, False),
        ("p01", "p00", True, True),
        ("p01 p02", "p00", True, False),  # One card is enough.
        ("Ann/a1", "tart", True, True),  # chocolate, and a vanilla to spare
        ("Ann/a3", "tart", False, False),
        ("pie", "tart", True, True),  # a wild for a named filling
        ("Ann/a3", "bun", False, False),  # custard is not common
        ("Ann/a2", "bun", True, True),
        ("pie", "bun", True, True),
        ("Ann/a1", "pie", False, False),  # nothing rare
        ("Ann/a3", "pie", True, True),
        ("Ann/a2 Ann/a3", "pie", True, False),
        ("Ann/a1 Ann/a2", "cake", True, True),
        ("Ann/a1 p01", "cake", False, False),  # two vanillas are no strawberry
        ("pie p01", "cake", True, True),
        ("pie p01 Ann/a2", "cake", True, False),
        ("pie", "cake", False, False),  # one icon covers one requirement
        ("Ann/a1", "roll", True, True),  # two icons of one card
        ("Ann/a3", "roll", False, False),
        ("Ann/a3 Bob/b3", "roll", True, True),
        ("Ann/a3 p01 p02", "roll", True, False),
    ],
)
def test_payments(
    parts: Components, cards: str, recipe: str, covers: bool, is_minimal: bool
) -> None:
    assert parts.can_pay(cards.split(), recipe) == covers
    assert (covers and parts.is_minimal(cards.split(), recipe)) == is_minimal


def table_with(parts: Components, criteria: str, book: str, held: str, hand: str) -> Table:
    chef = Seat(deck=held.split()[:1], discards=held.split()[1:])
    opponent = Personality("Owl", tuple(criteria.split()))
    return Table(parts, [Seat(hand=hand.split()), chef], opponent, book.split(), [], 200)


PICKS = [
    # (criteria, book, what the chef holds, the player's hand, what it may take)
    ("leftmost", "p03 cake p01", "", "", "p03"),
    ("rightmost", "p03 cake p01", "", "", "p01"),
    ("random", "p03 cake p01", "", "", "p03 cake p01"),
    ("random leftmost", "p03 cake p01", "", "", "p03 cake p01"),
    ("most_points", "p03 roll cake", "", "", "cake"),
    ("most_points", "p03 roll p01", "", "", "roll"),
    ("most_points rightmost", "p03 p01", "", "", "p01"),
    ("most_points random", "p03 roll p01", "", "", "roll"),
    ("fewest_points random", "p03 roll p01", "", "", "p03 p01"),
    ("fewest_points", "roll p03 p01", "", "", "p03"),
    # p00 star, p01 coin, p02 trophy: only a trophy makes star + coin a set.
    ("completes_set", "p00 p01 p02", "p03 p04", "", "p02"),
    ("completes_set", "p00 p01 p02", "p03", "", "p00"),  # no card completes one
    ("completes_set", "p02 cake", "p03 p04", "", "p02"),  # one set each, the leftmost
    ("completes_set", "p02 cake", "p03 p04 p05", "", "cake"),
    ("completes_set most_points", "p02 cake", "p03 p04", "", "cake"),
    # Holding two stars and a coin, trophies are fewest; roll has two coins and no trophy.
    ("most_missing_symbol", "roll p01 p02", "p00 p03 p01", "", "p02"),
    # A star: coins and trophies are fewest alike; the two coins of roll count 2, cake counts 2.
    ("most_missing_symbol", "p02 roll cake", "p00", "", "roll"),
    ("most_missing_symbol", "p02 cake roll", "p00", "", "cake"),
    # Nothing held: all kinds are fewest.
    ("most_missing_symbol", "p02 roll cake", "", "", "cake"),
    # 6:31, 6:32, 7:35 and none.
    ("earliest_time", "bun lark tart roll", "", "", "tart"),
    ("latest_time", "bun lark tart roll", "", "", "roll"),
    ("latest_time", "lark tart", "", "", "tart"),
    ("earliest_time", "lark dawn", "", "", "lark"),
    ("most_gives", "pie cake roll", "", "", "roll"),
    ("most_gives", "pie cake", "", "", "pie"),
    ("most_requires", "pie cake roll", "", "", "cake"),
    ("most_requires random", "pie cake roll", "", "", "cake roll"),
    ("fewest_requires", "cake roll pie bun", "", "", "pie"),
    # bun asks for a common, pie for a rare, cake for vanilla and strawberry.
    ("most_wanted", "cake bun pie", "", "Ann/a3", "pie"),
    ("most_wanted", "cake bun pie", "", "Ann/a2", "bun"),
    ("most_wanted", "cake bun pie", "", "Ann/a2 p00", "cake"),
    ("most_wanted", "cake bun pie", "", "", "cake"),  # nothing payable: all are last alike
    ("most_wanted rightmost", "cake bun pie", "", "", "pie"),
    ("most_wanted most_points", "bun pie cake", "", "", "cake"),
    ("most_wanted", "cake bun roll", "", "Ann/a2", "roll"),
]


@pytest.mark.parametrize(("criteria", "book", "held", "hand", "wanted"), PICKS)
def test_picks(
    parts: Components, criteria: str, book: str, held: str, hand: str, wanted: str
) -> None:
    assert picks(table_with(parts, criteria, book, held, hand)) == wanted.split()


def test_every_criterion_is_tested() -> None:
    assert {word for case in PICKS for word in case[0].split()} == {*CRITERIA, "random"}


def test_the_revealed_card_and_discards_are_not_wanted_with(parts: Components) -> None:
    """most_wanted: from the hand without the revealed card and without discards."""
    table = table_with(parts, "most_wanted", "bun pie", "", "p00")
    table.seats[0].revealed, table.seats[0].discards = ["Ann/a3"], ["Ann/a3"]
    assert picks(table) == ["bun"]
    table.seats[0].hand.append("Ann/a3")
    assert picks(table_with(parts, "most_wanted", "bun pie", "", "Ann/a3")) == ["pie"]


@pytest.mark.parametrize(
    ("opponent", "message"),
    [
        ({"picks": ["tallest"]}, "unknown criterion 'tallest'"),
        ({"rules": {"sleeps": 1}}, "unknown rules"),
        ({"rules": {"reserve_to": "left"}}, "top or bottom"),
        ({"rules": {"fills_when_first": 0}}, "at least 1"),
        ({"rules": {"fills_when_first": True}}, "of the wrong kind"),
        ({"rules": {"reads_abilities": ["bad_batch"]}}, "reads_abilities"),
        ({"rules": {"time_shift_min": -30.5}}, "of the wrong kind"),
    ],
)
def test_bad_personalities_are_refused(opponent: dict[str, object], message: str) -> None:
    with pytest.raises(RefereeError, match=message):
        check_personality(read_personality({"name": "Owl", "picks": []} | opponent))


def test_sets_and_scores(parts: Components) -> None:
    """The rulebook's Claire: 9 symbols and 2 sets are 13 points; a set bonus is the chef's."""
    held = "cake roll p00 p03 p02 p06"  # star coin trophy, coin coin, three stars, a trophy
    table = table_with(parts, "leftmost", "", held, held)
    symbols = table.symbols(held.split())
    assert (symbols, n_sets(symbols)) == ({"star": 4, "coin": 3, "trophy": 2}, 2)
    table.personality = Personality("Owl", (), set_bonus=3)
    told = {"symbols": dict(symbols), "sets": 2, "cards": 6}
    judge_score(table, 0, told | {"seat": 0, "points": 13})
    judge_score(table, 1, told | {"seat": 1, "points": 15})
    with pytest.raises(RefereeError, match="points is 15, must be 13"):
        judge_score(table, 0, told | {"seat": 0, "points": 15})
    table.seats[0].removed.append(table.seats[0].hand.pop())
    with pytest.raises(RefereeError, match="symbols"):
        judge_score(table, 0, told | {"seat": 0, "points": 13})


def test_winners() -> None:
    """Most points, then most cards, then shared."""
    assert winners_of([(16, 12), (13, 14)]) == [0]
    assert winners_of([(13, 12), (13, 14), (12, 20)]) == [1]
    assert winners_of([(13, 12), (12, 14), (13, 12)]) == [0, 2]


def test_invariants() -> None:
    for n in range(2, 7):
        fewest_days = {2: 6, 3: 7, 4: 8, 5: 8, 6: 8}[n]
        check_invariants(n, 9 * n, fewest_days)
        check_invariants(n, 10 * n, 50)
        for n_claims, days in ((9 * n - 1, 50), (10 * n + 1, 50), (9 * n, fewest_days - 1)):
            with pytest.raises(RefereeError):
                check_invariants(n, n_claims, days)


def test_sameness() -> None:
    assert is_same({"a": [1, "x", None]}, {"a": [1, "x", None]})
    for other in ({"a": [1.0, "x", None]}, {"a": [True, "x", None]}, {"a": [1, "x"]}, {}, []):
        assert not is_same(other, {"a": [1, "x", None]})
