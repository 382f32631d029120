"""Columns of games of two players and more, and of the fields of Filler's outcome."""

from __future__ import annotations

__all__ = ["ESTIMATES", "PLAIN"]

WHOLE, SHARE, POINTS, NUMBER = ",d", ".2%", ",.1f", ",.2f"

PLAIN: dict[str, tuple[str, ...]] = {
    "card_id": ("id", "How the files call the card."),
    "ability": ("ability", "What the card does when it is claimed."),
    "n_requires": ("requires", "Requirements of the recipe.", WHOLE),
    "n_symbols": ("symbols", "Stars, coins and trophies on the card.", WHOLE),
    "n_seen": ("seen", "Games in which the card was in the book; of several cards, all.", WHOLE),
    "n_taken": ("taken", "How often it was claimed.", WHOLE),
    "claim_day": ("day", "Mean day on which it was claimed.", ",.1f"),
    "stands_out": (
        "stands out",
        "above, below: further from 0 than the margin for certain (Holm); no: within it; open.",
    ),
    "trait": ("by", "What the cards have in common."),
    "trait_value": ("cards", "Ability, or number of requirements or symbols."),
    "chef_set": ("chef set", "The three cards that a player begins with."),
    "order_place": ("acts", "Place in the day's order of play, from 0.", WHOLE),
    "n_told": ("followed", "Games that were followed turn by turn.", WHOLE),
    "day_span": ("days", "Days of the game that are looked at."),
    "days": ("days", "Days that a game took.", WHOLE),
    "question": ("effect of", "What is added to the rules."),
    "before_rules": ("before", "The recipes without it."),
    "after_rules": ("after", "The recipes with it."),
    "finding": (
        "finding",
        "What the shipped cards say; where they leave it open, what most decks say.",
    ),
}

ESTIMATES: dict[str, tuple[str, ...]] = {
    "days_rate": ("games", "Share of the finished games that took so many days.", SHARE),
    "score_range_mean": ("best less worst", "Points between best and worst player.", NUMBER),
    "score_lead_mean": ("best less second", "Points between the best two players.", NUMBER),
    "restock_rate": ("restocks", "Share of the turns that are restocks.", SHARE),
    "all_restock_rate": (
        "days of restocks",
        "Share of the days on which everybody restocks.",
        SHARE,
    ),
    "taken_rate": ("taken when seen", "Share of the cards seen in the book that are taken.", SHARE),
    "taker_win_rate": ("taker wins", "Share of the games won by who takes the card.", SHARE),
    "taker_edge": (
        "beyond the day's",
        "Win rate of takers less that of who takes any card on the same days.",
        SHARE,
    ),
    "set_edge": ("above fair", "Win rate with the set less the fair share.", SHARE),
    "set_spread": ("spread", "Win rate with the best set less that with the worst.", SHARE),
    "turn_gain_mean": ("points a turn", "Points that recipes claimed in a turn add.", ",.3f"),
    "turn_claims_mean": ("recipes a turn", "Recipes claimed in a turn.", ",.3f"),
    # Fields of the outcome, as every command that plays shows them
    "chef_cards_mean": ("chef's cards", "Cards of the solo chef; 0 otherwise.", POINTS),
    "claims_total_mean": ("recipes claimed", "Recipes claimed in a game, by all.", NUMBER),
    "restock_turns_mean": ("restocks", "Turns of a game that are restocks, of all.", NUMBER),
    "all_restock_days_mean": ("days of restocks", "Days on which everybody restocks.", NUMBER),
    "recycled_mean": ("recycled", "Recipes put under the deck after days of restocks.", NUMBER),
    "decisions_mean": ("decisions", "Decisions with more than one option in a game.", POINTS),
    "options_seen_mean": ("options", "Options of all of them together.", POINTS),
    "most_options_mean": ("most options", "Options of the largest decision of a game.", POINTS),
    "claims_mean": ("claimed", "Recipes claimed, bonus fills included.", NUMBER),
    "bonus_fills_mean": ("bonus fills", "Recipes claimed by bonus fills.", NUMBER),
    "restocks_mean": ("restocks", "Turns that were restocks.", NUMBER),
    "bonus_restocks_mean": ("bonus restocks", "Times that a recipe brought one.", NUMBER),
    "removed_mean": ("removed", "Own cards removed by bad batch.", NUMBER),
    "early_used_mean": ("arrive early", "Arrive early cards used.", NUMBER),
    "days_first_mean": ("days first", "Days on which the player acted first.", NUMBER),
    "cards_held_mean": ("cards", "Cards at the end.", NUMBER),
    "sets_mean": ("sets", "Sets of three different symbols at the end.", NUMBER),
}
"""Columns that come with the ends of their 95 % interval."""
