"""Games of Filler told in sentences; the games are written by hand, the cards are made up."""

from __future__ import annotations

from typing import Any

from reports.replays.filler import sentences
from tests.referees.filler_examples import EXAMPLES
from tests.referees.filler_scribe import CHEFS, PLAIN_ROWS, SPECIAL


def cards() -> dict[str, dict[str, str | None]]:
    rows = [row.split(",") for row in (SPECIAL + PLAIN_ROWS).splitlines()]
    told = {row[0]: {"name": row[1], "time": row[3] or None} for row in rows}
    for row in (line.split(",") for line in CHEFS.splitlines()):
        told[f"{row[0]}/{row[1]}"] = {"name": row[1].title(), "time": row[2]}
    return told


def told(name: str, *strategies: str, notice: str = "", **more: Any) -> list[str]:
    document = EXAMPLES[name]() | {"cards": cards(), "notice": notice}
    document["fillsim"] = {"strategies": strategies, "rotation": 0} | more
    return "\n".join(sentences(document)).splitlines()


def test_a_game_for_two_in_words() -> None:
    assert told("early_cards", "a", "b")[:13] == [
        "Player 1 (a) against Player 2 (b), with standard and advanced recipes.",
        "Player 1 has the chefs A1, A2 and A3.",
        "Player 2 has the chefs B1, B2 and B3.",
        "",
        "Day 1: the book shows Lark, Dawn and Plain p00.",
        "  Player 1 arrives 6:10 with A1.",
        "  Player 2 arrives 6:20 with B1.",
        "  Player 1 fills Lark with A2.",
        "  Player 2 fills Dawn with B2.",
        "  New in the book: Plain p01 and Plain p02.",
        "",
        "Day 2: the book shows Plain p00, Plain p01 and Plain p02.",
        "  Player 2 arrives 6:40 with B3, early by Dawn.",
    ]


def test_unusual_days_in_words() -> None:
    lines = told("unusual", "a", "b")
    start = lines.index("Day 3: the book shows Fool, Plain p01 and Plain p02.")
    assert lines[start + 1 : start + 5] == [
        "  Player 1 comes last, with Dawn.",
        "  Player 2 has no card to show and comes last.",
        "  Player 1 restocks and reserves Fool.",
        "  Player 2 restocks and reserves Plain p01.",
    ]
    assert "  Player 1 arrives 4:10 with A1, early by Lark and Dawn." in lines
    assert "  Player 2 fills Moss with Plain p00, a bad batch that costs Moss." in lines
    assert "  Everybody restocked again: Fool goes under the deck." in lines
    assert lines[-1] == "Stopped after 7 days without a winner."


def test_abilities_in_words() -> None:
    lines = told("abilities", "a", "b")
    assert (
        "  Player 2 fills Bun with B2, then fills Tart with Bun, then fills Pie with B3, which "
        "brings all discards back." in lines
    )
    assert "  Player 1 restocks." in lines


def test_the_end_in_words() -> None:
    assert told("whole_game", "a", "b")[-5:] == [
        "",
        "Too few recipes are left after 11 days.",
        "  Player 1 scores 16 points from 12 cards: 3 stars, 3 coins, 4 trophies, 3 sets.",
        "  Player 2 scores 13 points from 12 cards: 4 stars, 3 coins, 2 trophies, 2 sets.",
        "Player 1 (a) wins.",
    ]


def test_a_shared_victory_in_words() -> None:
    document = EXAMPLES["whole_game"]() | {"cards": cards(), "winners": [0, 1]}
    document["fillsim"] = {"strategies": ["a", "b"], "rotation": 0}
    last = list(sentences(document))[-1]
    assert last == "Player 1 (a) and Player 2 (b) share the victory."


def test_solo_in_words() -> None:
    lines = told("solo_shift", "a")
    assert lines[:3] == [
        "Player 1 (a) against Lark, with standard recipes.",
        "Player 1 has the chefs A1, A2 and A3.",
        "Lark has the chefs B2, B1 and B3.",
    ]
    assert "  Lark arrives 6:20 with B2." in lines  # 6:50, half an hour earlier
    assert "  Lark fills Plain p01 and puts Plain p02 under the deck." in lines
    assert "  Lark restocks and reserves Plain p06." in lines
    assert "  Hoard finds the book empty." in told("solo_hoard", "a")
    assert (
        "  Hustle fills Tart, then fills Pie, which puts all cards back into the chef deck, then "
        "fills Plain p00." in told("solo_reading", "a")
    )


def test_seats_follow_the_rotation_unless_fixed() -> None:
    assert told("whole_game", "a", "b", rotation=1)[-1] == "Player 1 (b) wins."
    assert told("whole_game", "a", "b", rotation=1, fixed_seats=True)[-1] == "Player 1 (a) wins."
