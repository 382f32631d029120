"""What all tests share: the hypothesis profile and the golden files' flag."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("fillsim", derandomize=True, deadline=None, database=None)
settings.load_profile("fillsim")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the golden files instead of comparing"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """``golden(name, text)`` compares a text with ``tests/golden/<name>``, or writes it there."""

    def compare(name: str, text: str) -> None:
        file = GOLDEN / name
        if request.config.getoption("--update-golden"):
            file.write_text(text, "utf-8")
        assert file.read_text("utf-8") == text, (
            f"{file.name} differs: behaviour changed. If that is meant, bump the game's version, "
            "say so in CHANGELOG.md, and run pytest --update-golden"
        )

    return compare
