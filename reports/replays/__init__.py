"""Games told in plain sentences, one module per game: ``sentences(document)``."""
