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
    from analyses.characters.character import character
    from analyses.columns import COLUMNS
    from analyses.fields.results import field
    from analyses.gates.file import read_gate
    from analyses.gates.gate import gate
    from analyses.matches import play
    from analyses.meetings.comparison_verdicts import compare_over_tiers, comparison_scope
    from analyses.meetings.comparisons import compare
    from analyses.meetings.tournament_verdicts import pair_verdicts, tournament_ensemble
    from analyses.meetings.tournaments import tournament
    from analyses.reach.ensembles import over_ensemble
    from analyses.reach.generated import generated_rules
    from analyses.reach.tiers import over_tiers
    from analyses.rules.changes import rule_effects
    from analyses.rules.effects import Margins
    from analyses.rules.ensembles import rule_ensemble
    from analyses.rules.variants import variants
    from analyses.runs.lineup import load_rules
    from analyses.searches.sweeps import sweep
    from analyses.searches.tuning import tune
    from analyses.seats.advantage import seat_advantage
    from analyses.seats.verdicts import seat_ensemble, seat_tiers

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
    "character": "characters.character",
    "Margins": "rules.effects",
    "compare": "meetings.comparisons",
    "compare_over_tiers": "meetings.comparison_verdicts",
    "comparison_scope": "meetings.comparison_verdicts",
    "gate": "gates.gate",
    "generated_rules": "reach.generated",
    "field": "fields.results",
    "load_rules": "runs.lineup",
    "over_ensemble": "reach.ensembles",
    "over_tiers": "reach.tiers",
    "pair_verdicts": "meetings.tournament_verdicts",
    "play": "matches",
    "read_gate": "gates.file",
    "rule_effects": "rules.changes",
    "rule_ensemble": "rules.ensembles",
    "seat_advantage": "seats.advantage",
    "seat_ensemble": "seats.verdicts",
    "seat_tiers": "seats.verdicts",
    "sweep": "searches.sweeps",
    "tournament": "meetings.tournaments",
    "tournament_ensemble": "meetings.tournament_verdicts",
    "tune": "searches.tuning",
    "variants": "rules.variants",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that a command starts at once."""
    if name not in _HOME:
        raise AttributeError(f"module 'analyses' has no attribute '{name}'")
    return getattr(importlib.import_module(f"analyses.{_HOME[name]}"), name)
