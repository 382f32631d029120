"""Questions about Fillit: seats, layouts, the course of a game, stones, cells, and search."""
