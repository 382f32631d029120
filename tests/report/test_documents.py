"""The documents: sources cited and citations sourced, files that exist, measures defined."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyses.characters.character import MEASURES

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("README.md", "docs/design.md", "docs/evidence.md")
WORK = re.compile(r"(?P<author>[A-Z][a-z]+)[^()\[\];]*?\(?(?P<year>(?:19|20)\d\d)\)?")


def evidence() -> tuple[str, str]:
    """The text and the list of sources."""
    text, sources = (ROOT / "docs/evidence.md").read_text("utf-8").split("\n## Sources\n")
    return text, sources


def test_every_source_is_cited() -> None:
    """What no sentence leans on is the trace of a section that was lost."""
    text = evidence()[0] + (ROOT / "docs/design.md").read_text("utf-8")
    listed = re.findall(r"(?:^- |; )([A-Z][a-z]+)[^;]*?\((?:19|20)\d\d\)", evidence()[1], re.M)
    assert len(listed) >= 25
    assert [name for name in listed if name not in text] == []


def test_every_citation_has_its_source() -> None:
    text, sources = evidence()
    cited = {
        (work["author"], work["year"])
        for bracket in re.findall(r"\[([^\[\]]*(?:19|20)\d\d[^\[\]]*)\]", " ".join(text.split()))
        for work in WORK.finditer(bracket)
    }
    assert len(cited) >= 25
    flat = " ".join(sources.split())
    missing = [
        f"{author} {year}"
        for author, year in sorted(cited)
        if not re.search(rf"{author}[^()]*\({year}\)", flat)
    ]
    assert missing == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_named_exist(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    places = "analyses|benchmarks|docs|examples|reports|simcore|strategies|tests"
    named = re.findall(rf"(?<![\w/])((?:{places})/[\w/-]+(?:\.\w+)?)(?![\w/<])", text)
    assert len(named) >= 3
    assert [one for one in named if not (ROOT / one).exists()] == []


def test_every_measure_of_a_games_character_is_defined() -> None:
    text = evidence()[0]
    section = text.split("## The character of a game")[1].split("\n## ")[0]
    first = " ".join(re.findall(r"^\| ([^|]+) \|", section, re.M))
    first = first.replace("uncertainty", "half_time").replace("luck, skill", "luck luck_and_skill")
    assert [m for m in MEASURES if not re.search(rf"\b{m.replace('_', '.')}\b", first)] == []
