"""From counts to intervals to verdicts: statistics that know no game."""
