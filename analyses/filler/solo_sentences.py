"""Solo Filler in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyses.filler.solo_conclusions import Conclusion
from analyses.filler.solo_games import Cell, SoloGames
from analyses.filler.solo_tables import by_difficulty, part_rows
from analyses.statistics.families import joined
from analyses.statistics.margins import margin_text
from analyses.tables import in_percent

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ladder", "outlying", "over_decks", "over_tiers", "parts_of"]

MOST_NAMED = 3
"""Conclusions that a sentence names; the table has all."""


def ladder(games: SoloGames) -> str:
    """Hardest and easiest for one strategy."""
    hardest, *others = by_difficulty(games)
    who, rate = f"{games.strategy} (tier {games.tier})", in_percent(games.win_rate(Cell(hardest)))
    if not others:
        return f"{who} wins {rate} of the games against {hardest}."
    easiest = in_percent(games.win_rate(Cell(others[-1])))
    return (
        f"Hardest for {who}: {hardest}, {rate} of the games won; easiest: {others[-1]}, {easiest}."
    )


def outlying(outliers: pd.DataFrame, margin: float) -> str:
    """Who is an outlier, for whom, and by which criterion."""
    named = outliers[outliers["outlier"].isin(["harder", "easier"])]
    beyond = f"more than {margin_text(margin)} of win rate from the mean of the others"
    if named.empty:
        return f"No personality lies {beyond} for certain."
    parts = [
        f"{row['personality']} ({row['outlier']}, for {row['strategy']})"
        for row in named.to_dict("records")
    ]
    return f"Outliers, {beyond}: {joined(parts)}."


def over_tiers(found: Sequence[Conclusion]) -> list[str]:
    """Whether the order holds or flips for other tiers."""
    pairs = [it for it in found if it.topic == "pair" and not it.is_open]
    if not pairs or len(pairs[0].found) < 2:
        return []
    who, flips = pairs[0].reference, [it for it in pairs if it.tiers("flips")]
    told = f"Of the {len(pairs)} pairs whose order {who.strategy} (tier {who.tier}) settles, "
    if not flips:
        return [told + "none flips for another tier."]
    named = [f"{it.text} (not for tier {it.tiers('flips')})" for it in flips]
    return [told + f"{len(flips)} flip for another tier: {'; '.join(named)}."]


def parts_of(games: SoloGames) -> str:
    """Which part makes how much of the difficulty, for the personality it changes most."""
    rows = list(part_rows(games))
    best = {
        part: max(rows, key=lambda row: abs(row[f"{part}_diff"])) for part in ("choice", "rule")
    }
    choice, rule = best["choice"], best["rule"]
    return (
        f"For {games.strategy} (tier {games.tier}), the choice rule matters most for "
        f"{choice['personality']} ({_points(choice, 'choice_diff')} of difficulty), the altered "
        f"rule for {rule['personality']} ({_points(rule, 'rule_diff')})."
    )


def _points(row: dict[str, Any], name: str) -> str:
    value, low, high = (100 * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    return f"{value:+.1f} points [{low:+.1f}, {high:+.1f}]"


def over_decks(found: Sequence[Conclusion], reference: SoloGames, n_decks: int) -> str:
    """How many conclusions hold over the decks, and which flip on some."""
    settled = [it for it in found if it.decks is not None and not it.is_open]
    flips = sorted((it for it in settled if it.n_flips), key=lambda it: -it.n_flips)
    told = (
        f"Over {n_decks} generated decks, {len(settled) - len(flips)} of the {len(settled)} "
        f"conclusions that {reference.strategy} settles on these cards flip on none"
    )
    named = "; ".join(f"{it.text} (on {it.n_flips})" for it in flips[:MOST_NAMED])
    if not flips:
        return f"{told}."
    most = "" if len(flips) <= MOST_NAMED else " most often"
    return f"{told}; these flip{most}: {named}."
