"""The field of strategies: who beats whom, ratings, mixtures, alpha-rank, cycles."""
