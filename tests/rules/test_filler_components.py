"""Filler's cards: the shipped ones and the generated ones against each constraint of the ruling."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from scipy.stats import spearmanr

from simcore.errors import UsageError
from simcore.filler.assumptions import Assumptions, varied
from simcore.filler.component_files import load_components
from simcore.filler.components import Components
from simcore.filler.constraints import constraints, spearman
from simcore.filler.coverage import covers
from simcore.filler.generator import draw_components, reconstruct
from tests.brute_force import filler_cards
from tests.brute_force.filler_cards import BREAKS, CHECKS

SEEDS = range(200)
SHIPPED_SEED = 1
CLASSES = (("vanilla", "chocolate", "strawberry"), ("blueberry", "custard"))
FILLINGS = CLASSES[0] + CLASSES[1]

# The constraint of `simcore.filler.constraints` that notices what each break does.
NOTICED = {
    "has_the_counts": "standard recipes",
    "has_the_standard_abilities": "abilities, standard",
    "has_the_advanced_abilities": "bad batch, advanced",
    "requires_one_to_four": "requirements of a recipe",
    "has_times_but_for_arrive_early": "different times",
    "has_different_times": "different times",
    "opens_at_six_and_closes_at_eight": "times",
    "has_the_printed_times": "times seen in print",
    "comes_early_if_useful": "time and usefulness, Spearman",
    "rewards_requirements": "mean symbols by requirements",
    "has_symbols_equally_often": "symbols by kind",
    "has_a_symbol_a_recipe": "symbols, standard",
    "gives_rare_fillings_rarely": "recipes that give a rare, a common one",
    "has_chefs_with_every_filling": "chef sets: 2 + 2 + 1, every filling",
    "has_chefs_of_all_hours": "chef sets: a time in each 40 minutes",
    "has_equal_chef_sets": "chef sets: equal in symbols",
    "has_different_pairs": "chef sets: pairs of their own",
    "lets_two_chef_cards_fill_half": "recipes that two chef cards can fill",
    "has_pain_au_chocolat": "Pain au Chocolat as seen in print",
    "has_vicki": "Vicki as seen in print",
}


@pytest.fixture(scope="module")
def generated() -> list[Components]:
    return [reconstruct(seed) for seed in SEEDS]


def test_every_constraint_is_checked_and_broken() -> None:
    assert len(CHECKS) == 20
    assert CHECKS.keys() == BREAKS.keys() == NOTICED.keys()


@pytest.mark.parametrize("name", CHECKS)
def test_the_shipped_cards_meet(name: str) -> None:
    assert CHECKS[name](load_components())


@pytest.mark.parametrize("name", CHECKS)
def test_the_generated_cards_meet(name: str, generated: list[Components]) -> None:
    broken = [box.name for box in generated if not CHECKS[name](box)]
    assert broken == []


@pytest.mark.parametrize("name", CHECKS)
def test_a_broken_deck_is_noticed(name: str) -> None:
    broken = BREAKS[name](load_components())
    assert not CHECKS[name](broken)
    unmet = {constraint.name for constraint in constraints(broken) if not constraint.is_met}
    assert NOTICED[name] in unmet


def test_the_program_measures_what_the_checks_measure(generated: list[Components]) -> None:
    for box in (load_components(), *generated[:20]):
        found = {constraint.name: constraint.found for constraint in constraints(box)}
        assert all(constraint.is_met for constraint in constraints(box))
        shown = found["time and usefulness, Spearman"]
        assert shown == f"{filler_cards.correlation(box):.2f}"
        fillable = [filler_cards.n_fillable(box, s) for s in filler_cards.chef_sets(box)]
        words = f"{min(fillable)} to {max(fillable)} of 50"
        assert found["recipes that two chef cards can fill"] == words


def test_a_noise_free_order_correlates_as_the_ruling_says(generated: list[Components]) -> None:
    strict = [filler_cards.correlation(filler_cards._without_noise(box)) for box in generated]
    assert all(-1.0 < value < -0.9 for value in strict)
    assert sum(strict) / len(strict) == pytest.approx(-0.97, abs=0.02)


def test_the_shipped_cards_are_what_their_seed_gives_but_for_names() -> None:
    shipped, made = load_components(), reconstruct(SHIPPED_SEED)
    named = [replace(m, name=s.name) for m, s in zip(made.recipes, shipped.recipes, strict=True)]
    assert shipped == replace(made, name=shipped.name, recipes=tuple(named))
    assert len({recipe.name for recipe in shipped.recipes}) == 60
    assert len({card.name for card in shipped.chefs}) == 18
    assert not any(recipe.name.startswith(("standard", "advanced")) for recipe in shipped.recipes)
    assert f"seed {SHIPPED_SEED}," in shipped.notice
    assert "not the printed ones" in shipped.notice


def test_the_generator_is_seeded(generated: list[Components]) -> None:
    assert reconstruct(7) == generated[7]
    assert len({box.recipes for box in generated}) == len(SEEDS)
    assert len({box.chefs for box in generated}) == len(SEEDS)
    assert {box.name for box in generated} == {f"generated-{seed}" for seed in SEEDS}


def test_few_draws_are_needed() -> None:
    n_draws = [draw_components(seed)[1] for seed in range(40)]
    assert min(n_draws) == 1
    assert max(n_draws) <= 3


def test_a_draw_that_breaks_a_constraint_is_drawn_anew() -> None:
    # Rare fillings are given nearly as often as common ones: often by as many recipes.
    assumptions = Assumptions(rare_pct=95)
    drawn = [draw_components(seed, assumptions) for seed in range(12)]
    assert max(n_draws for _, n_draws in drawn) > 1
    assert all(check(box) for box, _ in drawn for check in CHECKS.values())


def test_varied_assumptions_make_decks_that_differ_and_meet_every_constraint() -> None:
    assumed = [varied(seed) for seed in range(60)]
    assert len(set(assumed)) == 60
    assert assumed == [varied(seed) for seed in range(60)]
    boxes = [reconstruct(seed, assumptions) for seed, assumptions in enumerate(assumed)]
    broken = [(box.name, name) for box in boxes for name in CHECKS if not CHECKS[name](box)]
    assert broken == []
    assert {len(box.rare) for box in boxes} == {1, 2}
    assert {filling for box in boxes for filling in box.rare} == set(FILLINGS)


OTHERS = [
    Assumptions(common=("vanilla", "chocolate", "strawberry", "custard"), rare=("blueberry",)),
    Assumptions(common=("chocolate", "custard"), rare=("vanilla", "strawberry", "blueberry")),
    Assumptions(n_wild=0, recipes_by_gives=(30, 26, 4)),
    Assumptions(n_wild=14, recipes_by_gives=(20, 22, 4)),
    Assumptions(recipes_by_requirements=(4, 16, 20, 10), symbols_by_requirements=(0, 12, 22, 20)),
    Assumptions(time_correlation=-0.75),
    Assumptions(time_correlation=-0.35),
    Assumptions(n_bonus_fill=4, n_bonus_restock=12),
    Assumptions(chef_points=("coin",), requirement_weights=(40, 20, 20, 20), rare_pct=40),
]


@pytest.mark.parametrize("assumptions", OTHERS)
def test_assumptions_are_followed(assumptions: Assumptions) -> None:
    for seed in range(5):
        box = reconstruct(seed, assumptions)
        recipes = box.recipe_deck(advanced=False)
        assert all(constraint.is_met for constraint in constraints(box))
        assert (box.common, box.rare) == (assumptions.common, assumptions.rare)
        assert sum("any" in recipe.gives for recipe in box.recipes) == assumptions.n_wild
        sizes = [len(recipe.requires) for recipe in recipes]
        symbols = [len(recipe.points) for recipe in recipes]
        abilities = [recipe.ability for recipe in recipes]
        for n in (1, 2, 3, 4):
            assert sizes.count(n) == assumptions.recipes_by_requirements[n - 1]
            own = sum(k for k, size in zip(symbols, sizes, strict=True) if size == n)
            assert own == assumptions.symbols_by_requirements[n - 1]
        assert abilities.count("bonus_fill") == assumptions.n_bonus_fill
        assert abilities.count("bonus_restock") == assumptions.n_bonus_restock
        assert {c.points for c in box.chefs if len(c.gives) == 1} == {assumptions.chef_points}


@pytest.mark.parametrize("target", [-0.75, -0.55, -0.35])
def test_the_correlation_ends_near_the_assumed_one(target: float) -> None:
    found = [
        filler_cards.correlation(reconstruct(seed, Assumptions(time_correlation=target)))
        for seed in range(30)
    ]
    assert min(found) >= target
    assert sum(found) / len(found) == pytest.approx(target + 0.04, abs=0.04)


WRONG = [
    (
        {"common": ("vanilla", "chocolate")},
        "rare",
        "five different fillings with `common`, chocolate",
    ),
    ({"rare": ()}, "rare", "at least one filling"),
    ({"rare": ["blueberry"]}, "rare", "a tuple of texts"),
    ({"recipes_by_requirements": (8, 18, 16, 9)}, "recipes_by_requirements", "add up to 50"),
    ({"recipes_by_requirements": (1, 25, 16, 8)}, "recipes_by_requirements", "some of each size"),
    ({"symbols_by_requirements": (2, 14, 20)}, "symbols_by_requirements", "4 counts"),
    ({"symbols_by_requirements": (2, 14, 20, 40)}, "symbols_by_requirements", "45 to 60"),
    ({"symbols_by_requirements": (8, 18, 16, 8)}, "symbols_by_requirements", "that increase"),
    ({"advanced_symbols": 31}, "advanced_symbols", "0 to 30"),
    ({"recipes_by_gives": (24, 26, 5)}, "recipes_by_gives", "add up to 54"),
    ({"recipes_by_gives": (0, 50, 4)}, "recipes_by_gives", "give one filling"),
    ({"n_wild": 50}, "n_wild", "0 to 49"),
    ({"requirement_weights": (0, 1, 1, 1)}, "requirement_weights", "some named fillings"),
    ({"rare_pct": 0}, "rare_pct", "1 to 100"),
    ({"time_correlation": -0.9}, "time_correlation", "-0.8 to -0.3"),
    ({"n_bonus_fill": 45}, "n_bonus_fill", "1 to 42"),
    ({"n_bonus_restock": 0}, "n_bonus_restock", "1 to 48"),
    ({"chef_points": ("moon",)}, "chef_points", "star | coin | trophy"),
]


@pytest.mark.parametrize(("fields", "name", "allowed"), WRONG)
def test_impossible_assumptions_are_refused(
    fields: dict[str, object], name: str, allowed: str
) -> None:
    with pytest.raises(UsageError) as caught:
        Assumptions(**fields)  # type: ignore[arg-type]
    assert str(caught.value).startswith(f"assumption {name} = ")
    assert allowed in str(caught.value)


def test_assumptions_that_no_draw_can_meet_name_what_was_broken() -> None:
    # 55 recipes of one filling each, every filling as often as any other: eleven times.
    hopeless = Assumptions(rare_pct=100, recipes_by_gives=(55, 0, 0), n_wild=5)
    with pytest.raises(UsageError, match=r"no deck in \d+ draws .*most 11, at least 11.*fewer"):
        reconstruct(1, hopeless)


def test_coverage_agrees_with_trying_every_way() -> None:
    words = (*FILLINGS, "any")
    hands = [h for n in range(5) for h in combinations_with_replacement(words, n)]
    wanted = (*FILLINGS, "common", "rare", "any")
    orders = [r for n in range(1, 4) for r in combinations_with_replacement(wanted, n)]
    draw = random.Random(1)
    orders += [tuple(draw.choices(wanted, k=draw.randint(4, 5))) for _ in range(40)]
    differing = [
        (hand, order)
        for hand in hands
        for order in orders
        if covers(hand, order, CLASSES) != filler_cards.covers(list(hand), list(order))
    ]
    assert differing == []
    assert len(hands) * len(orders) > 40_000


def test_trying_every_way_knows_hands_worked_out_by_hand() -> None:
    # Two named vanillas and one of a class: the chocolate is the common one.
    assert filler_cards.covers(
        ["vanilla", "chocolate", "vanilla"], ["common", "vanilla", "vanilla"]
    )
    assert not filler_cards.covers(["vanilla", "custard"], ["common", "vanilla"])
    assert filler_cards.covers(["any", "custard"], ["rare", "rare"])
    assert not filler_cards.covers(["any"], ["any", "any"])
    assert not filler_cards.covers([], ["any"])


def test_rank_correlation_agrees_with_scipy() -> None:
    draw = random.Random(2)
    for n in (3, 10, 55):
        for most in (3, 20, 1000):
            x, y = (
                [draw.randrange(most) for _ in range(n)],
                [draw.randrange(most) for _ in range(n)],
            )
            x[:2], y[:2] = [0, 1], [1, 0]  # Never all equal: that has no correlation.
            assert spearman(x, y) == pytest.approx(float(spearmanr(x, y).statistic), abs=1e-12)
    assert spearman([1, 2, 3], [30, 20, 10]) == pytest.approx(-1.0)
    assert spearman([1, 2, 3], [5, 5, 5]) == 0.0
