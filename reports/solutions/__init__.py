"""What ``fillsim solve`` finds for each game: ``SOLVERS``, by what is sought.

Each takes the rules and what was `Asked` and returns a `reports.output.Document`.
"""

from __future__ import annotations

from typing import NamedTuple

from simcore.errors import UsageError

__all__ = ["Asked"]

OPTIONS = {"scores": "--at", "step": "--step", "strategies": "--strategy"}


class Asked(NamedTuple):
    """Where a solution is to be looked at, and whose play is to be evaluated.

    Parameters
    ----------
    scores : tuple of pairs of int
        One's own score first.
    step : int
        Points between two scores of a grid; 0 where nobody said.
    strategies : tuple of str
        As text.
    """

    scores: tuple[tuple[int, int], ...] = ()
    step: int = 0
    strategies: tuple[str, ...] = ()

    def expect(self, aim: str, *names: str) -> None:
        """Refuse what means nothing to an aim; `names` are the fields that do."""
        for name, option in OPTIONS.items():
            if getattr(self, name) and name not in names:
                known = " | ".join(OPTIONS[it] for it in names) or "none of these options"
                raise UsageError(f"{option} has no meaning with --for {aim}; allowed: {known}")

    def expect_strategies(self, aim: str, n: int) -> None:
        """Refuse anything but so many strategies."""
        self.expect(aim, "strategies")
        if len(self.strategies) != n:
            found, allowed = len(self.strategies), " ".join(["--strategy NAME"] * n)
            raise UsageError(f"--for {aim} with {found} strategies; allowed: {allowed}")
