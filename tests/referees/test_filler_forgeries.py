"""The referee of Filler accepts games written by hand and refuses every forgery, by name."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.referees.filler import RefereeError, check
from tests.referees.filler_cards import Components, read_components
from tests.referees.filler_examples import EXAMPLES, PERSONALITIES
from tests.referees.filler_forged import FORGED, Forge, put, swap
from tests.referees.filler_scribe import Document, toml_of, write_components


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Components:
    folder = tmp_path_factory.mktemp("filler")
    return read_components(write_components(folder, *map(toml_of, PERSONALITIES.values())))


def document_of(name: str) -> Document:
    """A document as a reader of the file gets it."""
    return dict(json.loads(json.dumps(EXAMPLES[name]())))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_legal_game_passes(parts: Components, name: str) -> None:
    document = document_of(name)
    tally = check(document, parts)
    assert tally.game["days"] == len(document["days"])
    turns = [turn for day in document["days"] for turn in day["turns"]]
    fills = [turn.get("fills", []) for turn in turns]
    assert sum(tally.by_seat("claims")) == sum(map(len, fills))
    assert sum(tally.by_seat("restocks")) == sum(turn["action"] == "restock" for turn in turns)
    assert sum(tally.game[f"claims_at_{place}"] for place in range(3)) == sum(map(len, fills))


def test_games_are_counted(parts: Components) -> None:
    """Read off the games as they are written."""
    tally = check(document_of("whole_game"), parts)
    assert (tally.points, tally.winners, tally.by_seat("star")) == ((16, 13), (0,), (3, 4))
    assert (tally.by_seat("claims"), tally.by_seat("days_first")) == ((9, 9), (11, 0))
    # Day by day: 2-1, 3-2, 3-2, 4-3, 5-4, 6-5, 9-8, 9-8, 10-9, 13-10, 16-13.
    assert tally.game["lead_changes"] == 0
    # 2-1, 3-1, 3-2, 3-5.
    assert check(document_of("early_cards"), parts).game["lead_changes"] == 1
    # Symbols and sets as they came, but the star that seat 0 began with.
    assert (tally.game["points_at_0"], tally.game["points_at_1"]) == (15, 13)
    tally = check(document_of("unusual"), parts)
    assert (tally.game["all_restock_days"], tally.game["recycled"]) == (4, 2)
    assert (tally.by_seat("removed"), tally.by_seat("early_used")) == ((0, 1), (2, 0))
    tally = check(document_of("abilities"), parts)
    assert tally.by_seat("bonus_fills") == (0, 2)
    assert tally.by_seat("bonus_restocks") == (0, 1)
    # bun, tart and pie make a set (5), roll has two coins and p00 a star; cake is three and a set,
    # beside the star of a3.
    assert (tally.game["points_at_0"], tally.game["points_at_1"]) == (5 + 5 + 1, 2)


@pytest.mark.parametrize(("name", "forge", "message"), FORGED)
def test_a_forgery_is_refused_by_name(
    parts: Components, name: str, forge: Forge, message: str
) -> None:
    document = document_of(name)
    forge(document)
    with pytest.raises(RefereeError) as refusal:
        check(document, parts)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "forge"),
    [
        # Undrawn cards of the deck, the order of payments and of arrive early cards.
        ("ties", swap("setup.deck", 9, 10)),
        ("abilities", swap("days.1.turns.0.fills.0.pay", 0, 1)),
        ("unusual", swap("days.3.times.0.early", 0, 1)),
        # Chance decides between p00 and p01.
        ("solo_dice", put("days.1.turns.1.fills.0.recipe", "p00")),
    ],
)
def test_what_the_rules_leave_open_passes(parts: Components, name: str, forge: Forge) -> None:
    document = document_of(name)
    if name == "solo_dice":
        put("days.1.refill", ["roll", "p02"])(document)
    forge(document)
    check(document, parts)


def leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a document with the way to it, tables and lists included."""
    if way:
        yield way, value
    pairs = value.items() if isinstance(value, dict) else ()
    pairs = enumerate(value) if isinstance(value, list) else pairs
    for key, inner in pairs:
        yield from leaves(inner, (*way, key))


def other_values(way: tuple[Any, ...], value: Any) -> list[Any]:
    """The same place, a little wrong; what would be another legal game is left out."""
    if isinstance(value, bool):
        return [int(value), None]
    if isinstance(value, int):
        others = [value + 1, value - 1, float(value), str(value), None]
        return others[2:] if way == ("day_cap",) else others
    if isinstance(value, list):
        shorter = [] if way[-1] == "early" or not value else [value[:-1]]
        return [[*value, "x"], *shorter, 5]
    if isinstance(value, dict):
        return [[], 5, {}] if way[-1] != "rules" or value else [[], 5]
    return [f"{value}x"] + ([] if value is None else [None])


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_field_is_checked(parts: Components, name: str) -> None:
    """Wrong values of every kind in every place, and every key gone."""
    document = document_of(name)
    for way, value in list(leaves(document)):
        holder: Any = document
        for step in way[:-1]:
            holder = holder[step]
        for other in other_values(way, value):
            holder[way[-1]] = other
            with pytest.raises(RefereeError):
                check(document, parts)
        if isinstance(holder, dict):
            del holder[way[-1]]
            if way[-1] not in ("rules",):
                with pytest.raises(RefereeError):
                    check(document, parts)
        holder[way[-1]] = value


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_day_and_no_turn_may_be_missing_repeated_or_exchanged(
    parts: Components, name: str
) -> None:
    document = document_of(name)
    lists = [document["days"], *[day["turns"] for day in document["days"]]]
    for members in lists:
        whole = list(members)
        for i in range(len(whole)):
            for other in (whole[:i] + whole[i + 1 :], [*whole[: i + 1], *whole[i:]]):
                members[:] = other
                with pytest.raises(RefereeError):
                    check(document, parts)
            if i:
                members[:] = whole
                members[i - 1], members[i] = members[i], members[i - 1]
                with pytest.raises(RefereeError):
                    check(document, parts)
        members[:] = whole
    check(document, parts)


def test_keys_beyond_the_documented_are_allowed(parts: Components) -> None:
    document = document_of("whole_game") | {"note": "x"}
    document["days"][0]["weather"] = "fair"
    assert check(document, parts).winners == (0,)


def test_the_suite_is_as_large_as_we_know() -> None:
    assert len(EXAMPLES) >= 13
    assert len(FORGED) >= 130
    assert {name for name, _, _ in FORGED} <= EXAMPLES.keys()
