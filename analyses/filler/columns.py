"""Columns that only frames about Filler have: label, meaning, format."""

from __future__ import annotations

from analyses.filler import play_columns

__all__ = ["ESTIMATES", "PLAIN", "UNTOLD"]

WHOLE, SHARE, POINTS, NUMBER, P_VALUE = ",d", ".2%", ",.1f", ",.2f", ".2g"

PLAIN: dict[str, tuple[str, ...]] = {
    **play_columns.PLAIN,
    # Solo
    "personality": ("personality", "The solo chef, by name; of a pair, the harder one."),
    "than": ("harder than", "The personality that the first is compared with."),
    "difficulty_rank": ("rank", "1 is the hardest: the lowest win rate of the player.", WHOLE),
    "rank_from": ("rank, best", "1 and one more for each that is surely harder (Holm).", WHOLE),
    "rank_to": ("rank, worst", "The last rank, less one for each surely easier (Holm).", WHOLE),
    "outlier": (
        "outlier",
        "harder, easier: beyond the margin for certain (Holm); no: within it for certain.",
    ),
    "choice_p_holm": (
        "p (Holm)",
        "Of a choice rule without effect, over both parts of all.",
        P_VALUE,
    ),
    "rule_p_holm": (
        "p (Holm)",
        "Of an altered rule without effect, over both parts of all.",
        P_VALUE,
    ),
    "topic": ("about", "pair, choice (rule), (altered) rule, or outlier."),
    "conclusion": ("conclusion", "What the games of this strategy on these cards say."),
    "holds_for": ("holds for", "Tiers of play for which the same is settled."),
    "flips_for": ("flips for", "Tiers for which another verdict is settled."),
    "open_for": ("open for", "Tiers with too few games to say."),
    "n_flips": ("flips", "Generated decks on which another verdict is settled.", WHOLE),
    "score_diff": ("points ahead", "Points of the player less those of the chef.", WHOLE),
}

ESTIMATES: dict[str, tuple[str, ...]] = {
    **play_columns.ESTIMATES,
    "draw_rate": ("draws", "Share of the games drawn: equal points and equally many cards.", SHARE),
    "chef_score_mean": ("chef's score", "Points of the chef at the end of a game.", POINTS),
    "score_diff_mean": ("ahead", "Points of the player less those of the chef.", POINTS),
    "days_mean": ("days", "Days of a game.", NUMBER),
    "harder_diff": ("harder by", "Win rate against the other less that against this.", SHARE),
    "others_diff": (
        "harder than others by",
        "Mean win rate against the others less that against this.",
        SHARE,
    ),
    "total_diff": (
        "in all",
        "Win rate against a chef who picks at random, with no altered rule, less this.",
        SHARE,
    ),
    "choice_diff": (
        "by choice",
        "What picking by its criteria instead of at random takes off the win rate.",
        SHARE,
    ),
    "rule_diff": (
        "by rule",
        "What its altered rule takes off the win rate, given its choice rule.",
        SHARE,
    ),
    "interaction_diff": (
        "interaction",
        "What the rule takes off, less what it takes off where the chef picks at random.",
        SHARE,
    ),
    "neutral_win_rate": (
        "wins v neutral",
        "Share of the games won against a chef who picks at random.",
        SHARE,
    ),
    "score_diff_rate": ("games", "Share of the games that end this far ahead.", SHARE),
}

UNTOLD = (
    *("chef_set", "reason", "solo_result"),
    *("stars", "coins", "trophies"),
    *(f"{count}_at_{k}" for count in ("claims", "points") for k in range(6)),
)
"""Fields of the outcome whose means the tables of matches leave out: numbers that stand for names,
the single symbols behind the score, and counts by place in the order of the day."""
