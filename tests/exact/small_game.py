"""Fill or Bust with two dice and a small goal: every switch, and small enough to list."""

from typing import Any

from simcore.fill_or_bust.rules import Rules, load_rules, rules_from_values

DECK = [
    {"name": name, "kind": kind, "value": value, "count": count}
    for name, kind, value, count in (
        ("none", "no_dice", 0, 2),
        ("small", "vengeance", 50, 3),
        ("large", "vengeance", 100, 2),
        ("bonus", "bonus", 50, 4),
        ("double", "double_trouble", 0, 2),
        ("fill", "fill", 100, 2),
        ("bust", "must_bust", 0, 2),
    )
]

SWITCHES: list[tuple[str, dict[str, Any]]] = [
    ("rulebook", {}),
    ("bowman1999", {}),
    ("rulebook", {"no_dice_after_fill": "keep", "fill_1000": "flat", "set_aside": "all"}),
    ("rulebook", {"score_floor": -50, "goal": 150, "vengeance_must_fill": True}),
    ("bowman1999", {"vengeance_tied_drawer": "pays", "double_trouble_multiplier": 3}),
    ("bowman1999", {"goal": 180, "dice": 1, "vengeance_after": "risk"}),
]


def small_rules(preset: str, changes: dict[str, Any]) -> Rules:
    values = load_rules(preset, ["deck=independent"]).to_dict()
    values |= {"cards": DECK, "goal": 200, "dice": 2} | changes
    return rules_from_values(values, f"small {preset} {changes}")
