"""A small set of Filler's component files without a fault."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from simcore.filler.component_files import FILES

__all__ = ["GOOD", "write_files"]

RECIPES = """\
id,name,deck,time,gives,requires,points,ability
tart,Lemon Tart,standard,6:05,lemon,lemon+any,star,none
pie,"Apple, Pie",standard,6:06,lemon+nut,common+rare,star+coin+trophy,bonus_fill

dawn,Dawn Bun,advanced,,any,nut,,arrive_early
"""
CHEFS = """\
set,name,time,gives,points
red,Ann,7:00,lemon,
red,Bob,7:01,nut,
blue,Ann,7:02,lemon,
red,Cem,7:03,any,coin
blue,Dee,7:04,lemon+lemon,
blue,Eve,7:05,nut,
"""
FILLINGS = """\
common = ["lemon"]
rare = [
    "nut",
]
"""
PERSONALITIES = """\
# picks = ["mistake"]
[[personality]]
name = "The First"
picks = ["most_points", "random"]

[[personality]]
name = 'The "Other"'
picks = [
    "earliest_time",
    "rightmost",
]
[personality.rules]
set_bonus = 4
reads_abilities = ["bonus_fill"]
"""
GOOD = dict(zip(FILES, (RECIPES, CHEFS, FILLINGS, PERSONALITIES), strict=True))


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """The folder, with these files written into it."""
    for name, text in files.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder
