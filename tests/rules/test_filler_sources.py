"""Filler's components by name: each name finds the cards that carry it."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.errors import UsageError
from simcore.filler.assumptions import Assumptions, varied
from simcore.filler.component_files import load_components
from simcore.filler.components import Components
from simcore.filler.generator import reconstruct
from simcore.filler.rules import load_rules
from simcore.filler.sources import find_components
from tests.rules.filler_files import GOOD, write_files


@pytest.mark.parametrize(
    "box", [load_components(), reconstruct(7), reconstruct(7, varied(7))], ids=lambda box: box.name
)
def test_a_name_finds_its_components(box: Components) -> None:
    assert find_components(box.name) == box
    rules = load_rules("rulebook", [f"components={box.name}"])
    assert rules.components == box
    assert rules.to_dict()["components"] == box.name


def test_a_folder_is_found_by_its_path(tmp_path: Path) -> None:
    folder = write_files(tmp_path, GOOD)
    assert find_components(str(folder)) == load_components(folder)


def test_the_names_differ_where_the_assumptions_do() -> None:
    assert reconstruct(7).name == "generated-7"
    assert reconstruct(7, varied(7)).name == "varied-7"
    assert reconstruct(7, varied(8)).name == "seed 7, own assumptions"
    assert reconstruct(7, Assumptions(n_bonus_fill=5)).name == "seed 7, own assumptions"
    assert reconstruct(7).recipes != reconstruct(7, varied(7)).recipes


@pytest.mark.parametrize("source", ["generated-", "varied-x", "generatde-7", "no/where"])
def test_other_texts_are_refused_with_what_is_allowed(source: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_components(source)
    assert str(caught.value) == (
        f"components {source} do not exist; allowed: shipped, generated-SEED, varied-SEED, or a "
        "folder with recipes.csv, chefs.csv, fillings.toml, personalities.toml"
    )


def test_a_seed_out_of_range_is_refused() -> None:
    with pytest.raises(UsageError, match=r"seed 18446744073709551616 is out of range"):
        find_components(f"generated-{2**64}")
