"""Questions to the simulators and solvers, answered as frozen results with intervals.

>>> from analyses import play
>>> print(play("fill_or_bust", ["stop_at(300)", "stop_at(500)"], games=100_000, seed=1).summary())
... # doctest: +SKIP

Every result has frames (`to_frame`), text (`summary`) and plain values for JSON (`to_json`); the
columns of all frames are explained in `analyses.columns`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyses.columns import COLUMNS
    from analyses.comparisons import compare
    from analyses.lineup import load_rules
    from analyses.matches import play
    from analyses.rule_variants import variants
    from analyses.seats import seat_advantage
    from analyses.tournaments import tournament

__all__ = [
    "COLUMNS",
    "compare",
    "load_rules",
    "play",
    "seat_advantage",
    "tournament",
    "variants",
]

# Modules are called otherwise than their functions: `analyses.compare` could not be both.
_HOME = {
    "COLUMNS": "columns",
    "compare": "comparisons",
    "load_rules": "lineup",
    "play": "matches",
    "seat_advantage": "seats",
    "tournament": "tournaments",
    "variants": "rule_variants",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that a command starts at once."""
    if name not in _HOME:
        raise AttributeError(f"module 'analyses' has no attribute '{name}'")
    return getattr(importlib.import_module(f"analyses.{_HOME[name]}"), name)
