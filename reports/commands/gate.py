"""``fillsim gate``: whether rules keep the bounds of a file on their balance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.line_ups import LINE_UPS
from reports.many_rules import drawn, not_asked
from reports.options import Common, Draws, takes_options
from reports.output import Document, Table, emit, facts_of, heading, prepare_output
from reports.progress import progress_bar

if TYPE_CHECKING:
    from analyses.gates.gate import Gate
    from analyses.gates.terms import GateFile

__all__ = ["UNDECIDED", "command"]

FAILED, UNDECIDED, INTERRUPTED = 1, 3, 130


@takes_options(has_chance=False, games=0)
def command(
    file: Annotated[Path, typer.Argument(metavar="GATE.toml", help="See examples/gate.toml.")],
    *,
    tiers: Annotated[
        bool | None,
        typer.Option(
            "--tiers/--no-tiers",
            help="Also tell for which tiers of play each check holds; none: as the file says.",
        ),
    ] = None,
    ensemble: Draws = None,
    common: Common,
) -> None:
    """Check rules against stated bounds: exit 0 all pass, 1 some fail, 3 some are undecided.

    Games, seed and rules are the file's; options go before them. What is told of other tiers and
    of generated decks or layouts does not change the outcome.

    Example: fillsim gate examples/gate.toml --workers 2
    """
    from analyses.gates.gate import gate
    from strategies.registry import load_files

    prepare_output(common)
    load_files(common.strategy_files)
    asked = _asked(file, tiers, ensemble, common)
    with progress_bar("checking") as progress:
        found = gate(asked, workers=common.workers, progress=progress)
    game = found.checks[0].blocks.match.game
    words = heading(game, found.rules, asked.seed, found.n_games)
    facts = facts_of(game, found.rules, asked.seed)
    tables = (Table("Checks", _shown(found)),)
    told = [found.summary()]
    if asked.ensemble == 0:
        told += not_asked(asked.game, found.rules)
    emit(Document(found.to_json, tables, words, tuple(told), facts, found.to_frame), common)
    if not found.is_complete:
        raise typer.Exit(INTERRUPTED)
    code = {"pass": 0, "fail": FAILED, "undecided": UNDECIDED}[found.outcome]
    if code:
        raise typer.Exit(code)


def _shown(found: Gate) -> dict[str, list[Any]]:
    """The checks in columns, each number in the unit of its bounds."""
    frame, checks = found.to_frame(), found.checks
    kept = ("gate_outcome", "measure", "line_up", "n_games")
    columns = {name: frame[name].tolist() for name in kept}
    columns["found"] = [it.found_text for it in checks]
    columns["wanted"] = [it.check.bounds_text for it in checks]
    return columns


def _asked(file: Path, tiers: bool | None, ensemble: int | None, common: Common) -> GateFile:
    """What the file asks, with what the command line says instead."""
    from analyses.gates.file import read_gate

    asked = read_gate(file)
    usual = LINE_UPS.get(asked.game)
    if usual is not None:
        strategy = asked.strategy or usual.usual
        asked = replace(asked, strategy=strategy, ladder=tuple(usual.by_tier(asked.game)))
    if common.is_games_given:
        asked = replace(asked, games=common.games)
    if common.is_seed_given:
        asked = replace(asked, seed=common.seed)
    if common.rules != "rulebook":  # none given
        asked = replace(asked, rules=common.rules)
    if tiers is not None:
        asked = replace(asked, tiers="told" if tiers else "off")
    if ensemble is not None:
        asked = replace(asked, ensemble=drawn(ensemble, asked.game, None).n)
    return replace(asked, changes=(*asked.changes, *common.changes))
