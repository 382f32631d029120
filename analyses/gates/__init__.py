"""Gates: bounds that rules must keep, each passed, failed or undecided."""
