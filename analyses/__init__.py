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
    from analyses.characters import character
    from analyses.columns import COLUMNS
    from analyses.comparison_verdicts import compare_over_tiers, comparison_scope
    from analyses.comparisons import compare
    from analyses.effects import Margins
    from analyses.ensembles import over_ensemble
    from analyses.fields.results import field
    from analyses.gate_file import read_gate
    from analyses.gates import gate
    from analyses.generated import generated_rules
    from analyses.lineup import load_rules
    from analyses.matches import play
    from analyses.rule_changes import rule_effects
    from analyses.rule_ensembles import rule_ensemble
    from analyses.rule_variants import variants
    from analyses.seat_verdicts import seat_ensemble, seat_tiers
    from analyses.seats import seat_advantage
    from analyses.sweeps import sweep
    from analyses.tiers import over_tiers
    from analyses.tournament_verdicts import pair_verdicts, tournament_ensemble
    from analyses.tournaments import tournament
    from analyses.tuning import tune

__all__ = [
    "COLUMNS",
    "Margins",
    "character",
    "compare",
    "compare_over_tiers",
    "comparison_scope",
    "field",
    "gate",
    "generated_rules",
    "load_rules",
    "over_ensemble",
    "over_tiers",
    "pair_verdicts",
    "play",
    "read_gate",
    "rule_effects",
    "rule_ensemble",
    "seat_advantage",
    "seat_ensemble",
    "seat_tiers",
    "sweep",
    "tournament",
    "tournament_ensemble",
    "tune",
    "variants",
]

# Modules are called otherwise than their functions: `analyses.compare` could not be both.
_HOME = {
    "COLUMNS": "columns",
    "character": "characters",
    "Margins": "effects",
    "compare": "comparisons",
    "compare_over_tiers": "comparison_verdicts",
    "comparison_scope": "comparison_verdicts",
    "gate": "gates",
    "generated_rules": "generated",
    "field": "fields.results",
    "load_rules": "lineup",
    "over_ensemble": "ensembles",
    "over_tiers": "tiers",
    "pair_verdicts": "tournament_verdicts",
    "play": "matches",
    "read_gate": "gate_file",
    "rule_effects": "rule_changes",
    "rule_ensemble": "rule_ensembles",
    "seat_advantage": "seats",
    "seat_ensemble": "seat_verdicts",
    "seat_tiers": "seat_verdicts",
    "sweep": "sweeps",
    "tournament": "tournaments",
    "tournament_ensemble": "tournament_verdicts",
    "tune": "tuning",
    "variants": "rule_variants",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that a command starts at once."""
    if name not in _HOME:
        raise AttributeError(f"module 'analyses' has no attribute '{name}'")
    return getattr(importlib.import_module(f"analyses.{_HOME[name]}"), name)
