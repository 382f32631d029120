"""Questions about Crumbs!, one module each."""
