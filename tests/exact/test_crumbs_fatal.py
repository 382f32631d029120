"""The fatal decision of a lost game, held against a search that tries everything.

The referee carries the table up to the decision and past it; from there the brute force, which
shares nothing with the solver, must find a win before and none after. It is slow, so that it
judges late decisions, and leaves out positions from which it meets too many others.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyses.crumbs.games import Games, Play, deal_games, is_won
from analyses.crumbs.regret import can_be_won, queues_of
from analyses.crumbs.solved import solve_queues
from analyses.crumbs.walk import Walker
from simcore.crumbs import GAME
from simcore.engine import replay
from tests.brute_force.crumbs import BruteForce, Position, TooMany
from tests.referees.crumbs import Log, begin_round, play_step, read_setup
from tests.referees.crumbs_table import Table

MOST_POSITIONS = 2_300


def tables_around(document: dict[str, Any], number: int, action: int) -> list[tuple[Table, int]]:
    """The table before an action of a round and after it, each with the actions left."""
    found = []
    for n_more in (0, 1):
        log = Log(document["events"])
        table = read_setup(log, document)
        begin_round(log, table)
        left = table.actions
        while (table.round, table.actions - left) != (number, action - 1):
            assert play_step(log, table) is None
            left -= 1
            if table.players[0].has_served:
                begin_round(log, table)
                left = table.actions
        if n_more:
            play_step(log, table)
            left = table.actions if table.players[0].has_served else left - 1
        found.append((table, left))
    return found


def position_of(table: Table) -> Position:
    player = table.players[0]
    served = frozenset((o, i) for o, order in enumerate(player.queue) for i in order.served)
    return Position(
        counter=tuple(sorted((player.counter + table.bread).elements())),
        pantry=tuple(sorted((+table.pantry).elements())),
        stacks=tuple(sorted(player.stacks.values())),
        served=served,
        banning=frozenset(),
        before=frozenset(),
    )


def n_open(table: Table) -> int:
    """Sandwiches still to be served."""
    return sum(len(order.sandwiches) - len(order.served) for order in table.players[0].queue)


def late_decisions(games: Games) -> Iterator[tuple[tuple[str, ...], list[tuple[Table, int]]]]:
    """Queue and tables of the fatal actions, those with the least still to come first."""
    can_win = can_be_won(games, solve_queues(games.rules))
    names, walker = queues_of(games), Walker()
    found = []
    for block in np.flatnonzero(~is_won(games.rows) & can_win).tolist():
        fatal = walker.fatal(games.match, block, names[block])
        if fatal is not None and fatal.action > 0 and fatal.round > 2:
            around = tables_around(replay(games.match, block, 0), fatal.round, fatal.action)
            (before, left), _ = around
            found.append((n_open(before), left, block, around))
    for *_, block, around in sorted(found, key=lambda one: one[:3]):
        yield names[block], around


def test_before_the_fatal_action_there_is_a_win_and_after_it_none() -> None:
    rules = GAME.load_rules("rulebook", ["actions=4"])
    (games,) = deal_games([Play("planner", games=600)], seed=11, rules=rules)
    n_agreed = 0
    for queue, around in late_decisions(games):
        search = BruteForce(rules, queue, MOST_POSITIONS)
        try:
            wins = [search.can_win(position_of(table), left) for table, left in around]
        except TooMany:
            continue
        assert wins == [True, False], queue
        n_agreed += 1
        if n_agreed == 3:
            break
    assert n_agreed == 3
