"""Where a comparison of two strategies holds: over tiers of the others, and over components."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyses.meetings.comparisons import Comparison, compare
from analyses.naming import brief
from analyses.reach.ensembles import Ensemble
from analyses.reach.generated import generated_rules
from analyses.reach.tiers import Tiers, over_tiers, tiers_of
from analyses.runs.lineup import Options, playable_seats
from analyses.statistics.families import Finding, joined, together
from analyses.tables import records, table
from simcore.games import load_game
from simcore.match import Match

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Scope", "compare_over_tiers", "comparison_scope", "drawn", "finished"]


@dataclass(frozen=True)
class Scope:
    """Result of `comparison_scope`.

    Attributes
    ----------
    tiers : Tiers, optional
        For which tiers of the others at the table it holds; None where nobody was asked.
    ensemble : Ensemble, optional
        Under how many generated decks or layouts; None where none was asked.
    is_complete : bool
        False when the run was interrupted; what was finished before is kept.
    """

    tiers: Tiers | None = None
    ensemble: Ensemble | None = None
    is_complete: bool = True

    def to_frame(self) -> pd.DataFrame:
        """One row for each opponent, then for each of the generated components."""
        frames = [it.to_frame() for it in (self.tiers, self.ensemble) if it is not None]
        blank: dict[str, Any] = {"strategy": "", "variant": ""}
        rows = [blank | row for frame in frames for row in records(frame)]
        return table(rows).drop(columns="tier", errors="ignore")

    def summary(self) -> str:
        """A line for each question."""
        return "\n".join(it.summary() for it in (self.tiers, self.ensemble) if it is not None)

    def to_json(self) -> dict[str, Any]:
        """The result as plain values, under ``tiers`` and ``ensemble``; None where not asked."""
        return {
            "tiers": self.tiers.to_json() if self.tiers else None,
            "ensemble": self.ensemble.to_json() if self.ensemble else None,
        }


def comparison_scope(
    found: Comparison,
    opponents: Sequence[str] = (),
    *,
    games: int,
    seed: int,
    n_generated: int = 0,
    generated_games: int = 0,
    **options: Unpack[Options],
) -> Scope:
    """Ask a comparison again: with one opponent of every tier, under generated components.

    Parameters
    ----------
    found : Comparison
        What is asked again: its strategies, rules, margin and number of seats.
    opponents : sequence of str
        Whom both strategies meet, one after the other, at all other seats; e.g. one of every tier.
    games : int
        How many for each question, as in `compare`.
    seed : int
        Every number follows from it.
    n_generated : int, default 0
        How many sets of components are generated, from seed 0 on; each is asked what `found` was,
        with the same opponents.
    generated_games : int, optional
        How many for each of these; by default `games`.
    **options
        As in `compare`; the rules are those of `found`.

    Returns
    -------
    Scope
        Opponents are a family of verdicts, and so are the generated components.
    """
    match, names = found.first.match, found.names

    def ask(against: Sequence[str], rules: Any, games: int) -> Finding:
        asked: Options = {**options, "rules": rules}
        return _finding(
            compare(
                match.game.name, *names, games=games, seed=seed, against=against,
                margin=found.margin, alone=not found.is_head_to_head, **asked,
            )
        )  # fmt: skip

    n_others = max(1, match.n_seats - 1)
    if n_others + 1 not in playable_seats(match.game, match.rules):
        opponents = ()
    pair = joined(found.brief_names)
    answers, is_complete = finished(lambda it: ask([it] * n_others, match.rules, games), opponents)
    told = list(zip(opponents, answers, strict=False))
    tiers = tiers_of(match.game.name, told, pair, _link(match.game)) if told else None
    if not n_generated or not is_complete:
        return Scope(tiers, None, is_complete)
    components, many = drawn(match, n_generated)
    answers, is_complete = finished(
        lambda rules: ask(found.opponents, rules, generated_games or games), many
    )
    is_complete &= bool(many)
    if not answers:
        return Scope(tiers, None, is_complete)
    named = tuple(rules.name for rules in many[: len(answers)])
    judged, subject = tuple(together(answers)), pair + found.met
    ensemble = Ensemble(subject, components, named, judged, found.finding)
    return Scope(tiers, ensemble, is_complete)


def compare_over_tiers(  # noqa: PLR0913 (two strategies, and what to ask of them)
    game: str,
    first: str,
    second: str,
    opponents: Sequence[str],
    *,
    games: int,
    seed: int,
    margin: float = 0.01,
    **options: Unpack[Options],
) -> Tiers:
    """Ask `compare` against one opponent after the other, e.g. one of every tier.

    Parameters
    ----------
    opponents : sequence of str
        Whom both strategies meet, one at a time.
    game, first, second, games, seed, margin, **options
        As in `compare`; `games` for each opponent.
    """

    def ask(opponent: str) -> Finding:
        return _finding(
            compare(
                game, first, second, games=games, seed=seed, against=opponent, margin=margin,
                **options,
            )
        )  # fmt: skip

    link = _link(load_game(game))
    return over_tiers(
        game, ask, opponents, subject=joined(brief(game, it) for it in (first, second)), link=link
    )


def drawn(match: Match, n_generated: int) -> tuple[str, list[Any]]:
    """`generated_rules` of a match; no rules where the keyboard interrupted it."""
    name, rules = match.game.name, match.rules
    made, _ = finished(lambda n: generated_rules(name, rules, n, seed=0), [n_generated])
    return made[0] if made else ("", [])


def finished(question: Callable[[Any], Any], asked: Iterable[Any]) -> tuple[list[Any], bool]:
    """The answers up to an interruption by the keyboard, and whether there was none."""
    answers: list[Any] = []
    try:
        answers.extend(map(question, asked))
    except KeyboardInterrupt:
        return answers, False
    return answers, True


def _finding(found: Comparison) -> Finding:
    """Of a comparison that ran to its end: half a run answers another question."""
    if not found.is_complete:
        raise KeyboardInterrupt
    return found.finding


def _link(game: Any) -> str:
    """Whether others at the table are met as opponents or as partners."""
    return "with" if game.is_cooperative else "against"
