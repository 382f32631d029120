"""``fillsim bust-odds``: bust and fill odds of one roll, exact and by simulation."""

from __future__ import annotations

import typer

from reports.console import say
from reports.options import Common, takes_options
from reports.output import Document, Table, emit, facts_of, prepare_output

__all__ = ["command"]

FAILED = 1

LARGEST_Z = 5.0
"""Beyond this, chance is no explanation: 3 in a million for six numbers of dice."""


@takes_options(games=1_000_000)
def command(*, common: Common) -> None:
    """Bust and fill odds of one roll of Fill or Bust by dice: exact fractions, and simulated.

    '--games' is the number of simulated rolls for each number of dice.

    Example: fillsim bust-odds --games 1e6 --seed 7 --format json
    """
    from analyses.fill_or_bust.odds import bust_odds

    prepare_output(common)
    game, rules = common.load_game("fill_or_bust")
    odds = bust_odds(rules, n_rolls=common.games, seed=common.seed, workers=common.workers)
    data = {
        "game": game.name,
        "seed": common.seed,
        "games": common.games,
        "rules": {"name": rules.name} | rules.to_dict(),
        "version": game.version,
        "rows": odds.to_rows(),
    }
    heading = f"{game.title}, rules {rules.name}, seed {common.seed}, {common.games:,} rolls each"
    table = Table("Odds of one roll by number of dice", odds.to_frame())
    facts = facts_of(game, rules, common.seed)
    emit(Document(lambda: data, (table,), heading, (odds.summary(),), facts), common)
    worst = max(abs(row.z) for row in odds.by_dice)
    if worst > LARGEST_Z:
        say(f"check failed: simulated and exact odds differ by {worst:.1f} standard errors")
        raise typer.Exit(FAILED)
