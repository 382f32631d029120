"""The frames of solo games: rows by personality, pairs, parts of the difficulty, outliers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from analyses.filler.solo_games import NOBODY, Cell, SoloGames
from analyses.statistics.estimates import Estimate
from analyses.statistics.families import Finding, together
from analyses.statistics.verdicts import Verdict, holm, within
from analyses.tables import spread_out

__all__ = [
    "by_difficulty",
    "outlier_findings",
    "outlier_rows",
    "pair_findings",
    "pair_rows",
    "part_findings",
    "part_rows",
    "personality_rows",
]

Row = dict[str, Any]
ALPHA = 0.05


def signed(estimate: Estimate, p_value: float, harder: str, easier: str) -> Finding:
    """Which way a difference goes, as a finding: favoured is what is `harder` where above 0."""
    is_settled = p_value < ALPHA
    lean = harder if estimate.value > 0.0 else easier
    text = f"{lean} is harder" if is_settled else "not settled"
    outcome: Any = "not balanced" if is_settled else "undecided"
    return Finding(Verdict(outcome, text, estimate, 0.0, 0.0, 1.0, p_value), lean)


def by_difficulty(games: SoloGames) -> list[str]:
    """Personalities, the hardest first; of equal ones, in the order of their file."""
    return sorted(games.personalities, key=lambda name: games.win_rate(Cell(name)).value)


def personality_rows(games: SoloGames) -> Iterator[Row]:
    """One row for each personality, the hardest first."""
    order = by_difficulty(games)
    pairs = list(pair_rows(games))
    for rank, name in enumerate(order, 1):
        cell = Cell(name)
        harder = sum(row["than"] == name and row["p_holm"] < ALPHA for row in pairs)
        easier = sum(row["personality"] == name and row["p_holm"] < ALPHA for row in pairs)
        yield {
            "personality": name,
            "strategy": games.strategy,
            "tier": games.tier,
            "difficulty_rank": rank,
            "rank_from": 1 + harder,
            "rank_to": len(order) - easier,
            "n_games": games.n_games,
            **spread_out("win_rate", games.win_rate(cell)),
            **spread_out("draw_rate", games.share(cell, "draw_rate", "ties")),
            **spread_out("score_mean", games.score(cell, 1, 0)),
            **spread_out("chef_score_mean", games.score(cell, 0, 1)),
            **spread_out("score_diff_mean", games.score(cell, 1, -1)),
            **spread_out("days_mean", games.days(cell)),
            **spread_out("capped_rate", games.share(cell, "capped_rate", "capped")),
        }


def pair_rows(games: SoloGames) -> Iterator[Row]:
    """One row for each two personalities, the harder one first; adjusted over all of them."""
    pairs = list(combinations(by_difficulty(games), 2))
    found = [games.harder(Cell(first), Cell(second)) for first, second in pairs]
    adjusted = holm([p for _, p in found]).tolist() if found else []
    for (first, second), (estimate, p), p_holm in zip(pairs, found, adjusted, strict=True):
        yield {
            "strategy": games.strategy,
            "tier": games.tier,
            "personality": first,
            "than": second,
            "n_games": games.n_games,
            **spread_out("harder_diff", estimate),
            "p_value": p,
            "p_holm": p_holm,
            "independent_worth": games.worth(Cell(first), Cell(second)),
        }


def part_rows(games: SoloGames) -> Iterator[Row]:
    """One row for each personality: what its choice rule and its altered rule add."""
    if not games.has_parts:
        return
    names = by_difficulty(games)
    choices = [games.harder(Cell(name, own_rule=False), NOBODY) for name in names]
    rules = [games.harder(Cell(name), Cell(name, own_rule=False)) for name in names]
    adjusted = holm([p for _, p in choices + rules]).tolist()
    for i, name in enumerate(names):
        yield {
            "strategy": games.strategy,
            "tier": games.tier,
            "personality": name,
            "n_games": games.n_games,
            **spread_out("total_diff", games.harder(Cell(name), NOBODY)[0]),
            **spread_out("choice_diff", choices[i][0]),
            "choice_p_holm": adjusted[i],
            **spread_out("rule_diff", rules[i][0]),
            "rule_p_holm": adjusted[len(names) + i],
            **spread_out(
                "interaction_diff", games.contrast(interaction(name))(confidence_level=0.95)
            ),
            **spread_out("neutral_win_rate", games.win_rate(NOBODY)),
        }


def interaction(name: str) -> dict[Cell, int]:
    """What the altered rule adds to the own choice rule less what it adds to picks at random."""
    return {
        Cell(name): -1,
        Cell(name, own_rule=False): 1,
        Cell(name, own_picks=False): 1,
        NOBODY: -1,
    }


def outlier_findings(games: SoloGames, margin: float) -> dict[str, Finding]:
    """For each personality whether it lies within `margin` of the mean of the others."""
    names = by_difficulty(games)
    if len(names) < 2:
        return {}
    found = {}
    for name in names:
        others = [other for other in names if other != name]
        terms = {Cell(name): -len(others)} | {Cell(other): 1 for other in others}
        verdict = within(games.contrast(terms, len(others)), margin, look=games.look)
        lean = "harder" if verdict.estimate.value > 0.0 else "easier"
        found[name] = Finding(verdict, lean)
    return found


def outlier_rows(games: SoloGames, margin: float) -> Iterator[Row]:
    """One row for each personality: the difference from the others and the verdict."""
    found = outlier_findings(games, margin)
    for name, finding in zip(found, together(list(found.values())), strict=True):
        verdict = finding.verdict
        yield {
            "strategy": games.strategy,
            "tier": games.tier,
            "personality": name,
            "n_games": games.n_games,
            **spread_out("others_diff", found[name].verdict.estimate),
            "margin": margin,
            "outlier": outlier_word(finding),
            "n_more": verdict.n_more,
            "p_balanced_holm": finding.p_balanced_holm,
            "p_not_balanced_holm": finding.p_not_balanced_holm,
        }


def outlier_word(finding: Finding) -> str:
    """A verdict about an outlier in one word."""
    words = {"balanced": "no", "undecided": "undecided", "not balanced": finding.lean}
    return words[finding.verdict.outcome]


def pair_findings(
    games: SoloGames, pairs: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], Finding]:
    """Which of each two personalities is harder."""
    return {
        (first, second): signed(*games.harder(Cell(first), Cell(second)), first, second)
        for first, second in pairs
    }


def part_findings(games: SoloGames, names: Sequence[str]) -> dict[tuple[str, str], Finding]:
    """Whether choice rule and altered rule make each personality harder or easier."""
    found = {}
    for name in names if games.has_parts else ():
        off = Cell(name, own_rule=False)
        for part, (cell, than) in {"choice": (off, NOBODY), "rule": (Cell(name), off)}.items():
            found[part, name] = signed(*games.harder(cell, than), "harder", "easier")
    return found
