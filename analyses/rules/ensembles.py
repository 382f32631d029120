"""Over how many generated decks or layouts a change of the rules does what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from analyses.reach.ensembles import Ensemble, Ensembles, over_ensembles
from analyses.reach.generated import components_of, generated_alike, generated_fields
from analyses.rules.changes import LineUp, RuleEffects, play_pairs
from analyses.rules.effects import Effect, Pair, ask_change, margin_of
from analyses.rules.seats import SEAT_SPREAD, seat_findings, seats_by_rules
from analyses.runs.lineup import Options, blocks_for, setting
from analyses.statistics.families import Finding, joined, together
from analyses.tables import records, table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MAIN", "RuleEnsembles", "rule_ensemble"]

MAIN = ("win_rate", SEAT_SPREAD, "turns_mean")
"""What a designer looks at first: the findings that are told one by one."""


class Question(NamedTuple):
    """What was asked under every set of components: the keys of a row."""

    variant: str
    line_up: str
    measure: str
    owner: str

    @property
    def text(self) -> str:
        """In words."""
        whose = "" if self.owner == "game" else f" of {self.owner}"
        return f"{self.variant}: {self.measure}{whose}, {self.line_up}"


@dataclass(frozen=True)
class RuleEnsembles:
    """Result of `rule_ensemble`.

    Attributes
    ----------
    many : Ensembles
        One for each question: how many of the generated components agree with the shipped ones.
    questions : tuple of Question
        In the same order.
    left_out : tuple of str
        Rule sets that were not asked, for they change the components themselves.
    n_games : int
        Games that were played.
    is_complete : bool
        False when the run was interrupted; the components that were finished are counted.
    """

    many: Ensembles
    questions: tuple[Question, ...]
    left_out: tuple[str, ...]
    n_games: int
    is_complete: bool

    def to_frame(self, measures: Sequence[str] = ()) -> pd.DataFrame:
        """One row per question: how many hold, flip and are open; of these measures, or of all."""
        return table(
            question._asdict() | _counts(found)
            for question, found in zip(self.questions, self.many.found, strict=True)
            if not measures or question.measure in measures
        )

    def beside(self, effects: RuleEffects) -> pd.DataFrame:
        """The rows of `RuleEffects.to_frame`, each with its counts; 0 generated: not asked."""
        by_subject = {found.subject: found for found in self.many.found}
        subjects = _subjects(effects.effects)
        rows = zip(effects.effects, subjects, strict=True)
        return table(it.row() | _short(by_subject.get(subject)) for it, subject in rows)

    @property
    def flips(self) -> tuple[Ensemble, ...]:
        """Findings for which some of the generated components say something else."""
        return tuple(it for it in self.many.found if it.n_holds + it.n_undecided < len(it.found))

    def summary(self) -> str:
        """How many findings hold in all, then which do not."""
        lines = [
            f"{label}: not asked under generated {self.many.components}, which would undo it"
            for label in self.left_out
        ]
        n = self.many.n_generated
        if n:
            decided = [it for it in self.many.found if it.label != "undecided"]
            hold = sum(it.n_holds == n for it in decided)
            open_ = len(decided) - hold - len(self.flips)
            lines.append(
                f"Under {n} generated {self.many.components}: {len(decided)} findings are decided; "
                f"hold in all: {hold}, open in some: {open_}, flip in some: {len(self.flips)}"
            )
            lines += self._flipping()
        return "\n".join(lines)

    def _flipping(self) -> list[str]:
        """The findings that flip: the main ones by sentence, the others by name."""
        name = dict(zip((it.subject for it in self.many.found), self.questions, strict=True))
        main = [it for it in self.flips if name[it.subject].measure in MAIN]
        others = [it.subject for it in self.flips if it not in main]
        lines = [it.summary() for it in main]
        if others:
            measures = sorted({name[subject].measure for subject in others})
            lines.append(f"flips in some, too: {joined(measures)} (all rows: --format json)")
        return lines

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        return {
            "components": self.many.components,
            "n_generated": self.many.n_generated,
            "n_games": self.n_games,
            "is_complete": self.is_complete,
            "left_out": list(self.left_out),
            "findings": records(self.to_frame(), "holds_rate"),
            "verdicts": records(self.many.verdicts()),
        }


def rule_ensemble(
    found: RuleEffects, *, games: int, n_generated: int, **options: Unpack[Options]
) -> RuleEnsembles:
    """Ask what other rules change again, under many generated decks or layouts.

    Parameters
    ----------
    found : RuleEffects
        What was found with the components that ship: its questions are asked.
    games : int
        How many each line-up plays under each rule set, at least.
    n_generated : int
        How many sets of components, from seed 0 on. Both sides of a change get the same one.
    **options
        ``workers``, ``backend``, ``progress``, ``precision``; see `analyses.runs.lineup`.

    Notes
    -----
    A rule set that changes the components is left out: generated ones would take the place of
    its change. Margins that are a part of a value are a part of its value under the base with the
    same components; where it is 0 there, the margin is that of the shipped components.
    """
    game, base = found.base.game.name, found.base.rules
    fields = generated_fields(game, base)
    changed = {label: rules for label, rules in found.rules.items() if _agree(rules, base, fields)}
    left_out = tuple(label for label in found.rules if label not in changed)
    kept = [effect for effect in found.effects if effect.variant in changed]
    if not kept:
        return RuleEnsembles(Ensembles(components_of(game), ()), (), left_out, 0, True)
    asked = _Asked(found, kept, games, options)
    components, many = generated_alike(game, [base, *changed.values()], n_generated, seed=0)
    answers: dict[str, dict[str, Finding]] = {}
    n_games = 0
    with suppress(KeyboardInterrupt):
        for own, *others in many:
            answers[own.name], n = asked.under(own, dict(zip(changed, others, strict=True)))
            n_games += n
    if not answers:
        return RuleEnsembles(Ensembles(components, ()), (), left_out, 0, False)
    ensembles = over_ensembles(
        lambda made: answers[made[0].name],
        many[: len(answers)],
        components=components,
        shipped=asked.shipped(),
    )
    is_complete = len(answers) == len(many)
    return RuleEnsembles(ensembles, asked.questions(), left_out, n_games, is_complete)


@dataclass(frozen=True)
class _Asked:
    """The questions of a result, to be asked again."""

    found: RuleEffects
    kept: Sequence[Effect]
    games: int
    options: Options

    def questions(self) -> tuple[Question, ...]:
        """The effects, then the seats of every strategy against itself."""
        effects = [Question(it.variant, it.line_up, it.measure.name, it.owner) for it in self.kept]
        return (*effects, *(Question(*key, SEAT_SPREAD, "game") for key in self._seats()))

    def shipped(self) -> dict[str, Finding]:
        """What was found with the components that ship, each judged in its family."""
        effects = zip(_subjects(self.kept), (it.finding for it in self.kept), strict=True)
        seats = seat_findings(self.found.seats)
        judged = dict(zip(seats, together(list(seats.values())), strict=True))
        return dict(effects) | {_of_seats(*key): judged[key] for key in self._seats()}

    def under(self, base: Any, changed: Mapping[str, Any]) -> tuple[dict[str, Finding], int]:
        """The answers with other components, by subject, and the games they took."""
        match = self.found.base
        plan = setting(match.game.name, match.seed, {**self.options, "rules": base})
        n_blocks = blocks_for(self.games, match.n_rotations)
        pairs, _ = play_pairs(plan, changed, self._line_ups(), n_blocks)
        if not plan.is_complete:
            raise KeyboardInterrupt
        return self._answers(pairs), plan.games_done

    def _answers(self, pairs: Sequence[Pair]) -> dict[str, Finding]:
        by_key = {(it.label, it.line_up): it for it in pairs}
        answers = {}
        for effect, subject in zip(self.kept, _subjects(self.kept), strict=True):
            pair, wanted = by_key[effect.variant, effect.line_up], effect.measure
            measure = next(
                it for it in pair.measures() if (it.name, it.who) == (wanted.name, wanted.who)
            )
            blocks, base = pair.blocks, pair.base
            margin = margin_of(measure, blocks, base, self.found.margins) or effect.margin
            answers[subject] = ask_change(measure, blocks, base, margin)
        seats = seats_by_rules((it.label, it.blocks, it.base) for it in pairs)
        found = seat_findings({key: seats[key] for key in self._seats()})
        return answers | {_of_seats(*key): finding for key, finding in found.items()}

    def _line_ups(self) -> list[LineUp]:
        matches = [effect.base.match for effect in self.kept]
        found = {(tuple(it.spec for it in m.players), m.rotation): None for m in matches}
        return [(list(specs), rotation) for specs, rotation in found]

    def _seats(self) -> list[tuple[str, str]]:
        labels = {"base", *(effect.variant for effect in self.kept)}
        return [key for key in self.found.seats if key[0] in labels]


def _agree(rules: Any, base: Any, fields: Sequence[str]) -> bool:
    """Whether rules have the same components as the base."""
    ours, theirs = rules.to_dict(), base.to_dict()
    return all(ours[name] == theirs[name] for name in fields)


def _subjects(effects: Sequence[Effect]) -> list[str]:
    """Each effect in words; where a line-up has a strategy twice, with its place."""
    texts = [Question(it.variant, it.line_up, it.measure.name, it.owner).text for it in effects]
    count = Counter(texts)
    return [
        text if count[text] == 1 else f"{text} ({it.measure.who})"
        for text, it in zip(texts, effects, strict=True)
    ]


def _of_seats(label: str, line_up: str) -> str:
    return Question(label, line_up, SEAT_SPREAD, "game").text


def _counts(found: Ensemble) -> dict[str, Any]:
    """The counts without the subject, whose parts are columns here."""
    row: dict[str, Any] = records(found.counts())[0]
    del row["subject"]
    return row


def _short(found: Ensemble | None) -> dict[str, Any]:
    """The counts for a row that has an outcome of its own."""
    if found is None:
        return {"n_generated": 0, "n_holds": 0, "n_undecided": 0}
    counts = _counts(found)
    del counts["outcome"]
    return counts
