"""One module per command; its function `command` is found by `reports.cli`."""
