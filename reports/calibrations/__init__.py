"""Whether reconstructed components play as they must, for games that have such."""
