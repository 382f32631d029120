"""``fillsim bust-odds``: bust and fill odds of one roll, exact and by simulation."""

from __future__ import annotations

from reports.options import Common, takes_options
from reports.output import Document, Table, emit, prepare_output

__all__ = ["command"]


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
    emit(Document(lambda: data, (table,), heading, (odds.summary(),)), common)
