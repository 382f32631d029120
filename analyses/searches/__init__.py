"""Better parameters: grids of strategies, the best one confirmed on fresh luck."""
