"""What a gate tells besides: for which tiers of play, and over how many decks, its checks hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyses.gates.checks import Checked, Outcome, Ways, decide
from analyses.gates.terms import Check, GateFile
from analyses.reach.generated import generated_rules
from analyses.runs.lineup import Setting
from analyses.statistics.estimates import Estimate, proportion
from analyses.statistics.families import joined
from analyses.tables import in_percent, plain, spread_out
from strategies.registry import parse

__all__ = ["TIERS", "Told", "is_self_play", "same_bounds", "tell"]

TIERS = "tiers"
"""What a `Told` is called that was asked of tiers; others are called as what was generated."""


@dataclass(frozen=True)
class Told:
    """One check, asked of other tiers of play or under generated components.

    Attributes
    ----------
    stated : Checked
        As the gate states it.
    of : str
        `TIERS`, or what was generated, e.g. ``layouts``.
    answers : tuple of Checked
        The same bounds, the weakest tier first, or by the seed of the components.
    """

    stated: Checked
    of: str
    answers: tuple[Checked, ...]

    @property
    def outcome(self) -> Outcome:
        """What is counted: the stated outcome, or where that is open the last that is decided."""
        decided = [it.outcome for it in self.answers if it.outcome != "undecided"]
        is_open = self.stated.outcome == "undecided"
        return decided[-1] if is_open and decided else self.stated.outcome

    @property
    def holds(self) -> tuple[Checked, ...]:
        """Where the outcome is the same; none where all are open."""
        found = self.outcome
        return () if found == "undecided" else tuple(self._with(found))

    @property
    def open(self) -> tuple[Checked, ...]:
        """Where there were not enough games."""
        return tuple(self._with("undecided"))

    @property
    def flips(self) -> tuple[Checked, ...]:
        """Where the outcome is the other one."""
        return tuple(it for it in self.answers if it.outcome not in (self.outcome, "undecided"))

    def share(self) -> Estimate:
        """Of all components that can be generated, those with that outcome; Wilson's interval."""
        return proportion(len(self.holds), len(self.answers))

    @property
    def text(self) -> str:
        """For which it holds, flips and is open, in one sentence."""
        return self._of_tiers() if self.of == TIERS else self._of_components()

    def _of_tiers(self) -> str:
        parts = [f"{self.outcome} for {self._named(self.holds)}"] if self.holds else []
        if self.flips:
            values = joined(it.value_text for it in self.flips)
            parts.append(f"flips for {self._named(self.flips)} ({self.flips[0].outcome}, {values})")
        parts += [f"undecided for {self._named(self.open)}"] if self.open else []
        return "; ".join(parts)

    def _named(self, some: Sequence[Checked]) -> str:
        """Strategies by tier, or by name where a tier has several."""
        tiers = [_tier(it) for it in self.answers]
        if all(tiers.count(_tier(it)) == 1 for it in some):
            plural = "s" if len(some) > 1 else ""
            return f"tier{plural} {joined(str(_tier(it)) for it in some)}"
        return joined(f"{_who(it)} (tier {_tier(it)})" for it in some)

    def _of_components(self) -> str:
        n = f"{len(self.answers)} generated {self.of}"
        if self.outcome == "undecided":
            return f"undecided in all of {n}"
        parts = [f"{self.outcome} in {len(self.holds)} of {n} ({in_percent(self.share())})"]
        if self.flips:
            values = joined(it.value_text for it in self.flips)
            parts.append(f"flips in {len(self.flips)} ({self.flips[0].outcome}, {values})")
        parts += [f"undecided in {len(self.open)}"] if self.open else []
        return "; ".join(parts)

    def _with(self, outcome: Outcome) -> Iterator[Checked]:
        return (it for it in self.answers if it.outcome == outcome)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each answer."""
        return [
            {"measure": it.check.measure, "line_up": _who(it), "tier": _tier(it)}
            | {"variant": it.blocks.match.rules.name, "gate_outcome": it.outcome}
            | {"n_games": it.blocks.n_games}
            | spread_out("checked_value", it.estimate)
            | {"n_more": it.n_more}
            for it in self.answers
        ]

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        found: dict[str, Any] = plain(
            {
                "measure": self.stated.check.measure,
                "line_up": _who(self.stated),
                "asked_of": self.of,
                "text": self.text,
                "n_holds": len(self.holds),
                "n_flips": len(self.flips),
                "n_undecided": len(self.open),
                "answers": self.rows(),
            }
        )
        return found


def is_self_play(file: GateFile, check: Check) -> bool:
    """Whether one strategy plays itself, so that there is a question about tiers."""
    return len(set(file.line_up(check))) == 1


def same_bounds(file: GateFile, check: Check) -> list[Check]:
    """The check for every tier whose strategy it is not asked of anyway."""
    own = file.line_up(check)[0]
    others = [it for it in file.ladder if parse(file.game, it) != parse(file.game, own)]
    return [replace(check, strategies=(name,)) for name in others]


def tell(plan: Setting, file: GateFile, stated: Sequence[Checked], n: int) -> Iterator[Told]:
    """Ask the checks of a gate again, until all are asked or the run is interrupted.

    Parameters
    ----------
    plan : Setting
        Plays the games.
    file : GateFile
        What is wanted of tiers.
    stated : sequence of Checked
        What the gate states: of every check in the file one, or one for each tier.
    n : int
        Generated components.

    Notes
    -----
    All questions that are asked here share 5 % of their own (Bonferroni), so that nothing is
    taken from the stated checks. What was stated already is not asked again.
    """
    by_line: dict[int, list[Checked]] = {}
    for it in stated:
        by_line.setdefault(it.check.line, []).append(it)
    tiers = {
        line: same_bounds(file, some[0].check)
        for line, some in by_line.items()
        if file.tiers == "told" and is_self_play(file, some[0].check)
    }
    family = sum(len(some) for some in tiers.values()) + n * len(by_line)
    ways = Ways(plan, file.games, max(1, family), is_patient=False)
    for line, some in by_line.items():
        asked = [decide(ways, it, file.line_up(it)) for it in tiers.get(line, []) if _goes(plan)]
        if asked or len(some) > 1:
            yield Told(some[0], TIERS, _by_tier([*asked, *_of_ladder(file, some)]))
    if n and _goes(plan):
        yield from _over_components(ways, file, [some[0] for some in by_line.values()], n)


def _over_components(
    ways: Ways, file: GateFile, stated: Sequence[Checked], n: int
) -> Iterator[Told]:
    """Each check under the same generated components."""
    components, many = generated_rules(file.game, ways.plan.rules, n, seed=0)
    for it in stated:
        names = file.line_up(it.check)
        asked = [decide(ways, it.check, names, rules) for rules in many if _goes(ways.plan)]
        if asked:
            yield Told(it, components, tuple(asked))


def _of_ladder(file: GateFile, some: Sequence[Checked]) -> list[Checked]:
    """Answers that stand for a tier: of the ladder's strategies, or all where all are stated."""
    ladder = [parse(file.game, name) for name in file.ladder]
    return [it for it in some if len(some) > 1 or parse(file.game, _who(it)) in ladder]


def _by_tier(some: Iterable[Checked]) -> tuple[Checked, ...]:
    return tuple(sorted(some, key=_tier))


def _tier(it: Checked) -> int:
    return max(player.tier for player in it.blocks.match.players)


def _who(it: Checked) -> str:
    return " v ".join(dict.fromkeys(player.spec for player in it.blocks.match.players))


def _goes(plan: Setting) -> bool:
    return plan.is_complete
