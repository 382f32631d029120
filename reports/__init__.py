"""Command line, charts, pages and console tables; nothing here computes a statistic."""
