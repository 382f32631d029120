"""What a field's tables say, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from analyses.fields.bootstrap import ALPHAS
from analyses.naming import brief
from analyses.tables import in_percent

if TYPE_CHECKING:
    from analyses.fields.results import Field

__all__ = ["IN_SUPPORT", "dominated", "sentences", "settled_top"]

IN_SUPPORT = 0.01
"""Weight from which a strategy counts as part of a mixture."""


def sentences(found: Field) -> list[str]:
    """One sentence for each of mixture, alpha-rank, ratings, dominance, and cycles."""
    cycles = sum(one.kind == "cycle" for one in found.relations)
    return [
        _mixture(found),
        _alpha(found),
        _ratings(found),
        f"dominated: {_names(found, dominated(found)) or 'none for certain'}",
        f"cycles of three: {cycles or 'none for certain'}; "
        f"{in_percent(found.cyclic_share())} of the payoffs' variation is cyclic",
    ]


def dominated(found: Field) -> list[int]:
    """Strategies that some other dominates for certain, the best first."""
    worse = {one.strategies[1] for one in found.relations if one.kind == "dominates"}
    return [i for i in found.order if i in worse]


def settled_top(found: Field) -> tuple[int, int]:
    """First of alpha-rank where it has settled, and where unsettled payoffs count as ties."""
    swept = found.drawn.swept
    return int(swept.masses[swept.shown].argmax()), int(swept.tied[swept.shown].argmax())


def _name(found: Field, strategy: int) -> str:
    return brief(found.robin.matches[0].match.game.name, found.robin.names[strategy])


def _names(found: Field, strategies: Iterable[int]) -> str:
    return ", ".join(_name(found, i) for i in strategies)


def _mixture(found: Field) -> str:
    mixed = found.drawn.mixed[1]
    used = [int(i) for i in np.argsort(-mixed.weights) if mixed.weights[i] > IN_SUPPORT]
    parts = ", ".join(f"{_name(found, i)} {100 * mixed.weights[i]:.0f} %" for i in used)
    points = f"{100 * mixed.eps:.2g} points, the sampling error"
    return f"mixture that nothing beats by more than {points}: {parts}"


def _alpha(found: Field) -> str:
    swept = found.drawn.swept
    top, tied = settled_top(found)
    masses = np.sort(swept.tied[swept.shown])[::-1]
    text = f"alpha-rank (alpha {ALPHAS[swept.shown]:g}): {_name(found, top)} on top, "
    text += in_percent(found.mass(top))
    if masses[0] - masses[1] < 0.05:
        return f"{text}; no single one where payoffs that may be 0 count as ties"
    return text if tied == top else f"{text}; {_name(found, tied)} where such payoffs count as ties"


def _ratings(found: Field) -> str:
    lost = [i for i in found.order if np.isnan(found.rating(i).value)]
    if not lost:
        return "every strategy has a finite rating"
    return f"no finite rating, for want of wins or losses: {_names(found, lost)}"
