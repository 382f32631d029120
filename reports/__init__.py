"""Command line, console tables, charts and the HTML report."""
