"""The character of a game: length, decisions, drama, luck against skill."""
