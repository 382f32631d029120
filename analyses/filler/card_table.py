"""What becomes of every recipe: how often it is taken, and how often its taker wins.

Who takes a card on the fourth day was ahead or behind for many reasons; that much is taken off: a
claim is compared with all claims on the same day by the same strategy, at tables of the same size.
What is left is an association: a card may be taken by who stands well already, as only such a
player can pay for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyses.filler.rows import Games, Ratios, ratios, rules_in, share
from analyses.matches import opening
from analyses.statistics.families import Finding, joined, together
from analyses.statistics.margins import check_margin, margin_text
from analyses.statistics.verdicts import Wording, holm, within
from analyses.tables import records, spread_out, table
from simcore.filler.components import Recipe
from simcore.summary import WIN_UNITS

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ALPHA",
    "CardTable",
    "Claims",
    "Group",
    "card_table",
    "claims_of",
    "groups_of",
    "of_groups",
]

LAST_DAY = 20
"""Claims on this day and later ones are compared with each other."""
ALPHA = 0.05
WORDS = Wording(inside="within", outside="beyond")

Array = npt.NDArray[Any]


class Claims(NamedTuple):
    """Who took what, by game and recipe; arrays of [n_games, n_recipes].

    Parameters
    ----------
    is_seen, is_taken : bool
        Whether the recipe was in the book, and claimed.
    day : int
        Of the claim; 0 for none.
    win : float
        What the taker won, 1 or a part of it; 0 for none.
    """

    is_seen: Array
    is_taken: Array
    day: Array
    win: Array


def claims_of(games: Games) -> Claims:
    """The claims of finished games."""
    done = games.finished
    code = done.rows["taken"][:, : len(rules_in(games.match).components.recipes)]
    is_taken = code >= 2
    seat, day = np.where(is_taken, (code - 2) % 8, 0), np.where(is_taken, (code - 2) // 8, 0)
    win = np.take_along_axis(done.wins, seat, axis=1) / WIN_UNITS
    return Claims(code >= 1, is_taken, day, np.where(is_taken, win, 0.0))


class Group(NamedTuple):
    """Recipes that are counted together.

    Parameters
    ----------
    kind, name : str
        For example ``ability`` and ``bonus_fill``.
    recipes : tuple of int
        Their places in the components.
    """

    kind: str
    name: str
    recipes: tuple[int, ...]


def groups_of(recipes: Sequence[Recipe]) -> list[Group]:
    """Recipes by ability, by number of requirements, by number of symbols."""
    traits: dict[str, list[str]] = {
        "ability": [recipe.ability for recipe in recipes],
        "requirements": [str(len(recipe.requires)) for recipe in recipes],
        "symbols": [str(len(recipe.points)) for recipe in recipes],
    }
    return [
        Group(kind, name, tuple(i for i, value in enumerate(values) if value == name))
        for kind, values in traits.items()
        for name in sorted(set(values))
    ]


class Found(NamedTuple):
    """Of one match: counts and ratios of every group, in order."""

    n_seen: Array
    n_taken: Array
    taken: Ratios
    day: Ratios
    win: Ratios
    edge: Ratios


def of_groups(claims: Claims, groups: Sequence[Group]) -> Found:
    """Taken rates, days, win rates, and win rates less those of all claims on the same days.

    The correction of a group is sum over its claims of (win - mean win of the day) over their
    number. Its error counts both what a game adds to the group and what it adds to the means.
    """
    member = np.zeros((claims.day.shape[1], len(groups)))
    for k, group in enumerate(groups):
        member[list(group.recipes), k] = 1.0
    seen, taken = claims.is_seen @ member, claims.is_taken @ member
    stratum = np.minimum(claims.day, LAST_DAY)
    n_of_day = np.bincount(stratum.ravel(), minlength=LAST_DAY + 1)
    wins_of_day = np.bincount(stratum.ravel(), claims.win.ravel(), minlength=LAST_DAY + 1)
    usual = wins_of_day / np.maximum(1, n_of_day)
    excess = np.where(claims.is_taken, claims.win - usual[stratum], 0.0)
    of_days = np.zeros((len(excess), len(groups)))
    for day in range(1, LAST_DAY + 1):
        is_day = claims.is_taken & (stratum == day)
        weights = is_day.sum(axis=0) @ member / np.maximum(1.0, taken.sum(axis=0))
        of_game = (excess * is_day).sum(axis=1) / max(1, n_of_day[day])
        of_days += of_game[:, None] * weights
    return Found(
        seen.sum(axis=0).astype(int),
        taken.sum(axis=0).astype(int),
        ratios(taken, seen),
        ratios(claims.day @ member, taken),
        ratios(claims.win @ member, taken),
        ratios(excess @ member, taken, also=of_days),
    )


@dataclass(frozen=True)
class CardTable:
    """Result of `card_table`.

    Attributes
    ----------
    played : tuple of Games
        Mirror matches.
    margin : float
        Largest departure of a card's corrected win rate that counts as none.
    """

    played: tuple[Games, ...]
    margin: float

    @cached_property
    def claims(self) -> tuple[Claims, ...]:
        """The claims of every match."""
        return tuple(claims_of(games) for games in self.played)

    def to_frame(self) -> pd.DataFrame:
        """One row for each match and recipe in its deck; verdicts and p-values for all together."""
        return table(self._cards)

    @cached_property
    def _cards(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        findings, p_values = [], []
        for games, claims in zip(self.played, self.claims, strict=True):
            rules = rules_in(games.match)
            recipes = rules.components.recipes
            deck = rules.components.recipe_deck(rules.is_advanced(games.n_seats))
            cards = [Group("card", it.id, (recipes.index(it),)) for it in deck]
            found = of_groups(claims, cards)
            for i, recipe in enumerate(deck):
                rows.append(games.keys() | _traits(recipe) | _numbers(found, i, is_card=True))
                findings.append(self._judge(found.edge, i))
                p_values.append(found.edge.p_value(i))
        judged, adjusted = together(findings), holm(p_values).tolist()
        return [
            row | {"p_holm": p, "stands_out": _standing(it)}
            for row, p, it in zip(rows, adjusted, judged, strict=True)
        ]

    def groups(self) -> pd.DataFrame:
        """One row for each match and each ability, number of requirements, number of symbols."""
        rows, p_values = [], []
        for games, claims in zip(self.played, self.claims, strict=True):
            groups = groups_of(rules_in(games.match).components.recipes)
            found = of_groups(claims, groups)
            for i, group in enumerate(groups):
                if found.n_seen[i]:
                    keys = games.keys() | {"trait": group.kind, "trait_value": group.name}
                    rows.append(keys | _numbers(found, i))
                    p_values.append(found.edge.p_value(i))
        return table(
            row | {"p_holm": p} for row, p in zip(rows, holm(p_values).tolist(), strict=True)
        )

    def _judge(self, edge: Ratios, i: int) -> Finding:
        verdict = within(edge.interval(i), self.margin, wording=WORDS)
        return Finding(verdict, "above" if edge.value[i] > 0 else "below")

    def sentences(self) -> list[str]:
        """For each match the cards that stand out, then the one whose takers do best and worst."""
        told = []
        for games in self.played:
            keys = games.keys()
            rows = [row for row in self._cards if row["n_seats"] == keys["n_seats"]]
            rows = [row for row in rows if row["strategy"] == keys["strategy"] and row["n_taken"]]
            if rows:
                told.append(_told(games, rows, self.margin))
        return told

    def summary(self) -> str:
        """One sentence for each match."""
        return "\n".join(self.sentences())

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; None where there is no number."""
        n_games = sum(games.n_games for games in self.played)
        return {
            **opening(self.played[0].match, n_games, True),
            "margin": self.margin,
            "cards": records(self.to_frame()),
            "groups": records(self.groups()),
        }


