"""Layout files of Fillit: the shipped ones, the generator, and every complaint."""

import pytest

from simcore.errors import UsageError
from simcore.fillit.configurations import CONFIGURATIONS
from simcore.fillit.generate import generate_layout, open_directions
from simcore.fillit.geometry import reflect, rotate
from simcore.fillit.layouts import Layout, layout_text, load_layout, parse_layout
from simcore.fillit.rules import load_rules

PRINTED = [name for name, setting in CONFIGURATIONS.items() if setting.is_printed]

GOOD = """\
# a comment with [9, 9] in it
config = "mini2"
name = "mine"
pawns = [[-3, 0], [3, 0]]
stones = [
    [[-2, 0], [-2, 1], [1, 1], [0, -2]],
    [[2, 0], [2, -1],  # [5, 5]
     [-1, -1], [0, 2]],
]
"""


def is_symmetric(layout: Layout) -> bool:
    """As the ruling has it, for each kind of configuration."""
    pawns, stones = layout.pawns, [set(side) for side in layout.stones]
    if layout.config == "2v2":
        red, blue, yellow, green = pawns
        return (
            (yellow, green, blue) == (rotate(red, 3), rotate(blue, 3), reflect(red))
            and all({rotate(cell, 3) for cell in side} == side for side in stones)
            and {reflect(cell) for cell in stones[0]} == stones[1]
        )
    n = len(pawns)
    return all(
        pawns[(k + 1) % n] == rotate(pawns[k], 6 // n)
        and stones[(k + 1) % n] == {rotate(cell, 6 // n) for cell in stones[k]}
        for k in range(n)
    )


def test_five_configurations_with_ten_layouts():
    assert PRINTED == ["2p", "3p", "2v2", "mini2", "mini3"]
    counts = [(s.board, s.n_players, s.n_sides, s.chips, s.stones) for s in CONFIGURATIONS.values()]
    assert counts[:5] == [
        (5, 2, 2, 25, 4),
        (5, 3, 3, 18, 4),
        (5, 4, 2, 25, 4),
        (4, 2, 2, 14, 4),
        (4, 3, 3, 11, 4),
    ]
    shipped = {load_layout(config, name).pawns for config in PRINTED for name in "AB"}
    assert len(shipped) == 10


@pytest.mark.parametrize("config", PRINTED)
@pytest.mark.parametrize("name", ["A", "B"])
def test_shipped_layouts_are_symmetric_and_say_that_they_are_reconstructions(config, name):
    rules = load_rules("rulebook", [f"config={config}", f"layout={name}"])
    assert is_symmetric(rules.start)
    assert "reconstruction" in rules.notice
    assert min(open_directions(rules.start)) > 0
    assert ("chosen" in rules.notice) == (config == "mini2" and name == "A")


@pytest.mark.parametrize("config", CONFIGURATIONS)
def test_generated_layouts_are_symmetric_playable_and_repeatable(config):
    layouts = [generate_layout(config, seed) for seed in range(25)]
    assert len({(layout.pawns, layout.stones) for layout in layouts}) == 25
    for seed, layout in enumerate(layouts):
        assert is_symmetric(layout)
        assert min(open_directions(layout)) >= 3
        assert layout == generate_layout(config, seed)
        assert not layout.is_reconstruction
        assert parse_layout(layout_text(layout), "text") == layout


def test_a_good_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    rules = load_rules("mini2", [f"layout={path}"])
    assert rules.start.pawns == ((-3, 0), (3, 0))
    assert rules.start.stones[1] == ((2, 0), (2, -1), (-1, -1), (0, 2))
    assert rules.notice == ""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[[-3, 0], [3, 0]]", "[[-3, 0]]", "line 4: pawns = '1 of them'; allowed: 2 cells"),
        ("[3, 0]]", "[-3, 0]]", r"line 4: pawn of player 1 = \[-3, 0\]; allowed: a free cell"),
        ("[0, 2]]", "[3, 0]]", r"line 8: stone of side 1 = \[3, 0\]; allowed: a free cell \(the p"),
        ("[1, 1]", "[0, 0]", r"line 6: stone of side 0 = \[0, 0\]; allowed: any cell but the cen"),
        ("[2, -1]", "[4, -1]", r"line 7: stone of side 1 = \[4, -1\]; allowed: a cell of the boa"),
        ("[-3, 0],", "[-3.5, 0],", r"line 4: pawn of player 0 = \[-3.5, 0\]; allowed: a cell \["),
        ("[1, 1], ", "", "line 6: stones of side 0 = '3 of them'; allowed: 4 cells"),
        (", [0, 2]", "", "line 7: stones of side 1 = '3 of them'; allowed: 4 cells"),
        ('"mini2"', '"mini4"', r"line 2: unknown configuration 'mini4'; allowed: 2p \| 3p"),
        ('"mini2"', '"2p"', "line 2: config = '2p'; allowed here: 'mini2'"),
        ('"mine"', '""', "line 3: name = ''; allowed: a text"),
        ("name", "nmae", "unknown layout field 'nmae'; did you mean 'name'.*line 3"),
        ('name = "mine"\n', "", "field 'name' is missing"),
        ("config =", "config", "not a TOML file"),
    ],
)
def test_complaints_name_file_line_value_and_what_is_allowed(tmp_path, old, new, complaint):
    path = tmp_path / "mine.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(UsageError, match=complaint) as caught:
        load_rules("mini2", [f"layout={path}"])
    assert "mine.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("config=mini", "unknown configuration 'mini'"),
        ("layout=C", "unknown layout 'C'"),
        ("layout=nowhere.toml", "nowhere.toml does not exist"),
        ("layout=random:x", "random: and a seed"),
        ("first=2", "first = 2; allowed: a whole number from 0 to 1"),
        ("cap=0", "cap = 0"),
        ("chips=1", "chips = 1"),
        ("third_repeat_ends=1", "true | false"),
        ("colour=red", "unknown rules field 'colour'"),
    ],
)
def test_bad_rules_are_refused(change, complaint):
    with pytest.raises(UsageError, match=complaint):
        load_rules("rulebook", [change])
