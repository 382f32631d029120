"""Questions about Filler: its cards, its personalities, and what wins."""
