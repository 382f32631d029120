"""The best play with the third order hidden: brute force, a second route, and play itself."""

import dataclasses
from fractions import Fraction
from statistics import fmean
from typing import Any

import pytest

from simcore.crumbs import GAME
from simcore.crumbs.rules import Rules
from simcore.engine import play_outcomes, replay
from simcore.match import Match
from strategies.crumbs.hidden import Deal, OutlookSolver, deals_of, information_sets, shortages
from strategies.crumbs.solver import Solver
from strategies.registry import player
from tests.brute_force.crumbs import BruteForce, Position, TooMany
from tests.referees.crumbs import check
from tests.referees.crumbs_stacks import equals


def rulebook(*changes: str) -> Rules:
    return GAME.load_rules("rulebook", changes)


def unordered(rules: Rules) -> list[Deal]:
    return [deal for deal in deals_of(rules) if deal.visible[0] < deal.visible[1]]


class HiddenBruteForce(BruteForce):
    """Tries everything up to the reveal, and from there everything for each hidden order."""

    def __init__(self, rules: Rules, deal: Deal, max_positions: int) -> None:
        super().__init__(rules, (*deal.visible, deal.hidden[0]), max_positions)
        self.cases = [
            BruteForce(rules, (*deal.visible, third), max_positions) for third in deal.hidden
        ]
        self.best: dict[tuple[Position, int], float] = {}

    def chance(self, at: Position, left: int) -> float:
        if left == 0:
            return 0.0
        key = (at, left)
        if key not in self.best:
            if len(self.best) >= self.max_positions:
                raise TooMany
            self.best[key] = 0.0
            found = (self.chance_after(p, 0, left) for p in self.actions_of(at))
            self.best[key] = max(found, default=0.0)
        return self.best[key]

    def chance_after(self, at: Position, n_served: int, left: int) -> float:
        if any(self.is_complete(at.served, order) for order in (0, 1)):
            return fmean(
                any(case.after_serves(p, n, left) for p, n in case.serves(at, n_served))
                for case in self.cases
            )
        best = 0.0
        for after, served in self.one_serve(at):
            if served == 0 and n_served == 0:
                return self.chance(after, left - 1)
            if served:
                best = max(best, self.chance_after(after, n_served + 1, left))
            else:
                best = max(best, self.next_chance(after, n_served))
        return best

    def one_serve(self, at: Position) -> list[tuple[Position, int]]:
        """After each serve that can come next; the position itself where none can."""
        found = []
        for stack in set(at.stacks):
            for order, i in self.wanted(at.served):
                if equals(stack, self.sandwiches[order][i]):
                    stacks = list(at.stacks)
                    stacks.remove(stack)
                    pantry = tuple(sorted([*at.pantry, *(kind for kind, _ in stack)]))
                    served = at.served | {(order, i)}
                    found.append(
                        (at._replace(pantry=pantry, stacks=tuple(stacks), served=served), 1)
                    )
        return found or [(at, 0)]

    def next_chance(self, at: Position, n_served: int) -> float:
        positions = {at}
        for _ in range(n_served):
            positions = {p for q in positions for p in (self.restocks(q) if q.pantry else [q])}
        return max(self.chance(p._replace(before=p.served), self.actions) for p in positions)


@pytest.mark.parametrize("actions", [2, 3])
def test_brute_force_agrees(actions: int) -> None:
    rules = rulebook(f"actions={actions}")
    solver = OutlookSolver(rules)
    n_agreed = 0
    for deal in unordered(rules)[::3]:
        try:
            search = HiddenBruteForce(rules, deal, 400)
            expected = search.chance(search.start(), actions)
        except TooMany:
            continue
        found = solver.look(deal)
        assert (found.chance, found.is_proved) == (expected, True), deal
        n_agreed += 1
        if n_agreed == 3:
            break
    assert n_agreed == 3


def test_a_known_order_is_solved_as_by_the_other_search() -> None:
    rules = rulebook("actions=4")
    hidden, known = OutlookSolver(rules), Solver(rules)
    found = []
    for deal in unordered(rules)[::12]:
        queues = [(*deal.visible, third) for third in deal.hidden]
        wins = [known.solve(queue).is_winnable for queue in queues]
        for third, is_won in zip(deal.hidden, wins, strict=True):
            sure = hidden.look(dataclasses.replace(deal, hidden=(third,)))
            assert (sure.chance, sure.is_proved) == (float(is_won), True)
        assert hidden.look(deal).chance <= fmean(wins)
        found += wins
    assert set(found) == {False, True}


