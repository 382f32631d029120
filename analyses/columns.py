"""The glossary: what every column of every frame means, and how it is printed."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from typing import NamedTuple

import analyses

__all__ = ["COLUMNS", "Column"]


class Column(NamedTuple):
    """A column as people read it.

    Parameters
    ----------
    label : str
        Header of a table, title of an axis.
    meaning : str
        One sentence.
    format : str
        Python format specification of a number; empty for text.
    """

    label: str
    meaning: str
    format: str = ""


WHOLE, SHARE, POINTS, NUMBER = ",d", ".2%", ",.1f", ",.2f"
P_VALUE = ".2g"

_PLAIN = {
    # Who and where
    "against": Column("against", "Opponents that both strategies met; none: each other."),
    "entry": Column("place", "Place in the line-up, from 0.", WHOLE),
    "first": Column("first", "The first of two strategies."),
    "opponent": Column("opponent", "The strategy at another seat of the same game."),
    "seat": Column("seat", "Seat, from 0; seat 0 moves first.", WHOLE),
    "second": Column("second", "The second of two strategies."),
    "strategy": Column("strategy", "Strategy with its parameters."),
    "tier": Column("tier", "0 random, 1 simple rule, 2 tuned heuristic, 3 search or exact.", WHOLE),
    "variant": Column("rules", "The rule set, by its label."),
    "is_base": Column("base", "Whether this is the rule set the others are compared with."),
    "line_up": Column("line-up", "Who played: one strategy by itself, or two against each other."),
    "owner": Column("of", "Whose it is: the game's, a seat's or a strategy's."),
    "neighbour": Column("neighbour", "The best of those tried a step away."),
    "base_strategy": Column("before", "The strategy as it was."),
    "subject": Column("question", "What is judged."),
    # Counts
    "n_generated": Column("generated", "Generated decks or layouts that were asked.", WHOLE),
    "n_holds": Column("holds", "Those for which the verdict is the one that is counted.", WHOLE),
    "n_undecided": Column("undecided", "Those for which there were not enough games.", WHOLE),
    "n_games_wanted": Column(
        "games for this", "Forecast of the games that reach the half-width asked for.", ",.0f"
    ),
    "n_games_half": Column("games for half", "The same for half that half-width.", ",.0f"),
    "n_games": Column("games", "Games that were played.", WHOLE),
    "n_seats": Column("players", "Number of seats.", WHOLE),
    "n_turns": Column("turns", "Turns that were counted.", WHOLE),
    "n_rolls": Column("rolls", "Simulated rolls.", WHOLE),
    "n_busts": Column("busts", "Simulated rolls in which no die scored.", WHOLE),
    "n_cards": Column("cards", "How many of this card are in the deck.", WHOLE),
    "n_more": Column("games missing", "Forecast of the games still needed; 0 if decided.", ",.0f"),
    "rank": Column("rank", "1 is the highest win rate.", WHOLE),
    # Rules beside others
    "largest_change": Column("margin", "Largest change that counts as none.", ",.4g"),
    "p_unchanged_holm": Column(
        "p unchanged (Holm)", "Smallest error rate for 'unchanged', over all rows.", P_VALUE
    ),
    "p_changed_holm": Column(
        "p changed (Holm)", "Smallest error rate for 'changed', over all rows.", P_VALUE
    ),
    "gate_outcome": Column("outcome", "pass, fail, or undecided."),
    "at_least": Column("at least", "Least allowed value; none: no bound.", ",.4g"),
    "at_most": Column("at most", "Largest allowed value; none: no bound.", ",.4g"),
    # Search
    "rung": Column("round", "The last round it took part in, from 0.", WHOLE),
    "p_best": Column(
        "p best", "Smallest error rate at which some other of the last round is better.", P_VALUE
    ),
    "is_candidate": Column("may be best", "Whether it may be the best of the last round, at 95 %."),
    "is_move": Column("moved", "Whether the search went there."),
    "step": Column("step", "Length of a step as a part of the parameter's range.", ".4f"),
    # Evidence
    "stop_reason": Column("ended", "Why the run ended: reached, games limit, or interrupted."),
    "half_width": Column("half-width", "Of the widest interval that was watched.", SHARE),
    "half_width_wanted": Column("asked for", "Half-width that was to be reached.", SHARE),
    "z": Column("z", "Standard errors between estimate and exact value.", ".2f"),
    "p_value": Column("p", "Chance of a difference this large were there none.", P_VALUE),
    "p_holm": Column("p (Holm)", "The same, adjusted for all comparisons together.", P_VALUE),
    "p_balanced_holm": Column(
        "p within (Holm)", "Smallest error rate for 'within the margin', over all rows.", P_VALUE
    ),
    "p_not_balanced_holm": Column(
        "p beyond (Holm)", "Smallest error rate for 'beyond the margin', over all rows.", P_VALUE
    ),
    "margin": Column("margin", "Largest difference that counts as none.", SHARE),
    "outcome": Column("outcome", "balanced, not balanced, or undecided."),
    "finding": Column("finding", "Who is ahead, or equal; of one verdict judged with others."),
    "holds_with": Column("holds at tiers", "Tiers of others at the table with the same finding."),
    "flips_with": Column("flips at", "Tiers of others at the table with another finding."),
    "open_with": Column("undecided at", "Tiers of others with which it takes more games."),
    "verdict": Column("verdict", "What the games say about the margin."),
    "independent_worth": Column(
        "worth", "How many independent games one game was worth, thanks to shared luck.", NUMBER
    ),
    "variance_saved": Column(
        "saved", "Variance of the change on different luck over that on the same luck.", NUMBER
    ),
    "fair_share": Column("fair share", "One divided by the number of players.", SHARE),
    # Components against what is known of the printed ones
    "constraint": Column("constraint", "What is counted or compared."),
    "allowed": Column("allowed", "What a likeness of the printed components must have."),
    "found": Column("found", "What the first of these components have."),
    "n_decks": Column("decks", "How many sets of components were checked.", WHOLE),
    "n_met": Column("met", "How many of them meet the constraint.", WHOLE),
    "is_met": Column("met", "Whether they all do."),
    "lowest": Column("lowest", "The smallest number found in any of them.", ",.4g"),
    "highest": Column("highest", "The largest number found in any of them.", ",.4g"),
    # The character of a game
    "measure": Column("measure", "What is measured; the same for every game."),
    "definition": Column("definition", "What it means."),
    "progress": Column("turns played", "Share of the turns that are played.", ".0%"),
    # The field of strategies
    "support_rate": Column(
        "in mixture", "Share of the resamples that give it more than 1 % of the mixture.", SHARE
    ),
    "top_rate": Column(
        "on top", "Share of the resamples in which alpha-rank puts it first.", SHARE
    ),
    "fit_z": Column("misfit", "Payoff less what the ratings expect, in standard errors.", ".1f"),
    "eps_edge": Column("allowed gain", "What a best reply to the mixture may gain.", SHARE),
    "gain_edge": Column("best reply", "What the best reply to the mixture gains.", SHARE),
    "alpha": Column("alpha", "Strength of selection of alpha-rank.", ",.4g"),
    "is_shown": Column("shown", "Whether it is the least alpha from which on nothing changes."),
    "tied_mass": Column(
        "ties kept", "Alpha-rank where payoffs that may be 0 are taken as 0.", SHARE
    ),
    "relation": Column("relation", "dominates: better against everybody; cycle: each beats one."),
    "members": Column("strategies", "The strategies of the relation, each better than the next."),
    "least_edge": Column("least payoff", "The smallest difference the relation rests on.", SHARE),
    "stability": Column("stability", "Share of the resamples in which the relation holds.", SHARE),
    # Fill or Bust, exact
    "card": Column("card", "Name of the card."),
    "card_kind": Column("kind", "What the card does."),
    "card_value": Column(
        "points with card", "Expected points of a turn in which it is drawn first.", POINTS
    ),
    "draw_rate": Column("drawn", "Chance of drawing it from the full deck.", SHARE),
    "dice": Column("dice", "Dice rolled.", WHOLE),
    "dice_left": Column("dice left", "Dice that have not scored yet; 0 is a fill.", WHOLE),
    "stop_from": Column("stop from", "Fewest points at risk at which stopping is best.", WHOLE),
    "bust_exact": Column("bust, exact", "Chance that no die scores, as a fraction."),
    "bust_exact_value": Column("bust, exact", "The same as a number.", SHARE),
    "bust_low": Column("bust, low", "Lower end of the 95 % interval of simulated busts.", SHARE),
    "bust_high": Column("bust, high", "Upper end of the 95 % interval of simulated busts.", SHARE),
    "fill_exact": Column("fill, exact", "Chance that all dice score in this roll, as a fraction."),
    "fill_exact_value": Column("fill, exact", "The same as a number.", SHARE),
    "score_mean_exact": Column("points, exact", "Expected points of all scoring dice.", POINTS),
    "kept": Column("keep", "Faces of the dice that are set aside."),
    "action": Column("and then", "What the option does next, in words."),
    "points": Column("points", "What they score.", WHOLE),
    "at_risk": Column("at risk", "Points at risk afterwards.", WHOLE),
    "is_stop": Column("stop", "Whether this ends the turn."),
    "expected_points": Column("expected", "Expected points of the turn.", POINTS),
    "best_diff": Column("less than best", "Expected points less those of the best.", POINTS),
    "field": Column("switch", "Field of the rules that is changed."),
    "base": Column("now", "Its value in the base rules."),
    "value": Column("changed to", "The value it gets."),
    "is_in_turn": Column("acts in a turn", "Whether it can change the points of a turn at all."),
    "turn_value": Column("turn", "Expected points of a turn played for points.", POINTS),
    "turn_value_diff": Column("change", "The same, less that of the base.", "+,.1f"),
    # Fill or Bust, two players exactly
    "score": Column("own score", "Banked points of the player whose turn it is.", WHOLE),
    "other_score": Column("other's score", "Banked points of the other player.", WHOLE),
    "win_probability": Column("wins, exact", "Exact chance of winning.", ".3%"),
    "win_probability_diff": Column("behind", "Chance of winning less that of the best.", ".3%"),
    "n_clauses": Column("clauses", "Clauses of the rule.", WHOLE),
    "rule": Column("rule", "The rule in words."),
    "first_diff": Column("moving first", "Chance of winning less that of the best.", SHARE),
    "second_diff": Column("moving second", "Chance of winning less that of the best.", SHARE),
    "stop_threshold": Column("stop from", "Points at risk from which on one stops.", WHOLE),
    "is_single": Column("single", "Whether one stops with any more points, too."),
    # Fill or Bust, distribution of a turn
    "points_from": Column("from", "Fewest points of the interval.", WHOLE),
    "points_to": Column("to", "Most points of the interval.", WHOLE),
}

_ESTIMATES = {
    "win_rate": Column("wins", "Share of the games won, ties split.", SHARE),
    "win_rate_diff": Column(
        "difference", "First less second, variant less base, strategy less opponent.", SHARE
    ),
    "checked_value": Column("found", "What the games say, for all checks together.", ",.4g"),
    "before": Column("before", "Under the base rules.", ",.4g"),
    "after": Column("after", "Under the other rules.", ",.4g"),
    "change": Column("change", "After less before, paired by block.", "+,.4g"),
    "holds_rate": Column("holds in", "Share of all that can be generated.", SHARE),
    "measured": Column("result", "What was found.", ",.4g"),
    "leader_win_rate": Column(
        "leader wins", "Share of the win that the leader at this time has in the end.", SHARE
    ),
    "uncertainty": Column(
        "uncertainty", "1: the lead says nothing of who wins; 0: it says all.", ".2f"
    ),
    "payoff_edge": Column("payoff", "Half of win rate less the opponent's, at one table.", SHARE),
    "transitive_edge": Column(
        "mean payoff", "Mean payoff over all strategies, itself included.", SHARE
    ),
    "cyclic_edge": Column(
        "cyclic part",
        "Payoff less the difference of mean payoffs: what no ranking explains.",
        SHARE,
    ),
    "rating": Column(
        "rating", "By likelihood; 400 ahead is odds of 10 to 1; the mean is 0.", ",.0f"
    ),
    "seat_rating": Column("seat's rating", "What the seat adds to a rating.", ",.1f"),
    "mixture_weight": Column(
        "mixture", "Weight in the most mixed mixture that no strategy beats for certain.", SHARE
    ),
    "alpha_mass": Column(
        "alpha-rank", "Share of the time that a population under selection plays it.", SHARE
    ),
    "win_rate_seen": Column("wins, seen", "Win rate on the luck it was chosen by.", SHARE),
    "optimism_diff": Column("optimism", "Win rate seen less that on fresh luck.", SHARE),
    "gain_diff": Column("gain", "Win rate less that of the strategy as it was.", SHARE),
    "behind_diff": Column("less than best", "Win rate less that of the best, paired.", SHARE),
    "seat_edge": Column("above fair", "Win rate less the fair share.", SHARE),
    "seat_spread": Column("spread", "Win rate of the best seat less that of the worst.", SHARE),
    "score_mean": Column("score", "Points at the end of a game.", POINTS),
    "turn_points_mean": Column(
        "points a turn", "Points by own turn, less those lost to others' cards.", POINTS
    ),
    "banked_mean": Column("banked a turn", "Points banked in a turn.", POINTS),
    "banked_rate": Column("turns", "Share of the turns that bank this many points.", SHARE),
    "nothing_rate": Column("turns without points", "Share of the turns that bank none.", SHARE),
    "bust_rate": Column("busts", "Share of the own turns lost to a roll without points.", SHARE),
    "no_dice_rate": Column("No Dice", "Share of the own turns ended by that card.", SHARE),
    "fill_rate": Column("fills", "Fills in an own turn.", ".3f"),
    "vengeance_hits_mean": Column("hit", "Times a game that a Vengeance cost points.", ".3f"),
    "turns_mean": Column("turns", "Turns of a game, all seats together.", NUMBER),
    "capped_rate": Column("capped", "Share of the games ended by the cap on turns.", SHARE),
    "ties_rate": Column("ties", "Share of the games with more than one winner.", SHARE),
    "lead_changes_mean": Column("lead changes", "Times a game that the lead changed.", NUMBER),
}
"""Columns that come with the ends of their 95 % interval."""

OF_A_GAME = ("turns_mean", "capped_rate", "ties_rate", "lead_changes_mean")
"""Estimates of whole games, for which rule variants have a change as well."""


def _with_interval(name: str, column: Column) -> Iterator[tuple[str, Column]]:
    yield name, column
    for end, word in (("low", "Lower"), ("high", "Upper")):
        meaning = f"{word} end of the 95 % interval. {column.meaning}"
        yield f"{name}_{end}", Column(f"{column.label}, {end}", meaning, column.format)


def _of_games() -> Iterator[tuple[str, Column]]:
    """The columns of ``analyses.<game>.columns``, where a game has such a module."""
    for package in pkgutil.iter_modules(analyses.__path__):
        name = f"analyses.{package.name}.columns"
        if not package.ispkg or importlib.util.find_spec(name) is None:
            continue
        module = importlib.import_module(name)
        for column, entry in module.PLAIN.items():
            yield column, Column(*entry)
        for column, entry in module.ESTIMATES.items():
            yield from _with_interval(column, Column(*entry))


def _glossary() -> dict[str, Column]:
    known = dict(_PLAIN) | dict(_of_games())
    for name, column in _ESTIMATES.items():
        known |= dict(_with_interval(name, column))
    for name in OF_A_GAME:
        column = _ESTIMATES[name]
        change = Column(
            f"{column.label}, change", f"Variant less base. {column.meaning}", column.format
        )
        known |= dict(_with_interval(f"{name}_diff", change))
        saved = _PLAIN["variance_saved"]
        label = f"{column.label}, saved"
        known[f"{name}_variance_saved"] = Column(label, saved.meaning, saved.format)
    return known


COLUMNS = _glossary()
"""Name of a column to its label, meaning and format."""
