"""Every frame of the analyses of Crumbs!, small."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analyses import load_rules
from analyses.crumbs.calibration import Calibration
from analyses.crumbs.deck_check import check_deck
from analyses.crumbs.decks import Conclusion, DeckEnsemble
from analyses.crumbs.games import Play, deal_games
from analyses.crumbs.orders import OrderRanks
from analyses.crumbs.quirks import quirk_effects
from analyses.crumbs.regret import Regret
from analyses.crumbs.solved import Ceiling, Queues
from analyses.crumbs.walk import Fatal
from analyses.crumbs.wins import win_rates
from analyses.statistics.estimates import Estimate
from simcore.crumbs.generator import solo_queues
from strategies.crumbs.hidden import OutlookSolver, deals_of
from strategies.crumbs.solver import ids_of


class SolvedOrders(OrderRanks):
    """With queues that need not be solved."""

    @property
    def queues(self) -> Queues:
        return queues_by_hand()


def queues_by_hand() -> Queues:
    """Every queue with one action to spare, but those with ham-1, which are lost."""
    rules = load_rules("crumbs")
    queues = [ids_of(rules.deck, places) for places in solo_queues(rules.deck)]
    return Queues(rules, {queue: -1 if "ham-1" in queue else 1 for queue in queues})


def of_crumbs() -> Iterator[tuple[str, pd.DataFrame]]:
    rules = load_rules("crumbs")
    wins = win_rates([Play("greedy", games=60), Play("greedy", 2, True, 20)], seed=1)
    yield "crumbs wins", wins.to_frame()
    yield "crumbs ratings", wins.by_rating()
    yield "crumbs wins by queue", wins.by_queue()
    yield "crumbs causes", wins.causes()
    yield "crumbs slack", wins.slack()
    games = deal_games([Play("random", games=60), Play("greedy", games=60)], seed=1)
    ranks = SolvedOrders(games[1])
    yield "crumbs orders", ranks.to_frame()
    yield "crumbs fillings", ranks.fillings()
    yield "crumbs ranking", ranks.ranking()
    quirks = quirk_effects([Play("greedy", games=60)], seed=1)
    yield "crumbs quirks", quirks.to_frame()
    yield "crumbs by quirk", quirks.by_quirk()
    fatal = (Fatal(1, 2, "toast", True), Fatal(9, 5, "assemble", False))
    regret = Regret((games[1],), queues_by_hand(), (fatal,))
    yield "crumbs regret", regret.to_frame()
    yield "crumbs fatal rounds", regret.by_round()
    yield "crumbs fatal kinds", regret.by_kind()
    yield "crumbs queues", queues_by_hand().to_frame()
    yield "crumbs by queue", queues_by_hand().by_queue()
    deal = next(deals_of(rules))
    ceiling = Ceiling(rules, (OutlookSolver(rules).look(deal),), (1.0,))
    yield "crumbs deals", ceiling.to_frame()
    yield "crumbs ceiling", ceiling.by_rating()
    yield "crumbs calibration", Calibration(tuple(games), queues_by_hand()).to_frame()
    found = (Conclusion("planning pays", "holds", Estimate(0.2, 0.1, 0.3, "by hand", 9)),)
    ensemble = DeckEnsemble(None, 9, found, ("generated-7",), (found,))
    yield "crumbs statements", ensemble.to_frame()
    yield "crumbs decks", ensemble.by_deck()
    yield "crumbs cards", check_deck(rules.deck).orders()
