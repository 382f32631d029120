"""Line-ups from names: what every analysis does before it plays.

The options that every analysis passes on to the engine:

rules : str or rules, optional
    A preset, the path of a rules file, or rules as `load_rules` returns them; by default the
    game's first preset.
workers : int, default 1
    Threads or processes; the results do not depend on it.
backend : {'threads', 'processes'}
    What the workers are.
progress : callable, optional
    ``progress(blocks_done, blocks_wanted)``.
precision : float, optional
    Play until the intervals of the win rates (or their difference) reach this half-width, e.g.
    0.002 for 0.2 percentage points; ``games`` is then the most that are played. All intervals
    become valid at any time, which makes them wider (`analyses.runs.stopping`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np

from analyses.runs.stopping import Goal, Stop, Watched, looks, stop_of
from simcore import engine
from simcore.errors import UsageError
from simcore.games import Game, RulesData, load_game
from simcore.match import Match, Player
from simcore.summary import Summary, empty_summary
from strategies.registry import player

__all__ = [
    "Options",
    "Progress",
    "Setting",
    "blocks_for",
    "load_rules",
    "playable_seats",
    "setting",
]

Progress = Callable[[int, int], None]


class Options(TypedDict, total=False):
    """What every analysis passes on; see the head of this module."""

    rules: str | RulesData
    workers: int
    backend: str
    progress: Progress | None
    precision: float | None


def load_rules(game: str, source: str = "", changes: Iterable[str] = ()) -> Any:
    """Rules of a game: a preset (by default the first) or a file, with single changes applied.

    Examples
    --------
    >>> load_rules("fill_or_bust", "rulebook", ["goal=5000"]).goal
    5000
    """
    found = load_game(game)
    return found.load_rules(source or found.presets[0], changes)


@dataclass
class Setting:
    """A game, its rules and its seed; keeps count of the blocks played for `progress`.

    Attributes
    ----------
    game, rules, seed
        What is played.
    workers, backend, progress, precision
        See the head of this module.
    blocks_wanted, blocks_done, games_done : int
        Over all runs of one analysis.
    is_complete : bool
        False after an interruption; `play` then plays no more.
    """

    game: Game
    rules: Any
    seed: int
    workers: int = 1
    backend: str = "threads"
    progress: Progress | None = None
    precision: float | None = None
    blocks_wanted: int = 0
    blocks_done: int = 0
    games_done: int = 0
    is_complete: bool = True
    compile_s: float = 0.0
    play_s: float = 0.0

    def players(self, specs: Sequence[str], rules: Any = None) -> tuple[Player, ...]:
        """The strategies of these texts, compiled, with their tables for the rules."""
        return tuple(player(self.game, self.rules if rules is None else rules, s) for s in specs)

    def match(self, specs: Sequence[str], rotation: str, rules: Any = None) -> Match:
        """A line-up of strategies under this setting's rules, or under others."""
        chosen = self.rules if rules is None else rules
        self.game.check_seats(len(specs))
        return Match(self.game, chosen, self.players(specs, chosen), self.seed, rotation)

    def play(
        self,
        matches: Sequence[Match],
        n_blocks: int,
        first_block: int = 0,
        chunk_blocks: int | None = None,
        until: engine.Until | None = None,
    ) -> Summary:
        """Play blocks of several matches on the same luck and report the progress of all runs."""
        if not self.is_complete or n_blocks == 0:
            return empty_summary(matches)
        before = self.blocks_done
        self.blocks_wanted = max(self.blocks_wanted, n_blocks)

        def report(done: int, wanted: int) -> None:
            del wanted
            if self.progress is not None:
                self.progress(before + done, max(self.blocks_wanted, before + done))

        run = engine.run(
            matches,
            n_blocks,
            first_block=first_block,
            chunk_blocks=chunk_blocks,
            workers=self.workers,
            backend=self.backend,
            progress=report,
            until=until,
        )
        self.blocks_done += run.summary.n_blocks
        self.games_done += run.summary.n_blocks * sum(match.n_rotations for match in matches)
        self.is_complete = run.is_complete
        self.compile_s += run.compile_s
        self.play_s += run.play_s
        return run.summary

    def play_until(
        self,
        matches: Sequence[Match],
        n_blocks: int,
        goal: Goal,
        watched: Watched,
        first_block: int = 0,
        chunk_blocks: int | None = None,
    ) -> tuple[Summary, Stop]:
        """Play blocks until all that is watched is as narrow as the goal; `n_blocks` at most.

        Parameters
        ----------
        matches : sequence of Match
            Played on the same luck.
        n_blocks, first_block : int
            Which blocks there are.
        goal : Goal
            What is to be reached.
        watched : callable
            From the summary so far to the estimates that must become narrow; they use
            ``goal.look``.
        chunk_blocks : int, optional
            As in `simcore.engine.run`.
        """
        before, games_per_block = self.blocks_done, sum(match.n_rotations for match in matches)

        def is_enough(summary: Summary) -> bool:
            so_far = stop_of(goal, watched(summary), summary.n_blocks, games_per_block)
            wanted = so_far.games_for(goal.half_width) / games_per_block
            self.blocks_wanted = before + int(min(n_blocks, wanted))
            return so_far.reason == "reached"

        until = engine.Until(looks(n_blocks), is_enough)
        summary = self.play(matches, n_blocks, first_block, chunk_blocks, until)
        found, n_played = watched(summary), summary.n_blocks
        return summary, stop_of(goal, found, n_played, games_per_block, self.is_complete)


def setting(game: str, seed: int, options: Options) -> Setting:
    """The setting of an analysis; `options` as its caller gave them."""
    others: dict[str, Any] = {name: value for name, value in options.items() if name != "rules"}
    unknown = set(others) - {"workers", "backend", "progress", "precision"}
    if unknown:
        raise TypeError(f"unexpected keyword argument {sorted(unknown)[0]!r}")
    found = load_game(game)
    rules = options.get("rules") or found.presets[0]
    chosen = found.load_rules(rules, ()) if isinstance(rules, str) else rules
    return Setting(found, chosen, seed, **others)


def playable_seats(game: Game, rules: Any) -> list[int]:
    """Numbers of players for which the game can be set up under the rules."""
    found = []
    for n_seats in range(game.seats[0], game.seats[1] + 1):
        with suppress(UsageError):
            game.lay_table(np.zeros(1, game.table), rules, n_seats)
            found.append(n_seats)
    return found


def blocks_for(games: int, n_rotations: int) -> int:
    """Whole blocks that hold at least `games` games."""
    if games < 1:
        raise UsageError(f"games = {games}; allowed: 1 or more")
    return -(-games // n_rotations)
