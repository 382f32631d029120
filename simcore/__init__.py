"""The rules of the games, their random streams and compiled kernels, and the batch engine."""