@pytest.mark.parametrize(
    ("preset", "changes", "nodes"), [("rulebook", ["actions=4"], 3_000), ("quirky", [], 20_000)]
)
def test_the_share_of_games_won_lies_between_the_bounds(
    preset: str, changes: list[str], nodes: int
) -> None:
    rules = GAME.load_rules(preset, changes)
    solver = OutlookSolver(rules, nodes)
    low = high = 0.0
    for deal in unordered(rules):
        found = solver.look(deal)
        low += 2 * float(deal.weight) * found.chance
        high += 2 * float(deal.weight) * (found.chance if found.is_proved else 1.0)
    chosen = player(GAME, rules, f"optimal({nodes})")
    match = Match(GAME, rules, (chosen,), seed=6, rotation="none")
    n = 20_000
    share = (play_outcomes(match, 0, n)["winners"] > 0).mean()
    high = min(high, 1.0)
    # What a plan gives up is played by the planner, who may win some of it.
    assert low - 4 * (low * (1 - low) / n) ** 0.5 <= share
    assert share <= high + 4 * (high * (1 - high) / n) ** 0.5
    assert low > 0.05


def test_a_deal_won_for_sure_is_won_whatever_the_shortage_took() -> None:
    """Two deals may come to the same table: of what filling one card is left, and what was taken,
    may change places. Here the one was played by the plan of the other.
    """
    rules = GAME.load_rules("quirky", [])
    deal = next(
        deal
        for deal in unordered(rules)
        if deal.visible == ("salad-1", "salad-3")
        if deal.gone == ("ham",)
        if "avocado-3" in deal.hidden
    )
    assert OutlookSolver(rules, 20_000).look(deal).chance == 1.0
    match = Match(GAME, rules, (player(GAME, rules, "optimal(20000)"),), seed=1, rotation="none")
    setup, shortage, *_, end = replay(match, 140, 0)["events"]
    assert setup["queues"] == [["salad-1", "salad-3", "avocado-3"]]
    assert shortage["card"] == "ham"
    assert end["won"]


def known_at_the_start(document: dict[str, Any]) -> tuple[tuple[str, str], str, list[str]]:
    """The visible orders, the hidden one, and the cards that Stock Shortages took at once."""
    events = document["events"]
    first, second, third = events[0]["queues"][0]
    before = events[: [event["event"] for event in events].index("round")]
    return (first, second), third, [e["card"] for e in before if e["event"] == "shortage"]


def card_of_the_reveal(document: dict[str, Any], third: str) -> str:
    events = document["events"]
    taken = [e["card"] for e in events if e["event"] == "shortage" and e["order"] == third]
    return (taken or [""])[0] or ""


@pytest.mark.parametrize("preset", ["rulebook", "quirky"])
def test_the_referee_accepts_the_plans_as_played(preset: str) -> None:
    """Every case that a plan says it wins is won in play, and so often as its chance says."""
    rules = GAME.load_rules(preset, [])
    solver = OutlookSolver(rules, 5_000)
    deals = list(deals_of(rules))
    match = Match(GAME, rules, (player(GAME, rules, "optimal(5000)"),), seed=8, rotation="none")
    wins, chances = [], []
    for block in range(150):
        document = replay(match, block, 0)
        pair, third, gone = known_at_the_start(document)
        deal = next(
            deal
            for deal in deals
            if set(deal.visible) == set(pair) and third in deal.hidden
            if sorted(deal.gone) == sorted(gone)
            if deal.visible[0] < deal.visible[1]
        )
        found = solver.look(deal)
        chances.append(found.chance)
        wins.append(check(document).won)
        planned = found.plan.line(third, card_of_the_reveal(document, third))
        assert wins[-1] or not planned, (deal, third)
    spread = sum(chance * (1 - chance) for chance in chances) ** 0.5
    assert sum(wins) >= sum(chances) - 4 * spread
    assert sum(wins) >= (0.9 if preset == "rulebook" else 0.6) * len(wins)


def test_the_counter_tells_all_but_one_of_two_orders() -> None:
    sets = [hidden for every in information_sets(rulebook().deck).values() for hidden in every]
    assert len(sets) == 360
    assert {len(hidden) for hidden in sets} == {2}
    assert sum(deal.weight for deal in deals_of(GAME.load_rules("quirky", []))) == 1


def test_what_a_stock_shortage_takes_at_the_set_up() -> None:
    """One of eight cards of the four fillings of which there are two, or of four white slices."""
    rules = GAME.load_rules("quirky", [])
    quirks = {order.id: order.quirk for order in rules.deck.orders}
    pair, hidden = next(
        (pair, every[0])
        for pair, every in information_sets(rules.deck).items()
        if [quirks[name] for name in pair].count("shortage") == 1
    )
    found = shortages(rules, pair, hidden[0])
    assert len(found) == 5
    assert found[("white",)] == Fraction(4, 12)
    assert sum(found.values()) == 1
    assert shortages(rulebook(), pair, hidden[0]) == {(): 1}