def _traits(recipe: Recipe) -> dict[str, Any]:
    return {
        "card_id": recipe.id,
        "card": recipe.name,
        "ability": recipe.ability,
        "n_requires": len(recipe.requires),
        "n_symbols": len(recipe.points),
    }


def _numbers(found: Found, i: int, *, is_card: bool = False) -> dict[str, Any]:
    """The counts and estimates of one group; a card has no interval for the day."""
    n_seen, n_taken = int(found.n_seen[i]), int(found.n_taken[i])
    row: dict[str, Any] = {"n_seen": n_seen, "n_taken": n_taken}
    row |= spread_out("taken_rate", share(found.taken, i, n_taken, n_seen))
    if is_card:
        row["claim_day"] = found.day.value[i]
    n_won = round(found.win.value[i] * n_taken, 6) if n_taken else 0
    whole = int(n_won) if n_won in (0, n_taken) else -1
    row |= spread_out("taker_win_rate", share(found.win, i, whole, n_taken))
    return row | spread_out("taker_edge", found.edge.estimate(i))


def _standing(finding: Finding) -> str:
    """``above``, ``below``, ``no``, or ``open``."""
    known = {"balanced": "no", "not balanced": finding.lean}
    return known.get(finding.verdict.outcome, "open")


def _told(games: Games, rows: Sequence[dict[str, Any]], margin: float) -> str:
    best, worst = (pick(rows, key=lambda row: row["taker_edge"]) for pick in (max, min))
    ends = ", ".join(
        f"{row['card']} {100 * row['taker_edge']:+.1f} points "
        f"[{100 * row['taker_edge_low']:.1f}, {100 * row['taker_edge_high']:.1f}]"
        for row in (best, worst)
    )
    out = [row["card"] for row in rows if row["stands_out"] in ("above", "below")]
    n_open = sum(row["stands_out"] == "open" for row in rows)
    named = f"beyond {margin_text(margin)}: {joined(out)}" if out else "no card stands out"
    return f"{games.who}: {named} ({n_open} of {len(rows)} open); from best to worst {ends}."


def card_table(played: Sequence[Games], *, margin: float = 0.05) -> CardTable:
    """Taken rates and corrected win rates of all recipes in `mirror_games`.

    Parameters
    ----------
    played : sequence of Games
        Of `analyses.filler.shapes.mirror_games`; stuck games are left out.
    margin : float, default 0.05
        A card stands out where its takers' corrected win rate is surely further from the mean.
    """
    check_margin(margin)
    return CardTable(tuple(played), margin)
