"""The rules of Filler as data: what may be chosen, and what a house rule may change."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simcore.errors import UsageError, unknown_name
from simcore.filler.components import CRITERIA, Components, Personality
from simcore.filler.records import CHEF, MAX_PICKS, SET_POINTS
from simcore.filler.sources import find_components
from simcore.rules_file import read_rules, rules_name

__all__ = ["SHIPPED", "Rules", "load_rules", "rules_from_values", "with_components"]

SHIPPED = "shipped"
RANDOM_CHEFS = "random"
MAX_DAYS = 1_000
SWITCHES = ("advanced", "personality_rules")
FIELDS = {
    *SWITCHES,
    "components",
    "chefs",
    "day_cap",
    "personality",
    "personality_picks",
}


@dataclass(frozen=True)
class Rules:
    """Everything a house rule of Filler may change.

    Attributes
    ----------
    components : Components
        The cards and the personalities.
    source : str
        Where they come from: ``shipped``, a folder, or what a generated deck is called.
    advanced : bool
        Whether advanced recipes are shuffled in; at six players they always are.
    chefs : tuple of str
        Chef sets by seat; empty: dealt at random.
    day_cap : int
        The last day of a game that does not come to its end.
    personality : str
        Of the solo mode, by name; empty for the first.
    personality_rules : bool
        Whether it alters the rules as its card says.
    personality_picks : tuple of str
        Criteria it picks by instead of its own; empty: its own.
    """

    components: Components = field(hash=False)
    source: str
    advanced: bool
    chefs: tuple[str, ...]
    day_cap: int
    personality: str
    personality_rules: bool
    personality_picks: tuple[str, ...]
    name: str = field(default="", compare=False)

    @property
    def chef(self) -> Personality:
        """The personality of the solo mode as it is played: switches and overrides applied."""
        known = {entry.name: entry for entry in self.components.personalities}
        own = known[self.personality or next(iter(known))]
        return Personality(
            name=own.name,
            picks=self.personality_picks or own.picks,
            rules=own.rules if self.personality_rules else {},
        )

    @property
    def notice(self) -> str:
        """What every output that rests on these cards says."""
        return self.components.notice

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the component files allow but a person should know."""
        return self.components.warnings

    def is_advanced(self, n_players: int) -> bool:
        """Whether advanced recipes are shuffled in; rulebook, "Set Up": always with 6 players."""
        return self.advanced or n_players == 6

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, as a rules file writes them."""
        return {
            "components": self.source,
            "advanced": self.advanced,
            "chefs": list(self.chefs) or RANDOM_CHEFS,
            "day_cap": self.day_cap,
            "personality": self.chef.name,
            "personality_rules": self.personality_rules,
            "personality_picks": list(self.personality_picks),
        }


def with_components(rules: Rules, components: Components) -> Rules:
    """The same rules with other cards, e.g. a generated deck; what names a card must exist there.

    Parameters
    ----------
    rules : Rules
        Their chef sets and personality, where chosen by name, must be among `components`.
    components : Components
        As `reconstruct` makes them or `find_components` finds them.
    """
    changed = dataclasses.replace(rules, components=components, source=components.name)
    _check_names(rules.name, changed.components, rules.chefs, rules.personality)
    return changed


def chef_record(chef: Personality) -> np.ndarray:
    """A personality as the kernel reads it, a `CHEF` record (0-dimensional array)."""
    record = np.zeros((), CHEF)
    numbers = {name: i for i, name in enumerate(CRITERIA)}
    record["n_picks"] = len(chef.picks)
    record["picks"][: len(chef.picks)] = [numbers[name] for name in chef.picks]
    reads = chef.rules.get("reads_abilities", ())
    assert isinstance(reads, tuple)
    record["time_shift"] = chef.rules.get("time_shift_min", 0)
    record["set_bonus"] = chef.rules.get("set_bonus", SET_POINTS)
    record["fills_when_first"] = chef.rules.get("fills_when_first", 1)
    record["reserves_to_bottom"] = chef.rules.get("reserve_to", "top") == "bottom"
    record["reads_bonus_fill"] = "bonus_fill" in reads
    record["reads_bonus_restock"] = "bonus_restock" in reads
    record["discards_book_card"] = chef.rules.get("discards_book_card", False)
    return record


def load_rules(source: str = "rulebook", changes: Iterable[str] = ()) -> Rules:
    """Rules of a preset or a TOML file, with single changes applied.

    Parameters
    ----------
    source : str
        ``rulebook`` or the path of a TOML file.
    changes : iterable of str
        ``field=value`` texts, e.g. ``advanced=true``, ``components=my_cards``,
        ``personality="The Rival"`` or ``chefs=red+blue``.

    Raises
    ------
    UsageError
        Names the source, the field, the value and what is allowed.
    """
    changes = tuple(changes)
    name = rules_name(source, changes)
    return rules_from_values(read_rules("simcore.filler", source, changes), name)


def rules_from_values(values: Mapping[str, Any], name: str) -> Rules:
    """Validated `Rules` from plain values; `name` stands in messages and reports."""
    for given in values:
        if given not in FIELDS:
            raise unknown_name("rules field", given, FIELDS, f" (in {name})")
    for missing in sorted(FIELDS - set(values)):
        raise UsageError(f"{name}: field '{missing}' is missing")
    for switch in SWITCHES:
        if not isinstance(values[switch], bool):
            raise _refused(name, switch, values[switch], "true | false")
    day_cap = values["day_cap"]
    is_whole = isinstance(day_cap, int) and not isinstance(day_cap, bool)
    if not is_whole or not 1 <= day_cap <= MAX_DAYS:
        raise _refused(name, "day_cap", day_cap, f"a whole number from 1 to {MAX_DAYS}")
    for text in ("components", "personality"):
        if not isinstance(values[text], str) or (text == "components" and not values[text]):
            raise _refused(name, text, values[text], "a text")
    source = values["components"]
    components = find_components(source)
    chefs = _chef_sets(name, values["chefs"])
    _check_names(name, components, chefs, values["personality"])
    return Rules(
        components=components,
        source=source,
        advanced=values["advanced"],
        chefs=chefs,
        day_cap=day_cap,
        personality=values["personality"],
        personality_rules=values["personality_rules"],
        personality_picks=_picks(name, values["personality_picks"]),
        name=name,
    )


def _refused(name: str, field_name: str, value: Any, allowed: str) -> UsageError:
    return UsageError(f"{name}: {field_name} = {value!r}; allowed: {allowed}")


def _words(name: str, field_name: str, value: Any) -> tuple[str, ...]:
    """A list of texts, or texts joined by ``+``."""
    words = value.split("+") if isinstance(value, str) and value else value or []
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise _refused(name, field_name, value, "a list of texts, or texts joined by +")
    return tuple(word.strip() for word in words)


def _chef_sets(name: str, value: Any) -> tuple[str, ...]:
    """The sets by seat; none where they are dealt by lot."""
    chefs = _words(name, "chefs", value)
    return () if chefs == (RANDOM_CHEFS,) else chefs


def _picks(name: str, value: Any) -> tuple[str, ...]:
    picks = _words(name, "personality_picks", value)
    for pick in picks:
        if pick not in CRITERIA:
            raise _refused(name, "personality_picks", pick, " | ".join(CRITERIA))
    if len(picks) > MAX_PICKS:
        raise _refused(name, "personality_picks", value, f"at most {MAX_PICKS} criteria")
    return picks


def _check_names(
    name: str, components: Components, chefs: tuple[str, ...], personality: str
) -> None:
    """Refuse chef sets and a personality that the components do not have."""
    for chef_set in chefs:
        if chef_set not in components.chef_sets:
            raise unknown_name("chef set", chef_set, components.chef_sets, f" (in {name}, chefs)")
        if chefs.count(chef_set) > 1:
            raise _refused(name, "chefs", list(chefs), f"each set once, not '{chef_set}' again")
    known = [entry.name for entry in components.personalities]
    if personality and personality not in known:
        raise unknown_name("personality", personality, known, f" (in {name})")
