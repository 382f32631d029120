"""What a round robin can say of two strategies: at one table, and each with the same others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import NamedTuple

from analyses.meetings.tournaments import Tournament
from analyses.naming import brief
from analyses.runs.blocks import Blocks
from analyses.runs.groups import Term, guarded_difference, moved_mean
from analyses.statistics.families import Finding
from analyses.statistics.verdicts import IntervalAt, Wording, within

__all__ = ["Asking", "PairQuestions"]


class Asking(NamedTuple):
    """Two strategies and the company that both have played with, as places in the field.

    Parameters
    ----------
    first, second : int
    company : tuple of int
        The others at the table of either; none where the two are asked for as such.
    """

    first: int
    second: int
    company: tuple[int, ...] = ()

    @property
    def pair(self) -> Asking:
        """The two without the company."""
        return Asking(self.first, self.second)


@dataclass(frozen=True)
class PairQuestions:
    """A round robin as it is asked.

    Attributes
    ----------
    robin : Tournament
        The games. All line-ups met the same luck, so that any two pair by block.
    margin : float
        Largest difference of win rates that counts as none.
    """

    robin: Tournament
    margin: float

    @property
    def is_cooperative(self) -> bool:
        """Whether a table wins together, so that nobody at the same one is ahead."""
        return bool(self.robin.matches[0].match.game.is_cooperative)

    @cached_property
    def names(self) -> list[str]:
        """The strategies in short."""
        game = self.robin.matches[0].match.game.name
        return [brief(game, name) for name in self.robin.names]

    @cached_property
    def pairs(self) -> list[Asking]:
        """All pairs of which anything can be said."""
        pairs = [Asking(*pair) for pair in combinations(range(len(self.robin.names)), 2)]
        return [pair for pair in pairs if not self.is_cooperative or self.companies[pair]]

    @cached_property
    def companies(self) -> dict[Asking, list[Asking]]:
        """By pair, every choice of others that both have played with."""
        everybody, n_others = range(len(self.robin.names)), self._first.match.n_seats - 1
        return {
            Asking(*pair): [
                asked
                for others in combinations([i for i in everybody if i not in pair], n_others)
                if self._is_played(asked := Asking(*pair, others))
            ]
            for pair in combinations(everybody, 2)
        }

    def tier(self, asked: Asking) -> int:
        """Of a company: that of its strongest."""
        return max(self.robin.tiers[i] for i in asked.company)

    def find(self, asked: Asking) -> Finding:
        """The verdict on a pair, at one table or with a company, by itself."""
        interval, n_line_ups = self._interval(asked)
        in_block = n_line_ups * self._first.match.n_rotations
        wording = Wording(games_per_block=in_block, inside="equal", outside="not equal")
        verdict = within(interval, self.margin, look=self._first.look, wording=wording)
        ahead = asked.first if verdict.estimate.value > 0.0 else asked.second
        words = ("equal", f"{self.names[ahead]} ahead")
        return Finding(verdict, words=words, games_per_block=in_block)

    def _interval(self, asked: Asking) -> tuple[IntervalAt, int]:
        """Win rate of the first less that of the second, at any level; and of how many line-ups.

        At one table, over all that both sat at; where a table wins together, over the companies.
        """
        first, second, company = asked
        if company or self.is_cooperative:
            askings = [asked] if company else self.companies[asked]
            terms = [term for it in askings for term in self._terms(it)]
            n_line_ups = len(terms)
        else:
            shared = [k for k, ids in enumerate(self.robin.line_ups) if {first, second} <= {*ids}]
            if len(shared) == 1:
                (one,) = (self._played[k] for k in shared)
                mine, other = (self._term(shared[0], who).who for who in (first, second))
                return partial(one.win_rate_diff, mine, other), 1
            askings = [asked for k in shared if self._played[k].n_blocks]
            terms = [
                self._term(k, who, sign) for k in shared for who, sign in ((first, 1), (second, -1))
            ]
            n_line_ups = len(shared)
        return partial(guarded_difference, moved_mean(terms, max(1, len(askings)))), n_line_ups

    def _terms(self, asked: Asking) -> list[Term]:
        """The first with the company, less the second with it."""
        both = ((asked.first, 1), (asked.second, -1))
        return [
            self._term(self._place[tuple(sorted((who, *asked.company)))], who, sign)
            for who, sign in both
        ]

    def _term(self, line_up: int, who: int, sign: int = 1) -> Term:
        entry = self.robin.line_ups[line_up].index(who)
        return Term(self._played[line_up], f"entry{entry}", sign)

    def _is_played(self, asked: Asking) -> bool:
        return all(term.blocks.n_blocks > 0 for term in self._terms(asked))

    @property
    def _first(self) -> Blocks:
        return self._played[0]

    @cached_property
    def _place(self) -> dict[Sequence[int], int]:
        return {ids: k for k, ids in enumerate(self.robin.line_ups)}

    @cached_property
    def _played(self) -> list[Blocks]:
        """The line-ups, each with an interval of its own: Holm's method makes the family."""
        return [
            blocks if blocks.look is None else replace(blocks, look=replace(blocks.look, family=1))
            for blocks in self.robin.matches
        ]
