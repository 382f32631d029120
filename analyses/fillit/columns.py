"""Columns that only frames about Fillit have: label, meaning, format."""

from __future__ import annotations

__all__ = ["ESTIMATES", "PLAIN"]

WHOLE, SHARE, NUMBER = ",d", ".2%", ",.2f"

PLAIN: dict[str, tuple[str, ...]] = {
    "config": ("configuration", "Board and players: 2p, 3p, 2v2, mini2, mini3; tiny2 of side 3."),
    "layout": ("layout", "Starting layout: A, B, random:SEED or a file."),
    "first_seat": ("begins", "Seat that moves first.", WHOLE),
    "turn_order": ("moves", "Place in the order of play, from 0; partners as one.", WHOLE),
    "agreement": (
        "over all",
        "holds: one verdict everywhere; flips: other sides favoured; differs: balanced and not.",
    ),
    "outcomes": ("verdicts", "The verdict of each strategy."),
    "n_layouts": ("layouts", "Layouts that were drawn.", WHOLE),
    "edge_sd": ("sd of layouts", "Standard deviation of the edge over layouts.", SHARE),
    "n_balanced": ("balanced", "Layouts found balanced within the margin.", WHOLE),
    "n_not_balanced": ("not balanced", "Layouts found not balanced.", WHOLE),
    "length": ("turns", "Turns that a game took, all players together.", WHOLE),
    "most_options": ("most turns", "Largest number of legal turns seen.", WHOLE),
    "n_won": ("games won", "Games that somebody won.", WHOLE),
    "chips_from": ("chips from", "Fewest chips in hand of the interval.", WHOLE),
    "chips_to": ("chips to", "Most chips in hand of the interval.", WHOLE),
    "stone_move": ("stone move", "What the stone does; one move can do several of these."),
    "map": ("map", "visited by a pawn in a turn; chipped or blocked by a stone after it."),
    "cell_q": ("q", "Axial coordinate of the cell, to the east.", WHOLE),
    "cell_r": ("r", "Axial coordinate of the cell, to the south-east.", WHOLE),
    "chips": ("chips", "Chips of each side.", WHOLE),
    "start_value": ("value", "Who wins under best play, as far as it is known."),
    "win_in": ("won in", "Turns of both sides until the win; none where it is not known.", ",.0f"),
    "turns_searched": ("searched", "Turns of both sides looked ahead, all of them.", WHOLE),
    "n_positions": ("positions", "Positions that the solver visited.", WHOLE),
    "is_complete": ("complete", "Whether no position had to be left out."),
    "search_depth": ("asked at", "Depth at which alpha-beta first sees a win.", ",.0f"),
    "search_agrees": ("search agrees", "Whether alpha-beta finds the same win in as many turns."),
}

ESTIMATES: dict[str, tuple[str, ...]] = {
    "first_edge": ("first to move", "Win rate of the first to move less a fair share.", SHARE),
    "favours_first_rate": ("favour first", "Share of the layouts that favour the first.", SHARE),
    "length_rate": ("games", "Share of the games of this length.", SHARE),
    "first_rate": ("first wins", "Share of the games won by whoever moves first.", SHARE),
    "branching_mean": ("legal turns", "Distinct legal turns to choose from.", NUMBER),
    "order_matters_rate": (
        "order matters",
        "Share of the turns with an option that only stone first reaches.",
        SHARE,
    ),
    "stone_only_rate": ("no slide", "Share of the turns without any slide.", SHARE),
    "repeat_rate": ("repeats", "Share of the turns after which the position had occurred.", SHARE),
    "repeated_rate": ("games with repeats", "Share of the games with a repeat.", SHARE),
    "first_rate_diff": ("first wins, change", "Second less first: wins of the first.", SHARE),
    "branching_mean_diff": ("legal turns, change", "Second less first: legal turns.", NUMBER),
    "order_matters_rate_diff": ("order matters, change", "Second less first: that share.", SHARE),
    "comeback_rate": ("comebacks", "Share of the wins by a side behind half-way.", SHARE),
    "far_comeback_rate": ("from far", "Share of the wins by a side 3 chips behind or more.", SHARE),
    "lead_change_rate": (
        "lead changes",
        "Share of these turns that give a new sole leader.",
        SHARE,
    ),
    "kind_rate": ("share", "Share of the turns with a stone move that are of this kind.", SHARE),
    "gained_mean": ("slide", "Chips moved more by the slide, as the stone went first.", NUMBER),
    "own_line_mean": (
        "own line",
        "Change of the chips that the own best slide would move.",
        NUMBER,
    ),
    "enemy_line_mean": ("enemy line", "The same of the next enemy's best slide.", NUMBER),
    "cell_rate": ("turns", "Share of the turns in which it is so of the cell.", SHARE),
}
"""Columns that come with the ends of their 95 % interval."""
