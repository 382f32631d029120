"""Columns that only frames about Crumbs! have: label, meaning, format."""

from __future__ import annotations

__all__ = ["ESTIMATES", "PLAIN", "UNTOLD"]

WHOLE, SHARE, NUMBER = ",d", ".2%", ",.2f"

PLAIN: dict[str, tuple[str, ...]] = {
    "has_quirks": ("quirks", "Whether customers are quirky."),
    "deal_rating": (
        "rating",
        "That a win of the deal earns: 6 to 12, one more with quirks.",
        WHOLE,
    ),
    "cause": ("ended", "Won, or what was lost: how many orders were complete, or another cause."),
    "actions_left": ("actions left", "At the end of the tightest round of a won game.", WHOLE),
    # Solved
    "slack": ("slack", "Actions a round to spare with perfect play; -1: it cannot be won.", WHOLE),
    "n_queues": ("queues", "Solo queues with that slack.", WHOLE),
    "n_all_queues": ("of", "All solo queues of the deck.", WHOLE),
    "queue_share": ("share", "Of all queues; each is equally likely.", SHARE),
    "queue": ("queue", "Order ids, in the order of the queue."),
    "is_winnable": ("winnable", "Whether some play wins, the queue being known."),
    "visible": ("visible", "The two orders on the table, in either order."),
    "hidden": ("third", "The two orders that the third can be, equally likely."),
    "gone": ("gone", "Cards that a Stock Shortage took at the set-up."),
    "deal_share": ("dealt", "How likely the deal is.", SHARE),
    "chance": ("chance", "Of a win with the plan found: no plan is known to be better.", ".4f"),
    "chance_bound": ("at most", "No play has a better chance.", ".4f"),
    "is_proved": ("proved", "Whether no play has a better chance than the plan found."),
    "n_nodes": ("positions", "Options followed by the search.", WHOLE),
    "ceiling_low": ("perfect play", "Win rate of plans that are known.", SHARE),
    "ceiling_high": ("at most", "Win rate that no play exceeds.", SHARE),
    # Orders
    "order": ("order", "Id of the order card."),
    "difficulty": ("printed", "Difficulty on the card.", WHOLE),
    "quirk": ("quirk", "The customer's quirk."),
    "filling": ("scarce filling", "Of which an order card in the queue leaves one card."),
    "slack_mean_exact": ("slack, exact", "Mean slack of the queues that hold the order.", NUMBER),
    "plays_like": ("plays like", "Printed difficulty whose losses are surely nearer.", WHOLE),
    "is_misrated": ("mis-rated", "Whether that is not its own."),
    "method": ("interval", "How the interval was found."),
    # Regret
    "n_winnable": ("winnable", "Games whose queue some play wins, the queue being known.", WHOLE),
    "n_fatal": ("looked at", "Lost games whose fatal decision was searched for.", WHOLE),
    "n_unsure": ("not sure", "Of these, where a position took too long to decide.", WHOLE),
    "round": ("round", "In which the game became lost; the last row holds all later.", WHOLE),
    "decision": ("decision", "What was done when the game became lost."),
    # Decks
    "sandwiches": ("sandwiches", "Form, fillings from bottom to top, and the top slice."),
    "deck": ("deck", "The shipped deck, or a generated one by its seed."),
    "statement": ("statement", "What is judged for each deck."),
    "shipped": ("shipped deck", "Whether it holds for the deck that ships."),
    "over_decks": (
        "over decks",
        "holds: all that are settled agree with the shipped one; or flips.",
    ),
    "n_fails": ("fails", "Generated decks for which it does not hold.", WHOLE),
}

ESTIMATES: dict[str, tuple[str, ...]] = {
    "rounds_mean": ("rounds", "Rounds of a game.", NUMBER),
    "left_mean": ("left a round", "Actions left unspent at the end of a finished round.", NUMBER),
    "cause_rate": ("games", "Share of all games that ended so.", SHARE),
    "left_rate": ("won games", "Share of the won games whose tightest round left so many.", SHARE),
    "lost_rate": ("lost", "Share of the games lost, of those with this in the queue.", SHARE),
    "rank_correlation": ("rank correlation", "Spearman's, over the 18 orders.", NUMBER),
    "plain_rate": ("without quirks", "Win rate without quirks.", SHARE),
    "quirky_rate": ("with quirks", "Win rate with quirks, over the same deals.", SHARE),
    "regret_rate": ("regret", "Share of the winnable deals that are lost.", SHARE),
    "fatal_rate": ("lost here", "Share of the fatal decisions looked at.", SHARE),
    "agree_rate": ("as shipped", "Share of the decks that agree with the shipped one.", SHARE),
    "deck_figure": (
        "over decks",
        "The figure of each generated deck: their median, least and greatest.",
        ",.3f",
    ),
    "figure": ("figure", "What is held against the bound.", ",.3f"),
}

UNTOLD = ("reason", "completed", "order_0", "order_1", "order_2", "order_3")
"""Fields of the outcome whose means the tables of matches leave out: numbers that stand for
names."""
