"""Which strategies stand for a game where nobody has named any: one row per game."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.errors import UsageError

__all__ = ["LINE_UPS", "LineUp", "line_up"]


@dataclass(frozen=True)
class LineUp:
    """The strategies of a game that a report or a benchmark plays.

    Attributes
    ----------
    bench, bench_games : tuple of str, int
        Whose speed is quoted, and how many games take a second or more.
    ladder : tuple of str
        From every tier, weakest first: the round robin of the report.
    contrast : tuple of str
        Few strategies of different temper, for charts with a line each.
    switched : tuple of str
        The pair on which rule changes are tried; the first adapts to the rules.
    usual, strong : str
        How a sensible person plays, and how well the game can be played; seats are judged
        with both.
    """

    bench: tuple[str, ...]
    bench_games: int
    ladder: tuple[str, ...]
    usual: str
    strong: str
    contrast: tuple[str, ...] = ()
    switched: tuple[str, ...] = ()

    @property
    def search_games(self) -> int:
        """Games of an arm that let a search of parameters end in about two minutes."""
        return min(20_000, self.bench_games // 50)

    def by_tier(self, game: str) -> list[str]:
        """One strategy for each tier, the weakest first: whom a verdict is asked of."""
        from analyses.reach.tiers import one_per_tier

        return one_per_tier(game, self.ladder, (self.usual, self.strong))


LINE_UPS = {
    "crumbs": LineUp(
        bench=("greedy",),
        bench_games=200_000,
        ladder=("random", "greedy", "planner"),
        usual="greedy",
        strong="planner",
    ),
    "fill_or_bust": LineUp(
        bench=("stop_at(300)", "stop_at(500)"),
        bench_games=2_000_000,
        ladder=(
            "random",
            "never_stop",
            "stop_at(300)",
            "stop_at(500)",
            "hold_by_dice",
            "weigh",
            "optimal_turn",
        ),
        contrast=("stop_at(300)", "stop_at(1000)", "optimal_turn"),
        switched=("optimal_turn", "stop_at(300)"),
        usual="stop_at(300)",
        strong="optimal_turn",
    ),
    "filler": LineUp(
        bench=("greedy", "greedy"),
        bench_games=50_000,
        ladder=("random", "greedy", "tuned"),
        usual="greedy",
        strong="tuned",
    ),
    "fillit": LineUp(
        bench=("greedy", "tuned"),
        bench_games=50_000,
        ladder=("random", "greedy", "tuned", "alphabeta(2)"),
        usual="greedy",
        strong="tuned",
    ),
}


def line_up(game: str) -> LineUp:
    """The row of a game; UsageError where it has none."""
    if game not in LINE_UPS:
        raise UsageError(f"{game} has no line-up of its own yet; name the strategies")
    return LINE_UPS[game]
