"""One number under other rules, beside the base: its change, judged together with all others."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from analyses.rules.score_spreads import ScoreSpread
from analyses.runs.blocks import Blocks
from analyses.runs.measures import Measure, is_known, measures_of
from analyses.statistics.families import Finding, together
from analyses.statistics.guarded import guarded
from analyses.statistics.margins import check_margin
from analyses.statistics.verdicts import IntervalAt, Wording, within
from analyses.tables import spread_out

__all__ = [
    "MARGINS",
    "Effect",
    "Margins",
    "Pair",
    "ask_change",
    "effects_of",
    "is_self_play",
    "line_up_of",
    "margin_of",
]

CHANGED = ("unchanged", "changed")


class Margins(NamedTuple):
    """Largest changes that count as none.

    Parameters
    ----------
    share : float
        Of a share of the games: 0.01 is one percentage point.
    relative : float
        Of any other mean, as a part of its value under the base.
    """

    share: float = 0.01
    relative: float = 0.05

    def check(self) -> None:
        """Refuse margins within which nothing, or everything, would lie."""
        check_margin(self.share)
        check_margin(self.relative, "relative")


MARGINS = Margins()


class Pair(NamedTuple):
    """A line-up under other rules, and under the base on the same luck.

    Parameters
    ----------
    label : str
        Of the other rules.
    blocks, base : Blocks
    spread : ScoreSpread, optional
        How far apart the players end, where that is defined.
    """

    label: str
    blocks: Blocks
    base: Blocks
    spread: ScoreSpread | None = None

    def measures(self) -> list[Measure | ScoreSpread]:
        """The numbers that are asked about."""
        more = [self.spread] if self.spread is not None else []
        return [*measures_of(self.base.match), *more]

    @property
    def line_up(self) -> str:
        """Who played, in words."""
        return line_up_of(self.base)


@dataclass(frozen=True)
class Effect:
    """One number under other rules, beside the base.

    Attributes
    ----------
    variant : str
        Label of the rules.
    measure : Measure or ScoreSpread
    blocks, base : Blocks
        The same line-up under both, on the same luck.
    finding : Finding
        Whether it changed, judged together with all others.
    margin : float
        Largest change that counts as none.
    """

    variant: str
    measure: Measure | ScoreSpread
    blocks: Blocks
    base: Blocks
    finding: Finding
    margin: float

    @property
    def line_up(self) -> str:
        """Who played, in words."""
        return line_up_of(self.base)

    @property
    def owner(self) -> str:
        """Whose number it is, in words."""
        return self.measure.owner(self.base.match)

    @property
    def is_self_play(self) -> bool:
        """Whether all seats had the same strategy."""
        return is_self_play(self.base)

    @property
    def tier(self) -> int:
        """Of the strongest in the line-up."""
        return max(player.tier for player in self.base.match.players)

    def row(self) -> dict[str, Any]:
        """The row of `RuleEffects.to_frame`."""
        measure, verdict = self.measure, self.finding.verdict
        row: dict[str, Any] = {"variant": self.variant, "line_up": self.line_up}
        row |= {"tier": self.tier, "measure": measure.name}
        row |= {"owner": self.owner, "n_games": min(self.blocks.n_games, measure.most_games)}
        row |= spread_out("before", measure.of(self.base))
        row |= spread_out("after", measure.of(self.blocks))
        row |= spread_out("change", verdict.estimate)
        return row | {
            "largest_change": self.margin,
            "outcome": {"balanced": "unchanged", "not balanced": "changed"}.get(
                verdict.outcome, "undecided"
            ),
            "verdict": verdict.text,
            "n_more": verdict.n_more,
            "p_unchanged_holm": self.finding.p_balanced_holm,
            "p_changed_holm": self.finding.p_not_balanced_holm,
            "variance_saved": measure.saved(self.blocks, self.base),
        }


def effects_of(pairs: Iterable[Pair], margins: Margins = MARGINS) -> tuple[Effect, ...]:
    """Every number of matches under other rules, judged as one family.

    Parameters
    ----------
    pairs : iterable of Pair
    margins : Margins
        What counts as no change. A number that is 0 under both is left out.
    """
    asked = [
        (it.label, measure, it.blocks, it.base, margin_of(measure, it.blocks, it.base, margins))
        for it in pairs
        for measure in it.measures()
        if it.blocks.n_blocks > 0
    ]
    kept = [one for one in asked if one[4] > 0.0]
    judged = together([ask_change(measure, a, b, limit) for _, measure, a, b, limit in kept])
    return tuple(
        Effect(label, measure, blocks, base, _as_far_as(measure, finding), limit)
        for (label, measure, blocks, base, limit), finding in zip(kept, judged, strict=True)
    )


def line_up_of(blocks: Blocks) -> str:
    """Who played, in words: each strategy once."""
    return " v ".join(dict.fromkeys(player.spec for player in blocks.match.players))


def is_self_play(blocks: Blocks) -> bool:
    """Whether all seats had the same strategy."""
    return len({player.spec for player in blocks.match.players}) == 1


def margin_of(
    measure: Measure | ScoreSpread, blocks: Blocks, base: Blocks, margins: Margins
) -> float:
    """What counts as no change; 0 for a number that is 0 under both."""
    values = [abs(it.value) for it in (measure.of(base), measure.of(blocks)) if is_known(it)]
    size = next((value for value in values if value > 0.0), 0.0)
    if measure.is_share:
        return margins.share if size > 0.0 else 0.0
    return float(f"{margins.relative * size:.3g}")


def ask_change(
    measure: Measure | ScoreSpread, blocks: Blocks, base: Blocks, margin: float
) -> Finding:
    """Whether one number changed by more than the margin; by itself, not yet in its family."""
    n_games = 2 * blocks.match.n_rotations
    wording = Wording("points", 100.0, n_games) if measure.is_share else Wording("", 1.0, n_games)
    wording = wording._replace(inside=CHANGED[0], outside=CHANGED[1])
    interval = _interval(measure, blocks, base)
    verdict = within(interval, margin, look=blocks.look, wording=wording)
    lean = "up" if verdict.estimate.value > 0.0 else "down"
    found = Finding(verdict, lean, words=CHANGED, games_per_block=n_games)
    return _as_far_as(measure, found)


def _interval(measure: Measure | ScoreSpread, blocks: Blocks, base: Blocks) -> IntervalAt:
    """Of the change. A mean is guarded: a block that was not seen may change by all of it.

    By one at least, as what is counted are whole numbers.
    """
    change = partial(measure.change, blocks, base)
    if measure.is_share:
        return change
    values = [abs(it.value) for it in (measure.of(base), measure.of(blocks)) if is_known(it)]
    most = max(1.0, *values) + abs(change().value)
    return partial(guarded, change, most, blocks.look)


def _as_far_as(measure: Measure | ScoreSpread, found: Finding) -> Finding:
    """A finding without the promise of games that its measure would not look at."""
    verdict = found.verdict
    if verdict.n_more <= 2 * measure.games_left:
        return found
    text = f"not enough games: only the first {measure.most_games:,} are looked at"
    return found._replace(verdict=replace(verdict, n_more=math.inf, text=text))
