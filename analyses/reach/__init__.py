"""How far a verdict reaches: over tiers of play, and over generated decks or layouts."""
