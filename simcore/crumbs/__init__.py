"""Crumbs!: planning sandwiches under five actions, solo and co-operative."""
